"""What a card does, as a sentence: keys of the word files, built from the parts of its effects.

A sentence is a `Message` whose data are tellings again: ``does.effect.if`` is filled with what
happens and with the condition. Every part has its own key, so every combination has its words.
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

COUNTED: Final = {
    "own_bench_cards": ("per.cards", "own"),
    "opp_bench_cards": ("per.cards", "opp"),
    "own_bench_distinct_sets": ("per.sets", "own"),
    "opp_bench_distinct_sets": ("per.sets", "opp"),
    "own_bench_empty_seats": ("per.seats", "own"),
    "opponent_trophies": ("per.trophies", "opp"),
}
"""The key for what a bonus counts, and whose it is."""

PARTY: Final = {"self": "own", "opponent": "opp"}


def sentence(card: Card, names: Mapping[str, str], sets: Iterable[str] = ()) -> Message | None:
    """Return what a card does, None for one without effects.

    `names` maps printed names to ids and `sets` are the symbols that the word files know; other
    names are said as they are.
    """
    if not card.effects:
        return None
    wording = Wording("robot" if card.level in ROBOTS else "you", names, frozenset(sets))
    return wording.sentence(card.timing, card.effects)


class Wording:
    """Words for the cards of one kind of side: ``you`` for people, ``robot`` for the robot."""

    def __init__(self, side: str, names: Mapping[str, str], sets: frozenset[str]) -> None:
        self.side = side
        self.names = names
        self.sets = sets

    def sentence(self, timing: str, effects: Sequence[Effect]) -> Message:
        """Return when effects happen, and what they do."""
        return told(f"when.{timing}", {"what": joined("effect.and", map(self.clause, effects))})

    def clause(self, effect: Effect) -> Message:
        """Return what one effect does."""
        match effect:
            case PowerBonus():
                return self.given(effect.condition, self.power(effect.amount, effect.per))
            case Aura():
                data = {"amount": signed(effect.amount), "whose": self.whose("own")}
                return told(f"aura.{effect.phase}", data | {"card": self.card(effect.filter, 2)})
            case Shift():
                return self.move(effect)
            case Look():
                data = {"whose": self.whose("own"), "seen": seen(effect)}
                return told("look", data | {"then": told(f"then.{effect.then}")})
            case GainFans():
                who = self.who(PARTY[effect.who])
                fans = some("fans", effect.amount, {"n": effect.amount, "who": who})
                return self.given(effect.condition, fans)
            case NextCardBonus():
                data = {"amount": signed(effect.amount), "whose": self.whose("own")}
                return told(f"next.{effect.phase}", data)
            case ExtraPick():
                n = effect.cost.remove_from_deck
                cost: dict[str, Any] = {"n": n, "card": self.card(effect.cost.filter, n)}
                return told("extra", cost | {"whose": self.whose("own")})
            case Manual():
                note = effect.note.strip().rstrip(".")
                return told("by-hand.note" if note else "by-hand", {"note": Verbatim(note)})
        return told("base-is-round")

    def power(self, amount: int, per: Per | None) -> Message:
        """Return a bonus, once or for each of something."""
        data: dict[str, Any] = {"amount": signed(amount)}
        if per is None:
            return told("power", data)
        key, owner = COUNTED[per.count]
        each = told(key, {"whose": self.whose(owner), "card": self.card(per.filter)})
        return told("power.per", data | {"each": each})

    def move(self, effect: Shift) -> Message:
        """Return which cards go where, and who picks them when it is not whose card it is."""
        key = "move.self"
        data: dict[str, Any] = {}
        if effect.source != "self":
            key = "move"
            data["source"] = self.zone("from", effect.source)
            data["count"] = number(effect.min, effect.max)
            data["card"] = self.card(effect.filter, effect.max)
        if effect.dest == "removed":
            key = f"{key}.removed"
        else:
            data["dest"] = self.zone("to", effect.dest)
        moved = told(key, data)
        if effect.chooser != "opponent":
            return moved
        return told("chosen", {"what": moved, "who": self.who("opp")})

    def zone(self, way: str, zone: str) -> Message:
        """Return a place that cards come from or go to."""
        if zone.startswith("level_pile"):
            return told(f"{way}.pile", {"level": zone[-1]})
        owner, _, place = zone.partition("_")
        return told(f"{way}.{place}", {"whose": self.whose(owner)})

    def given(self, condition: If | None, what: Message) -> Message:
        """Return what happens with what must hold for it, in the order of the format."""
        held = list(self.conditions(condition or If()))
        if not held:
            return what
        return told("effect.if", {"what": what, "if": joined("if.and", held)})

    def conditions(self, condition: If) -> Iterable[Message]:
        """Yield the parts of a condition."""
        whose = {"whose": self.whose("own")}
        if condition.own_bench_has is not None:
            yield told("if.has", whose | {"card": self.card(condition.own_bench_has)})
        if condition.own_bench_lacks is not None:
            yield told("if.lacks", whose | {"card": self.card(condition.own_bench_lacks)})
        if condition.own_deck_max is not None:
            n = condition.own_deck_max
            yield some("if.deck", n, whose | {"n": n})
        if condition.own_trophies_max is not None:
            n = condition.own_trophies_max
            yield some(f"if.trophies.{self.side}", n, {"n": n})

    def card(self, wanted: Filter, n: int = 1) -> Message:
        """Return which cards are meant, for `n` of them."""
        found = some("card", n, {})
        for part in self.filtered(wanted):
            found = Message(part.key, part.data | {"card": found})
        return found

    def filtered(self, wanted: Filter) -> Iterable[Message]:
        """Yield what must hold for a card that is meant."""
        if wanted.set is not None:
            yield told("card.set", {"set": self.set_name(wanted.set)})
        if wanted.level is not None:
            yield told("card.level", {"level": wanted.level})
        if wanted.name is not None:
            name = self.names.get(wanted.name, Verbatim(wanted.name))
            yield told("card.named", {"name": name})
        if wanted.base_power is not None:
            yield told("card.power", {"n": wanted.base_power})
        if wanted.base_power_max is not None:
            yield told("card.power.max", {"n": wanted.base_power_max})

    def set_name(self, symbol: str) -> Any:
        """Return a set: its symbol where it has a name, else the symbol as words."""
        if symbol in self.sets:
            return told(f"set.{symbol}") if symbol == "robot" else symbol
        return Verbatim(symbol.replace("_", " ").strip())

    def who(self, owner: str) -> Message:
        """Return a side: ``you``, ``your opponent``."""
        return told(f"who.{owner}.{self.side}")

    def whose(self, owner: str) -> Message:
        """Return whose something is: ``your``, ``your opponent’s``."""
        return told(f"whose.{owner}.{self.side}")


def told(key: str, data: Mapping[str, Any] | None = None) -> Message:
    """Return a part of a sentence; its key is one of those that begin with ``does``."""
    return Message(f"does.{key}", dict(data or {}))


def joined(key: str, parts: Iterable[Message]) -> Message:
    """Return parts one after the other, two at a time by a key."""
    return reduce(lambda one, other: told(key, {"one": one, "other": other}), parts)


def some(key: str, n: int, data: Mapping[str, Any]) -> Message:
    """Return the form of a key for one or for several."""
    return told(f"{key}.one" if n == 1 else f"{key}.many", data)


def seen(effect: Look) -> Message:
    """Return what a look shows."""
    if effect.zone == "own_deck_all" or effect.n is None:
        return told("look.all")
    return some("look.top", effect.n, {"n": effect.n})


def number(least: int, most: int) -> Message:
    """Return how many cards: ``2``, ``up to 2``, ``1 to 2``."""
    if least == most:
        return told("number", {"n": most})
    key = "number.most" if least == 0 else "number.range"
    return told(key, {"least": least, "n": most})


def signed(amount: int) -> Verbatim:
    """Return a bonus with its sign."""
    return Verbatim(f"{amount:+}")
