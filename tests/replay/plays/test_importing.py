"""Tests of taking plays into a ledger, and of taking an import back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ledger.clerk import Close, Note, Source
from ledger.store import Ledger
from replay.fold.timeline import Timeline
from replay.plays.importing import (
    ImportPlan,
    find_imports,
    import_plays,
    plan_import,
    take_back,
)
from replay.plays.names import name_seats
from replay.plays.play import PlaySeat
from replay.plays.reading import read_plays
from replay.record.names import require_seat_names
from replay.referee.audit import audit_match
from tests.replay.plays.samples import SAMPLES
from tests.some import some


def plan(ledger: Ledger, content: bytes, name: str = "plays.json", **options: Any) -> ImportPlan:
    """Return what importing a file would do."""
    return plan_import(ledger, read_plays(content, name), name, content, **options)


def load(ledger: Ledger, content: bytes, name: str = "plays.json", **options: Any) -> list[str]:
    """Import a file and return the names of its matches."""
    infos = import_plays(ledger, plan(ledger, content, name, **options), "tess")
    return [info.name for info in infos]


def make_export(score: str = "12", modified: str = "2026-03-14 20:00:00") -> bytes:
    """Return an export of BG Stats with a play of Splendor and a comment."""
    entries = [
        {"playerRefId": 1, "winner": True, "score": score, "startPlayer": False, "role": "red"},
        {"playerRefId": 2, "winner": False, "score": "11", "startPlayer": True},
    ]
    play = {
        "uuid": "AB",
        "gameRefId": 1,
        "playDate": "2026-03-14 19:05:00",
        "modificationDate": modified,
        "durationMin": 38,
        "locationRefId": 1,
        "comments": "late\n  and loud",
        "playerScores": entries,
    }
    content = {
        "players": [{"id": 1, "uuid": "P1", "name": "Ann"}, {"id": 2, "uuid": "P2", "name": "Bo"}],
        "locations": [{"id": 1, "name": "Kitchen"}],
        "games": [{"id": 1, "name": "Splendor", "bggId": 148228}],
        "plays": [play],
    }
    return json.dumps(content).encode()


def test_a_play_becomes_a_closed_match_with_its_result(ledger: Ledger) -> None:
    """Opening, source, comment and closing, at the level of results."""
    (name,) = load(ledger, make_export())
    info = ledger.find(name)
    timeline = Timeline(ledger.events(info.match_id))
    assert (info.game, info.played, info.seats) == ("splendor", "2026-03-14", ("Ann", "Bo"))
    assert (timeline.opening.level, timeline.opening.place) == ("results", "Kitchen")
    assert timeline.opening.first == 1
    assert timeline.closing is not None
    assert timeline.closing.close == Close(how="finished", points=(12, 11), winners=(0,))
    ((_index, _frame, source),) = timeline.find_clerks(Source)
    assert (source.id, source.program, source.minutes) == ("bgstats:ab", "bgstats", 38)
    assert (source.starts, source.time) == (1, "19:05:00")
    assert [(seat.person, seat.role) for seat in source.seats] == [("p1", "red"), ("p2", "")]
    ((_index, _frame, note),) = timeline.find_clerks(Note)
    assert note.text == "late ⏎ and loud"


@pytest.mark.parametrize("name", ["bgstats-a.json", "bgstats-b.json", "csv-long.csv"])
def test_every_imported_match_is_intact(ledger: Ledger, name: str) -> None:
    """Nothing is found: of a match with a result alone the record counts nothing."""
    names = load(ledger, (SAMPLES / name).read_bytes(), name)
    for each in some(names):
        assert audit_match(ledger, ledger.find(each)).findings == ()


def test_importing_twice_adds_nothing(ledger: Ledger) -> None:
    """Nor does a longer export of the same person add what was there."""
    earlier, later = ((SAMPLES / f"bgstats-a{end}.json").read_bytes() for end in ("-earlier", ""))
    first = load(ledger, earlier, "earlier.json")
    again = plan(ledger, earlier, "earlier.json")
    assert (len(again.new), len(again.known)) == (0, len(first))
    assert load(ledger, earlier, "earlier.json") == []
    grown = plan(ledger, later, "later.json")
    assert (len(grown.new), len(grown.known), len(grown.changed)) == (15, 85, 0)
    assert len(first) == 85


@pytest.mark.parametrize(
    ("name", "matches"),
    [
        ("bgstats-a.json", 100),
        ("bgstats-b.json", 100),
        ("bgg-plays-a.xml", 67),
        ("bgg-plays-b.xml", 80),
        ("csv-wide.csv", 30),
        ("csv-long.csv", 39),
    ],
)
def test_every_play_of_a_sample_becomes_a_match(ledger: Ledger, name: str, matches: int) -> None:
    """Of the games that foldtable knows as of those of which it knows the name only."""
    assert len(load(ledger, (SAMPLES / name).read_bytes(), name)) == matches


def test_a_play_logged_in_two_programs_is_one_match(ledger: Ledger) -> None:
    """BG Stats knows the number of a play that was sent to BoardGameGeek."""
    export = json.loads(make_export())
    export["plays"][0]["bggId"] = 500001
    load(ledger, json.dumps(export).encode())
    row = '<play id="500001" date="2026-03-14"><item name="Splendor" objectid="148228"/></play>'
    listing = f'<plays username="ann">{row}</plays>'.encode()
    assert [known.play.id for known in plan(ledger, listing, "plays.xml").known] == [
        "bgg:500001/148228"
    ]


@pytest.mark.parametrize(
    ("game", "seats", "found"),
    [
        ({"name": "Wizard", "bggId": 1465}, 4, "wizard"),
        ({"name": "Wizard", "bggId": 0}, 4, "wizard"),
        ({"name": "Zauberer", "bggId": 1465}, 7, "wizard"),
        ({"name": "Wizard", "bggId": 8129}, 4, "wizard-8129"),
        ({"name": "Wizard Extreme", "bggId": 8129}, 4, "wizard-extreme"),
        ({"name": "Die Siedler", "bggId": 13}, 4, "catan"),
        ({"name": "윷놀이", "bggId": 0}, 2, "game-13566d01"),
    ],
)
def test_a_play_is_of_the_game_with_its_number_else_of_its_name(
    ledger: Ledger, game: dict[str, Any], seats: int, found: str
) -> None:
    """Where the game has no room for it, and where only the name is known, by a blank sheet."""
    export = json.loads(make_export())
    export["games"][0] |= game
    export["players"] = [{"id": n, "name": f"P{n}", "uuid": str(n)} for n in range(1, seats + 1)]
    entries = [{"playerRefId": n, "score": str(10 * n)} for n in range(1, seats + 1)]
    export["plays"][0]["playerScores"] = entries
    (name,) = load(ledger, json.dumps(export).encode())
    assert ledger.find(name).game == found
    timeline = Timeline(ledger.events(ledger.find(name).match_id))
    own_engine = found == "wizard" and seats <= 6
    assert ("sheet" in timeline.opening.options) != own_engine


def test_more_people_than_any_game_takes_are_not_imported(ledger: Ledger) -> None:
    """The report names the game."""
    export = json.loads(make_export())
    export["plays"][0]["playerScores"] *= 7
    found = plan(ledger, json.dumps(export).encode())
    assert [play.game.name for play in found.unfit] == ["Splendor"]
    assert not found.new


def test_a_file_without_plays_brings_nothing(ledger: Ledger) -> None:
    """Also where the ledger has plays of others."""
    load(ledger, make_export())
    found = plan(ledger, b"Date,Game,Ann,Bo\nTotal,,1,2\n", "plays.csv")
    assert (found.new, found.known, len(found.file.skipped)) == ((), (), 1)


def test_a_play_that_was_changed_in_its_source_is_said(ledger: Ledger) -> None:
    """The match stays as it is."""
    load(ledger, make_export())
    found = plan(ledger, make_export("13", "2026-03-15 08:00:00"))
    assert [known.info.seats for known in found.changed] == [("Ann", "Bo")]
    assert not found.new


def test_an_import_is_taken_back_and_comes_again(ledger: Ledger) -> None:
    """Its matches are void, and count again when the file is imported again."""
    content = make_export()
    (name,) = load(ledger, content)
    digest = plan(ledger, content).digest
    for wanted in ("plays.json", digest[:8]):
        assert [info.name for info in find_imports(ledger, wanted)] == [name]
    assert find_imports(ledger, digest[:7]) == []
    take_back(ledger, find_imports(ledger, "plays.json"), "tess", "wrong file")
    assert ledger.find(name).how == "void"
    assert find_imports(ledger, "plays.json") == []
    again = plan(ledger, content)
    assert [known.info.name for known in again.void] == [name]
    assert load(ledger, content) == [name]
    assert ledger.find(name).how == "finished"


def test_a_play_like_a_match_from_elsewhere_is_held_back(ledger: Ledger) -> None:
    """Each match accounts for one play; asked for, all are imported."""
    (name,) = load(ledger, make_export())
    row = b"2026-03-14,Splendor,12,11,Ann\n"
    table = b"Date,Game,Ann,Bo,Winner\n" + row * 2
    found = plan(ledger, table, "plays.csv")
    assert [info.name for _play, info in found.doubles] == [name]
    assert len(found.new) == 1
    assert len(plan(ledger, table, "plays.csv", alike=True).new) == 2


def test_points_that_are_no_whole_numbers_stay_as_texts(ledger: Ledger) -> None:
    """They are kept where the match was logged; the closing has none."""
    (name,) = load(ledger, make_export("about 12"))
    timeline = Timeline(ledger.events(ledger.find(name).match_id))
    assert timeline.closing is not None
    assert timeline.closing.close.points == (None, 11)
    ((_index, _frame, source),) = timeline.find_clerks(Source)
    assert [seat.points for seat in source.seats] == ["about 12", ""]


def test_all_plays_of_a_file_are_stored_or_none(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in the middle leaves the ledger as it was."""
    content = (SAMPLES / "csv-wide.csv").read_bytes()
    wanted = plan(ledger, content, "csv-wide.csv")
    counted = []

    def stop_at_ten() -> None:
        counted.append(1)
        if len(counted) == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_plays(ledger, wanted, "tess", stop_at_ten)
    assert ledger.matches() == []


@pytest.mark.parametrize(
    "names",
    [
        ["Guest", "Guest", "Guest"],
        ["Ann: the great", "Ann the great", "!"],
        ["\x1b[2J", "\u202eevil", "b0b", "bob"],
        ["x" * 300, "x" * 300, ""],
        ["민지", "민지 ", "Аnn", "Ann"],
    ],
)
def test_any_names_become_names_that_seats_can_have(names: list[str]) -> None:
    """All different, and none of them commands a terminal."""
    require_seat_names(name_seats([PlaySeat(name) for name in names]))
