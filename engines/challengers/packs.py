"""Card sets: those of the box, and reading and checking those that owners write.

``check(text)`` returns every problem of a set file with the place where it is; ``read(text)``
returns the set or raises `PackError` with the problems. A match never looks at files: the sets
it uses beyond those of the box are part of its set-up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

import msgspec

from engines.challengers.cardset import (
    FORMAT,
    Aura,
    BasePowerIsRound,
    CardSet,
    Effect,
    ExtraPick,
    GainFans,
    Look,
    PowerBonus,
    Printing,
    Shift,
)

LIMIT: Final = {"A": 3, "B": 5, "C": 10}
"""The highest base power of a level (C2)."""

ID: Final = re.compile(r"[a-z][a-z0-9_]*(?:-[a-z0-9_]+)+\Z")
SYMBOL: Final = re.compile(r"[a-z][a-z0-9_]*\Z")

AT: Final[Mapping[type[Any], tuple[str, ...]]] = {
    PowerBonus: ("reveal", "attack", "flag"),
    Aura: ("bench",),
    ExtraPick: ("picked",),
    BasePowerIsRound: ("base",),
}
"""When an effect can count; what is not listed can happen at any of ONCE."""

ONCE: Final = ("reveal", "gain_flag", "flag_loss", "picked")
PICKED: Final = (GainFans, ExtraPick)
"""What can happen in the deck phase."""


class Problem(NamedTuple):
    """What is wrong with a set: where, and a sentence of the word files with what fills it."""

    where: str
    key: str
    data: dict[str, Any]


class PackError(ValueError):
    """A set that cannot be used; `problems` says why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.where}: {p.key} {p.data}" for p in self.problems))


SHIPPED: Final = (
    "city",
    "castle",
    "film_studio",
    "funfair",
    "haunted_house",
    "outer_space",
    "shipwreck",
    "robot",
)


def shipped() -> dict[str, CardSet]:
    """Return the sets of the box by symbol."""
    folder = files("engines.challengers.sets")
    sets = [read((folder / f"{symbol}.json").read_bytes()) for symbol in SHIPPED]
    return {found.set: found for found in sets}


def read(text: bytes | str) -> CardSet:
    """Return the set in a file's text. Raise PackError with every problem."""
    try:
        content = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise PackError([Problem("$", "pack.json", {"error": str(error)})]) from None
    return convert(content)


def convert(content: Any) -> CardSet:
    """Return the set in parsed JSON. Raise PackError with every problem."""
    problems = list(shape(content))
    if not problems:
        found = msgspec.convert(content, CardSet)
        problems = list(sense(found))
        if not problems:
            return found
    raise PackError(problems)


def option(found: CardSet) -> dict[str, Any]:
    """Return a set as a match's option `cardsets` takes it, so that the match keeps it."""
    content: dict[str, Any] = msgspec.to_builtins(found)
    return content


def check(text: bytes | str, beside: Iterable[CardSet] = ()) -> list[Problem]:
    """Return every problem of a set file, also with the sets it is to be played with."""
    try:
        found = read(text)
    except PackError as error:
        return list(error.problems)
    return list(together([*(s for s in beside if s.set != found.set), found]))


def shape(content: Any) -> Iterator[Problem]:
    """Yield where a set does not have the format: each card is looked at by itself."""
    if not isinstance(content, dict):
        yield Problem("$", "pack.object", {})
        return
    if content.get("format") != FORMAT:
        yield Problem("$.format", "pack.format", {"given": content.get("format"), "format": FORMAT})
        return
    cards = content.get("cards")
    if isinstance(cards, list):
        for number, card in enumerate(cards):
            where = f"$.cards[{number}]"
            if isinstance(card, dict) and isinstance(card.get("id"), str):
                where = str(card["id"])
            yield from _decoding(card, Printing, where)
        content = content | {"cards": []}
    yield from _decoding(content, CardSet, "$")


def _decoding(content: Any, wanted: type[Any], where: str) -> Iterator[Problem]:
    try:
        msgspec.convert(content, wanted)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        place = f"{where}{path.rstrip('`')}"
        yield Problem(place, "pack.shape", {"error": what})


def sense(found: CardSet) -> Iterator[Problem]:
    """Yield what a set of the right shape cannot mean."""
    if not SYMBOL.match(found.set):
        yield Problem("$.set", "pack.symbol", {"given": found.set})
    seen: set[str] = set()
    for card in found.cards:
        if card.id in seen:
            yield Problem(card.id, "pack.twice", {"id": card.id})
        seen.add(card.id)
        yield from _card(card)
    total = sum(card.copies for card in found.cards)
    if found.total is not None and found.total != total:
        yield Problem("$.total", "pack.total", {"declared": found.total, "total": total})


def _card(card: Printing) -> Iterator[Problem]:
    if not ID.match(card.id):
        yield Problem(card.id, "pack.id", {"id": card.id})
    if not card.name.strip():
        yield Problem(f"{card.id}.name", "pack.name", {})
    if card.copies < 1:
        yield Problem(f"{card.id}.copies", "pack.copies", {"copies": card.copies})
    by_round = any(isinstance(effect, BasePowerIsRound) for effect in card.effects)
    if card.power is None and not by_round:
        yield Problem(f"{card.id}.power", "pack.no-power", {})
    if card.power is not None and not 0 <= card.power <= LIMIT.get(card.level, 99):
        data = {"power": card.power, "level": card.level, "limit": LIMIT.get(card.level, 99)}
        yield Problem(f"{card.id}.power", "pack.power", data)
    if bool(card.effects) != (card.timing is not None):
        yield Problem(f"{card.id}.timing", "pack.untimed", {})
    for number, effect in enumerate(card.effects):
        yield from _effect(f"{card.id}.effects[{number}]", card, effect)


def _effect(where: str, card: Printing, effect: Effect) -> Iterator[Problem]:
    op = str(effect.__struct_config__.tag)
    allowed = AT.get(type(effect), ONCE)
    if card.timing is not None and card.timing not in allowed:
        data = {"op": op, "timing": card.timing, "allowed": list(allowed)}
        yield Problem(where, "pack.timing", data)
    elif card.timing == "picked" and not isinstance(effect, PICKED):
        yield Problem(where, "pack.picked", {"op": op})
    if isinstance(effect, Shift):
        yield from _shift(where, effect)
    if isinstance(effect, Look) and (effect.zone == "own_deck_top") != (effect.n is not None):
        yield Problem(where, "pack.look", {"zone": effect.zone})
    if isinstance(effect, Look) and effect.n is not None and effect.n < 1:
        yield Problem(where, "pack.look", {"zone": effect.zone})
    if isinstance(effect, GainFans) and effect.amount < 1:
        yield Problem(where, "pack.fans", {"amount": effect.amount})
    if isinstance(effect, ExtraPick) and effect.cost.remove_from_deck < 1:
        yield Problem(where, "pack.cost", {"n": effect.cost.remove_from_deck})


def _shift(where: str, effect: Shift) -> Iterator[Problem]:
    if not 0 <= effect.min <= effect.max or effect.max < 1:
        yield Problem(where, "pack.range", {"min": effect.min, "max": effect.max})
    if effect.source == "removed" or effect.dest == "self" or effect.source == effect.dest:
        yield Problem(where, "pack.zones", {"source": effect.source, "dest": effect.dest})
    if effect.dest.startswith("level_pile"):
        yield Problem(where, "pack.zones", {"source": effect.source, "dest": effect.dest})
    open_to_see = effect.source.endswith(("_bench", "_exhaust"))
    if open_to_see == (effect.chooser == "none"):
        yield Problem(where, "pack.chooser", {"source": effect.source, "chooser": effect.chooser})


def together(sets: Iterable[CardSet]) -> Iterator[Problem]:
    """Yield what sets cannot have in common: a printing's id, or a name under two symbols.

    A seat on the bench belongs to a name, so a name says which set symbol it bears.
    """
    ids: dict[str, str] = {}
    names: dict[str, str] = {}
    for found in sets:
        for card in found.cards:
            if ids.setdefault(card.id, found.set) != found.set:
                data = {"id": card.id, "set": found.set, "other": ids[card.id]}
                yield Problem(card.id, "pack.id-taken", data)
            if names.setdefault(card.name, found.set) != found.set:
                data = {"name": card.name, "set": found.set, "other": names[card.name]}
                yield Problem(card.id, "pack.name-taken", data)
