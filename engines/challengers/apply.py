"""What the table looks like after an action. Total: whatever happened is booked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, Booking
from engines.challengers import draft
from engines.challengers.actions import (
    ByHand,
    Choose,
    Deck,
    Finalists,
    Left,
    LookAt,
    Offer,
    Option,
    Out,
    Pick,
    Plans,
    Ready,
    Redraw,
    Refill,
    Register,
    Remove,
    Result,
    Reveal,
    Seen,
    Start,
    Trophy,
    Win,
)
from engines.challengers.bookings import open_booking
from engines.challengers.cards.card import make_card
from engines.challengers.cards.catalog import DECK, PILE
from engines.challengers.duel import actions, results
from engines.challengers.duel.end import close_match, show_trophy
from engines.challengers.duel.play import Play
from engines.challengers.state import Duel, State
from engines.challengers.unseen import decks
from engines.counts import Count, book_count
from engines.values import Action, Move


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the table after `action` and the moves that got it there."""
    booking = open_booking(state)
    move_on = DUEL_VERBS.get(type(action))
    if move_on is None:
        after = OTHER_VERBS[type(action)](state, booking, action)
        return replace(after, ply=state.ply + 1), tuple(booking.moves)
    play = move_on(state, booking, action)
    if play is not None:
        return actions.save_play(play), tuple(booking.moves)
    return replace(state, book=booking.close(), ply=state.ply + 1), tuple(booking.moves)


def apply_trophy(state: State, booking: Booking, action: Trophy) -> State:
    """C60, C61, C90: what is on a trophy is seen by all."""
    show_trophy(booking, action.of, action.round, action.fans)
    secret = tuple(s for s in state.secret if s != f"{action.of}.{action.round}")
    return close_match(replace(state, book=booking.close(), secret=secret))


def apply_finalists(state: State, booking: Booking, action: Finalists) -> State:
    """C91: these two meet in the final."""
    return replace(state, finalists=action.sides)


def apply_result(state: State, booking: Booking, action: Result) -> State:
    """C90: the score sheet as the table wrote it."""
    return replace(state, result=action, over=True)


# -- the table -----------------------------------------------------------------------------------


def apply_plans(state: State, booking: Booking, action: Plans) -> State:
    """C21: who holds which plan; whoever is not named holds what is left."""
    rows = len(state.plans)
    sides = list(state.players)
    held: list[str] = [""] * rows
    for side, plan in zip(sides, action.of, strict=False):
        if plan <= rows:
            held[plan - 1] = side
    rest = [side for side in sides if side not in held]
    filled = tuple(side or rest.pop(0) for side in held)
    return replace(state, plans=filled)


def apply_register(state: State, booking: Booking, action: Register) -> State:
    """C23: cards that nobody had entered: as many copies as there are come to the table."""
    symbol = action.cards.set
    new = {printing.id: make_card(printing, symbol) for printing in action.cards.cards}
    for item, card in new.items():
        before = decks.find_card(state.extra, item)
        more = card.copies - (before.copies if before is not None else 0)
        pile = PILE.get(card.level, "box")
        booking.move(more, item, "press", pile, "C23")
        booking.move(-more, item, pile, "press", "C23")
    return replace(state, book=booking.close(), extra=state.extra | new)


def apply_count(state: State, booking: Booking, action: Count) -> State:
    """COUNT: what lies there is booked, whatever the record said; decks are as large as that."""
    book_count(booking, state.book, action)
    duels = state.duels
    for park, under_way in duels.items():
        duels = duels | {park: recount_decks(under_way, booking, action)}
    return close_match(replace(state, book=booking.close(), duels=duels))


def recount_decks(duel: Duel, booking: Booking, action: Count) -> Duel:
    """Return a duel with the sizes of the decks that were counted."""
    sizes = [*duel.sizes]
    for i, side in enumerate(duel.sides):
        if DECK[side] in action.holds:
            sizes[i] = max(sum(booking.places.get(DECK[side], EMPTY).values()), 0)
    return replace(duel, sizes=(sizes[0], sizes[1]))


DUEL_VERBS: dict[type[Action], Callable[[State, Booking, Any], Play | None]] = {
    Start: actions.apply_start,
    Reveal: actions.apply_reveal,
    Choose: actions.apply_choose,
    LookAt: actions.apply_look,
    Seen: actions.apply_seen,
    Left: actions.apply_left,
    Out: actions.apply_out,
    ByHand: actions.apply_manual,
}
"""What moves a duel on."""

OTHER_VERBS: dict[type[Action], Callable[[State, Booking, Any], State]] = {
    Win: results.apply_win,
    Trophy: apply_trophy,
    Finalists: apply_finalists,
    Result: apply_result,
    Plans: apply_plans,
    Register: apply_register,
    Option: draft.apply_option,
    Offer: draft.apply_offer,
    Pick: draft.apply_pick,
    Redraw: draft.apply_redraw,
    Remove: draft.apply_remove,
    Deck: draft.apply_deck,
    Ready: draft.apply_ready,
    Refill: draft.apply_refill,
    Count: apply_count,
}
