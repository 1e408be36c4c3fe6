"""Tricks: the suit that is led, and who wins. Pure functions of the cards in the order played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.book import UNKNOWN
from engines.wizard.catalog import JESTER, STRENGTH, SUIT, VALUE, WIZARD


class Won(NamedTuple):
    """Which card of a trick wins, by its position, and the rule that says so."""

    position: int
    rule: str


def lead_suit(cards: Sequence[str]) -> str:
    """Return the suit that must be followed, "" when there is none (yet) or nobody knows (W36).

    >>> lead_suit(["N", "b7", "W"]), lead_suit(["N", "W", "b7"]), lead_suit(["N"])
    ('blue', '', '')
    """
    for card in cards:
        if card != JESTER:
            return SUIT.get(card, "")
    return ""


def winner(cards: Sequence[str], trump: str) -> Won | None:
    """Return what wins a trick (W37); None where the record cannot tell.

    `trump` is a suit, ``none``, or "" when it is not known; ``?`` is a card that nobody noted.

    >>> winner(["b12", "r1", "W", "W"], "red"), winner(["b12", "r1", "b13"], "red")
    (Won(position=2, rule='W37(1)'), Won(position=1, rule='W37(2)'))
    >>> winner(["b12", "r1", "b13"], ""), winner(["N", "N", "N"], "red")
    (None, Won(position=0, rule='W37(4)'))
    """
    if UNKNOWN in cards:
        first = cards.index(WIZARD) if WIZARD in cards else len(cards)
        return Won(first, "W37(1)") if first < cards.index(UNKNOWN) else None
    if WIZARD in cards:
        return Won(cards.index(WIZARD), "W37(1)")
    lead = lead_suit(cards)
    if not lead:
        return Won(0, "W37(4)")
    best, most = -1, 0
    led, most_led = 0, 0
    strange = False
    for position, card in enumerate(cards):
        suit = SUIT.get(card)
        if suit == lead:
            if VALUE[card] > most_led:
                led, most_led = position, VALUE[card]
        elif suit is not None:
            strange = True
        if suit == trump and VALUE[card] > most:
            best, most = position, VALUE[card]
    if best >= 0:
        return Won(best, "W37(2)")
    if not trump and strange:
        return None
    return Won(led, "W37(3)")


def war_winner(cards: Sequence[str]) -> Won | None:
    """Return what wins a trick of the colour war (V5d); None where a card was not noted.

    >>> war_winner(["b7", "g7", "r6"]), war_winner(["bN", "gN", "rN"])
    (Won(position=0, rule='V5d'), Won(position=0, rule='V5d'))
    """
    best, most = -1, -1
    for position, card in enumerate(cards):
        strength = STRENGTH.get(card)
        if strength is None:
            return None
        if strength > most:
            best, most = position, strength
    return Won(best, "V5d")


def strays(lead: str, card: str) -> bool:
    """Return whether `card` leaves the suit that was led: a number of another suit (W33, W34).

    >>> strays("blue", "r2"), strays("blue", "W"), strays("", "r2")
    (True, False, False)
    """
    return bool(lead) and card in SUIT and SUIT[card] != lead
