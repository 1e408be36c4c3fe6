"""Who must tell what next, and what is legal, as far as the record can know."""

from __future__ import annotations

from collections.abc import Iterator

from engines.book import UNKNOWN
from engines.values import TABLE, Choice, Prompt, Seat, Slot
from engines.wizard.actions import Bid, Bids, Flip, Hand, Play, Result, Round, Trick, Tricks, Trump
from engines.wizard.catalog import FLIP, HANDS, SUIT, SUITS
from engines.wizard.knowledge import KIND, survey
from engines.wizard.rules import W33_deduced
from engines.wizard.rules_bids import V1_sum
from engines.wizard.state import (
    State,
    bidder,
    held,
    hidden,
    is_fine,
    lead_of,
    names_trump,
    pool_of,
    untold,
    wants_flip,
)
from engines.wizard.tricks import strays
from engines.wizard.writing import example_bids


def awaits(state: State) -> tuple[Prompt, ...]:
    """Return who must tell what next. Hands are asked for until the bids are made: after that, a
    card that is named is played."""
    if state.over:
        return ()
    if state.level == "results":
        return (Prompt(TABLE, "ask.result", ("result",)),)
    if is_fine(state) and wants_flip(state):
        return (Prompt(TABLE, "ask.flip", ("flip",), FLIP), *hands(state))
    if names_trump(state) and is_fine(state):
        seat = state.dealer
        return (*hands(state), Prompt(seat, "ask.trump", ("trump",), data={"seat": Seat(seat)}))
    bidding = bids(state)
    if bidding:
        return (*hands(state), *bidding)
    return playing(state)


def hands(state: State) -> tuple[Prompt, ...]:
    """Return whose hand may still be told of: optional, and only where hands are recorded."""
    return tuple(
        Prompt(seat, "ask.hand", ("hand",), HANDS[seat], optional=True, data={"seat": Seat(seat)})
        for seat in untold(state)
    )


def bids(state: State) -> tuple[Prompt, ...]:
    """Return who has still to bid: one after the other, or all at once (W20, V2, V3)."""
    if bidder(state) is None or (state.table.secret and not state.counted):
        return ()
    if state.table.in_order:
        return (bid_prompt(state, bidder(state) or 0),)
    missing = [seat for seat in range(state.seats) if state.bids[seat] is None]
    together: tuple[Prompt, ...] = ()
    if len(missing) == state.seats:
        data = {"seats": [Seat(seat) for seat in missing], "example": example_bids(state)}
        together = (Prompt(TABLE, "ask.bids", ("bids",), optional=True, data=data),)
    return (*together, *(bid_prompt(state, seat) for seat in missing))


def bid_prompt(state: State, seat: int) -> Prompt:
    """Return the question for a seat's bid; on the pad a whole round may be told instead."""
    whole = state.level == "pad" and not state.counted
    verbs = ("bid", "round") if whole else ("bid",)
    return Prompt(seat, "ask.bid", verbs, data={"seat": Seat(seat), "most": state.cards})


def playing(state: State) -> tuple[Prompt, ...]:
    """Return what is asked for during the tricks: a card, who took the trick, or all counts."""
    if state.level == "pad":
        return (Prompt(TABLE, "ask.tricks", ("tricks",), data={"cards": state.cards}),)
    if state.level == "summary" or len(state.trick) >= state.seats:
        number = len(state.taken) + 1
        return (Prompt(TABLE, "ask.trick", ("trick",), data={"number": number}),)
    seat = state.turn
    return (Prompt(seat, "ask.play", ("play",), data={"seat": Seat(seat)}),)


def choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield what is legal in answer to a prompt."""
    match prompt.kind:
        case "flip":
            yield from flips(state)
        case "hand":
            yield from whole_hands(state, prompt.seat)
        case "trump":
            for suit in SUITS:
                yield Choice(Trump(seat=prompt.seat, suit=suit))
        case "bid":
            yield from bid_choices(state, prompt.seat)
            if "round" in prompt.verbs:
                yield from rounds(state)
        case "bids":
            yield Choice(Bids(bids=(0,) * state.seats))
        case "play":
            for card, weight in playable(state, prompt.seat).items():
                yield Choice(Play(seat=prompt.seat, card=card), weight=weight)
        case "trick":
            for seat in range(state.seats):
                yield Choice(Trick(seat=seat))
        case "tricks":
            for tricks in shares(state.cards, state.seats):
                yield Choice(Tricks(tricks=tricks))
        case "result":
            yield Choice(Result(points=(0,) * state.seats))


def flips(state: State) -> Iterator[Choice]:
    """Yield every card that may have been turned up, as often as it is still unseen."""
    for card, n in survey(state).unseen.items():
        yield Choice(Flip(card=card), weight=n)


def whole_hands(state: State, seat: int) -> Iterator[Choice]:
    """Yield the hand that a seat may have: any cards not seen, or that nobody saw it (``?``)."""
    n = hidden(state, HANDS[seat])
    forehead = state.table.clairvoyant and state.number == 1
    unseen = survey(state, None, pool_of(state, seat)).unseen
    if n:
        hand = Hand(seat=seat, cards={}, forehead=forehead)
        yield Choice(hand, (Slot("cards", unseen, n, n),))
    yield Choice(Hand(seat=seat, cards={UNKNOWN: state.cards}, forehead=forehead))


def bid_choices(state: State, seat: int) -> Iterator[Choice]:
    """Yield every bid that a seat may make (W20, V1)."""
    for n in range(state.cards + 1):
        bid = Bid(seat=seat, bid=n)
        if not any(True for _ in V1_sum(state, bid)):
            yield Choice(bid)


def rounds(state: State) -> Iterator[Choice]:
    """Yield examples of a whole round on the pad: one seat takes all tricks, the bids stand."""
    if all(bid is None for bid in state.bids):
        for winner in range(state.seats):
            tricks = tuple(state.cards if seat == winner else 0 for seat in range(state.seats))
            yield Choice(Round(bids=(0,) * state.seats, tricks=tricks))


def playable(state: State, seat: int) -> dict[str, int]:
    """Return the cards that a seat may legally play and may hold, each with its copies.

    What is known to be in the hand counts; while some of it is not known, so does every unseen
    card that can be there and does not contradict what the seat has shown (P3, P5).
    """
    lead = "" if state.table.war else lead_of(state.trick)
    mine = held(state, seat)
    found = dict(mine)
    if hidden(state, HANDS[seat]):
        seen = survey(state, None, pool_of(state, seat))
        for card in seen.possible(seat):
            found[card] = found.get(card, 0) + seen.unseen[card]
    if any(SUIT.get(card) == lead for card in mine):
        found = {card: n for card, n in found.items() if not strays(lead, card)}
    sound: dict[int, bool] = {}
    for card in found:
        kind = KIND[card]
        if strays(lead, card) and kind not in sound:
            deduced = W33_deduced(state, Play(seat=seat, card=card))
            sound[kind] = not any(True for _ in deduced)
    return {card: n for card, n in found.items() if sound.get(KIND[card], True)}


def shares(n: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share `n` tricks among the seats.

    >>> list(shares(1, 2))
    [(0, 1), (1, 0)]
    """
    if seats == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in shares(n - first, seats - 1):
            yield (first, *rest)
