"""The actions of a duel: one function for each, which carries it out on the play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, Booking, is_unknown, parse_name_number
from engines.challengers.actions import ByHand, Choose, Left, LookAt, Out, Reveal, Seen, Start
from engines.challengers.cards.catalog import BENCH, DECK, FAN, FANS, ROBOT, SIDES
from engines.challengers.duel.beginning import begin_play, find_sides, open_play
from engines.challengers.duel.decks_in_play import replace_one
from engines.challengers.duel.effects import add_fixed_bonus, find_choice, move_chosen
from engines.challengers.duel.flow import reveal_card, run_steps, skip_waiting, switch_turn
from engines.challengers.duel.looks import close_look
from engines.challengers.duel.play import Play
from engines.challengers.state import (
    HIDDEN,
    ChoiceStep,
    CountStep,
    ManualStep,
    NameStep,
    State,
    can_begin,
)
from engines.challengers.unseen.decks import can_be, identify_card, known_face, rank_unknowns
from engines.values import TABLE, Action


def move_duel(state: State, booking: Booking, action: Action) -> Play | None:
    """Carry out an action of a duel. Return the duel that it moved, None where it moved none."""
    return DUEL_VERBS[type(action)](state, booking, action)


def apply_start(state: State, booking: Booking, action: Start) -> Play:
    """C40, C41: begin a duel; a side without a card has lost it (C52)."""
    if action.park in state.duels:
        play = open_play(state, booking, action.park)
        if play.holder < 0 and action.first in play.sides:
            play.first = play.turn = play.sides.index(action.first)
        return play
    sides = find_sides(state, action.park, action.first, action.against)
    first = sides.index(action.first)
    play = begin_play(state, booking, action.park, sides=sides, first=first, counted=action.decks)
    play.end_if_deck_empty(play.turn)
    return play


def apply_reveal(state: State, booking: Booking, action: Reveal) -> Play:
    """C42, C44: reveal a card."""
    play = open_play(state, booking, action.park)
    if play.steps:
        skip_waiting(play)
    if action.by and play.ended is None and action.by in play.sides:
        switch_turn(play, play.sides.index(action.by))
    if play.ended is None:
        if play.first < 0:
            play.first = play.turn
        reveal_card(play, action.card, action.actual)
    return play


def apply_choose(state: State, booking: Booking, action: Choose) -> Play | None:
    """C80, C82: move the cards that were chosen."""
    if action.park not in state.duels:
        return None
    play = open_play(state, booking, action.park)
    choice = find_choice(play)
    if play.steps and isinstance(play.steps[0], ChoiceStep):
        play.steps.pop(0)
        if choice is not None:
            move_chosen(play, *choice, action.cards)
        run_steps(play)
    return play


def apply_look(state: State, booking: Booking, action: LookAt) -> Play | None:
    """C83: note what a look came to; without any card, that nobody told."""
    if action.park not in state.duels:
        return None
    play = open_play(state, booking, action.park)
    side = acting_side(action)
    look = next((one for one in play.looks if play.sides[one.side] == side), None)
    if look is not None and (action.top or action.bottom):
        close_look(play, look, action.top, action.bottom)
    elif look is not None:
        play.looks = tuple(one for one in play.looks if one is not look)
    return play


def acting_side(action: Action) -> str:
    """Return the side of whoever acts; the table acts for the robot."""
    return ROBOT if action.seat == TABLE else SIDES[action.seat]


def apply_seen(state: State, booking: Booking, action: Seen) -> Play | None:
    """C79: name an unknown card. Return the duel that it lies in, None when it lies in none."""
    owner = action.place.partition(".")[0]
    park = next((park for park, duel in state.duels.items() if owner in duel.sides), "")
    loose = state.players[owner].loose
    if park:
        duel = state.duels[park]
        loose = duel.loose[duel.sides.index(owner)]
    name = find_unknown(state, booking, action, loose=loose)
    if not booking.pool_of(name):
        return None
    identify_card(
        booking,
        state.extra,
        name,
        action.card,
        action.place,
        "C79",
        loose=loose,
        placed=placed_cards(state, park, owner),
    )
    if not park:
        return None
    play = open_play(state, booking, park)
    name_in_duel(play, name, action.card)
    i = play.sides.index(owner)
    step = play.steps[0] if play.steps else None
    if isinstance(step, NameStep) and step.side == i and action.place == BENCH[owner]:
        play.steps.pop(0)
        if not play.end_if_bench_full(i):
            run_steps(play)
    return play


def find_unknown(state: State, booking: Booking, action: Seen, *, loose: bool) -> str:
    """Return the unknown card that turns out to be the card of an action: the one that it names,
    else one that came off the owner's deck, else the likeliest, else the oldest there; "" when none
    is there.

    What comes off a deck is seen by everybody, what comes from a pile by nobody (C79). `loose`: the
    list of the owner's deck is not known, so that any card may have come off it.
    """
    held = booking.places.get(action.place, EMPTY)
    if action.name in held:
        return action.name
    deck = DECK[action.place.partition(".")[0]]
    names = sorted(
        rank_unknowns(booking, state.extra, action.place, action.card),
        key=lambda name: (
            not (
                booking.pool_of(name) == deck
                and (loose or can_be(booking, state.extra, name, action.card))
            )
        ),
    )
    names = names or sorted(
        (i for i, n in held.items() if is_unknown(i) and n > 0), key=parse_name_number
    )
    return names[0] if names else ""


def placed_cards(state: State, park: str, owner: str) -> set[str]:
    """Return the cards that lie at a known position of a side's deck."""
    if not park:
        return set()
    duel = state.duels[park]
    i = duel.sides.index(owner)
    return {entry.removeprefix(HIDDEN) for entry in (*duel.tops[i], *duel.bottoms[i])}


def name_in_duel(play: Play, name: str, item: str) -> None:
    """Replace an unknown card by its face in the stacks and at the known positions of the decks."""
    if play.flag is not None and play.flag.card == name:
        play.flag = replace(play.flag, card=item)
    play.attack = tuple(replace(one, card=item) if one.card == name else one for one in play.attack)
    for i in (0, 1):
        play.tops = replace_one(play.tops, i, name_entries(play.tops[i], name, item))
        play.bottoms = replace_one(play.bottoms, i, name_entries(play.bottoms[i], name, item))
        play.forget_named(i)


def name_entries(entries: tuple[str, ...], name: str, item: str) -> tuple[str, ...]:
    """Return a deck's entries with an unknown card replaced by its face."""
    return tuple(e.replace(name, item) if e in (name, HIDDEN + name) else e for e in entries)


def apply_left(state: State, booking: Booking, action: Left) -> Play | None:
    """C52, C71: note how many cards a deck has."""
    if action.park not in state.duels:
        return None
    play = open_play(state, booking, action.park)
    i = play.sides.index(action.of) if action.of in play.sides else play.turn
    if action.more:
        play.least = replace_one(play.least, i, action.cards)
    else:
        play.sizes = replace_one(play.sizes, i, action.cards)
    step = play.steps[0] if play.steps else None
    if isinstance(step, CountStep) and step.side == i:
        play.steps.pop(0)
        if action.more and action.cards <= step.limit:
            play.least = replace_one(play.least, i, step.limit + 1)
        run_steps(play)
    elif step is None and play.holder >= 0 and i == play.turn and not action.more:
        play.end_if_deck_empty(i)
    return play


def apply_out(state: State, booking: Booking, action: Out) -> Play | None:
    """C52: end the duel of a side that has no card to reveal."""
    if action.park not in state.duels and not can_begin(state, action.park):
        return None
    play = open_play(state, booking, action.park)
    skip_waiting(play)
    if play.ended is None:
        loser = play.sides.index(action.by) if action.by in play.sides else play.turn
        play.end(loser, "deck")
    return play


def apply_manual(state: State, booking: Booking, action: ByHand) -> Play | None:
    """Carry out what the table says came of an effect."""
    for one in action.moves:
        item = known_face(state.book, one.card)
        if booking.pool_of(item) == one.target:
            booking.give_up(item, one.source, "C78")
        else:
            booking.move(1, item, one.source, one.target, "C78")
    for side, n in sorted(action.fans.items()):
        booking.move(n, FAN, "bank", FANS[side], "C71")
    if action.park not in state.duels:
        return None
    play = open_play(state, booking, action.park)
    play.verified = False
    for one in action.moves:
        recount_deck(play, one.source, -1)
        recount_deck(play, one.target, 1)
    play.fans = (
        play.fans[0] + action.fans.get(play.sides[0], 0),
        play.fans[1] + action.fans.get(play.sides[1], 0),
    )
    if action.bonus:
        add_fixed_bonus(play, action.bonus)
    if play.steps and isinstance(play.steps[0], ManualStep):
        play.steps.pop(0)
        if not any(play.end_if_bench_full(i) for i in (0, 1)):
            run_steps(play)
    return play


def recount_deck(play: Play, place: str, change: int) -> None:
    """Note that `change` cards came into a deck by hand, or left it; the positions of all of its
    cards are unknown afterwards. Another place than a deck of the duel is passed over."""
    owner = place.partition(".")[0]
    if not place.endswith(".deck") or owner not in play.sides:
        return
    i = play.sides.index(owner)
    size = play.sizes[i]
    play.sizes = replace_one(play.sizes, i, None if size is None else max(size + change, 0))
    play.tops = replace_one(play.tops, i, ())
    play.bottoms = replace_one(play.bottoms, i, ())


DUEL_VERBS: dict[type[Action], Callable[[State, Booking, Any], Play | None]] = {
    Start: apply_start,
    Reveal: apply_reveal,
    Choose: apply_choose,
    LookAt: apply_look,
    Seen: apply_seen,
    Left: apply_left,
    Out: apply_out,
    ByHand: apply_manual,
}
"""The function of every action of a duel."""
