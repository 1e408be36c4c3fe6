"""The referee's commands, from the command line: accounts, what-ifs, disputes, signatures."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from engines.splendor.actions import Pass
from replay.cli.app import app
from replay.cli.what_if import summarize_winners
from replay.explain.alternatives import Alternative

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run a command in this process."""
    runner = CliRunner()

    def invoke(*arguments: str, given: str = "", code: int = 0) -> Result:
        result = runner.invoke(app, list(arguments), input=given)
        assert result.exit_code == code, (arguments, result.output, result.stderr)
        return result

    return invoke


@pytest.fixture
def maple(run: Run) -> str:
    """A short match of three with a breach that the table let stand (event 3)."""
    run("new", "splendor", "--seats", "Ana,Bo,Cy", "--name", "maple")
    run("record", "maple", given="wug\nrrr ! asleep\nwgk\nrug\n")
    return "maple"


def test_register_and_balance(run: Run, maple: str) -> None:
    """Every move with the running balance; where everything is; nothing vanished."""
    listed = run("register", maple, "bo.tokens").output
    assert "+3" in listed
    assert "S4" in listed
    places = json.loads(run("balance", maple, "--json").output)
    assert places["conserved"] is True
    assert places["places"]["b.tokens"] == {"red": 3}
    assert "Bo" not in run("balance", maple, "a.tokens").output


def test_when(run: Run, maple: str) -> None:
    """The first event, every one with --all, exit 1 when it never holds."""
    assert "maple@3" in run("when", maple, "bo.red >= 3").output
    assert json.loads(run("when", maple, "ana.red > 0", "--all", "--json").output)[0] == {
        "version": 6,
        "value": 1,
    }
    run("when", maple, "ana.red > 7", code=1)
    run("when", maple, "nonsense", code=3)


def test_a_what_if_is_tried_and_kept(run: Run, maple: str) -> None:
    """Nothing is kept without save; the branch stands under its match."""
    run("fork", f"{maple}@3", "--try", given="kkk ! never\n")
    assert "maple@" not in run("branches").output
    assert (
        run("fork", f"{maple}@3", "--try", "--name", "oak", given="wuk\nsave\n").output[-4:]
        == "oak\n"
    )
    assert "  oak @3" in run("branches", maple).output
    assert "The same up to 3" in run("compare", maple, "oak").output
    run("fork", f"{maple}@99", code=3)


def test_matches_that_part_at_once(run: Run, maple: str) -> None:
    """Unlike two of which nothing is recorded yet."""
    for name in ("oak", "elm"):
        run("new", "splendor", "Ana", "Bo", "--another", "--name", name, "--level", "actions")
    assert "The same up to 0." in run("compare", "oak", "elm").output
    run("record", "oak", given="rgk\n")
    assert run("compare", maple, "oak").output.startswith("They part at once.\nmaple: ")
    assert "The same" not in run("compare", "oak", "elm").output


def test_matter_and_under(run: Run, maple: str) -> None:
    """Other actions and other rules, without touching the record."""
    before = run("export", maple).stdout
    told = json.loads(run("matter", f"{maple}@3", "--json").output)
    assert {"verb": "take", "until": 6, "fits": True}.items() <= told[0].items()
    heads, was, *_others = run("matter", f"{maple}@3").stdout.splitlines()
    assert heads.split()[-4:] == ["Ana", "Bo", "Cy", "winner"]
    assert was.split() == ["as", "it", "was", "0", "0", "0", "–"]
    assert "no longer a breach: 3 S5" in run("under", maple, "--waive", "S5").output
    run("under", maple, "--waive", "S99", code=3)
    run("matter", maple, code=2)
    assert run("export", maple).stdout == before


def test_a_dispute_from_claim_to_house_rule(run: Run, maple: str, tmp_path: Path) -> None:
    """Opened, shown, ruled with what follows, exported, verified, found as a precedent."""
    opened = run("dispute", "open", f"{maple}@3", "--claim", "a third red", "--by", "Ana").output
    assert "BROKEN  S5" in opened
    assert "maple@7" in run("dispute", "list").output
    ruling = ("--decision", "corrected", "--reason", "two at most", "--then", "amend 3 rr")
    run("dispute", "rule", f"{maple}@3", *ruling, "--house-rule")
    assert "no longer" not in run("log", maple).output
    assert "corrected" in run("dispute", "list", "--person", "Bo").output
    assert run("dispute", "list", "--person", "Cy").output == "No disputes.\n"
    assert "two at most" in run("precedents", "splendor", "S5").output
    assert "house:1  splendor  S5 is waived" in run("house").output
    run("dispute", "export", f"{maple}@3", "-o", str(tmp_path / "a.html"))
    run("dispute", "export", f"{maple}@3", "-o", str(tmp_path / "a.html"), code=4)
    assert "intact" in run("verify", str(tmp_path / "a.json")).output
    run("new", "splendor", "Ana", "Bo", "--another", "--name", "next", "--house", "1")
    assert run("record", "next", given="rrr\n").output.strip().endswith("takes 3 rubies")
    run("new", "splendor", "Ana", "Bo", "--another", "--house", "9", code=3)


def test_a_ruling_whose_consequence_cannot_be_read_is_not_recorded(run: Run, maple: str) -> None:
    """All or nothing."""
    run("dispute", "open", f"{maple}@3", "--claim", "a third red")
    before = run("log", maple, "--raw", "--json").output
    ruling = ("--decision", "corrected", "--reason", "so", "--then", "amend 3 zzz")
    run("dispute", "rule", f"{maple}@3", *ruling, code=2)
    assert run("log", maple, "--raw", "--json").output == before


@pytest.mark.parametrize(
    ("then", "code"),
    [
        ("amend 99 rr", 3),
        ("undo 3; undo 4", 2),
        ("kkk", 1),
        ("undo", 2),
        ("quit", 2),
        ("help", 2),
        ("note a; undo", 2),
        ("", 2),
    ],
)
def test_a_ruling_is_recorded_with_all_that_follows_or_not_at_all(
    run: Run, maple: str, then: str, code: int
) -> None:
    """Whatever is wrong with the second consequence; so a second try rules once."""
    run("dispute", "open", f"{maple}@3", "--claim", "a third red")
    before = run("log", maple, "--raw", "--json").output
    ruling = ("dispute", "rule", f"{maple}@3", "--decision", "corrected", "--reason", "so")
    run(*ruling, "--then", "amend 3 rr", "--then", then, code=code)
    assert run("log", maple, "--raw", "--json").output == before


def test_a_ruling_that_is_undone_undoes_what_followed_from_it(run: Run, maple: str) -> None:
    """Also what it took back: that counts again, and is gone again when the undo is undone."""
    run("dispute", "open", f"{maple}@3", "--claim", "a third red")
    opened = run("log", maple).output
    ruling = ("--decision", "taken-back", "--reason", "two at most", "--then", "undo 3")
    run("dispute", "rule", f"{maple}@3", *ruling)
    ruled = run("log", maple).output
    assert "Bo takes 3 rubies" in opened
    assert "Bo takes 3 rubies" not in ruled
    run("undo", maple, "--yes")
    assert run("log", maple).output == opened
    run("redo", maple)
    assert run("log", maple).output == ruled
    run("redo", maple, code=2)  # what the ruling took back was not undone by anybody
    assert run("log", maple).output == ruled


def test_a_ruling_and_what_follows_are_undone_at_once(run: Run, maple: str) -> None:
    """What follows is judged after what precedes it; all of it is one batch."""
    run("dispute", "open", f"{maple}@3", "--claim", "a third red")
    before = run("log", maple).output
    ruling = ("dispute", "rule", f"{maple}@3", "--decision", "corrected", "--reason", "so")
    told = run(*ruling, "--then", "amend 3 rr", "--then", "amend 3 rrk", "--then", "wug; ugr ! so")
    assert "now reads" in told.output
    assert run("verify", maple).output
    assert run("log", maple).output != before
    run("undo", maple)
    assert run("log", maple).output == before


def test_seats_acknowledge_a_closed_match(run: Run, maple: str) -> None:
    """Who has not signed is listed; nobody signs twice, nor an open match."""
    run("sign", maple, "Ana", code=2)
    closed = run("close", maple, "--conceded", "Bo").output
    assert "Not yet signed: Ana, Bo, Cy" in closed
    seal = closed.splitlines()[-2].split()[-1]
    assert "Not yet signed: Bo, Cy" in run("sign", maple, "ana").output
    run("sign", maple, "Ana", code=2)
    assert "1 event was recorded since" in run("verify", maple, "--seal", seal).output
    run("verify", maple, "--seal", "0000-0000", code=6)


def test_who_concedes_is_last_on_the_sheet(run: Run, maple: str) -> None:
    """Whatever points he had."""
    run("record", maple, given="= b points 9 ! counted\n")
    sheet = run("close", maple, "--conceded", "Bo").output.splitlines()
    assert [line.split()[:2] for line in sheet[1:4]] == [["1.", "Ana"], ["1.", "Cy"], ["3.", "Bo"]]


def test_a_result_that_the_record_does_not_bear_out_is_said_to_be_so(run: Run, maple: str) -> None:
    """The table's result counts; the sheet says what the record comes to."""
    sheet = run("close", maple, "--result", "15,12,12").output
    assert "1. Ana 15\n2. Bo 12\n2. Cy 12\n" in sheet
    assert "The record says otherwise: Ana 0, Bo 0, Cy 0." in sheet
    run("reopen", maple)
    assert "otherwise" not in run("close", maple, "--result", "0,0,0").output


def test_the_sheet_ranks_as_the_rules_do(run: Run) -> None:
    """Ties are broken as the game breaks them."""
    run("new", "splendor", "Ana", "Bo", "--name", "tie")
    run("record", "tie", given="result 15 15 ! that is all we know\n")
    sheet = run("close", "tie", "--result", "15,15").output
    assert "1. Ana 15\n1. Bo 15\n" in sheet


def test_a_signed_export_says_whose_it_is(run: Run, maple: str, tmp_path: Path) -> None:
    """Mine is mine; a key that was trusted has its name."""
    path = str(tmp_path / "m.json")
    run("export", maple, "-o", path, "--sign")
    assert "signed: you" in run("verify", path).output
    assert len(run("key").output.strip()) == 44
    run("verify", path, "--signed-by", "you")
    assert "signed by you, not by ana" in run("verify", path, "--signed-by", "ana", code=6).output
    run("verify", maple, "--signed-by", "you", code=2)
    run("export", maple, "-o", path, "--force")
    assert "nobody has signed it" in run("verify", path, "--signed-by", "you", code=6).output
    run("key", "trust", "ana", "nonsense", code=4)


class TestADispute:
    """What is said while one is opened, ruled on, and left open."""

    OPEN = ("--claim", "a third red")
    STANDS = ("--decision", "stands", "--reason", "it was so")
    NEXT = 'foldtable dispute rule maple@7 --decision stands --reason "…"'

    def test_it_ends_with_the_verdict_and_what_to_type_next(self, run: Run, maple: str) -> None:
        """The boards are long and come before."""
        told = run("dispute", "open", f"{maple}@3", *self.OPEN)
        lines = told.stdout.splitlines()
        broken = next(n for n, line in enumerate(lines) if line.startswith("BROKEN  S5"))
        assert broken == len(lines) - 3
        assert broken > lines.index("After") > lines.index("Before")
        assert told.stderr == f"{self.NEXT} settles it.\n"
        assert run("dispute", "open", f"{maple}@3", *self.OPEN, "--json").stderr == ""

    @pytest.mark.parametrize("decision", ["stands", "penalty", "replayed"])
    def test_what_was_ruled_is_said(self, run: Run, maple: str, decision: str) -> None:
        """Whatever follows from it."""
        run("dispute", "open", f"{maple}@3", *self.OPEN)
        ruling = ("--decision", decision, "--reason", "it was so", "--by", "Ana")
        told = run("dispute", "rule", f"{maple}@7", *ruling).stdout
        assert told == f"   8  3 {decision}, ruled by Ana [S5]: it was so\n"

    def test_who_sits_at_no_seat_claims_nothing(self, run: Run, maple: str) -> None:
        """But a seat may be said in short, and the recorder may speak for the table."""
        refused = run("dispute", "open", f"{maple}@3", *self.OPEN, "--by", "Anna", code=2)
        assert refused.stderr == "Anna sits at no seat of maple. Did you mean Ana?\n"
        refused = run("dispute", "open", f"{maple}@3", *self.OPEN, "--by", "Zoe", code=2)
        assert refused.stderr == "Zoe sits at no seat of maple. There sit Ana, Bo, Cy.\n"
        assert run("dispute", "list").output == "No disputes.\n"
        for by in ("b", "Bo", "tess"):
            run("dispute", "open", f"{maple}@3", *self.OPEN, "--by", by)
        found = json.loads(run("dispute", "list", "--json").output)
        assert [each["by"] for each in found] == ["Bo", "Bo", "tess"]

    def test_a_ruling_in_the_same_match_is_a_precedent(self, run: Run, maple: str) -> None:
        """Of another dispute, even about the same event; not of the dispute itself."""
        run("dispute", "open", f"{maple}@3", *self.OPEN)
        run("dispute", "rule", f"{maple}@7", *self.STANDS)
        again = run("dispute", "open", f"{maple}@3", *self.OPEN).stdout
        assert "maple@3  S5  stands (tess): it was so" in again
        other = run("dispute", "open", f"{maple}@6", "--claim", "so", "--rule", "S5").stdout
        assert "maple@3  S5  stands (tess): it was so" in other
        assert "Decided before" not in run("dispute", "show", f"{maple}@7").stdout

    def test_closing_names_what_nobody_has_ruled_on(self, run: Run, maple: str) -> None:
        """In one line; a closed match can still be ruled on."""
        run("dispute", "open", f"{maple}@3", *self.OPEN)
        told = run("close", maple, "--abandoned")
        assert told.stderr == f"Nobody has ruled on maple@7: {self.NEXT}\n"
        run("dispute", "rule", f"{maple}@7", *self.STANDS)
        run("reopen", maple)
        assert run("close", maple, "--abandoned").stderr == ""

    def test_the_doctor_lists_what_is_open(self, run: Run, maple: str) -> None:
        run("dispute", "open", f"{maple}@3", *self.OPEN, "--by", "Ana")
        lines = run("doctor", maple).stdout.splitlines()
        at = lines.index("7: no ruling yet: 3 is disputed by Ana: a third red [S5]")
        assert lines[at + 1] == f"    {self.NEXT}"
        run("dispute", "rule", f"{maple}@7", *self.STANDS)
        assert "no ruling yet" not in run("doctor", maple).stdout


def test_F31_an_undecided_match_has_no_other_winner() -> None:
    """Of four alternatives that fit, one has another winner, two end before anybody has won."""
    found = [
        Alternative(Pass(seat=0), 9, fits, (0, 0), winners)
        for fits, winners in ((True, (1,)), (True, ()), (True, ()), (True, (0,)), (False, ()))
    ]
    assert list(summarize_winners((0,), found)) == [
        "In 1 of 5 the winner is another.",
        "In 2 of 5 it is undecided where the record ends.",
    ]
    assert list(summarize_winners((0,), found[1:])) == [
        "In none of them is the winner known to be another.",
        "In 2 of 4 it is undecided where the record ends.",
    ]
    assert list(summarize_winners((), found[1:3])) == [
        "In none of them is the winner known to be another."
    ]
