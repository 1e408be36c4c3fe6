"""What the table looks like after an action. Total: whatever happened is booked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, Booking
from engines.challengers.actions import (
    Deck,
    Finalists,
    Offer,
    Option,
    Pick,
    Plans,
    Ready,
    Redraw,
    Refill,
    Register,
    Remove,
    Result,
    Reveal,
    Trophy,
    Win,
)
from engines.challengers.cards.card import make_card
from engines.challengers.cards.catalog import DECK, PILE, SPARE
from engines.challengers.deck_phase import (
    apply_deck,
    apply_offer,
    apply_option,
    apply_pick,
    apply_ready,
    apply_redraw,
    apply_refill,
    apply_remove,
)
from engines.challengers.departures import pass_over
from engines.challengers.duel.end import save_play, show_trophy
from engines.challengers.duel.results import apply_win
from engines.challengers.duel.verbs import DUEL_VERBS
from engines.challengers.ranking import close_match
from engines.challengers.rules.admission import name_cards
from engines.challengers.state import Duel, State
from engines.challengers.unseen.debts import open_booking
from engines.challengers.unseen.decks import find_card
from engines.challengers.unseen.left_out import bring_sets
from engines.counts import Count, book_count
from engines.values import Action, Move


def apply(state: State, action: Action) -> tuple[State, tuple[Move, ...]]:
    """Return the table after `action` and the moves that got it there."""
    booking = open_booking(state)
    spare = state.book.places.get(SPARE)
    if spare is not None and (type(action) is not Reveal or action.card in spare):
        bring_sets(booking, state.extra, name_cards(action))
    after = apply_verb(state, booking, action)
    if not after.left:
        return after, tuple(booking.moves)
    after, passed = pass_over(after)
    return after, (*booking.moves, *passed)


def apply_verb(state: State, booking: Booking, action: Action) -> State:
    """Return the table after `action` alone."""
    verb = DUEL_VERBS.get(type(action))
    if verb is None:
        after = OTHER_VERBS[type(action)](state, booking, action)
        return replace(after, ply=state.ply + 1)
    play = verb(state, booking, action)
    if play is None:
        return replace(state, book=booking.close(), ply=state.ply + 1)
    return save_play(play)


def apply_trophy(state: State, booking: Booking, action: Trophy) -> State:
    """C60, C61, C90: show everybody what is on a trophy."""
    show_trophy(booking, action.of, action.round, action.fans)
    secret = tuple(s for s in state.secret if s != f"{action.of}.{action.round}")
    return close_match(replace(state, book=booking.close(), secret=secret))


def apply_finalists(state: State, booking: Booking, action: Finalists) -> State:
    """C91: name the two sides that meet in the final."""
    return replace(state, finalists=action.sides)


def apply_result(state: State, booking: Booking, action: Result) -> State:
    """C90: end the match with the score sheet of the table."""
    return replace(state, result=action, over=True)


# -- the table -----------------------------------------------------------------------------------


def apply_plans(state: State, booking: Booking, action: Plans) -> State:
    """C21: give out the plans; a side that is not named holds the one that is left."""
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
    """C23: bring cards that no set had to the table, as many copies as there are."""
    symbol = action.cards.set
    new = {printing.id: make_card(printing, symbol) for printing in action.cards.cards}
    for item, card in new.items():
        before = find_card(state.extra, item)
        more = card.copies - (before.copies if before is not None else 0)
        pile = PILE.get(card.level, "box")
        booking.move(more, item, "press", pile, "C23")
        booking.move(-more, item, pile, "press", "C23")
    return replace(state, book=booking.close(), extra=state.extra | new)


def apply_count(state: State, booking: Booking, action: Count) -> State:
    """COUNT: book what was counted in a place; a counted deck has that size."""
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


OTHER_VERBS: dict[type[Action], Callable[[State, Booking, Any], State]] = {
    Win: apply_win,
    Trophy: apply_trophy,
    Finalists: apply_finalists,
    Result: apply_result,
    Plans: apply_plans,
    Register: apply_register,
    Option: apply_option,
    Offer: apply_offer,
    Pick: apply_pick,
    Redraw: apply_redraw,
    Remove: apply_remove,
    Deck: apply_deck,
    Ready: apply_ready,
    Refill: apply_refill,
    Count: apply_count,
}
