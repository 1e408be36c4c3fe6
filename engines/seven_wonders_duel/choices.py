"""Who must do what next, and what is legal then."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engines.book import is_unknown
from engines.seven_wonders_duel.actions import (
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Raze,
    Result,
    Reveal,
    Revive,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.catalog import AGES, CARDS, CLOSED, COIN, GUILDS, LIMITS, SLOT
from engines.seven_wonders_duel.layout import accessible
from engines.seven_wonders_duel.score import sale
from engines.seven_wonders_duel.state import (
    BACKS,
    CITY_OF,
    COINS_OF,
    DISCARDS,
    State,
    built,
    possible,
    unbuilt,
    unplaced,
)
from engines.seven_wonders_duel.trade import price_of
from engines.seven_wonders_duel.turns import RAZES
from engines.values import TABLE, Choice, Prompt, Seat

VERB_FOR = {"token": "token", "keep": "keep", "revive": "revive", "begin": "begin"} | dict.fromkeys(
    RAZES, "raze"
)
"""The verb that makes each choice that may be owed."""


def awaits(state: State) -> tuple[Prompt, ...]:
    """Return who must tell what next: reveals may be left open, a seat's choice may not."""
    if state.level == "results":
        return () if state.over else (Prompt(TABLE, "ask.result", ("result",)),)
    facts = tuple(wanted_facts(state))
    if state.over:
        return facts
    seat = state.turn
    data = {"seat": Seat(seat)}
    if state.pending:
        prompt = Prompt(seat, f"ask.{state.pending}", (VERB_FOR[state.pending],), data=data)
    elif not state.age:
        prompt = Prompt(seat, "ask.draft", ("draft",), data=data)
    else:
        ask = "ask.again" if state.extra else "ask.turn"
        prompt = Prompt(seat, ask, ("build", "discard", "wonder"), data=data)
    return (*facts, prompt)


def wanted_facts(state: State) -> Iterator[Prompt]:
    """Yield what the table should tell: what has been turned up, then which backs are guilds."""
    for place in state.wanted:
        if place != BACKS:
            ask = f"ask.{place}" if place in ("board", "offer", "drawn") else "ask.slot"
            yield Prompt(TABLE, ask, ("reveal",), place, optional=True, data={"place": place})
    if state.wanted == (BACKS,) and unplaced(state)[0] > 0:
        n = unplaced(state)[0]
        yield Prompt(TABLE, "ask.backs", ("backs",), BACKS, optional=True, data={"n": n})


def choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield what is legal in answer to a prompt."""
    seat = prompt.seat
    match prompt.kind:
        case "result":
            yield Choice(Result(kind="civilian", sheet=({"total": 0}, {"total": 0})))
        case "reveal":
            yield from reveals(state, prompt.place)
        case "backs":
            yield from backs(state)
        case "draft":
            for wonder in faces(state, "offer"):
                yield Choice(Draft(seat=seat, wonder=wonder))
        case "token":
            for token in faces(state, "board"):
                yield Choice(Token(seat=seat, token=token))
        case "keep":
            for token in faces(state, "drawn"):
                yield Choice(Keep(seat=seat, token=token))
        case "revive":
            for card in faces(state, DISCARDS):
                yield Choice(Revive(seat=seat, card=card))
        case "raze":
            for card in state.book.holding(CITY_OF[1 - seat]):
                if card in CARDS and CARDS[card].colour == state.pending:
                    yield Choice(Raze(seat=seat, card=card))
        case "begin":
            for who in (0, 1):
                yield Choice(Begin(seat=seat, who=who))
        case _:
            yield from turns(state, seat)


def faces(state: State, place: str) -> tuple[str, ...]:
    """Return all that lies, or may lie as an unknown piece, in a place."""
    known = [item for item in state.book.holding(place) if not is_unknown(item)]
    return (*known, *unseen(state, place))


def unseen(state: State, place: str) -> tuple[str, ...]:
    """Return the faces that the unknown pieces in a place may have."""
    found: dict[str, None] = {}
    for name in state.book.holding(place):
        if is_unknown(name):
            found |= dict.fromkeys(possible(state, name))
    return tuple(found)


def reveals(state: State, place: str) -> Iterator[Choice]:
    """Yield every piece that may lie in a place, as likely as chance makes it (D7)."""
    candidates = unseen(state, place)
    guilds = [card for card in candidates if card in GUILDS]
    due_guilds, due_others = unplaced(state) if guilds else (0, 0)
    for face in candidates:
        weight = 1
        if guilds:
            others = len(candidates) - len(guilds)
            weight = due_guilds * others if face in GUILDS else due_others * len(guilds)
        yield Choice(Reveal(place=place, card=face), weight=max(1, weight))


def backs(state: State) -> Iterator[Choice]:
    """Yield every set of face-down cards that may be the guilds still missing (D10)."""
    hidden = [n for n in CLOSED[AGES[-1]] if is_unknown(state.book.sole(SLOT[n]) or "")]
    for guilds in combinations(hidden, min(len(hidden), unplaced(state)[0])):
        yield Choice(Backs(guilds=guilds))


def turns(state: State, seat: int) -> Iterator[Choice]:
    """Yield every way to take a card and use it (D11, D19, D22, D23)."""
    places = state.book.places
    held = state.book.count(COINS_OF[seat], COIN)
    income = sale(places, seat)
    wonders = []
    if sum(len(built(places, s)) for s in (0, 1)) < LIMITS.wonders:
        for wonder in unbuilt(places, seat):
            price = price_of(places, seat, wonder)
            if price.total <= held:
                wonders.append((wonder, price.paid))
    for slot in accessible(state):
        for card in faces(state, SLOT[slot]):
            price = price_of(places, seat, card)
            if price.total <= held:
                yield Choice(Build(seat=seat, card=card, slot=slot, paid=price.paid))
            yield Choice(Discard(seat=seat, card=card, slot=slot, taken=income))
            for wonder, paid in wonders:
                yield Choice(Wonder(seat=seat, wonder=wonder, card=card, slot=slot, paid=paid))
