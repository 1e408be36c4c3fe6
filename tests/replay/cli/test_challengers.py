"""Challengers! from the command line: what a full record of the decks brings to light."""

from __future__ import annotations

import json

import pytest

from engines.challengers import engine
from engines.challengers.state import State, park_of, planned_sides
from engines.protocol import find_breaches
from engines.values import Prompt, Setup
from replay.lab.dealer import Dealer
from replay.speech.voice import Voice
from tests.replay.cli.conftest import Run
from tests.some import some

DECKS = """\
a: pony, cat -dog; a: ok
b: gangster, jester; b: ok
s a
"""


@pytest.fixture
def match(run: Run) -> str:
    """A match of Ana and Bo in which both decks are known; Ana starts."""
    run("new", "challengers", "Ana", "Bo", "--level", "actions", "--name", "one")
    run("record", "one", given=DECKS)
    return "one"


class TestKnownDecks:
    def test_a_card_that_was_removed(self, run: Run, match: str) -> None:
        """The finding names the removal; without it there is none."""
        told = run("record", match, "-e", "dog", code=1).stderr
        assert "C34: Dog was removed from Ana’s deck. (see 4)" in told
        run("record", match, "-e", "dog ! she swears that it was there")
        assert "C34: Dog was removed from Ana’s deck. (see 4)" in run("log", match).stdout
        found = json.loads(run("verify", match, "--json").stdout)[0]["findings"]
        assert ("ruled", "C34", 10) in [(f["kind"], f["rule"], f["version"]) for f in found]
        run("undo", match, "4")
        assert "BREACH" not in run("log", match).stdout
        assert "C34" not in [f["rule"] for f in audit(run, match) if f["kind"] != "ruled"]

    def test_a_card_once_too_often(self, run: Run, match: str) -> None:
        """The finding names the pick."""
        run("record", match, given="cat; champion\nf cat ! a second one\n")
        told = "BREACH C31: Ana has no further Cat; revealed already: 1. (see 3)"
        assert told in run("log", match).stdout

    def test_a_card_that_never_came(self, run: Run, match: str) -> None:
        """Nothing can be cited."""
        told = run("record", match, "-e", "lion", code=1).stderr
        assert "C31" in told
        assert "(see" not in told


def audit(run: Run, match: str) -> list[dict[str, str]]:
    """Return what an audit finds in a match."""
    found: list[dict[str, str]] = json.loads(run("verify", match, "--json").stdout)[0]["findings"]
    return found


def test_nobody_has_a_second_dog(run: Run) -> None:
    """C24: whatever was not told of a deck phase, starters are as many as at the beginning."""
    run("new", "challengers", "Ana", "Bo", "--level", "actions", "--name", "loose")
    run("record", "loose", given="s a\nchampion\ndog\n")
    told = run("record", "loose", "-e", "dog", code=1).stderr
    assert "C31: Bo has no further Dog; revealed already: 1." in told


def examples(prompt: Prompt, said: str, state: State) -> list[str]:
    """Return what a question proposes to type, with its park where others have duels as well."""
    found = said.partition(" (")[2][:-1]
    park = park_of(state, prompt.place[0]) if prompt.ask == "ask.seen" else prompt.place
    front = f"{park} " if len(state.duels) > 1 else ""
    if prompt.ask.startswith("ask.choose"):
        return [front + found.partition(";")[0]] if prompt.data["least"] < 2 else []
    if prompt.ask == "ask.seen":
        return [front + found]
    if prompt.ask.startswith(("ask.trophy", "ask.win")):
        return [found.partition(": ")[0]]
    return found.split("; ")


SHOWN = ("ask.deck", "ask.trim", "ask.seen", "ask.trophy", "ask.win", "ask.start", "ask.choose")


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    ("seats", "level"), [(1, "full"), (2, "full"), (3, "full"), (4, "actions"), (5, "results")]
)
def test_what_a_question_shows_can_be_typed(seats: int, level: str, lang: str) -> None:
    """It is legal, and of the seat, the round and the place that the question is about."""
    names = ("Ana", "Bo", "Cy", "Dee", "Emi")[:seats]
    asked = set()
    for state, _ in Dealer(engine, seats).play(Setup(seats, level=level)):
        voice = Voice(engine, lang, names, state)
        for prompt in engine.list_prompts(state):
            if not prompt.ask.startswith(SHOWN) or prompt.ask in asked:
                continue
            asked.add(prompt.ask)
            now = state
            for text in some(examples(prompt, voice.prompt(prompt), state)):
                actions = engine.parse(text, now, names)
                assert {action.verb for action in actions} <= set(prompt.verbs), text
                for action in some(actions):
                    assert find_breaches(engine, now, action) == (), text
                    now, _ = engine.apply(now, action)
    assert asked


def test_a_card_that_must_be_chosen_is_not_left_out() -> None:
    """C80: a Vampire takes a card; only a choice that is free offers ``-``."""
    for lang in ("en", "ko"):
        text = engine.words(lang).text
        assert "-" in text["ask.choose"]
        assert not any(" -" in text[f"ask.choose.{kind}"] for kind in ("some", "all"))


def test_a_trophy_is_of_the_round_that_is_asked_for(run: Run) -> None:
    """C60: 5 is on no trophy of round 3; it is not taken for the one of round 4."""
    run("new", "challengers", "Ana", "Bo", "Cy", "Dee", "--level", "results", "--name", "four")
    won = engine.open(Setup(4, level="results"))
    lines = []
    while asked := [prompt for prompt in engine.list_prompts(won) if prompt.ask == "ask.win"]:
        sides = planned_sides(won, asked[0].place, asked[0].data["round"])
        lines.append(min(sides))
        (result,) = engine.parse(lines[-1], won)
        won, _ = engine.apply(won, result)
    run("record", "four", given="\n".join([*lines, "t a 2", "t a 2", ""]))
    told = run("record", "four", "-e", "t a 5", code=1).stderr
    assert "C60: No trophy of round 3 has 5 fans (3, 4)." in told


def test_a_deck_phase_that_is_over_is_reopened_by_undoing_its_end(run: Run) -> None:
    """The finding names the event."""
    run("new", "challengers", "Ana", "Bo", "--level", "actions", "--name", "done")
    run("record", "done", given="b: ok\n")
    told = run("record", "done", "-e", "b: butler, spider", code=1).stderr
    assert "C30: Bo’s deck phase is over; undo what ended it to go on with it. (see 2)" in told
    run("undo", "done", "2")
    run("record", "done", "-e", "b: butler, spider")
