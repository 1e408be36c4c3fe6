"""A duel while an action is carried out: its parts, open to change, and what they amount to.

A side is given by its position in the duel, `i`: 0 or 1; ``1 - i`` is the other one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.book import EMPTY, Booking
from engines.challengers.actions import Reason
from engines.challengers.cards.card import BY_ROUND, Card, blank_card, covers, unknown_card
from engines.challengers.cards.catalog import (
    AURAS,
    BENCH,
    BOX,
    CARDS,
    FAN,
    FANS,
    ROBOT,
    ROBOT_SET,
    TROPHIES,
)
from engines.challengers.cards.format import Aura, Filter, If, Per, PowerBonus
from engines.challengers.duel.decks_in_play import DecksInPlay, replace_one
from engines.challengers.state import Duel, Shown, State, Step
from engines.challengers.unseen.debts import ExplainingBooking
from engines.values import Term

Auras = Sequence[tuple[Aura, int]]
"""Auras, each with the number of its cards on a bench."""


class Comparison(NamedTuple):
    """A comparison of an attack with the flag card, with the terms of both powers (C44)."""

    attacker: str
    attack: int
    flag: int
    attack_terms: tuple[Term, ...]
    flag_terms: tuple[Term, ...]


class Play(DecksInPlay, gc=False):
    """A duel while an action is carried out; it is dropped afterwards.

    Beside the fields of `Duel`: `live` is whether bonuses of reveals are counted anew (C71),
    `blanks` the side for which foreign cards are blank (-1: none, C95), `comparisons` are those of
    this action where it is explained (else None), `gone` the (side, card) that left for good,
    `ended` is (winner, reason) once the duel is over. `endless` is true when the table went on
    where the duel was over, `fans_of` is the side whose fan tokens the action tells itself.
    """

    park: str
    round: int
    first: int
    turn: int
    holder: int
    flag: Shown | None
    attack: tuple[Shown, ...]
    coming: tuple[tuple[int, int], tuple[int, int]]
    fans: tuple[int, int]
    steps: list[Step]
    reveals: int
    verified: bool
    live: bool
    blanks: int
    comparisons: list[Comparison] | None
    gone: list[tuple[str, str]] = []
    ended: tuple[int, Reason] | None = None
    endless: bool = False
    fans_of: int = -1

    def to_duel(self) -> Duel:
        """Return the duel as it is now."""
        return Duel(
            self.round,
            self.sides,
            self.first,
            self.turn,
            self.holder,
            self.flag,
            self.attack,
            self.sizes,
            self.least,
            self.loose,
            self.tops,
            self.bottoms,
            self.coming,
            self.fans,
            tuple(self.steps),
            self.looks,
            self.reveals,
            self.verified,
        )

    # -- cards ---------------------------------------------------------------------------------

    def effective_card(self, i: int, item: str) -> Card:
        """Return what a card counts as for a side: for the robot a foreign card is blank (C95)."""
        card = self.find(item)
        if card is None:
            return unknown_card(item)
        if i == self.blanks and card.set != ROBOT_SET:
            return blank_card(card)
        return card

    def bench(self, i: int) -> dict[str, int]:
        """Return what lies on the bench of a side, card to number."""
        return self.places.get(BENCH[self.sides[i]], EMPTY)

    def count_seats(self, i: int, *, certain: bool = False) -> int:
        """Return the number of seats in use on a bench, one for each name (C49, C50).

        An unknown card counts as a name of its own; with `certain` it does not count.
        """
        find = self.find
        names = set()
        for item in self.places.get(BENCH[self.sides[i]], EMPTY):
            card = find(item)
            if card is not None:
                names.add(card.name)
            elif not certain:
                names.add(item)
        return len(names)

    # -- power ---------------------------------------------------------------------------------

    def attack_power(self) -> int:
        """Return the power of the attack so far (C44)."""
        i = self.turn
        auras = self.find_auras(i, "flag")
        total = 0
        for shown in self.attack:
            total += self.card_power(i, shown, auras, True)
        return total

    def flag_power(self) -> int:
        """Return the power of the flag card (C45), 0 without one."""
        if self.flag is None:
            return 0
        i = self.holder
        return self.card_power(i, self.flag, self.find_auras(i, "attack"), False)

    def find_auras(self, i: int, but: str) -> Auras:
        """Return (aura, number) for the auras on a side's bench (C74), except those of the phase
        `but`."""
        bench = self.places.get(BENCH[self.sides[i]])
        if bench is None or (AURAS.isdisjoint(bench) and not self.state.extra):
            return ()
        found: list[tuple[Aura, int]] = []
        for item, n in bench.items():
            card = self.find(item)
            if card is not None and card.auras and not (i == self.blanks and is_foreign(card)):
                found += [(aura, n) for aura in card.auras if aura.phase != but]
        return found

    def card_power(self, i: int, shown: Shown, auras: Auras, attacking: bool) -> int:
        """Return the power of a card (C70), at least 0; `power.card_terms` are its terms."""
        card = self.find(shown.card)
        if card is None or i == self.blanks:
            card = self.effective_card(i, shown.card)
        total = (self.round if card.power == BY_ROUND else card.power) + shown.bonus
        if self.live:
            total += self.live_bonus(i, card)
        if attacking:
            total += shown.extra
            for bonus in card.attack_bonus:
                total += self.bonus_value(i, bonus)
        else:
            total += shown.guard
            for bonus in card.flag_bonus:
                total += self.bonus_value(i, bonus)
        for aura, n in auras:
            if covers(aura.filter, card, self.round):
                total += aura.amount * n
        if total < 0:
            return 0
        return total

    def live_bonus(self, i: int, card: Card) -> int:
        """Return what the bonus of a reveal comes to at this moment (C71)."""
        if card.timing != "reveal":
            return 0
        return sum(self.bonus_value(i, e) for e in card.effects if isinstance(e, PowerBonus))

    def bonus_value(self, i: int, bonus: PowerBonus) -> int:
        """Return what a bonus comes to at this moment."""
        if bonus.condition is not None and not self.is_met(i, bonus.condition):
            return 0
        if bonus.per is None:
            return bonus.amount
        return bonus.amount * self.count_per(i, bonus.per)

    def is_met(self, i: int, condition: If) -> bool:
        """Return whether a condition holds for a side; a deck of unknown size counts as large."""
        if condition.own_bench_has is not None and not self.count_on_bench(
            i, condition.own_bench_has
        ):
            return False
        if condition.own_bench_lacks is not None and self.count_on_bench(
            i, condition.own_bench_lacks
        ):
            return False
        if condition.own_deck_max is not None:
            size = self.sizes[i]
            if size is None or size > condition.own_deck_max:
                return False
        return (
            condition.own_trophies_max is None
            or self.count_trophies(i) <= condition.own_trophies_max
        )

    def deciding_size(self, i: int, condition: If | None) -> int | None:
        """Return the deck size that decides a condition while nobody knows whether the deck has
        more cards; None where it is known, or no size decides."""
        if condition is None or condition.own_deck_max is None or self.sizes[i] is not None:
            return None
        return None if self.least[i] > condition.own_deck_max else condition.own_deck_max

    def count_on_bench(self, i: int, wanted: Filter) -> int:
        """Return the number of cards on a bench that a filter covers."""
        total = 0
        for item, n in self.bench(i).items():
            card = self.find(item)
            if card is not None and covers(wanted, card, self.round):
                total += n
        return total

    def count_per(self, i: int, per: Per) -> int:
        """Return the number that a bonus is multiplied by."""
        of = i if per.count.startswith("own") else 1 - i
        if per.count.endswith("bench_cards"):
            return self.count_on_bench(of, per.filter)
        if per.count.endswith("distinct_sets"):
            return len({card.set for item in self.bench(of) if (card := self.find(item))})
        if per.count == "own_bench_empty_seats":
            return max(BOX.seats - self.count_seats(i), 0)
        return self.count_trophies(1 - i)

    def count_trophies(self, i: int) -> int:
        """Return the number of trophies of a side (C84)."""
        return sum(self.places.get(TROPHIES[self.sides[i]], EMPTY).values())

    # -- fans and the end ----------------------------------------------------------------------

    def gain_fans(self, i: int, n: int, rule: str, cause: str) -> None:
        """Give a side fan tokens for a card, unless the action tells itself how many it took."""
        if i != self.fans_of:
            self.pay_fans(i, n, rule, cause)

    def fans_taken(self) -> dict[str, int]:
        """Return the fan tokens that were taken in this duel, by side."""
        return {side: n for side, n in zip(self.sides, self.fans, strict=True) if n}

    def pay_fans(self, i: int, n: int, rule: str, cause: str) -> None:
        """Give a side fan tokens for a card."""
        self.booking.move(n, FAN, "bank", FANS[self.sides[i]], rule, cause)
        self.fans = replace_one(self.fans, i, self.fans[i] + n)

    def end(self, loser: int, reason: Reason) -> None:
        """End the duel (C51, C52), unless the table went on."""
        if not self.endless:
            self.ended = (1 - loser, reason)
            self.steps.clear()

    def end_if_bench_full(self, i: int) -> bool:
        """C51: end the duel when a seventh name is on a bench. Return whether it is over."""
        bench = self.places.get(BENCH[self.sides[i]], EMPTY)
        if len(bench) <= BOX.seats or self.count_seats(i, certain=True) <= BOX.seats:
            return False
        self.end(i, "bench")
        return self.ended is not None

    def end_if_deck_empty(self, i: int) -> bool:
        """C52: end the duel when a side must reveal and has no card. Return whether it is over."""
        if self.sizes[i] != 0:
            return False
        self.end(i, "deck")
        return self.ended is not None


def make_play(state: State, booking: Booking, park: str, duel: Duel) -> Play:
    """Return a duel of a park, open to change."""
    extra, options, sides = state.extra, state.options, duel.sides
    return Play(
        state,
        booking,
        booking.places,
        {**CARDS, **extra}.get if extra else CARDS.get,
        {},
        sides,
        duel.sizes,
        duel.least,
        duel.loose,
        duel.tops,
        duel.bottoms,
        duel.looks,
        park,
        duel.round,
        duel.first,
        duel.turn,
        duel.holder,
        duel.flag,
        duel.attack,
        duel.coming,
        duel.fans,
        list(duel.steps),
        duel.reveals,
        duel.verified,
        options.reveal_live,
        sides.index(ROBOT) if ROBOT in sides and options.blank_foreign else -1,
        [] if isinstance(booking, ExplainingBooking) else None,
    )


def is_foreign(card: Card) -> bool:
    """Return whether a card is not one of the robot's (C95)."""
    return card.set != ROBOT_SET
