"""How a duel begins: its sides, who starts, how many cards its decks have (C40, C41)."""

from __future__ import annotations

from engines.book import EMPTY, Booking
from engines.challengers.cards.catalog import DECK, OFFER, ROBOT
from engines.challengers.deck_phase import discard_offer
from engines.challengers.duel.play import Play, make_play
from engines.challengers.state import Duel, State, find_starter, planned_sides
from engines.challengers.unseen.debts import open_booking


def open_duel(state: State, park: str) -> Play:
    """Return a park's duel as it stands, to look at it; its next duel where none is under way."""
    return open_play(state, open_booking(state), park)


def open_play(state: State, booking: Booking, park: str) -> Play:
    """Return the duel under way in a park; where there is none, begin the next one."""
    duel = state.duels.get(park)
    if duel is not None:
        return make_play(state, booking, park, duel)
    return begin_play(state, booking, park)


def begin_play(
    state: State,
    booking: Booking,
    park: str,
    *,
    sides: tuple[str, str] | None = None,
    first: int | None = None,
    counted: dict[str, int] | None = None,
) -> Play:
    """Begin a park's next duel; what its sides have on offer is discarded. See `new_duel`."""
    duel = new_duel(state, booking, park, sides, first, counted)
    play = make_play(state, booking, park, duel)
    for side in play.sides:
        if booking.places.get(OFFER[side]):
            discard_offer(state, booking, side, "C31")
    return play


def new_duel(
    state: State,
    booking: Booking,
    park: str,
    sides: tuple[str, str] | None = None,
    first: int | None = None,
    counted: dict[str, int] | None = None,
) -> Duel:
    """Return the next duel of a park, its decks shuffled (C40).

    Without `sides` it is between those whom the plans send there. `first` is the position of who
    starts; without it the trophies decide (C41). `counted` are the sizes of decks that somebody
    has counted.
    """
    round_ = state.rounds[park]
    if sides is None:
        planned = planned_sides(state, park, round_)
        sides = (planned[0], planned[1]) if len(planned) == 2 else any_two_sides(state)
    starter = find_starter(state, sides) if first is None else first
    return Duel(
        round=round_,
        sides=sides,
        first=starter,
        turn=max(starter, 0),
        loose=(is_loose(state, sides[0]), is_loose(state, sides[1])),
        sizes=(
            deck_size(state, booking, sides[0], counted),
            deck_size(state, booking, sides[1], counted),
        ),
    )


def any_two_sides(state: State) -> tuple[str, str]:
    """Return two sides for a park to which the plans send nobody."""
    sides = tuple(state.players)
    return (sides[0], sides[1])


def find_sides(state: State, park: str, one: str, other: str) -> tuple[str, str]:
    """Return the two sides of a park's next duel, of which an action names `one` and perhaps
    `other`: those that the plans send there, unless they disagree with what is named."""
    planned = planned_sides(state, park, state.rounds[park])
    if len(planned) == 2 and one in planned and (not other or other in planned):
        return planned[0], planned[1]
    if not other:
        other = next(side for side in (*planned, *state.players) if side != one)
    return one, other


def is_loose(state: State, side: str) -> bool:
    """Return whether the list of a side's deck is not known: it was not before, or nothing of its
    deck phase was recorded."""
    player = state.players[side]
    return player.loose or not (player.touched or side == ROBOT)


def deck_size(
    state: State, booking: Booking, side: str, counted: dict[str, int] | None = None
) -> int | None:
    """Return the size of a deck when its duel begins, None when it is not known."""
    if counted and side in counted:
        return counted[side]
    player = state.players[side]
    if player.loose:
        return player.size if player.touched else None
    if not player.touched and side != ROBOT:
        return None
    return max(sum(booking.places.get(DECK[side], EMPTY).values()), 0)
