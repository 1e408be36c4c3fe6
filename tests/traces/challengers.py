"""Traces of duels of Challengers!: with effects, choices and benches, and plain ones.

Every duel is folded three times: with the decks known; as a table sees it that has counted the
decks; and from the reveals alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engines.book import is_unknown
from engines.challengers import engine
from engines.challengers.actions import Choose, Left, LookAt, Out, Reveal, Seen
from engines.challengers.cards.catalog import BENCH, CARDS, DECK, EXHAUST
from engines.challengers.cards.format import Shift
from engines.challengers.duel.beginning import open_duel
from engines.challengers.duel.effects import find_candidates, find_choice
from engines.challengers.duel.play import Comparison
from engines.challengers.duel.quote import find_comparisons
from engines.challengers.state import CountStep, Duel, NameStep, State, seat_of
from engines.values import Action
from tests.engines.challengers.positions import PARK, Orders, begin, lay_out, start
from tests.traces import Step, apply_checked, find_differences

FORMATS = ("challengers-match-trace/1", "challengers-vanilla-trace/1")
REASONS = {"deck": "deck_empty", "bench": "bench_full"}
LOOKS = {
    "split": "one_bottom_one_top",
    "order": "reorder_top",
    "top": "choose_to_top",
    "bottom": "choose_to_bottom",
}
WAYS = ("known", "counted", "reveals")
"""What is known of the decks: their cards, their sizes, nothing."""


def replay(trace: dict[str, Any]) -> Iterator[Step]:
    """Yield every step of a duel, once for every way of knowing the decks."""
    for way in WAYS:
        if trace["format"] == FORMATS[1]:
            yield from replay_plain(trace, way)
        else:
            yield from Folding(trace, way).replay()


def read_actions(trace: dict[str, Any]) -> tuple[State, list[Action]]:
    """Return the table before a duel whose decks are known, and everything recorded of it."""
    if trace["format"] == FORMATS[0]:
        folding = Folding(trace, "known")
        for _ in folding.replay():
            pass
        return folding.opened, folding.line
    sides = sides_of(list(trace["decks"]), None)
    state = lay_out({sides[seat]: cards for seat, cards in trace["decks"].items()})
    reveals = [Reveal(park=PARK, card=card) for _, card in trace["reveals"]]
    return state, [start(state, sides[trace["starter"]]), *reveals]


def sides_of(seats: list[str], robot: str | None) -> dict[str, str]:
    """Return our side for every seat of a trace."""
    people = [seat for seat in seats if seat != robot]
    sides = dict(zip(people, "ab"[: len(people)], strict=True))
    return sides if robot is None else sides | {robot: "robot"}


def replay_plain(trace: dict[str, Any], way: str) -> Iterator[Step]:
    """Yield the reveals of a duel without effects, and its end."""
    sides = sides_of(list(trace["decks"]), None)
    decks = {sides[seat]: cards for seat, cards in trace["decks"].items()}
    state = lay_out(decks, known=way == "known")
    sizes = {side: len(cards) for side, cards in decks.items()} if way == "counted" else None
    state = begin(state, sides[trace["starter"]], sizes)
    for number, (seat, card) in enumerate(trace["reveals"]):
        found: list[str] = []
        under_way = state.duels.get(PARK)
        if under_way is None:
            found.append("the duel is over in ours")
        else:
            found += find_differences("turn", sides[seat], under_way.sides[under_way.turn])
        state = apply_checked(engine, state, Reveal(park=PARK, card=card), found)
        yield Step(f"{way} reveal {number}", found)
    found = []
    if way == "reveals":
        state = apply_checked(engine, state, Out(park=PARK), found)
    outcome = state.outcomes.get(f"{PARK}.1")
    found += find_differences("winner", sides[trace["winner"]], outcome.winner if outcome else None)
    yield Step(f"{way} end", found)


class Folding:
    """A trace being folded: our state beside what the trace knows of every single card."""

    def __init__(self, trace: dict[str, Any], way: str) -> None:
        self.trace, self.way = trace, way
        self.cards: dict[str, str] = trace["cards"]
        self.sides = sides_of(trace["seats"], trace["robot"])
        decks = {self.sides[s]: [self.cards[u] for u in us] for s, us in trace["decks"].items()}
        ordered = {self.sides[s]: uids for s, uids in trace["decks"].items()}
        self.orders = Orders(self.cards, ordered, trace["piles"])
        self.compared: list[Comparison] = []
        state = lay_out(
            decks,
            round_=trace["round"],
            trophies={self.sides[s]: n for s, n in trace["trophies"].items()},
            piles={level: [self.cards[u] for u in us] for level, us in trace["piles"].items()},
            known=way == "known",
            options=trace.get("options"),
        )
        sizes = {side: len(cards) for side, cards in decks.items()} if way == "counted" else None
        first = self.sides[trace["starter"]]
        self.opened, self.line = state, list[Action]([start(state, first, sizes)])
        self.state = begin(state, first, sizes)

    @property
    def duel(self) -> Duel | None:
        """Our duel, None once it is over."""
        return self.state.duels.get(PARK)

    def replay(self) -> Iterator[Step]:
        """Yield every step, and the end."""
        for number, step in enumerate(self.trace["steps"]):
            found: list[str] = []
            HANDLERS[step["type"]](self, step, found)
            yield Step(f"{self.way} step {number} ({step['type']})", found)
        yield Step(f"{self.way} end", list(self.compare_end()))

    def apply_checked(self, action: Action, found: list[str]) -> None:
        """Take an action, and keep what it was compared as; then say what our duel waits for and
        the trace takes for granted."""
        self.line.append(action)
        self.compared += find_comparisons(self.state, action)
        self.state = apply_checked(engine, self.state, action, found)
        while self.duel is not None and self.duel.steps:
            step = self.duel.steps[0]
            if isinstance(step, CountStep):
                side = self.duel.sides[step.side]
                left = len(self.orders.decks[side])
                self.apply_checked(Left(park=PARK, of=side, cards=left), found)
            elif isinstance(step, NameStep):
                side = self.duel.sides[step.side]
                uid = self.orders.decks[side].pop(0)
                self.apply_checked(Seen(place=BENCH[side], card=self.cards[uid]), found)
            else:
                return

    # -- steps -------------------------------------------------------------------------------

    def reveal(self, step: dict[str, Any], found: list[str]) -> None:
        """A card is revealed by the side whose turn it is."""
        side = self.sides[step["player"]]
        if self.duel is None:
            found.append("the duel is over in ours")
            return
        found += find_differences("turn", side, self.duel.sides[self.duel.turn])
        self.orders.take(side, step["uid"])
        self.tell_empty(next(s for s in self.orders.decks if s != side), found)
        self.orders.foresee(side, self.cards[step["uid"]])
        self.apply_checked(Reveal(park=PARK, card=self.cards[step["uid"]]), found)

    def tell_empty(self, side: str, found: list[str]) -> None:
        """A deck has no card left: whoever sees only reveals is told before an effect needs it."""
        i = self.duel.sides.index(side) if self.duel is not None else 0
        if not self.orders.decks[side] and self.duel is not None and self.duel.sizes[i] is None:
            self.apply_checked(Left(park=PARK, of=side, cards=0), found)

    def choice(self, step: dict[str, Any], found: list[str]) -> None:
        """A look came to something, or cards were chosen."""
        side = self.sides[step["player"]]
        picked = [self.cards[uid] for uid in step["picked"]]
        if step["kind"] in ("exhaust", "recover"):
            self.choose(step, side, picked, found)
            return
        rest = [uid for uid in step["candidates"] if uid not in step["picked"]]
        look = self.orders.look(side, LOOKS[step["kind"]], step["picked"], rest)
        if self.duel is not None and any(
            s.side == self.duel.sides.index(side) for s in self.duel.looks
        ):
            self.apply_checked(LookAt(seat=seat_of(side), park=PARK, **look), found)

    def choose(self, step: dict[str, Any], side: str, picked: list[str], found: list[str]) -> None:
        """Cards of a bench were chosen; where only one choice is possible ours needs none."""
        if step["kind"] == "recover":
            self.orders.decks[side][:0] = step["picked"]
        choice = find_choice(open_duel(self.state, PARK)) if self.duel is not None else None
        if choice is None:
            if len({self.cards[uid] for uid in step["candidates"]}) > 1:
                found.append("the trace has a choice where ours has none")
            return
        ours = find_candidates(open_duel(self.state, PARK), *choice)
        theirs = dict(Counter(self.cards[uid] for uid in step["candidates"]))
        found += find_differences("candidates", theirs, ours)
        self.apply_checked(Choose(seat=seat_of(side), park=PARK, cards=tuple(picked)), found)

    def compare(self, step: dict[str, Any], found: list[str]) -> None:
        """The attack is compared with the flag card."""
        if not self.compared:
            found.append("nothing was compared in ours")
            return
        one = self.compared.pop(0)
        ours = [one.attacker, one.attack, one.flag, one.attack >= one.flag]
        attacker = self.sides[step["attacker"]]
        found += find_differences(
            "comparison", [attacker, step["attack"], step["defense"], step["captured"]], ours
        )

    def capture(self, step: dict[str, Any], found: list[str]) -> None:
        """Benches and exhaust piles, as long as our duel is under way."""
        for uids in step["exhaust"].values():
            self.orders.remove_from_piles(uids)
        if self.duel is None:
            return
        for seat, side in self.sides.items():
            self.pile(found, "bench", step["bench"][seat], BENCH[side])
            self.pile(found, "exhaust", step["exhaust"][seat], EXHAUST[side])

    def pile(self, found: list[str], what: str, uids: list[str], place: str) -> None:
        """Compare the cards in a place; of unknown ones only how many there are. A card that the
        new flag card has sent to a bench is there in ours and not yet in the trace."""
        theirs = Counter(self.cards[uid] for uid in uids)
        held = {i: n for i, n in self.state.book.holding(place).items() if n > 0}
        known = Counter({item: n for item, n in held.items() if not is_unknown(item)})
        sent = sum(held.values()) - len(uids)
        if known - theirs and (known - theirs).total() > max(sent, 0):
            found.append(f"{what} {place}: trace {dict(theirs)}, ours {dict(known)}")
        if sent not in (0, 1) or (sent and not self.just_sent(place)):
            found.append(f"{what} {place}: trace has {len(uids)}, ours {sum(held.values())}")

    def just_sent(self, place: str) -> bool:
        """Return whether the new flag card sends a card to a bench."""
        flag = self.duel.flag if self.duel is not None else None
        effects = CARDS[flag.card].on_gain if flag is not None else ()
        return place.endswith("bench") and any(isinstance(e, Shift) for e in effects)

    def nothing(self, step: dict[str, Any], found: list[str]) -> None:
        """The first card has the flag: nothing more happens."""

    # -- the end -----------------------------------------------------------------------------

    def compare_end(self) -> Iterator[str]:
        """Yield every difference in how the duel ended, and in the decks after it."""
        result = self.trace["result"]
        if self.duel is not None and self.way == "reveals" and result["reason"] == "deck_empty":
            found: list[str] = []
            self.apply_checked(Out(park=PARK), found)
            yield from found
        outcome = self.state.outcomes.get(f"{PARK}.{self.trace['round']}")
        if outcome is None:
            yield "the duel is not over in ours"
            return
        yield from find_differences("winner", self.sides[result["winner"]], outcome.winner)
        yield from find_differences("reason", result["reason"], REASONS[outcome.reason])
        fans = {seat: outcome.fans.get(side, 0) for seat, side in self.sides.items()}
        yield from find_differences("fans", result["fans"], fans)
        yield from find_differences("comparisons", [], self.compared)
        for seat, side in self.sides.items():
            yield from self.compare_deck(side, [self.cards[u] for u in result["decks_after"][seat]])

    def compare_deck(self, side: str, cards: list[str]) -> Iterator[str]:
        """Yield a difference between the deck after the duel and ours: all of it where it was
        known, else what has been seen of it."""
        held = {i: n for i, n in self.state.book.holding(DECK[side]).items() if n}
        known = Counter({item: n for item, n in held.items() if not is_unknown(item)})
        if known - Counter(cards):
            yield f"deck {side}: ours has {dict(known - Counter(cards))} more"
        if self.way == "known" and sum(held.values()) != len(cards):
            yield f"deck {side}: trace has {len(cards)} cards, ours {sum(held.values())}"
        unseen = Counter(cards) - known
        hidden = sum(n for item, n in held.items() if is_unknown(item))
        if self.way == "known" and unseen.total() != hidden:
            yield f"deck {side}: trace has {dict(unseen)} beyond what ours knows"


HANDLERS = {
    "reveal": Folding.reveal,
    "choice": Folding.choice,
    "compare": Folding.compare,
    "capture": Folding.capture,
    "first_flag": Folding.nothing,
}
