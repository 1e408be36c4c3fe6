"""The rules of 7 Wonders Duel about facts of the table: what is turned up, the backs of guilds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.book import is_unknown
from engines.seven_wonders_duel.actions import (
    UNSEEN,
    Backs,
    Reveal,
)
from engines.seven_wonders_duel.catalog import (
    AGES,
    CLOSED,
    DECK,
    DECK_OF,
    GUILDS,
    LAYOUT,
    LIMITS,
    NUMBER_OF,
    OPEN,
    SLOT,
)
from engines.seven_wonders_duel.layout import is_covered, list_covering_slots
from engines.seven_wonders_duel.state import State, count_unplaced_cards, is_guild
from engines.seven_wonders_duel.turns import SHOWN_BY
from engines.values import Breach

Breaches = Iterator[Breach]


def D12_reveal(state: State, action: Reveal) -> Breaches:
    """D12, D8, D9: a card is turned up when nothing covers it, and keeps its face."""
    number = NUMBER_OF.get(action.place)
    if number is None or action.card == UNSEEN:
        return
    data = {"card": action.card, "place": action.place}
    if not state.age:
        yield Breach("D8", "D8.early", data)
        return
    shown = state.book.sole(action.place)
    if shown is None:
        yield Breach("D9", "D9.empty", data)
    elif not is_unknown(shown):
        if shown != action.card:
            yield Breach("D9", "D9.shown", data | {"shown": shown})
    elif number in CLOSED[state.age] and is_covered(state.book.places, state.age, number):
        over = list_covering_slots(state.book.places, state.age, number)
        yield Breach("D12", "D12.covered", data | {"over": over})
    if DECK_OF[action.card] != DECK[state.age]:
        yield Breach("D8", "D8.age", data | {"age": state.age})
    elif shown is not None and is_unknown(shown) and state.age == AGES[-1]:
        yield from D7_guilds(state, action, shown)


def D7_guilds(state: State, action: Reveal, name: str) -> Breaches:
    """D7, D10: Age III has three guilds, and their backs show."""
    guild = is_guild(state, name) if state.book.pools.get(name) == DECK[AGES[-1]] else None
    if guild is None or guild == (action.card in GUILDS):
        return
    if action.card not in state.book.list_possible_faces(name):
        return
    rule = "D7" if state.backs is None else "D10"
    why = f"{rule}.guild" if action.card in GUILDS else f"{rule}.other"
    yield Breach(rule, why, {"card": action.card, "place": action.place, "n": LIMITS.guilds})


def D3_reveal(state: State, action: Reveal) -> Breaches:
    """D3, D5, D52: a place has only as many pieces as the rules put there."""
    if action.place in NUMBER_OF or action.card == UNSEEN:
        return
    holding = state.book.holding(action.place)
    if action.card not in holding and not any(is_unknown(name) for name in holding):
        data = {"card": action.card, "place": action.place}
        yield Breach(SHOWN_BY[action.place], "reveal.full", data)


def D10_backs(state: State, action: Backs) -> Breaches:
    """D10, D7: in Age III face-down cards show whether they are guilds; there are three in all."""
    if state.age != AGES[-1]:
        yield Breach("D10", "D10.age", {"age": AGES[-1]})
        return
    if action.guilds is None:
        return
    shown = {n: state.book.sole(SLOT[n]) or "" for n in LAYOUT[AGES[-1]]}
    wrong = [
        SLOT[n]
        for n in action.guilds
        if n not in CLOSED[AGES[-1]] or not (is_unknown(shown[n]) or shown[n] in GUILDS)
    ]
    if wrong:
        yield Breach("D10", "D10.open", {"places": wrong})
    missing, _ = count_unplaced_cards(replace(state, backs=None))
    known = sum(shown[n] in GUILDS for n in action.guilds)
    open_unseen = any(is_unknown(shown[n]) for n in OPEN[AGES[-1]])
    n = len(action.guilds) - known
    if n > missing or (n < missing and not open_unseen):
        data = {"n": n, "due": max(0, missing), "limit": LIMITS.guilds}
        yield Breach("D7", "D7.backs", data)
