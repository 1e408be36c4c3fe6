"""What the effects of cards do to a duel: one function for every kind of effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, is_unknown
from engines.challengers.cards.card import covers
from engines.challengers.cards.catalog import BENCH, DECK, DISCARD, EXHAUST, FIELD, PILE
from engines.challengers.cards.format import (
    Aura,
    BasePowerIsRound,
    Effect,
    ExtraPick,
    GainFans,
    If,
    Look,
    Manual,
    NextCardBonus,
    PowerBonus,
    Shift,
)
from engines.challengers.duel.decks_in_play import replace_one
from engines.challengers.duel.looks import do_look
from engines.challengers.duel.play import Play
from engines.challengers.state import (
    HIDDEN,
    UNSEEN,
    CarryOutStep,
    ChoiceStep,
    CountStep,
    EffectStep,
    ManualStep,
    NameStep,
    seat_of,
)
from engines.challengers.unseen.decks import find_discards, known_face
from engines.challengers.unseen.piles import prepare_draw
from engines.values import TABLE

TIMING_RULES = {
    "reveal": "C71",
    "flag_loss": "C76",
    "gain_flag": "C77",
    "attack": "C72",
    "flag": "C73",
}
"""The rule behind an effect, by its timing."""


def carry_out_effect(play: Play, step: CarryOutStep) -> None:
    """Carry out an effect. Where somebody has to say something first, put that step in front."""
    effects = play.effective_card(step.side, step.card).effects
    if step.number < len(effects):
        effect = effects[step.number]
        EFFECTS[type(effect)](play, step, effect)


def do_power_bonus(play: Play, step: CarryOutStep, effect: PowerBonus) -> None:
    """C71: fix the bonus of the card that was revealed."""
    if not play.live and not ask_deck_size(play, step, effect.condition):
        add_fixed_bonus(play, play.bonus_value(step.side, effect))


def add_fixed_bonus(play: Play, n: int) -> None:
    """Add `n` to the fixed bonus of the card that was revealed last."""
    if play.attack:
        last = play.attack[-1]
        play.attack = (*play.attack[:-1], replace(last, bonus=last.bonus + n))
    elif play.flag is not None:
        play.flag = replace(play.flag, bonus=play.flag.bonus + n)


def do_gain_fans(play: Play, step: CarryOutStep, effect: GainFans) -> None:
    """C71, C76, C77: take fan tokens, if the condition holds."""
    if ask_deck_size(play, step, effect.condition):
        return
    if effect.condition is None or play.is_met(step.side, effect.condition):
        to = step.side if effect.who == "self" else 1 - step.side
        play.gain_fans(to, effect.amount, TIMING_RULES.get(step.timing, "C71"), step.card)


def ask_deck_size(play: Play, step: CarryOutStep, condition: If | None) -> bool:
    """Put the count of a deck in front of an effect whose condition needs it. Return whether it was
    needed."""
    limit = play.deciding_size(step.side, condition)
    if limit is None:
        return False
    play.steps[:0] = [CountStep(step.side, step.card, limit), step]
    return True


def do_next_card_bonus(play: Play, step: CarryOutStep, effect: NextCardBonus) -> None:
    """C76: add power to the next card that this side reveals."""
    attacking, guarding = play.coming[step.side]
    attacking += effect.amount if effect.phase != "flag" else 0
    guarding += effect.amount if effect.phase != "attack" else 0
    play.coming = replace_one(play.coming, step.side, (attacking, guarding))


def do_manual(play: Play, step: CarryOutStep, effect: Manual) -> None:
    """Ask the table what came of an effect that the format has no words for."""
    play.steps.insert(0, ManualStep(step.side, step.card, step.number, step.timing))
    play.verified = False


def do_nothing(play: Play, step: CarryOutStep, effect: Effect) -> None:
    """Do nothing: the effect counts all the time, or in the deck phase."""


# -- moves ---------------------------------------------------------------------------------------


def do_move(play: Play, step: CarryOutStep, effect: Shift) -> None:
    """C78 to C82: move cards from one zone to another."""
    rule = move_rule(effect)
    if effect.source == "self":
        field = FIELD[play.sides[step.side]]
        if play.places.get(field, EMPTY).get(step.card):
            move_card(play, step.side, effect, step.card, field, rule)
    elif effect.source.startswith("level_pile"):
        for _ in range(effect.max):
            deal_card(play, step.side, effect, rule)
    elif "_deck_" in effect.source:
        i = zone_position(step.side, effect.source)
        for _ in range(effect.max):
            if play.sizes[i] != 0:
                move_deck_card(play, step.side, i, effect, rule)
    else:
        move_or_ask(play, step, effect, rule)
    if effect.dest.endswith("_bench"):
        check_bench(play, zone_position(step.side, effect.dest))


def move_rule(effect: Shift) -> str:
    """Return the rule behind a move: C79 for good, C78 out of the duel, else C80."""
    if effect.source.startswith("level_pile") or effect.dest == "removed":
        return "C79"
    return "C78" if effect.dest.endswith("exhaust") else "C80"


def zone_position(side: int, zone: str) -> int:
    """Return the position of the side that a zone belongs to; `side` owns the effect."""
    return 1 - side if zone.startswith("opp") else side


def zone_place(play: Play, side: int, zone: str) -> str:
    """Return the place of a zone: a bench, an exhaust pile or a deck. `side` owns the effect."""
    owner = play.sides[zone_position(side, zone)]
    if zone.endswith("bench"):
        return BENCH[owner]
    return EXHAUST[owner] if zone.endswith("exhaust") else DECK[owner]


def move_card(play: Play, side: int, effect: Shift, item: str, source: str, rule: str) -> None:
    """Move one card from the place `source` to where an effect of `side` puts it."""
    if effect.dest == "removed":
        target = find_discards(play.state.extra, play.booking, item)
        play.booking.move(1, item, source, target, rule)
        play.gone.append((play.sides[side], item))
        return
    target = zone_place(play, side, effect.dest)
    if play.booking.pool_of(item) == target:
        play.booking.give_up(item, source, rule)
        note_position(play, side, effect, UNSEEN)
    else:
        play.booking.move(1, item, source, target, rule)
        note_position(play, side, effect, item)


def note_position(play: Play, side: int, effect: Shift, item: str) -> None:
    """Note the position of a card that everybody saw put on or under a deck."""
    if "_deck_" not in effect.dest:
        return
    i = zone_position(side, effect.dest)
    play.add_to_size(i)
    if effect.dest.endswith("top"):
        play.tops = replace_one(play.tops, i, (item, *play.tops[i]))
    else:
        play.bottoms = replace_one(play.bottoms, i, (*play.bottoms[i], item))


def deal_card(play: Play, side: int, effect: Shift, rule: str) -> None:
    """C79: add the top card of a level pile to a deck for good, unseen."""
    level = effect.source[-1]
    when_empty = play.state.options.refill_when_empty
    if not prepare_draw(play.booking, level, 1, when_empty, play.state.ply):
        return
    i = zone_position(side, effect.dest)
    if effect.dest == "removed":
        play.booking.draw(PILE[level], DISCARD[level], rule, play.new_name(i))
        return
    target = zone_place(play, side, effect.dest)
    item = play.booking.draw(PILE[level], target, rule, play.new_name(i))
    note_position(play, side, effect, item)


def move_deck_card(play: Play, side: int, i: int, effect: Shift, rule: str) -> None:
    """Move the top or bottom card of the deck at position `i`: a known one where everybody knows
    which it is, else an unseen one."""
    deck = DECK[play.sides[i]]
    entry = play.pop_top(i) if effect.source.endswith("top") else play.pop_bottom(i)
    if entry and entry[0] != HIDDEN and play.places.get(deck, EMPTY).get(entry, 0) > 0:
        move_card(play, side, effect, entry, deck, rule)
        return
    if effect.dest == "removed":
        play.booking.draw(deck, "box", rule, play.new_name(i))
        return
    target = zone_place(play, side, effect.dest)
    if target == deck:
        note_position(play, side, effect, UNSEEN)
        return
    item = play.booking.draw(deck, target, rule, play.new_name(i))
    note_position(play, side, effect, item)


# -- choices -------------------------------------------------------------------------------------


def find_choice(play: Play) -> tuple[ChoiceStep, Shift] | None:
    """Return the choice that a duel waits for and the move that asks for it, None when it waits for
    none."""
    step = play.steps[0] if play.steps else None
    if not isinstance(step, ChoiceStep):
        return None
    effects = play.effective_card(step.side, step.card).effects
    effect = effects[step.number] if step.number < len(effects) else None
    return (step, effect) if isinstance(effect, Shift) else None


def find_chooser(play: Play, step: EffectStep, effect: Shift) -> int:
    """Return the seat that chooses for an effect (C82)."""
    side = play.sides[1 - step.side if effect.chooser == "opponent" else step.side]
    seat = seat_of(side)
    return seat if seat != TABLE else seat_of(play.sides[step.side - 1])


def find_candidates(play: Play, step: EffectStep, effect: Shift) -> dict[str, int]:
    """Return the cards that an effect may move, card to number (C75, C81)."""
    found = {}
    for item, n in play.places.get(zone_place(play, step.side, effect.source), EMPTY).items():
        card = play.find(item)
        if card is None or covers(effect.filter, card, play.round):
            found[item] = n
    return found


def choice_range(effect: Shift, candidates: dict[str, int]) -> tuple[int, int]:
    """Return the fewest and the most cards that may be chosen for an effect among `candidates`."""
    total = sum(candidates.values())
    return min(effect.min, total), min(effect.max, total)


def move_or_ask(play: Play, step: CarryOutStep, effect: Shift, rule: str) -> None:
    """C80: move what has to be moved; where there is a choice, ask who chooses."""
    found = find_candidates(play, step, effect)
    least, most = choice_range(effect, found)
    if not most:
        return
    sole = least == most and len(found) == 1
    if sole or least == sum(found.values()):
        source = zone_place(play, step.side, effect.source)
        moved = [item for item, n in sorted(found.items()) for _ in range(n)][:least]
        for item in moved:
            move_card(play, step.side, effect, item, source, rule)
        return
    play.steps.insert(0, ChoiceStep(step.side, step.card, step.number, step.timing))


def move_chosen(play: Play, step: EffectStep, effect: Shift, cards: tuple[str, ...]) -> None:
    """C80: move the cards that were chosen; the first one comes to lie on top."""
    source = zone_place(play, step.side, effect.source)
    for item in reversed(cards):
        face = known_face(play.state.book, item)
        move_card(play, step.side, effect, face, source, move_rule(effect))
    if effect.dest.endswith("_bench"):
        check_bench(play, zone_position(step.side, effect.dest))


def check_bench(play: Play, i: int) -> None:
    """C51, C77: end the duel where a card that came to a bench is one name too many; an unknown
    card is named first."""
    if any(is_unknown(item) for item in play.bench(i)):
        play.steps.insert(0, NameStep(i))
    else:
        play.end_if_bench_full(i)


EFFECTS: dict[type[Any], Callable[[Play, CarryOutStep, Any], None]] = {
    PowerBonus: do_power_bonus,
    Aura: do_nothing,
    Shift: do_move,
    Look: do_look,
    GainFans: do_gain_fans,
    NextCardBonus: do_next_card_bonus,
    ExtraPick: do_nothing,
    BasePowerIsRound: do_nothing,
    Manual: do_manual,
}
