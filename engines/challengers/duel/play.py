"""A duel being moved on: what an action does to it, card by card.

`Play` holds a duel's parts while an action is carried out and is dropped afterwards. Positions
0 and 1 are the two sides; ``1 - i`` is the other one.
"""

from __future__ import annotations

from engines.book import EMPTY, Booking
from engines.challengers.actions import Reason
from engines.challengers.cards.card import Card, base_power, blank_card, covers, unknown_card
from engines.challengers.cards.catalog import AURAS, BENCH, BOX, FANS, ROBOT, ROBOT_SET, TROPHIES
from engines.challengers.cards.format import Aura, Filter, If, Per, PowerBonus
from engines.challengers.duel.decks_in_play import DecksInPlay, replace_one
from engines.challengers.state import Duel, Shown, State


class Play(DecksInPlay):
    """The parts of a duel, open to change."""

    __slots__ = (
        "attack",
        "blanks",
        "coming",
        "ended",
        "endless",
        "fans",
        "fans_of",
        "first",
        "flag",
        "gone",
        "holder",
        "live",
        "park",
        "reveals",
        "round",
        "steps",
        "turn",
        "verified",
    )

    def __init__(self, state: State, booking: Booking, park: str, duel: Duel) -> None:
        super().__init__(state, booking, duel)
        self.park = park
        self.round = duel.round
        self.first = duel.first
        self.turn = duel.turn
        self.holder = duel.holder
        self.flag = duel.flag
        self.attack = duel.attack
        self.coming = duel.coming
        self.fans = duel.fans
        self.steps = list(duel.steps)
        self.reveals = duel.reveals
        self.verified = duel.verified
        self.live = state.terms.reveal_live
        self.blanks = -1
        if ROBOT in self.sides and state.terms.blank_foreign:
            self.blanks = self.sides.index(ROBOT)
        self.gone: list[tuple[str, str]] = []
        self.ended: tuple[int, Reason] | None = None
        self.endless = False
        self.fans_of = -1

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
            (self.sizes[0], self.sizes[1]),
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
        """Return what a card counts as for a side: a foreign one is blank for the robot (C95)."""
        card = self.find(item)
        if card is None:
            return unknown_card(item)
        if i == self.blanks and card.set != ROBOT_SET:
            return blank_card(card)
        return card

    def bench(self, i: int) -> dict[str, int]:
        """Return the bench of a side."""
        return self.places.get(BENCH[self.sides[i]], EMPTY)

    def count_seats(self, i: int, *, certain: bool = False) -> int:
        """Return the seats in use on a bench: one a name (C49, C50). An unknown card counts as a
        name of its own, and not at all where only what is `certain` counts."""
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
        """Return the sum of the attack so far (C44)."""
        i = self.turn
        auras = self.find_auras(i, "flag")
        total = 0
        for shown in self.attack:
            total += self.card_power(i, shown, auras, True)
        return total

    def flag_power(self) -> int:
        """Return the power of the card that has the flag (C45)."""
        if self.flag is None:
            return 0
        i = self.holder
        return self.card_power(i, self.flag, self.find_auras(i, "attack"), False)

    def find_auras(self, i: int, but: str) -> list[tuple[Aura, int]]:
        """Return the auras on a side's bench with how often each lies there (C74), all but those
        of a phase."""
        bench = self.places.get(BENCH[self.sides[i]], EMPTY)
        if not self.state.extra and AURAS.isdisjoint(bench):
            return []
        found = []
        for item, n in bench.items():
            card = self.find(item)
            if card is not None and card.auras and not (i == self.blanks and is_foreign(card)):
                found += [(aura, n) for aura in card.auras if aura.phase != but]
        return found

    def card_power(
        self, i: int, shown: Shown, auras: list[tuple[Aura, int]], attacking: bool
    ) -> int:
        """Return the power of a card (C70), not below zero. `parts` says how it comes about."""
        card = self.find(shown.card)
        if card is None or i == self.blanks:
            card = self.effective_card(i, shown.card)
        total = base_power(card, self.round) + shown.bonus
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
        """Return what a bonus on revealing would be now (C71)."""
        if card.timing != "reveal":
            return 0
        return sum(self.bonus_value(i, e) for e in card.effects if isinstance(e, PowerBonus))

    def bonus_value(self, i: int, bonus: PowerBonus) -> int:
        """Return what a bonus comes to now."""
        if bonus.condition is not None and not self.is_met(i, bonus.condition):
            return 0
        if bonus.per is None:
            return bonus.amount
        return bonus.amount * self.count_per(i, bonus.per)

    def is_met(self, i: int, condition: If) -> bool:
        """Return whether a condition holds for a side; a deck whose size is not known is large."""
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
        """Return the number of cards that decides a condition, where it is not known if a deck has
        more of them."""
        if condition is None or condition.own_deck_max is None or self.sizes[i] is not None:
            return None
        return None if self.least[i] > condition.own_deck_max else condition.own_deck_max

    def count_on_bench(self, i: int, wanted: Filter) -> int:
        """Return how many cards that fit lie on a side's bench."""
        total = 0
        for item, n in self.bench(i).items():
            card = self.find(item)
            if card is not None and covers(wanted, card, self.round):
                total += n
        return total

    def count_per(self, i: int, per: Per) -> int:
        """Return what a bonus is multiplied by."""
        of = i if per.count.startswith("own") else 1 - i
        if per.count.endswith("bench_cards"):
            return self.count_on_bench(of, per.filter)
        if per.count.endswith("distinct_sets"):
            return len({card.set for item in self.bench(of) if (card := self.find(item))})
        if per.count == "own_bench_empty_seats":
            return max(BOX.seats - self.count_seats(i), 0)
        return self.count_trophies(1 - i)

    def count_trophies(self, i: int) -> int:
        """Return how many trophies a side owns (C84)."""
        return sum(self.places.get(TROPHIES[self.sides[i]], EMPTY).values())

    def compared(self, attack: int, defence: int) -> None:
        """Take note of a comparison (C44) before it takes effect; a duel itself need not."""

    # -- fans and the end ----------------------------------------------------------------------

    def gain_fans(self, i: int, n: int, rule: str, cause: str) -> None:
        """A side takes fan tokens for a card; not where the action says itself what was taken."""
        if i != self.fans_of:
            self.pay_fans(i, n, rule, cause)

    def pay_fans(self, i: int, n: int, rule: str, cause: str) -> None:
        """Give a side fan tokens for a card."""
        self.booking.move(n, "fan", "bank", FANS[self.sides[i]], rule, cause)
        self.fans = replace_one(self.fans, i, self.fans[i] + n)

    def end(self, loser: int, reason: Reason) -> None:
        """The duel is over (C51, C52), unless the table went on."""
        if not self.endless:
            self.ended = (1 - loser, reason)
            self.steps.clear()

    def end_if_bench_full(self, i: int) -> bool:
        """C51: end the duel when a seventh name is on a bench."""
        bench = self.places.get(BENCH[self.sides[i]], EMPTY)
        if len(bench) <= BOX.seats or self.count_seats(i, certain=True) <= BOX.seats:
            return False
        self.end(i, "bench")
        return self.ended is not None

    def end_if_deck_empty(self, i: int) -> bool:
        """C52: end the duel when a side must reveal and has no card."""
        if self.sizes[i] != 0:
            return False
        self.end(i, "deck")
        return self.ended is not None


def is_foreign(card: Card) -> bool:
    """Return whether a card is no robot's (C95)."""
    return card.set != ROBOT_SET
