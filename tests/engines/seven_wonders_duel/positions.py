"""Positions of 7 Wonders Duel for tests: two cities, a few cards in the layout, the rest apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from engines.book import Book, begin_booking
from engines.seven_wonders_duel import engine
from engines.seven_wonders_duel.catalog import (
    BOX,
    CARDS,
    COIN,
    DECK_OF,
    ENDLESS,
    LIMITS,
    LOOT,
    SLOT,
    SPACE,
)
from engines.seven_wonders_duel.state import (
    CITY_OF,
    COINS_OF,
    DISCARDS,
    LOOT_OF,
    TOKENS_OF,
    TRACK_OF,
    UNDER,
    WONDERS_OF,
    State,
    find_pawn,
)
from engines.seven_wonders_duel.trade import compute_price
from engines.values import Action, Setup, Term
from tests.engines import typist

LAST, OTHER = 19, 20
"""Two slots that nothing covers in any age."""


class City(NamedTuple):
    """What a seat has. `built` wonders have a card under them, `planned` ones have not."""

    cards: Sequence[str] = ()
    coins: int = LIMITS.coins
    built: Sequence[str] = ()
    planned: Sequence[str] = ()
    tokens: Sequence[str] = ()


EMPTY_CITY = City()


def lay_out(
    a: City = EMPTY_CITY,
    b: City = EMPTY_CITY,
    *,
    slots: Mapping[int, str] | None = None,
    age: int = 3,
    turn: int = 0,
    at: int = 0,
    loot: Sequence[Sequence[str]] = (tuple(LOOT), tuple(LOOT)),
    board: Sequence[str] = (),
    drawn: Sequence[str] = (),
    discarded: Sequence[str] = (),
    **fields: Any,
) -> State:
    """Return a table at the beginning of a turn; `at` is the pawn, above 0 in favour of seat a."""
    opened = engine.open(Setup(seats=2, options={"wonders": "first-game"}))
    booking = begin_booking(bare(a.coins, b.coins, at, loot), ENDLESS)
    used = {*a.cards, *b.cards, *discarded, *(slots or {}).values()}
    spare = iter(card for card in CARDS if card not in used)
    for number, card in (slots or {}).items():
        booking.move(1, card, DECK_OF[card], SLOT[number], "D9")
    for card in discarded:
        booking.move(1, card, DECK_OF[card], DISCARDS, "D22")
    for seat, city in enumerate((a, b)):
        for card in city.cards:
            booking.move(1, card, DECK_OF[card], CITY_OF[seat], "D20")
        for wonder in (*city.built, *city.planned):
            booking.move(1, wonder, "wonders", WONDERS_OF[seat], "D5")
        for wonder in city.built:
            card = next(spare)
            booking.move(1, card, DECK_OF[card], UNDER[wonder], "D23")
        for token in city.tokens:
            booking.move(1, token, "tokens", TOKENS_OF[seat], "D35")
    for place, tokens in (("board", board), ("drawn", drawn)):
        for token in tokens:
            booking.move(1, token, "tokens", place, "D3")
    fields = {"age": age, "turn": turn, "wanted": (), "played": 1, **fields}
    return replace(opened, book=booking.close(), **fields)


def bare(a: int, b: int, at: int, loot: Sequence[Sequence[str]]) -> Book:
    """Return the book of a table at which nobody has anything but coins."""
    places: dict[str, dict[str, int]] = {"bank": {COIN: 50}}
    places["wonders"] = {wonder.id: 1 for wonder in BOX.wonders}
    places["tokens"] = {token.id: 1 for token in BOX.tokens}
    for card in CARDS:
        places.setdefault(DECK_OF[card], {})[card] = 1
    for seat, coins in enumerate((a, b)):
        ahead = at if seat == 0 else -at
        places[COINS_OF[seat]] = {COIN: coins} if coins else {}
        places[TRACK_OF[seat]] = {SPACE: LIMITS.capital + ahead}
        places[LOOT_OF[seat]] = dict.fromkeys(loot[seat], 1)
    return Book({place: held for place, held in places.items() if held})


def play_all(state: State, *actions: str | Action) -> tuple[State, set[str]]:
    """Return the table after some actions, written or ready, and every rule that they broke."""
    cited: set[str] = set()
    for given in actions:
        parsed = engine.parse(given, state) if isinstance(given, str) else (given,)
        state, broken = typist.play_all(engine, state, *parsed)
        cited |= broken
    return state, cited


def purses(state: State) -> list[int]:
    """Return how many coins both seats have."""
    return [state.book.count(place, COIN) for place in COINS_OF]


def price(state: State, thing: str, seat: int = 0) -> int:
    """Return what a card or wonder costs a seat."""
    return compute_price(state.book.places, seat, thing).total


def where(state: State) -> int:
    """Return where the pawn is."""
    return find_pawn(state.book.places)


def totals(state: State) -> list[int | None]:
    """Return both seats' points."""
    return [score.total for score in engine.standing(state).scores]


def points(state: State, seat: int, label: str) -> int:
    """Return what one source is worth to a seat."""
    lines: tuple[Term, ...] = engine.standing(state).scores[seat].lines
    return sum(line.n for line in lines if label in (line.label, line.item))
