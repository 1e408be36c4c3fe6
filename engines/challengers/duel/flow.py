"""How a duel goes on: revealing, comparing, capturing, benching (C42 to C54)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.book import EMPTY
from engines.challengers.actions import Outcomes
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import BENCH, BOX, EXHAUST, FIELD
from engines.challengers.cards.format import GainFans, PowerBonus
from engines.challengers.duel.decks_in_play import replace_one
from engines.challengers.duel.effects import carry_out_effect
from engines.challengers.duel.play import Comparison, Play
from engines.challengers.duel.power import attack_terms, flag_terms
from engines.challengers.state import (
    NO_POWER,
    BenchStep,
    CarryOutStep,
    ChoiceStep,
    CompareStep,
    CountStep,
    ManualStep,
    NameStep,
    Shown,
    Step,
    TurnStep,
)

COMPARE = CompareStep()
BENCH_STACK = BenchStep()
TURN = TurnStep()
WAITING = (ChoiceStep, ManualStep, NameStep, CountStep)
"""Steps for which somebody has to say something."""


# -- revealing -----------------------------------------------------------------------------------


def reveal_card(play: Play, item: str, actual: Outcomes) -> None:
    """C42, C44: reveal the top card of the side on turn, and go on with what follows."""
    i = play.turn
    first = play.holder < 0
    item = play.take_top(i, item, FIELD[play.sides[i]], "C42" if first else "C44")
    play.reveals += 1
    card = play.effective_card(i, item)
    bonus = 0
    steps: list[CarryOutStep] = []
    if card.on_reveal or card.reveal_bonus:
        bonus, steps = resolve_reveal(play, i, card)
    if actual:
        bonus, steps = override_reveal(play, i, actual, card, bonus, steps)
    extra, guard = play.coming[i]
    if extra or guard:
        play.coming = replace_one(play.coming, i, NO_POWER)
    shown = Shown(item, bonus, extra, guard)
    play.steps += steps
    if first:
        play.flag, play.holder = shown, i
        play.steps += effect_steps(i, card, "gain_flag") if card.on_gain else ()
        play.steps.append(TURN)
    else:
        play.attack = (*play.attack, shown)
        play.steps.append(compare_step(actual) if actual else COMPARE)
    run_steps(play)


def resolve_reveal(play: Play, i: int, card: Card) -> tuple[int, list[CarryOutStep]]:
    """C71: return the bonus that is fixed when a card is revealed, and the steps of its other
    effects. A bonus that depends on the count of a deck is one of the steps."""
    bonuses = card.reveal_bonus
    if play.live and bonuses:
        return 0, []
    if not bonuses or any(play.deciding_size(i, one.condition) is not None for one in bonuses):
        return 0, effect_steps(i, card, "reveal")
    return sum(play.bonus_value(i, one) for one in bonuses), []


def effect_steps(i: int, card: Card, timing: str) -> list[CarryOutStep]:
    """Return the steps that carry out the effects of a card of the side at position `i`."""
    return [CarryOutStep(i, card.id, number, timing) for number in range(len(card.effects))]


def compare_step(actual: Outcomes) -> CompareStep:
    """Return the step that compares, with what the table took the comparison to come to."""
    return CompareStep(bool(actual["captured"])) if "captured" in actual else COMPARE


def override_reveal(
    play: Play, i: int, actual: Outcomes, card: Card, bonus: int, steps: list[CarryOutStep]
) -> tuple[int, list[CarryOutStep]]:
    """Return the bonus and the steps of a reveal as the table carried it out: the bonus that it
    gave, the fan tokens that it took, whether it went on where the duel was over."""
    if actual.get("end") == 0:
        play.endless = True
    if "bonus" in actual:
        bonus = actual["bonus"] - (play.live_bonus(i, card) if play.live else 0)
        steps = [step for step in steps if not isinstance(card.effects[step.number], PowerBonus)]
    if "fans" in actual:
        play.fans_of = i
        play.pay_fans(i, actual["fans"], "C71", card.id)
        steps = [step for step in steps if not isinstance(card.effects[step.number], GainFans)]
    return bonus, steps


def count_revealed(play: Play, side: str, item: str) -> int:
    """Return how many copies of a card a side has revealed in this duel."""
    places = (FIELD[side], BENCH[side], EXHAUST[side])
    return sum(play.places.get(place, EMPTY).get(item, 0) for place in places)


def count_starters_left(play: Play, side: str, item: str) -> int:
    """Return how many copies of a starter can still be in a deck whose list is not known: it began
    with some, and none is ever added (C24, C30)."""
    return BOX.starter.get(item, 0) - count_revealed(play, side, item)


# -- going on ------------------------------------------------------------------------------------


def run_steps(play: Play) -> None:
    """Do the steps of a duel in order, until one waits for somebody or the duel is over."""
    steps = play.steps
    while steps:
        step = steps[0]
        do = DO_STEP.get(type(step))
        if do is None:
            return
        del steps[0]
        do(play, step)


def compare_powers(play: Play, step: CompareStep) -> None:
    """C44: compare the attack with the flag card; a tie captures. What the table took the
    comparison to come to goes first."""
    attack, flag = play.attack_power(), play.flag_power()
    if play.comparisons is not None:
        play.comparisons.append(explain_comparison(play, attack, flag))
    captured = attack >= flag if step.captured is None else step.captured
    if captured:
        capture_flag(play)
    else:
        play.end_if_deck_empty(play.turn)


def explain_comparison(play: Play, attack: int, flag: int) -> Comparison:
    """Return a comparison with the terms of both powers."""
    terms = tuple(attack_terms(play)), tuple(flag_terms(play))
    return Comparison(play.sides[play.turn], attack, flag, *terms)


def capture_flag(play: Play) -> None:
    """C46, C76, C77: put what follows a capture in front of the other steps: the effects of both
    flag cards, in the order that the table plays by, and the beaten stack."""
    holder, attacker = play.holder, play.turn
    lost: list[CarryOutStep] = []
    gained: list[CarryOutStep] = []
    if play.flag is not None:
        card = play.effective_card(holder, play.flag.card)
        lost = effect_steps(holder, card, "flag_loss") if card.on_loss else []
    if play.attack:
        card = play.effective_card(attacker, play.attack[-1].card)
        gained = effect_steps(attacker, card, "gain_flag") if card.on_gain else []
    if play.state.options.gain_first:
        play.steps[:0] = [*gained, *lost, BENCH_STACK, TURN]
    else:
        play.steps[:0] = [*lost, BENCH_STACK, *gained, TURN]


def bench_stack(play: Play, _step: BenchStep) -> None:
    """C46 to C48, C51: move the beaten stack to its owner's bench; the attacker takes the flag."""
    loser, winner = play.holder, play.turn
    side = play.sides[loser]
    play.booking.pour(FIELD[side], BENCH[side], "C47")
    play.flag = play.attack[-1] if play.attack else None
    play.attack = ()
    play.holder, play.turn = winner, loser
    play.end_if_bench_full(loser)


def pass_turn(play: Play, _step: TurnStep) -> None:
    """C52, C53: pass the turn to the side without the flag; without a card it has lost."""
    play.turn = 1 - play.holder
    play.end_if_deck_empty(play.turn)


DO_STEP: dict[type[Step], Callable[[Play, Any], None]] = {
    CompareStep: compare_powers,
    TurnStep: pass_turn,
    BenchStep: bench_stack,
    CarryOutStep: carry_out_effect,
}
"""The function that does a step; a step for which somebody has to say something has none."""


def skip_waiting(play: Play) -> None:
    """Pass over the steps for which nobody said anything: nothing was chosen, an unknown card stays
    unknown, a deck is larger than the limit that was asked for."""
    while play.steps and play.ended is None:
        step = play.steps[0]
        if not isinstance(step, WAITING):
            return
        play.steps.pop(0)
        if isinstance(step, CountStep):
            least = max(step.limit + 1, play.least[step.side])
            play.least = replace_one(play.least, step.side, least)
        run_steps(play)


def switch_turn(play: Play, i: int) -> None:
    """Give the turn to the side at position `i`, which reveals out of turn: at the first card it
    started the duel, later the table took the flag to have been captured."""
    if play.holder < 0:
        play.turn = play.first = i
    elif play.turn != i and play.attack:
        play.steps.clear()
        capture_flag(play)
        run_steps(play)
        skip_waiting(play)
