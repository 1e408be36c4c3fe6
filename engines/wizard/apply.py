"""What the table looks like after an action. Total: whatever happened is booked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking, is_unknown
from engines.counts import book_count
from engines.values import Action, Move
from engines.wizard.actions import (
    Bid,
    Bids,
    Count,
    Deal,
    Flip,
    Hand,
    Level,
    Penalty,
    Play,
    Redeal,
    Result,
    Round,
    Trick,
    Tricks,
    Trump,
)
from engines.wizard.catalog import (
    DECK,
    ENDLESS,
    FLIP,
    HANDS,
    JESTER,
    NO_TRUMP,
    POINT,
    POINTS,
    SUIT,
    SUPPLY,
    TRICK,
    TRICKS,
)
from engines.wizard.deal import begin, collect, deal
from engines.wizard.play import finish, play, trick, write_down
from engines.wizard.score import played_out
from engines.wizard.state import (
    Fined,
    Shown,
    State,
    all_plays,
    is_fine,
    laid_unseen,
    left_of,
    may_repeat,
    pool_of,
    untouched,
)


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the table after `action` and the moves that got it there."""
    booking = Booking(state.book, ENDLESS)
    state = APPLY[type(action)](state, booking, action)
    state = replace(state, book=booking.close(), ply=state.ply + 1)
    return state, tuple(booking.moves)


def tricks(state: State, booking: Booking, action: Tricks) -> State:
    """W53: the tricks of the round as they were counted."""
    return counted(state, booking, action.tricks, action.actual)


def counted(state: State, booking: Booking, tricks: Sequence[int], actual: dict[str, str]) -> State:
    """Book the tricks of a round as the pad has them; the round is complete with that."""
    for seat, n in enumerate(tricks):
        more = n - booking.places.get(TRICKS[seat], EMPTY).get(TRICK, 0)
        booking.move(more, TRICK, SUPPLY, TRICKS[seat], "W53")
        booking.move(-more, TRICK, TRICKS[seat], SUPPLY, "W53")
    return finish(replace(state, counted=True), booking, actual)


def pad_line(state: State, booking: Booking, action: Round) -> State:
    """W22, W53: a whole round from the pad."""
    state = replace(state, bids=action.bids)
    return counted(state, booking, action.tricks, action.actual)


def bid(state: State, booking: Booking, action: Bid) -> State:
    """W20: a seat's bid is written down."""
    bids = list(state.bids)
    bids[action.seat] = action.bid
    state = replace(state, bids=tuple(bids))
    return finish(state, booking, action.actual) if state.counted else state


def bids(state: State, booking: Booking, action: Bids) -> State:
    """V2, V3: all bids are shown together."""
    state = replace(state, bids=action.bids)
    return finish(state, booking, action.actual) if state.counted else state


def flip(state: State, booking: Booking, action: Flip) -> State:
    """W9 to W12: the card turned up, and the trump that it makes."""
    card = action.card
    state = replace(state, flip=card, trump=trump_of(state, card))
    if card == UNKNOWN or card in SUIT.values():
        return state
    if not state.dealt:
        state = deal(state, booking)
    place = booking.places.get(FLIP, EMPTY)
    if card in place:
        return state
    there = next(iter(place), None)
    if there is not None and is_unknown(there):
        booking.learn(there, card, FLIP, "W9")
        return state
    if there is not None:
        booking.move(1, there, FLIP, DECK, "W9")
    booking.move(1, card, DECK, FLIP, "W9")
    return state


def trump_of(state: State, card: str) -> str:
    """Return the trump that a card turned up makes: "" where it has still to be named (W10-W12)."""
    if card == JESTER:
        return NO_TRUMP
    if card in SUIT:
        return SUIT[card]
    return card if card in SUIT.values() else ""


def trump(state: State, booking: Booking, action: Trump) -> State:
    """W12: the suit that was named is trump."""
    return replace(state, trump=action.suit)


def hand(state: State, booking: Booking, action: Hand) -> State:
    """W5: cards that a seat was dealt are known now, those it has played already are not there.

    More cards than were dealt come from the stock; what contradicts a hand known whole is not
    booked.
    """
    if not state.dealt:
        state = deal(state, booking)
    seat, place, pool = action.seat, HANDS[action.seat], pool_of(state, action.seat)
    plays = [play.card for play in all_plays(state) if play.seat == seat]
    played = [card for card in plays if card != UNKNOWN]
    here = booking.own(place)
    names = [name for name in here if is_unknown(name)]
    more = sum(action.cards.values()) - sum(here.values()) - len(played)
    shown = list(state.shown)
    for card, n in action.cards.items():
        if card == UNKNOWN:
            continue
        for _ in range(n - played.count(card) - here.get(card, 0)):
            if names:
                booking.learn(names.pop(0), card, place, "W5")
            elif more > 0:
                booking.move(1, card, pool, place, "W5")
                more -= 1
            else:
                break
            shown.append(Shown(seat, card, state.ply, action.forehead))
    booking.draw_many(max(more, 0), pool, place, "W5")
    suits = {SUIT.get(card) for card in here}
    claims = tuple(
        replace(claim, proven=True)
        if claim.seat == seat and claim.suit in suits and not laid_unseen(state, seat, claim.ply)
        else claim
        for claim in state.claims
    )
    told = state.told if seat in state.told else (*state.told, seat)
    return replace(state, shown=tuple(shown), told=told, claims=claims)


def who_deals(state: State, booking: Booking, action: Deal) -> State:
    """W7: who really deals the round; the seat to the left leads."""
    state = replace(state, dealer=action.seat)
    if state.trick or state.taken:
        return state
    return replace(state, turn=left_of(state, action.seat))


def redeal(state: State, booking: Booking, action: Redeal) -> State:
    """R3: a round is void; the same dealer deals it again. What it scored is taken back."""
    number, dealer = state.number, state.dealer
    last = state.pad[-1] if state.pad else None
    if last is not None and may_repeat(state, action.round):
        number, dealer = last.number, last.dealer
        for seat, points in enumerate(last.points):
            write_down(booking, seat, -points, "R3")
        state = replace(state, pad=state.pad[:-1])
    elif action.round not in (0, number):
        return state
    collect(state, booking)
    again = begin(replace(state, result=None), booking, number)
    return replace(again, dealer=dealer, turn=left_of(again, dealer))


def penalty(state: State, booking: Booking, action: Penalty) -> State:
    """R4: points are taken off by a ruling, beside what the rounds score."""
    write_down(booking, action.seat, -action.points, "R4")
    fined = Fined(action.seat, action.points, state.number)
    return replace(state, fines=(*state.fines, fined))


def level(state: State, booking: Booking, action: Level) -> State:
    """Record more or less finely from here on; hands are dealt once cards are told."""
    fresh = untouched(state) and not state.over
    state = replace(state, level=action.level)
    return deal(state, booking) if is_fine(state) and fresh else state


def result(state: State, booking: Booking, action: Result) -> State:
    """W60: the final totals as the table wrote them; what no round explains is booked by them."""
    if not played_out(state):
        for seat, points in enumerate(action.points):
            total = booking.places.get(POINTS[seat], EMPTY).get(POINT, 0)
            write_down(booking, seat, points - total, "W60")
    return replace(state, result=action, over=True)


def count(state: State, booking: Booking, action: Count) -> State:
    """COUNT: what lies there is booked, whatever the record said."""
    book_count(booking, state.book, action)
    return state


APPLY: dict[type[Action], Callable[[State, Booking, Any], State]] = {
    Deal: who_deals,
    Hand: hand,
    Flip: flip,
    Trump: trump,
    Bid: bid,
    Bids: bids,
    Play: play,
    Trick: trick,
    Tricks: tricks,
    Round: pad_line,
    Redeal: redeal,
    Penalty: penalty,
    Level: level,
    Result: result,
    Count: count,
}
