"""The state after an action.

`apply` is total: what happened is booked, whether or not the rules allow it. One function per kind
of action, listed in `APPLY`; those for cards and tricks are in `play`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking, begin_booking, is_unknown
from engines.counts import book_count
from engines.values import TABLE, Action, Move
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
    Rounds,
    Trick,
    Tricks,
    Trump,
    Unwon,
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
from engines.wizard.deal import begin_round, collect_cards, deal_hands, extend_rounds
from engines.wizard.play import (
    apply_play,
    apply_trick,
    end_match,
    give_trick,
    score_round,
    write_points,
)
from engines.wizard.score import is_played_out
from engines.wizard.state import (
    Fine,
    ShownCard,
    State,
    can_redeal,
    count_finished_rounds,
    count_players,
    find_left_neighbour,
    find_pool,
    has_unseen_play,
    is_recording_cards,
    is_round_untouched,
    list_from,
    list_plays,
)


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the state after `action` and the moves that lead to it."""
    booking = begin_booking(state.book, ENDLESS)
    state = APPLY[type(action)](state, booking, action)
    state = replace(state, book=booking.close(), ply=state.ply + 1)
    return state, tuple(booking.moves)


def apply_tricks(state: State, booking: Booking, action: Tricks) -> State:
    """Book the tricks of a round as they were counted (W53)."""
    return book_tricks(state, booking, action.tricks, action.actual)


def book_tricks(
    state: State, booking: Booking, tricks: Sequence[int], actual: dict[str, str]
) -> State:
    """Book the tricks of every seat in a round, as the pad has them; the round is complete then."""
    for seat, n in enumerate(tricks):
        more = n - booking.places.get(TRICKS[seat], EMPTY).get(TRICK, 0)
        booking.move(more, TRICK, SUPPLY, TRICKS[seat], "W53")
        booking.move(-more, TRICK, TRICKS[seat], SUPPLY, "W53")
    return score_round(replace(state, tricks_counted=True), booking, actual)


def apply_round(state: State, booking: Booking, action: Round) -> State:
    """Book a whole round from the pad (W22, W53), also one that is played beyond the last (W4)."""
    if state.over and is_played_out(state):
        state = play_rounds(state, booking, state.number + 1)
    state = write_bids(state, action.bids)
    return book_tricks(state, booking, action.tricks, action.actual)


def write_bids(state: State, bids: Sequence[int]) -> State:
    """Return the state with the bids of all who play in the round."""
    told = (None if seat in state.left else bid for seat, bid in enumerate(bids))
    return replace(state, bids=tuple(told))


def apply_bid(state: State, booking: Booking, action: Bid) -> State:
    """Write down a seat's bid (W20)."""
    bids = list(state.bids)
    bids[action.seat] = action.bid
    state = replace(state, bids=tuple(bids))
    return score_round(state, booking, action.actual) if state.tricks_counted else state


def apply_bids(state: State, booking: Booking, action: Bids) -> State:
    """Write down all bids (V2, V3)."""
    state = write_bids(state, action.bids)
    return score_round(state, booking, action.actual) if state.tricks_counted else state


def apply_flip(state: State, booking: Booking, action: Flip) -> State:
    """Turn up a card (W9) and set the trump that it makes (W10 to W12)."""
    card = action.card
    state = replace(state, flip=card, trump=find_trump(state, card))
    if card == UNKNOWN or card in SUIT.values():
        return state
    if not state.dealt:
        state = deal_hands(state, booking)
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


def find_trump(state: State, card: str) -> str:
    """Return the trump that a card turned up makes, "" if it must still be named (W10 to W12)."""
    if card == JESTER:
        return NO_TRUMP
    if card in SUIT:
        return SUIT[card]
    return card if card in SUIT.values() else ""


def apply_trump(state: State, booking: Booking, action: Trump) -> State:
    """Set the trump that was named (W12)."""
    return replace(state, trump=action.suit)


def apply_hand(state: State, booking: Booking, action: Hand) -> State:
    """Learn cards of a seat's hand (W5); those that it has played are not in it any more.

    Cards beyond those dealt come from the stock. Cards that contradict a hand known whole are not
    booked.
    """
    if not state.dealt:
        state = deal_hands(state, booking)
    seat, place, pool = action.seat, HANDS[action.seat], find_pool(state, action.seat)
    plays = [play.card for play in list_plays(state) if play.seat == seat]
    played = [card for card in plays if card != UNKNOWN]
    here = booking.own(place)
    names = [name for name in here if is_unknown(name)]
    more = sum(action.cards.values()) - sum(here.values()) - len(played)
    shown = list(state.shown_cards)
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
            shown.append(ShownCard(seat, card, state.ply, action.forehead))
    booking.draw_many(max(more, 0), pool, place, "W5")
    suits = {SUIT.get(card) for card in here}
    claims = tuple(
        replace(claim, proven=True)
        if claim.seat == seat
        and claim.suit in suits
        and not has_unseen_play(state, seat, claim.ply)
        else claim
        for claim in state.claims
    )
    told = state.recorded_hands if seat in state.recorded_hands else (*state.recorded_hands, seat)
    return replace(state, shown_cards=tuple(shown), recorded_hands=told, claims=claims)


def apply_deal(state: State, booking: Booking, action: Deal) -> State:
    """Set the dealer of the round (W7); the seat to its left leads."""
    dealer = list_from(state, action.seat)[0]
    state = replace(state, dealer=dealer)
    if state.trick or state.taken_tricks:
        return state
    return replace(state, turn=find_left_neighbour(state, dealer))


def apply_redeal(state: State, booking: Booking, action: Redeal) -> State:
    """Void a round and begin it again with the same dealer (R3); its points are taken back."""
    number, dealer = state.number, state.dealer
    last = state.pad[-1] if state.pad else None
    if last is not None and can_redeal(state, action.round):
        number, dealer = last.number, last.dealer
        for seat, points in enumerate(last.points):
            write_points(booking, seat, -points, "R3")
        state = replace(state, pad=state.pad[:-1])
    elif action.round not in (0, number):
        return state
    collect_cards(state, booking)
    again = begin_round(replace(state, result=None), booking, number)
    dealer = list_from(again, dealer)[0]
    return replace(again, dealer=dealer, turn=find_left_neighbour(again, dealer))


def apply_rounds(state: State, booking: Booking, action: Rounds) -> State:
    """Play so many rounds (W4): a match that was over goes on, or it ends with the last round.

    Rounds that are on the pad or running stay.
    """
    return play_rounds(state, booking, action.rounds)


def play_rounds(state: State, booking: Booking, rounds: int) -> State:
    """Return the state in which so many rounds are played, or as many as there have been."""
    table, played = state.table, count_finished_rounds(state)
    running = state.over or is_round_untouched(state)
    least = max(played if running else state.number, 1)
    cards = extend_rounds(table.cards, max(rounds, least), count_players(state))
    state = replace(state, table=replace(table, cards=cards))
    if state.over and state.number < len(cards):
        return begin_round(replace(state, over=False, result=None), booking, state.number + 1)
    if not state.over and state.number > len(cards):
        collect_cards(state, booking)
        return end_match(state)
    return state


def apply_unwon(state: State, booking: Booking, action: Unwon) -> State:
    """Give the trick to nobody (W39). Seats whose cards were not noted have played one unseen."""
    return give_trick(state, booking, TABLE, action.actual)


def apply_penalty(state: State, booking: Booking, action: Penalty) -> State:
    """Take points off a seat by a ruling, beside the points of the rounds (R4)."""
    write_points(booking, action.seat, -action.points, "R4")
    fined = Fine(action.seat, action.points, state.number)
    return replace(state, fines=(*state.fines, fined))


def apply_level(state: State, booking: Booking, action: Level) -> State:
    """Change the level of recording; hands are dealt where cards are recorded from now on."""
    fresh = is_round_untouched(state) and not state.over
    state = replace(state, level=action.level)
    return deal_hands(state, booking) if is_recording_cards(state) and fresh else state


def apply_result(state: State, booking: Booking, action: Result) -> State:
    """Book the final totals that the table wrote; points that no round explains cite W60."""
    if not is_played_out(state):
        for seat, points in enumerate(action.points):
            total = booking.places.get(POINTS[seat], EMPTY).get(POINT, 0)
            write_points(booking, seat, points - total, "W60")
    return replace(state, result=action, over=True)


def apply_count(state: State, booking: Booking, action: Count) -> State:
    """Book what was counted in a place, whatever the record had there (COUNT)."""
    book_count(booking, state.book, action)
    if state.pad:
        return state
    points = (booking.places.get(POINTS[seat], EMPTY) for seat in range(state.seats))
    return replace(state, brought=tuple(held.get(POINT, 0) for held in points))


def set_status(state: State, status: Mapping[str, int]) -> tuple[State, tuple[Move, ...]]:
    """Return the state as far on as a count says, and the moves that led there.

    Another round begins anew, what was told of the running one is dropped.
    """
    booking = begin_booking(state.book, ENDLESS)
    number = max(status.get("round", state.number), 1)
    if number != state.number or state.over:
        collect_cards(state, booking)
        state = begin_round(replace(state, over=False), booking, number)
    if "dealer" in status:
        dealer = status["dealer"]
        state = replace(state, dealer=dealer, turn=find_left_neighbour(state, dealer))
    state = replace(state, turn=status.get("turn", state.turn), book=booking.close())
    return state, tuple(booking.moves)


def take_leave(state: State, seat: int) -> tuple[State, tuple[Move, ...]]:
    """Return the state after the person in a seat has left (R6), and the moves: the running round
    is dealt again to those who are there."""
    if seat in state.waiting:
        return replace(state, waiting=tuple(each for each in state.waiting if each != seat)), ()
    booking = begin_booking(state.book, ENDLESS)
    dealer = next(iter(list_from(state, state.dealer)), state.dealer)
    collect_cards(state, booking, "R6")
    rotated = replace(state, rotation=(state.number, dealer))
    again = begin_round(rotated, booking, state.number)
    return replace(again, book=booking.close()), tuple(booking.moves)


def take_seat(state: State, seat: int, points: int | None) -> tuple[State, tuple[Move, ...]]:
    """Return the state after somebody has sat down (R7), and the moves.

    In a round of which something was told already the person has no part.
    """
    booking = begin_booking(state.book, ENDLESS)
    table = replace(state.table, seats=max(state.table.seats, seat + 1))
    missing = table.seats - state.table.seats
    more = (points or 0) - booking.places.get(POINTS[seat], EMPTY).get(POINT, 0)
    if points is not None and more:
        write_points(booking, seat, more, "R7")
        state = replace(state, fines=(*state.fines, Fine(seat, -more, state.number, joined=True)))
    begun = not is_round_untouched(state)
    state = replace(
        state,
        book=booking.close(),
        table=table,
        bids=(*state.bids, *[None] * missing),
        brought=(*state.brought, *[0] * missing) if state.brought else (),
        rotation=(state.number, state.dealer),
        left=(*state.left, seat) if begun else state.left,
        waiting=(*state.waiting, seat) if begun else state.waiting,
    )
    if begun:
        return state, tuple(booking.moves)
    collect_cards(state, booking, "R7")
    again = begin_round(state, booking, state.number)
    return replace(again, book=booking.close()), tuple(booking.moves)


APPLY: dict[type[Action], Callable[[State, Booking, Any], State]] = {
    Deal: apply_deal,
    Hand: apply_hand,
    Flip: apply_flip,
    Trump: apply_trump,
    Bid: apply_bid,
    Bids: apply_bids,
    Play: apply_play,
    Trick: apply_trick,
    Unwon: apply_unwon,
    Tricks: apply_tricks,
    Round: apply_round,
    Rounds: apply_rounds,
    Redeal: apply_redeal,
    Penalty: apply_penalty,
    Level: apply_level,
    Result: apply_result,
    Count: apply_count,
}
