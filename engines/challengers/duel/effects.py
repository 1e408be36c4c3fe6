"""What the effects of cards do to a duel: one function a primitive of the card sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN
from engines.challengers.cards.card import covers
from engines.challengers.cards.catalog import BENCH, DECK, DISCARD, EXHAUST, FIELD, PILE
from engines.challengers.cards.format import (
    Aura,
    BasePowerIsRound,
    Effect,
    ExtraPick,
    GainFans,
    Look,
    Manual,
    NextCardBonus,
    PowerBonus,
    Shift,
)
from engines.challengers.duel.decks_in_play import replace_one
from engines.challengers.duel.play import Play
from engines.challengers.state import HIDDEN, UNSEEN, Step
from engines.challengers.unseen import decks, piles

RULE = {"reveal": "C71", "flag_loss": "C76", "gain_flag": "C77", "attack": "C72", "flag": "C73"}
"""The rule behind what happens at a timing."""


def carry_out_effect(play: Play, step: Step) -> None:
    """Carry out an effect, or put in front of all else what must be told before it goes on."""
    card = play.effective_card(step.side, step.card)
    if step.n < len(card.effects):
        effect = card.effects[step.n]
        PRIMITIVES[type(effect)](play, step, effect)


def do_power_bonus(play: Play, step: Step, effect: PowerBonus) -> None:
    """C71: power that is fixed when the card is revealed."""
    if play.live:
        return
    limit = play.deciding_size(step.side, effect.condition)
    if limit is not None:
        play.steps[:0] = [Step("left", step.side, step.card, limit), step]
        return
    add_fixed_bonus(play, play.bonus_value(step.side, effect))


def add_fixed_bonus(play: Play, n: int) -> None:
    """Give the card revealed last a fixed bonus."""
    if play.attack:
        last = play.attack[-1]
        play.attack = (*play.attack[:-1], replace(last, bonus=last.bonus + n))
    elif play.flag is not None:
        play.flag = replace(play.flag, bonus=play.flag.bonus + n)


def do_gain_fans(play: Play, step: Step, effect: GainFans) -> None:
    """C71, C76, C77: fan tokens, where the condition holds."""
    limit = play.deciding_size(step.side, effect.condition)
    if limit is not None:
        play.steps[:0] = [Step("left", step.side, step.card, limit), step]
        return
    if effect.condition is None or play.is_met(step.side, effect.condition):
        to = step.side if effect.who == "self" else 1 - step.side
        play.gain_fans(to, effect.amount, RULE.get(step.when, "C71"), step.card)


def do_next_card_bonus(play: Play, step: Step, effect: NextCardBonus) -> None:
    """C76: power for the next card that this side reveals."""
    attacking, guarding = play.coming[step.side]
    attacking += effect.amount if effect.phase != "flag" else 0
    guarding += effect.amount if effect.phase != "attack" else 0
    play.coming = replace_one(play.coming, step.side, (attacking, guarding))


def do_manual(play: Play, step: Step, effect: Manual) -> None:
    """Nobody but the table can say what comes of it."""
    play.steps.insert(0, Step("manual", step.side, step.card, step.n, step.when))
    play.verified = False


def do_nothing(play: Play, step: Step, effect: Effect) -> None:
    """What counts all the time, or in the deck phase, does nothing when its card turns up."""


# -- moves ---------------------------------------------------------------------------------------


def do_move(play: Play, step: Step, effect: Shift) -> None:
    """C78 to C82: cards go from one zone to another."""
    rule = find_move_rule(effect)
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
                lift_card(play, step.side, i, effect, rule)
    else:
        choose_or_ask(play, step, effect, rule)
    if effect.dest.endswith("_bench"):
        check_bench(play, zone_position(step.side, effect.dest))


def find_move_rule(effect: Shift) -> str:
    """Return the rule behind a move: for good (C79), out of the match (C78), or an effect's."""
    if effect.source.startswith("level_pile") or effect.dest == "removed":
        return "C79"
    return "C78" if effect.dest.endswith("exhaust") else "C80"


def zone_position(side: int, zone: str) -> int:
    """Return whose a zone is, seen from the owner of the effect."""
    return 1 - side if zone.startswith("opp") else side


def zone_place(play: Play, side: int, zone: str) -> str:
    """Return the place in the book of a zone of benches, exhaust piles or decks."""
    owner = play.sides[zone_position(side, zone)]
    if zone.endswith("bench"):
        return BENCH[owner]
    return EXHAUST[owner] if zone.endswith("exhaust") else DECK[owner]


def move_card(play: Play, side: int, effect: Shift, item: str, source: str, rule: str) -> None:
    """Move one card to where an effect puts it."""
    if effect.dest == "removed":
        owner = play.sides[side]
        target = decks.find_discards(play.state.extra, play.booking, item)
        play.booking.move(1, item, source, target, rule)
        play.gone.append((owner, item))
        return
    target = zone_place(play, side, effect.dest)
    if play.booking.pool_of(item) == target:
        play.booking.give_up(item, source, rule)
        note_position(play, side, effect, UNSEEN)
    else:
        play.booking.move(1, item, source, target, rule)
        note_position(play, side, effect, item)


def note_position(play: Play, side: int, effect: Shift, item: str) -> None:
    """Note where in a deck a card came to lie, seen by all."""
    if "_deck_" not in effect.dest:
        return
    i = zone_position(side, effect.dest)
    play.count_in(i)
    if effect.dest.endswith("top"):
        play.tops = replace_one(play.tops, i, (item, *play.tops[i]))
    else:
        play.bottoms = replace_one(play.bottoms, i, (*play.bottoms[i], item))


def deal_card(play: Play, side: int, effect: Shift, rule: str) -> None:
    """C79: the top card of a level pile joins a deck for good, unseen."""
    level = effect.source[-1]
    when_empty = play.state.terms.refill_when_empty
    if not piles.prepare_draw(play.booking, level, 1, when_empty, play.state.ply):
        return
    i = zone_position(side, effect.dest)
    if effect.dest == "removed":
        play.booking.draw(PILE[level], DISCARD[level], rule, play.new_name(i))
        return
    target = zone_place(play, side, effect.dest)
    item = play.booking.draw(PILE[level], target, rule, play.new_name(i))
    note_position(play, side, effect, item)


def lift_card(play: Play, side: int, i: int, effect: Shift, rule: str) -> None:
    """Move the top or bottom card of a deck, as far as everybody knows which it is."""
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
    note_position(play, side, effect, play.booking.draw(deck, target, rule, play.new_name(i)))


def find_candidates(play: Play, step: Step, effect: Shift) -> dict[str, int]:
    """Return the cards that an effect may move (C81: printed level; C75: base power)."""
    found = {}
    for item, n in play.places.get(zone_place(play, step.side, effect.source), EMPTY).items():
        card = play.find(item)
        if card is None or covers(effect.filter, card, play.round):
            found[item] = n
    return found


def choose_or_ask(play: Play, step: Step, effect: Shift, rule: str) -> None:
    """C80: move what must be moved; where there is something to choose, the chooser is asked."""
    found = find_candidates(play, step, effect)
    total = sum(found.values())
    least, most = min(effect.min, total), min(effect.max, total)
    if not most:
        return
    sole = least == most and len(found) == 1
    if sole or least == total:
        source = zone_place(play, step.side, effect.source)
        moved = [item for item, n in sorted(found.items()) for _ in range(n)][:least]
        for item in moved:
            move_card(play, step.side, effect, item, source, rule)
        return
    play.steps.insert(0, Step("choose", step.side, step.card, step.n, step.when))


def move_chosen(play: Play, step: Step, cards: tuple[str, ...]) -> None:
    """Move the cards that were chosen; the first one named comes to lie on top."""
    effect = play.effective_card(step.side, step.card).effects[step.n]
    if not isinstance(effect, Shift):
        return
    source = zone_place(play, step.side, effect.source)
    for item in reversed(cards):
        face = decks.known_face(play.state.book, item)
        move_card(play, step.side, effect, face, source, find_move_rule(effect))
    if effect.dest.endswith("_bench"):
        check_bench(play, zone_position(step.side, effect.dest))


def check_bench(play: Play, i: int) -> None:
    """C51, C77: a card that came to a bench may be one name too many; which one is asked first."""
    bench = play.bench(i)
    if any(item[0] == UNKNOWN for item in bench):
        play.steps.insert(0, Step("seen", i))
    else:
        play.end_if_bench_full(i)


# -- looks ---------------------------------------------------------------------------------------


def do_look(play: Play, step: Step, effect: Look) -> None:
    """C83: a look into the own deck. What it changes only its owner knows, until that is told."""
    i = step.side
    size = play.sizes[i]
    if size is not None and size <= 1:
        return
    top, bottom = play.tops[i], play.bottoms[i]
    open_look = Step("look", i, step.card, step.n, effect.then, top, bottom)
    play.looks = (*play.looks, open_look)
    n = effect.n if effect.n is not None else 0
    n = n if size is None else min(n, size)
    if effect.then == "reorder_top":
        hidden = trim_top((UNSEEN,) * n + top[n:])
        play.tops = replace_one(play.tops, i, hidden)
        if size is not None and len(bottom) > size - n:
            play.bottoms = replace_one(play.bottoms, i, bottom[len(bottom) - (size - n) :])
    elif effect.then == "one_bottom_one_top":
        play.tops = replace_one(play.tops, i, trim_top((UNSEEN, *top[2:])))
        low = bottom if size is None or len(bottom) <= size - n else ()
        play.bottoms = replace_one(play.bottoms, i, trim_bottom((*low, UNSEEN)))
    else:
        play.tops = replace_one(play.tops, i, ())
        play.bottoms = replace_one(play.bottoms, i, ())


def settle_look(play: Play, step: Step, top: tuple[str, ...], bottom: tuple[str, ...]) -> None:
    """C83: it is told what a look came to. Others do not see it, so it is known in secret."""
    i = step.side
    play.looks = tuple(look for look in play.looks if look is not step)
    above, below = hide_entries(step.top), hide_entries(step.bottom)
    if step.when == "reorder_top":
        new_top, new_bottom = hide_cards(top) + above[len(top) :], play.bottoms[i]
    elif step.when == "one_bottom_one_top":
        new_top = (*(hide_cards(top) or (UNSEEN,)), *above[2:])
        new_bottom = (*below, *(hide_cards(bottom) or (UNSEEN,)))
    elif step.when == "choose_to_top":
        kept = entries_without(play, above, top)
        new_top = hide_cards(top) + kept if kept is not None else hide_cards(top)
        new_bottom = entries_without(play, below, top) or ()
    else:
        new_top = entries_without(play, above, bottom) or ()
        kept = entries_without(play, below, bottom)
        new_bottom = kept + hide_cards(bottom) if kept is not None else hide_cards(bottom)
    size = play.sizes[i]
    if size is not None:
        new_top = new_top[:size]
        new_bottom = new_bottom[max(0, len(new_bottom) - size + len(new_top)) :]
    play.tops = replace_one(play.tops, i, trim_top(new_top))
    play.bottoms = replace_one(play.bottoms, i, trim_bottom(new_bottom))


def hide_cards(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return cards as entries that only their owner knows."""
    return tuple(UNSEEN if card[0] == UNKNOWN else HIDDEN + card for card in cards)


def hide_entries(entries: tuple[str, ...]) -> tuple[str, ...]:
    """Return entries as ones that not everybody can be sure of any more."""
    return tuple(e if e == UNSEEN or e[0] == HIDDEN else HIDDEN + e for e in entries)


def entries_without(
    play: Play, entries: tuple[str, ...], taken: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Return entries after a card was taken from anywhere in the deck, None when it may have been
    one of them."""
    for card in taken:
        for entry in entries:
            bare = entry.removeprefix(HIDDEN)
            if bare in (UNSEEN, card) or (bare[0] == UNKNOWN and play.can_be(bare, card)):
                return None
    return entries


def trim_top(entries: tuple[str, ...]) -> tuple[str, ...]:
    """Return a deck's top without the unknown positions under the last known one."""
    while entries and entries[-1] == UNSEEN:
        entries = entries[:-1]
    return entries


def trim_bottom(entries: tuple[str, ...]) -> tuple[str, ...]:
    """Return a deck's bottom without the unknown positions over the first known one."""
    while entries and entries[0] == UNSEEN:
        entries = entries[1:]
    return entries


PRIMITIVES: dict[type[Any], Callable[[Play, Step, Any], None]] = {
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
