"""The components of Machi Koro, read from `cards.json`: the effect of a card is data."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Final, TypeAlias, TypeVar

import msgspec

from engines.values import Piece


class FromBank(msgspec.Struct, frozen=True, tag_field="kind", tag="bank"):
    """The owner gets `coins` from the bank (M13, M14)."""

    coins: int


class FromBankPerIcon(msgspec.Struct, frozen=True, tag_field="kind", tag="bank_per_icon"):
    """The owner gets `coins` from the bank for each of its cards with `icon` (M24)."""

    coins: int
    icon: str


class FromRoller(msgspec.Struct, frozen=True, tag_field="kind", tag="from_roller"):
    """The roller pays `coins` to the owner (M15)."""

    coins: int


class FromEach(msgspec.Struct, frozen=True, tag_field="kind", tag="from_each"):
    """Every other seat pays `coins` to the owner (M26)."""

    coins: int


class FromChosen(msgspec.Struct, frozen=True, tag_field="kind", tag="from_chosen"):
    """The seat that the owner names pays `coins` to the owner (M27)."""

    coins: int


class Exchange(msgspec.Struct, frozen=True, tag_field="kind", tag="swap"):
    """The owner exchanges a card with another seat, but no card with the icon `spares` (M28)."""

    spares: str


class MoreDice(msgspec.Struct, frozen=True, tag_field="kind", tag="dice"):
    """The owner may roll up to `most` dice (M7)."""

    most: int


class IconBonus(msgspec.Struct, frozen=True, tag_field="kind", tag="icon_bonus"):
    """The owner's cards with one of `icons` bring `coins` more each (M22)."""

    coins: int
    icons: tuple[str, ...]


class TurnAfterDouble(msgspec.Struct, frozen=True, tag_field="kind", tag="turn_after_double"):
    """The owner gets another turn after a double (M39)."""


class SecondRoll(msgspec.Struct, frozen=True, tag_field="kind", tag="reroll"):
    """The owner may roll a second time (M8)."""


Effect: TypeAlias = FromBank | FromBankPerIcon | FromRoller | FromEach | FromChosen | Exchange
LandmarkEffect: TypeAlias = MoreDice | IconBonus | TurnAfterDouble | SecondRoll


class Colour(msgspec.Struct, frozen=True):
    """The cards of a colour work in one `step` of the income (M12), for some of their owners.

    `owners` is ``roller``, ``others`` or ``all``; `most` limits how many of a kind a seat may own
    (M33).
    """

    id: str
    step: int
    owners: str
    most: int | None = None


class Card(msgspec.Struct, frozen=True):
    """An establishment. It works on `numbers`; `rule` is the rule that its income cites."""

    id: str
    numbers: tuple[int, ...]
    colour: str
    icon: str
    cost: int
    copies: int
    rule: str
    effect: Effect


class Landmark(msgspec.Struct, frozen=True):
    """A landmark. Every seat has one of each."""

    id: str
    cost: int
    rule: str
    effect: LandmarkEffect


class Dice(msgspec.Struct, frozen=True):
    """The most dice that a seat may roll, and the number of their faces."""

    most: int
    faces: int


class Start(msgspec.Struct, frozen=True):
    """The coins and cards that every seat begins with (M2); the cards are not from the supply."""

    coins: int
    cards: dict[str, int]


class Catalog(msgspec.Struct, frozen=True):
    """Everything in the box."""

    dice: Dice
    start: Start
    colours: tuple[Colour, ...]
    cards: tuple[Card, ...]
    landmarks: tuple[Landmark, ...]


BOX: Final = msgspec.json.decode(
    (files("engines.machi_koro") / "cards.json").read_bytes(), type=Catalog
)
DICE: Final = BOX.dice
CARDS: Final = {card.id: card for card in BOX.cards}
LANDMARKS: Final = {landmark.id: landmark for landmark in BOX.landmarks}
COST: Final = {
    **{card.id: card.cost for card in BOX.cards},
    **{landmark.id: landmark.cost for landmark in BOX.landmarks},
}
"""Card or landmark to its cost in coins (M32)."""

COLOURS: Final = {colour.id: colour for colour in BOX.colours}
COIN: Final = "coin"
BANK: Final = "bank"
SUPPLY: Final = "supply"
IN_BOX: Final = "box"
"""Where the start cards of whoever joins come from (M46)."""

MOST_SEATS: Final = 4

CARDS_WITH_ICON: Final = {
    icon: tuple(card.id for card in BOX.cards if card.icon == icon)
    for icon in dict.fromkeys(card.icon for card in BOX.cards)
}
"""Icon to the cards that bear it."""


E = TypeVar("E")


def find_effect(items: Iterable[Card | Landmark], kind: type[E]) -> tuple[str, E]:
    """Return the id and the effect of the only card or landmark with a kind of effect."""
    return next((item.id, item.effect) for item in items if isinstance(item.effect, kind))


STATION, STATION_EFFECT = find_effect(BOX.landmarks, MoreDice)
MALL, MALL_EFFECT = find_effect(BOX.landmarks, IconBonus)
PARK: Final = find_effect(BOX.landmarks, TurnAfterDouble)[0]
TOWER: Final = find_effect(BOX.landmarks, SecondRoll)[0]
TV_STATION, TV_STATION_EFFECT = find_effect(BOX.cards, FromChosen)
"""The card whose owner names the seat that pays (M27)."""

BUSINESS_CENTER, BUSINESS_CENTER_EFFECT = find_effect(BOX.cards, Exchange)
"""The card whose owner exchanges a card (M28)."""

UNSWAPPABLE: Final = frozenset(
    card.id for card in BOX.cards if card.icon == BUSINESS_CENTER_EFFECT.spares
)
"""Cards that are neither given nor taken in an exchange (M28)."""


def find_working_cards(number: int) -> tuple[tuple[Card, ...], ...]:
    """Return the cards that work on a total, step by step (M12)."""
    working = [card for card in BOX.cards if number in card.numbers]
    steps = sorted({COLOURS[card.colour].step for card in working})
    return tuple(
        tuple(card for card in working if COLOURS[card.colour].step == step) for step in steps
    )


CARDS_BY_TOTAL: Final = {n: find_working_cards(n) for n in range(1, DICE.most * DICE.faces + 1)}
"""Total to the cards that work on it, step by step (M12)."""


def list_pieces() -> tuple[Piece, ...]:
    """Return the pieces in the box: cards in the order of their numbers, then landmarks."""
    cards = [
        Piece(
            card.id,
            "card",
            card.copies,
            {
                "numbers": list(card.numbers),
                "colour": card.colour,
                "icon": card.icon,
                "cost": card.cost,
            },
        )
        for card in BOX.cards
    ]
    landmarks = [Piece(item.id, "landmark", 4, {"cost": item.cost}) for item in BOX.landmarks]
    return (*cards, *landmarks)


ENDLESS = frozenset({BANK, IN_BOX})
"""The places that may hold less than nothing: the bank never runs out (M43)."""
