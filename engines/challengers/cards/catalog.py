"""The box of Challengers!: its numbers from `box.json`, its cards from the card sets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final

import msgspec

from engines.challengers.cards.card import BY_ROUND, Card, make_card
from engines.challengers.cards.format import CardSet
from engines.challengers.cards.sentences import make_sentence
from engines.challengers.cards.sets import load_sets
from engines.values import SEAT_LETTERS, Piece


class RobotBox(msgspec.Struct, frozen=True):
    """The robot's deck, and what each solo level swaps: (printing, random cards for it)."""

    deck: dict[str, int]
    swaps: tuple[tuple[str, int], ...]


class Box(msgspec.Struct, frozen=True):
    """The numbers of the rules, from `box.json`."""

    seats: int
    starter: dict[str, int]
    starter_decks: int
    extra_sets: int
    draw: int
    schedule: dict[int, dict[str, int]]
    trophies: dict[int, tuple[int, ...]]
    plans: dict[str, tuple[tuple[str, ...], ...]]
    robot: RobotBox
    lead: int


BOX: Final = msgspec.json.decode(
    (files("engines.challengers") / "box.json").read_bytes(), type=Box, strict=False
)
SETS: Final[Mapping[str, CardSet]] = load_sets()
CITY: Final = "city"
ROBOT_SET: Final = "robot"
EXTRA_SETS: Final = tuple(
    sorted(
        (symbol for symbol in SETS if symbol not in (CITY, ROBOT_SET)),
        key=lambda symbol: symbol == "outer_space",
    )
)
"""The sets of which five are played with; Outer Space is left out of a first game (C23)."""

CARDS: Final = {
    printing.id: make_card(printing, found.set)
    for found in SETS.values()
    for printing in found.cards
}
"""Every printing of the box by its id."""

AURAS: Final = frozenset(card.id for card in CARDS.values() if card.auras)
"""The cards that give power to others from the bench."""

ROUNDS: Final = tuple(BOX.schedule)
PARKS: Final = ("green", "red", "purple", "yellow")
FINAL: Final = "final"
ROBOT: Final = "robot"
SIDES: Final = (*SEAT_LETTERS, ROBOT)
"""Who can stand on one side of a duel."""

PLANS: Final = {len(rows): rows for rows in BOX.plans.values()}
"""The tournament plans by the number of sides, a robot among them (C21)."""

PILE_LEVELS: Final = ("A", "B", "C")
PILE: Final = {level: f"pile.{level}" for level in PILE_LEVELS} | {"R": "pile.R", "SOLO": "pile.R"}
DISCARD: Final = {level: f"discard.{level}" for level in PILE_LEVELS}
UNDER: Final = {level: f"under.{level}" for level in PILE_LEVELS}
"""What was shuffled under a pile and comes after it."""

SPARE: Final = "spare"
"""The sets that are left out, as far as anybody knows: nobody said which sets are played."""

FAN: Final = "fan"

ENDLESS: Final = frozenset({"bank", "press"})
"""The places that may hold less than nothing: the bank of fan tokens, and ``press``, from which
registered cards come to the table."""

DECK: Final = {side: f"{side}.deck" for side in SIDES}
FIELD: Final = {side: f"{side}.field" for side in SIDES}
BENCH: Final = {side: f"{side}.bench" for side in SIDES}
EXHAUST: Final = {side: f"{side}.exhaust" for side in SIDES}
OFFER: Final = {side: f"{side}.offer" for side in SIDES}
FANS: Final = {side: f"{side}.fans" for side in SIDES}
TROPHIES: Final = {side: f"{side}.trophies" for side in SIDES}


def trophy_id(round_: int, fans: int) -> str:
    """Return the id of a trophy by its round and what is on its back.

    >>> trophy_id(4, 5)
    'trophy-4-5'
    """
    return f"trophy-{round_}-{fans}"


@lru_cache(maxsize=1 << 12)
def trophy_round(item: str) -> int:
    """Return the round of a trophy, known or not; 0 for what is none.

    >>> trophy_round("trophy-4-5"), trophy_round("?green.4"), trophy_round("fan")
    (4, 4, 0)
    """
    if item.startswith("trophy-"):
        return int(item.split("-")[1])
    tail = item.rpartition(".")[2]
    return int(tail) if item.startswith("?") and tail.isdecimal() else 0


def trophy_fans(item: str) -> int | None:
    """Return the fans on a trophy, None for one whose back is not known.

    >>> trophy_fans("trophy-4-5"), trophy_fans("?green.4")
    (5, None)
    """
    return int(item.split("-")[2]) if item.startswith("trophy-") else None


def is_strange_trophy(item: str) -> bool:
    """Return whether an item is a trophy with a number that is on none of its round.

    >>> is_strange_trophy("trophy-2-5"), is_strange_trophy("trophy-2-3"), is_strange_trophy("fan")
    (True, False, False)
    """
    fans = trophy_fans(item)
    return fans is not None and fans not in BOX.trophies.get(trophy_round(item), ())


def list_pieces() -> tuple[Piece, ...]:
    """Return everything in the box: cards by set, then trophies."""
    trophies = [
        Piece(trophy_id(round_, fans), "trophy", worth.count(fans), {"round": round_, "fans": fans})
        for round_, worth in BOX.trophies.items()
        for fans in sorted(set(worth))
    ]
    return (*list_cards({}), *trophies)


def list_cards(extra: Mapping[str, Card]) -> tuple[Piece, ...]:
    """Return the cards `extra` of a match as pieces; without any, the cards of the box."""
    names: dict[str, str] = {}
    for card in (*CARDS.values(), *extra.values()):
        names.setdefault(card.name, card.id)
    return tuple(make_piece(card, names) for card in (extra or CARDS).values())


def make_piece(card: Card, names: Mapping[str, str]) -> Piece:
    """Return a card as a piece to be looked up; `names` maps printed names to ids."""
    facts = {
        "set": card.set,
        "level": card.level,
        "power": "round" if card.power == BY_ROUND else card.power,
    }
    says = make_sentence(card, names, SETS)
    if says is None:
        facts["effects"] = "none"
    codes = {"timing": card.timing or "none", "effects": msgspec.to_builtins(card.effects)}
    return Piece(card.id, "card", card.copies, facts, says, codes)
