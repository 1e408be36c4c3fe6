"""Random rounds of Wizard, dealt and played for real: what a recorder at the table would see."""

from __future__ import annotations

import random
from typing import NamedTuple

from engines.wizard.catalog import COPIES, NO_TRUMP, SUIT, WIZARD
from engines.wizard.tricks import find_lead_suit, find_winner, is_stray


class Planted(NamedTuple):
    """A revoke: who, which suit, at which play (from 0) of the round, in which trick (from 1)."""

    seat: int
    suit: str
    play: int
    trick: int


class Dealt(NamedTuple):
    """A round: hands by seat, the card turned up ("" for none), plays in order, a revoke."""

    hands: list[list[str]]
    flip: str
    trump: str
    plays: list[tuple[int, str]]
    planted: Planted | None


def round_of(
    seats: int, cards: int, first: int, chance: random.Random, *, revoke: bool = False
) -> Dealt:
    """Return a round dealt at random and played legally, with one revoke where asked and possible.

    `first` leads. After a wizard is turned up blue is trump.
    """
    deck = [card for card, n in COPIES.items() for _ in range(n)]
    chance.shuffle(deck)
    hands = [[deck.pop() for _ in range(cards)] for _ in range(seats)]
    flip = deck.pop() if deck else ""
    trump = SUIT.get(flip, "blue" if flip == WIZARD else NO_TRUMP)
    left = [list(hand) for hand in hands]
    plays: list[tuple[int, str]] = []
    planted: Planted | None = None
    leader = first
    for number in range(1, cards + 1):
        laid: list[str] = []
        for i in range(seats):
            seat = (leader + i) % seats
            lead = find_lead_suit(laid)
            follows = [card for card in left[seat] if SUIT.get(card) == lead and lead]
            wrong = [card for card in left[seat] if follows and is_stray(lead, card)]
            legal = [card for card in left[seat] if card not in wrong]
            card = chance.choice(legal)
            if revoke and planted is None and wrong and chance.random() < 0.3:
                card = chance.choice(wrong)
                planted = Planted(seat, lead, len(plays), number)
            left[seat].remove(card)
            laid.append(card)
            plays.append((seat, card))
        wins = find_winner(laid, trump)
        assert wins is not None
        leader = (leader + wins.position) % seats
    return Dealt(hands, flip, trump, plays, planted)
