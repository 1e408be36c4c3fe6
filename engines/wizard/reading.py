"""Reading what follows a verb: one function per verb, listed in READERS."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from engines.book import UNKNOWN
from engines.counts import Count
from engines.names import find
from engines.notation import must_read_seat, read_count
from engines.values import Action, NotationError
from engines.wizard.actions import (
    LEVELS,
    Bid,
    Bids,
    Deal,
    Flip,
    Hand,
    Level,
    Penalty,
    Play,
    Redeal,
    Result,
    Round,
    Trick,
    Tricks,
    Trump,
)
from engines.wizard.apply import apply
from engines.wizard.catalog import HANDS, JESTER, NO_TRUMP, POINT, POINTS, TRICK, TRICKS
from engines.wizard.names import all_cards, own, read_card, read_cards, read_suit
from engines.wizard.state import (
    State,
    bidder,
    from_left,
    held,
    names_trump,
    pool_of,
)
from engines.wizard.writing import example_bids

NUMBER = re.compile(r"-?[0-9]{1,6}\Z")
PAIR = re.compile(r"(-?[0-9]{1,6})/([0-9]{1,6})?\Z")


def plays_of(cards: list[str], state: State, seat: int | None) -> tuple[Action, ...]:
    """Return the plays of some cards one after the other, from `seat` or whoever is to play."""
    actions = []
    for card in cards:
        player = acting(state, seat)
        action = Play(seat=player, card=own(card, state, player))
        actions.append(action)
        if len(cards) > 1:
            state, _ = apply(state, action)
        seat = None
    return tuple(actions)


def all_bids(numbers: list[int], state: State) -> tuple[Action, ...]:
    """Return a bid of every seat, given in the order of the seats, in the order they are made."""
    if len(numbers) != state.seats:
        raise NotationError(
            "bids-form", word=str(numbers[-1]), seats=state.seats, example=example_bids(state)
        )
    if not state.table.in_order:
        return (Bids(bids=tuple(numbers)),)
    order = from_left(state)
    new = [seat for seat in order if state.bids[seat] != numbers[seat]] or order
    return tuple(Bid(seat=seat, bid=numbers[seat]) for seat in new)


def all_tricks(numbers: list[int], state: State) -> tuple[int, ...]:
    """Return the tricks of every seat; of one fewer, the last seat won what is left."""
    if len(numbers) == state.seats - 1 and sum(numbers) <= state.cards:
        numbers = [*numbers, state.cards - sum(numbers)]
    if len(numbers) != state.seats or min(numbers) < 0:
        raise NotationError("tricks-form", word=str(numbers[-1]), seats=state.seats)
    return tuple(numbers)


def number(word: str) -> int:
    """Return a whole number. Raise NotationError."""
    if not NUMBER.match(word):
        raise NotationError("number-form", word=word, given=word)
    return int(word)


def acting(state: State, seat: int | None) -> int:
    """Return the seat that is named, or else the one to play."""
    return state.turn if seat is None else seat


def seat_first(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[int, list[str]]:
    """Return the seat before the colon, or the one that the first word names, and the rest."""
    if seat is not None:
        return seat, words
    if not words:
        raise NotationError("no-such-seat", seat="")
    return must_read_seat(words[0], state.seats, names), words[1:]


def nothing_more(words: list[str]) -> None:
    """Raise NotationError if any word is left over."""
    if words:
        raise NotationError("not-understood", word=words[0], given=" ".join(words))


def read_play(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``play b7 g2``."""
    if not words:
        raise NotationError("card-form", given="")
    return plays_of(read_cards(words, state), state, seat)


def read_bid(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``bid 2``."""
    if len(words) != 1:
        raise NotationError("number-form", given=" ".join(words))
    due = bidder(state)
    return (Bid(seat=acting(state, due) if seat is None else seat, bid=number(words[0])),)


def read_bids(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``bids 1 0 2 0``: told all at once."""
    if len(words) != state.seats:
        raise NotationError("bids-form", seats=state.seats, example=example_bids(state))
    return (Bids(bids=tuple(number(word) for word in words)),)


def read_flip(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``flip b7``, ``flip blue``, ``flip ?``."""
    if len(words) != 1:
        raise NotationError("card-form", given=" ".join(words))
    return (Flip(card=read_suit(words[0]) or read_card(words[0], state)),)


def read_trump(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``t b``: named, after a wizard or by a seat that is given; else noted as turned up."""
    if len(words) != 1:
        raise NotationError("suit-form", given=" ".join(words))
    word = words[0]
    suit = read_suit(word)
    if suit is None and word.casefold() in NOTHING:
        suit = NO_TRUMP
    if seat is not None or names_trump(state):
        if suit is None:
            raise NotationError("suit-form", word=word, given=word)
        return (Trump(seat=state.dealer if seat is None else seat, suit=suit),)
    if suit == NO_TRUMP:
        return (Flip(card=JESTER),)
    return (Flip(card=suit or read_card(word, state)),)


def read_trick(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``trick a``, ``a: trick``."""
    winner, rest = seat_first(words, state, seat, names)
    return tuple(
        Trick(seat=taker)
        for taker in (winner, *(must_read_seat(word, state.seats, names) for word in rest))
    )


def read_tricks(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``tricks 1 1 0 0``."""
    return (Tricks(tricks=all_tricks([number(word) for word in words] or [-1], state)),)


def read_round(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``2/2 1/0 0/1``; the last seat's tricks may be left out."""
    if len(words) != state.seats:
        raise NotationError("round-form", word=words[-1] if words else "", seats=state.seats)
    bids, tricks = [], []
    for i, word in enumerate(words):
        pair = PAIR.match(word if "/" in word or i < len(words) - 1 else f"{word}/")
        if pair is None or (pair[2] is None and i < len(words) - 1):
            raise NotationError("round-form", word=word, seats=state.seats)
        bids.append(int(pair[1]))
        if pair[2] is not None:
            tricks.append(int(pair[2]))
    return (Round(bids=tuple(bids), tricks=all_tricks(tricks, state)),)


def read_hand(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``h b7 g2 W``: in the round played with cards on the forehead (V4), those; ``?`` is a whole
    hand that nobody noted."""
    seat, words = owner(words, state, seat, names)
    if words == [UNKNOWN]:
        words = words * state.cards
    forehead = state.table.clairvoyant and state.number == 1
    return hand_of(words, state, seat, names, forehead)


def read_held(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``c: held b7 g2 W``: seen by nobody but the seat."""
    return hand_of(words, state, seat, names, False)


def read_forehead(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``c: forehead b7``: seen by all but the seat."""
    return hand_of(words, state, seat, names, True)


def hand_of(
    words: list[str], state: State, seat: int | None, names: Sequence[str], forehead: bool
) -> tuple[Action, ...]:
    """Return the cards told of in a hand: of the seat named, else the first not told of yet."""
    seat, words = owner(words, state, seat, names)
    cards: dict[str, int] = {}
    for card in read_cards(words, state):
        mine = own(card, state, seat)
        cards[mine] = cards.get(mine, 0) + 1
    return (Hand(seat=seat, cards=cards, forehead=forehead),)


def owner(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[int, list[str]]:
    """Return whose hand is told of, and the cards: a seat named, else the first not told of."""
    if seat is None and words and words[0] != UNKNOWN and all_cards(words[:1], state) is None:
        return seat_first(words, state, None, names)
    if seat is None:
        seat = next((s for s in from_left(state) if s not in state.told), state.turn)
    return seat, words


def read_deal(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``deal b``."""
    dealer, rest = seat_first(words, state, seat, names)
    nothing_more(rest)
    return (Deal(seat=dealer),)


def read_redeal(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``redeal``, ``redeal 4``."""
    nothing_more(words[1:])
    return (Redeal(round=number(words[0]) if words else 0),)


def read_penalty(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``x b 20``."""
    offender, rest = seat_first(words, state, seat, names)
    if len(rest) != 1 or number(rest[0]) == 0:
        raise NotationError("penalty-form", given=" ".join(rest))
    return (Penalty(seat=offender, points=number(rest[0])),)


def read_level(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``level pad``."""
    nothing_more(words[1:])
    levels = {level: (level,) for level in LEVELS}
    return (Level(level=find(words[0] if words else "", levels, key="no-level")),)


def read_result(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``result 120 40 -20``."""
    if len(words) != state.seats:
        raise NotationError("result-form", seats=state.seats)
    return (Result(points=tuple(number(word) for word in words)),)


def read_any_count(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Action, ...]:
    """``= b 120``, ``= 120 40 -20``, ``= b tricks 2``, ``= b hand 3``, or in full."""
    if any("=" in word for word in words):
        return (read_count(" ".join(words)),)
    if len(words) == state.seats and all(NUMBER.match(word) for word in words):
        totals = zip(POINTS, words, strict=False)
        return (Count(holds={place: {POINT: int(n)} for place, n in totals}),)
    counted, rest = seat_first(words, state, seat, names)
    match rest:
        case [n] | ["points", n]:
            return (Count(holds={POINTS[counted]: {POINT: number(n)}}),)
        case ["tricks", n]:
            return (Count(holds={TRICKS[counted]: {TRICK: number(n)}}),)
        case ["hand", n]:
            hidden = number(n) - sum(held(state, counted).values())
            pool = f"{UNKNOWN}{pool_of(state, counted)}"
            return (Count(holds={HANDS[counted]: {pool: max(hidden, 0)}}),)
    raise NotationError("count-form", given=" ".join(words))


NOTHING = frozenset({"n", "-", "none", "no", "없음", JESTER.casefold()})

READERS: dict[str, Callable[[list[str], State, int | None, Sequence[str]], Any]] = {
    "play": read_play,
    "bid": read_bid,
    "bids": read_bids,
    "flip": read_flip,
    "trump": read_trump,
    "trick": read_trick,
    "tricks": read_tricks,
    "round": read_round,
    "hand": read_hand,
    "held": read_held,
    "forehead": read_forehead,
    "deal": read_deal,
    "redeal": read_redeal,
    "penalty": read_penalty,
    "level": read_level,
    "result": read_result,
    "count": read_any_count,
}


SPELLINGS = {
    "play": ("play", "p", "내기"),
    "bid": ("bid", "예측"),
    "bids": ("bids", "예측들"),
    "flip": ("flip", "up", "공개", "뒤집기"),
    "trump": ("trump", "t", "으뜸", "트럼프"),
    "trick": ("trick", "승", "트릭"),
    "tricks": ("tricks", "획득"),
    "round": ("round", "라운드"),
    "hand": ("hand", "h", "손", "손패"),
    "held": ("held",),
    "forehead": ("forehead", "이마"),
    "deal": ("deal", "분배"),
    "redeal": ("redeal", "재분배"),
    "penalty": ("penalty", "x", "벌점"),
    "level": ("level", "상세"),
    "result": ("result", "결과"),
    "count": ("count", "세기"),
}
VERBS = {spelled: verb for verb, spellings in SPELLINGS.items() for spelled in spellings}
