"""The notation of Machi Koro: short at the table, and an exact inverse of `write` in full.

==================  ================================================================
``34``  ``3+4``     two dice; ``5`` one die; ``7`` a total that only two dice can show
``05``              one die, where five might as well be the sum of two
``7 ran``           roll 7, then build the Ranch: a card or landmark alone is built
                    (``7ran`` will do)
``-``  ``p``        build nothing; so does whoever rolls while a build is open
``k``  ``rr``       keep the roll, roll again: ``8 rr 44 ran``
``tv bo``           TV Station: bo pays (with two seats ``tv`` will do)
``x bo wheat min``  Business Center: give bo the Wheat Field, take the Mine
``x -``             no exchange
``ran=0``           ... built for nothing
``~b.cafe=0``       what b's Cafés brought in truth; ``~caf=0`` where one line fits
``~again=1``        with a build or ``-``: another turn followed (0: it did not)
``= b 7 ran 2``     count a seat's coins, cards, landmarks; ``= supply ran 3``
``result 4 2 ?``    landmarks by seat at the end; ``result bo`` the winner alone
==================  ================================================================

A text without a seat in front goes through a turn from left to right, and what it skips is put
in front: a build keeps the roll, leaves the exchange out, and names the only other seat for the
TV Station. With a seat in front (``a: build ranch =1``) an action is taken as written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from engines.intents import AS_SAID, TURN, USUAL, Parsed
from engines.machi_koro.actions import (
    Build,
    Decline,
    Keep,
    Pass,
    Reroll,
    Roll,
    Swap,
    Tv,
)
from engines.machi_koro.apply import apply_implied
from engines.machi_koro.catalog import COST, DICE, TV_STATION
from engines.machi_koro.names import find_held_card, find_item, list_names
from engines.machi_koro.reading import (
    DICE_WORD,
    SPELLINGS,
    VERBS,
    parse_any_count,
    parse_dice,
    parse_result,
    parse_roll,
)
from engines.machi_koro.state import (
    BUILD,
    KEEP,
    PURPLE,
    ROLL,
    State,
    can_earn_turn,
    count_allowed_dice,
    is_double,
)
from engines.machi_koro.turn import OTHER, Turn
from engines.notation import (
    find_seat,
    is_number,
    join_list,
    parse_seat,
    split_actual,
    split_seat,
)
from engines.seating import find_next, list_others
from engines.values import Action, NotationError, Seat, seat_letter

GLUED = re.compile(r"(?<!\S)(\d+(?:\+\d+)*)(?=[^\s\d+])", re.ASCII)
"""Dice with something behind them and no space between: ``7ran``, ``7-``."""


def parse(text: str, state: State, names: Sequence[str] = ()) -> tuple[Parsed, ...]:
    """Return the actions that `text` means here, each with how it is meant. Raise NotationError."""
    body, said = split_actual(text.strip())
    named, body = split_seat(body, state.seats, names)
    verb, rest = parse_verb(body)
    whose = TURN if named is None else AS_SAID
    if named is not None and body[:1].isdigit():
        state, named = give_turn(state, named, body), None  # a whole turn of that seat
    turn = Turn(state, names, whose)
    if verb == "count":
        turn.add_action(*parse_any_count(rest, state, names))
    elif verb == "result":
        turn.add_action(parse_result(rest, state, names))
    elif verb == "roll":
        turn.add_action(parse_roll(rest))
    elif named is not None:
        turn.add_action(*parse_action(verb, rest, turn, named))
    else:
        parse_turn(body, turn)
    return turn.override_outcomes(said, literal=verb == "roll" or named is not None)


def give_turn(state: State, seat: int, text: str) -> State:
    """Return the table at which a seat rolls: its turn, or the build before it that is still open.

    Raise NotationError for a seat that has rolled, and is to build; and for a roll alone where
    another seat is to roll, as dice belong to whoever is to roll.
    """
    is_open = state.phase in (PURPLE, BUILD)
    if is_open and state.turn == seat:
        raise NotationError("rolled-already", word=text, seat=Seat(seat))
    if is_open and find_next(state, state.turn) == seat:
        return state
    if state.turn != seat and ROLL_ALONE.fullmatch(text):
        raise NotationError("not-whose-roll", word=text, seat=Seat(seat), turn=Seat(state.turn))
    return replace(state, turn=seat)


ROLL_ALONE = re.compile(r"[\d\s+,]+")
"""Dice, with nothing that was built behind them."""


def is_list(parts: Sequence[str]) -> bool:
    """Return whether parts of a line are entries of one count: ``= b 7; ran 2; train 1``."""
    verb, _rest = parse_verb(parts[0])
    return verb == "count" and all(COUNTED.match(part) for part in parts[1:])


COUNTED = re.compile(r"[^\W\d].*[\s=]\d+\Z")
"""A piece with its number."""


ROLL_AGAIN = re.compile(r"(?<!\S)(다시) ?(?:굴림|굴려|굴리기)(?!\S)")
"""“Roll again” as Korean says it, in one word or two."""


def parse_verb(body: str) -> tuple[str, str]:
    """Return the verb of a text and the rest; the verb is "" where the text begins with none."""
    if body.startswith("="):
        return "count", body[1:].strip()
    head, _, rest = body.partition(" ")
    verb = VERBS.get(head.casefold(), "")
    return (verb, rest.strip()) if verb else ("", body)


def parse_turn(body: str, turn: Turn) -> None:
    """Read a turn, or a part of one, from left to right into `turn`. Raise NotationError."""
    words = ROLL_AGAIN.sub(r"\1", GLUED.sub(r"\1 ", join_list(body))).split()
    if not words:
        raise NotationError("not-understood", given=body)
    while words:
        verb = VERBS.get(words[0].casefold(), "")
        if DICE_WORD.match(words[0]):
            consume_roll(words, turn)
        elif verb in ("keep", "reroll"):
            turn.add_action(*parse_action(verb, "", turn, turn.state.turn))
            del words[0]
        elif verb == "tv" and is_tv_choice(words, turn):
            consume_tv(words, turn)
        elif verb == "swap":
            consume_swap(words, turn)
        elif verb == "decline":
            turn.add_skipped()
            turn.add_action(Decline(seat=turn.state.turn))
            del words[0]
        else:
            consume_end(words, verb, turn)


def consume_roll(words: list[str], turn: Turn) -> None:
    """Read dice off `words`. Where this turn's dice are rolled already, they are the next turn's.

    Raise NotationError while the seat has not decided about its roll.
    """
    if turn.state.phase == KEEP:
        raise NotationError("keep-first", word=words[0])
    if turn.state.phase in (PURPLE, BUILD):
        turn.add_skipped(finish=True)
        turn.add_action(Pass(seat=turn.state.turn))
    shown = [words.pop(0)]
    while words and len(words[0]) == len(shown[0]) == 1 and DICE_WORD.match(words[0]):
        shown.append(words.pop(0))
    roll = parse_dice(shown)
    again = bool(words) and VERBS.get(words[0].casefold()) == "reroll"
    if not again and can_earn_turn(turn.state) and shown[0][0] != "0":
        refuse_unclear_double(roll, turn.state, shown[0])
    turn.add_action(roll)


def refuse_unclear_double(roll: Roll, state: State, word: str) -> None:
    """Raise NotationError for a total that may be a double where a double earns a turn (M39)."""
    if len(roll.dice) > 1:
        return
    total = roll.total or sum(roll.dice)
    if is_double((), total, count_allowed_dice(state, state.turn)) is not False:
        key = "dice-wanted" if total <= DICE.faces else "dice-wanted.two"
        raise NotationError(key, word=word, total=total, double=f"{total // 2}+{total // 2}")


def is_tv_choice(words: list[str], turn: Turn) -> bool:
    """Return whether ``tv`` names the seat that pays, and is not the card to be built."""
    if len(words) > 1 and find_seat(words[1], turn.state.seats, turn.names) is not None:
        return True
    table = apply_implied(turn.state, Pass(seat=turn.state.turn))
    return TV_STATION in table.pending


def consume_tv(words: list[str], turn: Turn) -> None:
    """Read ``tv bo`` or, with two seats, ``tv`` off `words`. Raise NotationError."""
    turn.add_skipped()
    del words[0]
    target = find_seat(words[0], turn.state.seats, turn.names) if words else None
    intent = OTHER if target is None else AS_SAID
    if target is not None:
        del words[0]
    elif len(others := list_others(turn.state, turn.state.turn)) == 1:
        target = others[0]
    else:
        raise NotationError("tv-first", seat=seat_letter(turn.state.turn))
    turn.add_action(Tv(seat=turn.state.turn, target=target), intent)


def consume_swap(words: list[str], turn: Turn) -> None:
    """Read ``x bo wheat mine``, ``x wheat mine`` (with two seats) or ``x -`` off `words`."""
    turn.add_skipped()
    del words[0]
    seat = turn.state.turn
    if words[:1] == ["-"]:
        turn.add_action(Decline(seat=seat))
        del words[0]
        return
    swap, used = parse_swap(words, turn, seat)
    turn.add_action(*swap)
    del words[:used]


def parse_swap(words: Sequence[str], turn: Turn, seat: int) -> tuple[Parsed, int]:
    """Return the exchange that words mean, and the number of words used: target, give, take."""
    state = turn.state
    target = find_seat(words[0], state.seats, turn.names) if words else None
    named = 0 if target is None else 1
    if len(words) < named + 2:
        raise NotationError("swap-form", word=" ".join(words))
    intent = OTHER if target is None else AS_SAID
    if target is None:
        others = list_others(state, seat)
        alone = len(others) == 1
        target = others[0] if alone else parse_seat(words[0], state.seats, turn.names)
    for n, k in ((2, 2), (2, 1), (1, 2)):
        give, take = words[named : named + n], words[named + n : named + n + k]
        if len(take) == k and all(word[0].isalpha() for word in (*give, *take)):
            try:
                swap = parse_exchange(give, take, state, (seat, target))
                return Parsed(swap, intent), named + n + k
            except NotationError:
                continue
    give, take = words[named : named + 1], words[named + 1 : named + 2]
    return Parsed(parse_exchange(give, take, state, (seat, target)), intent), named + 2


def parse_exchange(
    give: Sequence[str], take: Sequence[str], state: State, seats: tuple[int, int]
) -> Swap:
    """Return the exchange of two cards between two seats, each card given by the words of its name.

    Raise NotationError.
    """
    names = (" ".join(give), " ".join(take))
    given, taken = (
        name if name in COST else find_held_card(name, state, seat)
        for name, seat in zip(names, seats, strict=True)
    )
    return Swap(seat=seats[0], target=seats[1], give=given, take=taken)


def consume_end(words: list[str], verb: str, turn: Turn) -> None:
    """Read a build or a pass off `words`: all that is left of the text."""
    if verb in ("pass", "build"):
        rest = " ".join(words[1:])
    else:
        verb, rest = "build", " ".join(words)
    if turn.state.phase != ROLL:
        turn.add_skipped(finish=True)
    turn.add_action(*parse_action(verb, rest, turn, turn.state.turn))
    words.clear()


def parse_action(verb: str, rest: str, turn: Turn, seat: int) -> Parsed:
    """Return one action of a seat as it is written. Raise NotationError."""
    words = rest.split()
    if verb == "tv" and len(words) == 1:
        return Parsed(Tv(seat=seat, target=parse_seat(rest, turn.state.seats, turn.names)))
    if verb == "swap":
        swap, used = parse_swap(words, turn, seat)
        if used == len(words):
            return swap
        raise NotationError("swap-form", word=rest)
    if verb in ("build", "") and rest:
        return parse_build(rest, turn.state, seat)
    if verb in PLAIN and not words:
        return Parsed(PLAIN[verb](seat=seat))
    raise NotationError("not-understood", word=rest, given=rest or verb)


PLAIN: dict[str, Callable[..., Action]] = {
    "keep": Keep,
    "reroll": Reroll,
    "decline": Decline,
    "pass": Pass,
}


def parse_build(rest: str, state: State, seat: int) -> Parsed:
    """Return the build that ``ran`` or ``ranch =1`` means; without ``=`` the price was paid."""
    query, equals, paid = (part.strip() for part in rest.partition("="))
    if equals and not is_number(paid):
        raise NotationError("paid-form", word=paid, given=paid)
    try:
        card = query if query in COST else find_item(query, state, seat)
    except NotationError as error:
        if error.unclear:
            raise
        known = {**SPELLINGS, **list_names(COST)}
        raise NotationError("not-understood", word=query, candidates=known, given=query) from error
    if equals:
        return Parsed(Build(seat=seat, card=card, paid=int(paid)))
    return Parsed(Build(seat=seat, card=card, paid=COST[card]), {"paid": USUAL})
