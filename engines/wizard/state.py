"""The table of Wizard: the book, and what the rules must remember beside it."""

from __future__ import annotations

import msgspec

from engines.book import EMPTY, UNKNOWN, Book, is_unknown
from engines.wizard.actions import EVERY_CARD, Result
from engines.wizard.catalog import (
    COPIES,
    DECK,
    DECK_SIZE,
    DECKS,
    FOLK_CARDS,
    FOLK_OF_CARD,
    HANDS,
    JESTER,
    SUIT,
    SUITS,
    TRICK,
    TRICKS,
    WIZARD,
)
from engines.wizard.tricks import Won, war_winner, winner


class Played(msgspec.Struct, frozen=True, gc=False):
    """A card on the table: who played it, and the ply at which it was."""

    seat: int
    card: str
    ply: int


class Taken(msgspec.Struct, frozen=True):
    """A trick that is over: its cards in the order played (none if not noted), who took it."""

    plays: tuple[Played, ...]
    winner: int
    ply: int


class Claim(msgspec.Struct, frozen=True):
    """A seat did not follow `suit` and thereby says that it holds no number of it (P3).

    `proven`: the record knew even then that it held one, so that nothing is left to come out.
    """

    seat: int
    suit: str
    card: str
    trick: int
    ply: int
    proven: bool = False


class Shown(msgspec.Struct, frozen=True):
    """A card in a hand that was told to the record; until it is played not everybody knows it."""

    seat: int
    card: str
    ply: int
    forehead: bool = False


class PadLine(msgspec.Struct, frozen=True):
    """A line of the pad: a round that has been scored. `points` are those that were written."""

    number: int
    cards: int
    dealer: int
    trump: str
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]


class Fined(msgspec.Struct, frozen=True):
    """A penalty and the round in which it was given (R4)."""

    seat: int
    points: int
    number: int


class Table(msgspec.Struct, frozen=True):
    """What stays the same all match long: seats, the first dealer, cards by round, the options.

    `folks` gives the suit of every seat in the colour war, () outside it.
    """

    seats: int
    first: int
    cards: tuple[int, ...]
    war: bool
    folks: tuple[str, ...]
    bid_mode: str
    not_equal: bool
    exempt: int
    zero_allowed: bool
    sole_leader: bool
    clairvoyant: bool
    tie_break: str

    @property
    def in_order(self) -> bool:
        """Whether bids are made one after the other (W20), and not together (V2) or late (V3)."""
        return self.bid_mode == "ordinary"

    @property
    def secret(self) -> bool:
        """Whether bids are shown only after the last trick of a round (V3)."""
        return self.bid_mode == "secret"

    def deck(self) -> dict[str, int]:
        """Return the deck of the ordinary game (W2)."""
        return dict(COPIES)

    def war_decks(self) -> dict[str, dict[str, int]]:
        """Return every seat's own deck in the colour war (V5a)."""
        return {
            DECKS[seat]: dict.fromkeys(FOLK_CARDS[suit], 1) for seat, suit in enumerate(self.folks)
        }


class State(msgspec.Struct, frozen=True):
    """A position.

    `ply` counts the actions so far. Of the running round: its `number` from 1, the `cards` each
    seat gets, its `dealer`; whose `turn` it is to play a card; the `flip` ("" not told yet, a
    card, a suit, or ``?``) and `trump` (a suit, ``none``, or "" while it is not known); the bids
    by seat (None where not told); the cards of the running `trick` and the tricks `taken`.
    `dealt` says that the book has the hands, `told` are the seats whose hands were told of,
    `blurred` has a seat for every card it played that nobody noted. `counted`: the tricks of the
    round are complete. `pad` holds the rounds scored so far.
    """

    book: Book
    table: Table
    level: str
    cards: int
    dealer: int
    turn: int
    bids: tuple[int | None, ...]
    number: int = 1
    ply: int = 0
    flip: str = ""
    trump: str = ""
    trick: tuple[Played, ...] = ()
    taken: tuple[Taken, ...] = ()
    claims: tuple[Claim, ...] = ()
    shown: tuple[Shown, ...] = ()
    told: tuple[int, ...] = ()
    blurred: tuple[int, ...] = ()
    dealt: bool = False
    counted: bool = False
    pad: tuple[PadLine, ...] = ()
    fines: tuple[Fined, ...] = ()
    over: bool = False
    result: Result | None = None

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.table.seats


def dealer_of(table: Table, number: int) -> int:
    """Return the seat that deals a round: the first dealer, then one to the left each (W7)."""
    return (table.first + number - 1) % table.seats


def left_of(state: State, seat: int) -> int:
    """Return the next seat clockwise."""
    return seat + 1 if seat + 1 < state.table.seats else 0


def from_left(state: State) -> list[int]:
    """Return the seats in the order in which they bid: the dealer last (W20)."""
    n = state.table.seats
    return [(state.dealer + 1 + i) % n for i in range(n)]


def bidder(state: State) -> int | None:
    """Return the seat that is to bid next in order, None when all have (W20)."""
    for seat in from_left(state):
        if state.bids[seat] is None:
            return seat
    return None


def has_stock(state: State) -> bool:
    """Return whether a card is turned up in this round (W9, W13, V5b)."""
    return not state.table.war and state.cards * state.table.seats < DECK_SIZE


def wants_flip(state: State) -> bool:
    """Return whether the card turned up for trump has still to be told."""
    return not state.flip and not state.trump


def names_trump(state: State) -> bool:
    """Return whether the dealer has to name trump (W12)."""
    return state.flip == WIZARD and not state.trump


def untouched(state: State) -> bool:
    """Return whether nothing has been told of this round yet."""
    return not (
        state.flip
        or state.told
        or state.trick
        or state.taken
        or state.counted
        or any(bid is not None for bid in state.bids)
    )


def is_fine(state: State) -> bool:
    """Return whether every card is told at this level of recording."""
    return state.level in EVERY_CARD


def untold(state: State) -> list[int]:
    """Return the seats whose hands are still asked for, in the order of bidding."""
    if state.level != "full" or state.trick or state.taken:
        return []
    return [seat for seat in from_left(state) if seat not in state.told]


def cards_on(plays: tuple[Played, ...]) -> list[str]:
    """Return the cards of a trick in the order played."""
    return [play.card for play in plays]


def lead_of(plays: tuple[Played, ...]) -> str:
    """Return the suit that must be followed in a trick, "" when there is none (W36)."""
    for play in plays:
        if play.card != JESTER:
            return SUIT.get(play.card, "")
    return ""


def won(state: State) -> tuple[int, ...]:
    """Return the tricks that every seat has won in this round, as the record counts them (W38)."""
    places = state.book.places
    return tuple(places.get(TRICKS[seat], EMPTY).get(TRICK, 0) for seat in range(state.table.seats))


def pool_of(state: State, seat: int) -> str:
    """Return where a seat's cards come from: the deck, or its own in the colour war (V5a)."""
    return DECKS[seat] if state.table.war else DECK


def faces(holding: dict[str, int]) -> dict[str, int]:
    """Return the known cards in a place."""
    return {card: n for card, n in holding.items() if not is_unknown(card) and n > 0}


def held(state: State, seat: int) -> dict[str, int]:
    """Return the cards that the record knows in a seat's hand."""
    return faces(state.book.places.get(HANDS[seat], EMPTY))


def hidden(state: State, place: str) -> int:
    """Return the number of cards in a place whose faces are not known."""
    return sum(
        n for name, n in state.book.places.get(place, EMPTY).items() if is_unknown(name) and n > 0
    )


def all_plays(state: State) -> list[Played]:
    """Return every card played in this round, in order."""
    return [play for taken in state.taken for play in taken.plays] + list(state.trick)


def outcome(state: State, plays: tuple[Played, ...]) -> Won | None:
    """Return which card of a complete trick wins (W37), None where the record cannot tell."""
    cards = cards_on(plays)
    return war_winner(cards) if state.table.war else winner(cards, state.trump)


def may_repeat(state: State, number: int) -> bool:
    """Return whether a redeal of a round means the last one on the pad: nothing followed it.

    Round 0 is the running one, which after the last round is the one just written down.
    """
    if not state.pad or not (state.over or untouched(state)):
        return False
    last = state.pad[-1].number
    return number == last or (number == 0 and state.over)


def in_box(state: State, card: str) -> bool:
    """Return whether a card belongs to this match: no folks' wizards outside the colour war (W3),
    no folk without a seat in it (V5a)."""
    if card == UNKNOWN or card in SUITS:
        return True
    if state.table.war:
        return FOLK_OF_CARD.get(card) in state.table.folks
    return card in COPIES


def laid_unseen(state: State, seat: int, before: int) -> bool:
    """Return whether a seat played a card that nobody noted before a ply of this round."""
    for taken in state.taken:
        if taken.ply < before and all(play.seat != seat for play in taken.plays):
            return True
    return any(
        play.seat == seat and play.card == UNKNOWN and play.ply < before
        for play in all_plays(state)
    )
