"""The result of a duel, noted without its cards (C60), and how far it agrees with the decks."""

from __future__ import annotations

from engines.book import EMPTY, Booking, is_unknown
from engines.challengers.actions import Win
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import (
    BENCH,
    BOX,
    DECK,
    EXHAUST,
    FAN,
    FANS,
    FIELD,
    PILE,
    ROBOT,
)
from engines.challengers.cards.format import Manual, Shift
from engines.challengers.duel.beginning import begin_play, find_sides, open_duel
from engines.challengers.duel.end import finish_duel
from engines.challengers.duel.play import Play, make_play
from engines.challengers.state import Outcome, State, can_begin, is_gone
from engines.challengers.unseen.decks import (
    bring_card,
    find_discards,
    gather_cards,
    identify_card,
    known_face,
    rank_unknowns,
)

TOKENS = "tokens"
"""The cause of fan tokens that a result brings."""


def apply_win(state: State, booking: Booking, action: Win) -> State:
    """C60: end a duel with its result, and with as much of its summary as was noted."""
    play = open_result(state, booking, action)
    winner = play.sides.index(action.winner)
    book_fans(play, action)
    for side, cards in sorted(action.gained.items()):
        add_cards(play, side, cards)
    for side, cards in sorted(action.lost.items()):
        remove_cards(play, side, cards)
    has_summary = bool(action.reason or action.gained or action.lost)
    if not has_summary and not action.kept:
        play.loose = (
            play.loose[0] or can_have_changed(play, 0),
            play.loose[1] or can_have_changed(play, 1),
        )
        play.sizes = (
            None if play.loose[0] else play.sizes[0],
            None if play.loose[1] else play.sizes[1],
        )
    detailed = has_summary or action.first or action.reveals is not None
    outcome = Outcome(
        park=action.park,
        round=play.round,
        winner=action.winner,
        loser=play.sides[1 - winner],
        reason=action.reason,
        detail="summary" if detailed else "results",
        first=action.first or (play.sides[play.first] if play.reveals else ""),
        reveals=action.reveals,
        seats=dict(action.seats.items()),
        fans=dict(action.fans.items()) or play.fans_taken(),
        verified=play.verified,
    )
    return finish_duel(play, outcome, action.trophy, hidden=action.hidden)


def open_result(state: State, booking: Booking, action: Win) -> Play:
    """Return the duel that a result ends: the one under way in the park if the winner is in it,
    else a new one between the sides that are named."""
    duel = state.duels.get(action.park)
    if duel is not None and action.winner in duel.sides:
        return make_play(state, booking, action.park, duel)
    sides = find_sides(state, action.park, action.winner, action.loser)
    play = begin_play(state, booking, action.park, sides=sides)
    for side in duel.sides if duel is not None else ():
        gather_cards(booking, side)
    return play


def book_fans(play: Play, action: Win) -> None:
    """Book the fan tokens of a result; those recorded card by card are among them."""
    for side, n in sorted(action.fans.items()):
        before = play.fans[play.sides.index(side)] if side in play.sides else 0
        play.booking.move(n - before, FAN, "bank", FANS[side], "C60", TOKENS)
        play.booking.move(before - n, FAN, FANS[side], "bank", "C60")


def can_have_changed(play: Play, i: int) -> bool:
    """Return whether a deck can have changed for good in a duel of which only the result is known.
    The robot has no deck phase: only a card that another side can own by now adds to its deck."""
    if play.sides[i] != ROBOT:
        return True
    levels = {level for n in range(1, play.round + 1) for level in BOX.schedule.get(n, ())}
    return any(
        adds_to_other_deck(card)
        for held in play.places.values()
        for item in held
        if (card := play.find(item)) is not None and card.level in levels
    )


def adds_to_other_deck(card: Card) -> bool:
    """Return whether an effect of a card may add cards to the opponent's deck for good (C79)."""
    return any(
        isinstance(effect, Manual)
        or (
            isinstance(effect, Shift)
            and effect.source.startswith("level_pile")
            and effect.dest.startswith("opp_deck")
        )
        for effect in card.effects
    )


def can_keep_decks(state: State, park: str) -> bool:
    """Return whether the decks of a park's duel are known and no card in them can change a deck for
    good (C79): a bare result then leaves them known. A duel that is won because the
    other side has left is not played (C98)."""
    if park not in state.duels and not can_begin(state, park):
        return False
    play = open_duel(state, park)
    if any(is_gone(state, side) for side in play.sides) and park not in state.duels:
        return True
    return not any(play.loose) and all(
        (card := play.find(item)) is not None and not card.lasting
        for side in play.sides
        for place in (DECK[side], FIELD[side], BENCH[side], EXHAUST[side])
        for item in play.places.get(place, EMPTY)
    )


def reveal_range(state: State, action: Win) -> tuple[int, int] | None:
    """Return the fewest and the most cards that can have been revealed in a duel that ended like
    this (C51, C52). None where that cannot be said: a deck's list is not known, an effect may move
    cards, or the duel was begun card by card."""
    if action.park in state.duels or not can_begin(state, action.park):
        return None
    play = open_duel(state, action.park)
    cards = [play.find(item) for side in play.sides for item in play.places.get(DECK[side], EMPTY)]
    if any(play.loose) or action.winner not in play.sides:
        return None
    if any(card is None or can_move_cards(card) for card in cards):
        return None
    size = {side: sum(play.places.get(DECK[side], EMPTY).values()) for side in play.sides}
    most = sum(size.values())
    least = {"deck": most - size[action.winner], "bench": BOX.seats + 2}.get(action.reason, 1)
    return least, most


def can_move_cards(card: Card) -> bool:
    """Return whether an effect of a card may move cards to where revealing does not."""
    return any(isinstance(effect, (Shift, Manual)) for effect in card.effects)


def add_cards(play: Play, side: str, cards: dict[str, int]) -> None:
    """C79: add cards to a deck for good, known ones or by level."""
    booking, extra = play.booking, play.state.extra
    for item, n in sorted(cards.items()):
        for _ in range(n):
            if is_unknown(item):
                name = play.new_name(play.sides.index(side)) if side in play.sides else ""
                booking.draw(PILE.get(item[1:], "pile.A"), DECK[side], "C79", name)
                continue
            names = rank_unknowns(booking, extra, DECK[side], item)
            if names and play.reveals:
                identify_card(booking, extra, names[0], item, DECK[side], "C79")
            else:
                bring_card(booking, extra, item, DECK[side], "C79")


def remove_cards(play: Play, side: str, cards: dict[str, int]) -> None:
    """C79: remove cards from a deck for good."""
    loose = side in play.sides and play.loose[play.sides.index(side)]
    for named, n in sorted(cards.items()):
        item = known_face(play.state.book, named)
        places = (DECK[side], FIELD[side], BENCH[side], EXHAUST[side])
        for _ in range(n):
            held = [p for p in places if play.places.get(p, EMPTY).get(item, 0) > 0]
            if not held and loose:
                bring_card(play.booking, play.state.extra, item, DECK[side], "C31")
            target = find_discards(play.state.extra, play.booking, item)
            play.booking.move(1, item, held[0] if held else DECK[side], target, "C79")
            play.gone.append((side, item))
