"""The prompts of a state, and the legal choices in answer to a prompt."""

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
from engines.seven_wonders_duel.layout import list_accessible_slots
from engines.seven_wonders_duel.score import compute_sale
from engines.seven_wonders_duel.state import (
    BACKS,
    CITY_OF,
    COINS_OF,
    DISCARDS,
    State,
    count_unplaced_cards,
    list_built_wonders,
    list_possible_faces,
    list_unbuilt_wonders,
)
from engines.seven_wonders_duel.trade import compute_price
from engines.seven_wonders_duel.turns import RAZES
from engines.values import TABLE, Choice, Prompt, Seat

CHOICE_VERBS = {
    "token": "token",
    "keep": "keep",
    "revive": "revive",
    "begin": "begin",
} | dict.fromkeys(RAZES, "raze")
"""Choice that may be owed to the verb that makes it."""


def list_prompts(state: State) -> tuple[Prompt, ...]:
    """Return the prompts of a state: reveals are optional, a seat's choice is not."""
    if state.level == "results":
        return () if state.over else (Prompt(TABLE, "ask.result", ("result",)),)
    facts = tuple(fact_prompts(state))
    if state.over:
        return facts
    seat = state.turn
    data = {"seat": Seat(seat)}
    if state.pending:
        prompt = Prompt(seat, f"ask.{state.pending}", (CHOICE_VERBS[state.pending],), data=data)
    elif not state.age:
        prompt = Prompt(seat, "ask.draft", ("draft",), data=data)
    else:
        ask = "ask.again" if state.extra else "ask.turn"
        prompt = Prompt(seat, ask, ("build", "discard", "wonder"), data=data)
    return (*facts, prompt)


def fact_prompts(state: State) -> Iterator[Prompt]:
    """Yield the prompts for facts of the table: what was turned up, then which backs are guilds."""
    for place in state.wanted:
        if place != BACKS:
            ask = f"ask.{place}" if place in ("board", "offer", "drawn") else "ask.slot"
            yield Prompt(TABLE, ask, ("reveal",), place, optional=True, data={"place": place})
    if state.wanted == (BACKS,) and count_unplaced_cards(state)[0] > 0:
        n = count_unplaced_cards(state)[0]
        yield Prompt(TABLE, "ask.backs", ("backs",), BACKS, optional=True, data={"n": n})


def choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield the legal choices in answer to a prompt."""
    seat = prompt.seat
    match prompt.kind:
        case "result":
            yield Choice(Result(kind="civilian", sheet=({"total": 0}, {"total": 0})))
        case "reveal":
            yield from reveal_choices(state, prompt.place)
        case "backs":
            yield from backs_choices(state)
        case "draft":
            for wonder in list_faces(state, "offer"):
                yield Choice(Draft(seat=seat, wonder=wonder))
        case "token":
            for token in list_faces(state, "board"):
                yield Choice(Token(seat=seat, token=token))
        case "keep":
            for token in list_faces(state, "drawn"):
                yield Choice(Keep(seat=seat, token=token))
        case "revive":
            for card in list_faces(state, DISCARDS):
                yield Choice(Revive(seat=seat, card=card))
        case "raze":
            for card in state.book.holding(CITY_OF[1 - seat]):
                if card in CARDS and CARDS[card].colour == state.pending:
                    yield Choice(Raze(seat=seat, card=card))
        case "begin":
            for who in (0, 1):
                yield Choice(Begin(seat=seat, who=who))
        case _:
            yield from turn_choices(state, seat)


def list_faces(state: State, place: str) -> tuple[str, ...]:
    """Return the pieces that lie in a place, or may lie there as an unknown piece."""
    known = [item for item in state.book.holding(place) if not is_unknown(item)]
    return (*known, *list_unseen_faces(state, place))


def list_unseen_faces(state: State, place: str) -> tuple[str, ...]:
    """Return the faces that the unknown pieces in a place may have."""
    found: dict[str, None] = {}
    for name in state.book.holding(place):
        if is_unknown(name):
            found |= dict.fromkeys(list_possible_faces(state, name))
    return tuple(found)


def reveal_choices(state: State, place: str) -> Iterator[Choice]:
    """Yield every piece that may lie in a place, weighted by its likelihood (D7)."""
    candidates = list_unseen_faces(state, place)
    guilds = [card for card in candidates if card in GUILDS]
    due_guilds, due_others = count_unplaced_cards(state) if guilds else (0, 0)
    for face in candidates:
        weight = 1
        if guilds:
            others = len(candidates) - len(guilds)
            weight = due_guilds * others if face in GUILDS else due_others * len(guilds)
        yield Choice(Reveal(place=place, card=face), weight=max(1, weight))


def backs_choices(state: State) -> Iterator[Choice]:
    """Yield every set of face-down cards that may be the missing guilds (D10)."""
    hidden = [n for n in CLOSED[AGES[-1]] if is_unknown(state.book.sole(SLOT[n]) or "")]
    for guilds in combinations(hidden, min(len(hidden), count_unplaced_cards(state)[0])):
        yield Choice(Backs(guilds=guilds))


def turn_choices(state: State, seat: int) -> Iterator[Choice]:
    """Yield every way to take a card and use it (D11, D19, D22, D23)."""
    places = state.book.places
    held = state.book.count(COINS_OF[seat], COIN)
    income = compute_sale(places, seat)
    wonders = []
    if sum(len(list_built_wonders(places, s)) for s in (0, 1)) < LIMITS.wonders:
        for wonder in list_unbuilt_wonders(places, seat):
            price = compute_price(places, seat, wonder)
            if price.total <= held:
                wonders.append((wonder, price.paid))
    for slot in list_accessible_slots(state):
        for card in list_faces(state, SLOT[slot]):
            price = compute_price(places, seat, card)
            if price.total <= held:
                yield Choice(Build(seat=seat, card=card, slot=slot, paid=price.paid))
            yield Choice(Discard(seat=seat, card=card, slot=slot, taken=income))
            for wonder, paid in wonders:
                yield Choice(Wonder(seat=seat, wonder=wonder, card=card, slot=slot, paid=paid))
