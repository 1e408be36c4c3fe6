"""Reading the notation of the tournament and of the deck phase."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from engines.book import is_unknown
from engines.challengers.actions import (
    Deck,
    Finalists,
    Offer,
    Option,
    Pick,
    Plans,
    Ready,
    Redraw,
    Refill,
    Register,
    Remove,
    Result,
    Trophy,
)
from engines.challengers.cards.catalog import (
    BOX,
    DECK,
    FAN,
    FINAL,
    OFFER,
    PILE,
    PILE_LEVELS,
    ROBOT,
    SIDES,
    TROPHIES,
)
from engines.challengers.cards.format import FORMAT, CardSet
from engines.challengers.cards.sets import CardSetError, read_set
from engines.challengers.cards.validity import POWER_LIMITS
from engines.challengers.choices.match import list_trophy_faces, opening_prompts
from engines.challengers.deck_phase import find_option
from engines.challengers.notation.reading import (
    count_cards,
    find_side,
    parse_card,
    parse_cards,
    parse_side,
    typed_side,
)
from engines.challengers.ranking import are_rounds_played, find_hidden_trophies
from engines.challengers.state import State, can_begin, has_open_trophies, park_of
from engines.counts import Count
from engines.intents import AS_SAID, USUAL, Parsed, wrap_actions
from engines.notation import is_number, parse_count, parse_number, split_list
from engines.values import TABLE, NotationError

ASKED_ROUND = {"round": "asked"}
"""The intent of a trophy whose round was not said."""

OPTION = re.compile(r"([abcABC])\s*(\d)?\Z")
CARD = re.compile(r"(.+?)\s+(\d{1,2})\s*([abcsABCS])?\Z")
MINUS = re.compile(r"(?:^|(?<=[\s,]))-")
"""The sign in front of a card that is removed, no hyphen of its name."""

USUAL_COPIES = 4
"""Copies of a card of which nobody has said how many there are (C3)."""

TABLE_SET = "table"
"""The symbol of cards that were registered at the table."""


def parse_plans(rest: str, state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the plans of the seats in order: ``2 1 4 3``."""
    try:
        plans = tuple(parse_number(word, "plans-form", digits=2) for word in split_list(rest))
        return (Parsed(Plans(of=plans)),)
    except ValueError:
        raise NotationError("plans-form", word=rest, given=rest) from None


def parse_trophies(rest: str, state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the backs of a side's trophies: ``a 4 5`` (round, fans), ``a 5`` (the hidden one),
    ``a=2 5 9`` (all hidden ones in order)."""
    head, equals, values = rest.partition("=")
    words = split_list(head)
    if not words:
        raise NotationError("trophy-form", word=rest, given=rest)
    hidden = {owner for owner, _round in find_hidden_trophies(state)}
    if len(words) == 1 and is_number(words[0]) and len(hidden) == 1:
        words = [
            typed_side(next(iter(hidden)), names),
            *words,
        ]  # nobody else has one that is not known
    side = parse_side(words[0], state, names)
    rounds = [round_ for owner, round_ in find_hidden_trophies(state) if owner == side]
    numbers = [
        parse_number(word, "trophy-form", digits=2)
        for word in (split_list(values) if equals else words[1:])
    ]
    intent = AS_SAID
    if equals:
        if len(numbers) != len(rounds):
            key = "trophy-hidden.one" if len(rounds) == 1 else "trophy-hidden"
            raise NotationError(key, word=rest, n=len(rounds))
        pairs = list(zip(rounds, numbers, strict=True))
    elif len(numbers) == 2:
        pairs = [(numbers[0], numbers[1])]
    elif len(numbers) == 1 and rounds:
        pairs, intent = [(find_asked_round(state, rounds), numbers[0])], ASKED_ROUND
    else:
        raise NotationError("trophy-form", word=rest, given=rest)
    trophies = [Trophy(of=side, round=round_, fans=fans) for round_, fans in pairs]
    return wrap_actions(trophies, intent)


def find_asked_round(state: State, rounds: Sequence[int]) -> int:
    """Return the round of the hidden trophy that a number is about: the one asked for first, the
    latest while none is asked for."""
    return rounds[0] if has_open_trophies(state) or are_rounds_played(state) else rounds[-1]


def parse_open_trophy(
    side: str, fans: str, more: str, state: State, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return what ``a3`` means while an open trophy of a is asked for, () where it is a result.

    It is the trophy, unless its number is on none of those that are asked for, but on one that the
    side can win next. Raise NotationError with both readings where it may be either.
    """
    rounds = [round_ for owner, round_ in find_hidden_trophies(state) if owner == side]
    if not (rounds and is_number(fans)) or more:
        return ()
    number = int(fans)
    fits = [r for r in rounds if number in list_trophy_faces(state, TROPHIES[side], r)]
    if not has_open_trophies(state):
        if not fits or is_to_play(state, side):
            return ()
        return (Parsed(Trophy(of=side, round=fits[-1], fans=number)),)
    if can_win_trophy(state, side, number):
        if not fits:
            return ()
        letter = typed_side(side, names)
        either = {f"t {letter} {fits[0]} {fans}": (), f"win {letter} {fans}": ()}
        given = f"{letter}{fans}"
        raise NotationError(
            "trophy-or-won", word=given, candidates=either, unclear=True, given=given, round=fits[0]
        )
    round_ = [*fits, *rounds][0]
    intent = ASKED_ROUND if round_ == find_asked_round(state, rounds) else AS_SAID
    return (Parsed(Trophy(of=side, round=round_, fans=number), intent),)


def is_to_play(state: State, side: str) -> bool:
    """Return whether a side's duel is under way, or can begin now."""
    park = park_of(state, side)
    begins = bool(park) and can_begin(state, park) and any(opening_prompts(state, park))
    return begins or (bool(park) and park in state.duels)


def can_win_trophy(state: State, side: str, fans: int) -> bool:
    """Return whether a side can win a trophy with so many fans in the duel that it plays now or
    next."""
    park = park_of(state, side)
    if park == FINAL or not is_to_play(state, side):
        return False
    round_ = state.rounds[park]
    return fans in list_trophy_faces(state, f"{park}.trophies", round_)


def parse_finalists(rest: str, state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the two finalists: ``a c``."""
    sides = [parse_side(word, state, names) for word in split_list(rest)]
    if len(sides) != 2 or sides[0] == sides[1] or ROBOT in sides:
        raise NotationError("finalists-form", word=rest, given=rest)
    return (Parsed(Finalists(sides=(sides[0], sides[1]))),)


def parse_refill(rest: str, state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the refill of a pile: ``A``."""
    level = rest.strip().upper()
    if level not in PILE_LEVELS:
        raise NotationError("refill-form", word=rest, given=rest)
    return (Parsed(Refill(level=level)),)


def parse_result(rest: str, state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the score sheet: ``34 28``, ``34/4 28/3 final a`` (fans/trophies, winner of the
    final); ``a`` where only the winner is known."""
    sheet, final, who = rest.partition("final")
    pairs = [word.split("/") for word in split_list(sheet) if word != "-"]
    if final and not pairs:
        return (Parsed(Result(winner=parse_side(who.strip(), state, names))),)
    alone = "" if final or not rest.strip() else find_side(rest.strip(), state, names)
    if alone:
        return (Parsed(Result(winner=alone)),)
    if not all(is_number(n, digits=2) for pair in pairs for n in pair):
        raise NotationError("result-form", word=rest, seats=state.seats)
    numbers = [[int(n) for n in pair] for pair in pairs]
    lengths = {len(pair) for pair in pairs}
    if lengths - {1, 2} or len(lengths) > 1 or len(pairs) != state.seats:
        raise NotationError("result-form", word=rest, seats=state.seats)
    winner = parse_side(who.strip(), state, names) if final else ""
    trophies = tuple(pair[1] for pair in numbers) if lengths == {2} else ()
    return (
        Parsed(Result(fans=tuple(pair[0] for pair in numbers), trophies=trophies, winner=winner)),
    )


def parse_register(rest: str) -> Register:
    """Return new cards: ``surfer 3``, ``beach surfer 4 b`` (name, power, level); ``{...}``: a card
    or a set, in the format of sets."""
    if rest.startswith("{"):
        return Register(cards=parse_set_text(rest))
    found = CARD.match(rest)
    if found is None:
        raise NotationError("card-form", word=rest, given=rest)
    power = int(found[2])
    level = (found[3] or next((lv for lv, n in POWER_LIMITS.items() if power <= n), "C")).upper()
    return Register(cards=check_set(wrap_card({"name": found[1], "level": level, "power": power})))


def parse_set_text(text: str) -> CardSet:
    """Return the set in a text, or that of the one card in it."""
    try:
        content = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise NotationError("card-set", word=text, error=str(error)) from None
    if isinstance(content, dict) and "cards" not in content:
        content = wrap_card(content)
    return check_set(content)


def wrap_card(card: dict[str, Any]) -> dict[str, Any]:
    """Return a card set of one card of the table's own. The card's name makes its id, so that it
    stays the same card when the rest is learnt."""
    printing = {
        "id": f"{TABLE_SET}-{make_slug(str(card.get('name', '')))}",
        "copies": USUAL_COPIES,
    } | card
    return {"format": FORMAT, "set": TABLE_SET, "cards": [printing]}


def check_set(content: Any) -> CardSet:
    """Return the card set in parsed JSON. Raise NotationError with the first problem."""
    try:
        return read_set(content)
    except CardSetError as error:
        first = error.problems[0]
        near = {word: (word,) for word in first.near}
        raise NotationError(first.key, word=first.word, candidates=near, **first.data) from None


def make_slug(name: str) -> str:
    """Return a name as a part of an id; letters without a plain form are given by number.

    >>> make_slug("Beach Surfer"), make_slug("서퍼")
    ('beach_surfer', 'uc11cud37c')
    """
    plain = "".join(c if c.isascii() else f"u{ord(c):x}" for c in name.casefold())
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_") or "card"


def parse_any_count(rest: str, state: State, names: Sequence[str]) -> Count:
    """Return a count: ``a 7`` (fan tokens), ``a 7, b 5``, in full ``a.deck city-dog-s=1``."""
    words = split_list(rest)
    numbers = words[1::2]
    if (
        "=" in rest
        or not numbers
        or len(words) % 2
        or not all(is_number(n, digits=3) for n in numbers)
    ):
        return parse_count(rest, state.seats, names)
    sides = [parse_side(word, state, names) for word in words[::2]]
    return Count(
        holds={f"{side}.fans": {FAN: int(n)} for side, n in zip(sides, numbers, strict=True)}
    )


# -- the deck phase ------------------------------------------------------------------------------


def parse_deck_phase(body: str, state: State, seat: int) -> tuple[Parsed, ...]:
    """Return what a seat does in its deck phase: ``b1``, ``lion, cat -newcomer -dog``, ``lion for
    dog``, ``-newcomer``."""
    if OPTION.match(body):
        return parse_option(body, {}, state, seat)
    keep, *away = MINUS.split(body, maxsplit=1)
    found: tuple[Parsed, ...] = ()
    if keep.strip():
        found = parse_picks(keep.strip(), {}, state, seat)
    if away:
        found += parse_removals(away[0], {}, state, seat)
    return found


def is_deck_phase_text(body: str, state: State, seat: int) -> bool:
    """Return whether a text with a seat in front can only be about its deck: a pile, several cards,
    a removal, a payment, or a card that its deck does not have."""
    paid = split_payment(body)[1]
    if "," in body or paid or len(MINUS.split(body)) > 1 or OPTION.match(body):
        return True
    near = list_near_deck(state, seat)
    try:
        card = parse_card(body, state, near)
    except NotationError:
        return False
    known = not state.players[SIDES[seat]].loose
    hidden = any(is_unknown(item) for item in near)
    return known and not hidden and not is_unknown(card) and card not in near


def parse_option(rest: str, actual: dict[str, str], state: State, seat: int) -> tuple[Parsed, ...]:
    """Return the option chosen: ``B 1``, ``b1``, ``b`` (with the number of picks of the round)."""
    found = OPTION.match(rest)
    if found is None:
        raise NotationError("option-form", word=rest, given=rest)
    level = found[1].upper()
    if found[2]:
        return (Parsed(Option(seat=seat, level=level, picks=int(found[2]) or 1)),)
    picks = count_usual_picks(state, seat, level)
    return (Parsed(Option(seat=seat, level=level, picks=picks), {"picks": USUAL}),)


def count_usual_picks(state: State, seat: int, level: str) -> int:
    """Return how many cards of a level may be picked in the round of a seat, or of the robot."""
    side = ROBOT if seat == TABLE else SIDES[seat]
    return BOX.schedule.get(state.players[side].round, {}).get(level, 1) or 1


def parse_offer(rest: str, actual: dict[str, str], state: State, seat: int) -> tuple[Parsed, ...]:
    """Return the cards on offer: ``lion, cat, ?, ?, ?``."""
    near = list_near_pile(state, seat)
    return (Parsed(Offer(seat=seat, cards=count_cards(parse_cards(rest, state, near)))),)


PAYMENT = re.compile(r"(?P<cards>.*)\bfor\b(?P<paid>.*)|(?P<first>.*\S)\s+내고\b(?P<then>.*)")
"""``lion for dog``; in Korean what is paid stands in front: ``개 내고 사자``."""


def split_payment(text: str) -> tuple[str, str]:
    """Return the cards that are picked and what is paid for them, "" for nothing.

    >>> split_payment("lion for dog"), split_payment("개 내고 사자"), split_payment("lion, cat")
    (('lion', 'dog'), ('사자', '개'), ('lion, cat', ''))
    """
    found = PAYMENT.fullmatch(text)
    if found is None:
        return text.strip(), ""
    cards = found["cards"] or found["then"] or ""
    return cards.strip(), (found["paid"] or found["first"] or "").strip()


def parse_picks(rest: str, actual: dict[str, str], state: State, seat: int) -> tuple[Parsed, ...]:
    """Return the picks: ``lion, cat``, ``lion for dog``."""
    cards, paid = split_payment(rest)
    found = parse_cards(cards, state, list_near_pile(state, seat))
    given = count_cards(parse_cards(paid, state, list_near_deck(state, seat))) if paid else {}
    if not found or (given and len(found) > 1):
        raise NotationError("pick-form", word=rest, given=rest)
    outcome = (
        {"fans": parse_number(actual["fans"] or "0", "pick-form", digits=2)}
        if "fans" in actual
        else {}
    )
    return wrap_actions([Pick(seat=seat, card=card, paid=given, actual=outcome) for card in found])


def parse_redraw(rest: str, actual: dict[str, str], state: State, seat: int) -> tuple[Parsed, ...]:
    """Return the redraw; nothing may follow the verb."""
    return (Parsed(Redraw(seat=refuse_rest(rest, seat))),)


def parse_ready(rest: str, actual: dict[str, str], state: State, seat: int) -> tuple[Parsed, ...]:
    """Return the end of the deck phase; nothing may follow the verb."""
    return (Parsed(Ready(seat=refuse_rest(rest, seat))),)


def refuse_rest(rest: str, seat: int) -> int:
    """Return the seat. Raise NotationError when something follows a verb that stands alone."""
    if rest:
        raise NotationError("not-understood", word=rest, given=rest)
    return seat


def parse_removals(
    rest: str, actual: dict[str, str], state: State, seat: int
) -> tuple[Parsed, ...]:
    """Return the removals: ``newcomer``, ``newcomer*2, dog``, ``newcomer -stable boy``."""
    near = list_near_deck(state, seat)
    found = [card for part in MINUS.split(rest) for card in parse_cards(part, state, near)]
    if not found:
        raise NotationError("remove-form", word=rest, given=rest)
    return wrap_actions([Remove(seat=seat, card=card) for card in found])


def parse_deck(rest: str, actual: dict[str, str], state: State, seat: int) -> tuple[Parsed, ...]:
    """Return a whole deck: ``lion newcomer*3 talent``; without a seat the robot's."""
    head, _, tail = rest.partition(" ")
    side = find_side(head, state) if seat == TABLE and len(head) > 1 else None
    if side == ROBOT:
        rest = tail
    near = (*list_near_deck(state, seat), *list_near_pile(state, seat))
    return (Parsed(Deck(seat=seat, cards=count_cards(parse_cards(rest, state, near)))),)


def list_near_pile(state: State, seat: int) -> list[str]:
    """Return the cards that a seat may pick: its offer, else the chosen pile, else the piles of its
    round."""
    side = ROBOT if seat == TABLE else SIDES[seat]
    on_offer = [item for item in state.book.holding(OFFER[side]) if not is_unknown(item)]
    if on_offer:
        return on_offer
    option = find_option(state, state.players[side])
    schedule = BOX.schedule.get(state.players[side].round, {})
    levels = (option[0],) if option is not None else tuple(schedule)
    return [item for level in levels for item in state.book.holding(PILE[level])]


def list_near_deck(state: State, seat: int) -> list[str]:
    """Return the cards of a seat's deck."""
    side = ROBOT if seat == TABLE else SIDES[seat]
    return [item for item, n in state.book.holding(DECK[side]).items() if n > 0]
