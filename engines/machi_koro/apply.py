"""What the table looks like after an action. Total: whatever happened is booked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, Booking
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
    CARDS,
    CHOOSING,
    COIN,
    ENDLESS,
    LANDMARKS,
    SUPPLY,
    SWAPPING,
    TOWER,
    WORKING,
)
from engines.machi_koro.income import NAMES, acts, chosen_due, claims, pay
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
    built,
    dice_allowed,
    doubled,
    doubles_matter,
    swap_possible,
    works,
)
from engines.values import Action, Move


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the table after `action` and the moves that got it there."""
    state, before = settled(state, action)
    booking = Booking(state.book, ENDLESS)
    state = APPLY[type(action)](state, booking, action)
    return state, (*before, *booking.moves)


def settled(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the table when all has happened that `action` implies, and the moves of that."""
    implied = implied_by(state, action)
    return (state, ()) if implied is None else apply(state, implied)


def implied_by(state: State, action: Action) -> Action | None:
    """Return what must have happened before `action` although the record does not say it.

    Whoever goes on with his turn has let the roll stand; a roll that comes while a turn is not
    finished is the next turn's, and nothing more happened in this one.
    """
    if state.phase == KEEP:
        if isinstance(action, AFTER_ROLL) and action.seat == state.turn:
            return Keep(seat=state.turn)
    elif type(action) is Roll and state.phase in (PURPLE, BUILD):
        return Pass(seat=state.turn)
    return None


AFTER_ROLL = (Tv, Swap, Decline, Build, Pass)


def roll(state: State, booking: Booking, action: Roll) -> State:
    """M7, M8: the dice have fallen. Whoever may repeat the roll decides first; else it stands."""
    second = state.phase in (KEEP, REROLL)
    dice, total = action.dice, action.total or sum(action.dice)
    state = replace(state, dice=dice, total=total, rerolled=second, builder=None)
    if not second and works(state, state.book.places, state.turn, TOWER):
        return replace(state, phase=KEEP)
    return stand(state, booking, action.actual)


def keep(state: State, booking: Booking, action: Keep) -> State:
    """M8: the roll stands. Where nothing was to be decided, nothing happens."""
    if state.phase != KEEP or action.seat != state.turn:
        return state
    return stand(state, booking, action.actual)


def reroll(state: State, booking: Booking, action: Reroll) -> State:
    """M8, M9: the dice are rolled again; what the first roll brought is taken back."""
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


def stand(state: State, booking: Booking, actual: Actual) -> State:
    """M11 to M27: the roll counts. The income is paid; what needs a choice is left pending."""
    pay(booking, claims(state, booking.places, actual))
    pending = choosing(state, booking.places)
    again: bool | None = False
    if doubles_matter(state):
        again = doubled(state.dice, state.total, dice_allowed(state, state.turn))
    return replace(
        state,
        book=booking.close(),
        phase=PURPLE if pending else BUILD,
        pending=pending,
        again=again,
        income=tuple(booking.moves),
    )


def choosing(state: State, places: Places) -> tuple[str, ...]:
    """Return the roller's cards that work on the roll and want a choice (M27, M28)."""
    seat = state.turn
    held = places.get(CARDS_OF[seat], EMPTY)
    found = []
    for step in WORKING[state.total]:
        for card in step:
            if card.id in (CHOOSING, SWAPPING) and held.get(card.id, 0) > 0:
                if acts(card, seat, seat) and (
                    card.id != SWAPPING or swap_possible(places, state.seats, seat)
                ):
                    found.append(card.id)
    return tuple(found)


def tv(state: State, booking: Booking, action: Tv) -> State:
    """M27: the seat that was named pays."""
    n = action.actual.get(NAMES[CHOOSING][action.seat]) if action.actual else None
    if n is None:
        n = chosen_due(booking.places, action.target)
    payer, taker = COINS_OF[action.target], COINS_OF[action.seat]
    booking.move(n, COIN, payer, taker, CARDS[CHOOSING].rule, CHOOSING)
    return chosen(state, booking, action.seat, CHOOSING)


def swap(state: State, booking: Booking, action: Swap) -> State:
    """M28: two cards change places."""
    mine, theirs = action.seat, action.target
    rule = CARDS[SWAPPING].rule
    booking.move(1, action.give, place_of(action.give, mine), place_of(action.give, theirs), rule)
    booking.move(1, action.take, place_of(action.take, theirs), place_of(action.take, mine), rule)
    return chosen(state, booking, action.seat, SWAPPING)


def decline(state: State, booking: Booking, action: Decline) -> State:
    """M28: no exchange."""
    return chosen(state, booking, action.seat, SWAPPING)


def chosen(state: State, booking: Booking, seat: int, card: str) -> State:
    """Return the table after a choice for one purple card was made."""
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


def build(state: State, booking: Booking, action: Build) -> State:
    """M31, M32: a card comes from the supply, or a landmark is turned up, for coins."""
    seat, card = action.seat, action.card
    booking.move(action.paid, COIN, COINS_OF[seat], BANK, "M32")
    if card not in LANDMARKS:
        booking.move(1, card, SUPPLY, CARDS_OF[seat], "M31")
        return end_turn(state, booking, seat, action.actual, builder=seat)
    booking.move(1, card, PLANS_OF[seat], BUILT_OF[seat], "M35")
    if state.options.landmark_effects == "next_own_turn":
        fresh = tuple(card if s == seat else f for s, f in enumerate(state.fresh))
        state = replace(state, fresh=fresh)
    if not state.over and built(booking.places, seat) == len(LANDMARKS):
        state = replace(state, over=True, winners=(seat,))
    return end_turn(state, booking, seat, action.actual, builder=seat)


def pass_turn(state: State, booking: Booking, action: Pass) -> State:
    """M31: nothing is built."""
    return end_turn(state, booking, action.seat, action.actual)


def end_turn(
    state: State, booking: Booking, seat: int, actual: Actual, builder: int | None = None
) -> State:
    """M5, M39, M41: the next seat's turn begins, or another one of the same seat's.

    What a seat does out of turn is booked and moves the turn nowhere.
    """
    if seat != state.turn:
        return replace(state, book=booking.close())
    again = bool(actual.get(AGAIN, state.again)) and not state.over
    following = seat if again else (seat + 1) % state.seats
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


def result(state: State, booking: Booking, action: Result) -> State:
    """M41: the end as the table wrote it down."""
    winners = state.winners or tuple(
        seat for seat, n in enumerate(action.landmarks) if n == len(LANDMARKS)
    )
    return replace(state, result=action, over=True, winners=winners)


def count(state: State, booking: Booking, action: Count) -> State:
    """COUNT: what lies there is booked. Four landmarks that were seen have ended the game (M41)."""
    book_count(booking, state.book, action)
    book = booking.close()
    if state.result is not None:
        return replace(state, book=book)
    complete = tuple(
        seat for seat in range(state.seats) if built(book.places, seat) == len(LANDMARKS)
    )
    standing = tuple(seat for seat in state.winners if seat in complete)
    return replace(state, book=book, over=bool(complete), winners=standing or complete)


def place_of(item: str, seat: int) -> str:
    """Return where a seat keeps a card or a landmark it has built."""
    return BUILT_OF[seat] if item in LANDMARKS else CARDS_OF[seat]


APPLY: dict[type[Action], Callable[[State, Booking, Any], State]] = {
    Roll: roll,
    Keep: keep,
    Reroll: reroll,
    Tv: tv,
    Swap: swap,
    Decline: decline,
    Build: build,
    Pass: pass_turn,
    Result: result,
    Count: count,
}
