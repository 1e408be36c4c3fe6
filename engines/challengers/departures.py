"""Somebody leaves the tournament (C98), or comes back for the rounds that are left."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import Booking
from engines.challengers.cards.catalog import FINAL, ROBOT, SIDES, trophy_round
from engines.challengers.deck_phase import discard_offer
from engines.challengers.duel.end import start_next_round
from engines.challengers.ranking import close_match, find_new_finalists
from engines.challengers.state import State, is_gone, planned_sides, restart_phase
from engines.challengers.unseen.debts import open_booking
from engines.challengers.unseen.decks import gather_cards
from engines.values import Move

RULE = "C98"


def take_leave(state: State, seat: int) -> tuple[State, tuple[Move, ...]]:
    """Return the table after the person in a seat has left, and the moves: what was on offer is
    discarded, and duels that nobody is left for are passed over."""
    side = SIDES[seat]
    booking = open_booking(state)
    discard_offer(state, booking, side, RULE)
    final = state.duels.get(FINAL)
    if final is not None and all(is_gone(state, each) for each in final.sides):
        state = drop_duel(state, booking, FINAL)
    player = restart_phase(state.players[side])
    state = replace(state, book=booking.close(), players=state.players | {side: player})
    after, passed = pass_over(find_new_finalists(state))
    return after, (*booking.moves, *passed)


def take_seat(state: State) -> tuple[State, tuple[Move, ...]]:
    """Return the table after a person has come back, and the moves."""
    return pass_over(find_new_finalists(state))


def count_needed(state: State) -> int:
    """Return how many people the tournament needs: two, but for one who plays alone."""
    return min(state.seats, 2)


def pass_over(state: State) -> tuple[State, tuple[Move, ...]]:
    """Return the table after all duels that nobody is there to win were passed over, and the moves:
    their trophies go to the box. Where too few people are left to go on, nothing is passed over."""
    moves: list[Move] = []
    going_on = state.seats - len(state.left) >= count_needed(state) and not state.over
    while going_on and (park := find_deserted(state)):
        booking = open_booking(state)
        state = pass_duel(state, booking, park)
        moves += booking.moves
        going_on = not state.over
    return state, tuple(moves)


def find_deserted(state: State) -> str:
    """Return a park whose duel is under way or can begin and has nobody to win it, "" where there
    is none."""
    for park, round_ in state.rounds.items():
        duel = state.duels.get(park)
        sides = planned_sides(state, park, round_) if duel is None else duel.sides
        deserted = all(side == ROBOT or is_gone(state, side) for side in sides)
        ready = duel is not None or all(state.players[side].round == round_ for side in sides)
        if park != FINAL and len(sides) == 2 and deserted and ready:
            return park
    return ""


def drop_duel(state: State, booking: Booking, park: str) -> State:
    """Return the table without a duel that may be under way in a park; its cards go back."""
    duel = state.duels.get(park)
    for side in duel.sides if duel is not None else ():
        gather_cards(booking, side)
    others = {other: each for other, each in state.duels.items() if other != park}
    return replace(state, duels=others)


def pass_duel(state: State, booking: Booking, park: str) -> State:
    """Return the table after the duel of a park was passed over."""
    round_, duel = state.rounds[park], state.duels.get(park)
    sides = planned_sides(state, park, round_) if duel is None else duel.sides
    state = drop_duel(state, booking, park)
    place = f"{park}.trophies"
    for item in list(booking.places.get(place, {})):
        if trophy_round(item) == round_:
            booking.move(1, item, place, "box", RULE)
    players = {
        side: start_next_round(player, round_, player.loose, player.size)
        for side, player in state.players.items()
        if side in sides
    }
    after = replace(
        state,
        book=booking.close(),
        players=state.players | players,
        rounds=state.rounds | {park: round_ + 1},
    )
    return close_match(after)
