"""The state after an action.

`apply` is total: what happened is booked, whether or not the rules allow it. One function per kind
of action, listed in `APPLY`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, Booking, begin_booking
from engines.counts import Count, book_count
from engines.seven_wonders_duel import effects
from engines.seven_wonders_duel.actions import (
    UNSEEN,
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Raze,
    Result,
    Reveal,
    Revive,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.catalog import BOX, CARDS, COIN, ENDLESS, LIMITS, NUMBER_OF, WONDERS
from engines.seven_wonders_duel.layout import deal_pieces, lay_out_age, show_offer
from engines.seven_wonders_duel.state import (
    BACKS,
    CITY_OF,
    COINS_OF,
    DISCARDS,
    TOKENS_OF,
    UNDER,
    WONDERS_OF,
    State,
)
from engines.seven_wonders_duel.turns import (
    RAZES,
    SHOWN_BY,
    discard_last_wonder,
    end_action,
    find_owed_choice,
    find_pool,
    finish_choice,
    lapse_choice,
    move_all,
    move_piece,
    pay_price,
    return_drawn_tokens,
    take_card,
)
from engines.values import TABLE, Action, Move


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the state after `action` and the moves that lead to it.

    A seat's action ends the questions about what was turned up before. Naming the seat that begins
    an age does not.
    """
    booking = begin_booking(state.book, ENDLESS)
    if state.wanted and action.seat != TABLE and not isinstance(action, Begin):
        state = replace(state, wanted=())
    state = APPLY[type(action)](state, booking, action)
    return replace(state, book=booking.close()), tuple(booking.moves)


def apply_draft(state: State, booking: Booking, action: Draft) -> State:
    """Move a wonder from the offer to a seat (D5); after four picks the next four are shown."""
    move_piece(booking, action.wonder, "offer", WONDERS_OF[action.seat], "wonders", "D5")
    state = replace(state, picked=state.picked + 1)
    if state.picked > len(BOX.draft):
        return state
    if state.picked % LIMITS.offer == 0:
        move_all(booking, "offer", "wonders", "D5")
    if state.picked == len(BOX.draft):
        return lay_out_age(replace(state, turn=state.first), booking, 1)
    state = replace(state, turn=state.first ^ BOX.draft[state.picked])
    return show_offer(state, booking) if state.picked == LIMITS.offer else state


def apply_build(state: State, booking: Booking, action: Build) -> State:
    """Move a card to the city, pay its price and carry out its effects (D13 to D21)."""
    state = lapse_choice(state, booking)
    seat, card = action.seat, action.card
    chain = CARDS[card].chain
    chained = bool(chain) and bool(booking.places.get(CITY_OF[seat], EMPTY).get(chain))
    state = take_card(state, booking, card, action.slot, CITY_OF[seat], "D20")
    pay_price(booking, seat, action.paid, "D13")
    if chained or action.actual:
        extra = (
            effects.compute_chain_bonus(booking.places, seat)
            if chained and not action.paid.total
            else 0
        )
        extra = action.actual.get("bonus", extra)
        booking.move(extra, COIN, "bank", COINS_OF[seat], "D54")
    effects.apply_building(booking, seat, card, action.actual)
    token_due = "token" if effects.is_pair_completed(booking.places, seat, card) else ""
    return end_action(state, booking, seat, token_due)


def apply_discard(state: State, booking: Booking, action: Discard) -> State:
    """Move a card to the discard pile, and coins from the bank to the seat (D22)."""
    state = lapse_choice(state, booking)
    state = take_card(state, booking, action.card, action.slot, DISCARDS, "D22")
    booking.move(action.taken, COIN, "bank", COINS_OF[action.seat], "D22")
    return end_action(state, booking, action.seat, "")


def apply_wonder(state: State, booking: Booking, action: Wonder) -> State:
    """Move a card under a wonder, pay its price and carry out its effects (D23 to D26)."""
    state = lapse_choice(state, booking)
    seat, actual, tile = action.seat, action.actual, WONDERS[action.wonder]
    state = take_card(state, booking, action.card, action.slot, UNDER[action.wonder], "D23")
    pay_price(booking, seat, action.paid, "D23")
    discard_last_wonder(booking)
    booking.move(actual.get("coins", tile.gain), COIN, "bank", COINS_OF[seat], "D49")
    if "loss" in actual:
        booking.move(actual["loss"], COIN, COINS_OF[1 - seat], "bank", "D49")
    elif tile.takes:
        effects.lose_coins(booking, 1 - seat, tile.takes, "D49")
    if tile.shields or actual:
        effects.move_pawn(booking, seat, tile.shields, actual)
    again = actual.get("again", effects.has_extra_turn(booking.places, seat, action.wonder))
    state = replace(state, again=bool(again))
    if effects.is_capital_captured(booking.places, seat) and not state.over:
        return end_action(state, booking, seat, "")
    if tile.draws:
        left = sum(booking.places.get("tokens", EMPTY).values())
        state = deal_pieces(state, booking, "tokens", ("drawn",) * min(tile.draws, left), "D52")
    return end_action(state, booking, seat, find_owed_choice(booking, seat, tile))


def apply_token(state: State, booking: Booking, action: Token) -> State:
    """Move a token from the board to a seat (D35)."""
    move_piece(booking, action.token, "board", TOKENS_OF[action.seat], "tokens", "D35")
    effects.gain_token_coins(booking, action.seat, action.token, action.actual)
    return finish_choice(state, booking, action.seat, "token")


def apply_keep(state: State, booking: Booking, action: Keep) -> State:
    """Move one of the drawn tokens to a seat, and the others back to the box (D52)."""
    move_piece(booking, action.token, "drawn", TOKENS_OF[action.seat], "tokens", "D52")
    effects.gain_token_coins(booking, action.seat, action.token, action.actual)
    return_drawn_tokens(booking)
    return finish_choice(state, booking, action.seat, "keep")


def apply_raze(state: State, booking: Booking, action: Raze) -> State:
    """Move a card of the opponent to the discard pile (D50)."""
    booking.move(1, action.card, CITY_OF[1 - action.seat], DISCARDS, "D50")
    return finish_choice(state, booking, action.seat, *RAZES)


def apply_revive(state: State, booking: Booking, action: Revive) -> State:
    """Move a card of the discard pile to the city and carry out its effects (D51)."""
    seat = action.seat
    move_piece(booking, action.card, DISCARDS, CITY_OF[seat], "", "D51")
    effects.apply_building(booking, seat, action.card, action.actual)
    token_due = "token" if effects.is_pair_completed(booking.places, seat, action.card) else ""
    return finish_choice(state, booking, seat, "revive", then=token_due)


def apply_begin(state: State, booking: Booking, action: Begin) -> State:
    """Give the turn to the seat that begins the age (D39)."""
    if state.pending != "begin":
        state = lapse_choice(state, booking)
    return replace(state, pending="", turn=action.who, extra=False)


def apply_reveal(state: State, booking: Booking, action: Reveal) -> State:
    """Learn which piece lies in a place (D12), or note that nobody saw it."""
    face, place = action.card, action.place
    wanted = state.wanted
    known = face in booking.places.get(place, EMPTY)
    if place in wanted and not known:
        first = wanted.index(place)
        wanted = wanted[:first] + wanted[first + 1 :]
    if face != UNSEEN and not known:
        rule = SHOWN_BY.get(place, "D12")
        unknown = booking.unknowns(place, face) or booking.unknowns(place)
        if unknown:
            booking.learn(unknown[0], face, place, rule)
        else:
            shown = next(iter(booking.places.get(place, EMPTY)), "")
            if place in NUMBER_OF and shown:
                booking.move(1, shown, place, find_pool(shown), rule)
            booking.move(1, face, find_pool(face), place, rule)
    return replace(state, wanted=wanted)


def apply_backs(state: State, booking: Booking, action: Backs) -> State:
    """Keep which face-down cards are guilds (D10)."""
    wanted = tuple(place for place in state.wanted if place != BACKS)
    return replace(state, backs=action.guilds, wanted=wanted)


def apply_result(state: State, booking: Booking, action: Result) -> State:
    """Keep the score sheet that the table wrote; the game is over (D42)."""
    if state.over:
        return replace(state, result=action, wanted=())
    ended = replace(state, over=True, end=action.kind, winner=action.winner)
    return replace(ended, result=action, wanted=())


def apply_count(state: State, booking: Booking, action: Count) -> State:
    """Book what was counted in a place, whatever the record had there (COUNT)."""
    book_count(booking, state.book, action)
    return state


APPLY: dict[type[Action], Callable[[State, Booking, Any], State]] = {
    Draft: apply_draft,
    Build: apply_build,
    Discard: apply_discard,
    Wonder: apply_wonder,
    Token: apply_token,
    Keep: apply_keep,
    Raze: apply_raze,
    Revive: apply_revive,
    Begin: apply_begin,
    Reveal: apply_reveal,
    Backs: apply_backs,
    Result: apply_result,
    Count: apply_count,
}
