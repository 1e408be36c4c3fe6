"""What the table looks like after an action. Total: whatever happened is booked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking
from engines.kit import book_count
from engines.protocol import SEAT_LETTERS, Action, Move
from engines.wizard.actions import (
    WINNER,
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
    NUMBERS_OF,
    PAD,
    PLAYED,
    POINT,
    POINTS,
    SUIT,
    SUPPLY,
    TRICK,
    TRICKS,
)
from engines.wizard.deal import begin, collect, deal
from engines.wizard.score import played_out, points_for
from engines.wizard.state import (
    Claim,
    Fined,
    PadLine,
    Played,
    Shown,
    State,
    Taken,
    all_plays,
    is_fine,
    laid_unseen,
    lead_of,
    left_of,
    may_repeat,
    outcome,
    pool_of,
    untouched,
)
from engines.wizard.tricks import Won


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the table after `action` and the moves that got it there."""
    booking = Booking(state.book, ENDLESS)
    state = APPLY[type(action)](state, booking, action)
    state = replace(state, book=booking.close(), ply=state.ply + 1)
    return state, tuple(booking.moves)


def play(state: State, booking: Booking, action: Play) -> State:
    """W32: a card is laid on the table; the last one of a trick says who takes it (W37).

    One that nobody noted stays among the cards of the hand: which of them it was is not known.
    """
    if not state.dealt:
        state = deal(state, booking)
    seat, card = action.seat, action.card
    claims, blurred = state.claims, state.blurred
    suit = SUIT.get(card)
    if suit is not None and not state.table.war and (state.trick or claims):
        claims = claims_after(state, seat, card, suit)
    if card == UNKNOWN:
        blurred = (*blurred, seat)
    else:
        lay(booking, card, HANDS[seat])
    plays = (*state.trick, Played(seat, card, state.ply))
    complete = len(plays) >= state.table.seats
    turn = state.turn if complete else next_to_play(state, plays)
    state = replace(state, trick=plays, turn=turn, claims=claims, blurred=blurred)
    return trick_over(state, booking, action, plays) if complete else state


def trick_over(state: State, booking: Booking, action: Play, plays: tuple[Played, ...]) -> State:
    """W37: the trick goes to the card that wins it, or to whom the table really gave it."""
    wins = outcome(state, plays)
    if WINNER in action.actual:
        taker = SEAT_LETTERS.index(action.actual[WINNER])
        return take(state, booking, taker, rule_of(wins, plays, taker), plays, action.actual)
    if wins is None:
        return state
    return take(state, booking, plays[wins.position].seat, wins.rule, plays, action.actual)


def lay(booking: Booking, card: str, hand: str) -> None:
    """Move a card from a hand to the table; where the hand has unknown ones, it is one of them."""
    cards = booking.places.get(hand, EMPTY)
    if card not in cards:
        for name in cards:
            if name[0] == UNKNOWN:
                booking.show(name, card, hand, PLAYED, "W32")
                return
    booking.move(1, card, hand, PLAYED, "W32")


def claims_after(state: State, seat: int, card: str, suit: str) -> tuple[Claim, ...]:
    """Return who claims to be out of which suit after a number card is played (P3)."""
    claims = state.claims
    for claim in claims:
        if claim.seat == seat and claim.suit == suit:
            claims = tuple(c for c in claims if c.seat != seat or c.suit != suit)
            break
    lead = lead_of(state.trick)
    if not lead or lead == suit:
        return claims
    hand = state.book.places.get(HANDS[seat], EMPTY)
    proven = seat not in state.blurred and not hand.keys().isdisjoint(NUMBERS_OF[lead])
    claim = Claim(seat, lead, card, len(state.taken) + 1, state.ply, proven)
    return (*claims, claim)


def next_to_play(state: State, plays: tuple[Played, ...]) -> int:
    """Return the next seat clockwise that has not played to the trick (W32)."""
    seat = left_of(state, plays[-1].seat)
    for _ in plays:
        for play in plays:
            if play.seat == seat:
                seat = left_of(state, seat)
                break
        else:
            return seat
    return seat


def rule_of(wins: Won | None, plays: tuple[Played, ...], taker: int) -> str:
    """Return the rule by which a trick goes to `taker`: the exact one where the cards say so."""
    if wins is not None and plays[wins.position].seat == taker:
        return wins.rule
    return "W37"


def take(
    state: State,
    booking: Booking,
    taker: int,
    rule: str,
    plays: tuple[Played, ...],
    actual: dict[str, str],
) -> State:
    """W38, W31: the trick is counted for a seat, which leads the next."""
    booking.move(1, TRICK, SUPPLY, TRICKS[taker], rule)
    taken = (*state.taken, Taken(plays, taker, state.ply))
    counted = state.counted or len(taken) >= state.cards
    state = replace(state, trick=(), taken=taken, turn=taker, counted=counted)
    return finish(state, booking, actual) if counted else state


def finish(state: State, booking: Booking, actual: dict[str, str]) -> State:
    """W50 to W53: once all tricks are counted and all bids told, the round is written down."""
    bids = tuple(bid for bid in state.bids if bid is not None)
    if not state.counted or state.over or len(bids) < state.table.seats:
        return state
    tricks = tuple(
        booking.places.get(TRICKS[seat], EMPTY).get(TRICK, 0) for seat in range(len(bids))
    )
    written = []
    for seat, (bid, n) in enumerate(zip(bids, tricks, strict=True)):
        points = points_for(bid, n)
        if actual:
            points = int(actual.get(SEAT_LETTERS[seat], points))
        write_down(booking, seat, points, "W50" if bid == n else "W51")
        written.append(points)
    line = PadLine(
        state.number, state.cards, state.dealer, state.trump, bids, tricks, tuple(written)
    )
    collect(state, booking)
    state = replace(state, pad=(*state.pad, line))
    if state.number == len(state.table.cards):
        return replace(state, over=True, counted=True, dealt=False, trick=(), shown=())
    return begin(state, booking, state.number + 1)


def write_down(booking: Booking, seat: int, points: int, rule: str) -> None:
    """Move points between the pad and a seat's total, which may fall below nothing (W52)."""
    booking.move(points, POINT, PAD, POINTS[seat], rule)
    booking.move(-points, POINT, POINTS[seat], PAD, rule)


def trick(state: State, booking: Booking, action: Trick) -> State:
    """W37: a seat takes the trick. Whoever laid no card that was noted has laid one unseen."""
    wins = outcome(state, state.trick) if len(state.trick) == state.table.seats else None
    laid = {play.seat for play in state.trick}
    unseen = [seat for seat in range(state.table.seats) if seat not in laid]
    state = replace(state, blurred=(*state.blurred, *unseen))
    rule = rule_of(wins, state.trick, action.seat)
    return take(state, booking, action.seat, rule, state.trick, action.actual)


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
    if there is not None and there[0] == UNKNOWN:
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
    names = [name for name in here if name[0] == UNKNOWN]
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
