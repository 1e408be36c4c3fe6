"""Cards, tricks and the end of a round: what they move in the book."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking, is_unknown
from engines.values import SEAT_LETTERS, seat_by_letter
from engines.wizard.actions import (
    WINNER,
    Play,
    Trick,
)
from engines.wizard.catalog import (
    HANDS,
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
from engines.wizard.score import points_for
from engines.wizard.state import (
    Claim,
    PadLine,
    Played,
    State,
    Taken,
    lead_of,
    left_of,
    outcome,
)
from engines.wizard.tricks import Won


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
        taker = seat_by_letter(action.actual[WINNER])
        return take(state, booking, taker, rule_of(wins, plays, taker), plays, action.actual)
    if wins is None:
        return state
    return take(state, booking, plays[wins.position].seat, wins.rule, plays, action.actual)


def lay(booking: Booking, card: str, hand: str) -> None:
    """Move a card from a hand to the table; where the hand has unknown ones, it is one of them."""
    cards = booking.places.get(hand, EMPTY)
    if card not in cards:
        for name in cards:
            if is_unknown(name):
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


def trick(state: State, booking: Booking, action: Trick) -> State:
    """W37: a seat takes the trick. Whoever laid no card that was noted has laid one unseen."""
    wins = outcome(state, state.trick) if len(state.trick) == state.table.seats else None
    laid = {play.seat for play in state.trick}
    unseen = [seat for seat in range(state.table.seats) if seat not in laid]
    state = replace(state, blurred=(*state.blurred, *unseen))
    rule = rule_of(wins, state.trick, action.seat)
    return take(state, booking, action.seat, rule, state.trick, action.actual)


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
