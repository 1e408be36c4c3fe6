"""Reading what follows a verb in the notation of Wizard: one function per verb."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from engines.book import UNKNOWN
from engines.counts import Count
from engines.intents import AS_SAID, TURN, Parsed, wrap_actions
from engines.names import find
from engines.notation import (
    NOBODY,
    find_seat,
    is_number,
    parse_count,
    parse_number,
    parse_seat,
    split_list,
)
from engines.seating import list_present, spread
from engines.values import NotationError
from engines.wizard.actions import (
    LEVELS,
    MOST_ROUNDS,
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
    Rounds,
    Trick,
    Tricks,
    Trump,
    Unwon,
)
from engines.wizard.apply import apply
from engines.wizard.catalog import HANDS, JESTER, NO_TRUMP, POINT, POINTS, TRICK, TRICKS
from engines.wizard.names import find_cards, make_own_card, parse_card, parse_cards, parse_suit
from engines.wizard.score import list_totals
from engines.wizard.state import (
    State,
    count_known_cards,
    count_players,
    find_bidder,
    find_pool,
    is_trump_choice_due,
    list_bidding_order,
)
from engines.wizard.writing import make_example_bids

PAD_DIGITS = 6
"""The longest number of a pad."""

DEALER = {"seat": "dealer"}
BIDDER = {"seat": "bidder"}
UNTOLD = {"seat": "untold"}
"""Intents of a seat that was not said: the dealer, who is to bid, the first without a hand."""

OWN = {"card": "own"}
"""The intent of a wizard or jester that is the seat's own (V5a)."""

REST = {"tricks": "rest"}
"""The intent of tricks of which the last seat won what is left."""

WHOLE = {"cards": "whole"}
"""The intent of a hand of which nobody saw a card."""

PAIR = re.compile(r"(-?[0-9]{1,6})/([0-9]{1,6})?\Z")


def make_plays(cards: list[str], state: State, seat: int | None) -> tuple[Parsed, ...]:
    """Return the plays of some cards one after the other, from `seat` or the seat on turn."""
    plays = []
    for card in cards:
        player = find_actor(state, seat)
        mine = make_own_card(card, state, player)
        whose = TURN if seat is None else AS_SAID
        plays.append(
            Parsed(Play(seat=player, card=mine), whose if mine == card else {**whose, **OWN})
        )
        if len(cards) > 1:
            state, _ = apply(state, plays[-1].action)
        seat = None
    return tuple(plays)


def make_bids(numbers: list[int], state: State) -> tuple[Parsed, ...]:
    """Return the bids given in the order of the seats, in the order in which they are made."""
    given, numbers = numbers, spread_zeros(numbers, state)
    if len(numbers) != state.seats:
        players = count_players(state)
        raise NotationError(
            "bids-form", word=str(given[-1]), seats=players, example=make_example_bids(state)
        )
    if not state.table.in_order:
        return (Parsed(Bids(bids=tuple(numbers))),)
    order = list_bidding_order(state)
    new = [seat for seat in order if state.bids[seat] != numbers[seat]] or order
    return wrap_actions([Bid(seat=seat, bid=numbers[seat]) for seat in new])


def split_unwon(words: Sequence[str]) -> tuple[list[str], int]:
    """Split ``1 0 nobody 2`` into the words before, and how many tricks nobody won: 2.

    ``nobody`` alone is one trick. Raise NotationError for what is no number.
    """
    at = next((i for i, word in enumerate(words) if word.casefold() in NOBODY_WORDS), None)
    if at is None:
        return list(words), 0
    refuse_rest(list(words[at + 2 :]))
    return list(words[:at]), parse_number(words[at + 1], "number-form") if words[at + 1 :] else 1


def complete_tricks(numbers: list[int], state: State, unwon: int = 0) -> tuple[int, ...]:
    """Return the tricks of every seat; where one is missing, the last seat won what is left.

    `unwon` are the tricks that nobody won.
    """
    left = state.cards - unwon - sum(numbers)
    if len(numbers) == count_players(state) - 1 and left >= 0:
        numbers = [*numbers, left]
    numbers = spread_zeros(numbers, state)
    if len(numbers) != state.seats or min(numbers) < 0:
        raise NotationError("tricks-form", word=str(numbers[-1]), seats=count_players(state))
    return tuple(numbers)


def spread_zeros(numbers: Sequence[int], state: State) -> list[int]:
    """Return numbers by seat, with 0 for those who do not play where these were left out."""
    return spread(numbers, state, lambda _seat: 0)


def make_tricks(numbers: list[int], state: State, unwon: int = 0) -> Parsed:
    """Return the tricks of the round; the last seat's may be left out."""
    action = Tricks(tricks=complete_tricks(numbers, state, unwon), unwon=unwon)
    return Parsed(action, AS_SAID if len(numbers) == len(action.tricks) else REST)


def is_pad_number(word: str) -> bool:
    """Return whether a word is a number as pads hold them; a total can be negative."""
    return is_number(word, PAD_DIGITS, signed=True)


def parse_pad_number(word: str) -> int:
    """Return a number of a pad. Raise NotationError."""
    return parse_number(word, "number-form", PAD_DIGITS, signed=True)


def find_actor(state: State, seat: int | None) -> int:
    """Return the seat that is named, else the seat on turn."""
    return state.turn if seat is None else seat


def split_first_seat(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[int, list[str]]:
    """Return the seat before the colon, or the seat of the first word, and the other words."""
    if seat is not None:
        return seat, words
    if not words:
        raise NotationError("no-such-seat", seat="")
    return parse_seat(words[0], state.seats, names), words[1:]


def refuse_rest(words: list[str]) -> None:
    """Raise NotationError if any word is left over."""
    if words:
        raise NotationError("not-understood", word=words[0], given=" ".join(words))


def parse_play(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the plays that ``play b7 g2`` means."""
    if not words:
        raise NotationError("card-form", given="")
    return make_plays(parse_cards(words, state), state, seat)


def parse_bid(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the bid that ``bid 2`` means; of several numbers all bids."""
    if len(words) > 1 and seat is None:
        return parse_bids(words, state, seat, names)
    if len(words) != 1:
        raise NotationError("number-form", given=" ".join(words))
    bid = parse_pad_number(words[0])
    if seat is not None:
        return (Parsed(Bid(seat=seat, bid=bid)),)
    return (Parsed(Bid(seat=find_actor(state, find_bidder(state)), bid=bid), BIDDER),)


def parse_bids(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return all bids, told at once: ``bids 1 0 2 0``."""
    bids = spread_zeros([parse_pad_number(word) for word in words], state)
    if len(bids) != state.seats:
        players = count_players(state)
        raise NotationError("bids-form", seats=players, example=make_example_bids(state))
    return (Parsed(Bids(bids=tuple(bids))),)


def parse_flip(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the card turned up: ``flip b7``, ``flip blue``, ``flip ?``."""
    suit = parse_suit(words[0]) if len(words) == 1 else None
    cards = [suit] if suit else find_cards(words, state) or []
    if len(cards) != 1 and len(words) != 1:
        raise NotationError("card-form", given=" ".join(words))
    return (Parsed(Flip(card=cards[0] if len(cards) == 1 else parse_card(words[0], state))),)


def parse_trump(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the trump that ``t b`` names after a wizard or for a seat, else the suit turned up."""
    if len(words) != 1:
        raise NotationError("suit-form", given=" ".join(words))
    word = words[0]
    suit = parse_suit(word)
    if suit is None and word.casefold() in NOTHING:
        suit = NO_TRUMP
    if seat is not None or is_trump_choice_due(state):
        if suit is None:
            raise NotationError("suit-form", word=word, given=word)
        if seat is not None:
            return (Parsed(Trump(seat=seat, suit=suit)),)
        return (Parsed(Trump(seat=state.dealer, suit=suit), DEALER),)
    if suit == NO_TRUMP:
        return (Parsed(Flip(card=JESTER)),)
    return (Parsed(Flip(card=suit or parse_card(word, state))),)


def parse_trick(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the tricks that ``trick a`` or ``a: trick`` gives to seats, ``trick -`` to nobody."""
    if seat is not None:
        return (Parsed(Trick(seat=seat)), *give_tricks(words, state, names))
    if not words:
        raise NotationError("no-such-seat", seat="")
    return give_tricks(words, state, names)


def give_tricks(words: list[str], state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the tricks that each word gives to a seat or to nobody. Raise NotationError."""
    return wrap_actions(
        [
            Unwon()
            if word.casefold() in NOBODY_WORDS
            else Trick(seat=parse_seat(word, state.seats, names))
            for word in words
        ]
    )


def parse_tricks(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the tricks of the round: ``tricks 1 1 0 0``."""
    counted, unwon = split_unwon(words)
    return (make_tricks([parse_pad_number(word) for word in counted] or [-1], state, unwon),)


def parse_round(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return a whole round: ``2/2 1/0 0/1``; ``2/1 1/0 0/1 nobody`` where nobody won a trick."""
    words, unwon = split_unwon(words)
    players = count_players(state)
    if len(words) not in (players, state.seats):
        raise NotationError("round-form", word=words[-1] if words else "", seats=players)
    bids, tricks = [], []
    for i, word in enumerate(words):
        pair = PAIR.match(word if "/" in word or i < len(words) - 1 else f"{word}/")
        if pair is None or (pair[2] is None and i < len(words) - 1):
            raise NotationError("round-form", word=word, seats=players)
        bids.append(int(pair[1]))
        if pair[2] is not None:
            tricks.append(int(pair[2]))
    intent = AS_SAID if len(tricks) == len(bids) else REST
    all_bids, won = spread_zeros(bids, state), complete_tricks(tricks, state, unwon)
    return (Parsed(Round(bids=tuple(all_bids), tricks=won, unwon=unwon), intent),)


def parse_rounds(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the number of rounds that ``rounds 17`` agrees on."""
    refuse_rest(words[1:])
    rounds = parse_number(words[0] if words else "", "rounds-form")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise NotationError("rounds-form", word=words[0], given=words[0])
    return (Parsed(Rounds(rounds=rounds)),)


def parse_unwon(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the trick that nobody takes, ``unwon``, and who takes the following ones."""
    return (Parsed(Unwon()), *give_tricks(words, state, names))


def parse_hand(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the hand that ``h b7 g2 W`` means; ``?`` is a whole hand that nobody noted.

    In the round that is played with cards on the forehead (V4) these are such cards.
    """
    owner, cards = split_hand_owner(words, state, seat, names)
    intent = UNTOLD if seat is None and cards == words else AS_SAID
    if cards == [UNKNOWN]:
        cards, intent = cards * state.cards, {**intent, **WHOLE}
    forehead = state.table.clairvoyant and state.number == 1
    (hand,) = make_hand(cards, state, owner, names, forehead)
    return (hand.add_intent(intent),)


def parse_held(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the hand that only its seat sees: ``c: held b7 g2 W``."""
    return make_hand(words, state, seat, names, False)


def parse_forehead(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the hand that all others see: ``c: forehead b7``."""
    return make_hand(words, state, seat, names, True)


def make_hand(
    words: list[str], state: State, seat: int | None, names: Sequence[str], forehead: bool
) -> tuple[Parsed, ...]:
    """Return the hand of some cards: of the seat named, else of the first seat without a hand."""
    owner, listed = split_hand_owner(words, state, seat, names)
    intent = UNTOLD if seat is None and listed == words else AS_SAID
    cards: dict[str, int] = {}
    for card in parse_cards(listed, state):
        mine = make_own_card(card, state, owner)
        cards[mine] = cards.get(mine, 0) + 1
    return (Parsed(Hand(seat=owner, cards=cards, forehead=forehead), intent),)


def split_hand_owner(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[int, list[str]]:
    """Return the seat whose hand is told, and the cards: a seat named, or the first without one."""
    if seat is None and words and words[0] != UNKNOWN and find_cards(words[:1], state) is None:
        return split_first_seat(words, state, None, names)
    return (find_untold_seat(state) if seat is None else seat), words


def find_untold_seat(state: State) -> int:
    """Return the first seat of which no hand is told."""
    return next((s for s in list_bidding_order(state) if s not in state.recorded_hands), state.turn)


def parse_deal(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the dealer that ``deal b`` names."""
    dealer, rest = split_first_seat(words, state, seat, names)
    refuse_rest(rest)
    return (Parsed(Deal(seat=dealer)),)


def parse_redeal(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the redeal of ``redeal`` or ``redeal 4``."""
    refuse_rest(words[1:])
    return (Parsed(Redeal(round=parse_pad_number(words[0]) if words else 0)),)


def parse_penalty(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the penalty that ``x b 20`` means."""
    offender, rest = split_first_seat(words, state, seat, names)
    if len(rest) != 1 or parse_pad_number(rest[0]) == 0:
        raise NotationError("penalty-form", given=" ".join(rest))
    return (Parsed(Penalty(seat=offender, points=parse_pad_number(rest[0]))),)


def parse_level(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the change of level that ``level pad`` means."""
    refuse_rest(words[1:])
    levels = {level: (level,) for level in LEVELS}
    return (Parsed(Level(level=find(words[0] if words else "", levels, key="no-level"))),)


def parse_result(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the totals of ``result 120 40 -20``, the winner of ``result a``, or both."""
    points = [parse_pad_number(word) for word in words if is_pad_number(word)]
    points = spread(points, state, list_totals(state).__getitem__) if points else points
    if not words or len(points) not in (0, state.seats):
        raise NotationError("result-form", seats=count_players(state))
    people = [word for word in words if not is_pad_number(word)]
    winners = dict.fromkeys(parse_seat(word, state.seats, names) for word in people)
    return (Parsed(Result(points=tuple(points), winners=tuple(sorted(winners)))),)


def parse_any_count(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the count that a text means, in short or in full.

    The short forms are ``= b 120``, ``= 120 40 -20``, ``= b tricks 2`` and ``= b hand 3``.
    """
    if any("=" in word for word in words):
        return (Parsed(parse_count(" ".join(words), state.seats, names)),)
    words = split_list(" ".join(words))
    here = list_present(state) if len(words) != state.seats else range(state.seats)
    if len(words) == len(here) and all(is_pad_number(word) for word in words):
        totals = zip((POINTS[counted] for counted in here), words, strict=True)
        return (Parsed(Count(holds={place: {POINT: int(n)} for place, n in totals})),)
    totals_by_seat = parse_totals(words, state, names) if seat is None else {}
    if totals_by_seat:
        holds = {POINTS[counted]: {POINT: n} for counted, n in totals_by_seat.items()}
        return (Parsed(Count(holds=holds)),)
    counted, rest = split_first_seat(words, state, seat, names)
    match rest:
        case [n] | ["points", n]:
            return (Parsed(Count(holds={POINTS[counted]: {POINT: parse_pad_number(n)}})),)
        case ["tricks", n]:
            return (Parsed(Count(holds={TRICKS[counted]: {TRICK: parse_pad_number(n)}})),)
        case ["hand", n]:
            said = {"seat": counted, "hand": parse_pad_number(n)}
            return (Parsed(count_hand(state, counted, said["hand"]), {"holds": said}),)
    raise NotationError("count-form", given=" ".join(words))


def count_hand(state: State, seat: int, n: int) -> Count:
    """Return the count by which a seat holds `n` cards in all: those that are not known."""
    hidden = n - sum(count_known_cards(state, seat).values())
    pool = f"{UNKNOWN}{find_pool(state, seat)}"
    return Count(holds={HANDS[seat]: {pool: max(hidden, 0)}})


def parse_totals(words: list[str], state: State, names: Sequence[str]) -> dict[int, int]:
    """Return the totals that ``a 20 b 30`` counts by seat, {} for another text."""
    seats = [find_seat(word, state.seats, names) for word in words[::2]]
    found = {seat: int(n) for seat, n in zip(seats, words[1::2], strict=False) if is_pad_number(n)}
    complete = len(words) == 2 * len(found) and None not in found
    return {seat: n for seat, n in found.items() if seat is not None} if complete else {}


NOTHING = frozenset({"n", "-", "none", "no", "없음", JESTER.casefold()})

NOBODY_WORDS = frozenset({NOBODY, "nobody", "unwon", "아무도"})
"""The words in place of a seat, where nobody takes a trick."""

READERS: dict[str, Callable[[list[str], State, int | None, Sequence[str]], Any]] = {
    "play": parse_play,
    "bid": parse_bid,
    "bids": parse_bids,
    "flip": parse_flip,
    "trump": parse_trump,
    "trick": parse_trick,
    "tricks": parse_tricks,
    "round": parse_round,
    "hand": parse_hand,
    "held": parse_held,
    "forehead": parse_forehead,
    "deal": parse_deal,
    "rounds": parse_rounds,
    "unwon": parse_unwon,
    "redeal": parse_redeal,
    "penalty": parse_penalty,
    "level": parse_level,
    "result": parse_result,
    "count": parse_any_count,
}


SPELLINGS = {
    "play": ("play", "p", "내기"),
    "bid": ("bid", "예측"),
    "bids": ("bids", "예측들"),
    "flip": ("flip", "up", "공개", "뒤집기"),
    "trump": ("trump", "t", "으뜸", "트럼프"),
    "trick": ("trick", "승", "트릭"),
    "tricks": ("tricks", "won", "획득"),
    "round": ("round", "라운드"),
    "hand": ("hand", "h", "손", "손패"),
    "held": ("held",),
    "forehead": ("forehead", "이마"),
    "deal": ("deal", "분배"),
    "rounds": ("rounds", "라운드수"),
    "unwon": ("unwon", "nobody", "아무도"),
    "redeal": ("redeal", "재분배", "다시나누기"),
    "penalty": ("penalty", "x", "벌점"),
    "level": ("level", "상세"),
    "result": ("result", "결과"),
    "count": ("count", "세기"),
}
VERBS = {spelled: verb for verb, spellings in SPELLINGS.items() for spelled in spellings}
