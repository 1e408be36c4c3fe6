"""The views: what they hold, what is folded for them, and what is kept of that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines.splendor import engine
from ledger.clerk import Close
from ledger.store import Ledger
from replay.archive.writing import write_archive
from replay.fold.timeline import Timeline
from replay.query import cache, folding, tables
from replay.query.cache import Cache
from replay.query.database import ask
from replay.query.folding import Derived
from replay.query.source import ArchiveSource, LedgerSource, Source
from replay.query.tables import Tables
from replay.query.views import VIEWS, Name, find_views
from replay.record.opening import fork_match
from replay.record.session import Session
from tests import table
from tests.some import some


@pytest.fixture
def evenings(session: Session) -> Ledger:
    """A corrected match with a breach that was ruled on, a branch of it, and a simulated one."""
    table.type_accepted(table.open_desk(session), "wug", "kkk ! we were asleep", "wgr", "undo")
    fork = fork_match(session.ledger, session.info, 17, "tess", "oak")
    table.type_accepted(table.open_desk(Session(session.ledger, fork, "tess")), "wgk")
    table.simulate(session.ledger, 7)
    return session.ledger


@pytest.fixture(params=["ledger", "archive"])
def source(request: pytest.FixtureRequest, evenings: Ledger, tmp_path: Path) -> Source:
    """The same matches, in a ledger and in an archive."""
    if request.param == "ledger":
        return LedgerSource(evenings)
    write_archive(evenings, tmp_path / "archive", evenings.matches())
    return ArchiveSource(tmp_path / "archive")


def answer(source: Source, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of an answer."""
    return ask(sql, Tables(source).make(find_views(sql))).rows


def count_folded(source: Source, monkeypatch: pytest.MonkeyPatch, name: Name = "moves") -> int:
    """Return how many matches are folded for a view."""
    folded: list[str] = []
    derive = folding.derive

    def note(events: list[Any]) -> Derived:
        folded.append(events[-1].match_id)
        return derive(events)

    with monkeypatch.context() as patch:
        patch.setattr(tables, "derive", note)
        Tables(source).make([name])
    return len(folded)


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_has_the_columns_that_are_documented(source: Source, name: Name) -> None:
    """In their order."""
    found = ask(" ".join(("select * from", name)), Tables(source).make([name]))
    assert found.columns == tuple(column.name for column in VIEWS[name].columns)
    assert found.rows


def test_every_match_and_seat_is_there(source: Source, evenings: Ledger) -> None:
    """Hidden and simulated ones say so."""
    evenings.hide(evenings.find("oak").match_id)
    if isinstance(source, LedgerSource):
        rows = answer(source, "select name, listed, hidden, simulated from matches")
        told = {name: flags for name, *flags in rows}
        assert told["maple"] == [True, False, False]
        assert told["oak"] == [False, True, False]
        assert sum(simulated for _listed, _hidden, simulated in told.values()) == 1
    people = answer(source, "select person from seats join matches using (match_id) where listed")
    assert {person for (person,) in people} == {"Ana", "Bo"}


def test_events_are_those_of_the_ledger(source: Source, evenings: Ledger) -> None:
    """Once each, also where a branch shares them."""
    rows = answer(source, "select match_id, version, hash, payload from events order by 1, 2")
    expected = sorted(
        (event.match_id, event.version, event.hash, event.payload.decode())
        for info in evenings.matches()
        for event in evenings.events(info.match_id)
        if event.match_id == info.match_id
    )
    assert rows == expected
    (seats,) = answer(source, "select count(*) from events where payload->>'$.seat' = '1'")
    assert seats[0] > 1


def test_moves_are_those_of_the_timeline(source: Source, evenings: Ledger) -> None:
    """Struck events move nothing; a branch moves what it does not share."""
    rows = answer(
        source,
        "select v.version, n, item, source, target, rule from moves v join matches m "
        "using (match_id) where name = 'maple' order by v.version, number",
    )
    timeline = Timeline(evenings.events(evenings.find("maple").match_id))
    assert rows == [
        (frame.version, move.n, move.item, move.source, move.target, move.rule)
        for frame in timeline.frames
        for move in frame.moves
    ]
    branch = "select distinct v.version from moves v join matches using (match_id) where name = ?"
    assert answer(source, branch.replace("?", "'oak'")) == [(19,)]


def test_a_breach_says_whether_the_table_has_ruled(source: Source) -> None:
    """And by whom it was."""
    rows = answer(source, "select version, type, seat, rule, ruled, waived from breaches")
    assert rows == [(18, "take", 1, "S5", True, False)]


def test_scores_are_the_standing_and_what_people_counted(evenings: Ledger) -> None:
    """Which need not be the same."""
    session = Session(evenings, evenings.find("maple"), "tess")
    session.close(Close(how="finished", points=(3, None), winners=(0,)))
    rows = answer(
        LedgerSource(evenings),
        "select seat, person, total, rank, won, over, counted from scores join matches "
        "using (match_id) where name = 'maple' order by seat",
    )
    assert rows == [(0, "Ana", 0, 1, False, False, 3), (1, "Bo", 0, 1, False, False, None)]


def test_only_derived_views_fold_and_only_once(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was derived is kept beside the ledger, or in the archive."""
    for name in ("matches", "seats", "events"):
        assert count_folded(source, monkeypatch, name) == 0
    assert count_folded(source, monkeypatch) == 3
    assert count_folded(source, monkeypatch, "scores") == 0
    assert source.cache.is_dir()


def test_what_changed_is_derived_again(evenings: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that goes on; every match of a game whose rules are another revision now."""
    source = LedgerSource(evenings)
    assert count_folded(source, monkeypatch) == 3
    table.type_accepted(table.open_desk(Session(evenings, evenings.find("maple"), "x")), "wgu")
    assert count_folded(source, monkeypatch) == 1
    before = answer(source, "select count(*) from moves")
    monkeypatch.setattr(type(engine), "rules", "splendor-2014/99")
    assert count_folded(source, monkeypatch) == 3
    assert answer(source, "select count(*) from moves") == before


def test_workers_derive_the_same(evenings: Ledger, tmp_path: Path) -> None:
    """In two processes."""
    source = LedgerSource(evenings)
    sql = "select * from moves order by all"
    alone = answer(source, sql)
    source.cache = tmp_path / "elsewhere"
    assert ask(sql, Tables(source, jobs=2).make(["moves"])).rows == alone


@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_a_damaged_cache_is_made_again(
    source: Source, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """No row is missing because of it."""
    before = answer(source, "select * from moves order by all")
    (path,) = source.cache.glob("moves-*")
    path.unlink()
    if damage == "cut":
        path.write_bytes(b"PAR1")
    assert answer(source, "select * from moves order by all") == before


def test_without_a_place_for_the_cache_it_is_done_without(evenings: Ledger, tmp_path: Path) -> None:
    """As on a medium that cannot be written."""
    source = LedgerSource(evenings)
    (tmp_path / "file").touch()
    source.cache = tmp_path / "file" / "folder"
    assert answer(source, "select * from moves")
    assert not source.cache.exists()


def test_two_who_derive_at_once_double_nothing(evenings: Ledger) -> None:
    """Each keeps what it has derived; a match counts once."""
    source = LedgerSource(evenings)
    before = answer(source, "select count(*) from moves")
    kept = Cache(source.cache)
    (part,) = kept.parts
    kept._keep(part.keys | {"another key"}, part.tables)
    assert len(list(source.cache.glob("keys-*"))) == 2
    assert answer(source, "select count(*) from moves") == before


def test_stale_rows_are_forgotten(evenings: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the cache would grow with every event."""
    monkeypatch.setattr(cache, "MOST_STALE", 2)
    source = LedgerSource(evenings)
    for _turn in range(8):
        session = Session(evenings, evenings.find("oak"), "tess")
        (prompt,) = session.list_prompts()
        choice = next(iter(session.engine.choices(session.state, prompt)))
        if choice.slots:
            break
        session.record([choice.action])
        before = answer(source, "select count(*) from moves")
    assert len(Cache(source.cache).keys) <= 9
    assert answer(source, "select count(*) from moves") == before


def test_a_match_of_a_game_that_is_not_installed_is_named(evenings: Ledger, tmp_path: Path) -> None:
    """It is in the other views all the same."""
    table.append_opening(evenings, "01a22f52-b3b9-73ff-9bfd-2ee13c54ba61", "go", game="go")
    made = Tables(LedgerSource(evenings))
    scores = made.make(["scores"])["scores"]
    assert made.unfolded == ["go"]
    assert len(scores) == 6
    (count,) = answer(LedgerSource(evenings), "select count(*) from matches where game = 'go'")
    assert count == (1,)


def test_what_is_found_in_a_query_is_found_as_a_word() -> None:
    """However it is written."""
    assert find_views('SELECT * FROM Moves, "seats"') == ["seats", "moves"]
    for name in some(VIEWS):
        assert find_views(" ".join(("select", f"x{name} from {name}s"))) == []
