"""Cards, tricks and the end of a round: what they move in the book."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking, is_unknown
from engines.seating import list_present
from engines.values import SEAT_LETTERS, TABLE, seat_by_letter
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
from engines.wizard.deal import begin_round, collect_cards, deal_hands
from engines.wizard.score import score_bid
from engines.wizard.state import (
    PadLine,
    PlayedCard,
    State,
    TakenTrick,
    VoidClaim,
    count_players,
    decide_trick,
    find_bidder,
    find_lead,
    find_left_neighbour,
)
from engines.wizard.tricks import TrickWin


def apply_play(state: State, booking: Booking, action: Play) -> State:
    """Lay a card on the table (W32); the last card of a trick decides who takes it (W37)."""
    state = lay_play(state, booking, action)
    if len(state.trick) < count_players(state):
        return state
    return finish_trick(state, booking, action, state.trick)


def lay_play(state: State, booking: Booking, action: Play) -> State:
    """Lay a card on the table (W32), and look no further: its trick is nobody's yet.

    A card that nobody noted stays among the cards of the hand: which of them it was is unknown.
    """
    if not state.dealt:
        state = deal_hands(state, booking)
    seat, card = action.seat, action.card
    claims, blurred = list_claims_after(state, seat, card), state.unnoted_plays
    if card == UNKNOWN:
        blurred = (*blurred, seat)
    else:
        lay_card(booking, card, HANDS[seat])
    plays = (*state.trick, PlayedCard(seat, card, state.ply))
    complete = len(plays) >= count_players(state)
    turn = state.turn if complete else find_next_player(state, plays)
    return replace(state, trick=plays, turn=turn, claims=claims, unnoted_plays=blurred)


def is_last_play(state: State, action: Play) -> bool:
    """Return whether a card ends the round: its last trick is taken, and all bids are told."""
    if len(state.trick) + 1 < count_players(state) or state.over:
        return False
    if not state.tricks_counted and len(state.taken_tricks) + 1 < state.cards:
        return False
    plays = (*state.trick, PlayedCard(action.seat, action.card, state.ply))
    taken = WINNER in action.actual or decide_trick(state, plays) is not None
    return taken and find_bidder(state) is None


def finish_trick(
    state: State, booking: Booking, action: Play, plays: tuple[PlayedCard, ...]
) -> State:
    """Give the trick to its winner (W37), or to the seat that the table gave it to."""
    wins = decide_trick(state, plays)
    if WINNER in action.actual:
        taker = find_taker(action.actual)
        return take_trick(
            state, booking, taker, find_rule(wins, plays, taker), plays, action.actual
        )
    if wins is None:
        return state
    return take_trick(state, booking, plays[wins.position].seat, wins.rule, plays, action.actual)


def find_taker(actual: dict[str, str]) -> int:
    """Return the seat to which an override gives a trick, TABLE for nobody."""
    return seat_by_letter(actual[WINNER]) if actual[WINNER] else TABLE


def lay_card(booking: Booking, card: str, hand: str) -> None:
    """Move a card from a hand to the table, as one of its unknown cards if it has any."""
    cards = booking.places.get(hand, EMPTY)
    if card not in cards:
        for name in cards:
            if is_unknown(name):
                booking.show(name, card, hand, PLAYED, "W32")
                return
    booking.move(1, card, hand, PLAYED, "W32")


def list_claims_after(state: State, seat: int, card: str) -> tuple[VoidClaim, ...]:
    """Return the void claims after a card is played (P3); wizards and jesters change none."""
    claims, suit = state.claims, SUIT.get(card)
    if suit is None or state.table.war or not (state.trick or claims):
        return claims
    for claim in claims:
        if claim.seat == seat and claim.suit == suit:
            claims = tuple(c for c in claims if c.seat != seat or c.suit != suit)
            break
    lead = find_lead(state.trick)
    if not lead or lead == suit:
        return claims
    hand = state.book.places.get(HANDS[seat], EMPTY)
    proven = seat not in state.unnoted_plays and not hand.keys().isdisjoint(NUMBERS_OF[lead])
    claim = VoidClaim(seat, lead, card, len(state.taken_tricks) + 1, state.ply, proven)
    return (*claims, claim)


def find_next_player(state: State, plays: tuple[PlayedCard, ...]) -> int:
    """Return the next seat clockwise that has not played to the trick (W32)."""
    seat = find_left_neighbour(state, plays[-1].seat)
    for _ in plays:
        for play in plays:
            if play.seat == seat:
                seat = find_left_neighbour(state, seat)
                break
        else:
            return seat
    return seat


def find_rule(wins: TrickWin | None, plays: tuple[PlayedCard, ...], taker: int) -> str:
    """Return the rule by which a trick goes to `taker`: an exact one where the cards say so."""
    if taker == TABLE:
        return "W39"
    if wins is not None and plays[wins.position].seat == taker:
        return wins.rule
    return "W37"


def take_trick(
    state: State,
    booking: Booking,
    taker: int,
    rule: str,
    plays: tuple[PlayedCard, ...],
    actual: dict[str, str],
) -> State:
    """Count a trick for the seat `taker` (W38), which leads the next one (W31).

    TABLE is nobody (W39): then whoever would have won it leads, or the last leader.
    """
    leader = taker
    if taker == TABLE:
        wins = decide_trick(state, plays) if len(plays) == count_players(state) else None
        leader = state.turn if wins is None else plays[wins.position].seat
    else:
        booking.move(1, TRICK, SUPPLY, TRICKS[taker], rule)
    taken = (*state.taken_tricks, TakenTrick(plays, taker, state.ply))
    counted = state.tricks_counted or len(taken) >= state.cards
    state = replace(state, trick=(), taken_tricks=taken, turn=leader, tricks_counted=counted)
    return score_round(state, booking, actual) if counted else state


def apply_trick(state: State, booking: Booking, action: Trick) -> State:
    """Give the trick to a seat (W37). Seats whose cards were not noted have played one unseen."""
    return give_trick(state, booking, action.seat, action.actual)


def give_trick(state: State, booking: Booking, taker: int, actual: dict[str, str]) -> State:
    """Give the trick to a seat, or to nobody (TABLE), and let unnoted seats play one unseen."""
    wins = decide_trick(state, state.trick) if len(state.trick) == count_players(state) else None
    laid = {play.seat for play in state.trick}
    unseen = [seat for seat in list_present(state) if seat not in laid]
    state = replace(state, unnoted_plays=(*state.unnoted_plays, *unseen))
    rule = find_rule(wins, state.trick, taker)
    return take_trick(state, booking, taker, rule, state.trick, actual)


def score_round(state: State, booking: Booking, actual: dict[str, str]) -> State:
    """Write the round down (W50 to W53) once all tricks are counted and all bids are told."""
    if not state.tricks_counted or state.over or find_bidder(state) is not None:
        return state
    bids = tuple(bid or 0 for bid in state.bids)
    tricks = tuple(
        booking.places.get(TRICKS[seat], EMPTY).get(TRICK, 0) for seat in range(len(bids))
    )
    written = []
    for seat, (bid, n) in enumerate(zip(bids, tricks, strict=True)):
        points = 0 if seat in state.left else score_bid(bid, n)
        if actual:
            points = int(actual.get(SEAT_LETTERS[seat], points))
        write_points(booking, seat, points, "W50" if bid == n else "W51")
        written.append(points)
    line = PadLine(
        state.number,
        state.cards,
        state.dealer,
        state.trump,
        bids,
        tricks,
        tuple(written),
        state.left,
    )
    collect_cards(state, booking)
    state = replace(state, pad=(*state.pad, line))
    if state.number == len(state.table.cards):
        return end_match(state)
    return begin_round(state, booking, state.number + 1)


def end_match(state: State) -> State:
    """Return the state after the last round (W60)."""
    return replace(state, over=True, tricks_counted=True, dealt=False, trick=(), shown_cards=())


def write_points(booking: Booking, seat: int, points: int, rule: str) -> None:
    """Move points between the pad and a seat's total, which may fall below zero (W52)."""
    booking.move(points, POINT, PAD, POINTS[seat], rule)
    booking.move(-points, POINT, POINTS[seat], PAD, rule)
