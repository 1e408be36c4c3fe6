"""Traces of 7 Wonders Duel: folded as the table sees them, and again with hindsight.

The first fold turns cards up as they are uncovered and names what lies face down; it goes through
every payload and notation. The second knows every face from the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engines.book import UNKNOWN, is_unknown
from engines.protocol import find_breaches
from engines.seven_wonders_duel import engine
from engines.seven_wonders_duel.actions import (
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Raze,
    Reveal,
    Revive,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.catalog import CARDS, COIN, LAYOUT, LOOT, SLOT
from engines.seven_wonders_duel.layout import list_accessible_slots
from engines.seven_wonders_duel.score import compute_sale
from engines.seven_wonders_duel.state import (
    BACKS,
    CITY_OF,
    COINS_OF,
    DISCARDS,
    LOOT_OF,
    TOKENS_OF,
    UNDER,
    WONDERS_OF,
    State,
    find_pawn,
    is_guild,
    list_unbuilt_wonders,
)
from engines.seven_wonders_duel.trade import compute_price
from engines.values import Action, Setup
from tests.traces import Step, apply_checked, find_differences

FORMATS = ("swd-trace/1",)
PHASES = {
    "token": "choose_token",
    "keep": "choose_box_token",
    "grey": "destroy",
    "brown": "destroy",
    "revive": "build_discarded",
    "begin": "choose_first",
}


def replay(trace: dict[str, Any]) -> Iterator[Step]:
    """Yield the set-up, every step and the end: as the table sees them, then with hindsight."""
    table = Table(trace)
    yield Step("start", table.found)
    for number, step in enumerate(trace["steps"], 1):
        yield Step(f"step {number} ({step['action']['type']})", table.step(step))
    yield Step("end", list(compare_end(trace, table.state)))
    state = engine.open(replace(table.setup, known=table.known))
    for number, (step, actions) in enumerate(zip(trace["steps"], table.steps, strict=True), 1):
        found: list[str] = []
        for action in actions:
            found.extend(
                f"breach {b.rule} {b.why} {b.data}" for b in find_breaches(engine, state, action)
            )
            state, _ = engine.apply(state, action)
        found.extend(compare(step["state"], state, cards_of(trace, state)))
        yield Step(f"step {number} ({step['action']['type']}), with hindsight", found)
    yield Step("end, with hindsight", list(compare_end(trace, state)))


def read_actions(trace: dict[str, Any]) -> tuple[State, list[Action]]:
    """Return the opening state of a trace and all its actions, as the table sees them."""
    table = Table(trace)
    for step in trace["steps"]:
        table.step(step)
    return engine.open(table.setup), [action for actions in table.steps for action in actions]


class Table:
    """A trace as the table sees it: `steps` are our actions for each step of the trace, `known`
    collects the face of every name that was given."""

    def __init__(self, trace: dict[str, Any]) -> None:
        self.trace = trace
        self.setup = Setup(seats=2, first=trace["setup"]["first_player"])
        self.state: State = engine.open(self.setup)
        self.known: dict[str, str] = {}
        self.found: list[str] = []
        self.actions: list[Action] = []
        self.steps: list[list[Action]] = []
        self.tell(trace["setup"]["board_tokens"], [])

    def apply_checked(self, action: Action) -> None:
        """Carry out one of our actions."""
        self.actions.append(action)
        self.state = apply_checked(engine, self.state, action, self.found)

    def step(self, step: dict[str, Any]) -> list[str]:
        """Carry out a step and all that is turned up after it; return what does not agree."""
        self.apply_checked(action_of(self.state, step["player"], step["action"]))
        self.tell([], step.get("drawn", []))
        self.steps.append(self.actions)
        self.found.extend(compare(step["state"], self.state, seen_by(self.state)))
        found, self.found, self.actions = self.found, [], []
        return found

    def tell(self, board: list[str], drawn: list[str]) -> None:
        """Name what is wanted: tokens, wonders on offer, cards turned up, backs of guilds."""
        offers = self.trace["setup"]["wonders_offered"][self.state.picked // 4 % 2]
        there: dict[str, list[str]] = {"board": board, "offer": offers, "drawn": drawn}
        cards = cards_of(self.trace, self.state)
        there |= {SLOT[number]: [card] for number, card in cards.items()}
        for place, faces in there.items():
            names = [n for n in self.state.book.holding(place) if is_unknown(n)]
            self.known |= dict(zip(names, faces[: len(names)], strict=True))
        for place in self.state.wanted:
            if place != BACKS:
                self.apply_checked(Reveal(place=place, card=there[place].pop(0)))
        if BACKS in self.state.wanted:
            layout = self.layout_after_steps()
            self.apply_checked(Backs(guilds=tuple(n for n, c in layout.items() if c == "?guild")))

    def layout_after_steps(self) -> dict[int, str | None]:
        """Return what the trace shows after the step that is being carried out."""
        state = self.trace["steps"][len(self.steps)]["state"]
        return dict(enumerate(state["layout"].values(), 1))


def action_of(state: State, seat: int, action: dict[str, Any]) -> Action:
    """Return our action for one of a trace."""
    places = state.book.places
    card = action.get("card", "")
    slot = slot_of(action["slot"]) if "slot" in action else 0
    match action["type"]:
        case "draft_wonder":
            return Draft(seat=seat, wonder=action["wonder"])
        case "build":
            return Build(
                seat=seat, card=card, slot=slot, paid=compute_price(places, seat, card).paid
            )
        case "discard":
            return Discard(seat=seat, card=card, slot=slot, taken=compute_sale(places, seat))
        case "wonder":
            paid = compute_price(places, seat, action["wonder"]).paid
            return Wonder(seat=seat, wonder=action["wonder"], card=card, slot=slot, paid=paid)
        case "choose_token":
            return Token(seat=seat, token=action["token"])
        case "choose_box_token":
            return Keep(seat=seat, token=action["token"])
        case "destroy":
            return Raze(seat=seat, card=card)
        case "build_discarded":
            return Revive(seat=seat, card=card)
        case "choose_first":
            return Begin(seat=seat, who=action["player"])
    raise ValueError(action["type"])


def slot_of(name: str) -> int:
    """Return the number of a slot: ``A1-r2c1`` is 3."""
    age, row, column = int(name[1]), int(name[4]), int(name[6])
    return next(s.number for s in LAYOUT[age].values() if (s.row, s.column) == (row, column))


def name_of(age: int, number: int) -> str:
    """Return a trace's name for a slot: number 3 of Age I is ``A1-r2c1``."""
    spot = LAYOUT[age][number]
    return f"A{age}-r{spot.row}c{spot.column}"


def cards_of(trace: dict[str, Any], state: State) -> dict[int, str]:
    """Return the card that was dealt to each slot of the current age, by number."""
    return dict(enumerate(trace["setup"]["ages"].get(str(state.age), []), 1))


def seen_by(state: State) -> dict[int, str]:
    """Return what the table sees in each slot that holds a card: the card, ``?`` or ``?guild``."""
    seen = {}
    for number, slot in SLOT.items():
        card = state.book.sole(slot)
        if card is not None and is_unknown(card):
            card = "?guild" if state.age == 3 and is_guild(state, card) else UNKNOWN
        if card is not None:
            seen[number] = card
    return seen


def snapshot(state: State) -> dict[str, Any]:
    """Return our state in the shape of a trace's, the layout apart."""
    book, places = state.book, state.book.places
    phase = "turn" if state.age else "draft"
    return {
        "age": state.age,
        "phase": "over" if state.over else PHASES.get(state.pending, phase),
        "to_move": None if state.over else state.turn,
        "coins": [book.count(place, COIN) for place in COINS_OF],
        "buildings": [sorted(book.holding(place)) for place in CITY_OF],
        "wonders": [
            [{"id": w, "built_with": book.sole(UNDER[w])} for w in book.holding(place)]
            for place in WONDERS_OF
        ],
        "tokens": [sorted(book.holding(place)) for place in TOKENS_OF],
        "board_tokens": sorted(book.holding("board")),
        "pawn": find_pawn(places),
        "loot": {
            player: [LOOT[token].coins for token in LOOT if book.count(place, token)]
            for player, place in zip(("p1", "p2"), LOOT_OF, strict=True)
        },
        "discard": sorted(book.holding(DISCARDS)),
        "accessible": sorted(name_of(state.age, n) for n in list_accessible_slots(state)),
    }


def compare(theirs: dict[str, Any], state: State, dealt: dict[int, str]) -> Iterator[str]:
    """Yield every difference between a snapshot of the trace and our state.

    `dealt` is what our state should hold in each slot that is not empty.
    """
    ours = snapshot(state)
    for key, value in theirs.items():
        if key in ("buildings", "tokens"):
            yield from find_differences(key, [sorted(seat) for seat in value], ours[key])
        elif key in ("discard", "board_tokens", "accessible"):
            yield from find_differences(key, sorted(value), ours[key])
        elif key == "layout":
            yield from compare_layout(value, state, dealt)
        elif key in ("prices", "wonder_prices"):
            things = list_unbuilt_wonders(state.book.places, state.turn)
            if key == "prices":
                things = [
                    c for n in list_accessible_slots(state) if (c := state.book.sole(SLOT[n]))
                ]
            prices = {t: compute_price(state.book.places, state.turn, t).total for t in things}
            yield from find_differences(key, value, prices)
            yield from compare_quotes(state, prices)
        else:
            yield from find_differences(key, value, ours[key])


def compare_layout(theirs: dict[str, Any], state: State, dealt: dict[int, str]) -> Iterator[str]:
    """Yield slots that are empty, or hold another card, than the trace says."""
    for name, shown in theirs.items():
        number = slot_of(name)
        card = state.book.sole(SLOT[number])
        if (card is None) != (shown is None):
            yield f"layout/{name}: trace {shown!r}, ours {card!r}"
        elif card is not None and not is_unknown(card) and card != dealt.get(number):
            yield f"layout/{name}: dealt {dealt.get(number)!r}, ours {card!r}"
        elif shown is not None and shown in CARDS and card != shown:
            yield f"layout/{name}: trace {shown!r}, ours {card!r}"
        elif card is not None and is_unknown(card) and dealt.get(number) != shown:
            yield f"layout/{name}: trace {shown!r}, ours {dealt.get(number)!r}"


def compare_quotes(state: State, prices: dict[str, int]) -> Iterator[str]:
    """Yield prices that their own lines do not add up to."""
    for thing, price in prices.items():
        paid = compute_price(state.book.places, state.turn, thing).paid
        action: Action = (
            Build(seat=state.turn, card=thing, paid=paid)
            if thing in CARDS
            else Wonder(seat=state.turn, wonder=thing, card=UNKNOWN, paid=paid)
        )
        quoted = sum(line.n for line in engine.quote(state, action))
        if quoted != price:
            yield f"the lines of {thing} add up to {quoted}, not {price}"


def compare_end(trace: dict[str, Any], state: State) -> Iterator[str]:
    """Yield every difference in the kind of victory, the winner and the scores."""
    result = trace["result"]
    standing = engine.standing(state)
    if not standing.over:
        yield "the game is over in the trace, not in ours"
    winners = [0, 1] if result["winner"] is None else [result["winner"]]
    yield from find_differences("winners", winners, list(standing.winners))
    kind = {"tie": "shared"}.get(result["kind"], result["kind"])
    yield from find_differences("kind", f"end.{kind}", standing.reason)
    if kind in ("civilian", "shared"):
        ours = [{"total": s.total, "blue": s.ties[0]} for s in standing.scores]
        yield from find_differences("scores", result["scores"], ours)
