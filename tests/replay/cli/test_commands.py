"""Exit codes and errors: what is wrong, why, and what to type next, in one paragraph."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import typer.main

from ledger.errors import NoSuchMatch
from ledger.store import Ledger
from replay.base.cluster import NoScheduler
from replay.base.parts import PartsFailed
from replay.cli.app import app
from replay.cli.catalog import GROUPS
from replay.cli.exits import MEANING, Exit
from replay.cli.failures import explain_failure
from tests.replay.cli.conftest import Run

GROUP: Any = typer.main.get_command(app)


def every() -> list[tuple[str, ...]]:
    """Every command and sub-command, as it is typed."""
    found: list[tuple[str, ...]] = []
    for name, command in GROUP.commands.items():
        found.append((name,))
        found += [(name, inner) for inner in getattr(command, "commands", {})]
    return found


def paragraph(text: str) -> bool:
    """Whether a text is one paragraph of whole sentences."""
    lines = text.strip().splitlines()
    return bool(lines) and all(line.strip() for line in lines)


def events(path: Path) -> int:
    """How many events a ledger file holds, read without foldtable."""
    with sqlite3.connect(path) as ledger:
        (n,) = ledger.execute("SELECT COUNT(*) FROM events").fetchone()
    ledger.close()
    return int(n)


# -- help ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", every(), ids=" ".join)
def test_every_command_has_help(run: Run, command: tuple[str, ...]) -> None:
    """It begins with a sentence, and says how the command is typed."""
    said = run(*command, "--help").stdout
    assert said.split("Usage: ")[1].startswith(f"foldtable {' '.join(command)} ")
    sentence = " ".join(said.split("\n\n")[1].split())
    assert sentence[0].isupper()
    assert sentence.endswith((".", "?", "!"))


@pytest.mark.parametrize("command", every(), ids=" ".join)
def test_every_option_is_explained(command: tuple[str, ...]) -> None:
    """In words of its own."""
    found = GROUP
    for name in command:
        found = found.commands[name]
    given = [each for each in found.params if "--help" not in each.opts]
    assert given or command[-1] in GROUPS
    assert [each.name for each in given if not each.help] == []


def test_the_exit_codes_are_documented(run: Run) -> None:
    """All of them, by a command."""
    listed = run("help", "exit-codes").stdout.splitlines()[1:]
    assert [line.split()[0] for line in listed] == [str(int(code)) for code in Exit]
    assert set(MEANING) == set(Exit)


def test_the_exit_codes_are_json_too(run: Run) -> None:
    """For a script that explains what came out."""
    listed = json.loads(run("help", "exit-codes", "--json").stdout)
    assert {int(code) for code in listed} == {int(code) for code in Exit}


@pytest.mark.parametrize("topic", [("environment",), ("notation", "splendor"), ("exit-codes",)])
def test_topics_are_explained(run: Run, topic: tuple[str, ...]) -> None:
    """The variables, the notation of a game."""
    assert run("help", *topic).stdout.strip()


# -- exit codes ----------------------------------------------------------------------------------

DONE = [
    ("games",),
    ("matches",),
    ("matches", "--game", "splendor", "--person", "ana", "--state", "open", "--all"),
    ("log", "maple"),
    ("log",),
    ("log", "map@2"),
    ("log", "maple", "--raw"),
    ("log", "maple", "--since", "2", "--seat", "bo", "--type", "take", "--moves", "--times"),
    ("show", "maple"),
    ("show", "maple@1", "--eyes", "bo"),
    ("show", "maple", "--eyes", "table", "--hindsight", "--as-of", "3"),
    ("step", "maple", "--from", "2", "--to", "3", "--board"),
    ("diff", "maple@1..3"),
    ("diff", "maple@3..3"),
    ("why", "maple", "ana.blue"),
    ("why", "maple@2", "bank.red"),
    ("rules", "splendor"),
    ("rules", "splendor", "S4", "s9"),
    ("rules", "스플렌더"),
    ("cards", "splendor", "ruby", "3"),
    ("cards", "splendor", "루비"),
    ("verify", "maple"),
    ("verify", "--all"),
    ("db",),
    ("db", "where"),
    ("db", "upgrade"),
    ("undo", "maple"),
    ("amend", "maple", "2", "wur"),
    ("amend", "maple", "2", "wur", "--dry-run"),
    ("insert", "maple", "2", "b: wrk"),
    ("note", "maple", "a", "remark"),
    ("close", "maple", "--abandoned"),
    ("close", "maple", "--conceded", "Bo"),
    ("close", "maple", "--result", "15,12"),
    ("hide", "maple"),
    ("unhide", "maple"),
    ("archive", "maple"),
    ("archive", "maple", "--restore"),
    ("new", "splendor", "A", "B", "--another", "--played", "2026-11-30", "-o", "tie_tokens"),
    ("new", "splendor", "--seats", "A,B,C", "--first", "B", "--another", "--level", "results"),
    ("record", "maple", "-e", "ugr"),
    ("fork", "maple@2"),
    ("export", "maple"),
    ("simulate", "splendor", "--seed", "3"),
]


@pytest.mark.parametrize("command", DONE, ids=" ".join)
def test_0_done(run: Run, maple: str, command: tuple[str, ...]) -> None:
    """And nothing is complained of."""
    assert "Error" not in run(*command).output


USAGE = [
    ("recrd",),
    ("log", "maple", "--nonsense"),
    ("log", "maple@x"),
    ("log", "maple", "--since", "abc"),
    ("diff", "maple"),
    ("diff", "maple@1"),
    ("matches", "--state", "lost"),
    ("matches", "--lang", "xx"),
    ("help", "nonsense"),
    ("help", "notation"),
    ("db", "drop"),
    ("verify",),
    ("new", "splendor", "--another"),
    ("new", "--another"),
    ("new", "splendor", "A", "--another"),
    ("new", "splendor", "A", "A", "--another"),
    ("new", "splendor", "A", "a", "--another"),
    ("new", "splendor", "A", "B:", "--another"),
    ("new", "splendor", "A", "B" * 41, "--another"),
    ("new", "splendor", "A", "B", "--another", "--level", "x"),
    ("new", "splendor", "A", "B", "--another", "-o", "x=1"),
    ("new", "splendor", "A", "B", "--another", "-o", "tie_tokens=maybe"),
    ("new", "splendor", "A", "B", "--another", "--played", "yesterday"),
    ("new", "splendor", "A", "B", "--another", "--name", "two words"),
    ("close", "maple", "--result", "15"),
    ("close", "maple", "--result", "a,b"),
    ("close", "maple", "--result", "1,2", "--abandoned"),
    ("amend", "maple", "2", "xyzzy"),
    ("amend", "maple", "1", "wug"),
    ("amend", "maple", "two", "wug"),
    ("undo", "maple", "1"),
    ("redo", "maple"),
    ("reopen", "maple"),
    ("record", "maple", "-e", "xyzzy"),
    ("simulate", "splendor", "--seats", "9"),
]


@pytest.mark.parametrize("command", USAGE, ids=" ".join)
def test_2_the_command_line_is_wrong(
    run: Run, maple: str, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """It is said how it reads; nothing was recorded."""
    before = events(tmp_path / "ledger.db")
    result = run(*command, code=2)
    assert result.stdout == ""
    assert result.stderr.strip()
    assert events(tmp_path / "ledger.db") == before


MISSING = [
    ("log", "nutmeg"),
    ("show", "maple@99"),
    ("show", "maple@0"),
    ("diff", "maple@1..99"),
    ("log", "maple", "--seat", "zoe"),
    ("show", "maple", "--eyes", "zoe"),
    ("why", "maple", "a.nothing"),
    ("rules", "splendor", "S99"),
    ("rules", "chess"),
    ("cards", "splendor", "xyzzy"),
    ("new", "splendr", "A", "B", "--another"),
    ("new", "splendor", "A", "B", "--another", "--first", "C"),
    ("close", "maple", "--conceded", "zoe"),
    ("import", "nothing.json"),
    ("verify", "nutmeg"),
    ("conform", "chess"),
    ("simulate", "chess"),
    ("fork", "maple@99"),
    ("record", "nutmeg"),
]


@pytest.mark.parametrize("command", MISSING, ids=" ".join)
def test_3_it_is_not_there(run: Run, maple: str, tmp_path: Path, command: tuple[str, ...]) -> None:
    """In one paragraph, with what is near where anything is."""
    before = events(tmp_path / "ledger.db")
    result = run(*command, code=3)
    assert result.stdout == ""
    assert paragraph(result.stderr)
    assert len(result.stderr.splitlines()) == 1
    assert events(tmp_path / "ledger.db") == before


@pytest.mark.parametrize("command", [("undo", "maple", "99"), ("amend", "maple", "99", "wug")])
def test_3_an_event_is_not_there(run: Run, maple: str, command: tuple[str, ...]) -> None:
    """As `foldtable help exit-codes` has it: no such match, game, file or event."""
    run(*command, code=3)


@pytest.mark.parametrize(
    ("command", "nearest"),
    [
        (("log", "mapel"), "maple"),
        (("show", "meple@2"), "maple"),
        (("rules", "splendour"), "splendor"),
        (("new", "splender", "A", "B", "--another"), "splendor"),
        (("rules", "splendor", "S44"), "S4"),
        (("why", "maple", "ana.saphire"), "sapphire"),
        (("cards", "splendor", "Machiaveli"), "Machiavelli"),
        (("recrod",), "record"),
        (("mtaches",), "matches"),
    ],
    ids=str,
)
def test_the_nearest_is_suggested(
    run: Run, maple: str, command: tuple[str, ...], nearest: str
) -> None:
    """A match, a game, a rule, a piece, a command."""
    said = run(*command, code=None).stderr
    assert "Did you mean" in said
    assert nearest in said.partition("Did you mean")[2]


def test_3_an_ambiguous_beginning_names_all(run: Run, maple: str) -> None:
    """One more letter tells them apart."""
    run("new", "splendor", "A", "B", "--another", "--name", "maple-sugar")
    run("new", "splendor", "A", "B", "--another", "--name", "map")
    assert run("log", "maple").output
    assert run("log", "map").output
    said = run("log", "mapl", code=3).stderr
    assert "maple-sugar, maple." in said
    assert "map," not in said.replace("maple", "")


def test_4_a_live_match_is_not_forgotten(run: Run, maple: str) -> None:
    """Starting another one names both ways to go on."""
    said = run("new", "splendor", "C", "D", code=4).stderr
    assert "foldtable record maple" in said
    assert "foldtable new splendor" in said
    assert "--another" in said
    assert len(json.loads(run("matches", "--json").stdout)) == 1
    run("new", "splendor", "C", "D", "--another")


@pytest.mark.parametrize("ending", [("close", "maple", "--abandoned"), ("hide", "maple")])
def test_a_match_that_is_over_is_not_live(run: Run, maple: str, ending: tuple[str, ...]) -> None:
    """Closed or put away."""
    run(*ending)
    run("new", "splendor", "C", "D")


def test_4_a_closed_match_is_not_recorded_on(run: Run, maple: str) -> None:
    """It is reopened first."""
    run("close", "maple", "--abandoned")
    said = run("record", "maple", given="ugr\n", code=4).stderr
    assert "foldtable reopen maple" in said
    assert "foldtable reopen maple" in run("close", "maple", "--abandoned", code=4).stderr
    run("reopen", "maple")
    run("record", "maple", given="ugr\n")


def test_4_a_game_that_is_not_over_is_not_closed_by_itself(run: Run, maple: str) -> None:
    """It is asked how it ended."""
    said = run("close", "maple", code=4).stderr
    assert all(flag in said for flag in ("--result", "--conceded", "--abandoned"))


def test_4_a_file_is_not_overwritten(run: Run, maple: str, tmp_path: Path) -> None:
    """Unless it is meant."""
    target = tmp_path / "kept.json"
    target.write_text("something else")
    assert "--force" in run("export", "maple", "-o", str(target), code=4).stderr
    assert target.read_text() == "something else"
    run("export", "maple", "-o", str(target), "--force")
    assert json.loads(target.read_bytes())["format"] == "foldtable/match"


def test_4_a_ledger_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    """A path below a file: no folder can be made there."""
    (tmp_path / "file").write_text("x")
    result = run("matches", "--db", str(tmp_path / "file" / "ledger.db"), code=4)
    assert "--db" in result.stderr
    assert paragraph(result.stderr)


def test_6_a_record_that_is_not_intact(run: Run, maple: str, tmp_path: Path) -> None:
    """It is named with the event; what can be read is still shown."""
    with sqlite3.connect(tmp_path / "ledger.db") as stranger:
        stranger.execute("DROP TRIGGER events_never_update")
        stranger.execute("UPDATE events SET actor = 'tom' WHERE version = 3")
    stranger.close()
    said = run("verify", "maple", code=6).stdout
    assert "NOT INTACT" in said
    assert "event 3" in said
    assert run("verify", "--all", "--json", code=6).stdout
    assert run("log", "maple").stdout


def test_6_another_seal(run: Run, maple: str) -> None:
    """The one on the score sheet is not this record's."""
    sheet = run("close", "maple", "--abandoned", "--json").stdout
    seal = json.loads(sheet)["seal"]
    run("verify", "maple", "--seal", seal)
    run("verify", "maple", "--seal", seal.replace("-", " ").upper())
    assert seal in run("verify", "maple", "--seal", "ab12" * 8, code=6).stdout


@pytest.mark.parametrize("content", [b"", b"{}", b"hello", b"\xff\xfe", b'{"format":"other"}'])
def test_7_what_cannot_be_read(run: Run, maple: str, tmp_path: Path, content: bytes) -> None:
    """Neither imported nor verified."""
    wrong = tmp_path / "wrong.match.json"
    wrong.write_bytes(content)
    before = events(tmp_path / "ledger.db")
    assert paragraph(run("import", str(wrong), code=7).stderr)
    assert "unreadable" in run("verify", str(wrong), code=7).stdout
    assert events(tmp_path / "ledger.db") == before


def test_6_and_7_an_edited_file(run: Run, maple: str, tmp_path: Path) -> None:
    """Verifying says where; importing refuses it whole."""
    file = tmp_path / "maple.match.json"
    run("export", "maple", "-o", str(file))
    run("verify", str(file))
    file.write_bytes(file.read_bytes().replace(b'"black":3', b'"black":2'))
    assert "event 3" in run("verify", str(file), code=6).stdout
    run("import", str(file), "--db", str(tmp_path / "other.db"), code=7)
    assert events(tmp_path / "other.db") == 0
    file.write_bytes(file.read_bytes()[:-200])
    assert "too early" in run("verify", str(file), code=7).stdout


@pytest.mark.parametrize(
    ("content", "code"), [(b"just a text", 7), (b"SQLite format 3\0" + b"x" * 500, 7)]
)
def test_a_wrong_database_is_left_as_it_is(
    run: Run, tmp_path: Path, content: bytes, code: int
) -> None:
    """Whatever is asked of it."""
    other = tmp_path / "other.db"
    other.write_bytes(content)
    for command in (("matches",), ("new", "splendor", "A", "B"), ("verify", "--all")):
        result = run(*command, "--db", str(other), code=None)
        assert result.exit_code in (code, 6)
        assert paragraph(result.stderr)
        assert other.read_bytes() == content


def test_a_newer_ledger_is_left_as_it_is(run: Run, tmp_path: Path) -> None:
    """An update reads it."""
    path = tmp_path / "newer.db"
    Ledger(path).close()
    with sqlite3.connect(path) as future:
        future.execute("UPDATE alembic_version SET version_num = '9999'")
    future.close()
    before = path.read_bytes()
    assert "Update foldtable" in run("matches", "--db", str(path), code=4).stderr
    assert path.read_bytes() == before


def test_an_import_that_has_diverged_exits_5(run: Run, maple: str, tmp_path: Path) -> None:
    """With the flag that takes it in all the same."""
    file, other = str(tmp_path / "maple.match.json"), str(tmp_path / "other.db")
    run("export", "maple", "-o", file)
    run("import", file, "--db", other)
    run("record", "maple", "--db", other, given="rgk\n")
    run("record", "maple", given="ugr\n")
    run("export", "maple", "-o", file, "--force")
    assert "--as-copy" in run("import", file, "--db", other, code=5).stderr
    assert "maple-2" in run("import", file, "--db", other, "--as-copy").stdout


def test_70_a_fault_of_ours_leaves_a_report(
    run: Run, maple: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says where it lies; nobody has to read it on the screen."""

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a screw is loose")

    monkeypatch.setattr("replay.cli.review.listing.show_log", broken)
    said = run("log", "maple", code=70).stderr
    assert "a screw is loose" in said
    report = Path(said.split("lies in ")[1].split(";")[0])
    assert "RuntimeError" in report.read_text()


def test_errors_are_json_too(run: Run, maple: str) -> None:
    """With --json: what, what to do, and the exit code."""
    told = json.loads(run("log", "mapel", "--json", code=3).stderr)
    assert set(told) == {"error", "hint", "exit"}
    assert told["exit"] == 3
    assert "maple" in told["hint"]


def test_exporting_into_a_missing_folder_names_it(run: Run, maple: str, tmp_path: Path) -> None:
    """What was typed is what is wrong."""
    target = tmp_path / "missing" / "maple.match.json"
    said = run("export", "maple", "-o", str(target), code=3).stderr
    assert said == f"There is no folder {target.parent}.\n"


def test_a_number_that_is_none_is_said_in_our_words() -> None:
    """Whatever raises it."""
    assert explain_failure(ValueError("x")).code == Exit.BUG
    assert explain_failure(LookupError("no event 9")).text == "No event 9."


def test_what_failed_in_parts_is_said_of_each_part() -> None:
    """With the exit code of the first, and what to do next."""
    errors = {
        "maple": NoSuchMatch("No match is called “{text}”.", text="x"),
        "oak": ValueError("x"),
    }
    found = explain_failure(PartsFailed(errors))
    assert found.code == Exit.MISSING
    first, second = found.text.splitlines()
    assert first == "maple: No match is called “x”. foldtable matches lists them."
    assert second.startswith("oak: This is a fault of foldtable: x.")
    assert explain_failure(NoScheduler("It does not answer.")).code == Exit.USAGE
