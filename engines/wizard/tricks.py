"""Tricks: the suit led, and the winner. Functions of the cards in the order played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.book import UNKNOWN
from engines.wizard.catalog import (
    FOLK_CARDS,
    JESTER,
    NO_TRUMP,
    NUMBERS_OF,
    STRENGTH,
    SUIT,
    SUITS,
    VALUE,
    WIZARD,
)

WEAKEST_OF_WAR = next(iter(FOLK_CARDS.values()))[-1]
"""A card that beats no other in the colour war: a jester."""


class TrickWin(NamedTuple):
    """The position of the card that wins a trick, and the rule that says so."""

    position: int
    rule: str


def find_lead_suit(cards: Sequence[str]) -> str:
    """Return the suit that must be followed, "" when there is none or nobody knows (W36).

    >>> find_lead_suit(["N", "b7", "W"]), find_lead_suit(["N", "W", "b7"]), find_lead_suit(["N"])
    ('blue', '', '')
    """
    for card in cards:
        if card != JESTER:
            return SUIT.get(card, "")
    return ""


def find_winner(cards: Sequence[str], trump: str) -> TrickWin | None:
    """Return the card that wins a trick (W37), or None where the record cannot tell.

    `trump` is a suit, ``none``, or "" while unknown; the card ``?`` is one that nobody noted.

    >>> find_winner(["b12", "r1", "W", "W"], "red"), find_winner(["b12", "r1", "b13"], "red")
    (TrickWin(position=2, rule='W37(1)'), TrickWin(position=1, rule='W37(2)'))
    >>> find_winner(["b12", "r1", "b13"], ""), find_winner(["N", "N", "N"], "red")
    (None, TrickWin(position=0, rule='W37(4)'))
    """
    if UNKNOWN in cards:
        first = cards.index(WIZARD) if WIZARD in cards else len(cards)
        return TrickWin(first, "W37(1)") if first < cards.index(UNKNOWN) else None
    if WIZARD in cards:
        return TrickWin(cards.index(WIZARD), "W37(1)")
    lead = find_lead_suit(cards)
    if not lead:
        return TrickWin(0, "W37(4)")
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
        return TrickWin(best, "W37(2)")
    if not trump and strange:
        return None
    return TrickWin(led, "W37(3)")


def find_war_winner(cards: Sequence[str]) -> TrickWin | None:
    """Return the card that wins a trick of the colour war (V5d), or None where one was not noted.

    >>> find_war_winner(["b7", "g7", "r6"]), find_war_winner(["bN", "gN", "rN"])
    (TrickWin(position=0, rule='V5d'), TrickWin(position=0, rule='V5d'))
    """
    best, most = -1, -1
    for position, card in enumerate(cards):
        strength = STRENGTH.get(card)
        if strength is None:
            return None
        if strength > most:
            best, most = position, strength
    return TrickWin(best, "V5d")


def is_lead_known(cards: Sequence[str]) -> bool:
    """Return whether the cards tell the suit led, or that there is none (W36).

    >>> is_lead_known(["N", "b7", "?"]), is_lead_known(["N", "?", "b7"])
    (True, False)
    """
    return next((card for card in cards if card != JESTER), "") != UNKNOWN


def find_possible_winners(cards: Sequence[str], trump: str) -> set[int]:
    """Return the positions of the known cards that may win a trick (W37).

    `trump` is a suit, ``none``, or "" while unknown. A card ``?`` that nobody noted may be a
    jester, which takes the trick from nobody; as the first card it may set any suit.

    >>> sorted(find_possible_winners(["b7", "?", "b12", "r3"], "red"))
    [3]
    >>> sorted(find_possible_winners(["?", "b7", "b12", "r3"], "green"))
    [2, 3]
    """
    known = [position for position, card in enumerate(cards) if card != UNKNOWN]
    trumps = (trump,) if trump else (*SUITS, NO_TRUMP)
    found = set()
    for completed in _list_weakest_completions(cards):
        for suit in trumps:
            wins = find_winner(completed, suit)
            found |= set() if wins is None else {wins.position}
    return found.intersection(known)


def _list_weakest_completions(cards: Sequence[str]) -> list[list[str]]:
    """Return tricks with a weak card for each one unseen: all jesters, or a low number led."""
    jesters = [JESTER if card == UNKNOWN else card for card in cards]
    if is_lead_known(cards):
        return [jesters]
    first = cards.index(UNKNOWN)
    lowest = [next(card for card in NUMBERS_OF[suit] if card not in cards) for suit in SUITS]
    return [jesters, *([*jesters[:first], card, *jesters[first + 1 :]] for card in lowest)]


def find_possible_war_winners(cards: Sequence[str]) -> set[int]:
    """Return the positions of the known cards that may win a trick of the colour war (V5d).

    >>> sorted(find_possible_war_winners(["b7", "?", "r9"]))
    [2]
    """
    wins = find_war_winner([WEAKEST_OF_WAR if card == UNKNOWN else card for card in cards])
    return set() if wins is None or cards[wins.position] == UNKNOWN else {wins.position}


def is_stray(lead: str, card: str) -> bool:
    """Return whether `card` is a number of another suit than the one led (W33, W34).

    >>> is_stray("blue", "r2"), is_stray("blue", "W"), is_stray("", "r2")
    (True, False, False)
    """
    return bool(lead) and card in SUIT and SUIT[card] != lead
