"""The parts of a turn: a card is taken and paid for, choices are made, the next turn begins."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.book import EMPTY, Booking, begin_booking, is_unknown
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
from engines.seven_wonders_duel.layout import (
    find_place,
    is_covered,
    is_layout_empty,
    lay_out_age,
)
from engines.seven_wonders_duel.state import (
    COINS_OF,
    DISCARDS,
    WONDERS_OF,
    End,
    State,
    count_colours,
    find_pawn,
    list_built_wonders,
    list_unbuilt_wonders,
)

RAZES: Final = tuple(wonder.razes for wonder in BOX.wonders if wonder.razes)
"""The choices that Zeus and Circus Maximus owe, named by the colour of a card (D50)."""

SHOWN_BY: Final = {"board": "D3", "offer": "D5", "drawn": "D52", DISCARDS: "D22"}
"""Place to the rule by which an unknown piece in it is learnt; for a slot it is D12."""


def find_pool(face: str) -> str:
    """Return the pool of a card, wonder or token while nobody has seen it."""
    if face in CARDS:
        return DECK_OF[face]
    return "wonders" if face in WONDERS else "tokens"


def move_piece(booking: Booking, face: str, source: str, target: str, pool: str, rule: str) -> None:
    """Move a piece, citing `rule`; an unknown piece that it may be is learnt first.

    A piece that `source` cannot have held comes from `pool`, if it is there.
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


def move_all(booking: Booking, source: str, target: str, rule: str) -> None:
    """Move everything in one place to another."""
    for item, n in list(booking.places.get(source, EMPTY).items()):
        booking.move(n, item, source, target, rule)


def return_drawn_tokens(booking: Booking) -> None:
    """Return drawn tokens that were not kept to the box (D52)."""
    move_all(booking, "drawn", "tokens", "D52")


def pay_price(booking: Booking, seat: int, paid: Paid, rule: str) -> None:
    """Move the coins of a price to the bank (D13), and to an opponent with Economy (D56)."""
    if paid.bank:
        booking.move(paid.bank, COIN, COINS_OF[seat], "bank", rule)
    if paid.opponent:
        booking.move(paid.opponent, COIN, COINS_OF[seat], COINS_OF[1 - seat], "D56")


def lapse_choice(state: State, booking: Booking) -> State:
    """Finish a turn whose owed choice was not made before another action (D24)."""
    if state.pending == "begin":
        state = replace(state, pending="")
    if state.lifted is None:
        return state
    return_drawn_tokens(booking)
    return finish_turn(state, booking, state.turn)


def preview_lapse(state: State) -> State:
    """Return the state in which the next action finds the table: an open turn is finished."""
    if state.lifted is None:
        return state
    booking = begin_booking(state.book, ENDLESS)
    state = lapse_choice(state, booking)
    return replace(state, book=booking.close())


def take_card(
    state: State, booking: Booking, card: str, slot: int, target: str, rule: str
) -> State:
    """Move a card from the layout to `target` (D11); the turn begins with it."""
    place = find_place(booking, state.age, card, slot)
    if card != UNSEEN:
        move_piece(booking, card, place, target, "", rule)
    else:
        move_all(booking, place, target, rule)
    number = NUMBER_OF.get(place, 0)
    return replace(state, lifted=number, again=False, played=state.played + 1)


def discard_last_wonder(booking: Booking) -> None:
    """Move the eighth wonder to the box once the seventh is constructed (D25)."""
    places = booking.places
    if sum(len(list_built_wonders(places, seat)) for seat in (0, 1)) >= LIMITS.wonders:
        for seat in (0, 1):
            for left in list_unbuilt_wonders(places, seat):
                booking.move(1, left, WONDERS_OF[seat], "box", "D25")


def find_owed_choice(booking: Booking, seat: int, tile: WonderTile) -> str:
    """Return the choice that a wonder asks for, "" where there is nothing to choose (D24)."""
    places = booking.places
    if tile.razes and count_colours(places, 1 - seat).get(tile.razes):
        return tile.razes
    if tile.revives and places.get(DISCARDS):
        return "revive"
    return "keep" if tile.draws and places.get("drawn") else ""


def end_action(state: State, booking: Booking, seat: int, pending: str) -> State:
    """End a seat's action: by a supremacy (D32, D38), with an owed choice, or with the turn."""
    state = replace(state, turn=seat, pending=pending)
    end: End = "" if state.over else effects.find_supremacy(booking.places, seat)
    if end:
        return end_game(state, end, seat)
    return state if pending else finish_turn(state, booking, seat)


def finish_choice(
    state: State, booking: Booking, seat: int, *pending: str, then: str = ""
) -> State:
    """Finish one of the choices `pending`; the turn is over unless `then` is owed.

    A choice out of place is booked and changes no turn.
    """
    if state.pending in pending and seat == state.turn:
        return end_action(state, booking, seat, then)
    end: End = "" if state.over else effects.find_supremacy(booking.places, seat)
    return end_game(state, end, seat) if end else state


def end_game(state: State, end: End, winner: int) -> State:
    """Return the state after a supremacy. Where play goes on, turns go on as well."""
    return replace(state, pending="", over=True, end=end, winner=winner, wanted=())


def finish_turn(state: State, booking: Booking, seat: int) -> State:
    """Reveal uncovered cards (D12), then begin the next turn (D26, D27) or the next age (D39)."""
    places = booking.places
    wanted = state.wanted
    if state.age and state.lifted and state.level == "full":
        for under in LAYOUT[state.age][state.lifted].covers:
            name = next(iter(places.get(SLOT[under], EMPTY)), "")
            if is_unknown(name) and not is_covered(places, state.age, under):
                wanted = (*wanted, SLOT[under])
    closing = bool(state.age) and is_layout_empty(places)
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
    """Lay out the next age; the weaker seat names who begins (D39, D40). Or end the game (D43)."""
    if state.age == AGES[-1]:
        return state if state.over else replace(state, over=True, end="civilian", wanted=())
    state = lay_out_age(state, booking, state.age + 1)
    at = find_pawn(booking.places)
    if at == 0 and state.middle_begins:
        return replace(state, turn=seat)
    chooser = seat if at == 0 else int(at > 0)
    return replace(state, turn=chooser, pending="begin")
