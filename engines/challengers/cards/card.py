"""A card with its effects sorted by when they count."""

from __future__ import annotations

import msgspec

from engines.challengers.cards.format import (
    ANY,
    Aura,
    BasePowerIsRound,
    Effect,
    Filter,
    GainFans,
    PowerBonus,
    Printing,
    Shift,
)

BY_ROUND = -1
"""The power of a card whose base power is the number of the round."""


class Card(msgspec.Struct, frozen=True):
    """A printing, taken apart once so that nothing is sorted while cards are revealed.

    `reveal_bonus` is power that is fixed on revealing. `on_reveal` is all that happens then, in
    printed order; where it has more than bonuses, they are in it and `reveal_bonus` is empty.
    `lasting` is true when an effect can change a deck beyond the duel.
    """

    id: str
    name: str
    set: str
    level: str
    power: int
    copies: int
    name_ko: str = ""
    timing: str = ""
    reveal_bonus: tuple[PowerBonus, ...] = ()
    on_reveal: tuple[Effect, ...] = ()
    attack_bonus: tuple[PowerBonus, ...] = ()
    flag_bonus: tuple[PowerBonus, ...] = ()
    auras: tuple[Aura, ...] = ()
    on_gain: tuple[Effect, ...] = ()
    on_loss: tuple[Effect, ...] = ()
    on_pick: tuple[Effect, ...] = ()
    lasting: bool = False
    effects: tuple[Effect, ...] = ()


def make_card(printing: Printing, symbol: str) -> Card:
    """Return the card of a printing in the card set with a symbol."""
    effects = printing.effects
    by_round = any(isinstance(effect, BasePowerIsRound) for effect in effects)
    bonuses = tuple(effect for effect in effects if isinstance(effect, PowerBonus))
    timing = printing.timing or ""
    at = {timing: effects}
    at_reveal = at.get("reveal", ())
    only_bonuses = len(bonuses) == len(at_reveal)
    return Card(
        id=printing.id,
        name=printing.name,
        set=symbol,
        level=printing.level,
        power=BY_ROUND if by_round else printing.power or 0,
        copies=printing.copies,
        name_ko=printing.name_ko,
        timing=timing,
        reveal_bonus=bonuses if at_reveal and only_bonuses else (),
        on_reveal=() if only_bonuses else at_reveal,
        attack_bonus=bonuses if timing == "attack" else (),
        flag_bonus=bonuses if timing == "flag" else (),
        auras=tuple(effect for effect in effects if isinstance(effect, Aura)),
        on_gain=at.get("gain_flag", ()),
        on_loss=at.get("flag_loss", ()),
        on_pick=at.get("picked", ()),
        lasting=any(isinstance(effect, Shift) and is_lasting(effect) for effect in effects),
        effects=effects,
    )


def is_lasting(effect: Shift) -> bool:
    """Return whether a move changes a deck beyond the duel (C79)."""
    return effect.source.startswith("level_pile") or effect.dest == "removed"


def blank_card(card: Card) -> Card:
    """Return a card without its effects; its base power, name and set still count (C95)."""
    return Card(card.id, card.name, card.set, card.level, card.power, card.copies, card.name_ko)


def unknown_card(name: str) -> Card:
    """Return what an unknown card counts as: a name of its own and no power."""
    return Card(name, name, "", "", 0, 0)


def base_power(card: Card, round_: int) -> int:
    """Return the base power of a card in a round (C70, C94)."""
    return round_ if card.power == BY_ROUND else card.power


def covers(wanted: Filter, card: Card, round_: int) -> bool:
    """Return whether a filter covers a card by name, set, level and base power (C75)."""
    if wanted is ANY:
        return True
    if wanted.name is not None and card.name != wanted.name:
        return False
    if wanted.set is not None and card.set != wanted.set:
        return False
    if wanted.level is not None and card.level != wanted.level:
        return False
    power = base_power(card, round_)
    if wanted.base_power is not None and power != wanted.base_power:
        return False
    return wanted.base_power_max is None or power <= wanted.base_power_max


def has_pick_fans(card: Card) -> bool:
    """Return whether picking a card brings fan tokens, so that everybody sees which it was
    (C61)."""
    return any(isinstance(effect, GainFans) for effect in card.on_pick)
