"""What happens in a duel: one function a verb, and what every one of them ends with."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking, age
from engines.challengers import draft
from engines.challengers.actions import (
    ByHand,
    Choose,
    Left,
    LookAt,
    Out,
    Reveal,
    Seen,
    Start,
)
from engines.challengers.cards.catalog import BENCH, EXHAUST, FAN, FANS, FIELD, ROBOT, SIDES
from engines.challengers.duel import flow
from engines.challengers.duel.decks_in_play import replace_one
from engines.challengers.duel.effects import add_fixed_bonus, move_chosen, settle_look
from engines.challengers.duel.end import end_duel, start_round
from engines.challengers.duel.play import Play
from engines.challengers.state import HIDDEN, Outcome, Player, State, can_begin, planned_sides
from engines.challengers.unseen import decks
from engines.values import TABLE, Action

Kind = type[Play]
"""The kind of play that an action moves on: one may take note of more than the duel needs."""


def open_play(state: State, booking: Booking, park: str, kind: Kind) -> Play:
    """Return the duel under way in a park, or its next one begun."""
    duel = state.duels.get(park)
    if duel is not None:
        return kind(state, booking, park, duel)
    return begin_play(state, booking, park, kind)


def begin_play(state: State, booking: Booking, park: str, kind: Kind, **how: Any) -> Play:
    """Return a park's next duel; what its sides have on offer is discarded."""
    play = kind(state, booking, park, flow.new_duel(state, booking, park, **how))
    for side in play.sides:
        if booking.places.get(f"{side}.offer"):
            draft.discard_offer(state, booking, side, "C31")
    return play


def save_play(play: Play) -> State:
    """Return the table with the duel as it is now, or with its outcome when it is over."""
    state, booking = play.state, play.booking
    if play.ended is not None:
        return replace(finish_duel(play, make_outcome(play)), ply=state.ply + 1)
    players = state.players
    if play.named or play.gone:
        players = players | update_players(play)
    others = state.duels
    if play.park in others:
        others = {park: duel for park, duel in others.items() if park != play.park}
    return replace(
        state,
        book=booking.close(),
        duels={play.park: play.to_duel()} | others,
        players=players,
        ply=state.ply + 1,
    )


def update_players(play: Play) -> dict[str, Player]:
    """Return the sides as far as they outlast the duel: the number of their unknown cards, and
    the cards that have left for good."""
    found = {}
    for side in play.sides:
        player = play.state.players[side]
        gone = tuple(item for owner, item in play.gone if owner == side)
        names = play.named.get(side, player.names)
        found[side] = replace(player, names=names, gone=(*player.gone, *gone))
    return found


def make_outcome(play: Play) -> Outcome:
    """Return how a duel ended that was recorded card by card."""
    winner, reason = play.ended or (0, "deck")
    return Outcome(
        park=play.park,
        round=play.round,
        winner=play.sides[winner],
        loser=play.sides[1 - winner],
        reason=reason,
        detail="actions",
        first=play.sides[max(play.first, 0)],
        reveals=play.reveals,
        seats={side: play.count_seats(i) for i, side in enumerate(play.sides)},
        fans={side: n for side, n in zip(play.sides, play.fans, strict=True) if n},
        verified=play.verified,
    )


def finish_duel(
    play: Play, outcome: Outcome, fans: int | None = None, *, hidden: bool = False
) -> State:
    """Return the table after a duel is over."""
    players = update_players(play) if play.named or play.gone else play.state.players
    sizes = [final_deck_size(play, i) for i in (0, 1)]
    for side in play.sides:
        decks.gather_cards(play.booking, side)
    updated = {
        side: start_round(players[side], play.round, play.loose[i], sizes[i])
        for i, side in enumerate(play.sides)
    }
    return end_duel(play.state, play.booking, outcome, updated, fans, hidden=hidden)


def final_deck_size(play: Play, i: int) -> int | None:
    """Return how many cards a deck will have whose list is not known, None when that is not known
    either."""
    size = play.sizes[i]
    if size is None or not play.loose[i]:
        return None
    side = play.sides[i]
    places = (FIELD[side], BENCH[side], EXHAUST[side])
    return size + sum(sum(play.places.get(place, EMPTY).values()) for place in places)


# -- the duel ------------------------------------------------------------------------------------


def apply_start(state: State, booking: Booking, action: Start, kind: Kind = Play) -> Play:
    """C40, C41: a duel begins; a side without a card has lost it (C52)."""
    if action.park in state.duels:
        play = open_play(state, booking, action.park, kind)
        if play.holder < 0 and action.first in play.sides:
            play.first = play.turn = play.sides.index(action.first)
        return play
    sides = find_sides(state, action.park, action.first, action.against)
    play = begin_play(
        state,
        booking,
        action.park,
        kind,
        sides=sides,
        first=sides.index(action.first),
        counted=action.decks,
    )
    play.end_if_deck_empty(play.turn)
    return play


def find_sides(state: State, park: str, one: str, other: str) -> tuple[str, str]:
    """Return the two sides of a duel: as the plans say, as long as they agree with who is named."""
    planned = planned_sides(state, park, state.rounds[park])
    if len(planned) == 2 and one in planned and (not other or other in planned):
        return planned[0], planned[1]
    if not other:
        other = next(side for side in (*planned, *state.players) if side != one)
    return one, other


def apply_reveal(state: State, booking: Booking, action: Reveal, kind: Kind = Play) -> Play:
    """C42, C44: a card is turned up."""
    play = open_play(state, booking, action.park, kind)
    if play.steps:
        flow.skip_waiting(play)
    if action.by and play.ended is None and action.by in play.sides:
        flow.switch_turn(play, play.sides.index(action.by))
    if play.ended is None:
        if play.first < 0:
            play.first = play.turn
        flow.reveal_card(play, action.card, action.actual)
    return play


def apply_choose(state: State, booking: Booking, action: Choose, kind: Kind = Play) -> Play | None:
    """C80, C82: the cards that were chosen go where the effect puts them."""
    if action.park not in state.duels:
        return None
    play = open_play(state, booking, action.park, kind)
    if play.steps and play.steps[0].kind == "choose":
        move_chosen(play, play.steps.pop(0), action.cards)
        flow.run_steps(play)
    return play


def apply_look(state: State, booking: Booking, action: LookAt, kind: Kind = Play) -> Play | None:
    """C83: it is told what a look came to."""
    if action.park not in state.duels:
        return None
    play = open_play(state, booking, action.park, kind)
    side = acting_side(action)
    mine = [step for step in play.looks if play.sides[step.side] == side]
    if mine and (action.top or action.bottom):
        settle_look(play, mine[0], action.top, action.bottom)
    elif mine:
        play.looks = tuple(step for step in play.looks if step is not mine[0])
    return play


def acting_side(action: Action) -> str:
    """Return the side of whoever acts; the table acts for the robot."""
    return ROBOT if action.seat == TABLE else SIDES[action.seat]


def apply_seen(state: State, booking: Booking, action: Seen, kind: Kind = Play) -> Play | None:
    """C79: an unknown card is known from now on. Return its duel, None when it is in none."""
    owner = action.place.partition(".")[0]
    park = next((park for park, duel in state.duels.items() if owner in duel.sides), "")
    loose = state.players[owner].loose
    if park:
        duel = state.duels[park]
        loose = duel.loose[duel.sides.index(owner)]
    held = booking.places.get(action.place, EMPTY)
    names = decks.rank_unknowns(booking, state.extra, action.place, action.card)
    if action.name in held:
        names = [action.name]
    elif not names:
        names = sorted((i for i, n in held.items() if i[0] == UNKNOWN and n > 0), key=age)[:1]
    if not names or not booking.pool_of(names[0]):
        return None
    decks.identify_card(
        booking,
        state.extra,
        names[0],
        action.card,
        action.place,
        "C79",
        loose=loose,
        lying=placed_unknowns(state, park, owner),
    )
    if not park:
        return None
    play = open_play(state, booking, park, kind)
    name_unknown(play, names[0], action.card)
    i = play.sides.index(owner)
    waiting = play.steps and play.steps[0].kind == "seen" and play.steps[0].side == i
    if waiting and action.place == BENCH[owner]:
        play.steps.pop(0)
        if not play.end_if_bench_full(i):
            flow.run_steps(play)
    return play


def placed_unknowns(state: State, park: str, owner: str) -> set[str]:
    """Return the unknown cards that lie at a known position of a side's deck."""
    if not park:
        return set()
    duel = state.duels[park]
    i = duel.sides.index(owner)
    return {entry.removeprefix(HIDDEN) for entry in (*duel.tops[i], *duel.bottoms[i])}


def name_unknown(play: Play, name: str, item: str) -> None:
    """An unknown card that lies in a stack or at a known place of a deck goes by its face now."""
    if play.flag is not None and play.flag.card == name:
        play.flag = replace(play.flag, card=item)
    play.attack = tuple(replace(one, card=item) if one.card == name else one for one in play.attack)
    for i in (0, 1):
        play.tops = replace_one(play.tops, i, name_entries(play.tops[i], name, item))
        play.bottoms = replace_one(play.bottoms, i, name_entries(play.bottoms[i], name, item))
        play.forget_named(i)


def name_entries(entries: tuple[str, ...], name: str, item: str) -> tuple[str, ...]:
    """Return a deck's entries with an unknown card named."""
    return tuple(e.replace(name, item) if e in (name, HIDDEN + name) else e for e in entries)


def apply_left(state: State, booking: Booking, action: Left, kind: Kind = Play) -> Play | None:
    """C52, C71: a deck was counted."""
    if action.park not in state.duels:
        return None
    play = open_play(state, booking, action.park, kind)
    i = play.sides.index(action.of) if action.of in play.sides else play.turn
    if action.more:
        play.least = replace_one(play.least, i, action.cards)
    else:
        play.sizes[i] = action.cards
    if play.steps and play.steps[0].kind == "left" and play.steps[0].side == i:
        step = play.steps.pop(0)
        if action.more and action.cards <= step.n:
            play.least = replace_one(play.least, i, step.n + 1)
        flow.run_steps(play)
    elif not play.steps and play.holder >= 0 and i == play.turn and not action.more:
        play.end_if_deck_empty(i)
    return play


def apply_out(state: State, booking: Booking, action: Out, kind: Kind = Play) -> Play | None:
    """C52: a side has no card to reveal and loses."""
    if action.park not in state.duels and not can_begin(state, action.park):
        return None
    play = open_play(state, booking, action.park, kind)
    flow.skip_waiting(play)
    if play.ended is None:
        loser = play.sides.index(action.by) if action.by in play.sides else play.turn
        play.end(loser, "deck")
    return play


def apply_manual(state: State, booking: Booking, action: ByHand, kind: Kind = Play) -> Play | None:
    """What the table says came of an effect."""
    for one in action.moves:
        item = decks.known_face(state.book, one.card)
        if booking.pool_of(item) == one.target:
            booking.give_up(item, one.source, "C78")
        else:
            booking.move(1, item, one.source, one.target, "C78")
    for side, n in sorted(action.fans.items()):
        booking.move(n, FAN, "bank", FANS[side], "C71")
    if action.park not in state.duels:
        return None
    play = open_play(state, booking, action.park, kind)
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
    if play.steps and play.steps[0].kind == "manual":
        play.steps.pop(0)
        if not any(play.end_if_bench_full(i) for i in (0, 1)):
            flow.run_steps(play)
    return play


def recount_deck(play: Play, place: str, change: int) -> None:
    """A card that was moved by hand came into a deck or left it; where in it, nobody said."""
    owner = place.partition(".")[0]
    if not place.endswith(".deck") or owner not in play.sides:
        return
    i = play.sides.index(owner)
    size = play.sizes[i]
    play.sizes[i] = None if size is None else max(size + change, 0)
    play.tops = replace_one(play.tops, i, ())
    play.bottoms = replace_one(play.bottoms, i, ())
