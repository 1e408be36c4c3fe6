"""How a duel goes on: revealing, comparing, capturing, benching, and its end (C42 to C54)."""

from __future__ import annotations

from engines.book import EMPTY, Booking
from engines.challengers.actions import Outcomes
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import BENCH, BOX, DECK, EXHAUST, FIELD, ROBOT
from engines.challengers.cards.format import GainFans, PowerBonus
from engines.challengers.duel.decks_in_play import replace_one
from engines.challengers.duel.effects import carry_out_effect
from engines.challengers.duel.play import Play
from engines.challengers.state import (
    NO_POWER,
    Duel,
    Shown,
    State,
    Step,
    find_starter,
    planned_sides,
)

COMPARE = Step("compare")
BENCH_STACK = Step("bench")
TURN = Step("turn")
WAITING = frozenset({"choose", "seen", "left", "manual"})
"""Steps that need somebody to say something."""

CAPTURED, HELD = 1, -1
"""What the table took a comparison to come to."""


def new_duel(
    state: State,
    booking: Booking,
    park: str,
    sides: tuple[str, str] | None = None,
    first: int | None = None,
    counted: dict[str, int] | None = None,
) -> Duel:
    """Return the next duel of a park, its decks shuffled (C40). Without `sides`, those whom the
    plans send there; without `first`, who starts by the trophies (C41), else the first of them."""
    round_ = state.rounds[park]
    if sides is None:
        found = planned_sides(state, park, round_)
        sides = (found[0], found[1]) if len(found) == 2 else any_two_sides(state)
    start = find_starter(state, sides) if first is None else first
    return Duel(
        round=round_,
        sides=sides,
        first=start,
        turn=max(start, 0),
        loose=(is_loose(state, sides[0]), is_loose(state, sides[1])),
        sizes=(
            deck_size(state, booking, sides[0], counted),
            deck_size(state, booking, sides[1], counted),
        ),
    )


def any_two_sides(state: State) -> tuple[str, str]:
    """Return two sides for a park to which the plans send nobody."""
    sides = tuple(state.players)
    return (sides[0], sides[1])


def is_loose(state: State, side: str) -> bool:
    """Return whether a deck's list is not known: nothing was recorded of its deck phase."""
    player = state.players[side]
    return player.loose or not (player.touched or side == ROBOT)


def count_revealed(play: Play, side: str, item: str) -> int:
    """Return how many copies of a card a side has turned up in this duel."""
    places = (FIELD[side], BENCH[side], EXHAUST[side])
    return sum(play.places.get(place, EMPTY).get(item, 0) for place in places)


def count_starters_left(play: Play, side: str, item: str) -> int:
    """Return how many copies of a starter may still come out of a deck of which nothing is known:
    none is ever added to those it began with (C24, C30)."""
    return BOX.starter.get(item, 0) - count_revealed(play, side, item)


def deck_size(
    state: State, booking: Booking, side: str, counted: dict[str, int] | None = None
) -> int | None:
    """Return how many cards a deck has when its duel begins, None when that is not known."""
    if counted and side in counted:
        return counted[side]
    player = state.players[side]
    if player.loose:
        return player.size if player.touched else None
    if not player.touched and side != ROBOT:
        return None
    return max(sum(booking.places.get(DECK[side], EMPTY).values()), 0)


# -- revealing -----------------------------------------------------------------------------------


def reveal_card(play: Play, item: str, actual: Outcomes) -> None:
    """C42, C44: the side whose turn it is turns up its top card."""
    i = play.turn
    first = play.holder < 0
    item = play.take_top(i, item, FIELD[play.sides[i]], "C42" if first else "C44")
    play.reveals += 1
    card = play.effective_card(i, item)
    bonus = 0
    steps: list[Step] = []
    if card.on_reveal or card.reveal_bonus:
        bonus, steps = resolve_reveal(play, i, card)
    if actual:
        bonus, steps = override_reveal(play, i, actual, card, bonus, steps)
    extra, guard = play.coming[i]
    if extra or guard:
        play.coming = replace_one(play.coming, i, NO_POWER)
    shown = Shown(item, bonus, extra, guard)
    if first:
        play.flag, play.holder = shown, i
        steps += effect_steps(i, card, "gain_flag") if card.on_gain else []
        steps.append(TURN)
    else:
        play.attack = (*play.attack, shown)
        steps.append(compare_step(actual))
    play.steps += steps
    run_steps(play)


def resolve_reveal(play: Play, i: int, card: Card) -> tuple[int, list[Step]]:
    """C71: return the bonus that is fixed on revealing a card, and what else it does then. A bonus
    that waits for somebody to count a deck is one of the steps."""
    bonuses = card.reveal_bonus
    if play.live and bonuses:
        return 0, []
    if not bonuses or any(play.deciding_size(i, one.condition) is not None for one in bonuses):
        return 0, effect_steps(i, card, "reveal")
    return sum(play.bonus_value(i, one) for one in bonuses), []


def effect_steps(i: int, card: Card, when: str) -> list[Step]:
    """Return the effects of a card as steps."""
    return [Step("effect", i, card.id, n, when) for n in range(len(card.effects))]


def compare_step(actual: Outcomes) -> Step:
    """Return the comparison after a card, with what the table took it to come to."""
    if "captured" not in actual:
        return COMPARE
    return Step("compare", n=CAPTURED if actual["captured"] else HELD)


def override_reveal(
    play: Play, i: int, actual: Outcomes, card: Card, bonus: int, steps: list[Step]
) -> tuple[int, list[Step]]:
    """Follow what the table did: the bonus it gave, the fans it took, that it did not stop."""
    if actual.get("end") == 0:
        play.endless = True
    if "bonus" in actual:
        bonus = actual["bonus"] - (play.live_bonus(i, card) if play.live else 0)
        steps = [step for step in steps if not isinstance(card.effects[step.n], PowerBonus)]
    if "fans" in actual:
        play.fans_of = i
        play.pay_fans(i, actual["fans"], "C71", card.id)
        steps = [step for step in steps if not isinstance(card.effects[step.n], GainFans)]
    return bonus, steps


# -- going on ------------------------------------------------------------------------------------


def run_steps(play: Play) -> None:
    """Do what is to be done, until somebody must say something or the duel is over."""
    steps = play.steps
    while steps:
        kind = steps[0].kind
        if kind in WAITING:
            return
        step = steps.pop(0)
        if kind == "compare":
            compare_powers(play, step)
        elif kind == "bench":
            bench_stack(play)
        elif kind == "turn":
            pass_turn(play)
        else:
            carry_out_effect(play, step)


def compare_powers(play: Play, step: Step) -> None:
    """C44: the sum of the attack against the flag card; a tie is enough."""
    attack, defence = play.attack_power(), play.flag_power()
    play.compared(attack, defence)
    if step.n == CAPTURED or (step.n != HELD and attack >= defence):
        capture_flag(play)
    else:
        play.end_if_deck_empty(play.turn)


def capture_flag(play: Play) -> None:
    """C46, C76, C77: the flag changes hands; both flag cards' effects in the table's order."""
    holder, attacker = play.holder, play.turn
    lost: list[Step] = []
    gained: list[Step] = []
    if play.flag is not None:
        card = play.effective_card(holder, play.flag.card)
        lost = effect_steps(holder, card, "flag_loss") if card.on_loss else lost
    if play.attack:
        card = play.effective_card(attacker, play.attack[-1].card)
        gained = effect_steps(attacker, card, "gain_flag") if card.on_gain else gained
    if play.state.terms.gain_first:
        play.steps[:0] = [*gained, *lost, BENCH_STACK, TURN]
    else:
        play.steps[:0] = [*lost, BENCH_STACK, *gained, TURN]


def bench_stack(play: Play) -> None:
    """C46 to C48, C51: the beaten stack goes to its owner's bench; the attack becomes a stack."""
    loser, winner = play.holder, play.turn
    side = play.sides[loser]
    play.booking.pour(FIELD[side], BENCH[side], "C47")
    play.flag = play.attack[-1] if play.attack else None
    play.attack = ()
    play.holder, play.turn = winner, loser
    play.end_if_bench_full(loser)


def pass_turn(play: Play) -> None:
    """C52, C53: whoever has not the flag must reveal; without a card the duel is lost."""
    play.turn = 1 - play.holder
    play.end_if_deck_empty(play.turn)


def skip_waiting(play: Play) -> None:
    """What nobody said is passed over: nothing was chosen, an unknown card stays unknown, a deck
    is larger than what was asked."""
    while play.steps and play.ended is None:
        step = play.steps[0]
        if step.kind not in WAITING:
            return
        play.steps.pop(0)
        if step.kind == "left":
            play.least = replace_one(play.least, step.side, max(step.n + 1, play.least[step.side]))
        run_steps(play)


def switch_turn(play: Play, i: int) -> None:
    """Somebody reveals out of turn: the table took the flag to have changed hands, or the other
    side to have started."""
    if play.holder < 0:
        play.turn = play.first = i
    elif play.turn != i and play.attack:
        play.steps.clear()
        capture_flag(play)
        run_steps(play)
        skip_waiting(play)
