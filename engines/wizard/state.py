"""The state of Wizard: the book, the running round, and the rounds on the pad."""

from __future__ import annotations

import msgspec

from engines.book import EMPTY, UNKNOWN, Book, is_unknown
from engines.seating import find_next
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
from engines.wizard.tricks import (
    TrickWin,
    find_possible_war_winners,
    find_possible_winners,
    find_war_winner,
    find_winner,
)


class PlayedCard(msgspec.Struct, frozen=True, gc=False):
    """A card on the table, the seat that played it, and the ply at which it was played."""

    seat: int
    card: str
    ply: int


class TakenTrick(msgspec.Struct, frozen=True, gc=False):
    """A trick that is over: its cards in the order played (none if not noted), and its winner."""

    plays: tuple[PlayedCard, ...]
    winner: int
    ply: int


class VoidClaim(msgspec.Struct, frozen=True, gc=False):
    """A seat did not follow `suit` and thereby claims that it holds no number of it (P3).

    `proven`: the record knew then that it held one; the revoke has been reported already.
    """

    seat: int
    suit: str
    card: str
    trick: int
    ply: int
    proven: bool = False


class ShownCard(msgspec.Struct, frozen=True, gc=False):
    """A card in a hand that was told to the record. Not everybody knows it until it is played."""

    seat: int
    card: str
    ply: int
    forehead: bool = False


class PadLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the pad: a round that has been scored, with the points as they were written.

    `absent` are the seats whose people were not there; people who joined later have no number.
    """

    number: int
    cards: int
    dealer: int
    trump: str
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    absent: tuple[int, ...] = ()


class Fine(msgspec.Struct, frozen=True, gc=False):
    """A penalty and the round in which it was given (R4); points less than none with which somebody
    `joined` (R7)."""

    seat: int
    points: int
    number: int
    joined: bool = False


class Table(msgspec.Struct, frozen=True, gc=False):
    """What is fixed for a match: seats, first dealer, cards by round, options.

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
        """Whether bids are made one after the other (W20), not together (V2) or in secret (V3)."""
        return self.bid_mode == "ordinary"

    @property
    def secret(self) -> bool:
        """Whether bids are revealed only after the last trick of a round (V3)."""
        return self.bid_mode == "secret"

    def deck(self) -> dict[str, int]:
        """Return the deck of the ordinary game (W2)."""
        return dict(COPIES)

    def war_decks(self) -> dict[str, dict[str, int]]:
        """Return the deck of every seat in the colour war (V5a)."""
        return {
            DECKS[seat]: dict.fromkeys(FOLK_CARDS[suit], 1) for seat, suit in enumerate(self.folks)
        }


class State(msgspec.Struct, frozen=True, gc=False):
    """A position.

    `ply` counts the actions so far. Of the running round: its `number` from 1, the `cards` of each
    seat, its `dealer`; the seat whose `turn` it is to play; the `flip` ("" not told yet, a card, a
    suit, or ``?``) and the `trump` (a suit, ``none``, or "" while unknown); the `bids` by seat
    (None where not told); the running `trick` and the `taken_tricks`. `dealt`: the book has the
    hands. `recorded_hands` are the seats whose hands were told, `shown_cards` the cards in them.
    `unnoted_plays` has a seat for every card that it played and nobody noted. `tricks_counted`: the
    tricks of the round are complete. `pad` holds the rounds scored so far, `brought` the totals
    that were counted before the first of them.

    `left` are the seats that have no part in the round; of these, the people in `waiting` join with
    the next one. `rotation` is the round and the dealer from which the deal goes on, since somebody
    left or joined.
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
    trick: tuple[PlayedCard, ...] = ()
    taken_tricks: tuple[TakenTrick, ...] = ()
    claims: tuple[VoidClaim, ...] = ()
    shown_cards: tuple[ShownCard, ...] = ()
    recorded_hands: tuple[int, ...] = ()
    unnoted_plays: tuple[int, ...] = ()
    dealt: bool = False
    tricks_counted: bool = False
    pad: tuple[PadLine, ...] = ()
    fines: tuple[Fine, ...] = ()
    brought: tuple[int, ...] = ()
    over: bool = False
    result: Result | None = None
    left: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    rotation: tuple[int, int] | None = None

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.table.seats


def find_dealer(state: State, number: int) -> int:
    """Return the seat that deals a round: the first dealer, then one to the left each (W7); among
    those who are there, since somebody left or joined (R6, R7)."""
    if state.rotation is None:
        return (state.table.first + number - 1) % state.table.seats
    since, dealer = state.rotation
    order = list_from(state, dealer)
    return order[(number - since) % len(order)] if order else dealer


def list_from(state: State, seat: int) -> list[int]:
    """Return the seats that play in the round, clockwise from `seat` on."""
    n = state.table.seats
    around = ((seat + i) % n for i in range(n))
    return [each for each in around if each not in state.left]


def count_players(state: State) -> int:
    """Return how many seats play in the round."""
    return state.table.seats - len(state.left)


def took_part(line: PadLine, seat: int) -> bool:
    """Return whether a seat played in a round on the pad."""
    return seat < len(line.bids) and seat not in line.absent


def count_finished_rounds(state: State) -> int:
    """Return the number of the last round on the pad, 0 before the first."""
    return state.pad[-1].number if state.pad else 0


def find_left_neighbour(state: State, seat: int) -> int:
    """Return the next seat clockwise that plays in the round."""
    return find_next(state, seat)


def list_bidding_order(state: State) -> list[int]:
    """Return the seats in the order in which they bid, the dealer last (W20)."""
    return list_from(state, (state.dealer + 1) % state.table.seats)


def find_bidder(state: State) -> int | None:
    """Return the seat that bids next, or None when all bids are made (W20)."""
    for seat in list_bidding_order(state):
        if state.bids[seat] is None:
            return seat
    return None


def has_stock(state: State) -> bool:
    """Return whether cards are left after the deal, so that one is turned up (W9, W13, V5b)."""
    return not state.table.war and state.cards * count_players(state) < DECK_SIZE


def is_flip_missing(state: State) -> bool:
    """Return whether the card turned up for trump is still to be told."""
    return not state.flip and not state.trump


def is_trump_choice_due(state: State) -> bool:
    """Return whether the dealer must name trump (W12)."""
    return state.flip == WIZARD and not state.trump


def is_round_untouched(state: State) -> bool:
    """Return whether nothing of this round has been told yet."""
    return not (
        state.flip
        or state.recorded_hands
        or state.trick
        or state.taken_tricks
        or state.tricks_counted
        or any(bid is not None for bid in state.bids)
    )


def is_recording_cards(state: State) -> bool:
    """Return whether the level of recording has every card."""
    return state.level in EVERY_CARD


def list_untold_hands(state: State) -> list[int]:
    """Return the seats whose hands are still asked for, in the order of bidding."""
    if state.level != "full" or state.trick or state.taken_tricks:
        return []
    return [seat for seat in list_bidding_order(state) if seat not in state.recorded_hands]


def list_cards(plays: tuple[PlayedCard, ...]) -> list[str]:
    """Return the cards of a trick in the order played."""
    return [play.card for play in plays]


def find_lead(plays: tuple[PlayedCard, ...]) -> str:
    """Return the suit that must be followed in a trick, "" when there is none (W36)."""
    for play in plays:
        if play.card != JESTER:
            return SUIT.get(play.card, "")
    return ""


def count_won_tricks(state: State) -> tuple[int, ...]:
    """Return the tricks that every seat has won in this round (W38)."""
    places = state.book.places
    return tuple(places.get(TRICKS[seat], EMPTY).get(TRICK, 0) for seat in range(state.table.seats))


def find_pool(state: State, seat: int) -> str:
    """Return the pool of a seat's cards: the deck, or its own deck in the colour war (V5a)."""
    return DECKS[seat] if state.table.war else DECK


def count_known_faces(holding: dict[str, int]) -> dict[str, int]:
    """Return the known cards of a holding: card to copies."""
    return {card: n for card, n in holding.items() if not is_unknown(card) and n > 0}


def count_known_cards(state: State, seat: int) -> dict[str, int]:
    """Return the cards that the record knows in a seat's hand: card to copies."""
    return count_known_faces(state.book.places.get(HANDS[seat], EMPTY))


def count_hidden_cards(state: State, place: str) -> int:
    """Return the number of unknown cards in a place."""
    hidden = 0
    for name, n in state.book.places.get(place, EMPTY).items():
        if n > 0 and is_unknown(name):
            hidden += n
    return hidden


def list_plays(state: State) -> list[PlayedCard]:
    """Return every card played in this round, in order."""
    return [play for taken in state.taken_tricks for play in taken.plays] + list(state.trick)


def count_plays(state: State, seat: int) -> int:
    """Return how many cards a seat has played in this round."""
    n = 0
    for taken in state.taken_tricks:
        for play in taken.plays:
            if play.seat == seat:
                n += 1
    for play in state.trick:
        if play.seat == seat:
            n += 1
    return n


def has_played(state: State, seat: int, card: str) -> bool:
    """Return whether a seat has played a card in this round."""
    return any(play.seat == seat and play.card == card for play in list_plays(state))


def decide_trick(state: State, plays: tuple[PlayedCard, ...]) -> TrickWin | None:
    """Return the card that wins a complete trick (W37), or None where the record cannot tell."""
    cards = list_cards(plays)
    return find_war_winner(cards) if state.table.war else find_winner(cards, state.trump)


def list_possible_winners(state: State, plays: tuple[PlayedCard, ...]) -> set[int]:
    """Return the positions of the noted cards of a trick that may win it (W37, V5d)."""
    cards = list_cards(plays)
    if state.table.war:
        return find_possible_war_winners(cards)
    return find_possible_winners(cards, state.trump)


def can_redeal(state: State, number: int) -> bool:
    """Return whether a redeal of a round means the last one on the pad: nothing followed it (R3).

    Round 0 is the running one; after the last round that is the one just written down.
    """
    if not state.pad or not (state.over or is_round_untouched(state)):
        return False
    last = state.pad[-1].number
    return number == last or (number == 0 and state.over)


def is_in_match(state: State, card: str) -> bool:
    """Return whether a card belongs to this match.

    Folks' wizards belong to the colour war only (W3), and a folk needs a seat (V5a).
    """
    if card == UNKNOWN or card in SUITS:
        return True
    if state.table.war:
        return FOLK_OF_CARD.get(card) in state.table.folks
    return card in COPIES


def has_unseen_play(state: State, seat: int, before: int) -> bool:
    """Return whether a seat played a card that nobody noted before a ply of this round."""
    for taken in state.taken_tricks:
        if taken.ply < before and all(play.seat != seat for play in taken.plays):
            return True
    return any(
        play.seat == seat and play.card == UNKNOWN and play.ply < before
        for play in list_plays(state)
    )
