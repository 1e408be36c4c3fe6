"""Laying out one duel of Challengers!, with decks that are known or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engines.challengers import engine
from engines.challengers.actions import Start
from engines.challengers.catalog import BOX, CARDS, DECK, PILE, ROBOT, TROPHIES, trophy
from engines.challengers.state import State
from engines.protocol import Setup

PARK = "green"


def lay_out(
    decks: Mapping[str, Sequence[str]],
    *,
    round_: int = 1,
    trophies: Mapping[str, int] | None = None,
    piles: Mapping[str, Sequence[str]] | None = None,
    known: bool = True,
    options: Mapping[str, object] | None = None,
) -> State:
    """Return the table before a duel in the green park: `decks` by side (``a``, ``b``, ``robot``).

    With `known` the decks' lists are recorded; without, nothing of them is, and every card of
    them may still lie in its pile.
    """
    solo = ROBOT in decks
    state = engine.open(Setup(1 if solo else 2, options=dict(options or {})))
    places = {place: dict(held) for place, held in state.book.places.items()}
    for side, cards in decks.items():
        places[DECK[side]] = dict(Counter(cards)) if known else {}
    for level, cards in (piles or {}).items():
        places[f"pile.{level}"] = dict(Counter(cards))
    for item in () if known else [item for cards in decks.values() for item in cards]:
        supply = places.setdefault(PILE.get(CARDS[item].level, "box"), {})
        supply[item] = supply.get(item, 0) + 1
    for side, n in (trophies or {}).items():
        if n:
            places[TROPHIES[side]] = {trophy(1, BOX.trophies[1][0]): n}
    players = {
        side: replace(player, round=round_, touched=known, done=known, loose=not known)
        for side, player in state.players.items()
    }
    return replace(
        state,
        book=replace(state.book, places={p: held for p, held in places.items() if held}),
        rounds={PARK: round_},
        players=players,
    )


def begin(state: State, first: str, sizes: Mapping[str, int] | None = None) -> State:
    """Return the table with the duel begun by `first`, without asking whose trophy is later."""
    other = next(side for side in state.players if side != first)
    start = Start(park=PARK, first=first, against=other, decks=dict(sizes or {}))
    return engine.apply(state, start)[0]
