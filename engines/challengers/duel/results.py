"""A duel's result without its cards: who has won, and as much of the rest as was noted."""

from __future__ import annotations

from engines.book import EMPTY, UNKNOWN, Booking
from engines.challengers.actions import Win
from engines.challengers.bookings import open_booking
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import BENCH, BOX, DECK, EXHAUST, FAN, FANS, FIELD, PILE
from engines.challengers.cards.format import Manual, Shift
from engines.challengers.duel.actions import begin_play, find_sides, finish_duel, open_play
from engines.challengers.duel.play import Play
from engines.challengers.state import Outcome, State, can_begin
from engines.challengers.unseen import decks


def apply_win(state: State, booking: Booking, action: Win) -> State:
    """C60: a duel's result, with as much of it as was noted."""
    duel = state.duels.get(action.park)
    if duel is None or action.winner not in duel.sides:
        sides = find_sides(state, action.park, action.winner, action.loser)
        play = begin_play(state, booking, action.park, Play, sides=sides)
        if duel is not None:
            for side in duel.sides:
                decks.gather_cards(booking, side)
    else:
        play = Play(state, booking, action.park, duel)
    winner = play.sides.index(action.winner)
    for side, n in sorted(action.fans.items()):
        already = play.fans[play.sides.index(side)] if side in play.sides else 0
        booking.move(n - already, FAN, "bank", FANS[side], "C60", TOKENS)
        booking.move(already - n, FAN, FANS[side], "bank", "C60")
    for side, cards in sorted(action.gained.items()):
        add_cards(play, side, cards)
    for side, cards in sorted(action.lost.items()):
        remove_cards(play, side, cards)
    told = bool(action.reason or action.gained or action.lost)
    if not told and not action.kept:
        play.loose = (True, True)
        play.sizes = [None, None]
    outcome = Outcome(
        park=action.park,
        round=play.round,
        winner=action.winner,
        loser=play.sides[1 - winner],
        reason=action.reason,
        detail="summary" if told or action.first or action.reveals is not None else "results",
        first=action.first or (play.sides[play.first] if play.reveals else ""),
        reveals=action.reveals,
        seats=dict(action.seats.items()),
        fans=dict(action.fans.items()) or count_taken(play),
        verified=play.verified,
    )
    return finish_duel(play, outcome, action.trophy, hidden=action.hidden)


TOKENS = "tokens"
"""What the log calls fan tokens that a result brings."""


def count_taken(play: Play) -> dict[str, int]:
    """Return the fan tokens that were recorded card by card."""
    return {side: n for side, n in zip(play.sides, play.fans, strict=True) if n}


def can_keep_decks(state: State, park: str) -> bool:
    """Return whether nothing in the decks of a duel, which are known, can change them beyond it
    (C79): then a bare result leaves them known."""
    if park not in state.duels and not can_begin(state, park):
        return False
    play = open_play(state, open_booking(state), park, Play)
    return not any(play.loose) and all(
        (card := play.find(item)) is not None and not card.lasting
        for side in play.sides
        for place in (DECK[side], FIELD[side], BENCH[side], EXHAUST[side])
        for item in play.places.get(place, EMPTY)
    )


def reveal_range(state: State, action: Win) -> tuple[int, int] | None:
    """Return the fewest and the most cards that can have been revealed in a duel that ended so
    (C51, C52). None where that cannot be said: a deck's list is not known, a card's effect may move
    cards, or the duel was begun card by card."""
    if action.park in state.duels or not can_begin(state, action.park):
        return None
    play = open_play(state, open_booking(state), action.park, Play)
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
    """Return whether a card's effects may take cards anywhere that revealing does not."""
    return any(isinstance(effect, (Shift, Manual)) for effect in card.effects)


def add_cards(play: Play, side: str, cards: dict[str, int]) -> None:
    """C79: cards have joined a deck for good, known or by level."""
    booking, extra = play.booking, play.state.extra
    for item, n in sorted(cards.items()):
        for _ in range(n):
            if item[0] == UNKNOWN:
                name = play.new_name(play.sides.index(side)) if side in play.sides else ""
                booking.draw(PILE.get(item[1:], "pile.A"), DECK[side], "C79", name)
                continue
            names = decks.rank_unknowns(booking, extra, DECK[side], item)
            if names and play.reveals:
                decks.identify_card(booking, extra, names[0], item, DECK[side], "C79")
            else:
                decks.bring_card(booking, extra, item, DECK[side], "C79")


def remove_cards(play: Play, side: str, cards: dict[str, int]) -> None:
    """C79: cards have left a deck for good."""
    for named, n in sorted(cards.items()):
        item = decks.known_face(play.state.book, named)
        places = (DECK[side], FIELD[side], BENCH[side], EXHAUST[side])
        for _ in range(n):
            held = [p for p in places if play.places.get(p, EMPTY).get(item, 0) > 0]
            if not held and is_loose(play, side):
                decks.bring_card(play.booking, play.state.extra, item, DECK[side], "C31")
            target = decks.find_discards(play.state.extra, play.booking, item)
            play.booking.move(1, item, held[0] if held else DECK[side], target, "C79")
            play.gone.append((side, item))


def is_loose(play: Play, side: str) -> bool:
    """Return whether the list of a side's deck is not known."""
    return side in play.sides and play.loose[play.sides.index(side)]
