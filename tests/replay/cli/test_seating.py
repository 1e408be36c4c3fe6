"""Somebody leaves or joins, at every door: prompt, shell, JSON, Korean."""

from __future__ import annotations

import json

import pytest

from engines.registry import load_engine
from replay.desk.commands import COMMANDS, find_command
from replay.desk.seating import JOIN_WORDS, LEAVE_WORDS
from tests.replay.cli.conftest import Run

PAD = (
    "1/1 0/0 0/0 0/0\nleave b had to catch the last train\n2/1 1/0 1/1\njoin Eve 30\n"
    "3/3 0/0 0/0 0/0\n"
)
"""An evening of four people of whom one leaves, and somebody else joins."""


def open_pad(run: Run, given: str = PAD) -> str:
    """Record an evening of Wizard on the pad, and return what was printed."""
    run("new", "wizard", "Ana", "Bo", "Cy", "Dee", "--name", "oak", "--level", "pad")
    return run("record", "oak", given=given).stdout


def test_seat_leave_and_seat_join_at_the_prompt(run: Run) -> None:
    """Each is answered with a sentence; the numbers that follow are of those who are there."""
    said = open_pad(run).splitlines()
    assert said[1] == "Bo has left (had to catch the last train)"
    assert said[2].startswith("   4  bid/won: Ana 2/1, Cy 1/0, Dee 1/1 ·")
    assert said[3] == "Eve has joined; points: 30"
    shown = run("show", "oak").stdout
    assert "left: Bo" in shown
    assert "e Eve" in shown
    assert "Bo" in run("show", "oak@2").stdout
    assert "left" not in run("show", "oak@2").stdout
    log = run("log", "oak").stdout
    assert "   3  Bo has left (had to catch the last train)" in log
    assert "[" not in log


def test_seat_leave_and_seat_join_in_the_shell(run: Run, maple: str) -> None:
    """Of a game of two, with JSON; whoever has left is back by the letter."""
    found = json.loads(run("join", maple, "Cy", "--json").stdout)
    assert (found["match"], found["seat"]) == (maple, 2)
    assert run("leave", maple, "ana", "--reason", "tired").stdout == (
        "Ana has left (tired) · the tokens go back to the bank\n"
    )
    assert run("join", maple, "a").stdout == "Ana is back\n"
    assert "S21" in run("why", maple, "bank.white").stdout
    stepped = run("step", maple).stdout
    assert "Ana has left (tired)" in stepped
    assert "S21" in stepped
    assert "Ana has left" in run("log", maple, "--type", "seat.leave").stdout
    events = json.loads(run("log", maple, "--json").stdout)
    leaving = next(event for event in events if event["type"] == "seat.leave")
    assert leaving["payload"] == {"reason": "tired", "seat": 0}
    assert {move["rule"] for move in leaving["moves"]} == {"S21"}
    assert "intact" in run("verify", maple).stdout


def test_seat_leave_that_ends_a_match_says_so(run: Run) -> None:
    """Who has won, and how the match is closed; the sheet has everybody."""
    run("new", "seven-wonders-duel", "Ana", "Bo", "--name", "elm")
    said = run("leave", "elm", "b").stdout.splitlines()
    assert said == [
        "Bo has left",
        "Too few people are left to go on. Ana wins.",
        "foldtable close ends the match.",
    ]
    sheet = run("close", "elm").stdout
    assert "1. Ana 2" in sheet
    assert "2. Bo 2 (left)" in sheet
    assert "Not yet signed: Ana." in sheet
    shown = run("show", "elm").stdout
    assert "left: Bo" in shown


def test_seat_leave_stands_in_the_lists_and_on_the_sheet(run: Run) -> None:
    """`matches` marks the person, also in JSON; numbers of a closing are of those who are there."""
    open_pad(run)
    assert "Bo (left)" in run("matches").stdout
    (match,) = json.loads(run("matches", "--json").stdout)
    assert match["left"] == [1]
    assert match["seats"] == ["Ana", "Bo", "Cy", "Dee", "Eve"]
    run("close", "oak", "--result", "100,20,30,40")
    (match,) = json.loads(run("matches", "--json").stdout)
    assert [each["points"] for each in match["standing"]] == [100, 20, 20, 30, 40]
    assert match["winners"] == ["Ana"]
    assert [each["rank"] for each in match["standing"]] == [1, 5, 4, 3, 2]


def test_seat_join_and_seat_leave_are_repeated_by_new_again(run: Run) -> None:
    """The people who were there at the end, with letters of their own."""
    open_pad(run)
    again = json.loads(run("new", "--again", "--json").stdout)
    assert again["seats"] == ["Ana", "Cy", "Dee", "Eve"]
    assert again["letters"] == ["a", "c", "d", "e"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("leave", "leave b"),
        ("leave z", "z"),
        ("leave b; ", "Bo has left already. “join b” brings Bo back."),
        ("join", "join Dee"),
        ("join Ana", "Ana is here already; somebody new needs another name."),
        ("join c", "Cy is here already"),
        ("join e:x", "cannot be a seat's name"),
    ],
)
def test_seat_events_that_cannot_be_are_refused_with_what_can(
    run: Run, line: str, expected: str
) -> None:
    """Nothing is recorded."""
    open_pad(run, "1/1 0/0 0/0 0/0\nleave b\n")
    result = run("record", "oak", given=f"{line}\n", code=None)
    assert result.exit_code != 0
    assert expected in result.stdout + result.stderr
    assert len(json.loads(run("log", "oak", "--json").stdout)) == 3


@pytest.mark.parametrize("game", ["seven-wonders-duel", "challengers"])
def test_seat_join_that_is_refused_says_what_to_type(run: Run, game: str) -> None:
    """And that works: somebody else goes on in the seat."""
    run("new", game, "Ana", "Bo", "--name", "elm")
    refused = run("join", "elm", "Dee", code=2).stderr
    assert "nobody new joins" in refused
    assert "“rename a Dee” lets Dee go on in the seat of Ana" in refused
    run("leave", "elm", "b")
    refused = run("join", "elm", "Dee", code=2).stderr
    assert "“rename b Dee” and “join b” let Dee go on in the seat that Bo has left" in refused
    said = run("record", "elm", given="rename b Dee\njoin b\n").stdout
    assert said.splitlines()[-1] == "Dee is back"


def test_seat_leave_and_seat_join_are_said_in_korean(run: Run) -> None:
    """Typed in Korean, too, and refused in Korean."""
    run("new", "splendor", "민지", "서준", "하윤", "--name", "elm", "--level", "actions")
    given = "퇴장 c 막차\n합류 도윤\n"
    said = run("record", "elm", "--lang", "ko", given=given).stdout
    assert said.splitlines() == ["하윤 님이 떠났습니다 (막차)", "도윤 님이 들어왔습니다"]
    assert "자리를 떠난 사람: 하윤" in run("show", "elm", "--lang", "ko").stdout
    refused = run("leave", "elm", "c", "--lang", "ko", code=2).stderr
    assert "이미 떠났습니다" in refused
    assert "돌아옵니다" in refused


def test_seat_leave_shows_no_hidden_hand(run: Run) -> None:
    """What lies in the hand of whoever has left is seen by nobody else."""
    run("new", "splendor", "Ana", "Bo", "Cy", "--name", "elm", "--level", "actions")
    run("record", "elm", given="d1 1wu3\nleave a\n")
    assert "u3" in run("show", "elm").stdout
    for eyes in ("table", "b"):
        places = json.loads(run("show", "elm", "--eyes", eyes, "--json").stdout)["places"]
        assert "1w-u3" not in places["a.reserved"]
        assert "has left" in run("log", "elm", "--eyes", eyes).stdout
        assert "left: Ana" in run("show", "elm", "--eyes", eyes).stdout
    assert "u3" in run("show", "elm", "--eyes", "a").stdout


def test_seat_words_are_no_words_of_a_game() -> None:
    """A verb of a game, a letter or another command cannot be taken for them."""
    for game in ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers"):
        engine = load_engine(game)
        assert not {*LEAVE_WORDS, *JOIN_WORDS} & engine.verbs.keys()
    for word in (*LEAVE_WORDS, *JOIN_WORDS):
        assert len(word) > 1
        command = find_command(word)
        assert command is not None
        assert command.name in ("leave", "join")
    others = [name for each in COMMANDS.values() for name in each.names()]
    assert len(others) == len(set(others))


def test_seat_commands_are_helped_at_the_prompt(run: Run) -> None:
    """One list serves help and Tab."""
    said = open_pad(run, "help leave\nhelp join\nhelp\n")
    assert "leave SEAT [WHY]" in said
    assert "join NAME [POINTS]" in said


def test_seat_leave_and_seat_join_are_branched_and_reconciled(run: Run) -> None:
    """A branch has the people of the point where it branches off; a count is explained."""
    open_pad(run)
    run("fork", "oak@3", "--name", "other")
    assert "left: Bo" in run("show", "other").stdout
    result = run("reconcile", "oak", "c.points=50", code=None)
    assert result.exit_code in (0, 1)


def test_seat_join_at_a_full_table_is_refused_in_words(run: Run) -> None:
    """A ninth person too; who has left is proposed only while there is room to come back."""
    run(
        "new",
        "challengers",
        *["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal"],
        "--name",
        "elm",
    )
    refused = run("join", "elm", "Ida", code=2).stderr
    assert "nobody new joins" in refused
    assert "“rename a Ida” lets Ida go on in the seat of Ana" in refused
    run("new", "wizard", *["Ana", "Bo", "Cy", "Dee", "Eli", "Fay"], "--name", "oak", "--another")
    run("record", "oak", given="leave b\njoin Gus\n")
    for back in ("b", "Bo"):
        refused = run("join", "oak", back, code=2).stderr
        assert refused.startswith("Wizard is for 6 at most. “rename a Bo” lets Bo go on")


def test_seat_leave_and_seat_join_end_at_a_semicolon(run: Run) -> None:
    """What is typed behind it is no reason and no name."""
    run("new", "wizard", "Ana", "Bo", "Cy", "Dee", "--name", "oak", "--level", "pad")
    said = run("record", "oak", given="leave b the last train; join Eve 30; 1/1 0/0 0/0 0/0\n")
    lines = said.stdout.splitlines()
    assert lines[:2] == ["Bo has left (the last train)", "Eve has joined; points: 30"]
    assert lines[2].startswith("   4  bid/won: Ana 1/1, Cy 0/0, Dee 0/0, Eve 0/0")
