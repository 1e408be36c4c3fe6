"""The commands reconcile and doctor, as they are typed."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from typer.testing import CliRunner, Result

from ledger.clerk import Close
from replay.base.terminal_text import count_columns
from replay.cli.app import app
from replay.cli.settings import Settings
from replay.record.session import Session
from tests.some import some
from tests.table import open_desk, type_accepted

LINES = ("wug", "a: ugr ! noted later", "rkw")
"""Bo's turn between two of Ana's was forgotten: events 17, 18 (19 is the ruling), 20."""

FACTS = ("b.green=1", "b.blue=1", "b.red=2")


@pytest.fixture(autouse=True)
def _recorded(session: Session) -> None:
    type_accepted(open_desk(session), *LINES)


def run(*arguments: str, given: str = "") -> Result:
    """Run a command."""
    return CliRunner().invoke(app, list(arguments), input=given)


def talk(monkeypatch: pytest.MonkeyPatch, *arguments: str, answers: Sequence[str]) -> Result:
    """Run a command as if somebody sat at a terminal and gave these answers."""
    monkeypatch.setattr(Settings, "interactive", True)
    return run(*arguments, given="".join(f"{answer}\n" for answer in answers))


def held(seat: str) -> dict[str, int]:
    """Return the tokens of a seat as the record has them now."""
    shown = run("balance", "maple", f"{seat}.tokens", "--json")
    tokens: dict[str, int] = json.loads(shown.stdout)["places"][f"{seat}.tokens"]
    return tokens


def test_candidates_are_printed_with_what_they_change() -> None:
    """The best one first, with the line that makes it by hand."""
    result = run("reconcile", "maple", *FACTS)
    assert result.exit_code == 0
    assert "the record says 0, the table 1" in result.stdout
    assert "  1  forgotten after 17: Bo takes" in result.stdout
    assert "no longer a breach: 18 S3" in result.stdout
    assert "> insert 17 b: take" in result.stdout


def test_apply_makes_the_correction() -> None:
    """Afterwards the record shows what the table showed."""
    result = run("reconcile", "maple", *FACTS, "--apply", "1")
    assert result.exit_code == 0
    assert "Corrected: forgotten after 17" in result.stdout
    assert held("b")["green"] == 1
    assert "The record shows the same." in run("reconcile", "maple", *FACTS).stdout
    assert "reconciled: b.tokens.green=1" in run("log", "maple", "--raw").stdout


def test_what_was_corrected_is_told_as_it_was_proposed() -> None:
    """With the old reading beside the new one, in words and in JSON."""
    facts = ("a.blue=1", "a.black=1")
    proposed = json.loads(run("reconcile", "maple", *facts, "--json").stdout)["candidates"]
    number = [each["slips"][0]["kind"] for each in proposed].index("number") + 1
    told = [slip["text"] for slip in proposed[number - 1]["slips"]]
    made = run("reconcile", "maple", *facts, "--apply", str(number))
    assert made.stdout.splitlines() == [f"Corrected: {text}" for text in told]
    run("undo", "maple")
    applied = run("reconcile", "maple", *facts, "--apply", str(number), "--json")
    assert json.loads(applied.stdout)["candidates"] == proposed


def test_apply_takes_only_what_is_there() -> None:
    """A number beyond the list is refused, and so are two things at once."""
    assert run("reconcile", "maple", *FACTS, "--apply", "99").exit_code == 3
    assert run("reconcile", "maple", *FACTS, "--apply", "1", "--adjust").exit_code == 2


def test_adjust_books_what_was_counted() -> None:
    """The difference is unaccounted from there on, and the reason is kept."""
    result = run("reconcile", "maple", "b.green=1", "--adjust", "--reason", "agreed by all")
    assert result.exit_code == 0
    assert held("b")["green"] == 1
    assert "agreed by all" in run("log", "maple").stdout
    assert "unaccounted" in run("reconcile", "maple").stdout


def test_adjust_in_the_past_is_inserted() -> None:
    """What was counted after event 17 stands there in the line."""
    result = run("reconcile", "maple", "a.white=0", "--at", "17", "--adjust")
    assert result.exit_code == 0
    assert "after 17: count" in run("log", "maple", "--raw").stdout


def test_nothing_explains_it_exits_with_one() -> None:
    """The command says so, and what to do instead."""
    result = run("reconcile", "maple", "b.gold=5", "b.white=7", "a.black=9")
    assert result.exit_code == 1
    assert "No one or two corrections explain it." in result.stdout
    assert "--adjust" in result.stdout


@pytest.mark.parametrize(
    ("facts", "code", "said"),
    [
        (("b.points=3",), 3, "computed, not counted"),
        (("b.green",), 3, "A fact reads b.coins=3"),
        (("green=2",), 3, "no single place"),
        (("b.green=1", "--at", "soon"), 2, "--at is now, the number of an event, or a round"),
        (("b.green=1", "--at", "400"), 3, "o event 400"),
        (("b.tokens=7", "--adjust"), 2, "An adjustment says which pieces lie where."),
        (("--adjust",), 2, "An adjustment says which pieces lie where."),
    ],
)
def test_what_is_no_fact_is_refused_kindly(facts: Sequence[str], code: int, said: str) -> None:
    """Each with what is expected."""
    result = run("reconcile", "maple", *facts)
    assert (result.exit_code, said in result.stderr) == (code, True), result.stderr


def test_nothing_to_reconcile() -> None:
    """Without facts, what is unaccounted is explained; nothing is."""
    assert run("reconcile", "maple").stdout == "Nothing is unaccounted.\n"


def test_json_has_everything() -> None:
    """One document: the difference, the candidates, the question."""
    found = json.loads(run("reconcile", "maple", "bank.red=1", "--json").stdout)
    assert found["difference"] == [{"place": "bank", "item": "red", "n": -1}]
    best = found["candidates"][0]
    assert {"kind", "at", "type", "correction", "line", "text"} == set(best["slips"][0])
    assert found["question"] is not None
    assert found["total"] >= len(found["candidates"])


def test_at_a_terminal_it_asks_and_corrects(monkeypatch: pytest.MonkeyPatch) -> None:
    """What else to count, then which correction to make."""
    result = talk(monkeypatch, "reconcile", "maple", "b.green=1", answers=["", "1"])
    assert result.exit_code == 0, result.output
    assert "How many are there" in result.stdout
    assert "Corrected:" in result.stdout
    assert held("b")["green"] == 1


def test_an_answer_leaves_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number that was asked for becomes a fact; leaving makes no correction."""
    before = held("b")
    result = talk(monkeypatch, "reconcile", "maple", "b.green=1", answers=["1", "", "", ""])
    assert result.exit_code == 0, result.output
    assert result.stdout.count("How many are there") >= 1
    assert held("b") == before


def test_an_answer_that_fits_nothing_is_left_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The candidates stay as they were."""
    result = talk(monkeypatch, "reconcile", "maple", "b.green=1", answers=["77", "1"])
    assert "Nothing explains that as well" in result.stdout
    assert "Corrected:" in result.stdout


def test_what_nothing_explains_can_be_adjusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal the adjustment is offered."""
    facts = ("b.gold=5", "b.white=7", "a.black=9")
    assert talk(monkeypatch, "reconcile", "maple", *facts, answers=["n"]).exit_code == 1
    assert talk(monkeypatch, "reconcile", "maple", *facts, answers=["y"]).exit_code == 0
    assert held("b")["gold"] == 5


def test_doctor_lists_what_is_open() -> None:
    """The missing turn and what is unaccounted, each with the next command."""
    run("reconcile", "maple", "b.gold=2", "--adjust")
    said = run("doctor", "maple").stdout
    assert "18: before it nobody recorded an answer to: Bo" in said
    assert "foldtable insert maple 17 …" in said
    assert "since then unaccounted: -2 gold" in said
    assert "foldtable reconcile maple" in said


def test_doctor_asks_for_a_ruling(session: Session) -> None:
    """A breach that nobody decided about; a closed match is opened first."""
    session.undo(19)
    assert "foldtable record maple -e 'rule 18 stands …'" in run("doctor", "maple").stdout
    session.close(Close(how="abandoned"))
    found = json.loads(run("doctor", "maple", "--json").stdout)["found"]
    unruled = next(each for each in found if each["kind"] == "unruled")
    assert (unruled["rule"], unruled["since"]) == ("S3", 18)
    assert unruled["command"].startswith("foldtable reopen maple && ")


@pytest.mark.parametrize("command", ["reconcile", "doctor"])
def test_it_speaks_korean(command: str) -> None:
    """No English sentence is left."""
    facts = FACTS if command == "reconcile" else ()
    said = run(command, "maple", *facts, "--lang", "ko").stdout
    assert "forgotten" not in said
    assert "nobody" not in said


# -- headlines -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_G5_a_candidate_is_one_line_and_the_question_stays_in_view(
    monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    """At a terminal of eighty columns; ``?1`` shows what it changes."""
    monkeypatch.setenv("COLUMNS", "80")
    result = talk(monkeypatch, "reconcile", "maple", "a.gold=1", "--lang", lang, answers=[""] * 9)
    lines = result.stdout.splitlines()
    numbered = [line for line in lines if line[:3].strip().isdecimal()]
    assert len(numbered) > 2
    assert len(lines) <= 24
    assert all(count_columns(line) <= 80 for line in some(numbered))
    assert not any("> " in line[:12] for line in some(lines))
    asked = talk(monkeypatch, "reconcile", "maple", *FACTS, "--lang", lang, answers=["?1", ""])
    assert "> insert 17 b: take" in asked.stdout


def test_G5_everything_that_is_listed_can_be_chosen() -> None:
    """A correction with the same result has a number of its own."""
    found = json.loads(run("reconcile", "maple", "a.gold=1", "--json").stdout)
    candidates = found["candidates"]
    n = next(i for i, each in enumerate(candidates, 1) if each["same"])
    whole = run("reconcile", "maple", "a.gold=1").stdout
    assert f"{n}b " in whole
    assert candidates[n - 1]["others"][0][0]["text"] in whole
    wrong = run("reconcile", "maple", "a.gold=1", "--apply", "99")
    assert wrong.exit_code == 3
    done = run("reconcile", "maple", "a.gold=1", "--apply", f"{n}b")
    assert done.exit_code == 0
    assert f"Corrected: {candidates[n - 1]['others'][0][0]['text']}" in done.stdout


def test_G5_a_twin_is_chosen_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the number that its details show."""
    found = json.loads(run("reconcile", "maple", "a.gold=1", "--json").stdout)
    n = next(i for i, each in enumerate(found["candidates"], 1) if each["same"])
    answers = [*[""] * len(found["questions"]), f"?{n}", f"{n}b"]
    result = talk(monkeypatch, "reconcile", "maple", "a.gold=1", answers=answers)
    assert f"{n}b " in result.stdout
    assert "Corrected:" in result.stdout
