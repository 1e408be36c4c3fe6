"""Tests of copies of whole ledgers: complete, checked, resumed; backups and bringing them back."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ledger.clerk import Close
from ledger.copying import back_up, copy_ledger, order_parents_first
from ledger.errors import Conflict, DamagedLedger, LedgerError, NotALedger
from ledger.event import draft_event
from ledger.headlines import Headline
from ledger.location import Location
from ledger.restoring import restore
from ledger.store import Ledger
from tests.some import some
from tests.table import append_opening, draft_note, make_headline

RECORDED = Path(__file__).parents[1] / "data" / "recorded" / "ledger.db"
"""A ledger that was recorded with an older foldtable: forks, corrections, a hidden match."""


@pytest.fixture
def recorded(tmp_path: Path) -> Iterator[Ledger]:
    """That ledger, of today's revision."""
    shutil.copyfile(RECORDED, tmp_path / "recorded.db")
    with Ledger(tmp_path / "recorded.db") as opened:
        yield opened


def fill(ledger: Ledger) -> None:
    """Record two matches, one closed, hidden and with a branch, and every field of an event."""
    append_opening(ledger)
    told = draft_event("note", {"n": 1}, played_at="2026-11-30", intent={"n": "usual"})
    ledger.append("m", 1, [told], "tess", digests=[("e/1", "aa")])
    append_opening(ledger, "n", "nutmeg", title="둘째", simulated=True)
    close = draft_event(Close.type, Close(how="abandoned"))
    headline = make_headline("nutmeg", title="둘째", closed_at="now", how="abandoned")
    ledger.append("n", 1, [close], "tess", headline=headline._replace(simulated=True))
    ledger.hide("n")
    head = ledger.head("m")
    fork = make_headline("oak", parent_id="m", base_version=head.version, base_hash=head.hash)
    draft = draft_event("match.fork", {"parent": "m"})
    ledger.append("f", head.version, [draft], "tess", headline=fork)


def assert_same(ledger: Ledger, other: Ledger) -> None:
    """Fail unless two ledgers hold the same."""
    infos = ledger.matches()
    assert other.matches() == infos
    for info in some(infos):
        assert other.events(info.match_id) == ledger.events(info.match_id)
        assert other.digests(info.match_id) == ledger.digests(info.match_id)
        assert other.headline(info.match_id) == ledger.headline(info.match_id)
    assert other.journal().events == ledger.journal().events
    assert other.find_damage() is None
    assert other.find_schema_changes() == ()


def test_everything_is_copied_there_and_back(
    recorded: Ledger, ledger: Ledger, tmp_path: Path
) -> None:
    """Matches, branches, digests, intents, the journal; from one database into the other."""
    copied = copy_ledger(recorded, ledger)
    assert copied.new == copied.events > 1000
    assert_same(recorded, ledger)
    with Ledger(tmp_path / "back.db") as back:
        copy_ledger(ledger, back)
        assert_same(recorded, back)


def test_every_field_is_copied(ledger: Ledger, tmp_path: Path) -> None:
    """Of headlines and events; one can go on in the copy."""
    fill(ledger)
    with Ledger(tmp_path / "copy.db") as copy:
        copy_ledger(ledger, copy)
        assert_same(ledger, copy)
        copy.append("m", 2, [draft_note(2)], "tess")


def test_a_copy_takes_in_what_is_new(ledger: Ledger, tmp_path: Path) -> None:
    """Given again it adds that and nothing else."""
    fill(ledger)
    with Ledger(tmp_path / "copy.db") as copy:
        assert copy_ledger(ledger, copy).new > 0
        assert copy_ledger(ledger, copy).new == 0
        ledger.append("m", 2, [draft_note(2)], "tess", headline=make_headline(title="later"))
        ledger.hide("n", False)
        assert copy_ledger(ledger, copy).new == 2
        assert_same(ledger, copy)


def test_an_interrupted_copy_goes_on(
    recorded: Ledger, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there is kept and compared."""
    monkeypatch.setattr("ledger.copying.BATCH", 100)
    seen: list[int] = []

    def stop() -> None:
        seen.append(1)
        if len(seen) == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_ledger(recorded, ledger, stop)
    there = sum(len(ledger.events(info.match_id)) for info in ledger.matches())
    assert there > 0
    copied = copy_ledger(recorded, ledger)
    assert 0 < copied.new < copied.events
    assert_same(recorded, ledger)


def test_nothing_is_copied_over_something_else(ledger: Ledger, tmp_path: Path) -> None:
    """Another match, or another event of the same one: the ledger stays as it is."""
    fill(ledger)
    with Ledger(tmp_path / "other.db") as other:
        append_opening(other, "x", "elder")
        before = other.journal().events
        with pytest.raises(Conflict):
            copy_ledger(ledger, other)
        assert [info.name for info in other.matches()] == ["elder"]
        assert other.journal().events == before
    with Ledger(tmp_path / "copy.db") as copy:
        copy_ledger(ledger, copy)
        copy.append("m", 2, [draft_note(9)], "tess")
        ledger.append("m", 2, [draft_note(8)], "tess")
        with pytest.raises(Conflict):
            copy_ledger(ledger, copy)


@pytest.mark.only("sqlite")
def test_a_ledger_that_was_tampered_with_is_not_copied(ledger: Ledger, tmp_path: Path) -> None:
    """The event is named."""
    fill(ledger)
    ledger.database.execute("DROP TRIGGER events_never_update")
    ledger.database.execute("UPDATE events SET actor = 'tom' WHERE actor = 'tess' AND version = 2")
    with Ledger(tmp_path / "copy.db") as copy, pytest.raises(DamagedLedger, match="event 2"):
        copy_ledger(ledger, copy)


def test_a_parent_comes_before_its_branches(ledger: Ledger) -> None:
    """Whatever the order of the listing; parents in a circle end, too."""
    fill(ledger)
    infos = ledger.matches()
    for order in some((infos, infos[::-1])):
        ids = [info.match_id for info in order_parents_first(order)]
        assert sorted(ids) == ["f", "m", "n"]
        assert ids.index("m") < ids.index("f")
    circle = [info._replace(parent_id=info.match_id) for info in infos]
    assert len(order_parents_first(circle)) == len(infos)


# -- backups -------------------------------------------------------------------------------------


def pass_all(ledger: Ledger) -> None:
    """Find nothing wrong."""


def test_a_backup_is_of_one_moment(ledger: Ledger, location: Location, tmp_path: Path) -> None:
    """Others record meanwhile, and need not wait."""
    fill(ledger)
    versions = {info.match_id: info.version for info in ledger.matches()}
    with Ledger(location) as recorder:

        def record() -> None:
            recorder.append("m", recorder.head("m").version, [draft_note(1)], "tess")

        back_up(ledger, tmp_path / "backup.db", record)
    with Ledger(tmp_path / "backup.db") as backup:
        assert {info.match_id: info.version for info in backup.matches()} == versions
    assert ledger.head("m").version > versions["m"]
    assert not list(tmp_path.glob("*.part*"))


def test_a_backup_replaces_no_file(ledger: Ledger, tmp_path: Path) -> None:
    """Not even an empty one."""
    (tmp_path / "backup.db").touch()
    with pytest.raises(LedgerError, match="there already"):
        back_up(ledger, tmp_path / "backup.db")


def test_a_backup_that_was_begun_of_another_ledger_is_begun_anew(
    ledger: Ledger, tmp_path: Path
) -> None:
    """What was begun of this one is gone on with."""
    fill(ledger)
    with Ledger(tmp_path / "backup.db.part") as part:
        append_opening(part, "x", "elder")
    assert back_up(ledger, tmp_path / "backup.db").matches == 3


def test_a_backup_is_brought_back_and_what_was_there_is_kept(
    ledger: Ledger, location: Location, tmp_path: Path
) -> None:
    """Whoever has the ledger open sees what came back, and can go on."""
    fill(ledger)
    back_up(ledger, tmp_path / "backup.db")
    content = (tmp_path / "backup.db").read_bytes()
    ledger.append("m", 2, [draft_note(2)], "tess")
    append_opening(ledger, "x", "elder")
    restored = restore(tmp_path / "backup.db", location, pass_all, lambda: None)
    assert restored.kept is not None
    with Ledger(restored.kept) as kept, Ledger(tmp_path / "backup.db") as backup:
        assert {info.name for info in kept.matches()} == {"maple", "nutmeg", "oak", "elder"}
        assert kept.head("m").version == 3
        assert_same(backup, ledger)
    assert (tmp_path / "backup.db").read_bytes() == content
    ledger.append("m", 2, [draft_note(2)], "tess")


def test_a_backup_of_an_older_revision_is_brought_back(
    ledger: Ledger, location: Location, recorded: Ledger
) -> None:
    """The file stays as it is."""
    content = RECORDED.read_bytes()
    restored = restore(RECORDED, location, pass_all, lambda: None)
    assert restored.kept is None
    assert len(ledger.matches()) == len(recorded.matches())
    assert RECORDED.read_bytes() == content


def test_a_backup_that_is_not_whole_replaces_nothing(
    ledger: Ledger, location: Location, tmp_path: Path
) -> None:
    """It was changed, it was cut off, it is no ledger, or a check finds something."""
    fill(ledger)
    back_up(ledger, tmp_path / "backup.db")
    before: list[Headline] = [ledger.headline(each) for each in ("m", "n", "f")]
    shutil.copyfile(tmp_path / "backup.db", tmp_path / "changed.db")
    with closing(sqlite3.connect(tmp_path / "changed.db", isolation_level=None)) as stranger:
        stranger.execute("DROP TRIGGER events_never_update")
        stranger.execute("UPDATE events SET payload = '{}' WHERE version = 1")
    whole = (tmp_path / "backup.db").read_bytes()
    (tmp_path / "cut.db").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "letter.db").write_text("Dear Ana,")
    (tmp_path / "empty.db").touch()
    kinds = {"changed.db": DamagedLedger, "cut.db": LedgerError, "letter.db": NotALedger}
    for name, kind in some({**kinds, "empty.db": NotALedger}.items()):
        with pytest.raises(kind):
            restore(tmp_path / name, location, pass_all, lambda: None)

    def refuse(_: Ledger) -> None:
        raise LedgerError("no")

    with pytest.raises(LedgerError, match="no"):
        restore(tmp_path / "backup.db", location, refuse, lambda: None)
    assert [ledger.headline(each) for each in ("m", "n", "f")] == before
    assert not list(tmp_path.glob("*before-restore*"))


@pytest.mark.only("sqlite")
def test_a_backup_takes_the_place_of_a_damaged_file(ledger: Ledger, tmp_path: Path) -> None:
    """The damaged one stays beside it."""
    fill(ledger)
    back_up(ledger, tmp_path / "backup.db")
    ledger.close()
    path = tmp_path / "ledger.db"
    broken = path.read_bytes()[:20_000]
    path.write_bytes(broken)
    restored = restore(tmp_path / "backup.db", path, pass_all, lambda: None)
    assert restored.kept is not None
    assert restored.kept.read_bytes() == broken
    with Ledger(path) as opened, Ledger(tmp_path / "backup.db") as backup:
        assert_same(backup, opened)
