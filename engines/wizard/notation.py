"""The notation of Wizard: short at the table, and an exact inverse of `write` in full.

==================  ================================================================
``b7``              a card: colour b g r y and value; ``W`` (or Z) a wizard, ``N`` (or J) a jester
``b7 g2 b9 W``      a whole trick in the order played, from whoever is to play
``c: b7``           ... or by a seat that is named; ``?`` a card that nobody noted
``b9 ~winner=c``    the trick went to c, whatever the cards say; ``~a=10`` points written for a
``g5`` ``g`` ``??`` what is turned up, when that is asked for: a card, its colour, unseen
``t b``             trump is blue: noted, or named by the dealer; ``t n`` none; ``up g5`` turned up
``2``               a bid, by whoever is to bid; ``c: 2`` by another seat
``1 0 2 0``         all bids in the order of the seats; once bids are in, the tricks they won
``1 0 2``           ... and one fewer: the last seat won the rest
``2/2 1/0 0/1``     a whole round: bid and tricks of every seat
``a c c b``         who took the tricks, one after the other; ``trick a``; ``-`` is nobody
``2/1 1/0 0/1 -``   a whole round in which nobody won one of the tricks; ``- 2`` two of them
``h b7 g2 W``       cards that a seat was dealt; ``c: h b7`` another seat's; where hands are
                    asked for, ``b7 g2 W`` will do before the bids, and ``??`` says not seen
``x b 20``          20 penalty points for b;   ``redeal``, ``redeal 4`` a round is dealt again
``= b 120``         count: b has 120 points; ``= 120 40 -20`` all; ``= b tricks 2``, ``= b hand 3``;
                    ``= round 6, 60 50 40`` begins in round 6; ``= turn b``, ``= dealer b``
``rounds 17``       the table agrees on so many rounds, also after the last one
``level pad``       record less, or more, from here on; ``deal b`` who deals; ``result 120 40 -20``
                    (``result a`` where only the winner is known)
==================  ================================================================

Lists of numbers are in the order of the seats, as on the pad; cards in the order played. Between
their entries stand spaces, commas or semicolons.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from engines.book import UNKNOWN
from engines.intents import Parsed, parse_parts
from engines.notation import (
    are_numbers,
    find_seat,
    find_seats,
    is_number,
    parse_seat,
    split_actual,
    split_list,
    split_seat,
)
from engines.seats import letters_of
from engines.values import NotationError, seat_letter
from engines.wizard.actions import (
    WINNER,
    Bid,
    Flip,
    Play,
    Trump,
)
from engines.wizard.apply import apply
from engines.wizard.names import find_cards, parse_cards, parse_suit
from engines.wizard.reading import (
    BIDDER,
    DEALER,
    NOBODY_WORDS,
    READERS,
    VERBS,
    give_tricks,
    is_pad_number,
    make_bids,
    make_plays,
    make_tricks,
    parse_hand,
    parse_pad_number,
    parse_result,
    parse_round,
    parse_tricks,
    split_unwon,
)
from engines.wizard.sentences import begins_with_verb, rewrite_sentence
from engines.wizard.state import (
    State,
    count_players,
    find_bidder,
    is_flip_missing,
    is_recording_cards,
    is_trump_choice_due,
    list_untold_hands,
)


def parse(text: str, state: State, names: Sequence[str] = ()) -> tuple[Parsed, ...]:
    """Return the actions that `text` means here, each with how it is meant. Raise NotationError."""
    try:
        return parse_notation(text, state, names)
    except NotationError as error:
        refused = error
    parts = [] if refused.unclear else rewrite_sentence(text, state, names)
    if not parts:
        raise refused
    try:
        return parse_parts(parts, state, partial(parse_notation, names=names), apply)
    except NotationError as error:
        vague = refused.key == "not-understood" or begins_with_verb(text)
        raise error if vague else refused from None


def parse_notation(text: str, state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the actions of a text in the notation. Raise NotationError."""
    body, actual = split_actual(text.strip())
    seat, body = split_seat(body, state.seats, names)
    if body.startswith("="):
        body = f"count {body[1:]}"
    words = body.split() if "=" in body else split_list(body)
    if not words:
        raise NotationError("not-understood", word=body, given=body)
    verb = VERBS.get(words[0].casefold())
    if verb is not None:
        actions = READERS[verb](words[1:], state, seat, names)
    else:
        actions = parse_bare(words, state, seat, names)
    return override_outcomes(actions, actual, state, names) if actual else actions


def is_list(state: State, parts: Sequence[str]) -> bool:
    """Return whether parts of a line are entries of one list: numbers, or the cards of a hand.

    One number for every seat is a list of the pad, as ``1 0 2 0`` is. Cards are a hand where hands
    are asked for and there are as many as a seat was dealt.
    """
    head = parts[0].replace("=", "count ", 1) if parts[0].startswith("=") else parts[0]
    words = split_list(" ".join((head, *parts[1:])))
    verb = VERBS.get(words[0].casefold(), "") if words else ""
    words = words[1:] if verb else words
    if verb in ("", *LISTS) and are_numbers(words):
        pairs = all("/" in word for word in words)
        bidding = find_bidder(state) is not None
        return (
            bool(verb) or pairs or not bidding or len(words) in (state.seats, count_players(state))
        )
    if verb in ("", "hand") and is_hand_due(state, None) and find_cards(words, state):
        return len(words) == state.cards
    return False


LISTS = ("bids", "tricks", "round", "count", "result")
"""The verbs that a list of numbers follows."""


def override_outcomes(
    parsed: tuple[Parsed, ...], actual: dict[str, str], state: State, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the actions, the outcomes of the last one overridden. Raise NotationError."""
    last, intent = parsed[-1]
    outcomes = {letter: (letter,) for letter in letters_of(names)[: state.seats]}
    if isinstance(last, Play):
        outcomes[WINNER] = (WINNER,)
    read = {}
    for outcome, value in actual.items():
        if outcome == WINNER and WINNER in outcomes:
            nobody = value.casefold() in ("", *NOBODY_WORDS)
            read[WINNER] = "" if nobody else seat_letter(parse_seat(value, state.seats, names))
            continue
        seat = None if outcome == WINNER else find_seat(outcome, state.seats, names)
        if seat is None or not hasattr(last, "actual"):
            raise NotationError("no-such-outcome", word=outcome, candidates=outcomes, given=outcome)
        read[seat_letter(seat)] = str(parse_pad_number(value))
    return (*parsed[:-1], Parsed(replace(last, actual=read), intent))


def parse_bare(
    words: list[str], state: State, seat: int | None, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return the actions of words without a verb: numbers, pairs, cards, colours or seats."""
    if all(is_pad_number(word) for word in words):
        if state.level == "results" and len(words) == state.seats:
            return parse_result(words, state, seat, names)
        return parse_pad_numbers(words, state, seat)
    counted, unwon = split_unwon(words) if words[0][0].isdecimal() else (words, 0)
    if all("/" in word for word in counted[:-1]) and "/" in counted[0]:
        return parse_round(words, state, seat, names)
    if unwon and all(is_pad_number(word) for word in counted):
        return parse_tricks(words, state, seat, names)
    if seat is None and is_bid_of_seat(words, state, names):
        bidder = parse_seat(words[0], state.seats, names)
        return (Parsed(Bid(seat=bidder, bid=int(words[1]))),)
    are_takers = all(is_taker(word, state, names) for word in words)
    if is_winner_due(state) and seat is None and are_takers:
        return give_tricks(words, state, names)
    are_seats = all(is_seat(word, state, names) for word in words)
    cards = find_cards(words, state)
    single = words if len(words) == 1 else cards or []
    if seat is None and len(single) == 1:
        turned = parse_turned_card(single[0], state, are_seats)
        if turned is not None:
            return (turned,)
    if cards is not None and is_hand_due(state, seat):
        return parse_hand(words, state, seat, names)
    if cards is not None:
        return make_plays(cards, state, seat)
    if seat is None and are_seats:
        return give_tricks(words, state, names)
    return make_plays(parse_cards(words, state), state, seat)


def is_bid_of_seat(words: Sequence[str], state: State, names: Sequence[str]) -> bool:
    """Return whether a seat and a number are a bid (``b 1``), and no card: bids are asked for."""
    return (
        len(words) == 2
        and is_number(words[1])
        and find_bidder(state) is not None
        and not (is_flip_missing(state) or is_trump_choice_due(state) or is_hand_due(state, None))
        and is_seat(words[0], state, names)
    )


def is_seat(word: str, state: State, names: Sequence[str]) -> bool:
    """Return whether a word means a seat, or is a letter that may mean several."""
    found = find_seats(word, state.seats, names)
    return len(found) == 1 or (len(found) > 1 and word.casefold() in letters_of(names))


def is_taker(word: str, state: State, names: Sequence[str]) -> bool:
    """Return whether a word says who takes a trick: a seat, or nobody."""
    return word.casefold() in NOBODY_WORDS or is_seat(word, state, names)


def is_winner_due(state: State) -> bool:
    """Return whether the winner of a trick is asked for, and not a card."""
    if len(state.trick) >= count_players(state):
        return True
    return not is_recording_cards(state) and find_bidder(state) is None and not state.trick


def is_hand_due(state: State, seat: int | None) -> bool:
    """Return whether cards alone are a hand: it is asked for, and bids are missing.

    While bids are secret nobody sees when they are made; then cards are hands until trump is known.
    """
    asked = list_untold_hands(state)
    if find_bidder(state) is None:
        return False
    if state.table.secret and not (is_flip_missing(state) or is_trump_choice_due(state)):
        return False
    return bool(asked) if seat is None else seat in asked


def parse_turned_card(word: str, state: State, is_seat: bool) -> Parsed | None:
    """Return what a single word says about trump where that is asked for, else None.

    On the pad trump may be noted and need not be; there a letter that is also a seat is unclear.
    """
    if is_trump_choice_due(state):
        suit = parse_suit(word)
        return None if suit is None else Parsed(Trump(seat=state.dealer, suit=suit), DEALER)
    if not is_flip_missing(state):
        return None
    suit = parse_suit(word)
    if not is_recording_cards(state):
        if suit is not None and is_seat:
            both = {"trump": (f"t {word}",), "trick": (f"trick {word}",)}
            raise NotationError("several-fit", word=word, candidates=both, unclear=True, given=word)
        return None if suit is None else Parsed(Flip(card=suit))
    if word == UNKNOWN:
        return Parsed(Flip(card=UNKNOWN))
    if suit is not None:
        return Parsed(Flip(card=suit))
    found = find_cards([word], state)
    return Parsed(Flip(card=found[0])) if found is not None and len(found) == 1 else None


def parse_pad_numbers(words: list[str], state: State, seat: int | None) -> tuple[Parsed, ...]:
    """Return the bid that ``2`` means, or all bids (later: all tricks) that ``1 0 2 0`` means."""
    numbers = [int(word) for word in words]
    due = find_bidder(state)
    bidding = due is not None and not (state.table.secret and not state.tricks_counted)
    if len(numbers) == 1 and (bidding or seat is not None):
        if seat is not None:
            return (Parsed(Bid(seat=seat, bid=numbers[0])),)
        return (Parsed(Bid(seat=due or 0, bid=numbers[0]), BIDDER),)
    if seat is not None:
        raise NotationError("not-understood", word=words[-1], given=" ".join(words))
    if bidding:
        return make_bids(numbers, state)
    return (make_tricks(numbers, state),)
