"""The state after an action.

`apply` is total: what happened is booked, whether or not the rules allow it. One function per kind
of action, listed in `APPLY`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, Booking, begin_booking
from engines.counts import book_count
from engines.machi_koro.actions import (
    AGAIN,
    Actual,
    Build,
    Count,
    Decline,
    Keep,
    Pass,
    Reroll,
    Result,
    Roll,
    Swap,
    Tv,
)
from engines.machi_koro.catalog import (
    BANK,
    BOX,
    BUSINESS_CENTER,
    CARDS,
    CARDS_BY_TOTAL,
    COIN,
    ENDLESS,
    IN_BOX,
    LANDMARKS,
    SUPPLY,
    TOWER,
    TV_STATION,
)
from engines.machi_koro.income import (
    OUTCOME_NAMES,
    compute_tv_due,
    is_triggered,
    list_claims,
    pay_claims,
)
from engines.machi_koro.state import (
    BUILD,
    BUILT_OF,
    CARDS_OF,
    COINS_OF,
    KEEP,
    PLANS_OF,
    PURPLE,
    REROLL,
    ROLL,
    Places,
    State,
    can_earn_turn,
    can_swap,
    count_allowed_dice,
    count_landmarks,
    is_double,
    is_working,
)
from engines.seating import find_next
from engines.values import Action, Move


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the state after `action` and the moves that lead to it, implied ones first."""
    before: tuple[Move, ...] = ()
    implied = find_implied(state, action)
    if implied is not None:
        state, before = apply(state, implied)
    booking = begin_booking(state.book, ENDLESS)
    state = APPLY[type(action)](state, booking, action)
    return state, (*before, *booking.moves)


def apply_implied(state: State, action: Action) -> State:
    """Return the state after the action that `action` implies, if any."""
    implied = find_implied(state, action)
    return state if implied is None else apply(state, implied)[0]


def find_implied(state: State, action: Action) -> Action | None:
    """Return the action that must have come before `action` although nobody recorded it, or None.

    A seat that goes on with its turn has kept its roll. A roll before the turn is finished is the
    next seat's, and the turn ended with a pass.
    """
    if state.phase == KEEP:
        if isinstance(action, AFTER_ROLL) and action.seat == state.turn:
            return Keep(seat=state.turn)
    elif type(action) is Roll and state.phase in (PURPLE, BUILD):
        return Pass(seat=state.turn)
    return None


AFTER_ROLL = (Tv, Swap, Decline, Build, Pass)


def apply_roll(state: State, booking: Booking, action: Roll) -> State:
    """Roll the dice (M7). A roll that can be repeated waits for a decision (M8), others stand."""
    second = state.phase in (KEEP, REROLL)
    dice, total = action.dice, action.total or sum(action.dice)
    state = replace(state, dice=dice, total=total, rerolled=second, builder=None)
    if not second and is_working(state, state.book.places, state.turn, TOWER):
        return replace(state, phase=KEEP)
    return resolve_roll(state, booking, action.actual)


def apply_keep(state: State, booking: Booking, action: Keep) -> State:
    """Let the roll stand (M8). Without a roll to decide about, nothing changes."""
    if state.phase != KEEP or action.seat != state.turn:
        return state
    return resolve_roll(state, booking, action.actual)


def apply_reroll(state: State, booking: Booking, action: Reroll) -> State:
    """Return to the roll (M8) and take back what the first roll brought (M9)."""
    if action.seat != state.turn or state.phase in (ROLL, REROLL):
        return state
    for move in reversed(state.income):
        booking.move(move.n, move.item, move.target, move.source, "M9")
    return replace(
        state,
        book=booking.close(),
        phase=REROLL,
        rerolled=True,
        pending=(),
        again=False,
        income=(),
    )


def resolve_roll(state: State, booking: Booking, actual: Actual) -> State:
    """Pay the income of a roll that stands (M11 to M26); cards with a choice become pending."""
    pay_claims(booking, list_claims(state, booking.places, actual))
    pending = find_pending_cards(state, booking.places)
    again: bool | None = False
    if can_earn_turn(state):
        again = is_double(state.dice, state.total, count_allowed_dice(state, state.turn))
    return replace(
        state,
        book=booking.close(),
        phase=PURPLE if pending else BUILD,
        pending=pending,
        again=again,
        income=tuple(booking.moves),
    )


def find_pending_cards(state: State, places: Places) -> tuple[str, ...]:
    """Return the roller's cards that work on the roll and need a choice (M27, M28)."""
    seat = state.turn
    held = places.get(CARDS_OF[seat], EMPTY)
    return tuple(
        [
            card
            for card in CHOOSERS_BY_TOTAL[state.total]
            if held.get(card, 0) > 0 and (card != BUSINESS_CENTER or can_swap(state, places, seat))
        ]
    )


CHOOSERS_BY_TOTAL = {
    total: tuple(
        card.id
        for step in steps
        for card in step
        if card.id in (TV_STATION, BUSINESS_CENTER) and is_triggered(card, 0, 0)
    )
    for total, steps in CARDS_BY_TOTAL.items()
}
"""The cards that work on a total for the roller and need a choice (M27, M28), in their order."""


def apply_tv(state: State, booking: Booking, action: Tv) -> State:
    """Move the coins of the named seat to the owner of the TV Station (M27)."""
    n = action.actual.get(OUTCOME_NAMES[TV_STATION][action.seat]) if action.actual else None
    if n is None:
        n = compute_tv_due(booking.places, action.target)
    payer, taker = COINS_OF[action.target], COINS_OF[action.seat]
    booking.move(n, COIN, payer, taker, CARDS[TV_STATION].rule, TV_STATION)
    return finish_choice(state, booking, action.seat, TV_STATION)


def apply_swap(state: State, booking: Booking, action: Swap) -> State:
    """Exchange two cards (M28)."""
    mine, theirs = action.seat, action.target
    rule = CARDS[BUSINESS_CENTER].rule
    booking.move(
        1, action.give, find_place(action.give, mine), find_place(action.give, theirs), rule
    )
    booking.move(
        1, action.take, find_place(action.take, theirs), find_place(action.take, mine), rule
    )
    return finish_choice(state, booking, action.seat, BUSINESS_CENTER)


def apply_decline(state: State, booking: Booking, action: Decline) -> State:
    """End the exchange without one (M28)."""
    return finish_choice(state, booking, action.seat, BUSINESS_CENTER)


def finish_choice(state: State, booking: Booking, seat: int, card: str) -> State:
    """Return the state after a choice for one purple card; without one left, the seat may build."""
    if seat != state.turn or card not in state.pending:
        return replace(state, book=booking.close())
    pending = tuple(other for other in state.pending if other != card)
    return replace(
        state,
        book=booking.close(),
        pending=pending,
        phase=PURPLE if pending else BUILD,
        income=state.income + tuple(booking.moves),
    )


def apply_build(state: State, booking: Booking, action: Build) -> State:
    """Move a card from the supply, or turn up a landmark, and pay for it (M31, M32, M35)."""
    seat, card = action.seat, action.card
    booking.move(action.paid, COIN, COINS_OF[seat], BANK, "M32")
    if card not in LANDMARKS:
        booking.move(1, card, SUPPLY, CARDS_OF[seat], "M31")
        return end_turn(state, booking, seat, action.actual, builder=seat)
    booking.move(1, card, PLANS_OF[seat], BUILT_OF[seat], "M35")
    if state.options.landmark_effects == "next_own_turn":
        fresh = tuple(card if s == seat else f for s, f in enumerate(state.fresh))
        state = replace(state, fresh=fresh)
    if not state.over and count_landmarks(booking.places, seat) == len(LANDMARKS):
        state = replace(state, over=True, winners=(seat,))
    return end_turn(state, booking, seat, action.actual, builder=seat)


def apply_pass(state: State, booking: Booking, action: Pass) -> State:
    """End a turn in which nothing was built (M31)."""
    return end_turn(state, booking, action.seat, action.actual)


def end_turn(
    state: State, booking: Booking, seat: int, actual: Actual, builder: int | None = None
) -> State:
    """Give the turn to the next seat (M5), or to the same seat again (M39).

    What a seat does out of turn is booked and changes no turn.
    """
    if seat != state.turn:
        return replace(state, book=booking.close())
    again = bool(actual.get(AGAIN, state.again)) and not state.over
    following = seat if again else find_next(state, seat)
    fresh = state.fresh
    if fresh[following]:
        fresh = tuple("" if s == following else f for s, f in enumerate(fresh))
    return replace(
        state,
        book=booking.close(),
        turn=following,
        phase=ROLL,
        dice=(),
        total=0,
        rerolled=False,
        pending=(),
        again=False,
        extra=again,
        fresh=fresh,
        builder=builder,
        income=(),
        played=state.played + 1,
    )


def take_leave(state: State, seat: int) -> tuple[State, tuple[Move, ...]]:
    """Return the state after the person in a seat has left (M45): a turn that had begun ends.

    A choice for a purple card that nobody is there for any more is dropped.
    """
    booking = begin_booking(state.book, ENDLESS)
    if seat == state.turn:
        return end_turn(replace(state, again=False), booking, seat, {}), ()
    if BUSINESS_CENTER in state.pending and not can_swap(state, state.book.places, state.turn):
        state = finish_choice(state, booking, state.turn, BUSINESS_CENTER)
    return state, ()


def take_seat(state: State, seat: int) -> tuple[State, tuple[Move, ...]]:
    """Return the state after somebody has sat down, and the moves: what everybody begins with for
    somebody new (M46), what lies at the seat for whoever comes back (M45)."""
    if seat < state.seats:
        return state, ()
    booking = begin_booking(state.book, ENDLESS)
    booking.move(BOX.start.coins, COIN, BANK, COINS_OF[seat], "M46")
    for card, n in BOX.start.cards.items():
        booking.move(n, card, IN_BOX, CARDS_OF[seat], "M46")
    for landmark in LANDMARKS:
        booking.move(1, landmark, IN_BOX, PLANS_OF[seat], "M46")
    fresh = (*state.fresh, "")
    joined = replace(state, book=booking.close(), seats=seat + 1, fresh=fresh)
    return joined, tuple(booking.moves)


def apply_result(state: State, booking: Booking, action: Result) -> State:
    """Keep the sheet that the table wrote; the game is over (M41)."""
    winners = state.winners or tuple(
        seat for seat, n in enumerate(action.landmarks) if n == len(LANDMARKS)
    )
    return replace(state, result=action, over=True, winners=winners)


def apply_count(state: State, booking: Booking, action: Count) -> State:
    """Book what was counted in a place (COUNT). A seat counted with all landmarks has won (M41)."""
    book_count(booking, state.book, action)
    book = booking.close()
    if state.result is not None:
        return replace(state, book=book)
    complete = tuple(
        seat for seat in range(state.seats) if count_landmarks(book.places, seat) == len(LANDMARKS)
    )
    standing = tuple(seat for seat in state.winners if seat in complete)
    return replace(state, book=book, over=bool(complete), winners=standing or complete)


def find_place(item: str, seat: int) -> str:
    """Return the place where a seat keeps a card or a landmark that it has built."""
    return BUILT_OF[seat] if item in LANDMARKS else CARDS_OF[seat]


APPLY: dict[type[Action], Callable[[State, Booking, Any], State]] = {
    Roll: apply_roll,
    Keep: apply_keep,
    Reroll: apply_reroll,
    Tv: apply_tv,
    Swap: apply_swap,
    Decline: apply_decline,
    Build: apply_build,
    Pass: apply_pass,
    Result: apply_result,
    Count: apply_count,
}
