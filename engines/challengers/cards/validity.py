"""Which card sets of the right shape mean nothing, by themselves and beside others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from engines.challengers.cards.format import (
    ANY,
    LARGEST,
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
from engines.values import Path, Problem, Verbatim

POWER_LIMITS: Final = {"A": 3, "B": 5, "C": 10}
"""The highest base power of a level (C2)."""

LONGEST_NAME: Final = 40
LONGEST_ID: Final = 60
TROPHY_PREFIX: Final = "trophy-"
"""How the ids of trophies begin, and so no card's."""

ID: Final = re.compile(r"[a-z][a-z0-9_]*(?:-[a-z0-9_]+)+\Z")
SYMBOL: Final = re.compile(r"[a-z][a-z0-9_]*\Z")

TIMINGS: Final[Mapping[type[Any], tuple[str, ...]]] = {
    PowerBonus: ("reveal", "attack", "flag"),
    Aura: ("bench",),
    ExtraPick: ("picked",),
    BasePowerIsRound: ("base",),
}
"""When an effect can count; what is not listed can happen at any of ONCE."""

ONE_TIME: Final = ("reveal", "gain_flag", "flag_loss", "picked")
DECK_PHASE_EFFECTS: Final = (GainFans, ExtraPick)
"""What can happen in the deck phase."""


def find_faults(found: CardSet) -> Iterator[Problem]:
    """Yield the problems of a card set whose shape is right."""
    if not SYMBOL.match(found.set):
        yield Problem(("set",), "cardset.symbol", {"given": found.set})
    seen: set[str] = set()
    for number, card in enumerate(found.cards):
        path: Path = ("cards", number)
        if card.id in seen:
            yield Problem((*path, "id"), "cardset.twice", {"id": card.id})
        seen.add(card.id)
        yield from _card_faults(path, card)
    total = sum(card.copies for card in found.cards)
    if found.total is not None and found.total != total:
        yield Problem(("total",), "cardset.total", {"declared": found.total, "total": total})


def _card_faults(path: Path, card: Printing) -> Iterator[Problem]:
    if not ID.match(card.id) or len(card.id) > LONGEST_ID or card.id.startswith(TROPHY_PREFIX):
        yield Problem((*path, "id"), "cardset.id", {"id": card.id})
    for field, name in (("name", card.name), ("name_ko", card.name_ko)):
        if (
            not name.isprintable()
            or len(name) > LONGEST_NAME
            or not (name.strip() or field != "name")
        ):
            yield Problem((*path, field), "cardset.name", {"most": LONGEST_NAME})
    if card.copies < 1:
        yield Problem((*path, "copies"), "cardset.copies", {"copies": card.copies})
    by_round = any(isinstance(effect, BasePowerIsRound) for effect in card.effects)
    if card.power is None and not by_round:
        yield Problem((*path, "power"), "cardset.no-power", {})
    limit = POWER_LIMITS.get(card.level, LARGEST)
    if card.power is not None and not 0 <= card.power <= limit:
        data = {"power": card.power, "level": card.level, "limit": limit}
        yield Problem((*path, "power"), "cardset.power", data)
    if bool(card.effects) != (card.timing is not None):
        yield Problem((*path, "timing"), "cardset.untimed", {})
    for number, effect in enumerate(card.effects):
        yield from _effect_faults((*path, "effects", number), card, effect)


def _effect_faults(path: Path, card: Printing, effect: Effect) -> Iterator[Problem]:
    op = effect_op(effect)
    allowed = TIMINGS.get(type(effect), ONE_TIME)
    if card.timing is not None and card.timing not in allowed:
        timing = Verbatim(card.timing)
        data = {"op": op, "timing": timing, "allowed": ", ".join(allowed)}
        yield Problem((*path, "op"), "cardset.timing", data)
    elif card.timing == "picked" and not isinstance(effect, DECK_PHASE_EFFECTS):
        yield Problem((*path, "op"), "cardset.picked", {"op": op})
    look_at = FIELD_RULES.get(type(effect))
    if look_at is not None:
        yield from look_at(path, card, effect)


def _bonus_faults(path: Path, card: Printing, effect: PowerBonus) -> Iterator[Problem]:
    per = effect.per
    if per is not None and per.filter != ANY and not per.count.endswith("bench_cards"):
        yield Problem((*path, "per", "filter"), "cardset.per-filter", {"count": per.count})


def _look_faults(path: Path, card: Printing, effect: Look) -> Iterator[Problem]:
    top = effect.zone == "own_deck_top"
    if top != (effect.n is not None) or (effect.n is not None and effect.n < 1):
        yield Problem(path, "cardset.look", {"zone": effect.zone})
    elif effect.then == "one_bottom_one_top" and effect.n != SPLIT_SIZE:
        yield Problem((*path, "then"), "cardset.look-split", {"then": effect.then, "n": SPLIT_SIZE})
    elif effect.then == "reorder_top" and not top:
        yield Problem((*path, "then"), "cardset.look-order", {"then": effect.then})


SPLIT_SIZE: Final = 2
"""How many cards are looked at where one goes to the bottom and one stays on top (C83)."""


def _fans_faults(path: Path, card: Printing, effect: GainFans) -> Iterator[Problem]:
    if effect.amount < 1:
        yield Problem((*path, "amount"), "cardset.fans", {"amount": effect.amount})
    if card.timing == "picked" and effect.who != "self":
        yield Problem((*path, "who"), "cardset.fans-picked", {})
    if card.timing == "picked" and effect.condition is not None:
        yield Problem((*path, "if"), "cardset.fans-picked", {})


def _extra_pick_faults(path: Path, card: Printing, effect: ExtraPick) -> Iterator[Problem]:
    if effect.cost.remove_from_deck < 1:
        n = effect.cost.remove_from_deck
        yield Problem((*path, "cost", "remove_from_deck"), "cardset.cost", {"n": n})


def effect_op(effect: Effect) -> str:
    """Return what an effect is called in a card set file."""
    return str(effect.__struct_config__.tag)


def _shift_faults(path: Path, card: Printing, effect: Shift) -> Iterator[Problem]:
    if not 0 <= effect.min <= effect.max or effect.max < 1:
        yield Problem((*path, "min"), "cardset.range", {"min": effect.min, "max": effect.max})
    zones = {"source": effect.source, "dest": effect.dest}
    nowhere = effect.dest == "self" or effect.dest.startswith("level_pile")
    if effect.source == "removed":
        yield Problem((*path, "source"), "cardset.zones", zones)
    elif nowhere or effect.source == effect.dest:
        yield Problem((*path, "dest"), "cardset.zones", zones)
    elif effect.source == "self" and card.timing not in (None, "flag_loss"):
        yield Problem((*path, "source"), "cardset.self", {"timing": card.timing})
    open_to_see = effect.source.endswith(("_bench", "_exhaust"))
    if open_to_see == (effect.chooser == "none"):
        data = {"source": effect.source, "chooser": effect.chooser}
        yield Problem((*path, "chooser"), "cardset.chooser", data)
    elif effect.filter != ANY and not open_to_see:
        yield Problem((*path, "filter"), "cardset.filter", {"source": effect.source})


FIELD_RULES: Final[Mapping[type[Any], Callable[[Path, Printing, Any], Iterator[Problem]]]] = {
    PowerBonus: _bonus_faults,
    Look: _look_faults,
    GainFans: _fans_faults,
    ExtraPick: _extra_pick_faults,
    Shift: _shift_faults,
}
"""What looks at the fields of an effect."""


def find_clashes(sets: Iterable[CardSet]) -> Iterator[Problem]:
    """Yield the problems of card sets beside each other: a printing's id in two of them, or a card
    name under two symbols.

    A seat on the bench belongs to a name, so a name has one set symbol.
    """
    ids: dict[str, str] = {}
    names: dict[str, str] = {}
    for found in sets:
        for number, card in enumerate(found.cards):
            path: Path = ("cards", number)
            if ids.setdefault(card.id, found.set) != found.set:
                data = {"id": card.id, "set": found.set, "other": ids[card.id]}
                yield Problem((*path, "id"), "cardset.id-taken", data, card.id)
            if names.setdefault(card.name, found.set) != found.set:
                data = {"name": card.name, "set": found.set, "other": names[card.name]}
                yield Problem((*path, "name"), "cardset.name-taken", data, card.id)
