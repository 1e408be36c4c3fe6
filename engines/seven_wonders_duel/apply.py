"""What the table looks like after an action. Total: whatever happened is booked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, Booking
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
from engines.seven_wonders_duel.layout import deal, lay_out, offer
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
    bring,
    chosen,
    close_wonders,
    empty,
    home_of,
    lift,
    owed,
    pay,
    put_back,
    resume,
    settle,
)
from engines.values import TABLE, Action, Move


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the table after `action` and the moves that got it there.

    Once a seat goes on, nobody asks any more what was turned up before; who only says who begins
    an age does not go on yet.
    """
    booking = Booking(state.book, ENDLESS)
    if state.wanted and action.seat != TABLE and not isinstance(action, Begin):
        state = replace(state, wanted=())
    state = APPLY[type(action)](state, booking, action)
    return replace(state, book=booking.close()), tuple(booking.moves)


def draft(state: State, booking: Booking, action: Draft) -> State:
    """D5: a wonder from the offer to a seat; after the fourth the next four are shown."""
    bring(booking, action.wonder, "offer", WONDERS_OF[action.seat], "wonders", "D5")
    state = replace(state, picked=state.picked + 1)
    if state.picked > len(BOX.draft):
        return state
    if state.picked % LIMITS.offer == 0:
        empty(booking, "offer", "wonders", "D5")
    if state.picked == len(BOX.draft):
        return lay_out(replace(state, turn=state.first), booking, 1)
    state = replace(state, turn=state.first ^ BOX.draft[state.picked])
    return offer(state, booking) if state.picked == LIMITS.offer else state


def build(state: State, booking: Booking, action: Build) -> State:
    """D13-D21: a card into the city, its price paid, its effects carried out."""
    state = resume(state, booking)
    seat, card = action.seat, action.card
    chain = CARDS[card].chain
    chained = bool(chain) and bool(booking.places.get(CITY_OF[seat], EMPTY).get(chain))
    state = lift(state, booking, card, action.slot, CITY_OF[seat], "D20")
    pay(booking, seat, action.paid, "D13")
    if chained or action.actual:
        extra = effects.bonus(booking.places, seat) if chained and not action.paid.total else 0
        extra = action.actual.get("bonus", extra)
        booking.move(extra, COIN, "bank", COINS_OF[seat], "D54")
    effects.erect(booking, seat, card, action.actual)
    token_due = "token" if effects.pairs(booking.places, seat, card) else ""
    return settle(state, booking, seat, token_due)


def discard(state: State, booking: Booking, action: Discard) -> State:
    """D22: a card to the discard pile, coins from the bank."""
    state = resume(state, booking)
    state = lift(state, booking, action.card, action.slot, DISCARDS, "D22")
    booking.move(action.taken, COIN, "bank", COINS_OF[action.seat], "D22")
    return settle(state, booking, action.seat, "")


def wonder(state: State, booking: Booking, action: Wonder) -> State:
    """D23-D26: a card under a wonder, its price paid, its effects carried out."""
    state = resume(state, booking)
    seat, actual, tile = action.seat, action.actual, WONDERS[action.wonder]
    state = lift(state, booking, action.card, action.slot, UNDER[action.wonder], "D23")
    pay(booking, seat, action.paid, "D23")
    close_wonders(booking)
    booking.move(actual.get("coins", tile.gain), COIN, "bank", COINS_OF[seat], "D49")
    if "loss" in actual:
        booking.move(actual["loss"], COIN, COINS_OF[1 - seat], "bank", "D49")
    elif tile.takes:
        effects.lose(booking, 1 - seat, tile.takes, "D49")
    if tile.shields or actual:
        effects.advance(booking, seat, tile.shields, actual)
    again = actual.get("again", effects.plays_again(booking.places, seat, action.wonder))
    state = replace(state, again=bool(again))
    if effects.captured(booking.places, seat) and not state.over:
        return settle(state, booking, seat, "")
    if tile.draws:
        left = sum(booking.places.get("tokens", EMPTY).values())
        state = deal(state, booking, "tokens", ("drawn",) * min(tile.draws, left), "D52")
    return settle(state, booking, seat, owed(booking, seat, tile))


def token(state: State, booking: Booking, action: Token) -> State:
    """D35: a token from the board to a seat."""
    bring(booking, action.token, "board", TOKENS_OF[action.seat], "tokens", "D35")
    effects.learn_token(booking, action.seat, action.token, action.actual)
    return chosen(state, booking, action.seat, "token")


def keep(state: State, booking: Booking, action: Keep) -> State:
    """D52: one of the drawn tokens to a seat, the others back to the box."""
    bring(booking, action.token, "drawn", TOKENS_OF[action.seat], "tokens", "D52")
    effects.learn_token(booking, action.seat, action.token, action.actual)
    put_back(booking)
    return chosen(state, booking, action.seat, "keep")


def raze(state: State, booking: Booking, action: Raze) -> State:
    """D50: a card of the opponent to the discard pile."""
    booking.move(1, action.card, CITY_OF[1 - action.seat], DISCARDS, "D50")
    return chosen(state, booking, action.seat, *RAZES)


def revive(state: State, booking: Booking, action: Revive) -> State:
    """D51: a card of the discard pile into the city, with all it does."""
    seat = action.seat
    bring(booking, action.card, DISCARDS, CITY_OF[seat], "", "D51")
    effects.erect(booking, seat, action.card, action.actual)
    token_due = "token" if effects.pairs(booking.places, seat, action.card) else ""
    return chosen(state, booking, seat, "revive", then=token_due)


def begin(state: State, booking: Booking, action: Begin) -> State:
    """D39: the seat that begins the age."""
    if state.pending != "begin":
        state = resume(state, booking)
    return replace(state, pending="", turn=action.who, extra=False)


def reveal(state: State, booking: Booking, action: Reveal) -> State:
    """D12: what lies there is known now, or known not to have been seen."""
    face, place = action.card, action.place
    wanted = list(state.wanted)
    if place in wanted:
        wanted.remove(place)
    if face != UNSEEN and not booking.places.get(place, EMPTY).get(face):
        rule = SHOWN_BY.get(place, "D12")
        unknown = booking.unknowns(place, face) or booking.unknowns(place)
        if unknown:
            booking.learn(unknown[0], face, place, rule)
        else:
            shown = next(iter(booking.places.get(place, EMPTY)), "")
            if place in NUMBER_OF and shown:
                booking.move(1, shown, place, home_of(shown), rule)
            booking.move(1, face, home_of(face), place, rule)
    return replace(state, wanted=tuple(wanted))


def backs(state: State, booking: Booking, action: Backs) -> State:
    """D10: which face-down cards are guilds."""
    wanted = tuple(place for place in state.wanted if place != BACKS)
    return replace(state, backs=action.guilds, wanted=wanted)


def result(state: State, booking: Booking, action: Result) -> State:
    """D42: the score sheet as the table wrote it."""
    if state.over:
        return replace(state, result=action, wanted=())
    ended = replace(state, over=True, end=action.kind, winner=action.winner)
    return replace(ended, result=action, wanted=())


def count(state: State, booking: Booking, action: Count) -> State:
    """COUNT: what lies there is booked, whatever the record said."""
    book_count(booking, state.book, action)
    return state


APPLY: dict[type[Action], Callable[[State, Booking, Any], State]] = {
    Draft: draft,
    Build: build,
    Discard: discard,
    Wonder: wonder,
    Token: token,
    Keep: keep,
    Raze: raze,
    Revive: revive,
    Begin: begin,
    Reveal: reveal,
    Backs: backs,
    Result: result,
    Count: count,
}
