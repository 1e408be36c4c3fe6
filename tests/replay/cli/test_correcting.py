"""Corrections from the shell: shown only, asked about at a terminal, made at once in a pipe."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest

from ledger.location import locate_ledger
from ledger.store import Ledger
from tests.replay.cli.conftest import Run, kinds
from tests.replay.cli.terminal import at_terminal
from tests.some import some
from tests.table import LAID

here = pytest.mark.skipif(sys.platform == "win32", reason="terminals are otherwise there")


@pytest.mark.parametrize(
    ("command", "said", "kind"),
    [
        (("undo", "maple", "2"), "2  Ana takes", ["log.strike"]),
        (("undo", "maple"), "# hm", ["log.strike"]),
        (("amend", "maple", "2", "wuk"), "2 ", ["log.amend"]),
        (("insert", "maple", "2", "b: ugr"), "2: Bo takes", ["log.insert"]),
        (("shift", "maple", "2"), "2  Bo takes", ["log.amend", "log.amend"]),
        (("shift", "maple", "3", "--", "-1"), "3  Ana takes", ["log.amend"]),
        (("shift", "maple", "3", "-1"), "3  Ana takes", ["log.amend"]),
        (("insert", "maple", "2", "b: ugr; a: rk"), "2: Bo takes", ["log.insert"] * 2),
        (("amend", "maple", "2", "a:", "wuk"), "2 ", ["log.amend"]),
    ],
    ids=str,
)
def test_a_correction_is_shown_or_made(
    run: Run, maple: str, command: tuple[str, ...], said: str, kind: list[str]
) -> None:
    """``--dry-run`` only shows it; in a pipe it is made, and what it changed is printed."""
    if "--" in command:
        place = command.index("--")
        shown = run(*command[:place], "--dry-run", *command[place:]).stdout
    else:
        shown = run(*command, "--dry-run").stdout
    assert said in shown
    assert kinds() == []
    made = run(*command).stdout
    assert said in made
    assert kinds() == kind


def test_a_dry_run_as_json(run: Run, maple: str) -> None:
    """What it would say, line by line."""
    told = json.loads(run("amend", maple, "2", "www", "--dry-run", "--json").stdout)
    assert told["match"] == maple
    assert any("S5" in text for text in told["changes"])


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("amend", "maple", "2", "xyzzy"), 2),
        (("amend", "maple", "99", "wug"), 3),
        (("insert", "maple", "99", "wug"), 3),
        (("shift", "maple", "99"), 3),
        (("shift", "maple", "2", "2"), 2),
        (("undo", "", "2"), 3),
        (("shift", "maple", "3", "--dryrun"), 2),
        (("insert", "maple", "2", "b: ugr; xyzzy"), 2),
        (("insert", "maple", "2", "b: ugr; undo"), 2),
        (("insert", "maple", "2", "wug", "ugr"), 2),
        (("amend", "maple", "2", "wuk; undo"), 2),
        (("amend", "maple", "2", "wuk; ugr"), 2),
        (("amend", "maple", "2", "wuk", "ugr"), 2),
        (("amend", "maple", "2", ""), 2),
    ],
    ids=str,
)
@pytest.mark.parametrize("dry", [(), ("--dry-run",)], ids=str)
def test_what_cannot_be_corrected_is_refused(
    run: Run, maple: str, command: tuple[str, ...], code: int, dry: tuple[str, ...]
) -> None:
    """In a paragraph, with the same code whether it was to be made or to be shown."""
    assert run(*command, *dry, code=code).stderr.strip()
    assert kinds() == []


def test_a_closed_match_is_reopened_first(run: Run, maple: str) -> None:
    """The hint is the command."""
    run("close", maple, "--abandoned")
    for command in (("undo", maple), ("amend", maple, "2", "wuk"), ("shift", maple, "2")):
        assert "foldtable reopen" in run(*command, code=2).stderr
        assert "foldtable reopen" in run(*command, "--dry-run", code=2).stderr
    run("note", maple, "a pity")
    run("reopen", maple)
    assert kinds() == ["match.close", "log.note", "log.strike"]
    run("amend", maple, "2", "wuk")


def test_diff_takes_a_match_and_two_events(run: Run, maple: str) -> None:
    """As well as a stretch."""
    assert run("diff", maple, "1", "2").stdout == run("diff", f"{maple}@1..2").stdout
    assert "maple@12..20" in run("diff", maple, code=2).stderr
    assert "maple@12..20" in run("diff", maple, "1", code=2).stderr


def test_what_is_unaccounted_is_shown_below_the_board(run: Run, maple: str) -> None:
    """By show, and by board in a pipe."""
    run("record", maple, given="= a u3 ! counted\n")
    assert "unaccounted: " in run("show", maple).stdout.splitlines()[-1]
    assert "unaccounted: " in run("record", maple, given="board\n").stdout
    assert "unaccounted" not in run("show", f"{maple}@2").stdout


def test_a_failing_part_is_named_in_a_pipe(run: Run, maple: str) -> None:
    """With its line, what is recorded and what is not."""
    said = run("record", maple, given="ugr; xyzzy; rgw\n", code=2).stderr
    assert "line 1: ugr; xyzzy; rgw" in said
    assert "part 2 of 3, “xyzzy”" in said
    assert "Not carried out: rgw" in said
    assert kinds() == ["take"]
    assert "1번째 줄" in run("record", maple, "--lang", "ko", given="xyzzy\n", code=2).stderr


# -- at a terminal --------------------------------------------------------------------------------


@here
@pytest.mark.parametrize(
    ("reads", "answer", "made"),
    [
        ("wuk", "", True),
        ("wuk", "n", False),
        ("www", "", False),
        ("www", "y", True),
        ("www", "ㅛ", True),
        ("www", "no", False),
    ],
)
def test_a_terminal_asks(tmp_path: Path, maple: str, reads: str, answer: str, made: bool) -> None:
    """Enter is yes only where nothing breaks."""
    child = at_terminal(tmp_path, "amend", maple, "2", reads)
    child.expect("would read")
    child.expect(r"\[Y/n\]" if reads == "wuk" else r"\[y/N\]")
    child.send(f"{answer}\r")
    child.expect("now reads" if made else "Nothing was changed")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert kinds() == (["log.amend"] if made else [])


@here
def test_yes_is_not_asked_about(tmp_path: Path, maple: str) -> None:
    """``--yes`` says it beforehand."""
    child = at_terminal(tmp_path, "amend", maple, "2", "www", "--yes")
    child.expect("now reads")
    child.expect(pexpect.EOF)
    assert kinds() == ["log.amend"]


@here
def test_the_live_prompt_asks_too(tmp_path: Path, maple: str) -> None:
    """Ctrl-C is no; then the prompt comes back, with the old reading where that is asked for."""
    child = at_terminal(tmp_path, "record", maple)
    child.expect("8 a Ana>")
    child.send("amend 2 wuk\r")
    child.expect(r"\[Y/n\]")
    child.sendcontrol("c")
    child.expect("Nothing was changed")
    child.expect("8 a Ana>")
    child.send("amend 2\r")
    child.expect("2 reads: ")
    child.expect("8 a Ana>")
    child.expect("take u1g1w1")
    child.sendcontrol("u")
    child.send("amend 2 wuk\r")
    child.expect(r"\[Y/n\]")
    child.send("\r")
    child.expect("2 now reads")
    child.expect("9 a Ana>")
    child.sendcontrol("d")
    child.expect(pexpect.EOF)
    assert kinds() == ["log.amend"]


# -- events that follow a correction ---------------------------------------------------------------


@pytest.fixture
def elm(run: Run) -> str:
    """A match of which the open cards are recorded; Ana has reserved what lies in a slot."""
    run("new", "splendor", "Ana", "Bo", "--name", "elm")
    run("record", "elm", given="\n".join((*LAID, "wug", "wrk", "r31", "")))
    return "elm"


MISREAD = ("10", "3gu7g3")


def list_types() -> list[str]:
    """Return the types of the events of that match."""
    with Ledger(locate_ledger()[0]) as ledger:
        return [event.type for event in ledger.events(ledger.find("elm").match_id)]


def test_F11_a_dry_run_names_the_events_that_follow(run: Run, elm: str) -> None:
    """As text and as data, in both languages."""
    shown = run("amend", elm, *MISREAD, "--dry-run").stdout
    assert "with it: 19 would read: Ana reserves" in shown
    told = json.loads(run("amend", elm, *MISREAD, "--dry-run", "--json").stdout)
    assert told["following"] == [19]
    assert not any("now a breach" in text for text in some(told["changes"]))
    assert "함께 고침: 19번은" in run("amend", elm, *MISREAD, "--dry-run", "--lang", "ko").stdout
    alone = json.loads(run("amend", elm, *MISREAD, "--dry-run", "--json", "--alone").stdout)
    assert alone["following"] == []
    assert any("now a breach: 19" in text for text in alone["changes"])


def test_F11_in_a_pipe_the_events_are_corrected_at_once(run: Run, elm: str) -> None:
    """Unless the correction is made alone."""
    assert "with it: 19 now reads" in run("amend", elm, *MISREAD).stdout
    assert list_types()[-2:] == ["log.amend"] * 2
    run("undo", elm)
    before = len(list_types())
    assert "now a breach: 19" in run("amend", elm, *MISREAD, "--alone").stdout
    assert list_types()[before:] == ["log.amend"]


@here
@pytest.mark.parametrize(("answers", "made"), [(("",), 2), (("n", "y"), 1), (("n", ""), 0)])
def test_F11_a_terminal_asks_about_all_of_it(
    tmp_path: Path, elm: str, answers: tuple[str, ...], made: int
) -> None:
    """Enter corrects everything; no leads to the question about the correction alone."""
    before = len(list_types())
    child = at_terminal(tmp_path, "amend", elm, *MISREAD)
    child.expect("19 would read")
    child.expect_exact("Correct event 19 with it? [Y/n]")
    for answer in answers:
        child.send(f"{answer}\r")
    child.expect("now reads" if made else "Nothing was changed")
    child.expect(pexpect.EOF)
    assert list_types()[before:] == ["log.amend"] * made


@pytest.fixture
def pad(run: Run) -> str:
    """A pad of Dusk, Amber and Moss with two rounds, and a third card by card."""
    run("new", "wizard", "--seats", "Dusk,Amber,Moss", "--name", "pad", "--level", "pad")
    run("record", "pad", given="1/1 0/0 0/0\n1/1 0/0 1/1\n")
    return "pad"


@pytest.mark.parametrize("words", [("round", "2"), ("round", "2", "m"), ("3",), ("round 2",)])
def test_G6_an_event_is_struck_by_round_and_seat_in_the_shell(
    run: Run, pad: str, words: tuple[str, ...]
) -> None:
    """As at the prompt, quoted or not."""
    assert run("undo", pad, *words, "--dry-run").stdout.startswith("Strike 3  ")


def test_G6_of_several_events_of_somebody_one_is_named(run: Run, pad: str) -> None:
    """Whose they are is known already."""
    run("record", pad, given="1 1 1\nlevel actions\nr3 r5 r7\n")
    told = run("undo", pad, "round", "3", "m", "--dry-run", code=2).stderr
    assert told.startswith("There are 2 such events; say which:")
    assert "whose" in run("undo", pad, "round", "3", "--dry-run", code=2).stderr


def test_G1_a_dispute_is_opened_by_the_letter_of_a_seat(run: Run, pad: str) -> None:
    """That of this match; a letter that is nobody's is refused."""
    run("dispute", "open", f"{pad}@3", "--claim", "it was two", "--by", "m")
    found = json.loads(run("dispute", "list", "--json").stdout)
    assert [each["by"] for each in found] == ["Moss"]
    run("dispute", "open", f"{pad}@3", "--claim", "it was two", "--by", "b", code=2)
