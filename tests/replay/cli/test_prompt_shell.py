"""Commands of the program at the recorder's prompt; and in the shell without a match's name."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest
import typer.main

from replay.cli.app import app
from replay.cli.terminal.shell import LEFT_OUT
from replay.desk.commands import COMMANDS
from tests.replay.cli.conftest import Run, kinds
from tests.replay.cli.terminal import at_terminal
from tests.some import some

GROUP: Any = typer.main.get_command(app)


def record(run: Run, match: str, *lines: str, code: int = 0) -> str:
    """Type lines at `foldtable record` and return all that it says."""
    return str(run("record", match, given="\n".join(lines) + "\n", code=code).output)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("register bank.red", "the bank: ruby"),
        ("register 3 bank.red", "the bank: ruby"),
        ("dispute open 3 --claim 'too many'", "maple@8"),
        ("dispute 3 they took too many", "they took too many"),
        ("dispute list", "No disputes."),
        ("reconcile bank.red=1", "the record says"),
        ("reconcile bank.red 1", "the record says"),
        ("doctor", "nobody has seen"),
        ("fork 3 --name twig", "twig"),
        ("matter 3", "instead"),
        ("compare maple", "The same up to"),
        ("under --waive S5", "by these rules"),
        ("export", '"game":"splendor"'),
        ("verify", "intact"),
        ("show 2", "maple@2"),
        ("log --since 3", "BREACH"),
        ("step --to 2", "Ana takes"),
        ("report -o page.html", "page.html"),
        ("matches", "maple"),
        ("games", "machi-koro"),
        ("precedents", "maple@3"),
        ("house", "house"),
        ("branches", "maple"),
        ("choices take", "take w1"),
        ("cards splendor ruby --json", "2r-k5"),
        ("undo --dry-run", "Strike"),
        ("help exit-codes --json", "done"),
    ],
)
def test_G1_commands_work_at_the_prompt(
    run: Run, maple: str, line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a match's name they mean the match of the prompt."""
    run("new", "splendor", "Cy", "Dee", "--another", "--name", "other")
    monkeypatch.chdir(tmp_path)
    assert said.replace(":", "") in record(run, maple, line).replace(":", "")


def test_G1_a_match_is_closed_signed_and_opened_again_at_its_prompt(run: Run, maple: str) -> None:
    """The recording goes on at the same prompt."""
    said = record(run, maple, "close --conceded Bo", "sign Ana", "reopen", "ugr")
    assert "Bo conceded." in said
    assert "Ana acknowledges" in said
    assert kinds() == ["match.close", "match.sign", "log.strike", "take"]


def test_G1_a_dispute_is_opened_and_ruled_on_at_the_prompt(run: Run, maple: str) -> None:
    """By the numbers of the events alone."""
    said = record(
        run,
        maple,
        "dispute open 3 --claim 'Bo took three' --by Ana --rule S5",
        "dispute rule 8 --decision stands --reason 'so it was'",
        "dispute list",
    )
    assert "3 stands, ruled by" in said
    assert "maple@8" in said


def test_G1_a_command_that_is_refused_stops_a_pipe_with_its_own_exit_code(
    run: Run, maple: str
) -> None:
    """It says why; nothing behind it is recorded."""
    assert "not over" in record(run, maple, "close", "ugr", code=4)
    assert kinds() == []


def test_G1_an_action_that_is_called_like_a_command_stays_an_action(run: Run) -> None:
    """The notation of the game comes first."""
    run("new", "wizard", "Ana", "Bo", "Cy", "--another", "--name", "pad")
    assert "Ana" in record(run, "pad", "deal a")


def test_G1_help_at_the_prompt_knows_the_commands_of_the_program(run: Run, maple: str) -> None:
    """All of them, with their options."""
    known = GROUP.commands.items()
    shown = [n for n, command in known if n not in (*LEFT_OUT, *COMMANDS) and not command.hidden]
    for name in some(shown):
        assert name in record(run, maple, f"help {name}"), name
    assert "--claim" in record(run, maple, "help dispute open")


@pytest.mark.parametrize(
    "command",
    [
        ("close", "--abandoned"),
        ("note", "hm"),
        ("undo",),
        ("amend", "2", "wur"),
        ("insert", "2", "b: wrk"),
        ("why", "bank.red"),
        ("register", "bank.red"),
        ("when", "a.points >= 0"),
        ("diff", "2", "3"),
        ("matter", "3"),
        ("fork", "--name", "twig"),
        ("export",),
        ("dispute", "open", "3", "--claim", "too many"),
        ("choices",),
        ("choices", "take"),
        ("balance", "bank"),
        ("show", "2"),
        ("hide",),
    ],
    ids=" ".join,
)
def test_G1_without_a_name_the_shell_means_the_last_match(
    run: Run, maple: str, command: tuple[str, ...]
) -> None:
    """The one that was recorded on last."""
    assert run(*command).output


def test_G1_sign_and_reopen_mean_the_match_that_was_closed_last(run: Run, maple: str) -> None:
    """Though another one is open."""
    run("new", "splendor", "Cy", "Dee", "--another", "--name", "other")
    run("close", maple, "--abandoned")
    assert "Ana acknowledges" in run("sign", "Ana").output
    assert "maple is open again" in run("reopen").output


def test_G1_a_misspelt_match_is_still_an_error(run: Run, maple: str) -> None:
    """It is not taken for something else."""
    assert "maple" in run("why", "mapel", "bank.red", code=3).stderr


def test_choices_are_json_for_scripts(run: Run, maple: str) -> None:
    """Each with the line to type, its words and its price."""
    found = json.loads(run("choices", maple, "--json").stdout)
    taken = [each for each in found["choices"] if each["verb"] == "take"]
    assert found["match"] == maple
    assert {"line", "text", "price", "action", "seat", "open"} <= taken[0].keys()


@pytest.mark.parametrize("word", [("win",), ("fan",), ("count",), ("record",), ("dispute", "open")])
def test_F10_the_shell_explains_words_and_commands(run: Run, word: tuple[str, ...]) -> None:
    """Without a match."""
    assert run("help", *word).stdout.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are otherwise there")
def test_F16_a_line_typed_while_a_long_answer_is_shown_is_carried_out(
    tmp_path: Path, maple: str
) -> None:
    """It is no answer to whether more is shown, and it is not lost."""
    child = at_terminal(tmp_path, "record", maple, rows=24, columns=80)
    child.expect("8 a Ana>")
    child.send("log --raw --json\r")
    child.expect("Enter shows more")
    child.send("note pizza has come\r")
    child.expect("Noted")
    child.expect("9 a Ana>")
    child.send("quit\r")
    child.expect(pexpect.EOF)
    child.close(force=True)


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are otherwise there")
def test_G1_long_answers_are_shown_a_screen_at_a_time(tmp_path: Path, maple: str) -> None:
    """Enter shows more, q goes back; ``?`` lists what can be done."""
    child = at_terminal(tmp_path, "record", maple, rows=24, columns=80)
    child.expect("8 a Ana>")
    child.send("help close\r")
    child.expect("--conceded")
    child.expect("8 a Ana>")
    child.send("log --raw --json\r")
    child.expect("Enter shows more")
    child.send("q\r")
    child.expect("8 a Ana>")
    child.send("?\r")
    child.expect("take w1")
    child.send("q\r")
    child.send("\r")
    child.send("quit\r")
    child.expect(pexpect.EOF)
    child.close(force=True)
    assert kinds() == []
