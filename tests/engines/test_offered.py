"""What is offered is exactly what is legal: Wizard, Machi Koro and 7 Wonders Duel, in random games.

Splendor and Challengers! have tests of their own (F27). What was noted by halves (a card ``?``, a
colour turned up, the sum of two dice) can be recorded and is not offered; of dice in another order,
which are the same roll, one is.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from engines.machi_koro import actions as machi_koro
from engines.machi_koro.catalog import COST, DICE
from engines.protocol import find_breaches
from engines.registry import load_engine
from engines.seven_wonders_duel import actions as seven_wonders_duel
from engines.seven_wonders_duel.catalog import CARDS as CARDS_OF_DUEL
from engines.seven_wonders_duel.catalog import NUMBERS, SLOT, TOKENS, WONDERS
from engines.seven_wonders_duel.choices import list_faces
from engines.seven_wonders_duel.score import compute_sale
from engines.seven_wonders_duel.trade import compute_price
from engines.values import Action, Prompt, Setup
from engines.wizard import actions as wizard
from engines.wizard.catalog import CARDS, NO_TRUMP, SUITS
from engines.wizard.state import is_in_match
from replay.lab.dealer import Dealer


def list_wizard_actions(state: Any, prompt: Prompt, verb: str) -> Iterator[Action]:
    """Yield actions that may be legal in answer to a prompt, with every card of the match."""
    cards = [card for card in sorted(CARDS) if is_in_match(state, card)]
    match verb:
        case "play":
            yield from (wizard.Play(seat=prompt.seat, card=card) for card in cards)
        case "flip":
            yield from (wizard.Flip(card=card) for card in cards)
        case "bid":
            bids = range(-1, state.cards + 2)
            yield from (wizard.Bid(seat=prompt.seat, bid=n) for n in bids)
        case "trump":
            suits = (*SUITS, NO_TRUMP)
            yield from (wizard.Trump(seat=prompt.seat, suit=suit) for suit in suits)
        case "trick":
            yield from (wizard.Trick(seat=seat) for seat in range(state.seats))


def list_machi_koro_actions(state: Any, prompt: Prompt, verb: str) -> Iterator[Action]:
    """Yield actions that may be legal in answer to a prompt, with every card, landmark and die."""
    seat, faces = prompt.seat, range(1, DICE.faces + 1)
    match verb:
        case "roll":
            yield from (machi_koro.Roll(dice=(face,)) for face in faces)
            pairs = combinations_with_replacement(faces, 2)
            yield from (machi_koro.Roll(dice=dice) for dice in pairs)
        case "keep":
            yield machi_koro.Keep(seat=seat)
        case "reroll":
            yield machi_koro.Reroll(seat=seat)
        case "tv":
            yield from (machi_koro.Tv(seat=seat, target=other) for other in range(state.seats))
        case "swap":
            for target, give, take in product(range(state.seats), COST, COST):
                yield machi_koro.Swap(seat=seat, target=target, give=give, take=take)
        case "decline":
            yield machi_koro.Decline(seat=seat)
        case "build":
            yield from (machi_koro.Build(seat=seat, card=c, paid=COST[c]) for c in COST)
        case "pass":
            yield machi_koro.Pass(seat=seat)


def list_seven_wonders_duel_actions(state: Any, prompt: Prompt, verb: str) -> Iterator[Action]:
    """Yield actions that may be legal in answer to a prompt, with every card, wonder and token at
    its usual price; beside what may lie in a slot, one card that cannot."""
    seat, places = prompt.seat, state.book.places
    duel, cards = seven_wonders_duel, sorted(CARDS_OF_DUEL)
    match verb:
        case "draft":
            yield from (duel.Draft(seat=seat, wonder=wonder) for wonder in WONDERS)
        case "token":
            yield from (duel.Token(seat=seat, token=token) for token in TOKENS)
        case "keep":
            yield from (duel.Keep(seat=seat, token=token) for token in TOKENS)
        case "raze":
            yield from (duel.Raze(seat=seat, card=card) for card in cards)
        case "revive":
            yield from (duel.Revive(seat=seat, card=card) for card in cards)
        case "begin":
            yield from (duel.Begin(seat=seat, who=who) for who in (0, 1))
        case "build" | "discard":
            for slot, card in product(NUMBERS, cards):
                if verb == "build":
                    paid = compute_price(places, seat, card).paid
                    yield duel.Build(seat=seat, card=card, slot=slot, paid=paid)
                else:
                    taken = compute_sale(places, seat)
                    yield duel.Discard(seat=seat, card=card, slot=slot, taken=taken)
        case "wonder":
            for slot, wonder in product(NUMBERS, WONDERS):
                paid = compute_price(places, seat, wonder).paid
                for card in (*list_faces(state, SLOT[slot])[:2], cards[slot]):
                    yield duel.Wonder(seat=seat, wonder=wonder, card=card, slot=slot, paid=paid)
        case "reveal":
            faces: dict[str, Collection[str]] = {"offer": WONDERS, "board": TOKENS, "drawn": TOKENS}
            for face in faces.get(prompt.place, cards):
                if not state.book.count(prompt.place, face):  # what lies there may be told again
                    yield duel.Reveal(place=prompt.place, card=face)


CANDIDATES = {
    "wizard": list_wizard_actions,
    "machi-koro": list_machi_koro_actions,
    "seven-wonders-duel": list_seven_wonders_duel_actions,
}

SETUPS = [
    ("wizard", Setup(3, level="full", options={"rounds": 6})),
    ("wizard", Setup(4, level="actions", options={"rounds": 7, "bid_sum_rule": "not_equal"})),
    ("wizard", Setup(3, level="actions", options={"rounds": 2, "mode": "colour_war"})),
    ("wizard", Setup(5, level="summary", options={"rounds": 6})),
    ("wizard", Setup(4, level="full", options={"rounds": 5, "bid_mode": "secret"})),
    ("machi-koro", Setup(2)),
    ("machi-koro", Setup(4)),
    ("seven-wonders-duel", Setup(2, level="full")),
    ("seven-wonders-duel", Setup(2, first=1, level="actions")),
]


@pytest.mark.parametrize(
    ("game", "setup"), SETUPS, ids=[f"{g}-{s.seats}-{s.level}" for g, s in SETUPS]
)
def test_F27_what_is_offered_is_exactly_what_is_legal(game: str, setup: Setup) -> None:
    engine, chance, compared = load_engine(game), random.Random(setup.seats), 0
    for state, _ in Dealer(engine, setup.seats).play(setup):
        if chance.random() > 0.1:
            continue
        for prompt in engine.list_prompts(state):
            offered = [choice.action for choice in engine.choices(state, prompt)]
            for verb in prompt.verbs:
                for action in CANDIDATES[game](state, prompt, verb):
                    legal = find_breaches(engine, state, action) == ()
                    assert legal == (action in offered), engine.write(action)
                    compared += legal
    assert compared > 20
