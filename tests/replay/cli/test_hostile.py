"""What may happen to a recording: full disks, foreign and vanishing files, words without end."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest

from ledger.store import Ledger
from replay.cli.terminal import live as prompts
from replay.desk.desk import Desk
from replay.files import exchange
from replay.record.session import Session
from replay.speech.fuzzy import find_similar, guess_candidate
from tests import table
from tests.replay.cli.conftest import Run, kinds
from tests.replay.cli.killed import COMMAND
from tests.replay.cli.terminal import at_terminal

unix = pytest.mark.skipif(
    sys.platform == "win32", reason="limits and terminals are otherwise there"
)


# -- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["x" * 2000, "루비" * 900, "a" * 65])
def test_a_word_without_end_is_like_nothing(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And it is not compared with everything there is."""
    monkeypatch.setattr("rapidfuzz.fuzz.WRatio", None)
    names = {f"id{n}": (f"name {n} of something longer",) for n in range(20)}
    assert find_similar(word, names) == []
    assert guess_candidate(word, names) is None


@pytest.mark.parametrize("line", ["b " + "x" * 1900, "x" * 2000, "cards " + "q" * 1900, "~" * 1999])
def test_a_long_line_is_answered_briefly(desk: Desk, line: str) -> None:
    """With what is wrong, not with all of it again."""
    (reply,) = desk.handle(line)
    assert reply.kind == "refused"
    assert len(table.join_replies([reply])) < len(line)


# -- files ---------------------------------------------------------------------------------------


@unix
def test_a_disk_that_takes_no_more(run: Run, maple: str, tmp_path: Path) -> None:
    """It is said, nothing that was recorded is lost, and the recording goes on afterwards."""
    import resource

    path = tmp_path / "ledger.db"
    limit = path.stat().st_size + 200_000

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    lines = "".join(f"note {n} {'x' * 1500}\n" for n in range(300))
    result = subprocess.run(
        [*COMMAND, "record", maple],
        input=lines,
        env={**os.environ, "FOLDTABLE_DB": str(path)},
        capture_output=True,
        text=True,
        preexec_fn=limited,
        check=False,
    )
    assert result.returncode == 4, result.stderr
    assert "Traceback" not in result.stderr
    assert "full" in result.stderr
    kept = result.stdout.count("Noted.")
    assert 0 < kept < 300
    assert kinds() == ["log.note"] * kept
    run("record", maple, given="ugr\n")
    run("verify", maple)


@pytest.mark.parametrize("dropped", ["digests", "seats"])
def test_a_table_that_was_dropped(run: Run, maple: str, tmp_path: Path, dropped: str) -> None:
    """The database is damaged; what it still holds is left as it is."""
    path = tmp_path / "ledger.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"DROP TABLE {dropped}")
        connection.commit()
    before = path.read_bytes()
    result = run("record", maple, given="ugr\n", code=6)
    assert "is damaged" in result.stderr
    assert path.read_bytes() == before


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_another_programs_database_is_left_alone(run: Run, tmp_path: Path, journal: str) -> None:
    """Exit 7; not a byte of it changes, and nothing lies beside it afterwards."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    path = folder / "photos.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode={journal}")
        connection.execute("CREATE TABLE photos (name TEXT)")
        connection.execute("INSERT INTO photos VALUES ('holiday')")
        connection.commit()
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    for command in (
        ("matches",),
        ("new", "splendor", "Ana", "Bo"),
        ("record", "maple", "-e", "wug"),
    ):
        result = run(*command, "--db", str(path), code=7)
        assert "another program" in result.stderr
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before


@unix
def test_a_ledger_that_vanishes_under_the_prompt(tmp_path: Path, maple: str) -> None:
    """It is said; once it is back the recording goes on."""
    child = at_terminal(tmp_path, "record", maple)
    child.expect("8 a Ana>")
    (tmp_path / "ledger.db").rename(tmp_path / "away.db")
    child.send("ugr\r")
    child.expect("moved or deleted")
    child.expect("8 a Ana>")
    (tmp_path / "away.db").rename(tmp_path / "ledger.db")
    child.send("ugr\r")
    child.expect("9 b Bo>")
    child.sendcontrol("d")
    child.expect(pexpect.EOF)
    assert kinds() == ["take"]


def test_events_that_nobody_can_read_are_imported_and_told(
    run: Run, maple: str, tmp_path: Path
) -> None:
    """On stderr; the match is there, and so is every event."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        from ledger.event import draft_event

        info = ledger.find(maple)
        ledger.append(info.match_id, info.version, [draft_event("juggle", {"balls": 3})], "tess")
        (tmp_path / "odd.json").write_bytes(exchange.export_match(ledger, ledger.find(maple)))
    other = ("--db", str(tmp_path / "other.db"))
    result = run("import", str(tmp_path / "odd.json"), *other)
    assert "8 new of 8 events" in result.stdout
    assert "1 event cannot be read and is kept as it is: 8" in result.stderr
    assert json.loads(run("import", str(tmp_path / "odd.json"), "--json", *other).stdout)[0][
        "unread"
    ] == [8]
    quiet = run("import", str(tmp_path / "odd.json"), "--quiet", *other)
    assert quiet.stderr == ""
    with Ledger(tmp_path / "ledger.db") as ledger:
        run("undo", maple, "8")
        (tmp_path / "even.json").write_bytes(exchange.export_match(ledger, ledger.find(maple)))
    assert run("import", str(tmp_path / "even.json"), *other).stderr == ""


# -- people --------------------------------------------------------------------------------------


@unix
def test_two_recorders_at_once(tmp_path: Path, maple: str) -> None:
    """Each sees what the other recorded; what came second is asked for again, and not doubled."""
    ana, bo = (at_terminal(tmp_path, "record", maple) for _ in range(2))
    ana.expect("8 a Ana>")
    bo.expect("8 a Ana>")
    ana.send("ugr\r")
    ana.expect("9 b Bo>")
    bo.send("ugr\r")
    bo.expect("has just recorded the same")
    bo.expect("9 b Bo>")
    bo.send("rgw\r")
    bo.expect("10 a Ana>")
    ana.send("undo 8\r")
    ana.expect("recorded by somebody else|Strike 8")
    for child in (ana, bo):
        child.sendcontrol("c")
        child.close(force=True)
    assert kinds()[:2] == ["take", "take"]
    assert kinds().count("take") == 2


def test_half_a_line_is_recorded_as_far_as_it_goes(run: Run, maple: str) -> None:
    """A pipe that breaks off within a line: the parts that are whole count."""
    run("record", maple, given="ugr; rgw; gw", code=1)
    assert kinds() == ["take", "take"]
    run("verify", maple)


@pytest.mark.parametrize("when", ["before", "after"])
def test_ctrl_c_in_the_middle_of_recording(
    session: Session, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Either it was recorded or not; the page shows which, and the prompt goes on."""
    desk = table.open_desk(session)
    append = session.ledger.append
    lines = iter(["wug", "wrk"])

    def interrupted(*arguments: Any, **named: Any) -> Any:
        monkeypatch.setattr(session.ledger, "append", append)
        if when == "after":
            append(*arguments, **named)
        raise KeyboardInterrupt

    class Typist:
        """Types a line, then one more, then leaves."""

        def __init__(self, **_: Any) -> None:
            self.default_buffer = self

        def prompt(self, *_: Any, **__: Any) -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

    monkeypatch.setattr("prompt_toolkit.PromptSession", Typist)
    monkeypatch.setattr(session.ledger, "append", interrupted)
    assert prompts.record_live(desk, board=False) == ""
    stored = session.ledger.events(session.info.match_id)
    assert len(stored) == len(session.timeline.events) == (18 if when == "after" else 17)
    assert session.state == Session(session.ledger, session.info, "bo").state


def test_a_ledger_that_cannot_be_read_for_a_moment(
    session: Session, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The prompt says so and stays."""
    from ledger.errors import UnwritableLedger

    def locked(_self: Session) -> int:
        raise UnwritableLedger("It is locked.", "Try again.")

    class Leaver:
        """Leaves at once."""

        def __init__(self, **_: Any) -> None:
            self.default_buffer = self

        def prompt(self, *_: Any, **__: Any) -> str:
            raise EOFError

    monkeypatch.setattr("prompt_toolkit.PromptSession", Leaver)
    monkeypatch.setattr(Session, "refresh", locked)
    assert prompts.record_live(table.open_desk(session), board=False) == ""
    assert "It is locked. Try again." in capsys.readouterr().out


def test_a_copy_of_a_ledger_in_use_can_be_opened(maple: str, tmp_path: Path) -> None:
    """Whoever copies the file while somebody records has a ledger that reads."""
    shutil.copy(tmp_path / "ledger.db", tmp_path / "copy.db")
    with Ledger(tmp_path / "copy.db") as ledger:
        assert ledger.find(maple).version == 7
