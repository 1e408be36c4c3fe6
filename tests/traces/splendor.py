"""Traces of Splendor, formats 1 and 2 (a superset with blind reserves, nobles and whose turn)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.choices import expand_choice
from engines.splendor import engine
from engines.splendor.actions import Buy, Draw, Noble, Pass, Reserve, Reveal, Take
from engines.splendor.catalog import (
    CARDS,
    COLOURS,
    DECK,
    DECK_LEVELS,
    MARKET,
    NOBLES,
    SLOTS,
    TOKENS,
)
from engines.splendor.state import State, count_bonuses_and_points, count_bought_cards
from engines.values import SEAT_LETTERS, Action, Setup
from tests.traces import Step, apply_checked, find_differences

FORMATS = ("splendor-1", "splendor-2")


def replay(trace: dict[str, Any]) -> Iterator[Step]:
    """Yield the set-up, every step and the end."""
    found: list[str] = []
    state = engine.open(Setup(seats=trace["players"], first=trace["start"].get("to_move", 0)))
    for reveal in reveal_opening(trace["start"]):
        state = apply_checked(engine, state, reveal, found)
    found.extend(compare(trace["start"], state))
    yield Step("start", found)
    last = len(trace["steps"]) - 1
    for number, step in enumerate(trace["steps"]):
        found = []
        if "legal_actions_peer" in step and "rule_after_last" not in trace:
            ours = count_legal_actions(state)
            if ours != step["legal_actions_peer"]:
                found.append(f"legal actions: trace {step['legal_actions_peer']}, ours {ours}")
        before = state
        state = apply_checked(engine, state, action_of(state, step["seat"], step["action"]), found)
        for reveal in reveal_refills(state, step["after"]):
            state = apply_checked(engine, state, reveal, found)
        if "noble_visit" in step:
            found.extend(compare_visit(step["noble_visit"], before, state, step["seat"]))
        after = step["after"]
        if number == last:
            after = trace.get("rule_after_last", after)
        found.extend(compare(after, state))
        yield Step(f"step {number} ({step['action']['type']})", found)
    if "winners" in trace:
        yield Step("end", list(compare_end(trace, state)))


def read_actions(trace: dict[str, Any]) -> tuple[State, list[Action]]:
    """Return the opening state of a trace and all its actions, reveals included."""
    opened = state = engine.open(
        Setup(seats=trace["players"], first=trace["start"].get("to_move", 0))
    )
    actions: list[Action] = []
    for reveal in reveal_opening(trace["start"]):
        actions.append(reveal)
        state, _ = engine.apply(state, reveal)
    for step in trace["steps"]:
        actions.append(action_of(state, step["seat"], step["action"]))
        state, _ = engine.apply(state, actions[-1])
        for reveal in reveal_refills(state, step["after"]):
            actions.append(reveal)
            state, _ = engine.apply(state, reveal)
    return opened, actions


def reveal_refills(state: State, after: dict[str, Any]) -> Iterator[Reveal]:
    """Yield the reveals of the cards that came to empty slots."""
    for place in state.wanted:
        _, level, slot = place.split(".")
        yield Reveal(place=place, card=after["market"][int(level) - 1][int(slot) - 1])


def reveal_opening(start: dict[str, Any]) -> Iterator[Reveal]:
    """Yield the reveals of what lies open at the start."""
    for level in DECK_LEVELS:
        for slot, card in zip(SLOTS[level], start["market"][level - 1], strict=True):
            if card:
                yield Reveal(place=slot, card=card)
    for noble in start["nobles"]:
        yield Reveal(place="nobles", card=noble)


def action_of(state: State, seat: int, action: dict[str, Any]) -> Action:
    """Return our action for one of a trace."""
    returned = action.get("returned", {})
    gold = 1 if state.book.count("bank", "gold") else 0
    match action["type"]:
        case "take":
            return Take(seat=seat, tokens=action["tokens"], returned=returned)
        case "reserve":
            slot = slot_of(state, action["card"])
            return Reserve(
                seat=seat, card=action["card"], source=slot, gold=gold, returned=returned
            )
        case "reserve-blind":
            card = action.get("card_drawn") or action["card"]
            return Draw(seat=seat, level=action["level"], card=card, gold=gold, returned=returned)
        case "buy":
            source = "reserve"
            if action["source"] != "reserve":
                source = slot_of(state, action["card"])
            return Buy(seat=seat, card=action["card"], paid=action["paid"], source=source)
        case "choose-noble":
            return Noble(seat=seat, noble=action["noble"])
        case "pass":
            return Pass(seat=seat)
    raise ValueError(action["type"])


def slot_of(state: State, card: str) -> str:
    """Return the slot in which a card lies open, "" when it does not."""
    return next((slot for slot in MARKET if state.book.count(slot, card)), "")


def count_legal_actions(state: State) -> int:
    """Return the number of legal actions as the trace counts them.

    It tells returned tokens apart, and not payments.
    """
    (prompt,) = engine.list_prompts(state)
    return sum(
        sum(1 for _ in expand_choice(choice)) if choice.slots and not choice.slots[0].swap else 1
        for choice in engine.choices(state, prompt)
    )


def compare_visit(visit: str | None, before: State, after: State, seat: int) -> Iterator[str]:
    """Yield a difference if the noble that came is not the one of the trace."""
    place = f"{SEAT_LETTERS[seat]}.nobles"
    came = set(after.book.holding(place)) - set(before.book.holding(place))
    if came != ({visit} if visit else set()):
        yield f"noble visit: trace {visit}, ours {came}"


def snapshot(state: State) -> dict[str, Any]:
    """Return our state in the shape of a trace's."""
    book = state.book
    seats = []
    for seat in range(state.seats):
        letter = SEAT_LETTERS[seat]
        bonuses, points = count_bonuses_and_points(book.places, seat)
        seats.append(
            {
                "points": points,
                "tokens": drop_zeros(book.holding(f"{letter}.tokens")),
                "bonuses": {c: n for c, n in zip(COLOURS, bonuses, strict=True) if n},
                "reserved": sorted(book.holding(f"{letter}.reserved")),
                "blind": sorted(set(state.secret) & set(book.holding(f"{letter}.reserved"))),
                "bought": sorted(c for c in book.holding(f"{letter}.cards") if c in CARDS),
                "cards_bought": count_bought_cards(state, seat),
                "nobles": sorted(book.holding(f"{letter}.nobles")),
            }
        )
    return {
        "bank": drop_zeros(book.holding("bank")),
        "market": [[book.sole(slot) for slot in SLOTS[level]] for level in DECK_LEVELS],
        "deck_sizes": [book.size(DECK[level]) for level in DECK_LEVELS],
        "nobles": sorted(name for name in book.holding("nobles") if name in NOBLES),
        "seats": seats,
        "to_move": None if state.over else state.turn,
        "pending_nobles": sorted(state.pending),
    }


def drop_zeros(tokens: Any) -> dict[str, int]:
    """Return tokens without zeros, in one order."""
    return {c: tokens[c] for c in TOKENS if tokens.get(c)}


def compare(theirs: dict[str, Any], state: State) -> Iterator[str]:
    """Yield every difference between a snapshot of the trace and our state."""
    ours = snapshot(state)
    for key, value in theirs.items():
        if key == "seats":
            for seat, (their_seat, our_seat) in enumerate(zip(value, ours["seats"], strict=True)):
                for name, thing in their_seat.items():
                    clean = drop_zeros(thing) if name in ("tokens", "bonuses") else thing
                    clean = sorted(clean) if isinstance(clean, list) else clean
                    yield from find_differences(f"seats/{seat}/{name}", clean, our_seat[name])
        else:
            clean = drop_zeros(value) if key == "bank" else value
            clean = sorted(clean) if key in ("nobles", "pending_nobles") else clean
            yield from find_differences(key, clean, ours[key])


def compare_end(trace: dict[str, Any], state: State) -> Iterator[str]:
    """Yield every difference in scores and winners."""
    standing = engine.standing(state)
    if not standing.over:
        yield "the game is over in the trace, not in ours"
    yield from find_differences("scores", trace["scores"], [s.total for s in standing.scores])
    yield from find_differences("winners", sorted(trace["winners"]), sorted(standing.winners))
    if "triggered_by" in trace:
        yield from find_differences("triggered_by", trace["triggered_by"], state.last)
