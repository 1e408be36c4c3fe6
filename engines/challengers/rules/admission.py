"""The admission of actions: they may name only parks, sides and cards that the match has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from engines.challengers.actions import (
    ByHand,
    Choose,
    Deck,
    LookAt,
    Offer,
    Pick,
    Register,
    Remove,
    Result,
    Reveal,
    Seen,
    Win,
)
from engines.challengers.cards.catalog import CARDS
from engines.challengers.state import State
from engines.values import Action, DecodeError

NAME = re.compile(r"\?(?:[a-h]\.|robot\.|p[a-z]-)?[0-9]+\Z")
"""The name of an unknown card: of a pile, of a side's deck, of a pile under which discards were
put."""

BACK = re.compile(r"\?[ABCS]?\Z")
"""A card of which nothing, or only the level, was seen."""

BACK_FORMS, NAME_FORMS, ANY_FORM = (BACK,), (NAME,), (BACK, NAME)

CardForms: TypeAlias = tuple[str, tuple[re.Pattern[str], ...] | None]
"""A card and the forms allowed for an unknown one; None where the card must be known."""


def admit_action(state: State, action: Action) -> None:
    """Raise DecodeError for an action that names a park, side or card which the match does not
    have."""
    park = getattr(action, "park", None)
    if park is not None and park not in state.rounds:
        raise DecodeError("there is no park {park} in this match", park=park)
    for side in list_sides(action):
        if side and side not in state.players:
            raise DecodeError("there is no side {side} in this match", side=side)
    for item, pattern in list_cards(action):
        if item in CARDS or item in state.extra:
            continue
        if pattern is None or not any(p.match(item) for p in pattern):
            raise DecodeError("there is no card “{card}” in this match", card=item)
    if isinstance(action, Result) and action.fans and len(action.fans) != state.seats:
        raise DecodeError(
            "{verb} has {n} seats, the match has {seats}",
            verb=action.verb,
            n=len(action.fans),
            seats=state.seats,
        )
    if isinstance(action, Seen) and action.name and not NAME.match(action.name):
        raise DecodeError("“{card}” is no unknown card", card=action.name)
    if isinstance(action, Register):
        check_new_cards(state, action)


def list_sides(action: Action) -> Iterator[str]:
    """Yield every side that an action names."""
    for field in ("first", "against", "by", "of", "winner", "loser"):
        side = getattr(action, field, "")
        if isinstance(side, str):
            yield side
    for field in ("decks", "fans", "seats", "gained", "lost"):
        sides = getattr(action, field, None)
        if isinstance(sides, dict):
            yield from sides
    if isinstance(action, Seen):
        yield action.place.partition(".")[0]
    if isinstance(action, ByHand):
        for one in action.moves:
            yield one.source.partition(".")[0]
            yield one.target.partition(".")[0]
    yield from getattr(action, "sides", ())


def list_cards(action: Action) -> Iterable[CardForms]:
    """Return (card, forms allowed for an unknown one) for every card that an action names."""
    list_named = CARDS_NAMED.get(type(action))
    return () if list_named is None else list_named(action)


def name_cards(action: Action) -> list[str]:
    """Return every card that an action names."""
    return [item for item, _ in list_cards(action)]


def list_win_cards(action: Win) -> Iterator[CardForms]:
    """Yield the cards that joined decks for good, and those that left them."""
    for cards in action.gained.values():
        yield from ((item, BACK_FORMS) for item in cards)
    for cards in action.lost.values():
        yield from ((item, NAME_FORMS) for item in cards)


CARDS_NAMED: dict[type[Action], Callable[[Any], Iterable[CardForms]]] = {
    Reveal: lambda action: ((action.card, BACK_FORMS),),
    Choose: lambda action: ((item, NAME_FORMS) for item in action.cards),
    LookAt: lambda action: ((item, BACK_FORMS) for item in (*action.top, *action.bottom)),
    Seen: lambda action: ((action.card, None),),
    ByHand: lambda action: ((one.card, NAME_FORMS) for one in action.moves),
    Offer: lambda action: ((item, BACK_FORMS) for item in action.cards),
    Deck: lambda action: ((item, BACK_FORMS) for item in action.cards),
    Pick: lambda action: (
        (action.card, BACK_FORMS),
        *((item, ANY_FORM) for item in action.paid),
    ),
    Remove: lambda action: ((action.card, ANY_FORM),),
    Win: list_win_cards,
}
"""The cards that each kind of action names, with the forms allowed for an unknown one."""


def check_new_cards(state: State, action: Register) -> None:
    """Raise DecodeError for cards whose id or name belongs to another card set of the match."""
    known = {**CARDS, **state.extra}
    names = {card.name: card.set for card in known.values()}
    for printing in action.cards.cards:
        taken = known.get(printing.id)
        if taken is not None and taken.set != action.cards.set:
            raise DecodeError("{card} is a card of the set {set}", card=printing.id, set=taken.set)
        if names.get(printing.name, action.cards.set) != action.cards.set:
            raise DecodeError(
                "{card} is a card of the set {set}", card=printing.name, set=names[printing.name]
            )
