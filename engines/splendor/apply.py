"""The state after an action.

`apply` is total: what happened is booked, whether or not the rules allow it. One function per kind
of action, listed in `APPLY`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking, begin_booking, is_unknown
from engines.counts import book_count
from engines.seating import find_next, find_previous, passes_seat
from engines.splendor.actions import (
    Buy,
    Count,
    Draw,
    Noble,
    Pass,
    Reserve,
    Result,
    Reveal,
    SeatAction,
    Take,
)
from engines.splendor.catalog import CARDS, DECK, GOLD, LIMITS, MARKET, NOBLES
from engines.splendor.state import (
    CARDS_OF,
    NOBLES_OF,
    RESERVED_OF,
    TOKENS_OF,
    State,
    count_bonuses_and_points,
    find_source,
    find_visiting_nobles,
)
from engines.values import Action, Move


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the state after `action` and the moves that lead to it."""
    booking = begin_booking(state.book)
    state = APPLY[type(action)](state, booking, action)
    return state, tuple(booking.moves)


def apply_take(state: State, booking: Booking, action: Take) -> State:
    """Move the tokens taken from the bank to the seat (S4, S5), then end the turn."""
    mine = TOKENS_OF[action.seat]
    rule = "S5" if len(action.tokens) == 1 and 2 in action.tokens.values() else "S4"
    booking.move_all(action.tokens, "bank", mine, rule)
    booking.move_all(action.returned, mine, "bank", "S9")
    return end_turn(state, booking, action)


def apply_reserve(state: State, booking: Booking, action: Reserve) -> State:
    """Move an open card to the seat's hand, and gold with it (S6, S6b); refill its slot (S8)."""
    place = find_source(state, action.seat, action.card, action.source)
    move_card(booking, action.card, place, RESERVED_OF[action.seat], "S6")
    booking.move(action.gold, GOLD, "bank", TOKENS_OF[action.seat], "S6b")
    booking.move_all(action.returned, TOKENS_OF[action.seat], "bank", "S9")
    return end_turn(state, booking, action, refill_slot(state, booking, place))


def apply_draw(state: State, booking: Booking, action: Draw) -> State:
    """Move the unseen top card of a deck to the seat's hand, and gold with it (S6e, S6b)."""
    hand = RESERVED_OF[action.seat]
    if action.card == "?":
        booking.draw(DECK[action.level], hand, "S6e")
    else:
        booking.move(1, action.card, DECK[action.level], hand, "S6e")
        state = replace(state, secret=(*state.secret, action.card))
    booking.move(action.gold, GOLD, "bank", TOKENS_OF[action.seat], "S6b")
    booking.move_all(action.returned, TOKENS_OF[action.seat], "bank", "S9")
    return end_turn(state, booking, action)


def apply_buy(state: State, booking: Booking, action: Buy) -> State:
    """Move a card to the seat (S7) and its payment to the bank (S7c); refill the slot (S8)."""
    place = find_source(state, action.seat, action.card, action.source)
    move_card(booking, action.card, place, CARDS_OF[action.seat], "S7")
    booking.move_all(action.paid, TOKENS_OF[action.seat], "bank", "S7c")
    wanted = refill_slot(state, booking, place)
    if action.card in state.secret:
        state = replace(state, secret=tuple(c for c in state.secret if c != action.card))
    return end_turn(state, booking, action, wanted)


def apply_noble(state: State, booking: Booking, action: Noble) -> State:
    """Move the chosen noble to the seat (S12).

    It ends the seat's turn where the choice was due; otherwise it is booked and no turn changes.
    """
    move_noble(booking, action.noble, action.seat)
    if not state.pending or action.seat != state.turn:
        return note_late_visit(state, booking, action.seat)
    _, points = count_bonuses_and_points(booking.places, action.seat)
    return start_next_turn(
        state, booking, action.seat, points, state.passes, state.wanted, action.seat
    )


def note_late_visit(state: State, booking: Booking, seat: int) -> State:
    """Note a noble that is told after its turn; its points may bring the end (S14)."""
    _, points = count_bonuses_and_points(booking.places, seat)
    last = state.last
    if last is None and points >= LIMITS.end_points:
        last = seat
    just_played = seat == find_previous(state, state.turn)
    ends_round = passes_seat(state, seat, state.turn, state.first)
    over = state.over or (last == seat and just_played and ends_round)
    return replace(state, book=booking.close(), last=last, over=over, visited=seat)


def apply_pass(state: State, booking: Booking, action: Pass) -> State:
    """End a turn in which nothing was done (S10)."""
    return end_turn(state, booking, action)


def apply_reveal(state: State, booking: Booking, action: Reveal) -> State:
    """Learn which card or noble lies in a place (S1, S2, S8), or note that nobody saw it."""
    wanted = state.wanted
    known = action.card in booking.places.get(action.place, EMPTY)
    if action.place in wanted and not known:
        first = wanted.index(action.place)
        wanted = wanted[:first] + wanted[first + 1 :]
    rule = "S8" if state.played else "S2" if action.place == "nobles" else "S1"
    if action.card != UNKNOWN and not known:
        unknown = booking.unknowns(action.place, action.card) or booking.unknowns(action.place)
        if unknown:
            booking.learn(unknown[0], action.card, action.place, rule)
        else:
            shown = next(iter(state.book.holding(action.place)), "")
            if action.place in MARKET and shown:
                booking.move(1, shown, action.place, DECK[MARKET[action.place]], "S8")
            home = "box" if action.place == "nobles" else DECK[CARDS[action.card].level]
            booking.move(1, action.card, home, action.place, rule)
    return replace(state, book=booking.close(), wanted=wanted)


def apply_result(state: State, booking: Booking, action: Result) -> State:
    """Keep the score sheet that the table wrote; the game is over (S16)."""
    declared = () if state.over else action.winners
    return replace(
        state, book=booking.close(), result=action, over=True, wanted=(), declared=declared
    )


def apply_count(state: State, booking: Booking, action: Count) -> State:
    """Book what was counted in a place, whatever the record had there (COUNT)."""
    book_count(booking, state.book, action)
    return replace(state, book=booking.close())


APPLY: dict[type[Action], Callable[[State, Booking, Any], State]] = {
    Take: apply_take,
    Reserve: apply_reserve,
    Draw: apply_draw,
    Buy: apply_buy,
    Noble: apply_noble,
    Pass: apply_pass,
    Reveal: apply_reveal,
    Result: apply_result,
    Count: apply_count,
}


def move_card(booking: Booking, card: str, source: str, target: str, rule: str) -> None:
    """Move a card to a seat's place, citing `rule`.

    Where `source` holds an unknown card that may be it, that card is learnt first.
    """
    if not booking.places.get(source, EMPTY).get(card):
        unknown = booking.unknowns(source, card)
        if not unknown and source.endswith(".reserved"):
            unknown = booking.unknowns(source)
        if unknown:
            booking.learn(unknown[0], card, source, "S8" if source in MARKET else "S6e")
    booking.move(1, card, source, target, rule)


def refill_slot(state: State, booking: Booking, slot: str) -> tuple[str, ...]:
    """Draw the next card of the deck to an emptied slot (S8).

    Return the slot if the table should still reveal what lies there.
    """
    if slot not in MARKET or booking.places.get(slot):
        return ()
    deck = DECK[MARKET[slot]]
    if sum(booking.places.get(deck, EMPTY).values()) <= 0:
        return ()
    name = booking.draw(deck, slot, "S8")
    return (slot,) if is_unknown(name) and state.level == "full" else ()


def end_turn(
    state: State, booking: Booking, action: SeatAction, wanted: tuple[str, ...] = ()
) -> State:
    """End a seat's turn: one noble visits by itself (S11); of several one must be chosen (S12).

    `wanted` are the slots that it refilled; what the table was asked to reveal before is over.
    """
    seat = action.seat
    if state.pending:
        state = skip_noble(state)
    passes = state.passes + 1 if type(action) is Pass else 0
    bonuses, points = count_bonuses_and_points(booking.places, seat)
    coming = find_visiting_nobles(booking.places, bonuses)
    if action.actual:
        coming = []
        if action.actual["noble"]:
            move_noble(booking, action.actual["noble"], seat)
            points += NOBLES[action.actual["noble"]].points
    if len(coming) > 1:
        return replace(
            state,
            book=booking.close(),
            turn=seat,
            pending=tuple(coming),
            wanted=wanted,
            passes=passes,
        )
    if coming:
        move_noble(booking, coming[0], seat)
        points += NOBLES[coming[0]].points
    visited = seat if coming or action.actual.get("noble") else None
    return start_next_turn(state, booking, seat, points, passes, wanted, visited)


def list_other_visits(state: State, action: SeatAction) -> Iterator[SeatAction]:
    """Yield the turn with every other noble that could have visited at its end, and with none."""
    for name in ("", *(n for n in state.book.holding("nobles") if not is_unknown(n))):
        if action.actual.get("noble") != name:
            yield replace(action, actual={"noble": name})


def start_next_turn(
    state: State,
    booking: Booking,
    seat: int,
    points: int,
    passes: int,
    wanted: tuple[str, ...],
    visited: int | None,
) -> State:
    """Give the turn to the next seat. `visited` is the seat to which a noble came, if one did.

    The game ends with the round in which a seat reaches the points (S14), or when all seats have
    passed in a row (S17).
    """
    last = state.last
    if last is None and points >= LIMITS.end_points:
        last = seat
    following = find_next(state, seat)
    ends_round = passes_seat(state, seat, following, state.first)
    all_passed = passes >= state.seats - len(state.left)
    over = state.over or (last is not None and ends_round) or all_passed
    return replace(
        state,
        book=booking.close(),
        turn=following,
        pending=(),
        wanted=wanted,
        last=last,
        passes=passes,
        played=state.played + 1,
        over=over,
        visited=visited,
    )


def take_leave(state: State, seat: int) -> tuple[State, tuple[Move, ...]]:
    """Return the state after the person in a seat has left (S21), and the moves.

    The tokens go back to the bank. A turn that had begun is not finished.
    """
    booking = begin_booking(state.book)
    for colour, n in list(booking.places.get(TOKENS_OF[seat], EMPTY).items()):
        booking.move(n, colour, TOKENS_OF[seat], "bank", "S21")
    state = replace(state, book=booking.close())
    if seat == state.turn and not state.over:
        last, following = state.last, find_next(state, seat)
        over = last is not None and passes_seat(state, seat, following, state.first)
        state = replace(state, turn=following, pending=(), visited=None, over=over)
    all_passed = state.passes >= state.seats - len(state.left) > 1
    return replace(state, over=state.over or all_passed), tuple(booking.moves)


def skip_noble(state: State) -> State:
    """Finish the turn of a seat that did not choose its noble before another action (S20)."""
    chooser = state.turn
    _, points = count_bonuses_and_points(state.book.places, chooser)
    last = state.last
    if last is None and points >= LIMITS.end_points:
        last = chooser
    ends_round = passes_seat(state, chooser, find_next(state, chooser), state.first)
    over = state.over or (last is not None and ends_round)
    return replace(state, pending=(), last=last, over=over, played=state.played + 1)


def move_noble(booking: Booking, name: str, seat: int) -> None:
    """Move a noble to a seat (S11, S13); where one lies there unknown, it is learnt first."""
    if not booking.places.get("nobles", EMPTY).get(name):
        unknown = booking.unknowns("nobles", name)
        if unknown:
            booking.learn(unknown[0], name, "nobles", "S11")
    booking.move(1, name, "nobles", NOBLES_OF[seat], "S11", name)
