"""How a turn goes: a card is lifted, paid for, choices are made, and the next turn begins."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.book import EMPTY, Booking, is_unknown
from engines.seven_wonders_duel import effects
from engines.seven_wonders_duel.actions import UNSEEN, Paid
from engines.seven_wonders_duel.catalog import (
    AGES,
    BOX,
    CARDS,
    COIN,
    DECK_OF,
    ENDLESS,
    LAYOUT,
    LIMITS,
    NUMBER_OF,
    SLOT,
    WONDERS,
    WonderTile,
)
from engines.seven_wonders_duel.layout import covered, emptied, lay_out, place_of
from engines.seven_wonders_duel.state import (
    COINS_OF,
    DISCARDS,
    WONDERS_OF,
    State,
    built,
    colours,
    pawn,
    unbuilt,
)

RAZES: Final = tuple(wonder.razes for wonder in BOX.wonders if wonder.razes)
"""The choices that Zeus and Circus Maximus owe: the colour of a card (D50)."""

SHOWN_BY: Final = {"board": "D3", "offer": "D5", "drawn": "D52", DISCARDS: "D22"}
"""The rule by which an unknown piece in a place is learnt; in a slot it is D12."""


def home_of(face: str) -> str:
    """Return the pool that a card, wonder or token belongs to while nobody has seen it."""
    if face in CARDS:
        return DECK_OF[face]
    return "wonders" if face in WONDERS else "tokens"


def bring(booking: Booking, face: str, source: str, target: str, pool: str, rule: str) -> None:
    """Move a piece; where an unknown one lies that it may be, it has just been learnt.

    What `source` cannot have held comes from `pool`, if it is there.
    """
    if not booking.places.get(source, EMPTY).get(face):
        unknown = booking.unknowns(source, face)
        if not unknown and source in NUMBER_OF:
            unknown = booking.unknowns(source)
        if unknown:
            booking.learn(unknown[0], face, source, SHOWN_BY.get(source, "D12"))
        elif booking.places.get(pool, EMPTY).get(face, 0) > 0:
            source = pool
    booking.move(1, face, source, target, rule)


def empty(booking: Booking, source: str, target: str, rule: str) -> None:
    """Move all that lies in one place to another."""
    for item, n in list(booking.places.get(source, EMPTY).items()):
        booking.move(n, item, source, target, rule)


def put_back(booking: Booking) -> None:
    """D52: tokens drawn and not kept return to the box."""
    empty(booking, "drawn", "tokens", "D52")


def pay(booking: Booking, seat: int, paid: Paid, rule: str) -> None:
    """D13, D56: coins to the bank, and to the opponent who has Economy."""
    if paid.bank:
        booking.move(paid.bank, COIN, COINS_OF[seat], "bank", rule)
    if paid.opponent:
        booking.move(paid.opponent, COIN, COINS_OF[seat], COINS_OF[1 - seat], "D56")


def resume(state: State, booking: Booking) -> State:
    """A seat acts although the turn before is not over: the choice that was owed lapses (D24)."""
    if state.pending == "begin":
        state = replace(state, pending="")
    if state.lifted is None:
        return state
    put_back(booking)
    return finish(state, booking, state.turn)


def resumed(state: State) -> State:
    """Return the table as a seat finds it that acts although the turn before is not over."""
    if state.lifted is None:
        return state
    booking = Booking(state.book, ENDLESS)
    state = resume(state, booking)
    return replace(state, book=booking.close())


def lift(state: State, booking: Booking, card: str, slot: int, target: str, rule: str) -> State:
    """D11: a card is taken from the layout; the turn begins with it."""
    place = place_of(booking, state.age, card, slot)
    if card != UNSEEN:
        bring(booking, card, place, target, "", rule)
    else:
        empty(booking, place, target, rule)
    number = NUMBER_OF.get(place, 0)
    return replace(state, lifted=number, again=False, played=state.played + 1)


def close_wonders(booking: Booking) -> None:
    """D25: with the seventh wonder the eighth goes to the box."""
    places = booking.places
    if sum(len(built(places, seat)) for seat in (0, 1)) >= LIMITS.wonders:
        for seat in (0, 1):
            for left in unbuilt(places, seat):
                booking.move(1, left, WONDERS_OF[seat], "box", "D25")


def owed(booking: Booking, seat: int, tile: WonderTile) -> str:
    """Return the choice that a wonder asks for, if there is anything to choose from (D24)."""
    places = booking.places
    if tile.razes and colours(places, 1 - seat).get(tile.razes):
        return tile.razes
    if tile.revives and places.get(DISCARDS):
        return "revive"
    return "keep" if tile.draws and places.get("drawn") else ""


def settle(state: State, booking: Booking, seat: int, pending: str) -> State:
    """D32, D38: a supremacy ends the game ahead of any choice. Else a choice is owed, or the turn
    is over."""
    state = replace(state, turn=seat, pending=pending)
    end = "" if state.over else effects.supremacy(booking.places, seat)
    if end:
        return ended(state, end, seat)
    return state if pending else finish(state, booking, seat)


def chosen(state: State, booking: Booking, seat: int, *pending: str, then: str = "") -> State:
    """A choice was made: with it the turn is over, unless another one follows from it.

    Made out of place it is booked all the same, and the turn stays where it was.
    """
    if state.pending in pending and seat == state.turn:
        return settle(state, booking, seat, then)
    end = "" if state.over else effects.supremacy(booking.places, seat)
    return ended(state, end, seat) if end else state


def ended(state: State, end: str, winner: int) -> State:
    """Return a game that a supremacy has ended; if play goes on, so does the turn."""
    return replace(state, pending="", over=True, end=end, winner=winner, wanted=())


def finish(state: State, booking: Booking, seat: int) -> State:
    """D12, D26, D27, D39: what is uncovered is turned up, then comes the next turn or age."""
    places = booking.places
    wanted = state.wanted
    if state.age and state.lifted and state.level == "full":
        for under in LAYOUT[state.age][state.lifted].covers:
            name = next(iter(places.get(SLOT[under], EMPTY)), "")
            if is_unknown(name) and not covered(places, state.age, under):
                wanted = (*wanted, SLOT[under])
    closing = bool(state.age) and emptied(places)
    again = state.again and not closing
    state = replace(
        state,
        turn=seat if again else 1 - seat,
        pending="",
        lifted=None,
        again=False,
        extra=again,
        wanted=wanted,
    )
    return end_age(state, booking, seat) if closing else state


def end_age(state: State, booking: Booking, seat: int) -> State:
    """D39, D40, D43: the next age is laid out, the weaker seat chooses; or the game is over."""
    if state.age == AGES[-1]:
        return state if state.over else replace(state, over=True, end="civilian", wanted=())
    state = lay_out(state, booking, state.age + 1)
    at = pawn(booking.places)
    if at == 0 and state.middle_begins:
        return replace(state, turn=seat)
    chooser = seat if at == 0 else int(at > 0)
    return replace(state, turn=chooser, pending="begin")
