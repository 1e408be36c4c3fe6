"""Reading the notation of duels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engines.book import is_unknown
from engines.challengers.actions import (
    ByHand,
    CardMove,
    Choose,
    Left,
    LookAt,
    Out,
    Reveal,
    Seen,
    Start,
)
from engines.challengers.cards.catalog import DECK
from engines.challengers.choices.duel import find_unknown_place, list_card_faces
from engines.challengers.duel.beginning import find_sides, open_duel
from engines.challengers.duel.effects import find_candidates, find_choice, find_chooser
from engines.challengers.names import list_cards, park_names
from engines.challengers.notation.reading import (
    find_side,
    parse_card,
    parse_cards,
    parse_park,
    parse_side,
)
from engines.challengers.state import CountStep, State, can_begin, park_of, seat_of
from engines.intents import AS_SAID, Intent, Parsed
from engines.notation import find_seats, parse_number
from engines.values import TABLE, NotationError

ONLY_PARK: Final = {"park": "only"}
OWN_PARK: Final = {"park": "own"}
"""Intents of a park that was not said: the only one under way, that of the side."""

CHOOSER: Final = {"seat": "chooser"}
LOOKER: Final = {"seat": "looker"}
ASKED_SIDE: Final = {"of": "asked"}
"""Intents of who chooses, who looks, and whose cards are counted."""

CARDS_LEFT = re.compile(r"(\d{1,2})(\+?)\Z")


def find_park(state: State, park: str) -> str:
    """Return the park of a text that may name none: the only one with a duel under way, else the
    only one whose duel can begin. Raise NotationError where there are several."""
    if park:
        return park
    under_way = list(state.duels)
    possible = under_way or [each for each in state.rounds if can_begin(state, each)]
    if len(possible) != 1:
        raise NotationError("which-park", candidates=park_names(state), parks=possible)
    return possible[0]


def split_park(rest: str, state: State, park: str) -> tuple[str, str]:
    """Split a park off the front of a text; without one, return `park` and the text."""
    word, _, tail = rest.partition(" ")
    named = parse_park(word, state)
    if named is not None and (word in state.rounds or tail.strip() or not park):
        return named, tail.strip()
    return park, rest


def split_any_park(rest: str, state: State, park: str) -> tuple[str, str, Intent]:
    """Return (park, rest, intent): a park in front of a text, else `park`, else the only one."""
    park, rest = split_park(rest, state, park)
    return find_park(state, park), rest, AS_SAID if park else ONLY_PARK


def parse_start(
    rest: str, actual: dict[str, str], state: State, names: Sequence[str], seat: int, park: str
) -> tuple[Parsed, ...]:
    """Return the start of a duel: ``a``, ``a 9 8`` (sizes of the decks), in full ``green a against
    b a=9 b=8``."""
    head, against, tail = (f" {rest} ").partition(" against ")
    words = head.split()
    named = parse_park(words[0], state) if words else None
    if named is not None and len(words) > 1 and find_side(words[1], state, names):
        park, words = named, words[1:]
    if not words:
        raise NotationError("start-form", word=rest, given=rest)
    first = parse_side(words[0], state, names)
    numbers = words[1:]
    other = ""
    if against:
        if not tail.strip():
            raise NotationError("start-form", word=rest, given=rest)
        other_word, *numbers = tail.split()
        other = parse_side(other_word, state, names)
    where = AS_SAID if park else OWN_PARK
    park = park or park_of(state, first)
    if not park:
        raise NotationError("which-park", candidates=park_names(state), parks=[])
    decks = {}
    for place, word in enumerate(numbers):
        side, equals, n = word.rpartition("=")
        if equals:
            decks[parse_side(side, state, names)] = parse_number(n, "start-form", digits=2)
        else:
            sides = find_sides(state, park, first, other)
            owner = first if place == 0 else next(s for s in sides if s != first)
            decks[owner] = parse_number(word, "start-form", digits=2)
    try:
        start = Start(park=park, first=first, against=other, decks=decks)
    except ValueError:
        raise NotationError("start-form", word=rest, given=rest) from None
    return (Parsed(start, where),)


def parse_reveal(
    rest: str, actual: dict[str, str], state: State, names: Sequence[str], seat: int, park: str
) -> tuple[Parsed, ...]:
    """Return the card revealed: ``dog``, ``g dog``, ``dog by b``, ``?``; with the outcome that the
    table gave it: ``~captured=1``."""
    park, rest, where = split_any_park(rest, state, park)
    card, said, who = (f" {rest} ").rpartition(" by ")
    by = parse_side(who.strip(), state, names) if said else ""
    query = card.strip() if said else rest.strip()
    if not query:
        raise NotationError("reveal-form", word=rest, given=rest)
    outcome = {key: parse_outcome(key, value) for key, value in actual.items()}
    face = parse_card(query, state, list_near_cards(state, park, by))
    return (Parsed(Reveal(park=park, card=face, by=by, actual=outcome), where),)


def list_near_cards(state: State, park: str, by: str) -> list[str]:
    """Return the cards that may be revealed next, known ones of the deck first."""
    play = open_duel(state, park)
    i = play.sides.index(by) if by in play.sides else play.turn
    held = play.places.get(DECK[play.sides[i]], {})
    known = [item for item, n in held.items() if n > 0 and not is_unknown(item)]
    hidden = [item for item, n in held.items() if n > 0 and is_unknown(item)]
    faces = [face for name in hidden for face in list_card_faces(play, name)]
    return list(dict.fromkeys((*known, *faces)))


def parse_outcome(key: str, value: str) -> int:
    """Return the number of an overridden outcome. Raise NotationError for another outcome."""
    if key not in ("captured", "bonus", "fans", "end"):
        raise NotationError("no-such-outcome", word=key, given=key)
    if not re.fullmatch(r"-?[0-9]{1,2}", value or "0"):
        raise NotationError("no-such-outcome", word=value, given=value)
    return int(value or 0)


def parse_choose(
    rest: str, actual: dict[str, str], state: State, names: Sequence[str], seat: int, park: str
) -> tuple[Parsed, ...]:
    """Return the choice of an effect's cards: ``dog, cat``, ``g dog``, ``-`` for none. Where nobody
    is named, who has to choose does so; where nothing is to be chosen, somebody in the duel."""
    park, rest, where = split_any_park(rest, state, park)
    play = open_duel(state, park)
    near: dict[str, int] = {}
    choice = find_choice(play)
    if choice is not None:
        near = find_candidates(play, *choice)
        if seat == TABLE:
            seat = find_chooser(play, *choice)
            where = {**where, **CHOOSER}
    elif seat == TABLE:
        seat = max(map(seat_of, play.sides))
    cards = tuple(parse_cards(rest, state, near))
    if any(is_unknown(card) and not card[1:] for card in cards):
        raise NotationError("no-such-card", word=rest, given=rest)
    return (Parsed(Choose(seat=seat, park=park, cards=cards), where),)


def parse_look(
    rest: str, actual: dict[str, str], state: State, names: Sequence[str], seat: int, park: str
) -> tuple[Parsed, ...]:
    """Return the outcome of a look: ``dog``, ``dog/cat`` (top/bottom), ``dog, cat, bat``, ``?``
    (nobody told), in full ``green top x y bottom z``."""
    exact = rest.partition(" ")[0] in state.rounds
    park, rest, where = split_any_park(rest, state, park)
    play = open_duel(state, park)
    looks = [one for one in play.looks if seat in (TABLE, seat_of(play.sides[one.side]))]
    look = looks[0] if looks else None
    if seat == TABLE and look is not None and not exact:
        seat = seat_of(play.sides[look.side])
        where = {**where, **LOOKER}
    near = (
        list_near_cards(state, park, play.sides[look.side])
        if look is not None
        else list_cards(state)
    )
    if rest.strip() in {"?", "-", ""}:
        return (Parsed(LookAt(seat=seat, park=park), where),)
    spaced = f" {rest} "
    if " top " in spaced or " bottom " in spaced:
        high, _, low = spaced.partition(" bottom ")
        high = high.replace(" top ", " ", 1)
    elif "/" in rest:
        high, _, low = rest.partition("/")
    elif look is not None and look.then == "choose_to_bottom":
        high, low = "", rest
    else:
        high, low = rest, ""
    top = tuple(parse_cards(high, state, near))
    bottom = tuple(parse_cards(low, state, near))
    return (Parsed(LookAt(seat=seat, park=park, top=top, bottom=bottom), where),)


def parse_seen(rest: str, state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the face of an unknown card: ``b.bench dog``, ``b dog`` (in the first place of b with
    an unknown card), in full ``b.bench x as ?b.4``."""
    spaced, said, name = (f" {rest} ").rpartition(" as ")
    words = (spaced if said else rest).split(None, 1)
    if len(words) < 2:
        raise NotationError("seen-form", word=rest, given=rest)
    owner, dot, zone = words[0].partition(".")
    side = parse_side(owner, state, names)
    place = f"{side}.{zone}" if dot else find_unknown_place(state, side)
    near = [i for i, n in state.book.holding(DECK[side]).items() if n > 0]
    try:
        card = parse_card(words[1], state, near)
        return (Parsed(Seen(place=place, card=card, name=name.strip() if said else "")),)
    except NotationError:
        raise
    except ValueError:
        raise NotationError("seen-form", word=rest, given=rest) from None


def parse_left(
    rest: str, actual: dict[str, str], state: State, names: Sequence[str], seat: int, park: str
) -> tuple[Parsed, ...]:
    """Return the count of a deck in a duel: ``2``, ``b 2``, ``green b 2+``."""
    park, rest = split_park(rest, state, park)
    words = rest.split()
    found = CARDS_LEFT.match(words[-1]) if words else None
    if found is None or len(words) > 2:
        raise NotationError("left-form", word=rest, given=rest)
    side = parse_side(words[0], state, names) if len(words) > 1 else ""
    where = AS_SAID if park else OWN_PARK if side and park_of(state, side) else ONLY_PARK
    park = find_park(state, park or (park_of(state, side) if side else ""))
    if not side:
        side, where = find_counted_side(state, park), {**where, **ASKED_SIDE}
    return (Parsed(Left(park=park, of=side, cards=int(found[1]), more=bool(found[2])), where),)


def find_counted_side(state: State, park: str) -> str:
    """Return the side whose cards a duel asks for, else the side on turn."""
    play = open_duel(state, park)
    step = play.steps[0] if play.steps else None
    return play.sides[step.side if isinstance(step, CountStep) else play.turn]


def parse_out(
    rest: str, actual: dict[str, str], state: State, names: Sequence[str], seat: int, park: str
) -> tuple[Parsed, ...]:
    """Return that a side has no card left: nothing, ``b``, in full ``green b``."""
    words = rest.split()
    named = parse_park(words[0], state) if words else None
    alone = len(words) == 1 and bool(find_seats(words[0], state.seats, names))
    if named is not None and (words[0] in state.rounds or not alone):
        park, words = named, words[1:]
    by = parse_side(words[0], state, names) if words else ""
    where = AS_SAID if park else OWN_PARK if by and park_of(state, by) else ONLY_PARK
    park = find_park(state, park or (park_of(state, by) if by else ""))
    return (Parsed(Out(park=park, by=by), where),)


def parse_zone(place: str, state: State, names: Sequence[str]) -> str:
    """Return the id of a typed place of a side: ``bo.bench`` is ``b.bench``."""
    side, dot, zone = place.partition(".")
    return f"{parse_side(side, state, names)}.{zone}" if dot else place


def parse_manual(
    rest: str, actual: dict[str, str], state: State, names: Sequence[str], seat: int, park: str
) -> tuple[Parsed, ...]:
    """Return what an effect came to: ``green move x a.bench a.exhaust a+2 bonus 1``."""
    park, rest, where = split_any_park(rest, state, park)
    words = [word for word in rest.split() if word != "-"]
    moves: list[CardMove] = []
    fans: dict[str, int] = {}
    bonus = 0
    try:
        while words:
            word = words.pop(0)
            if word == "move":
                item, source, target = words.pop(0), words.pop(0), words.pop(0)
                source, target = (parse_zone(place, state, names) for place in (source, target))
                moves.append(CardMove(parse_card(item, state), source, target))
            elif word == "bonus":
                bonus = int(words.pop(0))
            else:
                side, _, n = word.partition("+")
                fans[parse_side(side, state, names)] = parse_number(n, "manual-form", digits=2)
    except NotationError:
        raise
    except (IndexError, ValueError):
        raise NotationError("manual-form", word=rest, given=rest) from None
    return (Parsed(ByHand(park=park, moves=tuple(moves), fans=fans, bonus=bonus), where),)
