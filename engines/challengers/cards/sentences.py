"""What a card does, as a sentence: messages built from the parts of its effects.

The data of a message are messages again: ``does.effect.if`` is filled with what happens and with
the condition. Every part has its own key, so every combination has its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Final

from engines.challengers.cards.card import Card
from engines.challengers.cards.format import (
    Aura,
    Effect,
    ExtraPick,
    Filter,
    GainFans,
    If,
    Look,
    Manual,
    NextCardBonus,
    Per,
    PowerBonus,
    Shift,
)
from engines.values import Message, Verbatim

ROBOTS: Final = ("R", "SOLO")
"""The levels of the cards that only the robot plays."""

COUNTERS: Final = {
    "own_bench_cards": ("per.cards", "own"),
    "opp_bench_cards": ("per.cards", "opp"),
    "own_bench_distinct_sets": ("per.sets", "own"),
    "opp_bench_distinct_sets": ("per.sets", "opp"),
    "own_bench_empty_seats": ("per.seats", "own"),
    "opponent_trophies": ("per.trophies", "opp"),
}
"""The key for what a bonus counts, and whose it is."""

OWNERS: Final = {"self": "own", "opponent": "opp"}


def make_sentence(card: Card, names: Mapping[str, str], sets: Iterable[str] = ()) -> Message | None:
    """Return what a card does, None for one without effects.

    `names` maps printed names to ids and `sets` are the symbols that the word files know; other
    names are said as they are.
    """
    if not card.effects:
        return None
    wording = Wording("robot" if card.level in ROBOTS else "you", names, frozenset(sets))
    return wording.make_sentence(card.timing, card.effects)


class Wording:
    """The sentences of cards for one kind of side: ``you`` for people, ``robot`` for the robot."""

    def __init__(self, side: str, names: Mapping[str, str], sets: frozenset[str]) -> None:
        self.side = side
        self.names = names
        self.sets = sets

    def make_sentence(self, timing: str, effects: Sequence[Effect]) -> Message:
        """Return when effects happen, and what they do."""
        return phrase(
            f"when.{timing}", {"what": join_phrases("effect.and", map(self.effect_phrase, effects))}
        )

    def effect_phrase(self, effect: Effect) -> Message:
        """Return what one effect does."""
        match effect:
            case PowerBonus():
                return self.add_condition(
                    effect.condition, self.power_phrase(effect.amount, effect.per)
                )
            case Aura():
                data = {"amount": format_bonus(effect.amount), "whose": self.owner_phrase("own")}
                return phrase(
                    f"aura.{effect.phase}", data | {"card": self.card_phrase(effect.filter, 2)}
                )
            case Shift():
                return self.move_phrase(effect)
            case Look():
                data = {"whose": self.owner_phrase("own"), "seen": look_phrase(effect)}
                return phrase("look", data | {"then": phrase(f"then.{effect.then}")})
            case GainFans():
                who = self.side_phrase(OWNERS[effect.who])
                fans = number_phrase("fans", effect.amount, {"n": effect.amount, "who": who})
                return self.add_condition(effect.condition, fans)
            case NextCardBonus():
                data = {"amount": format_bonus(effect.amount), "whose": self.owner_phrase("own")}
                return phrase(f"next.{effect.phase}", data)
            case ExtraPick():
                n = effect.cost.remove_from_deck
                cost: dict[str, Any] = {"n": n, "card": self.card_phrase(effect.cost.filter, n)}
                return phrase("extra", cost | {"whose": self.owner_phrase("own")})
            case Manual():
                note = effect.note.strip().rstrip(".")
                return phrase("by-hand.note" if note else "by-hand", {"note": Verbatim(note)})
        return phrase("base-is-round")

    def power_phrase(self, amount: int, per: Per | None) -> Message:
        """Return a bonus, once or for each of something."""
        data: dict[str, Any] = {"amount": format_bonus(amount)}
        if per is None:
            return phrase("power", data)
        key, owner = COUNTERS[per.count]
        each = phrase(
            key, {"whose": self.owner_phrase(owner), "card": self.card_phrase(per.filter)}
        )
        return phrase("power.per", data | {"each": each})

    def move_phrase(self, effect: Shift) -> Message:
        """Return which cards move where, and who chooses them where their owner does not."""
        key = "move.self"
        data: dict[str, Any] = {}
        if effect.source != "self":
            key = "move"
            data["source"] = self.zone_phrase("from", effect.source)
            data["count"] = count_phrase(effect.min, effect.max)
            data["card"] = self.card_phrase(effect.filter, effect.max)
        if effect.dest == "removed":
            key = f"{key}.removed"
        else:
            data["dest"] = self.zone_phrase("to", effect.dest)
        moved = phrase(key, data)
        if effect.chooser != "opponent":
            return moved
        return phrase("chosen", {"what": moved, "who": self.side_phrase("opp")})

    def zone_phrase(self, way: str, zone: str) -> Message:
        """Return a zone that cards come from or go to."""
        if zone.startswith("level_pile"):
            return phrase(f"{way}.pile", {"level": zone[-1]})
        owner, _, place = zone.partition("_")
        return phrase(f"{way}.{place}", {"whose": self.owner_phrase(owner)})

    def add_condition(self, condition: If | None, what: Message) -> Message:
        """Return what happens together with its condition."""
        held = list(self.condition_phrases(condition or If()))
        if not held:
            return what
        return phrase("effect.if", {"what": what, "if": join_phrases("if.and", held)})

    def condition_phrases(self, condition: If) -> Iterable[Message]:
        """Yield the parts of a condition."""
        whose = {"whose": self.owner_phrase("own")}
        if condition.own_bench_has is not None:
            yield phrase("if.has", whose | {"card": self.card_phrase(condition.own_bench_has)})
        if condition.own_bench_lacks is not None:
            yield phrase("if.lacks", whose | {"card": self.card_phrase(condition.own_bench_lacks)})
        if condition.own_deck_max is not None:
            n = condition.own_deck_max
            yield number_phrase("if.deck", n, whose | {"n": n})
        if condition.own_trophies_max is not None:
            n = condition.own_trophies_max
            yield number_phrase(f"if.trophies.{self.side}", n, {"n": n})

    def card_phrase(self, wanted: Filter, n: int = 1) -> Message:
        """Return which cards a filter covers, worded for `n` of them."""
        found = number_phrase("card", n, {})
        for part in self.filter_phrases(wanted):
            found = Message(part.key, part.data | {"card": found})
        return found

    def filter_phrases(self, wanted: Filter) -> Iterable[Message]:
        """Yield the parts of a filter."""
        if wanted.set is not None:
            yield phrase("card.set", {"set": self.set_phrase(wanted.set)})
        if wanted.level is not None:
            yield phrase("card.level", {"level": wanted.level})
        if wanted.name is not None:
            name = self.names.get(wanted.name, Verbatim(wanted.name))
            yield phrase("card.named", {"name": name})
        if wanted.base_power is not None:
            yield phrase("card.power", {"n": wanted.base_power})
        if wanted.base_power_max is not None:
            yield phrase("card.power.max", {"n": wanted.base_power_max})

    def set_phrase(self, symbol: str) -> Any:
        """Return a card set: its symbol where the word files know it, else the symbol as words."""
        if symbol in self.sets:
            return phrase(f"set.{symbol}") if symbol == "robot" else symbol
        return Verbatim(symbol.replace("_", " ").strip())

    def side_phrase(self, owner: str) -> Message:
        """Return a side: ``you``, ``your opponent``."""
        return phrase(f"who.{owner}.{self.side}")

    def owner_phrase(self, owner: str) -> Message:
        """Return whose something is: ``your``, ``your opponent’s``."""
        return phrase(f"whose.{owner}.{self.side}")


def phrase(key: str, data: Mapping[str, Any] | None = None) -> Message:
    """Return a part of a sentence; all its keys begin with ``does``."""
    return Message(f"does.{key}", dict(data or {}))


def join_phrases(key: str, parts: Iterable[Message]) -> Message:
    """Return phrases joined by a key, two at a time."""
    return reduce(lambda one, other: phrase(key, {"one": one, "other": other}), parts)


def number_phrase(key: str, n: int, data: Mapping[str, Any]) -> Message:
    """Return a phrase in its form for one or for several."""
    return phrase(f"{key}.one" if n == 1 else f"{key}.many", data)


def look_phrase(effect: Look) -> Message:
    """Return which cards a look shows."""
    if effect.zone == "own_deck_all" or effect.n is None:
        return phrase("look.all")
    return number_phrase("look.top", effect.n, {"n": effect.n})


def count_phrase(least: int, most: int) -> Message:
    """Return how many cards: ``2``, ``up to 2``, ``1 to 2``."""
    if least == most:
        return phrase("number", {"n": most})
    key = "number.most" if least == 0 else "number.range"
    return phrase(key, {"least": least, "n": most})


def format_bonus(amount: int) -> Verbatim:
    """Return a bonus with its sign."""
    return Verbatim(f"{amount:+}")
