"""Going on in the middle of a tournament: every side is before its duel of a later round."""

from __future__ import annotations

from msgspec.structs import replace

from engines.challengers.cards.catalog import FINAL
from engines.challengers.duel.end import start_next_round
from engines.challengers.state import Player, State
from engines.challengers.unseen.debts import open_booking
from engines.challengers.unseen.decks import gather_cards
from engines.values import Move


def set_round(state: State, round_: int) -> tuple[State, tuple[Move, ...]]:
    """Return the table before a round, and the moves that led there.

    Duels under way are dropped, and their cards go back to the decks. What is in the deck of a side
    that was in another round is not known.
    """
    booking = open_booking(state)
    for duel in state.duels.values():
        for side in duel.sides:
            gather_cards(booking, side)
    players = {side: resume_player(player, round_) for side, player in state.players.items()}
    rounds = {park: now if park == FINAL else round_ for park, now in state.rounds.items()}
    table = replace(
        state,
        book=booking.close(),
        rounds=rounds,
        players=players,
        duels={},
        over=False,
        result=None,
    )
    return table, tuple(booking.moves)


def resume_player(player: Player, round_: int) -> Player:
    """Return a side before its deck phase of a round."""
    if player.round == round_:
        return player
    return replace(start_next_round(player, 0, True, None), round=round_)
