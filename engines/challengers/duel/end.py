"""How an action leaves a duel: going on, or over with its outcome and its trophy (C60 to C62)."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import EMPTY, Booking
from engines.challengers.cards.catalog import (
    BENCH,
    EXHAUST,
    FAN,
    FANS,
    FIELD,
    FINAL,
    ROBOT,
    TROPHIES,
    trophy_fans,
    trophy_id,
    trophy_round,
)
from engines.challengers.duel.play import Play
from engines.challengers.ranking import close_match
from engines.challengers.state import Outcome, Player, State, is_gone, restart_phase
from engines.challengers.unseen.decks import gather_cards

TROPHY = "trophy"
"""The cause of a trophy's move that no action tells."""


def save_play(play: Play) -> State:
    """Return the table with the duel as it is now, or with its outcome when it is over."""
    state, booking = play.state, play.booking
    if play.ended is not None:
        return replace(finish_duel(play, make_outcome(play)), ply=state.ply + 1)
    players = state.players
    if play.named or play.gone:
        players = players | update_players(play)
    moved = {play.park: play.to_duel()}
    return replace(
        state,
        book=booking.close(),
        duels=moved | state.duels | moved,
        players=players,
        ply=state.ply + 1,
    )


def update_players(play: Play) -> dict[str, Player]:
    """Return both sides with what outlasts the duel: how many of their unknown cards have names,
    and which cards have left for good."""
    found = {}
    for side in play.sides:
        player = play.state.players[side]
        gone = tuple(item for owner, item in play.gone if owner == side)
        names = play.named.get(side, player.duel_names)
        found[side] = replace(player, duel_names=names, gone=(*player.gone, *gone))
    return found


def make_outcome(play: Play) -> Outcome:
    """Return the outcome of a duel that was recorded card by card."""
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
        fans=play.fans_taken(),
        verified=play.verified,
    )


def finish_duel(
    play: Play, outcome: Outcome, fans: int | None = None, *, hidden: bool = False
) -> State:
    """Return the table after a duel: all cards are back in their decks (C62), the winner has its
    trophy (C60, C96), both sides are before their next deck phase.

    `fans` is what is on the back of the trophy where that is told; `hidden`: only the winner has
    seen it (C61).
    """
    players = update_players(play) if play.named or play.gone else play.state.players
    sizes = [final_deck_size(play, i) for i in (0, 1)]
    for side in play.sides:
        gather_cards(play.booking, side)
    updated = {
        side: start_next_round(players[side], play.round, play.loose[i], sizes[i])
        for i, side in enumerate(play.sides)
    }
    return end_round(play.state, play.booking, outcome, updated, fans, hidden=hidden)


def final_deck_size(play: Play, i: int) -> int | None:
    """Return the size after the duel of a deck whose list is not known, None when that is not known
    either."""
    size = play.sizes[i]
    if size is None or not play.loose[i]:
        return None
    side = play.sides[i]
    places = (FIELD[side], BENCH[side], EXHAUST[side])
    return size + sum(sum(play.places.get(place, EMPTY).values()) for place in places)


def start_next_round(player: Player, round_: int, loose: bool, size: int | None) -> Player:
    """Return a side before its next deck phase; `loose` and `size` are what is known of its deck
    after the duel of `round_`."""
    following = max(player.round, round_) + 1
    return replace(restart_phase(player), loose=loose, size=size, round=following)


def end_round(
    state: State,
    booking: Booking,
    outcome: Outcome,
    players: dict[str, Player],
    fans: int | None,
    *,
    hidden: bool,
) -> State:
    """Return the table with an outcome: the trophy is taken, the park is at its next round.
    `players` are the two sides afterwards; `fans` and `hidden` as in `finish_duel`."""
    park, round_ = outcome.park, outcome.round
    take_trophy(state, booking, outcome)
    secret = state.secret
    if fans is not None and park != FINAL:
        show_trophy(booking, outcome.winner, round_, fans)
        secret = (*secret, f"{outcome.winner}.{round_}") if hidden else secret
    if state.options.consolation_fan and not is_gone(state, outcome.loser):
        booking.move(1, FAN, "bank", FANS[outcome.loser], "C60")
    after = replace(
        state,
        book=booking.close(),
        players=state.players | players,
        duels={other: duel for other, duel in state.duels.items() if other != park},
        rounds=state.rounds | {park: round_ + 1},
        outcomes=state.outcomes | {f"{park}.{round_}": outcome},
        secret=secret,
    )
    return close_match(after)


def take_trophy(state: State, booking: Booking, outcome: Outcome) -> None:
    """C60, C96: give the winner the park's trophy of the round. The robot's goes to the box, unless
    it plays against one seat alone."""
    place = f"{outcome.park}.trophies"
    for item in booking.places.get(place, {}):
        if trophy_round(item) == outcome.round:
            to_box = outcome.winner == ROBOT and state.seats > 1
            target = "box" if to_box else TROPHIES[outcome.winner]
            cause = TROPHY if outcome.detail == "actions" else ""
            booking.move(1, item, place, target, "C96" if to_box else "C60", cause)
            return


def show_trophy(booking: Booking, side: str, round_: int, fans: int) -> None:
    """C60: learn what is on the back of a side's trophy of a round."""
    place = TROPHIES[side]
    for item in booking.places.get(place, {}):
        if trophy_round(item) == round_ and trophy_fans(item) is None:
            booking.learn(item, trophy_id(round_, fans), place, "C60")
            return
