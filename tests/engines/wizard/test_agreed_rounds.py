"""Tests of facts of tables: more rounds than the cards give, tricks that nobody wins."""

from __future__ import annotations

import pytest

from engines.values import Setup
from engines.wizard import engine
from engines.wizard.actions import Play, Round, Rounds, Tricks, Unwon
from engines.wizard.state import State
from tests.engines.wizard.cases import apply_all, find_broken, type_lines
from tests.replay.cli.conftest import invoke

EVENING = (
    "0/0 0/0 0/1 0/0",
    "0/0 2/2 1/0 0/0",
    "1/1 0/0 2/1 1/0 -",
    "0/0 2/1 1/1 2/2",
    "1/2 0/1 2/1 1/1",
    "1/0 3/4 1/0 2/2",
    "0/0 3/2 1/2 2/2 -",
    "3/2 3/3 3/2 2/2",
    "4/4 0/0 3/3 2/2",
    "3/3 4/3 1/1 4/3",
    "3/4 3/3 1/1 3/2 -",
    "3/3 3/3 3/3 2/3",
    "3/2 1/1 3/4 5/6",
    "4/4 3/3 3/1 4/5 nobody",
    "2/1 7/6 3/3 5/4 nobody 1",
    "4/3 4/4 5/5 3/3",
    "5/4 2/3 4/4 5/5",
)
"""The bids and tricks of a real evening: four people, two rounds more than the cards give."""

TOTALS = [250, 320, 270, 320]


def open_pad(seats: int = 4, **options: object) -> State:
    """Return the start of a match of which the pad is recorded."""
    state: State = engine.open(Setup(seats=seats, level="pad", options=dict(options)))
    return state


def list_totals(state: State) -> list[int | None]:
    """Return the total of every seat."""
    scores = engine.standing(state).scores
    return [score.total for score in sorted(scores, key=lambda score: score.seat)]


def test_F20_the_evening_ends_as_its_owners_counted() -> None:
    """Seventeen rounds were agreed on before; two people share the victory."""
    state = type_lines(open_pad(rounds=17), *EVENING)
    assert state.over
    assert list_totals(state) == TOTALS
    assert engine.standing(state).winners == (1, 3)


def test_F20_more_rounds_are_agreed_on_when_the_last_is_over() -> None:
    """The match goes on; the further rounds have as many cards as can be dealt."""
    state = type_lines(open_pad(), *EVENING[:15])
    assert state.over
    state = type_lines(state, "rounds 17")
    assert (state.over, state.number, state.cards, state.dealer) == (False, 16, 15, 3)
    assert [prompt.ask for prompt in engine.list_prompts(state)] == ["ask.bid"]
    state = type_lines(state, *EVENING[15:])
    assert state.over
    assert list_totals(state) == TOTALS


def test_F20_a_round_typed_after_the_last_one_counts_all_the_same() -> None:
    """It breaks W60, and is recorded, judged and counted."""
    state = type_lines(open_pad(), *EVENING[:15])
    (line,) = engine.parse(EVENING[15], state)
    assert find_broken(state, line) == {"W60"}
    state = apply_all(state, line)
    assert (len(state.pad), state.over) == (16, True)
    assert list_totals(state) == [260, 330, 210, 250]


def test_F20_a_table_stops_earlier() -> None:
    """What was played stays; a number of rounds below that breaks W4."""
    state = type_lines(open_pad(3), "0/0 0/0 1/1", "0/0 1/1 1/1")
    assert not find_broken(state, Rounds(rounds=2))
    assert find_broken(state, Rounds(rounds=1)) == {"W4"}
    for rounds in (2, 1):
        after = apply_all(state, Rounds(rounds=rounds))
        assert (after.over, len(after.pad)) == (True, 2)
    running = type_lines(state, "0")
    assert find_broken(running, Rounds(rounds=2)) == {"W4"}
    assert not apply_all(running, Rounds(rounds=2)).over


@pytest.mark.parametrize("level", ["full", "actions", "summary", "pad"])
def test_F20_the_cards_are_dealt_in_every_further_round(level: str) -> None:
    """At every level; the book is conserved."""
    state: State = engine.open(Setup(seats=6, level=level, options={"rounds": 12}))
    totals = state.book.totals()
    shares = [(n, *[0] * 5) for n in (*range(1, 11), 10, 10)]
    for tricks in shares:
        state = apply_all(state, Round(bids=(0,) * 6, tricks=tricks))
    assert state.over
    assert state.book.totals() == totals


def test_F20_nobody_wins_a_trick() -> None:
    """It breaks W39, which a table can waive; it counts for nobody, and the round goes on."""
    state = type_lines(open_pad(3), "0/0 0/0 1/1")
    state = apply_all(state, *engine.parse("level summary", state))
    state = type_lines(state, "0 1 0")
    (first, second) = engine.parse("- b", state)
    assert isinstance(first, Unwon)
    assert find_broken(state, first) == {"W39"}
    assert engine.rulebook.rules["W39"].waivable
    state = apply_all(state, first, second)
    assert (state.pad[-1].tricks, state.pad[-1].points) == ((0, 1, 0), (20, 30, 20))


def test_F20_nobody_wins_the_trick_of_some_cards() -> None:
    """Whoever would have won leads the next one; `why` says that nobody took it."""
    state: State = engine.open(Setup(seats=3, level="actions"))
    state = type_lines(state, "g5", "0", "0", "1", "b7", "b9")
    for text in ("b2 ~winner=-", "b2 ~winner=nobody"):
        (play,) = engine.parse(text, state)
        assert isinstance(play, Play)
        assert play.actual == {"winner": ""}
        assert engine.parse(engine.write(play), state) == (play,)
    assert "W39" in find_broken(state, play)
    assert "line.nobody" in [term.label for term in engine.quote(state, play)]
    after = apply_all(state, play)
    assert after.pad[-1].tricks == (0, 0, 0)
    two = type_lines(after, "g5", "0", "0", "1", "b7", "b9", "b2 ~winner=-")
    assert two.turn == (two.taken_tricks[0].plays[1].seat)


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("1/0 0/0 0/1 -", Round(bids=(1, 0, 0), tricks=(0, 0, 1), unwon=1)),
        ("1/0 0/0 0/0 nobody 2", Round(bids=(1, 0, 0), tricks=(0, 0, 0), unwon=2)),
        ("tricks 0 1 0 -", Tricks(tricks=(0, 1, 0), unwon=1)),
        ("rounds 17", Rounds(rounds=17)),
        ("라운드수 17", Rounds(rounds=17)),
        ("unwon", Unwon()),
        ("trick -", Unwon()),
    ],
)
def test_F20_what_is_typed_and_written(text: str, due: Round | Tricks | Rounds | Unwon) -> None:
    """Short and in full."""
    state = type_lines(open_pad(3), "0/0 0/0 1/1")
    assert engine.parse(text, state) == (due,)
    assert engine.parse(engine.write(due), state) == (due,)


def test_F20_the_evening_is_recorded_from_the_command_line() -> None:
    """With reasons where the pad does not add up; the doctor asks for nothing."""
    people = ("Ana", "Bo", "Cy", "Di")
    invoke("new", "wizard", *people, "--name", "maple", "--level", "pad", "-o", "rounds=17")
    wrong = {2, 6, 7, 10, 13, 14, 16}
    lines = [
        f"{line} ! as on the pad" if number in wrong else line
        for number, line in enumerate(EVENING)
    ]
    invoke("record", "maple", given="\n".join(lines))
    shown = invoke("show", "maple").stdout
    assert "250 5/4  320 2/3  270 4/4  320 5/5" in shown
    said = invoke("doctor", "maple").stdout
    assert "Nothing is left open." in said
    invoke("close", "maple")
    assert "Ana 250, Bo 320*, Cy 270, Di 320*" in invoke("matches").stdout


def test_F20_the_doctor_does_not_ask_a_pad_for_separate_bids() -> None:
    """A whole round answers the question for a bid, also where it breaks a rule."""
    invoke("new", "wizard", "Ana", "Bo", "Cy", "--name", "maple", "--level", "pad")
    invoke("record", "maple", given="0/0 0/0 0/0 ! nobody knows who won it\n")
    assert "bid" not in invoke("doctor", "maple", code=None).stdout
