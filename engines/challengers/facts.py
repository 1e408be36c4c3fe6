"""What people ask in the middle of a match: who has the flag, who is left to play, which round."""

from __future__ import annotations

from collections.abc import Iterator

from engines.challengers.cards.catalog import FINAL
from engines.challengers.duel.beginning import open_duel
from engines.challengers.ranking import find_hidden_trophies
from engines.challengers.state import State, has_final, name_side, planned_sides
from engines.values import Fact, Message

FLAG = ("flag", "defender", "defends", "defending", "깃발", "수비")
LEFT = ("duels", "duel", "playing", "unfinished", "결투", "경기", "대결")
ROUND = ("round", "rounds", "라운드")
FINALISTS = ("final", "finals", "finale", "finalists", "결승", "결승전")
HIDDEN = ("hidden", "trophies", "trophy", "backs", "트로피", "뒷면")
"""The words that ask for each fact."""


def list_facts(state: State) -> Iterator[Fact]:
    """Yield what can be said of now, with the words that ask for it."""
    if state.over:
        return
    yield from (Fact(FLAG, said) for said in describe_flags(state))
    yield from (Fact(FINALISTS, said) for said in describe_final(state))
    for park, round_ in state.rounds.items():
        sides = planned_sides(state, park, round_)
        if len(sides) != 2 or park == FINAL:
            continue
        data = {"park": park, "round": round_, "one": name_side(sides[0])}
        yield Fact((*LEFT, *ROUND), Message("now.duel", {**data, "other": name_side(sides[1])}))
    for side, round_ in find_hidden_trophies(state):
        yield Fact(HIDDEN, Message("now.hidden", {"side": name_side(side), "round": round_}))


def describe_flags(state: State) -> Iterator[Message]:
    """Yield who has the flag in each duel under way, with which card and what beats it."""
    for park, duel in state.duels.items():
        if duel.flag is None:
            yield Message("now.flag.none", {"park": park})
            continue
        play = open_duel(state, park)
        yield Message(
            "now.flag",
            {
                "park": park,
                "side": name_side(duel.sides[duel.holder]),
                "card": duel.flag.card,
                "need": max(play.flag_power() - play.attack_power(), 0),
            },
        )
    if not state.duels:
        yield Message("now.flag.nobody", {})


def describe_final(state: State) -> Iterator[Message]:
    """Yield who plays the final, or that it is open."""
    if not has_final(state):
        yield Message("now.final.none", {})
    elif len(state.finalists) == 2:
        one, other = map(name_side, state.finalists)
        yield Message("now.final", {"one": one, "other": other})
    else:
        yield Message("now.final.open", {})
