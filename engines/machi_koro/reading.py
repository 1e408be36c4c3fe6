"""Reading the words of the notation: dice, outcomes, counts and score sheets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engines.counts import Count
from engines.intents import Parsed
from engines.machi_koro.actions import AGAIN, Result, Roll, parse_outcome
from engines.machi_koro.catalog import (
    CARDS,
    COIN,
    DICE,
    LANDMARKS,
    SUPPLY,
    FromEach,
)
from engines.machi_koro.names import find_item, list_names
from engines.machi_koro.state import BUILT_OF, CARDS_OF, COINS_OF, PLANS_OF, State
from engines.names import find, matches
from engines.notation import find_seat, is_number, parse_count, parse_seat, split_list
from engines.seating import list_others, list_present, spread
from engines.values import NotationError, Seat, seat_letter

DICE_WORD = re.compile(r"\d+(?:\+\d+)*\Z", re.ASCII)


def parse_dice(words: Sequence[str]) -> Roll:
    """Return the roll that number words mean: ``34``, ``3+4``, ``3 4``, ``5``, ``05``, ``7``.

    A number that dice cannot show but can sum up to is a total. Raise NotationError for ``11`` and
    ``12``, which can be two dice or a total, and for what is no roll.
    """
    text = "+".join(words)
    if "+" in text:
        return make_roll(text, text.split("+"))
    number = int(text)
    if len(text) == 1 and number > DICE.faces:
        return Roll(total=number)
    if len(text) == 1 or (len(text) == 2 and text[0] == "0"):
        return make_roll(text, [text[-1]])
    most = DICE.most * DICE.faces
    shown = all(1 <= int(die) <= DICE.faces for die in text)
    if shown and number <= most:
        one, other = "+".join(text), "+".join(split_total(number))
        raise NotationError("roll-two-ways", word=text, given=text, one=one, other=other)
    if shown or not 1 <= number <= most:
        return make_roll(text, list(text))
    return Roll(total=number)


def make_roll(text: str, shown: Sequence[str]) -> Roll:
    """Return the roll of the dice `shown`. Raise NotationError where no dice show that."""
    dice = tuple(int(die) for die in shown if die)
    if not 1 <= len(dice) <= DICE.most or not all(1 <= die <= DICE.faces for die in dice):
        raise NotationError("roll-form", word=text, given=text)
    return Roll(dice=dice)


def split_total(number: int) -> list[str]:
    """Return two dice that sum up to a number."""
    low = max(1, number - DICE.faces)
    return [str(low), str(number - low)]


def parse_roll(rest: str) -> Roll:
    """Return the roll in full notation: ``3 4``, ``5``, ``total 8``. Raise NotationError."""
    words = rest.split()
    if len(words) == 2 and words[0] == "total" and is_number(words[1]):
        total = int(words[1])
        if 1 <= total <= DICE.most * DICE.faces:
            return Roll(total=total)
    elif words and all(DICE_WORD.match(word) for word in words):
        return parse_dice(words)
    raise NotationError("roll-form", word=rest, given=rest)


def parse_typed_outcome(
    word: str, value: str, state: State, claimed: Sequence[str], names: Sequence[str]
) -> tuple[str, int]:
    """Return the outcome that ``word=value`` overrides, and what really happened.

    The full name of a line of income is ``b.cafe``; of the `claimed` lines any unique part of the
    card will do. Raise NotationError.
    """
    value = value or "0"
    if not is_number(value):
        raise NotationError("outcome-form", word=value, given=f"{word}={value}")
    n = int(value)
    if word.casefold() in AGAIN_WORDS:
        return AGAIN, n
    seat, dot, rest = word.partition(".")
    if not dot:
        return find(
            word, {name: list_card_names(name) for name in claimed}, key="no-such-outcome"
        ), n
    owner = parse_seat(seat, state.seats, names)
    query, _, payer = rest.partition(".")
    near = [name for name in claimed if name.startswith(f"{seat_letter(owner)}.")]
    card = find_outcome_card(query, near)
    name = f"{seat_letter(owner)}.{card}"
    if payer:
        name += f".{seat_letter(parse_seat(payer, state.seats, names))}"
    elif isinstance(CARDS[card].effect, FromEach) and len(list_others(state, owner)) == 1:
        name += f".{seat_letter(list_others(state, owner)[0])}"
    try:
        parse_outcome(name)
    except ValueError as error:
        raise make_outcome_error(word, claimed) from error
    return name, n


AGAIN_WORDS = ("again", "한번더", "추가")


def list_card_names(outcome: str) -> Sequence[str]:
    """Return the names of the card of a line of income."""
    card = parse_outcome(outcome).card
    return (outcome, *list_names([card])[card])


def find_outcome_card(query: str, near: Sequence[str]) -> str:
    """Return the card in an outcome's name: one that claims something, else any."""
    cards = dict.fromkeys(parse_outcome(name).card for name in near)
    fitting = {card: names for card, names in list_names(cards).items() if matches(query, names)}
    if query not in CARDS and len(fitting) == 1:
        return next(iter(fitting))
    return find(query, list_names(CARDS), key="no-such-outcome")


def make_outcome_error(word: str, claimed: Sequence[str]) -> NotationError:
    """Return the error for an outcome that no action here has."""
    known = {name: list_card_names(name) for name in claimed} | {AGAIN: AGAIN_WORDS}
    return NotationError("no-such-outcome", word=word, candidates=known, given=word)


def parse_any_count(rest: str, state: State, names: Sequence[str]) -> Parsed:
    """Return the count that ``b 7 ran 2 train``, ``supply ran 3`` or ``a.coins coin=3`` means.

    Before the first turn, cards counted with a seat come from the supply (M3).
    """
    if "=" in rest:
        return Parsed(parse_count(rest, state.seats, names))
    head, *words = split_list(rest) or [""]
    supply = head.casefold() in SUPPLY_WORDS
    seat = None if supply else find_seat(head, state.seats, names)
    if seat is None and not supply:
        parse_seat(head, state.seats, names)
    numbered = list(pair_counts(words))
    if not numbered:
        raise NotationError("count-form", word=rest, given=rest)
    holds: dict[str, dict[str, int]] = {}
    for query, n in numbered:
        if seat is None:
            card = find_item(query, state, state.turn, CARDS)
            holds.setdefault(SUPPLY, {})[card] = n
        else:
            _add_count(holds, state, seat, query, n)
    if seat is None or state.played or CARDS_OF[seat] not in holds:
        return Parsed(Count(holds=holds))
    return Parsed(take_from_supply(state, Count(holds=holds), seat), {"holds": {"supply": seat}})


def take_from_supply(state: State, action: Count, seat: int) -> Count:
    """Return the count of a seat's cards with what is left of them in the supply (M3)."""
    place = CARDS_OF[seat]
    left = {
        item: max(0, state.book.count(SUPPLY, item) + state.book.count(place, item) - n)
        for item, n in action.holds[place].items()
    }
    return Count(holds={**action.holds, SUPPLY: left})


SUPPLY_WORDS = ("supply", "market", "공급처", "공급")


def _add_count(
    holds: dict[str, dict[str, int]], state: State, seat: int, query: str, n: int
) -> None:
    """Add one thing counted with a seat to `holds`: coins where nothing is named, else a piece."""
    if not query:
        holds.setdefault(COINS_OF[seat], {})[COIN] = n
        return
    item = find_item(query, state, seat)
    if item in LANDMARKS:
        holds.setdefault(BUILT_OF[seat], {})[item] = n
        holds.setdefault(PLANS_OF[seat], {})[item] = 1 - min(n, 1)
        return
    holds.setdefault(CARDS_OF[seat], {})[item] = n


def pair_counts(words: Sequence[str]) -> Iterable[tuple[str, int]]:
    """Yield (name, number) of counted things. A number alone has no name, a name alone counts one.

    >>> list(pair_counts(["7", "ran", "2", "train"]))
    [('', 7), ('ran', 2), ('train', 1)]
    """
    name = ""
    for word in words:
        if is_number(word):
            yield name, int(word)
            name = ""
        else:
            if name:
                yield name, 1
            name = word
    if name:
        yield name, 1


def parse_result(rest: str, state: State, names: Sequence[str]) -> Result:
    """Return the sheet that ``4 2 ?`` (landmarks by seat) or ``bo`` (the winner alone) means.

    Beside numbers, the winner is the seat that has all landmarks.
    """
    words, whole = split_list(rest), len(LANDMARKS)
    here = list_present(state)
    winner = find_seat(words[-1], state.seats, names) if words else None
    if winner is not None and len(words) in (1, len(here) + 1, state.seats + 1):
        words = spread(words[:-1] or ["?"] * state.seats, state, lambda _seat: "?")
        if words[winner] not in ("?", str(whole)):
            counted = words[winner]
            raise NotationError("result-winner", n=counted, seat=Seat(winner), most=whole)
        words[winner] = str(whole)
    words = spread(words, state, lambda _seat: "?")
    known = {str(n): n for n in range(whole + 1)}
    if len(words) != state.seats or not set(words) <= {*known, "?"} or set(words) == {"?"}:
        raise NotationError("result-form", word=rest, seats=len(here), most=len(LANDMARKS))
    return Result(landmarks=tuple(known.get(word) for word in words))


SPELLINGS = {
    "roll": ("roll", "굴림", "주사위"),
    "keep": ("k", "keep", "유지", "그대로"),
    "reroll": ("rr", "reroll", "재굴림", "다시"),
    "tv": ("tv", "방송"),
    "swap": ("x", "swap", "교환"),
    "decline": ("nx", "decline", "안바꿈"),
    "build": ("b", "build", "건설", "짓기"),
    "pass": ("-", "p", "pass", "패스"),
    "count": ("=", "count", "세기"),
    "result": ("result", "결과"),
}


VERBS = {spelled: verb for verb, all_ in SPELLINGS.items() for spelled in all_}
