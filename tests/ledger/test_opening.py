"""Tests of opening a ledger: created, migrated, or refused.

A refused file is left as it was, and the error says what to do.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import pytest

import migrations
from ledger import sqlite as ledger_sqlite
from ledger.errors import DamagedLedger, LedgerError, NewerSchema, NotALedger, UnwritableLedger
from ledger.sqlite import read_revision, translate_errors
from ledger.store import Ledger
from tests.some import some
from tests.table import append_opening, draft_note, make_headline

# -- what can be opened --------------------------------------------------------------------------


def test_a_fresh_file_becomes_a_ledger(tmp_path: Path) -> None:
    """It has the newest revision, and there is no backup."""
    with Ledger(tmp_path / "fresh.db") as ledger:
        assert ledger.matches() == []
    assert read_revision(tmp_path / "fresh.db") == migrations.HEAD
    assert not list(tmp_path.glob("*.before-*"))


def test_an_empty_file_becomes_a_ledger(tmp_path: Path) -> None:
    """`touch` makes such a file."""
    (tmp_path / "empty.db").touch()
    with Ledger(tmp_path / "empty.db") as ledger:
        append_opening(ledger)


def test_folders_that_are_missing_are_made(tmp_path: Path) -> None:
    """Any number of them."""
    with Ledger(tmp_path / "a" / "b" / "c" / "ledger.db") as ledger:
        append_opening(ledger)
    assert (tmp_path / "a" / "b" / "c" / "ledger.db").is_file()


def test_a_name_with_any_letters_can_be_opened(tmp_path: Path) -> None:
    """Spaces, characters with a meaning in URLs, Hangul."""
    for name in ("game night.db", "what?.db", "100%#1.db", "놀이판.db"):
        with Ledger(tmp_path / name) as ledger:
            append_opening(ledger)
        with Ledger(tmp_path / name) as ledger:
            assert len(ledger.events("m")) == 1
        assert (tmp_path / name).is_file()


def test_a_ledger_is_opened_again_as_it_was(tmp_path: Path) -> None:
    """Nothing is migrated, and no file is left beside it."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        events = append_opening(ledger)
    with Ledger(tmp_path / "ledger.db") as ledger:
        assert ledger.events("m") == events
    assert [path.name for path in tmp_path.glob("ledger.db*")] == ["ledger.db"]


OPENER = """
import sys
from pathlib import Path
from ledger.store import Ledger

Ledger(Path(sys.argv[1])).close()
"""


def test_two_processes_may_open_the_same_fresh_file(tmp_path: Path) -> None:
    """One creates the tables, the other one finds them."""
    command = [sys.executable, "-c", OPENER, str(tmp_path / "ledger.db")]
    opening = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(2)]
    assert [process.communicate(timeout=60)[1] for process in opening] == [b"", b""]
    with Ledger(tmp_path / "ledger.db") as ledger:
        assert ledger.find_damage() is None


def test_several_threads_may_open_the_same_ledger(tmp_path: Path) -> None:
    """Each thread has its own connection."""
    Ledger(tmp_path / "ledger.db").close()

    def count(_: int) -> int:
        with Ledger(tmp_path / "ledger.db") as ledger:
            return len(ledger.matches())

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(count, range(8))) == [0] * 8


# -- durability ----------------------------------------------------------------------------------


@pytest.mark.parametrize("time", ["first", "second"])
def test_commits_are_durable_and_readers_need_not_wait(tmp_path: Path, time: str) -> None:
    """WAL, synchronous=FULL, foreign keys: in a new file and in one that is opened again."""
    if time == "second":
        Ledger(tmp_path / "ledger.db").close()
    names = ("journal_mode", "synchronous", "foreign_keys")
    with Ledger(tmp_path / "ledger.db") as ledger:
        found = [ledger.database.execute(f"PRAGMA {name}")[0][0] for name in names]
    assert found == ["wal", 2, 1]


def test_a_reader_does_not_wait_for_a_writer(ledger: Ledger) -> None:
    """It reads the events from before the open transaction."""
    append_opening(ledger)
    with Ledger(ledger.where) as reader, ledger._begin() as writing:
        writing.execute("INSERT INTO digests VALUES ('m', 1, 'e', 'd')")
        assert len(reader.events("m")) == 1
        assert reader.digests("m") == {}


def test_H1_a_read_transaction_reads_one_moment(ledger: Ledger) -> None:
    """Events, digests and headline belong together, whatever is appended meanwhile."""
    append_opening(ledger)
    with Ledger(ledger.where) as reader, reader.read_transaction():
        assert reader.events("m") == ledger.events("m")
        ledger.append(
            "m",
            1,
            [draft_note(1)],
            "tess",
            digests=[("e/1", "aa")],
            headline=make_headline(title="later"),
        )
        assert reader.digests("m") == {}
        assert reader.headline("m").title == reader.find("maple").title == ""
    with Ledger(ledger.where) as reader:
        assert reader.digests("m") == {2: ("e/1", "aa")}
        assert reader.find("maple").title == "later"
    ledger.append("m", 2, [draft_note(2)], "tess")


def test_a_lock_that_is_not_released_is_an_error(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost: the append succeeds once the lock is released."""
    append_opening(ledger)
    monkeypatch.setattr("ledger.sqlite.BUSY_SECONDS", 0.05)
    with (
        Ledger(ledger.where) as waiting,
        ledger._begin(),
        pytest.raises(UnwritableLedger, match="locked"),
    ):
        waiting.append("m", 1, [draft_note(1)], "tess")
    with Ledger(ledger.where) as after:
        after.append("m", 1, [draft_note(1)], "tess")


HOLD = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute(sys.argv[2])
print("held", flush=True)
sys.stdin.readline()
held.execute("COMMIT")
held.close()
"""
"""Holds a lock on a database until a line is typed."""


@contextmanager
def hold_lock(path: Path, how: str) -> Iterator[Callable[[], None]]:
    """Let another process hold a lock on a database, and give what releases it."""
    command = [sys.executable, "-c", HOLD, str(path), how]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as held:
        assert held.stdin is not None
        assert held.stdout is not None
        assert held.stdout.readline() == "held\n"
        held_input = held.stdin

        def release() -> None:
            held_input.write("\n")
            held_input.flush()

        yield release
        if held.poll() is None:
            held.communicate("\n")
        assert held.returncode == 0


def test_K2_a_fresh_file_that_another_process_has_locked_is_waited_for(tmp_path: Path) -> None:
    """Both open it at once: whoever comes second waits, and finds a ledger or makes it."""
    path = tmp_path / "ledger.db"
    with hold_lock(path, "BEGIN EXCLUSIVE") as release:
        Timer(0.3, release).start()
        with Ledger(path) as ledger:
            append_opening(ledger)
            assert [event.version for event in ledger.events("m")] == [1]


def test_K2_a_fresh_file_that_stays_locked_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a while, and with the reason."""
    monkeypatch.setattr("ledger.sqlite.BUSY_SECONDS", 0.05)
    path = tmp_path / "ledger.db"
    with hold_lock(path, "BEGIN EXCLUSIVE"), pytest.raises(UnwritableLedger, match="locked"):
        Ledger(path)
    with Ledger(path) as ledger:
        assert ledger.matches() == []


def test_K2_a_ledger_whose_journal_another_process_holds_is_opened(tmp_path: Path) -> None:
    """Its mode cannot be switched then; it is read all the same, and appended to afterwards."""
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        append_opening(ledger)
    other = sqlite3.connect(path)
    assert other.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
    other.close()
    with hold_lock(path, "BEGIN IMMEDIATE") as release, Ledger(path) as ledger:
        assert len(ledger.events("m")) == 1
        release()
        ledger.append("m", 1, [draft_note(1)], "tess")
        assert len(ledger.events("m")) == 2


def test_K2_a_file_that_is_made_a_ledger_meanwhile_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite does not wait where the journal's mode is being switched: it is tried again."""
    path = tmp_path / "ledger.db"
    tried = []

    def fail_once(path: Path) -> None:
        tried.append(path)
        if len(tried) == 1:
            raise sqlite3.OperationalError("database is locked")
        migrate(path)

    migrate = ledger_sqlite._migrate
    monkeypatch.setattr("ledger.sqlite._migrate", fail_once)
    Ledger(path).close()
    assert tried == [path, path]


def test_a_full_disk_leaves_the_log_as_it_was(ledger: Ledger) -> None:
    """An append that does not fit is not stored at all. With space again, the next one is."""
    append_opening(ledger)
    ((pages,),) = ledger.database.execute("PRAGMA page_count")
    ledger.database.execute(f"PRAGMA max_page_count={pages + 2}")

    def fill_up() -> None:
        while True:
            appended = ledger.head("m").version
            ledger.append("m", appended, [draft_note(appended)], "tess")

    with pytest.raises(UnwritableLedger, match="full"):
        fill_up()
    appended = len(ledger.events("m"))
    assert appended > 1
    assert ledger.find_damage() is None
    ledger.database.execute("PRAGMA max_page_count=100000")
    ledger.append("m", appended, [draft_note(appended)], "tess")
    assert len(ledger.events("m")) == appended + 1


FULL = """
import resource, signal, sys
from pathlib import Path
from ledger.errors import LedgerError
from ledger.event import draft_event
from ledger.store import Ledger

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path, most = Path(sys.argv[1]), int(sys.argv[2])
with Ledger(path) as ledger:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    appended = 0
    try:
        while appended < 2000:
            ledger.append("m", appended + 1, [draft_event("note", {"n": appended})], "tess")
            appended += 1
    except LedgerError as error:
        kept = len(ledger.events("m")) - 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        ledger.append("m", kept + 1, [draft_event("note", {"n": kept})], "tess")
        print(type(error).__name__, appended, kept)
"""


@pytest.mark.parametrize("room", [60_000, 61_111, 64_321])
def test_a_write_that_fails_at_any_byte_leaves_the_log_as_it_was(tmp_path: Path, room: int) -> None:
    """The file system fails within a commit; the same connection goes on later."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        append_opening(ledger)
    command = [sys.executable, "-c", FULL, str(tmp_path / "ledger.db"), str(room)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.stderr == ""
    error, appended, kept = found.stdout.split()
    assert error in ("UnwritableLedger", "DamagedLedger")
    assert appended == kept != "0"
    with Ledger(tmp_path / "ledger.db") as ledger:
        assert [event.data()["n"] for event in ledger.events("m")[1:]] == list(range(int(kept) + 1))
        assert ledger.find_damage() is None


# -- what cannot ---------------------------------------------------------------------------------


def catch_refusal(path: Path) -> LedgerError:
    """Return the error of opening a file. Fail if it opens, or if the file has changed."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(LedgerError) as caught:
        Ledger(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert str(path) in str(caught.value)
    assert caught.value.hint
    return caught.value


def test_a_folder_is_no_ledger(tmp_path: Path) -> None:
    """The hint names a file in it."""
    assert isinstance(catch_refusal(tmp_path), NotALedger)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """A text, one byte, a broken header: the files stay as they are."""
    contents = {
        "letter.txt": b"Dear Ana,\n" * 200,
        "one.txt": b"x",
        "header.db": b"SQLite format 3\0" + b"\xff" * 2000,
    }
    for name, content in some(contents.items()):
        (tmp_path / name).write_bytes(content)
        assert isinstance(catch_refusal(tmp_path / name), NotALedger | DamagedLedger), name


@pytest.mark.parametrize(
    "tables",
    [
        "CREATE TABLE bookmarks (id INTEGER)",
        "CREATE TABLE events (id INTEGER)",
        "CREATE TABLE alembic_version (version_num TEXT); CREATE TABLE users (id INTEGER);"
        "INSERT INTO alembic_version VALUES ('abc')",
        "CREATE TABLE alembic_version (version_num TEXT); CREATE TABLE users (id INTEGER)",
    ],
)
def test_another_programs_database_is_refused(tmp_path: Path, tables: str) -> None:
    """Also if it uses Alembic for its tables."""
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.executescript(tables)
    other.close()
    assert isinstance(catch_refusal(tmp_path / "other.db"), NotALedger)


UPGRADES = (
    "UPDATE alembic_version SET version_num = '9999'",
    "ALTER TABLE matches RENAME COLUMN last_at TO last_time",
)
"""What a newer foldtable does to a ledger."""


def test_whoever_has_a_ledger_open_that_is_upgraded_is_told_so(tmp_path: Path) -> None:
    """It is not damaged: neither where something is recorded nor where a column is missed."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        append_opening(ledger)
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as other, other:
            for statement in UPGRADES:
                other.execute(statement)
        for use in (lambda: ledger.append("m", 1, [draft_note(1)], "tess"), ledger.matches):
            with pytest.raises(NewerSchema) as found:
                use()
            assert "was upgraded by another foldtable meanwhile (schema 9999)" in str(found.value)
            assert "start foldtable again" in found.value.hint


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    """The hint says to update."""
    path = tmp_path / "ledger.db"
    Ledger(path).close()
    with sqlite3.connect(path) as future:
        future.execute("UPDATE alembic_version SET version_num = '9999'")
    future.close()
    error = catch_refusal(path)
    assert isinstance(error, NewerSchema)
    assert "9999" in str(error)
    assert "Update foldtable" in error.hint


def test_a_damaged_database_is_an_error(tmp_path: Path) -> None:
    """It is found when the file is opened or read."""
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        append_opening(ledger)
        ledger.append("m", 1, [draft_note(n) for n in range(200)], "tess")
    content = bytearray(path.read_bytes())
    content[5000:] = b"\xa5" * (len(content) - 5000)
    path.write_bytes(content)

    def read() -> None:
        with Ledger(path) as ledger:
            ledger.events("m")

    with pytest.raises(DamagedLedger) as found:
        read()
    assert "backup" in found.value.hint


def test_a_ledger_that_was_cut_off_is_damaged(tmp_path: Path) -> None:
    """Reading the revision finds it, too."""
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        append_opening(ledger)
        ledger.append("m", 1, [draft_note(n) for n in range(200)], "tess")
    path.write_bytes(path.read_bytes()[:30_000])
    assert isinstance(catch_refusal(path), DamagedLedger)
    with pytest.raises(DamagedLedger), translate_errors(path):
        read_revision(path)


OLDER = Path(__file__).parents[1] / "data" / "recorded" / "ledger.db"
"""A ledger of revision 0001."""

# -- where one may not write ---------------------------------------------------------------------

NOBODY = 65534


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Work as a user without rights: permissions do not apply to the superuser."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def without_somebody_else() -> Iterator[None]:
    """Work as the owner within `as_somebody_else`."""
    other = os.geteuid()
    if os.getuid() == 0:
        os.seteuid(0)
    try:
        yield
    finally:
        os.seteuid(other)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that only its owner may write to."""
    with tempfile.TemporaryDirectory() as made:
        path = Path(made)
        path.chmod(0o755)
        yield path
        path.chmod(0o755)


def lock(path: Path) -> None:
    """Make a file or a folder read-only, for its owner too."""
    path.chmod(0o555 if path.is_dir() else 0o444)


def test_no_ledger_is_created_in_a_read_only_folder(folder: Path) -> None:
    """Neither in it nor in a folder that would have to be made."""
    lock(folder)
    with as_somebody_else():
        assert isinstance(catch_refusal(folder / "ledger.db"), UnwritableLedger)
        assert isinstance(catch_refusal(folder / "deep" / "ledger.db"), UnwritableLedger)


def test_a_read_only_file_can_be_read(folder: Path) -> None:
    """Appending is refused."""
    with Ledger(folder / "ledger.db") as ledger:
        append_opening(ledger)
    lock(folder / "ledger.db")
    lock(folder)
    before = (folder / "ledger.db").read_bytes()

    def read_and_append() -> None:
        with Ledger(folder / "ledger.db") as ledger:
            assert len(ledger.events("m")) == 1
            ledger.append("m", 1, [draft_note(1)], "tess")

    with as_somebody_else(), pytest.raises(UnwritableLedger) as caught:
        read_and_append()
    assert "writable" in caught.value.hint
    assert (folder / "ledger.db").read_bytes() == before


def read_versions(path: Path) -> list[int]:
    """Return the versions of the events of the match `m` in a ledger."""
    with Ledger(path) as ledger:
        assert ledger.find_damage() is None
        assert ledger.find("maple").version == len(ledger.events("m"))
        return [event.version for event in ledger.events("m")]


def list_files(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("locked", ["file", "folder", "both"])
def test_H3_a_read_only_ledger_can_be_read(folder: Path, locked: str) -> None:
    """Its file may not be written, or its folder, or both. Nothing is written beside it."""
    path = folder / "ledger.db"
    with Ledger(path) as ledger:
        append_opening(ledger)
        ledger.append("m", 1, [draft_note(1)], "tess")
    for each in {"file": [path], "folder": [folder], "both": [path, folder]}[locked]:
        lock(each)
    before = list_files(folder)
    with as_somebody_else():
        assert read_versions(path) == [1, 2]
        with Ledger(path) as ledger, pytest.raises(UnwritableLedger):
            ledger.append("m", 2, [draft_note(2)], "tess")
    assert list_files(folder) == before


@pytest.mark.parametrize("journal", ["", "-wal"])
def test_H3_a_read_only_ledger_of_an_older_revision_can_be_read(folder: Path, journal: str) -> None:
    """It has no column for batches. It is migrated in memory, with the events in its WAL."""
    path = folder / "ledger.db"
    shutil.copyfile(OLDER, path)
    other = sqlite3.connect(path, isolation_level=None)
    if journal:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("UPDATE matches SET title = 'in the WAL'")
        shutil.copyfile(path.with_name(f"{path.name}{journal}"), folder / "kept")
    other.close()
    if journal:
        (folder / "kept").rename(path.with_name(f"{path.name}{journal}"))
    lock(path)
    lock(folder)
    before = list_files(folder)
    with as_somebody_else(), Ledger(path) as ledger:
        infos = ledger.matches()
        assert len(infos) > 1
        for info in some(infos):
            assert [event.batch for event in ledger.events(info.match_id)] == [None] * info.version
            assert not journal or info.title == "in the WAL"
        with pytest.raises(UnwritableLedger) as caught:
            ledger.hide(infos[0].match_id)
        assert "writable" in caught.value.hint
    assert list_files(folder) == before


def leave_events_in_wal(path: Path, notes: int) -> None:
    """Append notes to the match `m` and stop before they are merged into the file of the ledger."""
    with Ledger(path) as ledger:
        append_opening(ledger)
    with Ledger(path) as ledger:
        ledger.database.execute("PRAGMA wal_autocheckpoint=0")
        for n in range(1, notes + 1):
            ledger.append("m", n, [draft_note(n)], "tess")
        kept = {suffix: path.with_name(path.name + suffix).read_bytes() for suffix in ("", "-wal")}
    for suffix, content in kept.items():
        path.with_name(path.name + suffix).write_bytes(content)


@pytest.mark.parametrize("locked", ["file", "folder"])
def test_H2_events_in_the_wal_of_a_read_only_ledger_are_read(folder: Path, locked: str) -> None:
    """The recorder was killed: 30 of 31 events are only in the write-ahead log."""
    path = folder / "ledger.db"
    leave_events_in_wal(path, 30)
    for each in [folder] if locked == "folder" else [path, path.with_name("ledger.db-wal"), folder]:
        lock(each)
    before = list_files(folder)
    with as_somebody_else():
        assert read_versions(path) == list(range(1, 32))
    assert list_files(folder) == before


def test_H2_a_reader_without_rights_sees_what_a_recorder_appends(folder: Path) -> None:
    """The recorder is still running; its events are in the WAL."""
    path = folder / "ledger.db"
    with Ledger(path) as recorder:
        append_opening(recorder)
        recorder.append("m", 1, [draft_note(1)], "tess")
        folder.chmod(0o555)
        with as_somebody_else(), Ledger(path) as reader:
            assert len(reader.events("m")) == 2
            with without_somebody_else():
                recorder.append("m", 2, [draft_note(2)], "tess")
            assert len(reader.events("m")) == 3


def test_a_file_without_the_right_to_read_is_refused(folder: Path) -> None:
    """It belongs to somebody else."""
    Ledger(folder / "ledger.db").close()
    (folder / "ledger.db").chmod(0o000)
    with as_somebody_else(), pytest.raises(UnwritableLedger):
        Ledger(folder / "ledger.db")


def test_a_path_below_a_file_is_refused(tmp_path: Path) -> None:
    """There is no such folder, and none can be made."""
    (tmp_path / "file").write_text("not a folder")
    assert isinstance(catch_refusal(tmp_path / "file" / "ledger.db"), UnwritableLedger)


def test_a_broken_link_is_refused(tmp_path: Path) -> None:
    """The file cannot be made where the link points."""
    (tmp_path / "link.db").symlink_to(tmp_path / "missing" / "ledger.db")
    assert isinstance(catch_refusal(tmp_path / "link.db"), UnwritableLedger)


@pytest.mark.parametrize("name", ["full", "busy", "locked", "malformed", "not a database"])
def test_the_words_of_a_path_are_not_taken_for_the_cause(folder: Path, name: str) -> None:
    """A folder may have any name."""
    (folder / name).mkdir()
    lock(folder / name)
    with as_somebody_else():
        error = catch_refusal(folder / name / "deep" / "ledger.db")
    assert isinstance(error, UnwritableLedger)
    assert "writable" in error.hint


# -- migrating -----------------------------------------------------------------------------------

NEXT = '''
"""A column more."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("weather", sa.String, nullable=True))
    {then}
'''


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let this program know one more revision; return its file."""
    scripts = tmp_path / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, scripts)
    script = scripts / "versions" / "0007_weather.py"
    script.write_text(NEXT.format(then=""))
    monkeypatch.setattr(migrations, "__file__", str(scripts / "__init__.py"))
    monkeypatch.setattr(migrations, "HEAD", "0007")
    monkeypatch.setattr(migrations, "KNOWN", (*migrations.KNOWN, "0007"))
    return script


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A ledger of the present revision with a match."""
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        append_opening(ledger)
    return path


def test_an_older_ledger_is_brought_up_to_date(old: Path, newer: Path) -> None:
    """Opening migrates it; the events stay as they are."""
    with Ledger(old) as ledger:
        assert ledger.events("m")[0].type == "match.open"
        assert ledger.database.execute("SELECT weather FROM matches") == [(None,)]
    assert read_revision(old) == "0007"


def test_a_backup_stays_beside_it(old: Path, newer: Path) -> None:
    """It is a whole ledger of the older revision."""
    Ledger(old).close()
    copy = old.with_name("ledger.db.before-0007")
    assert read_revision(copy) == "0006"
    with sqlite3.connect(copy) as kept:
        assert kept.execute("SELECT type FROM events WHERE match_id = 'm'").fetchall() == [
            ("match.open",)
        ]
    kept.close()


def test_the_backup_has_what_only_the_write_ahead_log_holds(old: Path, newer: Path) -> None:
    """Another program has the ledger open; its last commit is in the backup."""
    other = sqlite3.connect(old, isolation_level=None)
    other.execute("INSERT INTO digests VALUES ('m', 1, 'e', 'd')")
    Ledger(old).close()
    with sqlite3.connect(old.with_name("ledger.db.before-0007")) as kept:
        assert kept.execute("SELECT digest FROM digests").fetchone() == ("d",)
    kept.close()
    other.close()


def test_a_migration_that_fails_changes_nothing(old: Path, newer: Path) -> None:
    """It is one transaction: the older revision is still there."""
    newer.write_text(NEXT.format(then='op.execute("SELECT nonsense")'))
    with pytest.raises(LedgerError):
        Ledger(old)
    assert read_revision(old) == "0006"
    with sqlite3.connect(old) as kept:
        columns = [row[1] for row in kept.execute("PRAGMA table_info(matches)")]
    kept.close()
    assert "weather" not in columns


def test_a_current_ledger_is_opened_without_loading_alembic(old: Path) -> None:
    """Loading it takes half a second."""
    probe = (
        "import sys; from pathlib import Path; from ledger.store import Ledger; "
        f"Ledger(Path({str(old)!r})).matches(); "
        "print([name for name in ('alembic', 'sqlalchemy', 'sqlmodel') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert found.stdout.strip() == "[]", found.stderr
