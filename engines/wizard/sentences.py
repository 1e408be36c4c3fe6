"""What people say in a sentence: ``Bo bids two``, ``Cy: red 7, Dee: wizard``, ``Ana takes it``.

A sentence is rewritten in the notation, which reads it. Nothing is read here that the notation
reads itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from engines.notation import find_seats, is_number
from engines.phrases import is_question
from engines.seating import list_present
from engines.seats import typed_letter
from engines.values import Message, NotationError, Seat, SeatText, seat_letter
from engines.wizard.catalog import SUIT_OF_LETTER
from engines.wizard.names import find_cards, parse_suit
from engines.wizard.state import (
    State,
    find_bidder,
    is_flip_missing,
    is_recording_cards,
    is_round_untouched,
    is_trump_choice_due,
    list_untold_hands,
)
from engines.wizard.vocabulary import (
    AGAIN,
    AGREED,
    BID,
    DEALT,
    EVERYBODY,
    FILLERS,
    FINAL,
    FINED,
    HELD,
    NO_SUIT,
    NOUNS,
    NUMBER_WORDS,
    ORDINALS,
    PLAYED,
    POINTS,
    TRUMP,
    TURNED,
    UNSEEN,
    WON,
)

BETWEEN: Final = re.compile(r"[\s,;:&，、；]+")
POSSESSIVE: Final = re.compile(r"['’]s?(?=\s|:|$)")
PAIR: Final = re.compile(r"(\d{1,2})[/:-](\d{1,2})\Z", re.ASCII)
LISTED: Final = re.compile(r"(?<!\S)\d{1,2}(?:/\d{1,2}){2,}(?!\S)", re.ASCII)
"""A list with slashes between its numbers: ``1/2/0/1``."""

ROUND: Final = re.compile(
    r"(?:(?:round|rd\.?|r|#)\s*(\d{1,2})\s*[:.,)]?|(\d{1,2})\s*(?:라운드)?\s*[:.)]|"
    r"(\d{1,2})\s*라운드|(\w+)\s+round\s*[:,]?)\s+(?=\S)",
    re.IGNORECASE,
)


class Said(NamedTuple):
    """What is said of one seat, or of nobody in particular: the seat, its verbs, other words."""

    seat: int | None
    verbs: frozenset[str]
    words: tuple[str, ...]


def rewrite_sentence(text: str, state: State, names: Sequence[str]) -> list[str]:
    """Return what a sentence says as texts in the notation, [] where it is no such sentence.

    Raise NotationError where it is about another round than the running one.
    """
    if is_question(text, names):
        return []
    text = strip_round(text.strip(), state)
    words = count_cards(split_words(text))
    if not words:
        return []
    for rewrite in (
        rewrite_unseen,
        rewrite_trump,
        rewrite_table,
        rewrite_lists,
        rewrite_totals,
        rewrite_seats,
    ):
        found = rewrite(words, state, names)
        if found:
            return found
    plain = " ".join(words)
    return [plain] if plain != text else []


def is_sheet(parts: Sequence[str], state: State, names: Sequence[str]) -> bool:
    """Return whether each part of a line says of another person what was bid and won, of everybody:
    ``Ana: bid 2, won 1; Bo: bid 0, won 0``."""
    said = [split_people(split_words(part), state, names) for part in parts]
    alone = [each[0] for each in said if len(each) == 1 and is_bid_and_won(each[0])]
    return len(alone) == len(parts) and len({each.seat for each in alone}) == state.seats


def begins_with_verb(text: str) -> bool:
    """Return whether a text begins with a verb or a noun of a sentence: ``bids: 2 1 0``."""
    words = split_words(text)
    return bool(words) and words[0].casefold() in BID | WON | DEALT | POINTS | FINAL | FINED | TRUMP


def strip_round(text: str, state: State) -> str:
    """Return a text without the round in front of it: ``round 7: 2/2 1/0``.

    Raise NotationError for another round than the running one.
    """
    found = ROUND.match(text)
    rest = text[found.end() :] if found else text
    numbers = [word for word in split_words(rest) if PAIR.match(word) or is_number(word)]
    number = found and (found[1] or found[2] or found[3] or ORDINALS.get(found[4].casefold()))
    if not number or len(numbers) < state.seats - 1:
        return text
    if int(number) != state.number:
        raise NotationError("round-now", given=number, n=state.number)
    return rest


def split_words(text: str) -> list[str]:
    """Return the words of a text, without the punctuation between them."""
    spaced = POSSESSIVE.sub("", text)
    spaced = re.sub(r"(?<=\d):(?=\d)", "/", spaced)
    spaced = LISTED.sub(lambda found: found[0].replace("/", " "), spaced)
    words = [word for word in (each.strip(".") for each in BETWEEN.split(spaced)) if word]
    following = (*(word.casefold() for word in words[1:]), "")
    return [
        word
        for word, after in zip(words, following, strict=False)
        if word.casefold() not in {"a", "an"} or after not in NOUNS
    ]


def count_cards(words: Sequence[str]) -> list[str]:
    """Return words with the numbers of cards in digits: ``green ten`` is ``green 10``."""
    before = ("", *words)
    return [
        NUMBER_WORDS.get(word.casefold(), word) if parse_suit(suit) is not None else word
        for suit, word in zip(before, words, strict=False)
    ]


# -- one thing that is said of the round -----------------------------------------------------------


def rewrite_unseen(words: Sequence[str], state: State, names: Sequence[str]) -> list[str]:
    """Return that nobody saw the card turned up, or a hand: ``pass``, ``Bo ?``."""
    unseen = [word for word in words if word.casefold() in UNSEEN or word == "??"]
    if not unseen:
        return []
    seats = find_people(words, state, names)
    rest = [word for word in words if word not in unseen and find_seat(word, state, names) is None]
    if not match_all(rest, FILLERS | HELD):
        return []
    if is_flip_missing(state) and not seats and is_recording_cards(state):
        return ["flip ?"]
    if list_untold_hands(state):
        return [f"{typed_letter(seat, names)}: hand ?" for seat in seats] or ["hand ?"]
    return []


def rewrite_trump(words: Sequence[str], state: State, names: Sequence[str]) -> list[str]:
    """Return what is trump, or turned up: ``trump is blue``, ``no trump``, ``Cy says red``."""
    folded = [word.casefold() for word in words]
    spoken = TRUMP.intersection(folded)
    seats = find_people(words, state, names)
    rest = [
        word
        for word in words
        if word.casefold() not in TRUMP | FILLERS | BID | TURNED
        and find_seat(word, state, names) not in seats
    ]
    who = f"{typed_letter(seats[0], names)}: " if len(seats) == 1 else ""
    if "dealer" in folded and len(seats) < 2 and set(folded) & BID:
        who = who or f"{typed_letter(state.dealer, names)}: "
        rest = [word for word in rest if word.casefold() != "dealer"]
        spoken = TRUMP
    if spoken and not rest and len(seats) == 1 and parse_suit(words[-1]) is not None:
        return [f"trump {words[-1]}"]  # ``trump b``: a colour that is also a seat
    if spoken and len(rest) == 1 and rest[0].casefold() in NO_SUIT:
        return ["trump none"]
    if spoken and len(rest) == 1 and parse_suit(rest[0]) is not None:
        return [f"{who}trump {rest[0]}"]
    if is_trump_choice_due(state) and len(rest) == 1 and parse_suit(rest[0]) is not None and who:
        return [f"{who}trump {rest[0]}"]
    if (spoken or TURNED.intersection(folded)) and rest:
        cards = find_cards(rest, state)
        if cards is not None and len(cards) == 1:
            return [f"flip {cards[0]}"]
    return []


def rewrite_table(words: Sequence[str], state: State, names: Sequence[str]) -> list[str]:
    """Return who deals, a penalty, how many rounds are played, or that a round is dealt again."""
    folded = [word.casefold() for word in words]
    seats = find_people(words, state, names)
    numbers = [word.lstrip("-") for word in words if is_number(word, signed=True)]
    said = set(folded) - FILLERS
    if said & AGAIN and said <= AGAIN | DEALT | {"round", "this"}:
        return ["redeal"]
    if said & DEALT and len(seats) == 1 and not numbers and len(said) == 2:
        return [f"deal {typed_letter(seats[0], names)}"]
    below = any(word.startswith("-") for word in words) and "for" in folded
    fined = said & FINED or (below and state.level != "results")
    if fined and len(seats) == len(numbers) == 1 and len(said - POINTS - FINED - WON - {"a"}) == 2:
        return [f"penalty {typed_letter(seats[0], names)} {numbers[0]}"]
    if "rounds" in said and len(numbers) == 1 and said <= PLAYED | AGREED | {"rounds", numbers[0]}:
        return [f"rounds {numbers[0]}"]
    return []


# -- lists of the pad ------------------------------------------------------------------------------


def rewrite_lists(words: Sequence[str], state: State, names: Sequence[str]) -> list[str]:
    """Return lists without people: ``bids 2 1 1 2 / tricks 1 1 2 0``, ``won 1 0``, ``2-2 1-0``."""
    lists: list[list[str]] = [[]]
    said: list[str] = [""]
    for word in words:
        folded = word.casefold()
        number = as_number(word)
        pair = PAIR.match(word)
        if folded in BID or folded in WON or word in {"/", "|"}:
            if lists[-1] or (said[-1] and word not in {"/", "|"} and not is_same(said[-1], folded)):
                lists.append([])
                said.append("")
            said[-1] = said[-1] or ("" if word in {"/", "|"} else folded)
        elif pair is not None:
            lists[-1].append(f"{pair[1]}/{pair[2]}")
        elif number is not None:
            lists[-1].append(number)
        elif folded not in FILLERS | EVERYBODY:
            return []
    if not all(lists):
        return []
    if len(lists) == len(lists[0]) == 1 and EVERYBODY.intersection(map(str.casefold, words)):
        lists = [lists[0] * state.seats]
    return write_lists(lists, said, state)


def is_same(one: str, other: str) -> bool:
    """Return whether two verbs begin the same list: ``took tricks``."""
    return (one in BID) == (other in BID)


def write_lists(lists: list[list[str]], said: list[str], state: State) -> list[str]:
    """Return lists of numbers in the notation: bids, tricks, or both as a round."""
    if len(lists) == 1 and any("/" in number for number in lists[0]):
        return [" ".join(lists[0])]
    if len(lists) == 1 and said[0] in WON:
        return [f"tricks {' '.join(lists[0])}"]
    if len(lists) == 1:
        bid = "" if not said[0] else "bids " if len(lists[0]) > 1 or said[0] == "bids" else "bid "
        return [f"{bid}{' '.join(lists[0])}"]
    bids, tricks = lists[0], lists[-1]
    if len(lists) > 2 or len(bids) != state.seats or len(tricks) > len(bids) or said[0] in WON:
        return []
    padded = [*tricks, *[""] * (len(bids) - len(tricks))]
    return [" ".join(f"{bid}/{won}" for bid, won in zip(bids, padded, strict=True))]


def rewrite_totals(words: Sequence[str], state: State, names: Sequence[str]) -> list[str]:
    """Return totals and winners: ``points 60 50 40``, ``Ana has 60``, ``winner Ana``."""
    folded = [word.casefold().lstrip("=") for word in words]
    said = set(folded)
    numbers = [word for word in words if is_number(word, signed=True)]
    people = [find_seat(word, state, names) for word in words]
    seats = [seat for seat in people if seat is not None]
    known = POINTS | FINAL | FILLERS | HELD | WON | {"", "count"}
    others = [
        word
        for word, folded_word, seat in zip(words, folded, people, strict=True)
        if seat is None and folded_word not in known and word not in numbers
    ]
    if others or not (seats or numbers):
        return []
    final = state.level == "results" or bool(said & FINAL)
    counted = bool(said & (POINTS | {"count"})) or words[0].startswith("=")
    counted = counted or bool(said & HELD)
    if not numbers and final and (said & (WON | FINAL)):
        return [f"result {' '.join(typed_letter(seat, names) for seat in seats)}"]
    if not numbers or not (final or counted) or (seats and len(seats) != len(numbers)):
        return []
    if seats and len(seats) == state.seats:
        numbers = [numbers[seats.index(seat)] for seat in range(state.seats) if seat in seats]
        seats = []
    if not seats and len(numbers) == state.seats:
        return [f"{'result' if final else '='} {' '.join(numbers)}"]
    if final or not seats:
        return []
    each = (f"{typed_letter(s, names)} {n}" for s, n in zip(seats, numbers, strict=True))
    return [f"= {' '.join(each)}"]


# -- what is said of people ------------------------------------------------------------------------


def rewrite_seats(words: Sequence[str], state: State, names: Sequence[str]) -> list[str]:
    """Return what is said of one person after the other: ``Cy b7, Dee b2``, ``Ana 2/2 Bo 1/0``."""
    said = split_people(words, state, names)
    if not said:
        return []
    verbs = frozenset().union(*(each.verbs for each in said))
    contents = [each.words for each in said]
    if all(len(content) == 1 and PAIR.match(content[0]) for content in contents):
        return write_pairs(said, state, names)
    if all(is_bid_and_won(each) for each in said) or are_rounds(said, state):
        pairs = [each._replace(words=("/".join(each.words),)) for each in said]
        return write_pairs(pairs, state, names)
    numbers = [as_number(content[0]) if len(content) == 1 else None for content in contents]
    if None not in numbers:
        counted = [each._replace(words=(str(n),)) for each, n in zip(said, numbers, strict=True)]
        return write_numbers(counted, verbs, state, names)
    if not any(contents) and verbs & WON and is_settled(state):
        return settle_trick([each.seat or 0 for each in said], state)
    if not any(contents) and (verbs & WON or is_winner_asked(state)):
        if state.level == "pad":
            raise NotationError("tricks-form", seats=state.seats)
        return [f"trick {typed_letter(each.seat or 0, names)}" for each in said]
    if all(contents):
        return [
            f"{typed_letter(each.seat or 0, names)}: {find_verb(each)}{' '.join(each.words)}"
            for each in said
        ]
    return []


def find_verb(said: Said) -> str:
    """Return the verb in front of the cards that are said of somebody: ``play``, ``hand``."""
    if said.verbs & HELD:
        return "hand "
    return "play " if said.verbs & PLAYED else ""


def is_settled(state: State) -> bool:
    """Return whether who has won the latest trick follows from its cards."""
    just_scored = bool(state.pad) and is_round_untouched(state)
    return is_recording_cards(state) and not state.trick and bool(state.taken_tricks or just_scored)


def settle_trick(seats: Sequence[int], state: State) -> list[str]:
    """Return that nothing is to be recorded of who won a trick. Raise NotationError where it is
    somebody else by the cards."""
    winner = state.taken_tricks[-1].winner if state.taken_tricks else seats[0]
    if list(seats) != [winner]:
        raise NotationError(
            "trick-others", seat=Seat(winner), letter=SeatText(seat_letter(seats[0]))
        )
    return [SETTLED]


def describe_settled(state: State) -> Message:
    """Return the message that the latest trick, or round, follows from what is recorded."""
    if not state.taken_tricks:
        return Message("round-settled", {"n": state.pad[-1].number})
    letter = SeatText(seat_letter(state.taken_tricks[-1].winner))
    data = {"n": len(state.taken_tricks), "letter": letter}
    return Message("trick-settled", data | {"seat": Seat(state.taken_tricks[-1].winner)})


SETTLED: Final = ""
"""What a sentence says that repeats what follows from the cards."""


def is_winner_asked(state: State) -> bool:
    """Return whether the winner of a trick can be told: bids are in, and cards are not recorded."""
    return find_bidder(state) is None and not is_recording_cards(state)


def is_bid_and_won(said: Said) -> bool:
    """Return whether a bid and the tricks won are said of a seat: ``Ana bid 2 won 1``."""
    return len(said.words) == 2 and all(map(is_number, said.words)) and bool(said.verbs & WON)


def are_rounds(said: Sequence[Said], state: State) -> bool:
    """Return whether a bid and the tricks won are said of everybody: ``Ana 2 1, Bo 0 0``."""
    return (
        {each.seat for each in said} == set(list_present(state))
        and all(len(each.words) == 2 and all(map(is_number, each.words)) for each in said)
        and find_bidder(state) is not None
    )


def split_people(words: Sequence[str], state: State, names: Sequence[str]) -> list[Said]:
    """Return what is said of each person, [] unless the words begin with one."""
    found: list[Said] = []
    ahead: frozenset[str] = frozenset()
    for at, word in enumerate(words):
        folded = word.casefold()
        before = words[at - 1].casefold() if at else ""
        after = words[at + 1] if at + 1 < len(words) else ""
        article = folded in {"a", "an"} and (
            before in PLAYED | HELD or after.casefold() in WON or after.casefold() == "card"
        )
        if folded in FILLERS or article:
            continue
        unsaid = bool(found) and not found[-1].words
        is_card = unsaid and len(word) == 1 and find_cards([word], state) is not None
        seat = None if is_card else find_seat(word, state, names, after)
        if seat is not None:
            found.append(Said(seat, frozenset() if found else ahead, ()))
        elif folded in BID | WON | PLAYED | HELD:
            ahead = frozenset({folded}) | (found[-1].verbs if found else ahead)
            if found:
                found[-1] = found[-1]._replace(verbs=ahead)
        elif not found:
            return []
        else:
            found[-1] = found[-1]._replace(words=(*found[-1].words, word))
    return found


def write_pairs(said: Sequence[Said], state: State, names: Sequence[str]) -> list[str]:
    """Return a round of which each person's bid and tricks are said."""
    pairs = {each.seat: re.sub("[:-]", "/", each.words[0]) for each in said}
    here = list_present(state)
    if set(pairs) != set(here):
        raise NotationError("round-form", seats=len(here))
    return [" ".join(pairs[seat] for seat in here)]


def write_numbers(
    said: Sequence[Said], verbs: Collection[str], state: State, names: Sequence[str]
) -> list[str]:
    """Return the bids or the tricks of people, each a number."""
    numbers = {each.seat: each.words[0] for each in said}
    won = not set(verbs) & BID and (bool(set(verbs) & WON) or find_bidder(state) is None)
    here = list_present(state)
    listed = " ".join(numbers[seat] for seat in here if seat in numbers)
    if not won:
        if set(numbers) == set(here) and find_bidder(state) is not None:
            return [listed]
        return [f"{typed_letter(seat or 0, names)}: bid {n}" for seat, n in numbers.items()]
    if set(numbers) == set(here):
        return [f"tricks {listed}"]
    if state.level == "pad":
        raise NotationError("tricks-form", seats=len(here))
    return [
        f"trick {typed_letter(seat or 0, names)}"
        for seat, n in numbers.items()
        for _trick in range(int(n))
    ]


# -- words -----------------------------------------------------------------------------------------


def find_people(words: Sequence[str], state: State, names: Sequence[str]) -> list[int]:
    """Return the seats that words mean, in the order in which they are said."""
    found = [
        find_seat(word, state, names, after)
        for word, after in zip(words, (*words[1:], ""), strict=True)
    ]
    return [seat for seat in found if seat is not None]


def find_seat(word: str, state: State, names: Sequence[str], after: str = "") -> int | None:
    """Return the seat that a word means in a sentence, None where it means something else.

    A letter that is a colour, too, is one with a number behind it (``b 7``) where a card is due.
    """
    folded = word.casefold()
    known = FILLERS | BID | WON | PLAYED | HELD | DEALT | POINTS | FINAL | NO_SUIT | UNSEEN
    if len(word) > 1 and (folded in known or folded in NUMBER_WORDS):
        return None
    found = find_seats(word, state.seats, names)
    if len(found) != 1:
        return None
    if len(word) == 1 and folded in SUIT_OF_LETTER and is_number(after):
        card_due = find_bidder(state) is None and is_recording_cards(state)
        return None if card_due else found[0]
    return found[0]


def as_number(word: str) -> str | None:
    """Return the digits of a number that a word says, None for no number."""
    if is_number(word):
        return word
    return NUMBER_WORDS.get(word.casefold())


def match_all(words: Sequence[str], known: Collection[str]) -> bool:
    """Return whether all words are among those that are known."""
    return all(word.casefold() in known for word in words)
