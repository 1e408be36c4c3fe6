"""What is legal in the deck phase (C30 to C34)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engines.book import is_unknown
from engines.challengers.actions import Offer, Option, Pick, Ready, Redraw, Remove
from engines.challengers.cards.card import covers
from engines.challengers.cards.catalog import (
    BOX,
    CARDS,
    DECK,
    DISCARD,
    OFFER,
    PILE,
    SIDES,
    SPARE,
    UNDER,
)
from engines.challengers.cards.format import ExtraPick
from engines.challengers.deck_phase import find_option
from engines.challengers.state import Player, State, find_card, name_side, seat_of, short_side
from engines.challengers.unseen import piles
from engines.challengers.unseen.debts import open_booking
from engines.challengers.unseen.decks import list_possible_faces
from engines.values import Choice, Prompt, Slot

VERBS = ("option", "offer", "pick", "redraw", "remove", "ready", "deck")


def deck_prompt(state: State, side: str) -> Prompt:
    """Return the prompt of a seat's deck phase: the picks that are left, of which piles (C30), and
    examples of what may be typed."""
    player = state.players[side]
    held = [item for item, n in state.book.holding(DECK[side]).items() if n > 0]
    known = [item for item in held if not is_unknown(item)]
    data: dict[str, Any] = {
        "seat": name_side(side),
        "round": player.round,
        "letter": short_side(side),
        "away": next((item for item in known if item in BOX.starter), (known or [*BOX.starter])[0]),
    }
    schedule = BOX.schedule.get(player.round, {})
    place = f"{side}.deck"
    if not schedule:
        return Prompt(seat_of(side), "ask.trim", ("remove", "ready"), place, data=data)
    chosen = find_option(state, player)
    level, picks = chosen or next(iter(schedule.items()))
    left = max(picks - player.picked, 0)
    data |= {
        "level": level,
        "left": left,
        "example": example_cards(state, side, level, min(left, 2)),
    }
    if chosen is None:
        data["other"], data["more"] = list(schedule.items())[1]
    ask = "ask.deck.option" if chosen is None else "ask.deck" if left else "ask.deck.picked"
    return Prompt(seat_of(side), ask, VERBS, place, data=data)


def example_cards(state: State, side: str, level: str, n: int) -> list[str]:
    """Return up to `n` cards that a seat may pick, of its offer or of a pile."""
    there = state.book.holding(OFFER[side]) or state.book.holding(PILE[level])
    known = [item for item, held in there.items() if held > 0 and not is_unknown(item)]
    return (known or [item for item, card in CARDS.items() if card.level == level])[:n]


def deck_choices(state: State, seat: int) -> Iterator[Choice]:
    """Yield what a seat may do in its deck phase (C30 to C34).

    Usually it chooses a pile, draws, picks what its option allows, and removes cards at the end.
    What is legal out of that order has weight 0: a pick says which pile was chosen, nobody has to
    pick (C31), and cards may be removed before.
    """
    side = SIDES[seat]
    player = state.players[side]
    schedule = BOX.schedule.get(player.round, {})
    option = find_option(state, player)
    for level, picks in schedule.items() if player.option is None else ():
        yield Choice(Option(seat=seat, level=level, picks=picks), weight=int(option is None))
    offers = list(offer_choices(state, seat, side, player, option[0])) if option else []
    picking = list(pick_choices(state, seat, side, player, option))
    yield from offers
    yield from map(make_seldom, picking) if offers or option is None else picking
    early = option is None or player.picked < option[1]
    early = early and bool(offers or picking)
    removals = list(removal_choices(state, seat, side))
    yield from map(make_seldom, removals) if early else removals
    yield Choice(Ready(seat=seat), weight=0 if early else 1)


def removal_choices(state: State, seat: int, side: str) -> Iterator[Choice]:
    """Yield the removals of every card in a deck, an unknown one also by a face that it can have
    (C34)."""
    held = {item: n for item, n in state.book.holding(DECK[side]).items() if n > 0}
    for item, n in held.items():
        yield Choice(Remove(seat=seat, card=item), weight=n)
    names = [item for item in held if is_unknown(item)]
    if not names:
        return
    booking = open_booking(state)
    faces = [face for name in names for face in list_possible_faces(booking, state.extra, name)]
    for face in dict.fromkeys(faces):
        if face not in held:
            yield Choice(Remove(seat=seat, card=face), weight=0)


def make_seldom(choice: Choice) -> Choice:
    """Return a choice as one that is legal but seldom made."""
    return replace(choice, weight=0)


def offer_choices(
    state: State, seat: int, side: str, player: Player, level: str
) -> Iterator[Choice]:
    """Yield the offer that may be drawn, where offers are recorded and one is due."""
    due = 1 if player.redrawn is None else 2
    if state.level != "full" or player.offered >= due or state.book.size(OFFER[side]):
        return
    there = piles.pile_size(state.book, level)
    if state.options.refill_when_empty and there < BOX.draw:
        there += state.book.size(DISCARD[level])
    n = min(player.redrawn or BOX.draw, there)
    held = piles.drawable_cards(state.book, level, n)
    if 0 < n <= sum(held.values()):
        yield Choice(Offer(seat=seat, cards={next(iter(held)): 1}), (Slot("cards", held, n, n),))


def pick_choices(
    state: State, seat: int, side: str, player: Player, option: tuple[str, int] | None
) -> Iterator[Choice]:
    """Yield the picks, the redraw and the extra picks that are legal; of all piles of the round
    while the option is open."""
    schedule = BOX.schedule.get(player.round, {})
    levels = tuple(schedule) if option is None else (option[0],)
    on_offer = state.book.holding(OFFER[side])
    cards: dict[str, int] = {}
    for level in levels:
        source = on_offer if player.offered else piles.drawable_cards(state.book, level, 1)
        cards |= {item: n for item, n in source.items() if n > 0 and not is_unknown(item)}
    if not player.offered:
        cards |= {item: 0 for item in list_far_cards(state, levels) if item not in cards}
    if levels and (option is None or player.picked < option[1]):
        for item, n in cards.items():
            yield Choice(Pick(seat=seat, card=item), weight=n)
        if player.redrawn is None and (on_offer or not player.offered):
            yield Choice(Redraw(seat=seat))
    for owner in dict.fromkeys(player.extra):
        slot = payment_slot(state, side, owner)
        if slot is not None:
            for item, n in cards.items():
                yield Choice(Pick(seat=seat, card=item, paid={owner: 1}), (slot,), weight=n)


def list_far_cards(state: State, levels: Sequence[str]) -> Iterator[str]:
    """Yield the cards that are seldom drawn, but may be where no offer was recorded: those under
    the piles, those discarded, which may lie under them unrecorded, and those of the set that was
    taken to be left out (C23)."""
    for place in (*map(UNDER.get, levels), *map(DISCARD.get, levels), SPARE):
        for item, n in state.book.holding(place or "").items():
            card = find_card(state, item)
            if n > 0 and card is not None and card.level in levels:
                yield item


def payment_slot(state: State, side: str, owner: str) -> Slot | None:
    """Return the slot for what an extra pick costs, None when the deck has too little (C33)."""
    card = find_card(state, owner)
    for effect in card.on_pick if card is not None else ():
        if isinstance(effect, ExtraPick):
            held = {
                item: n
                for item, n in state.book.holding(DECK[side]).items()
                if n > 0
                and (found := find_card(state, item)) is not None
                and covers(effect.cost.filter, found, 0)
            }
            n = effect.cost.remove_from_deck
            return Slot("paid", held, n, n) if sum(held.values()) >= n else None
    return None
