"""How a case of Splendor is run: the position is laid out, the action judged, the outcome read."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engines.book import Book, Booking, begin_booking, is_unknown
from engines.protocol import find_breaches
from engines.splendor import engine
from engines.splendor.actions import Buy, Draw, Noble, Pass, Reserve, Result, Reveal, Take
from engines.splendor.catalog import (
    ANY_CARD,
    CARDS,
    COLOURS,
    DECK,
    DECK_LEVELS,
    GOLD,
    MARKET,
    NOBLES,
    POINTS,
    SLOTS,
    TOKENS,
)
from engines.splendor.state import State, count_bonuses_and_points, count_bought_cards
from engines.values import Action, SetupError
from engines.values import Setup as Opening
from tests.cases import Case, Runner, is_cited


def runner(case: Case) -> Runner | None:
    """Return what runs a case: from its machine part, by a function of its own, or None."""
    if "act" in case:
        return run_action
    if "winners" in case.get("result", {}):
        return run_winners
    if case.get("action") == "start" and "state" in case:
        return run_start
    return BY_HAND.get(case["id"])


POSITION = {
    *("bank", "market", "nobles", "deck_sizes", "seats", "seen"),
    *("turn", "pending", "triggered", "over"),
}
"""What a position may say."""


def lay_out(position: dict[str, Any]) -> State:
    """Return the state of a case. Bonuses without cards lie there as cards known by bonus only."""
    if unknown := position.keys() - POSITION:
        raise ValueError(f"a position has no {sorted(unknown)}")
    seats = position["seats"]
    opened = engine.open(Opening(seats=len(seats)))
    places: dict[str, dict[str, int]] = {
        deck: {c: 1 for c, card in CARDS.items() if card.level == level}
        for level, deck in DECK.items()
    }
    places["box"] = dict.fromkeys(NOBLES, 1)
    places["bank"] = {c: n for c, n in position.get("bank", {}).items() if n}
    booking = begin_booking(Book(places))
    for level in DECK_LEVELS:
        row = position.get("market", [[], [], []])[level - 1]
        for slot, card in zip(SLOTS[level][: len(row)], row, strict=True):
            if card:
                booking.move(1, card, DECK[level], slot, "S1")
    for noble in position.get("nobles", []):
        booking.move(1, noble, "box", "nobles", "S2")
    for card in position.get("seen", []):
        booking.move(1, card, DECK[CARDS[card].level], "b.cards", "S7")
    for letter, seat in zip("abcd"[: len(seats)], seats, strict=True):
        lay_seat(booking, letter, seat, seen=bool(position.get("seen")) and letter == "b")
    sizes = position.get("deck_sizes", [])
    for level, size in zip(DECK_LEVELS[: len(sizes)], sizes, strict=True):
        while sum(booking.places[DECK[level]].values()) > size:
            booking.draw(DECK[level], "aside", "S1")
    return replace(
        opened,
        book=booking.close(),
        turn=position.get("turn", 0),
        pending=tuple(position.get("pending", ())),
        last=find_last(position),
        over=position.get("over", False),
        played=1,
    )


def lay_seat(booking: Booking, letter: str, seat: dict[str, Any], *, seen: bool) -> None:
    """Lay out what a seat has."""
    for colour, n in seat["tokens"].items():
        booking.places.setdefault(f"{letter}.tokens", {})[colour] = n
    for card in seat["reserved"]:
        if is_unknown(card):
            booking.draw(DECK[int(card[1])], f"{letter}.reserved", "S6e")
        else:
            booking.move(1, card, DECK[CARDS[card].level], f"{letter}.reserved", "S6")
    cards = {f"any-{colour}": n for colour, n in seat["bonuses"].items()}
    cards[ANY_CARD] = seat["cards_bought"] - sum(cards.values())
    if seen:
        if sum(CARDS[card].points for card in booking.places["b.cards"]) != seat["points"]:
            raise ValueError("the cards that were seen have other points")
        return
    booking.places[f"{letter}.cards"] = {c: n for c, n in cards.items() if n > 0}
    booking.places[f"{letter}.points"] = {POINTS: seat["points"]} if seat["points"] else {}


def find_last(position: dict[str, Any]) -> int | None:
    """Return the seat that brought the end, in a case that says the end has been brought."""
    if not position.get("triggered"):
        return None
    return next(n for n, seat in enumerate(position["seats"]) if seat["points"] >= 15)


def make_action(state: State, act: dict[str, Any]) -> Action:
    """Return our action for a case's."""
    seat = act.get("seat", state.turn)
    gold = act.get("gold_taken", 1 if state.book.count("bank", GOLD) else 0)
    match act["type"]:
        case "take":
            return Take(seat=seat, tokens=act["tokens"], returned=act["returned"])
        case "reserve":
            return Reserve(seat=seat, card=act["card"], gold=gold, returned=act["returned"])
        case "reserve-blind":
            return Draw(seat=seat, level=act["level"], gold=gold, returned=act["returned"])
        case "buy":
            source = "reserve" if act["source"] == "reserve" else ""
            return Buy(seat=seat, card=act["card"], paid=act["paid"], source=source)
        case "choose-noble":
            return Noble(seat=seat, noble=act["noble"])
        case "pass":
            return Pass(seat=seat)
    raise ValueError(act["type"])


def run_action(case: Case) -> list[str]:
    """Judge the action; where it is legal, look at the table afterwards."""
    state = laid = lay_out(case["state"])
    before = state.book.totals()
    action = make_action(state, case["act"])
    cited = {breach.rule for breach in find_breaches(engine, state, action)}
    result = case["result"]
    state, _ = engine.apply(state, action)
    kept = state.book.totals() == before
    problems = [] if kept == case["tokens_conserved"] else ["pieces were lost"]
    if not result["legal"]:
        return problems if is_cited(cited, result["rule"]) else [*problems, f"cited {cited}"]
    if cited:
        problems.append(f"should be legal, cited {cited}")
    if refill := result.get("refill"):
        slot = f"market.{refill['level']}.{refill['slot'] + 1}"
        before_and_after = laid.book.sole(slot), state.book.sole(slot)
        if before_and_after != (refill["gone"], "?1" if refill["card"] else None):
            problems.append(f"{slot}: {before_and_after}")
        if refill["card"]:
            state, _ = engine.apply(state, Reveal(place=slot, card=refill["card"]))
    problems += [
        f"{path}: expected {wanted}, is {found}"
        for path, wanted in result.get("after", {}).items()
        if (found := read(state, path)) != wanted
    ]
    return problems


def read(state: State, path: str) -> Any:
    """Return what a path of a case's outcome names."""
    match path.split("/"):
        case ["bank", colour]:
            return state.book.count("bank", colour)
        case ["seats", seat, "tokens", colour]:
            return state.book.count(f"{'abcd'[int(seat)]}.tokens", colour)
        case ["seats", seat, "bonuses", colour]:
            return count_bonuses_and_points(state.book.places, int(seat))[0][COLOURS.index(colour)]
        case ["seats", seat, "points"]:
            return count_bonuses_and_points(state.book.places, int(seat))[1]
        case ["seats", seat, "cards_bought"]:
            return count_bought_cards(state, int(seat))
        case ["seats", seat, "reserved"]:
            return list(state.book.holding(f"{'abcd'[int(seat)]}.reserved"))
        case ["market", level, slot]:
            return state.book.sole(SLOTS[int(level) + 1][int(slot)])
        case ["deck_sizes", level]:
            return state.book.size(DECK[int(level) + 1])
        case ["nobles"]:
            return list(state.book.holding("nobles"))
        case ["turn"]:
            return state.turn
        case ["triggered"]:
            return state.last is not None
        case ["over"]:
            return True if state.over else None
    raise ValueError(path)


def run_winners(case: Case) -> list[str]:
    """Decide who has won a finished game."""
    standing = engine.standing(lay_out(case["state"]))
    winners = list(standing.winners)
    return [] if winners == case["result"]["winners"] else [f"winners {winners}"]


def run_start(case: Case) -> list[str]:
    """Set the table up."""
    laid = lay_out(case["state"])
    state = engine.open(Opening(seats=laid.seats))
    result = case["result"]
    ours = {
        "tokens_each": state.book.count("bank", "white"),
        "gold": state.book.count("bank", GOLD),
        "nobles": state.book.size("nobles"),
        "decks": [state.book.size(DECK[level]) for level in DECK_LEVELS],
    }
    problems = [] if ours == result else [f"ours {ours}"]
    kept = state.book.totals() == laid.book.totals()
    problems += [] if kept == case["tokens_conserved"] else ["pieces were lost"]
    for place in ("bank", "a.tokens", "a.cards", *DECK.values()):
        if state.book.size(place) != laid.book.size(place):
            problems.append(f"{place}: {state.book.holding(place)}")
    if any(state.book.size(slot) != 1 for slot in MARKET):
        problems.append("four open cards a level")
    if any(len({state.book.count("bank", c) for c in COLOURS}) != 1 for _ in TOKENS):
        problems.append("the same number of every colour")
    return problems


def SP004(case: Case) -> list[str]:  # noqa: N802
    """One seat, five seats."""
    problems = []
    for seats in (1, 5):
        try:
            engine.open(Opening(seats=seats))
            problems.append(f"{seats} seats were accepted")
        except SetupError:
            pass
    return problems


def SP080(case: Case) -> list[str]:  # noqa: N802
    """Two nobles written down in one turn."""
    position = {
        "bank": dict.fromkeys(COLOURS, 4),
        "nobles": ["g4r4", "g3r3k3"],
        "seats": [
            seat_with({"green": 4, "red": 4, "black": 3}),
            seat_with({}),
        ],
        "pending": ["g4r4", "g3r3k3"],
    }
    state = lay_out(position)
    state, _ = engine.apply(state, Noble(seat=0, noble="g4r4"))
    cited = {breach.rule for breach in find_breaches(engine, state, Noble(seat=0, noble="g3r3k3"))}
    return [] if "S12" in cited else [f"cited {cited}"]


def SP082(case: Case) -> list[str]:  # noqa: N802
    """The same noble lies in the display and with a seat."""
    state = lay_out({"nobles": ["g4r4"], "seats": [seat_with({}), seat_with({})]})
    counted = engine.parse("count a.nobles g4r4=1", state)[0]
    cited = {breach.rule for breach in find_breaches(engine, state, counted)}
    return [] if "S13" in cited else [f"cited {cited}"]


def SP089(case: Case) -> list[str]:  # noqa: N802
    """The table writes the result before the round is complete."""
    seats = [seat_with({}), seat_with({}), seat_with({})]
    seats[0]["points"] = 15
    state = lay_out({"seats": seats, "turn": 2, "triggered": True})
    cited = {breach.rule for breach in find_breaches(engine, state, Result(points=(15, 0, 0)))}
    return [] if "S14" in cited else [f"cited {cited}"]


def seat_with(bonuses: dict[str, int]) -> dict[str, Any]:
    """Return a seat that has nothing but bonuses."""
    return {
        "tokens": {},
        "bonuses": bonuses,
        "reserved": [],
        "points": 0,
        "cards_bought": sum(bonuses.values()),
    }


BY_HAND: dict[str, Runner] = {"SP004": SP004, "SP080": SP080, "SP082": SP082, "SP089": SP089}
UNREAD: dict[str, str] = {"from_blind": "a reserve has no other card in these cases"}
OUT_OF_SCOPE: dict[str, str] = {}
