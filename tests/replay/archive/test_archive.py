"""Archives: what is written is read again, only what is new is added, and any change is found."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from msgspec.structs import replace

from ledger.clerk import Close
from ledger.errors import Conflict
from ledger.event import hash_event
from ledger.store import Ledger
from replay.archive import writing
from replay.archive.layout import Partition
from replay.archive.manifest import (
    ArchiveFile,
    ArchiveOvertaken,
    NotAnArchive,
    make_manifest,
    read_manifest,
    write_manifest,
)
from replay.archive.parquet import read_part, write_part
from replay.archive.reading import Archive, make_event, make_match_file
from replay.archive.writing import Written, make_event_row, write_archive
from replay.files.exchange import export_match, import_file
from replay.files.match_file import UnreadableFile
from replay.record.opening import fork_match
from replay.record.session import Session
from replay.referee.archive_audit import audit_archive, count_archived
from tests import table
from tests.conftest import LONG
from tests.some import some


@pytest.fixture
def evenings(session: Session) -> Ledger:
    """A ledger with a corrected match, a branch of it, a simulated and a hidden one."""
    table.type_accepted(table.open_desk(session), "wug", "rkg", "undo", "wgk")
    fork_match(session.ledger, session.info, 17, "tess", "oak")
    ledger = session.ledger
    table.simulate(ledger, 7)
    hidden = table.open_session(ledger, name="ash", game="wizard", seats=("A", "B", "C"))
    ledger.hide(hidden.info.match_id)
    return ledger


@pytest.fixture
def archive(evenings: Ledger, tmp_path: Path) -> Path:
    """An archive of everything in that ledger."""
    write_archive(evenings, tmp_path / "archive", evenings.matches())
    return tmp_path / "archive"


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Ledger]:
    """Another ledger, an empty one."""
    with Ledger(tmp_path / "other.db") as opened:
        yield opened


def read_all(folder: Path, ledger: Ledger) -> int:
    """Read an archive into a ledger and return how many events were new."""
    found = Archive(folder).read_matches()
    return sum(import_file(ledger, make_match_file(each)).new for each in found)


def test_what_is_written_is_read_again(evenings: Ledger, archive: Path, other: Ledger) -> None:
    """Every event of every match, branches with their past."""
    read_all(archive, other)
    assert {info.name for info in other.matches()} == {info.name for info in evenings.matches()}
    for info in some(evenings.matches()):
        assert other.events(info.match_id) == evenings.events(info.match_id)
        assert export_match(other, info) == export_match(evenings, info)
    assert read_all(archive, other) == 0


def test_the_digests_and_the_listing_are_kept(evenings: Ledger, archive: Path) -> None:
    """As the ledger has them."""
    for found in some(Archive(archive).read_matches()):
        info = evenings.find(found.row.match_id)
        assert found.digests == evenings.digests(info.match_id)
        assert found.row.headline == evenings.headline(info.match_id).bare
        assert found.row.hidden_at == info.archived_at
        assert (found.row.version, found.row.last_at) == (info.version, info.last_at)


def test_files_lie_by_game_and_month(evenings: Ledger, archive: Path) -> None:
    """As Hive and everything after it expects them."""
    months = {(info.game, info.opened_at[:7]) for info in evenings.matches()}
    assert len(months) == 2
    expected = {
        f"{name}/game={game}/month={month}"
        for game, month in months
        for name in ("matches", "events", "digests")
    }
    found = {path.parent for path in archive.rglob("*.parquet")}
    assert {path.relative_to(archive).as_posix() for path in found} == expected


def test_the_name_of_a_game_cannot_leave_the_folder() -> None:
    """Whatever a third party calls one."""
    assert Partition("../up", "2026-11").folder("events") == "events/game=..%2Fup/month=2026-11"


def test_writing_again_adds_nothing(evenings: Ledger, archive: Path) -> None:
    """No file changes."""
    before = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
    assert write_archive(evenings, archive, evenings.matches()) == Written(0, 0, 0)
    assert {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()} == before


def test_only_what_is_new_is_added(
    evenings: Ledger, session: Session, archive: Path, other: Ledger
) -> None:
    """Later events, with their digests and the listing of now; older files stay."""
    before = read_manifest(archive).files
    later = Session(evenings, evenings.find("maple"), "tess")
    table.type_accepted(table.open_desk(later), "krg")
    later.close(Close(how="abandoned"))
    assert write_archive(evenings, archive, evenings.matches()) == Written(1, 2, 3)
    assert read_manifest(archive).files[: len(before)] == before
    read_all(archive, other)
    match_id = later.info.match_id
    assert other.events(match_id) == evenings.events(match_id)
    assert Archive(archive).matches[match_id].how == "abandoned"
    assert all(audit.intact for audit in some(audit_archive(archive)))


def test_a_match_that_is_hidden_later_gets_a_new_row_alone(evenings: Ledger, archive: Path) -> None:
    """No event is written twice."""
    info = evenings.find("maple")
    evenings.hide(info.match_id)
    assert write_archive(evenings, archive, [evenings.find("maple")]) == Written(1, 0, 1)
    assert Archive(archive).matches[info.match_id].hidden_at is not None


def test_a_branch_takes_its_parents_along(evenings: Ledger, tmp_path: Path, other: Ledger) -> None:
    """Its events are no match without them."""
    write_archive(evenings, tmp_path / "archive", [evenings.find("oak")])
    read_all(tmp_path / "archive", other)
    assert {info.name for info in other.matches()} == {"maple", "oak"}


def test_events_are_divided_among_files(
    evenings: Ledger, tmp_path: Path, other: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that no file, and no list of rows, grows without end."""
    monkeypatch.setattr(writing, "PART", 20)
    write_archive(evenings, tmp_path / "archive", evenings.matches())
    files = [f for f in read_manifest(tmp_path / "archive").files if f.table == "events"]
    assert len(files) == 4
    read_all(tmp_path / "archive", other)
    for info in some(evenings.matches()):
        assert other.events(info.match_id) == evenings.events(info.match_id)


def test_other_events_of_a_match_are_a_conflict(
    evenings: Ledger, archive: Path, tmp_path: Path
) -> None:
    """A copy of the ledger that went on otherwise is not mixed in."""
    other = tmp_path / "copy.db"
    with Ledger(other) as copy:
        for found in Archive(archive).read_matches():
            import_file(copy, make_match_file(found))
        for ledger, line in ((evenings, "krg"), (copy, "krw")):
            going_on = Session(ledger, ledger.find("maple"), "tess")
            table.type_accepted(table.open_desk(going_on), line)
        write_archive(evenings, archive, evenings.matches())
        with pytest.raises(Conflict, match="other events of maple"):
            write_archive(copy, archive, copy.matches())
        assert all(audit.intact for audit in some(audit_archive(archive)))


def test_a_folder_with_other_things_is_refused(evenings: Ledger, tmp_path: Path) -> None:
    """Nor is a file taken for a folder."""
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "love.txt").touch()
    with pytest.raises(NotAnArchive, match="not empty"):
        write_archive(evenings, tmp_path / "letters", evenings.matches())
    with pytest.raises(NotAnArchive, match="is a file"):
        write_archive(evenings, tmp_path / "letters" / "love.txt", evenings.matches())


def test_a_writing_that_was_interrupted_is_done_again(
    evenings: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the manifest is there nothing belongs to the archive; the same files are made again."""

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    folder = tmp_path / "archive"
    with monkeypatch.context() as patch:
        patch.setattr(writing, "write_manifest", fail)
        with pytest.raises(KeyboardInterrupt):
            write_archive(evenings, folder, evenings.matches())
    left = {path.name for path in folder.rglob("*.parquet")}
    assert left
    write_archive(evenings, folder, evenings.matches())
    assert {path.name for path in folder.rglob("*.parquet")} == left


def test_two_who_write_at_once_do_not_lose_files(archive: Path) -> None:
    """Whoever comes second writes again."""
    before = read_manifest(archive)
    write_manifest(archive, before, make_manifest(before.files[:2]))
    with pytest.raises(ArchiveOvertaken):
        write_manifest(archive, before, make_manifest(before.files[:1]))


# -- verified --------------------------------------------------------------------------------------


def test_an_archive_is_intact(archive: Path, evenings: Ledger) -> None:
    """As a whole, and every match in it."""
    audits = list(audit_archive(archive))
    assert [audit.findings for audit in audits if not audit.intact] == []
    assert len(audits) == 1 + len(evenings.matches())


def test_several_processes_verify_an_archive_as_one_does(archive: Path, tmp_path: Path) -> None:
    """Each match is counted as it is done; what a record notes is not done again."""
    alone = list(audit_archive(archive))
    recorded: list[bool] = []
    record = tmp_path / "verified.jsonl"
    audits = audit_archive(archive, lambda: recorded.append(record.exists()), jobs=2, record=record)
    assert list(audits) == alone
    assert recorded == [True] * (len(alone) - 1)
    assert count_archived(archive) == len(alone) - 1
    assert not record.exists()


def test_a_changed_byte_is_found_wherever_it_is(archive: Path, tmp_path: Path) -> None:
    """In the manifest, in any file."""
    chance = random.Random(5)
    files = sorted(path for path in archive.rglob("*") if path.is_file())
    assert len(files) > 6
    for path in some(files * (20 if LONG else 2)):
        copy = tmp_path / "copy"
        copytree(archive, copy)
        changed = copy / path.relative_to(archive)
        content = bytearray(changed.read_bytes())
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        changed.write_bytes(content)
        assert not all(audit.intact for audit in some(audit_archive(copy))), changed
        rmtree(copy)


def test_a_missing_file_is_named(archive: Path) -> None:
    """The matches of other partitions are verified all the same."""
    gone = next(file.path for file in read_manifest(archive).files if file.game == "wizard")
    (archive / gone).unlink()
    whole, *_matches = audit_archive(archive)
    assert [finding.text for finding in whole.findings] == [
        f"The file {gone} of the archive is missing."
    ]
    with pytest.raises(UnreadableFile):
        list(Archive(archive).read_matches())


def test_a_file_that_is_not_in_the_manifest_is_told_and_not_read(archive: Path) -> None:
    """It is no fault: an interrupted writing leaves it."""
    file = read_manifest(archive).files[0]
    (archive / file.path).with_name("part-0.parquet").touch()
    whole = next(audit_archive(archive))
    assert whole.intact
    assert [finding.kind for finding in whole.findings] == ["unchecked"]


def forge(archive: Path, change: str) -> None:
    """Change an event and hash it, its file and the manifest again, as a forger would."""
    manifest = read_manifest(archive)
    files: list[ArchiveFile] = []
    for file in manifest.files:
        if file.table != "events" or file.game != "splendor":
            files.append(file)
            continue
        events = [make_event(row) for row in read_part(archive, file).to_pylist()]
        number = next(n for n, event in enumerate(events) if event.type == "take")
        forged = events[number]
        if change == "payload":
            forged = replace(forged, payload=forged.payload.replace(b"1", b"2", 1))
        elif change == "hash":
            forged = replace(forged, actor="eve")
            forged = replace(forged, hash=hash_event(events[number - 1].hash, forged))
        events[number] = forged
        if change == "gone":
            del events[number]
        rows = [make_event_row(event) for event in events]
        partition = Partition(file.game, file.month)
        files.append(write_part(archive, "events", partition, rows))
    write_manifest(archive, manifest, make_manifest(tuple(files)))


@pytest.mark.parametrize("change", ["payload", "hash", "gone"])
def test_a_forger_who_hashes_the_files_again_breaks_the_chain(
    archive: Path, change: str, other: Ledger
) -> None:
    """And is not read into a ledger."""
    forge(archive, change)
    whole, *matches = audit_archive(archive)
    assert whole.intact
    broken = [audit for audit in matches if not audit.intact]
    assert broken
    assert {finding.kind for audit in broken for finding in audit.findings} >= {"chain"}
    with pytest.raises(UnreadableFile, match="does not verify"):
        read_all(archive, other)


def test_a_folder_without_a_manifest_is_no_archive(tmp_path: Path) -> None:
    """It says what makes one."""
    with pytest.raises(UnreadableFile, match="is no archive"):
        Archive(tmp_path)
