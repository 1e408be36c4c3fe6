"""What an action of a duel, a pick or a result comes to, term by term."""

from __future__ import annotations

from collections.abc import Iterator

from engines.challengers.actions import ByHand, Choose, Left, Out, Pick, Reveal, Seen, Win
from engines.challengers.cards.catalog import FAN
from engines.challengers.cards.format import GainFans
from engines.challengers.duel.play import Comparison, Play
from engines.challengers.duel.verbs import move_duel
from engines.challengers.state import State, find_card, name_side
from engines.challengers.unseen.debts import open_booking
from engines.values import Action, Term

COMPARING = (Reveal, Choose, Left, Seen, ByHand, Out)
"""Actions that can bring about a comparison or the end of a duel."""

END_RULES = {"bench": "C51", "deck": "C52"}


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return what an action comes to.

    For a comparison, the terms of the attack are positive and those of the flag card negative: a
    sum of zero or more has captured (C44). Terms of 0 then say what came of it. For a pick or a
    result, the terms are the fan tokens that it brings.
    """
    if isinstance(action, COMPARING):
        play = move_duel(state, open_booking(state, explains=True), action)
        return () if play is None else (*comparison_terms(play), *outcome_terms(play))
    if isinstance(action, Pick):
        card = find_card(state, action.card)
        effects = card.on_pick if card is not None else ()
        gains = [effect.amount for effect in effects if isinstance(effect, GainFans)]
        return tuple(Term("line.tokens", n, "C33", FAN) for n in gains)
    if isinstance(action, Win):
        tokens = [Term("line.tokens", n, "C60", FAN) for n in action.fans.values()]
        trophy = [Term("line.won", action.trophy, "C60")] if action.trophy else []
        return (*trophy, *tokens)
    return ()


def find_comparisons(state: State, action: Action) -> list[Comparison]:
    """Return the comparisons that an action brings about, in order."""
    play = move_duel(state, open_booking(state, explains=True), action)
    return [] if play is None else play.comparisons or []


def comparison_terms(play: Play) -> tuple[Term, ...]:
    """Return the terms of the last comparison, () when there is none."""
    if not play.comparisons:
        return ()
    last = play.comparisons[-1]
    against = [Term(one.label, -one.n, one.rule, one.item, one.data) for one in last.flag_terms]
    return (*last.attack_terms, *against)


def outcome_terms(play: Play) -> Iterator[Term]:
    """Yield what the last comparison came to, and how the duel ended if it did (C46, C51, C52)."""
    if play.comparisons:
        last = play.comparisons[-1]
        if play.holder >= 0 and play.sides[play.holder] == last.attacker:
            yield Term("line.captured", 0, "C46", data={"side": name_side(last.attacker)})
        else:
            yield Term("line.held", 0, "C44", data={"n": max(last.flag - last.attack, 0)})
    if play.ended is not None:
        winner, reason = play.ended
        data = {"side": name_side(play.sides[1 - winner]), "winner": name_side(play.sides[winner])}
        yield Term(f"line.ended.{reason}", 0, END_RULES[reason], data=data)
