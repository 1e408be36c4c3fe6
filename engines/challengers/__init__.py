"""Challengers!: 1 to 8 seats, a tournament of duels that run side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.book import is_unknown
from engines.challengers import (
    apply,
    choices,
    departures,
    facts,
    opening,
    outcomes,
    resume,
    rules,
    score,
    view,
)
from engines.challengers.actions import ACTIONS
from engines.challengers.cards import catalog
from engines.challengers.cards.collection import card_sets
from engines.challengers.duel import quote
from engines.challengers.rules import admission
from engines.challengers.state import State, find_round
from engines.challengers.unseen import debts, decks, redaction
from engines.challengers.view import log
from engines.modules import ModularGame, Modules, Status
from engines.values import Action, Breach, Fact, Move, Piece


class Challengers(ModularGame[State]):
    """The engine; see `engines.protocol.Engine` for what each part answers."""

    package = "engines.challengers"
    name = "challengers"
    seats = opening.SEATS
    options = opening.OPTIONS
    levels = opening.LEVELS
    round_panels = frozenset({"panel.pairings"})
    reserved_letters = "ghkloprstwxy"
    verbs = {action.verb: action for action in ACTIONS}
    endless = catalog.ENDLESS
    statuses = frozenset({"round"})
    leaving = "C98"
    closed = "C99"
    checks = rules.RULES
    card_sets = card_sets

    modules = Modules(
        opening=opening,
        catalog=catalog,
        choices=choices,
        apply=apply,
        quote=quote,
        score=score,
        log=log,
        view=view,
    )

    def is_untouched(self, state: State) -> bool:
        """Return whether a count lays out the position at which the record begins."""
        phases = any(player.touched or player.done for player in state.players.values())
        return not (state.outcomes or state.duels or phases or state.over)

    def read_status(self, state: State, field: str) -> int:
        """Return the earliest round that somebody still plays."""
        return min(player.round for player in state.players.values())

    def count_rounds(self, state: State) -> int:
        """Return how many rounds there are before the final."""
        return len(catalog.ROUNDS)

    def set_status(self, state: State, status: Mapping[str, int]) -> Status[State]:
        """Return the table before a round."""
        return Status(*resume.set_round(state, max(status.get("round", 1), 1)))

    def admit(self, state: State, action: Action) -> None:
        """Raise DecodeError for an action that names what the match does not have."""
        super().admit(state, action)
        admission.admit_action(state, action)

    def outcomes(self, state: State, action: Action) -> Iterator[Action]:
        """Yield the action with another capture, bonus or number of fan tokens."""
        yield from outcomes.list_outcomes(state, action)

    def count_needed(self, state: State) -> int:
        """Return how many people the tournament needs: two, but for one who plays alone."""
        return departures.count_needed(state)

    def take_leave(self, state: State, seat: int) -> tuple[State, tuple[Move, ...]]:
        """Return the table after a person has left (C98)."""
        return departures.take_leave(state, seat)

    def take_seat(
        self, state: State, seat: int, points: int | None
    ) -> tuple[State, tuple[Move, ...]]:
        """Return the table after a person has come back (C98)."""
        return departures.take_seat(state)

    def list_open_totals(self, state: State) -> dict[int, tuple[int, int]]:
        """Return the fewest and the most fans of seats with a trophy that nobody has shown."""
        return score.list_open_totals(state)

    def list_facts(self, state: State) -> Iterator[Fact]:
        """Yield what people ask in the middle of a match: who has the flag, who is left to play."""
        yield from facts.list_facts(state)

    def find_round(self, state: State, action: Action) -> int | None:
        """Return the round of a park or of a seat; the final follows the last one."""
        return find_round(state, action)

    def redact(self, state: State, action: Action, eyes: int) -> Action:
        """Return what `eyes` saw: picks and removals are secret (C31), looks (C83), and trophies
        that the winner keeps to itself (C61)."""
        return redaction.redact(state, action, eyes)

    def list_possible_faces(self, state: State, name: str) -> tuple[str, ...]:
        """Return the faces that an unknown card may still have."""
        return decks.list_possible_faces(debts.open_booking(state), state.extra, name)

    def check(self, state: State, action: Action, moves: Sequence[Move]) -> tuple[Breach, ...]:
        """Return what an action breaks. A trophy that no box has is a breach of C60 alone: it was
        seen nowhere else."""
        found = super().check(state, action, moves)
        if not found or all(breach.rule != "C60" for breach in found):
            return found
        strange = {move.item for move in moves if catalog.is_strange_trophy(move.item)}
        return tuple(breach for breach in found if breach.data.get("item") not in strange)

    def own_names(self, state: State, lang: str) -> Mapping[str, str]:
        """Return the names of the cards that the box does not have, or not by that name, and of
        trophies with a number that is on none."""
        words = self.words(lang)
        strange = {
            item for _place, item, _n in state.book.walk() if catalog.is_strange_trophy(item)
        }
        trophies = {
            item: words.say(
                "trophy.strange",
                round=catalog.trophy_round(item),
                fans=catalog.trophy_fans(item),
            )
            for item in strange
        }
        hidden = {
            item: words.say("trophy.hidden", round=catalog.trophy_round(item))
            for place in catalog.TROPHIES.values()
            for item in state.book.holding(place)
            if is_unknown(item)
        }
        return (
            trophies
            | hidden
            | {
                item: (card.name_ko if lang == "ko" else "") or card.name
                for item, card in state.extra.items()
                if item not in catalog.CARDS or card.name != catalog.CARDS[item].name
            }
        )

    def own_pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the cards that the box does not have, or has otherwise."""
        return catalog.list_cards(state.extra) if state.extra else ()


engine = Challengers()
