"""A duel's result without its cards: who has won, and as much of the rest as was noted."""

from __future__ import annotations

from engines.book import EMPTY, UNKNOWN, Booking
from engines.challengers.actions import Win
from engines.challengers.bookings import booking_of
from engines.challengers.cards.card import Card
from engines.challengers.cards.catalog import BENCH, BOX, DECK, EXHAUST, FAN, FANS, FIELD, PILE
from engines.challengers.cards.format import Manual, Shift
from engines.challengers.duel.actions import at_duel, begun, finish, sides_meant
from engines.challengers.duel.play import Play
from engines.challengers.state import Outcome, State, can_begin
from engines.challengers.unseen import decks


def win(state: State, booking: Booking, action: Win) -> State:
    """C60: a duel's result, with as much of it as was noted."""
    duel = state.duels.get(action.park)
    if duel is None or action.winner not in duel.sides:
        sides = sides_meant(state, action.park, action.winner, action.loser)
        play = begun(state, booking, action.park, Play, sides=sides)
        if duel is not None:
            for side in duel.sides:
                decks.gather(booking, side)
    else:
        play = Play(state, booking, action.park, duel)
    winner = play.sides.index(action.winner)
    for side, n in sorted(action.fans.items()):
        already = play.fans[play.sides.index(side)] if side in play.sides else 0
        booking.move(n - already, FAN, "bank", FANS[side], "C60", TOKENS)
        booking.move(already - n, FAN, FANS[side], "bank", "C60")
    for side, cards in sorted(action.gained.items()):
        join(play, side, cards)
    for side, cards in sorted(action.lost.items()):
        depart(play, side, cards)
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
        fans=dict(action.fans.items()) or taken(play),
        verified=play.verified,
    )
    return finish(play, outcome, action.trophy, hidden=action.hidden)


TOKENS = "tokens"
"""What the log calls fan tokens that a result brings."""


def taken(play: Play) -> dict[str, int]:
    """Return the fan tokens that were recorded card by card."""
    return {side: n for side, n in zip(play.sides, play.fans, strict=True) if n}


def keeps_decks(state: State, park: str) -> bool:
    """Return whether nothing in the decks of a duel, which are known, can change them beyond it
    (C79): then a bare result leaves them known."""
    if park not in state.duels and not can_begin(state, park):
        return False
    play = at_duel(state, booking_of(state), park, Play)
    return not any(play.loose) and all(
        (card := play.find(item)) is not None and not card.lasting
        for side in play.sides
        for place in (DECK[side], FIELD[side], BENCH[side], EXHAUST[side])
        for item in play.places.get(place, EMPTY)
    )


def reveals_allowed(state: State, action: Win) -> tuple[int, int] | None:
    """Return the fewest and the most cards that can have been revealed in a duel that ended so
    (C51, C52). None where that cannot be said: a deck's list is not known, a card's effect may move
    cards, or the duel was begun card by card."""
    if action.park in state.duels or not can_begin(state, action.park):
        return None
    play = at_duel(state, booking_of(state), action.park, Play)
    cards = [play.find(item) for side in play.sides for item in play.places.get(DECK[side], EMPTY)]
    if any(play.loose) or action.winner not in play.sides:
        return None
    if any(card is None or moves_cards(card) for card in cards):
        return None
    size = {side: sum(play.places.get(DECK[side], EMPTY).values()) for side in play.sides}
    most = sum(size.values())
    least = {"deck": most - size[action.winner], "bench": BOX.seats + 2}.get(action.reason, 1)
    return least, most


def moves_cards(card: Card) -> bool:
    """Return whether a card's effects may take cards anywhere that revealing does not."""
    return any(isinstance(effect, (Shift, Manual)) for effect in card.effects)


def join(play: Play, side: str, cards: dict[str, int]) -> None:
    """C79: cards have joined a deck for good, known or by level."""
    booking, extra = play.booking, play.state.extra
    for item, n in sorted(cards.items()):
        for _ in range(n):
            if item[0] == UNKNOWN:
                name = play.new_name(play.sides.index(side)) if side in play.sides else ""
                booking.draw(PILE.get(item[1:], "pile.A"), DECK[side], "C79", name)
                continue
            names = decks.likely(booking, extra, DECK[side], item)
            if names and play.reveals:
                decks.identify(booking, extra, names[0], item, DECK[side], "C79")
            else:
                decks.bring(booking, extra, item, DECK[side], "C79")


def depart(play: Play, side: str, cards: dict[str, int]) -> None:
    """C79: cards have left a deck for good."""
    for named, n in sorted(cards.items()):
        item = decks.face_of(play.state.book, named)
        places = (DECK[side], FIELD[side], BENCH[side], EXHAUST[side])
        for _ in range(n):
            held = [p for p in places if play.places.get(p, EMPTY).get(item, 0) > 0]
            if not held and is_loose(play, side):
                decks.bring(play.booking, play.state.extra, item, DECK[side], "C31")
            target = decks.discard_place(play.state.extra, play.booking, item)
            play.booking.move(1, item, held[0] if held else DECK[side], target, "C79")
            play.gone.append((side, item))


def is_loose(play: Play, side: str) -> bool:
    """Return whether the list of a side's deck is not known."""
    return side in play.sides and play.loose[play.sides.index(side)]
