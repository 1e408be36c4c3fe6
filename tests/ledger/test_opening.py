"""Opening a ledger: made where nothing is, brought up to date, refused where it cannot be ours.

Whatever is refused is left as it was, and the refusal says what to do.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

import migrations
from ledger.errors import DamagedLedger, LedgerError, NewerSchema, NotALedger, UnwritableLedger
from ledger.sqlite import read_revision, translate_errors
from ledger.store import Ledger
from tests.table import append_opening, draft_note

# -- what can be opened --------------------------------------------------------------------------


def test_a_fresh_file_becomes_a_ledger(tmp_path: Path) -> None:
    """At the newest revision, without a backup of nothing."""
    with Ledger(tmp_path / "fresh.db") as ledger:
        assert ledger.matches() == []
    assert read_revision(tmp_path / "fresh.db") == migrations.HEAD
    assert not list(tmp_path.glob("*.before-*"))


def test_an_empty_file_becomes_a_ledger(tmp_path: Path) -> None:
    """As `touch` leaves it."""
    (tmp_path / "empty.db").touch()
    with Ledger(tmp_path / "empty.db") as ledger:
        append_opening(ledger)


def test_folders_that_are_missing_are_made(tmp_path: Path) -> None:
    """However many."""
    with Ledger(tmp_path / "a" / "b" / "c" / "ledger.db") as ledger:
        append_opening(ledger)
    assert (tmp_path / "a" / "b" / "c" / "ledger.db").is_file()


def test_a_name_with_any_letters_can_be_opened(tmp_path: Path) -> None:
    """Spaces, signs of URLs, Hangul."""
    for name in ("game night.db", "what?.db", "100%#1.db", "놀이판.db"):
        with Ledger(tmp_path / name) as ledger:
            append_opening(ledger)
        with Ledger(tmp_path / name) as ledger:
            assert len(ledger.events("m")) == 1
        assert (tmp_path / name).is_file()


def test_a_ledger_is_opened_again_as_it_was(tmp_path: Path) -> None:
    """Nothing migrates what is current."""
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
    """One makes the tables, the other finds them."""
    command = [sys.executable, "-c", OPENER, str(tmp_path / "ledger.db")]
    opening = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(2)]
    assert [process.communicate(timeout=60)[1] for process in opening] == [b"", b""]
    with Ledger(tmp_path / "ledger.db") as ledger:
        assert ledger.find_damage() is None


def test_two_threads_may_open_the_same_ledger(tmp_path: Path) -> None:
    """Once it is there."""
    Ledger(tmp_path / "ledger.db").close()

    def count(_: int) -> int:
        with Ledger(tmp_path / "ledger.db") as ledger:
            return len(ledger.matches())

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(count, range(8))) == [0] * 8


# -- durability ----------------------------------------------------------------------------------


@pytest.mark.parametrize("time", ["first", "second"])
def test_commits_are_durable_and_readers_need_not_wait(tmp_path: Path, time: str) -> None:
    """WAL, synchronous=FULL, foreign keys: when the file is made, and when it is opened again."""
    if time == "second":
        Ledger(tmp_path / "ledger.db").close()
    names = ("journal_mode", "synchronous", "foreign_keys")
    with Ledger(tmp_path / "ledger.db") as ledger:
        found = [ledger._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
    assert found == ["wal", 2, 1]


def test_a_reader_does_not_wait_for_a_writer(ledger: Ledger) -> None:
    """It sees the log as it was before the transaction that is still going on."""
    append_opening(ledger)
    with Ledger(ledger.path) as reader, ledger._begin() as writing:
        writing.execute("INSERT INTO digests VALUES ('m', 1, 'e', 'd')")
        assert len(reader.events("m")) == 1
        assert reader.digests("m") == {}


def test_a_lock_that_is_not_given_up_is_said(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost; the other program is to blame."""
    append_opening(ledger)
    monkeypatch.setattr("ledger.sqlite.BUSY_SECONDS", 0.05)
    with (
        Ledger(ledger.path) as waiting,
        ledger._begin(),
        pytest.raises(UnwritableLedger, match="locked"),
    ):
        waiting.append("m", 1, [draft_note(1)], "tess")
    with Ledger(ledger.path) as after:
        after.append("m", 1, [draft_note(1)], "tess")


def test_a_full_disk_leaves_the_log_as_it_was(ledger: Ledger) -> None:
    """The append that does not fit is refused whole; with space again, recording goes on."""
    append_opening(ledger)
    pages = ledger._connection.execute("PRAGMA page_count").fetchone()[0]
    ledger._connection.execute(f"PRAGMA max_page_count={pages + 2}")

    def fill_up() -> None:
        while True:
            appended = ledger.head("m").version
            ledger.append("m", appended, [draft_note(appended)], "tess")

    with pytest.raises(UnwritableLedger, match="full"):
        fill_up()
    appended = len(ledger.events("m"))
    assert appended > 1
    assert ledger.find_damage() is None
    ledger._connection.execute("PRAGMA max_page_count=100000")
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
    """The file system gives up in the middle of a commit; the same connection goes on later."""
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


def refused(path: Path) -> LedgerError:
    """Open what cannot be opened; return the refusal, the file being as it was."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(LedgerError) as caught:
        Ledger(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert str(path) in str(caught.value)
    assert caught.value.hint
    return caught.value


def test_a_folder_is_no_ledger(tmp_path: Path) -> None:
    """It could hold one."""
    assert isinstance(refused(tmp_path), NotALedger)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """A text, an image, half a header: none is written to."""
    contents = {
        "letter.txt": b"Dear Ana,\n" * 200,
        "one.txt": b"x",
        "header.db": b"SQLite format 3\0" + b"\xff" * 2000,
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        assert isinstance(refused(tmp_path / name), NotALedger | DamagedLedger), name


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
    """Also when it uses the same tool for its tables."""
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.executescript(tables)
    other.close()
    assert isinstance(refused(tmp_path / "other.db"), NotALedger)


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    """An older program must not guess."""
    path = tmp_path / "ledger.db"
    Ledger(path).close()
    with sqlite3.connect(path) as future:
        future.execute("UPDATE alembic_version SET version_num = '9999'")
    future.close()
    error = refused(path)
    assert isinstance(error, NewerSchema)
    assert "9999" in str(error)
    assert "Update foldtable" in error.hint


def test_a_damaged_database_is_said_to_be(tmp_path: Path) -> None:
    """Found on opening, or by the check that verifying begins with."""
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
    """Asked for its schema alone, too."""
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        append_opening(ledger)
        ledger.append("m", 1, [draft_note(n) for n in range(200)], "tess")
    path.write_bytes(path.read_bytes()[:30_000])
    assert isinstance(refused(path), DamagedLedger)
    with pytest.raises(DamagedLedger), translate_errors(path):
        read_revision(path)


# -- where one may not write ---------------------------------------------------------------------

NOBODY = 65534


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Work as a user who owns nothing here: to the superuser, permissions mean nothing."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may enter and nobody else may write to."""
    with tempfile.TemporaryDirectory() as made:
        path = Path(made)
        path.chmod(0o755)
        yield path
        path.chmod(0o755)


def lock(path: Path) -> None:
    """Take the right to write away, from the owner too."""
    path.chmod(0o555 if path.is_dir() else 0o444)


def test_a_folder_that_may_not_be_written_to(folder: Path) -> None:
    """No file can be made in it, nor a folder."""
    lock(folder)
    with as_somebody_else():
        assert isinstance(refused(folder / "ledger.db"), UnwritableLedger)
        assert isinstance(refused(folder / "deep" / "ledger.db"), UnwritableLedger)


def test_a_file_that_may_not_be_written_to(folder: Path) -> None:
    """What is in it can be read, or it is said why not; nothing can be appended."""
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


def test_a_file_that_may_not_be_read(folder: Path) -> None:
    """Somebody else's."""
    Ledger(folder / "ledger.db").close()
    (folder / "ledger.db").chmod(0o000)
    with as_somebody_else(), pytest.raises(UnwritableLedger):
        Ledger(folder / "ledger.db")


def test_a_path_below_a_file(tmp_path: Path) -> None:
    """There is no such folder, and none can be made."""
    (tmp_path / "file").write_text("not a folder")
    assert isinstance(refused(tmp_path / "file" / "ledger.db"), UnwritableLedger)


def test_a_link_into_nowhere(tmp_path: Path) -> None:
    """The file cannot be made where the link points."""
    (tmp_path / "link.db").symlink_to(tmp_path / "missing" / "ledger.db")
    assert isinstance(refused(tmp_path / "link.db"), UnwritableLedger)


@pytest.mark.parametrize("name", ["full", "busy", "locked", "malformed", "not a database"])
def test_the_words_of_a_path_are_not_taken_for_the_cause(folder: Path, name: str) -> None:
    """A folder may be called anything."""
    (folder / name).mkdir()
    lock(folder / name)
    with as_somebody_else():
        error = refused(folder / name / "deep" / "ledger.db")
    assert isinstance(error, UnwritableLedger)
    assert "writable" in error.hint


# -- migrating -----------------------------------------------------------------------------------

NEXT = '''
"""A column more."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("weather", sa.String, nullable=True))
    {then}
'''


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let this program know one more revision; return the file that makes it."""
    scripts = tmp_path / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, scripts)
    script = scripts / "versions" / "0003_weather.py"
    script.write_text(NEXT.format(then=""))
    monkeypatch.setattr(migrations, "__file__", str(scripts / "__init__.py"))
    monkeypatch.setattr(migrations, "HEAD", "0003")
    monkeypatch.setattr(migrations, "KNOWN", ("0001", "0002", "0003"))
    return script


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A ledger of the present revision with a match in it, some of it still in the WAL."""
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        append_opening(ledger)
    return path


def test_an_older_ledger_is_brought_up_to_date(old: Path, newer: Path) -> None:
    """On opening, with nothing to type; the events are what they were."""
    with Ledger(old) as ledger:
        assert ledger.events("m")[0].type == "match.open"
        assert ledger._connection.execute("SELECT weather FROM matches").fetchall() == [(None,)]
    assert read_revision(old) == "0003"


def test_a_backup_stays_beside_it(old: Path, newer: Path) -> None:
    """A whole ledger of the older revision."""
    Ledger(old).close()
    copy = old.with_name("ledger.db.before-0003")
    assert read_revision(copy) == "0002"
    with sqlite3.connect(copy) as kept:
        assert kept.execute("SELECT COUNT(*) FROM events").fetchone() == (1,)
    kept.close()


def test_the_backup_has_what_only_the_write_ahead_log_holds(old: Path, newer: Path) -> None:
    """Another program still has the ledger open; what it committed is in the copy."""
    other = sqlite3.connect(old, isolation_level=None)
    other.execute("INSERT INTO digests VALUES ('m', 1, 'e', 'd')")
    Ledger(old).close()
    with sqlite3.connect(old.with_name("ledger.db.before-0003")) as kept:
        assert kept.execute("SELECT digest FROM digests").fetchone() == ("d",)
    kept.close()
    other.close()


def test_a_migration_that_fails_changes_nothing(old: Path, newer: Path) -> None:
    """It is one transaction: the next program finds the older revision, whole."""
    newer.write_text(NEXT.format(then='op.execute("SELECT nonsense")'))
    with pytest.raises(LedgerError):
        Ledger(old)
    assert read_revision(old) == "0002"
    with sqlite3.connect(old) as kept:
        columns = [row[1] for row in kept.execute("PRAGMA table_info(matches)")]
    kept.close()
    assert "weather" not in columns


def test_what_is_current_is_opened_without_the_tools_that_migrate(old: Path) -> None:
    """They take half a second to load."""
    probe = (
        "import sys; from pathlib import Path; from ledger.store import Ledger; "
        f"Ledger(Path({str(old)!r})).matches(); "
        "print([name for name in ('alembic', 'sqlalchemy', 'sqlmodel') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert found.stdout.strip() == "[]", found.stderr
