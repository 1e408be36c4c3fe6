"""Outcomes that people carry out by hand: captures, bonuses, fan tokens."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.challengers.actions import Pick, Reveal
from engines.challengers.cards.format import GainFans, PowerBonus
from engines.challengers.duel.quote import find_comparisons
from engines.challengers.duel.verbs import apply_reveal
from engines.challengers.rules.duel import count_fans, open_revealing_duel
from engines.challengers.state import State, find_card
from engines.challengers.unseen.debts import open_booking
from engines.choices import vary_outcomes
from engines.values import Action


def list_outcomes(state: State, action: Action) -> Iterator[Action]:
    """Yield an action with one of its outcomes carried out otherwise (C44, C71, C33)."""
    if isinstance(action, Reveal):
        yield from list_captures(state, action)
        yield from list_effects(state, action)
    elif isinstance(action, Pick):
        card = find_card(state, action.card)
        gains = [each for each in card.on_pick if isinstance(each, GainFans)] if card else []
        if gains:
            yield from vary_outcomes(action, {"fans": sum(gain.amount for gain in gains)})


def list_captures(state: State, action: Reveal) -> Iterator[Reveal]:
    """Yield a reveal after which the flag was taken although it was held, or the reverse (C44)."""
    comparisons = find_comparisons(state, replace(action, actual={}))
    if comparisons:
        captured = comparisons[-1].attack >= comparisons[-1].flag
        yield replace(action, actual={**action.actual, "captured": int(not captured)})


def list_effects(state: State, action: Reveal) -> Iterator[Reveal]:
    """Yield a reveal whose bonus or fan tokens were forgotten or miscounted (C71)."""
    card, before = find_card(state, action.card), open_revealing_duel(state, action)
    if card is None or before is None or card.timing != "reveal":
        return
    side = before.turn
    play = apply_reveal(state, open_booking(state), replace(action, actual={}))
    due = {}
    if any(isinstance(effect, GainFans) for effect in card.effects):
        due["fans"] = max(0, count_fans(play, side) - count_fans(before, side))
    if any(isinstance(effect, PowerBonus) for effect in card.effects):
        shown = (each for each in (*play.attack, play.flag) if each and each.card == action.card)
        due["bonus"] = max(0, next((each.bonus for each in shown), 0))
    yield from vary_outcomes(action, due)
