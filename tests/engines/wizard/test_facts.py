"""What is said of the running round to whoever asks in the middle of it."""

from __future__ import annotations

import pytest

from engines.values import Setup
from engines.wizard import engine
from engines.wizard.facts import list_facts
from engines.wizard.state import State
from replay.speech.voice import Voice
from tests.engines.wizard.cases import type_lines

NEW: State = engine.open(Setup(3, level="actions"))
BID = type_lines(NEW, "y5", "0 0 1")
SECOND = type_lines(BID, "b1 b2 b3", "g1", "1 0 0")


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (NEW, ("1 of 20", "Ana deals", "Bo leads trick 1", "Nobody told the trump")),
        (BID, ("1 of 20", "Ana deals", "Bo leads trick 1", "Trump: yellow")),
        # who leads stays whoever played first
        (type_lines(BID, "b1 b2"), ("1 of 20", "Ana deals", "Bo leads trick 1", "Trump: yellow")),
        (SECOND, ("2 of 20", "Bo deals", "Cy leads trick 1", "Trump: green")),
        # the winner leads the next trick
        (
            type_lines(SECOND, "b4 b5 b6", "b7"),
            ("2 of 20", "Bo deals", "Bo leads trick 2", "Trump: green"),
        ),
        (type_lines(NEW, "W", "t r"), ("1 of 20", "Ana deals", "Bo leads trick 1", "Trump: red")),
    ],
)
def test_what_is_so_now(state: State, said: tuple[str, ...]) -> None:
    voice = Voice(engine, "en", ("Ana", "Bo", "Cy"))
    number, *others = (voice.say(fact.message.key, fact.message.data) for fact in list_facts(state))
    assert (number, *others) == (f"This is round {said[0]}.", *(f"{each}." for each in said[1:]))


def test_when_it_is_over_nothing_is_so_any_more() -> None:
    over = type_lines(engine.open(Setup(3, level="results")), "result 10 20 30")
    assert over.over
    assert list(list_facts(over)) == []


def test_the_words_that_ask_for_it_are_those_of_one_fact_each() -> None:
    words = [word for fact in list_facts(NEW) for word in fact.words]
    assert len(words) == len(set(words)) == 18
    assert {"round", "dealer", "leads", "trump", "라운드", "딜러", "선", "으뜸"} <= set(words)
