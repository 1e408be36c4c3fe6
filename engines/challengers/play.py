"""A duel being moved on: what an action does to it, card by card.

`Play` holds a duel's parts while an action is carried out and is dropped afterwards. Positions
0 and 1 are the two sides; ``1 - i`` is the other one.
"""

from __future__ import annotations

from typing import TypeVar

from engines.book import EMPTY, UNKNOWN, Booking
from engines.challengers import decks
from engines.challengers.actions import Reason
from engines.challengers.card import Card, base_power, blank, fits, unknown
from engines.challengers.cardset import Aura, Filter, If, Per, PowerBonus
from engines.challengers.catalog import (
    AURAS,
    BENCH,
    BOX,
    CARDS,
    DECK,
    FANS,
    ROBOT,
    ROBOT_SET,
    TROPHIES,
)
from engines.challengers.state import HUSH, SOMETHING, Duel, Shown, State

T = TypeVar("T")


class Play:
    """The parts of a duel, open to change."""

    __slots__ = (
        "attack",
        "blanks",
        "booking",
        "bottoms",
        "coming",
        "ended",
        "endless",
        "fans",
        "fans_of",
        "find",
        "first",
        "flag",
        "gone",
        "holder",
        "least",
        "live",
        "looks",
        "loose",
        "named",
        "park",
        "places",
        "reveals",
        "round",
        "sides",
        "sizes",
        "state",
        "steps",
        "tops",
        "turn",
        "verified",
    )

    def __init__(self, state: State, booking: Booking, park: str, duel: Duel) -> None:
        self.state = state
        self.booking = booking
        self.places = booking.places
        self.park = park
        self.round = duel.round
        self.sides = duel.sides
        self.first = duel.first
        self.turn = duel.turn
        self.holder = duel.holder
        self.flag = duel.flag
        self.attack = duel.attack
        self.sizes = list(duel.sizes)
        self.least = duel.least
        self.loose = duel.loose
        self.tops = duel.tops
        self.bottoms = duel.bottoms
        self.coming = duel.coming
        self.fans = duel.fans
        self.steps = list(duel.steps)
        self.looks = duel.looks
        self.reveals = duel.reveals
        self.verified = duel.verified
        self.live = state.terms.reveal_live
        self.find = {**CARDS, **state.extra}.get if state.extra else CARDS.get
        self.blanks = -1
        if ROBOT in self.sides and state.terms.blank_foreign:
            self.blanks = self.sides.index(ROBOT)
        self.named: dict[str, int] = {}
        self.gone: list[tuple[str, str]] = []
        self.ended: tuple[int, Reason] | None = None
        self.endless = False
        self.fans_of = -1

    def freeze(self) -> Duel:
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

    def face(self, i: int, item: str) -> Card:
        """Return what a card counts as for a side: a foreign one is blank for the robot (C95)."""
        card = self.find(item)
        if card is None:
            return unknown(item)
        if i == self.blanks and card.set != ROBOT_SET:
            return blank(card)
        return card

    def bench(self, i: int) -> dict[str, int]:
        """Return the bench of a side."""
        return self.places.get(BENCH[self.sides[i]], EMPTY)

    def seats(self, i: int, *, certain: bool = False) -> int:
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

    def new_name(self, i: int) -> str:
        """Return a name for an unknown card of a side."""
        side = self.sides[i]
        number = self.named.get(side, self.state.players[side].names) + 1
        self.named[side] = number
        return f"{UNKNOWN}{side}.{number}"

    # -- power ---------------------------------------------------------------------------------

    def attack_power(self) -> int:
        """Return the sum of the attack so far (C44)."""
        i = self.turn
        auras = self.auras(i, "flag")
        total = 0
        for shown in self.attack:
            total += self.power(i, shown, auras, True)
        return total

    def flag_power(self) -> int:
        """Return the power of the card that has the flag (C45)."""
        if self.flag is None:
            return 0
        i = self.holder
        return self.power(i, self.flag, self.auras(i, "attack"), False)

    def auras(self, i: int, but: str) -> list[tuple[Aura, int]]:
        """Return the auras on a side's bench with how often each lies there (C74), all but those
        of a phase."""
        bench = self.places.get(BENCH[self.sides[i]], EMPTY)
        if not self.state.extra and AURAS.isdisjoint(bench):
            return []
        found = []
        for item, n in bench.items():
            card = self.find(item)
            if card is not None and card.auras and not (i == self.blanks and foreign(card)):
                found += [(aura, n) for aura in card.auras if aura.phase != but]
        return found

    def power(self, i: int, shown: Shown, auras: list[tuple[Aura, int]], attacking: bool) -> int:
        """Return the power of a card (C70), not below zero. `parts` says how it comes about."""
        card = self.find(shown.card)
        if card is None or i == self.blanks:
            card = self.face(i, shown.card)
        total = base_power(card, self.round) + shown.bonus
        if self.live:
            total += self.live_bonus(i, card)
        if attacking:
            total += shown.extra
            for bonus in card.attack_bonus:
                total += self.bonus(i, bonus)
        else:
            for bonus in card.flag_bonus:
                total += self.bonus(i, bonus)
        for aura, n in auras:
            if fits(aura.filter, card, self.round):
                total += aura.amount * n
        if total < 0:
            return 0
        return total

    def live_bonus(self, i: int, card: Card) -> int:
        """Return what a bonus on revealing would be now (C71)."""
        if card.timing != "reveal":
            return 0
        return sum(self.bonus(i, e) for e in card.effects if isinstance(e, PowerBonus))

    def bonus(self, i: int, bonus: PowerBonus) -> int:
        """Return what a bonus comes to now."""
        if bonus.condition is not None and not self.holds(i, bonus.condition):
            return 0
        if bonus.per is None:
            return bonus.amount
        return bonus.amount * self.count(i, bonus.per)

    def holds(self, i: int, condition: If) -> bool:
        """Return whether a condition holds for a side; a deck whose size is not known is large."""
        if condition.own_bench_has is not None and not self.on_bench(i, condition.own_bench_has):
            return False
        if condition.own_bench_lacks is not None and self.on_bench(i, condition.own_bench_lacks):
            return False
        if condition.own_deck_max is not None:
            size = self.sizes[i]
            if size is None or size > condition.own_deck_max:
                return False
        return condition.own_trophies_max is None or self.trophies(i) <= condition.own_trophies_max

    def asks_size(self, i: int, condition: If | None) -> int | None:
        """Return the number of cards that decides a condition, where it is not known if a deck has
        more of them."""
        if condition is None or condition.own_deck_max is None or self.sizes[i] is not None:
            return None
        return None if self.least[i] > condition.own_deck_max else condition.own_deck_max

    def on_bench(self, i: int, wanted: Filter) -> int:
        """Return how many cards that fit lie on a side's bench."""
        total = 0
        for item, n in self.bench(i).items():
            card = self.find(item)
            if card is not None and fits(wanted, card, self.round):
                total += n
        return total

    def count(self, i: int, per: Per) -> int:
        """Return what a bonus is multiplied by."""
        of = i if per.count.startswith("own") else 1 - i
        if per.count.endswith("bench_cards"):
            return self.on_bench(of, per.filter)
        if per.count.endswith("distinct_sets"):
            return len({card.set for item in self.bench(of) if (card := self.find(item))})
        if per.count == "own_bench_empty_seats":
            return max(BOX.seats - self.seats(i), 0)
        return self.trophies(1 - i)

    def trophies(self, i: int) -> int:
        """Return how many trophies a side owns (C84)."""
        return sum(self.places.get(TROPHIES[self.sides[i]], EMPTY).values())

    # -- decks ---------------------------------------------------------------------------------

    def take(self, i: int, item: str, target: str, rule: str) -> str:
        """Move the top card, which is `item`, from a deck; return what it is called there."""
        side = self.sides[i]
        deck = DECK[side]
        entry = self.pop_top(i).removeprefix(HUSH)
        if item[0] == UNKNOWN:
            return self.booking.draw(deck, target, rule, self.new_name(i))
        held = self.places.get(deck, EMPTY)
        if entry[:1] == UNKNOWN and held.get(entry) and self.can_be(entry, item):
            decks.identify(self.booking, self.state.extra, entry, item, deck, "C79")
        elif held.get(item, 0) <= self.lying(i).count(item):
            self.find_in(i, deck, item)
        self.booking.move(1, item, deck, target, rule)
        return item

    def lying(self, i: int) -> list[str]:
        """Return the cards that lie at a known position of a deck."""
        if not self.tops[i] and not self.bottoms[i]:
            return []
        return [entry.removeprefix(HUSH) for entry in (*self.tops[i], *self.bottoms[i]) if entry]

    def find_in(self, i: int, deck: str, item: str) -> None:
        """A card comes out of a deck where the record does not see it, or only further down: an
        unknown one is it, or, in a deck whose list is not known, it was never noted."""
        name = self.unseen(i, deck, item)
        if name:
            self.drop(i, name)
            decks.identify(self.booking, self.state.extra, name, item, deck, "C79")
        elif self.loose[i]:
            decks.bring(self.booking, self.state.extra, item, deck, "C31")

    def unseen(self, i: int, deck: str, item: str) -> str:
        """Return the unknown card of a deck that is `item` if the top card is, "" when none can be:
        one at a known position only where the record sees no other copy."""
        lying = self.lying(i)
        names = decks.unknowns(self.booking, deck, self.find(item))
        free = [name for name in names if name not in lying]
        if free or item in lying:
            return free[0] if free else ""
        return names[0] if names else ""

    def can_be(self, name: str, item: str) -> bool:
        """Return whether an unknown card can be a card."""
        return decks.may_be(self.booking.pool_of(name), self.find(item))

    def pop_top(self, i: int) -> str:
        """Count a card off the top of a deck; return its entry, "" when nothing is known of it."""
        if self.looks:
            self.forget_looks(i)
        size = self.sizes[i]
        entry = SOMETHING
        if self.tops[i]:
            entry = self.tops[i][0]
            self.tops = replaced(self.tops, i, self.tops[i][1:])
        if size is not None:
            size = self.sizes[i] = max(size - 1, 0)
            low = self.bottoms[i]
            if len(low) > size:
                entry = entry or low[-size - 1]
                self.bottoms = replaced(self.bottoms, i, low[len(low) - size :])
        elif self.least[i]:
            self.least = replaced(self.least, i, self.least[i] - 1)
        return entry

    def pop_bottom(self, i: int) -> str:
        """Count a card off the bottom of a deck; return its entry, as `pop_top` does."""
        if self.looks:
            self.forget_looks(i)
        size, entry = self.sizes[i], SOMETHING
        if self.bottoms[i]:
            entry = self.bottoms[i][-1]
            self.bottoms = replaced(self.bottoms, i, self.bottoms[i][:-1])
        if size is not None:
            high = self.tops[i]
            if size and len(high) >= size:
                entry = entry or high[size - 1]
                self.tops = replaced(self.tops, i, high[: size - 1])
            self.sizes[i] = max(size - 1, 0)
        elif self.least[i]:
            self.least = replaced(self.least, i, self.least[i] - 1)
        return entry

    def forget_looks(self, i: int) -> None:
        """What a look into a deck came to cannot be told once the deck has changed."""
        self.looks = tuple(look for look in self.looks if look.side != i)

    def forget_learnt(self, i: int) -> None:
        """Forget the positions of unknown cards that are none any more."""
        held = self.places.get(DECK[self.sides[i]], EMPTY)
        for end in ("tops", "bottoms"):
            entries: tuple[tuple[str, ...], tuple[str, ...]] = getattr(self, end)
            if any(UNKNOWN in entry for entry in entries[i]):
                kept = tuple(
                    SOMETHING if UNKNOWN in e and not held.get(e.removeprefix(HUSH)) else e
                    for e in entries[i]
                )
                setattr(self, end, replaced(entries, i, kept))

    def drop(self, i: int, name: str) -> None:
        """Forget where an unknown card lay in a deck."""
        if self.bottoms[i] and name in self.bottoms[i]:
            self.bottoms = replaced(
                self.bottoms, i, tuple(SOMETHING if e == name else e for e in self.bottoms[i])
            )

    def grow(self, i: int, n: int = 1) -> None:
        """Count cards that join a deck."""
        if self.looks:
            self.forget_looks(i)
        size = self.sizes[i]
        if size is not None:
            self.sizes[i] = size + n
        else:
            self.least = replaced(self.least, i, self.least[i] + n)

    def compared(self, attack: int, defence: int) -> None:
        """Take note of a comparison (C44) before it takes effect; a duel itself need not."""

    # -- fans and the end ----------------------------------------------------------------------

    def gain(self, i: int, n: int, rule: str) -> None:
        """A side takes fan tokens; not where the action says itself what was taken."""
        if i != self.fans_of:
            self.pay(i, n, rule)

    def pay(self, i: int, n: int, rule: str) -> None:
        """Give a side fan tokens."""
        self.booking.move(n, "fan", "bank", FANS[self.sides[i]], rule)
        self.fans = replaced(self.fans, i, self.fans[i] + n)

    def end(self, loser: int, reason: Reason) -> None:
        """The duel is over (C51, C52), unless the table went on."""
        if not self.endless:
            self.ended = (1 - loser, reason)
            self.steps.clear()

    def overflow(self, i: int) -> bool:
        """C51: end the duel when a seventh name is on a bench."""
        bench = self.places.get(BENCH[self.sides[i]], EMPTY)
        if len(bench) <= BOX.seats or self.seats(i, certain=True) <= BOX.seats:
            return False
        self.end(i, "bench")
        return self.ended is not None

    def empty(self, i: int) -> bool:
        """C52: end the duel when a side must reveal and has no card."""
        if self.sizes[i] != 0:
            return False
        self.end(i, "deck")
        return self.ended is not None


def foreign(card: Card) -> bool:
    """Return whether a card is no robot's (C95)."""
    return card.set != ROBOT_SET


def replaced(pair: tuple[T, T], i: int, value: T) -> tuple[T, T]:
    """Return a pair with one of its two replaced."""
    return (value, pair[1]) if i == 0 else (pair[0], value)
