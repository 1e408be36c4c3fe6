"""How power comes about, term by term (C70 to C75)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.book import EMPTY
from engines.challengers.cards.card import base_power, covers
from engines.challengers.cards.catalog import BENCH
from engines.challengers.duel.play import Auras, Play
from engines.challengers.state import Shown
from engines.values import Term

BONUS_RULES = {"reveal": "C71", "attack": "C72", "flag": "C73"}
"""The rule behind a card's own bonus, by its timing."""


def attack_terms(play: Play) -> Iterator[Term]:
    """Yield the terms of the attack's power (C44)."""
    i = play.turn
    auras = play.find_auras(i, "flag")
    for shown in play.attack:
        yield from card_terms(play, i, shown, auras, attacking=True)


def flag_terms(play: Play) -> Iterator[Term]:
    """Yield the terms of the flag card's power (C45)."""
    if play.flag is not None:
        i = play.holder
        auras = play.find_auras(i, "attack")
        yield from card_terms(play, i, play.flag, auras, attacking=False)


def card_terms(
    play: Play, i: int, shown: Shown, auras: Auras, *, attacking: bool
) -> Iterator[Term]:
    """Yield the terms of a card's power (C70); their sum is `Play.card_power`."""
    card = play.effective_card(i, shown.card)
    total = base_power(card, play.round)
    yield Term("line.base", total, "C70", shown.card)
    own = [("reveal", shown.bonus + (play.live_bonus(i, card) if play.live else 0))]
    timing, bonuses = ("attack", card.attack_bonus) if attacking else ("flag", card.flag_bonus)
    own += [(timing, play.bonus_value(i, bonus)) for bonus in bonuses]
    for timing, n in own:
        if n:
            total += n
            yield Term(f"line.{timing}", n, BONUS_RULES[timing], shown.card)
    coming = shown.extra if attacking else shown.guard
    if coming:
        total += coming
        yield Term("line.next", coming, "C76", shown.card)
    for item, n in find_aura_cards(play, i, auras):
        for aura in play.effective_card(i, item).auras:
            counted = any(aura is one for one, _ in auras)
            if counted and covers(aura.filter, card, play.round):
                total += aura.amount * n
                yield Term("line.aura", aura.amount * n, "C74", item)
    if total < 0:
        yield Term("line.floor", -total, "C70", shown.card)


def find_aura_cards(play: Play, i: int, auras: Auras) -> Iterator[tuple[str, int]]:
    """Yield (card, number) for the cards on a side's bench that give power to others."""
    if auras:
        for item, n in play.places.get(BENCH[play.sides[i]], EMPTY).items():
            if play.effective_card(i, item).auras:
                yield item, n
