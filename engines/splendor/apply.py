"""What the table looks like after an action. Total: whatever happened is booked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking, is_unknown
from engines.counts import book_count
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
from engines.splendor.catalog import CARDS, DECK, GOLD, LIMITS, MARKET
from engines.splendor.state import (
    CARDS_OF,
    NOBLES_OF,
    RESERVED_OF,
    TOKENS_OF,
    State,
    qualifying,
    source_of,
    tally,
)
from engines.values import Action, Move


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the table after `action` and the moves that got it there.

    Once a seat goes on, nobody asks any more what came to a slot before.
    """
    booking = Booking(state.book)
    if state.wanted and isinstance(action, SeatAction):
        state = replace(state, wanted=())
    state = APPLY[type(action)](state, booking, action)
    return state, tuple(booking.moves)


def take(state: State, booking: Booking, action: Take) -> State:
    """S4, S5: tokens from the bank."""
    mine = TOKENS_OF[action.seat]
    rule = "S5" if len(action.tokens) == 1 and 2 in action.tokens.values() else "S4"
    for colour, n in action.tokens.items():
        booking.move(n, colour, "bank", mine, rule)
    give_back(booking, mine, action.returned)
    return end_turn(state, booking, action)


def reserve(state: State, booking: Booking, action: Reserve) -> State:
    """S6: an open card into hand, gold with it."""
    place = source_of(state, action.seat, action.card, action.source)
    bring(booking, action.card, place, RESERVED_OF[action.seat], "S6")
    booking.move(action.gold, GOLD, "bank", TOKENS_OF[action.seat], "S6b")
    give_back(booking, TOKENS_OF[action.seat], action.returned)
    wanted = refill(state, booking, place)
    return end_turn(replace(state, wanted=wanted), booking, action)


def draw(state: State, booking: Booking, action: Draw) -> State:
    """S6, S6e: the unseen top card of a deck into hand, gold with it."""
    hand = RESERVED_OF[action.seat]
    secret = state.secret
    if action.card == "?":
        booking.draw(DECK[action.level], hand, "S6e")
    else:
        booking.move(1, action.card, DECK[action.level], hand, "S6e")
        secret = (*secret, action.card)
    booking.move(action.gold, GOLD, "bank", TOKENS_OF[action.seat], "S6b")
    give_back(booking, TOKENS_OF[action.seat], action.returned)
    return end_turn(replace(state, secret=secret), booking, action)


def buy(state: State, booking: Booking, action: Buy) -> State:
    """S7: a card for tokens, which go to the bank."""
    place = source_of(state, action.seat, action.card, action.source)
    bring(booking, action.card, place, CARDS_OF[action.seat], "S7")
    for colour, n in action.paid.items():
        booking.move(n, colour, TOKENS_OF[action.seat], "bank", "S7c")
    wanted = refill(state, booking, place)
    if action.card in state.secret:
        state = replace(state, secret=tuple(c for c in state.secret if c != action.card))
    return end_turn(replace(state, wanted=wanted), booking, action)


def noble(state: State, booking: Booking, action: Noble) -> State:
    """S12: the noble that was chosen comes. Out of turn it comes all the same."""
    call(booking, action.noble, action.seat)
    if not state.pending or action.seat != state.turn:
        return replace(state, book=booking.close())
    return finish_turn(replace(state, pending=()), booking, action.seat)


def pass_turn(state: State, booking: Booking, action: Pass) -> State:
    """S10: nothing is done; the end of the turn comes all the same."""
    return end_turn(state, booking, action)


def reveal(state: State, booking: Booking, action: Reveal) -> State:
    """S1, S2, S8: what lies there is known now, or known not to have been seen."""
    wanted = state.wanted
    if action.place in wanted:
        first = wanted.index(action.place)
        wanted = wanted[:first] + wanted[first + 1 :]
    rule = "S8" if state.played else "S2" if action.place == "nobles" else "S1"
    if action.card != UNKNOWN and action.card not in booking.places.get(action.place, EMPTY):
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


def result(state: State, booking: Booking, action: Result) -> State:
    """S16: the score sheet as the table wrote it."""
    return replace(state, book=booking.close(), result=action, over=True, wanted=())


def count(state: State, booking: Booking, action: Count) -> State:
    """COUNT: what lies there is booked, whatever the record said."""
    book_count(booking, state.book, action)
    return replace(state, book=booking.close())


APPLY: dict[type[Action], Callable[[State, Booking, Any], State]] = {
    Take: take,
    Reserve: reserve,
    Draw: draw,
    Buy: buy,
    Noble: noble,
    Pass: pass_turn,
    Reveal: reveal,
    Result: result,
    Count: count,
}


def give_back(booking: Booking, mine: str, returned: dict[str, int]) -> None:
    """S9: tokens over the limit go back to the bank."""
    for colour, n in returned.items():
        booking.move(n, colour, mine, "bank", "S9")


def bring(booking: Booking, card: str, source: str, target: str, rule: str) -> None:
    """Move a card to a seat; where an unknown card lies there, it has just been learnt."""
    if not booking.places.get(source, EMPTY).get(card):
        unknown = booking.unknowns(source, card)
        if not unknown and source.endswith(".reserved"):
            unknown = booking.unknowns(source)
        if unknown:
            booking.learn(unknown[0], card, source, "S8" if source in MARKET else "S6e")
    booking.move(1, card, source, target, rule)


def refill(state: State, booking: Booking, slot: str) -> tuple[str, ...]:
    """S8: an emptied slot gets the next card of its deck; return what the table should tell."""
    wanted = state.wanted
    if slot not in MARKET or booking.places.get(slot):
        return wanted
    if slot in wanted:
        wanted = tuple(place for place in wanted if place != slot)
    deck = DECK[MARKET[slot]]
    if sum(booking.places.get(deck, EMPTY).values()) <= 0:
        return wanted
    name = booking.draw(deck, slot, "S8")
    if is_unknown(name) and state.level == "full":
        wanted = (*wanted, slot)
    return wanted


def end_turn(state: State, booking: Booking, action: SeatAction) -> State:
    """The end of a seat's turn: a noble comes (S11) or must be chosen (S12), then the next seat."""
    seat = action.seat
    if state.pending:
        state = forgo(state)
    passes = state.passes + 1 if type(action) is Pass else 0
    bonuses, points = tally(booking.places, seat)
    coming = qualifying(booking.places, bonuses)
    if action.actual:
        coming = []
        if action.actual["noble"]:
            call(booking, action.actual["noble"], seat)
            points += 3
    if len(coming) > 1:
        return replace(state, book=booking.close(), turn=seat, pending=tuple(coming), passes=passes)
    if coming:
        call(booking, coming[0], seat)
        points += 3
    return next_turn(state, booking, seat, points, passes)


def visits(state: State, action: SeatAction) -> Iterator[SeatAction]:
    """Yield a turn with every other way in which a noble may have come at its end, or none."""
    for name in ("", *(n for n in state.book.holding("nobles") if not is_unknown(n))):
        if action.actual.get("noble") != name:
            yield replace(action, actual={"noble": name})


def finish_turn(state: State, booking: Booking, seat: int) -> State:
    """The rest of a turn after a noble was chosen."""
    _, points = tally(booking.places, seat)
    return next_turn(state, booking, seat, points, state.passes)


def next_turn(state: State, booking: Booking, seat: int, points: int, passes: int) -> State:
    """S14, S17: the end comes with the round in which a seat has the points, or all have passed."""
    last = state.last
    if last is None and points >= LIMITS.end_points:
        last = seat
    following = seat + 1 if seat + 1 < state.seats else 0
    over = state.over or (last is not None and following == state.first) or passes >= state.seats
    return replace(
        state,
        book=booking.close(),
        turn=following,
        pending=(),
        last=last,
        passes=passes,
        played=state.played + 1,
        over=over,
    )


def forgo(state: State) -> State:
    """A seat acts although a noble was to be chosen: it is not, and that turn is over (S20)."""
    chooser = state.turn
    _, points = tally(state.book.places, chooser)
    last = state.last
    if last is None and points >= LIMITS.end_points:
        last = chooser
    over = state.over or (last is not None and (chooser + 1) % state.seats == state.first)
    return replace(state, pending=(), last=last, over=over, played=state.played + 1)


def call(booking: Booking, name: str, seat: int) -> None:
    """S11, S13: a noble comes to a seat; one that lies there unknown is learnt by it."""
    if not booking.places.get("nobles", EMPTY).get(name):
        unknown = booking.unknowns("nobles", name)
        if unknown:
            booking.learn(unknown[0], name, "nobles", "S11")
    booking.move(1, name, "nobles", NOBLES_OF[seat], "S11", name)
