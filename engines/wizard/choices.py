"""The prompts of a state, and the legal choices in answer, as far as the record knows."""

from __future__ import annotations

from collections.abc import Iterator

from engines.book import UNKNOWN
from engines.seating import list_present, spread
from engines.values import TABLE, Choice, Prompt, Seat, Slot
from engines.wizard.actions import Bid, Bids, Flip, Hand, Play, Result, Round, Trick, Tricks, Trump
from engines.wizard.catalog import FLIP, HANDS, SUIT, SUITS
from engines.wizard.knowledge import KIND, survey_pool
from engines.wizard.rules import W33_deduced
from engines.wizard.rules_bids import V1_sum
from engines.wizard.state import (
    State,
    count_hidden_cards,
    count_known_cards,
    count_players,
    find_bidder,
    find_lead,
    find_pool,
    is_flip_missing,
    is_recording_cards,
    is_trump_choice_due,
    list_untold_hands,
)
from engines.wizard.tricks import is_stray
from engines.wizard.writing import make_example_bids


def list_prompts(state: State) -> tuple[Prompt, ...]:
    """Return the prompts of a state.

    Hands are asked for until the bids are made; after that a card that is named is played.
    """
    if state.over:
        return ()
    if state.level == "results":
        return (Prompt(TABLE, "ask.result", ("result",)),)
    if is_recording_cards(state) and is_flip_missing(state):
        flip = Prompt(TABLE, "ask.flip", ("flip",), FLIP)
        return (flip, *hand_prompts(state), *continue_prompts(state))
    if is_trump_choice_due(state) and is_recording_cards(state):
        seat = state.dealer
        return (
            *hand_prompts(state),
            Prompt(seat, "ask.trump", ("trump",), data={"seat": Seat(seat)}),
        )
    bidding = bid_prompts(state)
    if bidding:
        return (*hand_prompts(state), *bidding)
    return play_prompts(state)


def continue_prompts(state: State) -> tuple[Prompt, ...]:
    """Return the prompts of a round that has begun although nobody told what was turned up."""
    begun = state.trick or state.taken_tricks or any(bid is not None for bid in state.bids)
    return (bid_prompts(state) or play_prompts(state)) if begun else ()


def hand_prompts(state: State) -> tuple[Prompt, ...]:
    """Return optional prompts for hands not recorded yet, at the level that records hands."""
    return tuple(
        Prompt(seat, "ask.hand", ("hand",), HANDS[seat], optional=True, data={"seat": Seat(seat)})
        for seat in list_untold_hands(state)
    )


def bid_prompts(state: State) -> tuple[Prompt, ...]:
    """Return prompts for missing bids: in order (W20), together (V2), or at the end (V3)."""
    if find_bidder(state) is None or (state.table.secret and not state.tricks_counted):
        return ()
    if state.table.in_order:
        return (bid_prompt(state, find_bidder(state) or 0),)
    missing = [seat for seat in list_present(state) if state.bids[seat] is None]
    together: tuple[Prompt, ...] = ()
    if len(missing) == count_players(state):
        data = {"seats": [Seat(seat) for seat in missing], "example": make_example_bids(state)}
        together = (Prompt(TABLE, "ask.bids", ("bids",), optional=True, data=data),)
    return (*together, *(bid_prompt(state, seat) for seat in missing))


def bid_prompt(state: State, seat: int) -> Prompt:
    """Return the prompt for a seat's bid; on the pad a whole round answers it as well."""
    whole = state.level == "pad" and not state.tricks_counted
    verbs = ("bid", "round") if whole else ("bid",)
    return Prompt(seat, "ask.bid", verbs, data={"seat": Seat(seat), "most": state.cards})


def play_prompts(state: State) -> tuple[Prompt, ...]:
    """Return the prompts during the tricks: for a card, a trick's winner, or all tricks."""
    if state.level == "pad":
        return (Prompt(TABLE, "ask.tricks", ("tricks",), data={"cards": state.cards}),)
    if state.level == "summary" or len(state.trick) >= count_players(state):
        number = len(state.taken_tricks) + 1
        return (Prompt(TABLE, "ask.trick", ("trick",), data={"number": number}),)
    seat = state.turn
    return (Prompt(seat, "ask.play", ("play",), data={"seat": Seat(seat)}),)


def choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield the legal choices in answer to a prompt."""
    match prompt.kind:
        case "flip":
            yield from flip_choices(state)
        case "hand":
            yield from hand_choices(state, prompt.seat)
        case "trump":
            for suit in SUITS:
                yield Choice(Trump(seat=prompt.seat, suit=suit))
        case "bid":
            yield from bid_choices(state, prompt.seat)
            if "round" in prompt.verbs:
                yield from round_choices(state)
        case "bids":
            yield Choice(Bids(bids=(0,) * state.seats))
        case "play":
            for card, weight in list_playable_cards(state, prompt.seat).items():
                yield Choice(Play(seat=prompt.seat, card=card), weight=weight)
        case "trick":
            for seat in list_present(state):
                yield Choice(Trick(seat=seat))
        case "tricks":
            for tricks in list_shares(state.cards, count_players(state)):
                yield Choice(Tricks(tricks=tuple(spread(tricks, state, lambda _seat: 0))))
        case "result":
            yield Choice(Result(points=(0,) * state.seats))


def flip_choices(state: State) -> Iterator[Choice]:
    """Yield every card that may be turned up; its weight is the number of unseen copies."""
    for card, n in survey_pool(state).unseen.items():
        yield Choice(Flip(card=card), weight=n)


def hand_choices(state: State, seat: int) -> Iterator[Choice]:
    """Yield the hands that a seat may have: any unseen cards, or ``?`` where nobody noted it."""
    n = count_hidden_cards(state, HANDS[seat])
    forehead = state.table.clairvoyant and state.number == 1
    unseen = survey_pool(state, None, find_pool(state, seat)).unseen
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


def round_choices(state: State) -> Iterator[Choice]:
    """Yield examples of a whole round on the pad: one seat takes all tricks, everybody bid 0."""
    if all(bid is None for bid in state.bids):
        for winner in list_present(state):
            tricks = tuple(state.cards if seat == winner else 0 for seat in range(state.seats))
            yield Choice(Round(bids=(0,) * state.seats, tricks=tricks))


def list_playable_cards(state: State, seat: int) -> dict[str, int]:
    """Return the cards that a seat may legally play and may hold, each with its copies.

    These are the cards known in the hand. While part of the hand is unknown they include every
    unseen card that may be in it and does not contradict what the seat has shown (P3, P5).
    """
    lead = "" if state.table.war else find_lead(state.trick)
    mine = count_known_cards(state, seat)
    found = dict(mine)
    if count_hidden_cards(state, HANDS[seat]):
        seen = survey_pool(state, None, find_pool(state, seat))
        for card in seen.list_possible_cards(seat):
            found[card] = found.get(card, 0) + seen.unseen[card]
    if any(SUIT.get(card) == lead for card in mine):
        found = {card: n for card, n in found.items() if not is_stray(lead, card)}
    sound: dict[int, bool] = {}
    for card in found:
        kind = KIND[card]
        if is_stray(lead, card) and kind not in sound:
            deduced = W33_deduced(state, Play(seat=seat, card=card))
            sound[kind] = not any(True for _ in deduced)
    return {card: n for card, n in found.items() if sound.get(KIND[card], True)}


def list_shares(n: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share `n` tricks among the seats.

    >>> list(list_shares(1, 2))
    [(0, 1), (1, 0)]
    """
    if seats == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in list_shares(n - first, seats - 1):
            yield (first, *rest)
