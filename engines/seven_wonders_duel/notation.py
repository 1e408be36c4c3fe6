"""The notation of 7 Wonders Duel: short at the table, and an exact inverse of `write` in full.

=======================  ===================================================================
``b altar``, ``9``       construct a card, by name or by the number of its slot
``b baths =3``           ... paying three coins to the bank instead of the usual price; ``=1+2``
                         pays one to the bank and two to the opponent (Economy)
``d baths``, ``9-``      discard it for coins; ``+4`` says how many were taken
``w pyramids < theater`` construct a wonder with a card; ``9 w2`` the seat's second wonder with 9
``law``                  the token that is chosen, from the board or from those drawn
``press``                the card that Zeus or Circus Maximus razes, the Mausoleum revives
``a``, ``bo``            the seat that begins the new age
``pyramids``             the wonder that is drafted, once all on offer are told; two as
                         ``sphinx, zeus``
``altar, baths, walls``  what was turned up, row by row from the top; ``9 altar`` says where;
                         ``??`` nobody noted it
``g 3 5``                face-down cards 3 and 5 are guilds; ``g -`` none is, ``g ?`` not noted
``b altar ~shields=0``   what the table did otherwise: coins, bonus, shields, loot, loss, again
``= b 7``                count a seat's coins; ``= pawn a 3`` the pawn, 3 spaces in a's favour
``result``               ``result 60 57``, ``result mil a``, ``result 23 6 3 0 9 7 4 5 / 20 ...``;
                         ``result a`` where only the winner is known
=======================  ===================================================================

The verbs may be given in full or in Korean: build, discard, wonder, draft, token, keep, raze,
revive, begin, reveal, backs, count, result.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engines.intents import TURN, Parsed
from engines.names import find, fold
from engines.notation import find_seat, is_number, split_actual, split_seat
from engines.seven_wonders_duel.actions import (
    UNSEEN,
    SeatAction,
)
from engines.seven_wonders_duel.catalog import CARDS, SLOT, WONDERS
from engines.seven_wonders_duel.choices import CHOICE_VERBS, list_faces, list_unseen_faces
from engines.seven_wonders_duel.layout import list_accessible_slots
from engines.seven_wonders_duel.names import find_piece, index_words, list_names, split_slot
from engines.seven_wonders_duel.reading import (
    READERS,
    SHOWN_IN,
    VERBS,
    parse_drafts,
    parse_reveals,
    split_payment,
)
from engines.seven_wonders_duel.state import BACKS, DISCARDS, State
from engines.values import TABLE, Action, NotationError


def parse(text: str, state: State, names: Sequence[str] = ()) -> tuple[Parsed, ...]:
    """Return the actions that `text` means here, each with how it is meant. Raise NotationError."""
    body, given = split_actual(text.strip())
    named, body = split_seat(body, state.seats, names)
    if named is None:
        named, body = split_name_behind(body, names)
    seat = state.turn if named is None else named
    body = ARTICLE.sub("", body)
    verb, rest = parse_verb(body, state, names)
    if verb == "reveal" and named is not None and rest == body and names_piece(body):
        verb = "draft" if is_drafting(state) else "build"
    if verb == "reveal":
        found = parse_reveals(rest, state)
    elif verb == "draft":
        found = parse_drafts(rest, state, named)
    else:
        found = (READERS[verb](rest, state, seat, names),)
    return tuple(
        Parsed(
            override_outcomes(action, given) if given else action,
            intent if named is not None or action.seat == TABLE else {**TURN, **intent},
        )
        for action, intent in found
    )


def split_name_behind(text: str, names: Sequence[str]) -> tuple[int | None, str]:
    """Return whose action a text is that ends with a person's name, and the text without it.

    A name that is also a word of the game is left where it stands.

    >>> split_name_behind("stone reserve bo", ["Ana", "Bo"]), split_name_behind("9", ["Ana"])
    ((1, 'stone reserve'), (None, '9'))
    >>> split_name_behind("result 60 57 bo", ["Ana", "Bo"])
    (None, 'result 60 57 bo')
    """
    head, _space, last = text.rpartition(" ")
    seats = [seat for seat, name in enumerate(names) if fold(name) == fold(last)]
    words = head.split()
    if len(seats) != 1 or not words or head.startswith("=") or len(last) < SHORTEST_NAME:
        return None, text
    verb = VERBS.get(words[0].casefold(), "")
    is_word = fold(last) in index_words()
    if verb in ("begin", "result", "count") or words[-1].casefold() in BEFORE_NAME or is_word:
        return None, text
    thing = ARTICLE.sub("", " ".join(words[1:] if verb else words).rstrip(","))
    if not (is_number(thing.partition(" ")[0], digits=2) or names_piece(thing)):
        return None, text
    return seats[0], head.rstrip(" ,")


SHORTEST_NAME: Final = 2
"""The fewest letters of a name behind an action; a letter alone may be a piece."""

BEFORE_NAME: Final = frozenset(
    {"for", "by", "to", "from", "with", "and", "&", "or", "let", "lets", "than", "against", "of"}
)
"""The words before a name that say more than who has done something."""


ARTICLE = re.compile(r"\bthe\s+(?=\w)", re.IGNORECASE)
"""The article before a name, which is read without it."""


def is_drafting(state: State) -> bool:
    """Return whether the wonders are being taken: before the first age."""
    return not state.age


def parse_verb(body: str, state: State, names: Sequence[str]) -> tuple[str, str]:
    """Return the verb of a text and the rest.

    Without a verb a number is a slot, and a name answers what is asked.
    """
    if not body:
        raise NotationError("not-understood", given=body)
    if body.startswith("="):
        return "count", body[1:].strip()
    slot, rest = split_slot(body, state)
    if slot:
        told = SAYS.sub("", rest)
        if told and not state.wanted and lies_open(told, slot, state):
            return "build", f"{slot} {told}"
        return parse_slot_verb(slot, told)
    if state.pending == "begin" and find_seat(body, state.seats, names) is not None:
        return "begin", body
    word = re.match(r"[^\W\d]+", body)
    verb = VERBS.get(word[0].casefold()) if word is not None else None
    if word is not None and verb is not None:
        if word[0] == "t" and state.pending == "keep":
            verb = "keep"
        rest = body[word.end() :].strip()
        if word[0] != "b" and verb == "build" and may_be_revived(rest, state):
            verb = "revive"
        return verb, rest
    return find_implied_verb(body, state), body


SAYS: Final = re.compile(r"\A(?:=(?!\s*\d)|(?:is|was|has|shows)\s+(?=[^\W\d]))\s*", re.IGNORECASE)
"""What may stand between a slot and what lies there: ``9 = altar``, ``9 is the altar``."""


def lies_open(text: str, slot: int, state: State) -> bool:
    """Return whether a text names the card that was seen in a slot and may be taken from there."""
    shown = state.book.sole(SLOT[slot])
    if shown not in CARDS or slot not in list_accessible_slots(state):
        return False
    try:
        return find(split_payment(text)[0], list_names([shown])) == shown
    except NotationError:
        return False


def may_be_revived(text: str, state: State) -> bool:
    """Return whether a card is to be revived (D51), and a text names one in the discard pile."""
    if state.pending != "revive":
        return False
    try:
        card = find_piece(text, "no-such-card", CARDS, list_faces(state, DISCARDS))
    except NotationError:
        return False
    return state.book.count(DISCARDS, card) > 0


def parse_slot_verb(slot: int, rest: str) -> tuple[str, str]:
    """Return the verb and the rest of ``9``, ``9 =3``, ``9-``, ``9 w2`` or ``9 altar``."""
    if not rest or rest.startswith("="):
        return "build", f"{slot} {rest}"
    if rest.startswith("-"):
        return "discard", f"{slot} {rest[1:].strip()}"
    wonder = re.match(r"w(?:onder)?(?=[\s\d])\s*(.+)", rest)
    if wonder is None:
        return "reveal", f"{SLOT[slot]} {rest}"
    body, payment = split_payment(wonder[1])
    return "wonder", f"{body} < {slot} {payment}"


def find_implied_verb(body: str, state: State) -> str:
    """Return the verb of a text without one.

    It answers what the table should tell, or the choice that is owed, or drafts a wonder; else it
    reveals a piece.
    """
    if "," in body:
        verb = find_implied_verb(body.partition(",")[0].strip(), state)
        return "reveal" if verb == "build" else verb  # a turn constructs one card
    if body == UNSEEN or body.partition(" ")[0] in SHOWN_IN:
        return "reveal"
    asked = [place for place in state.wanted if place != BACKS]
    known = {face for place in asked for face in list_unseen_faces(state, place)}
    if known:
        try:
            find(body, list_names(known))
        except NotationError as error:
            if error.unclear:
                return "reveal"
        else:
            return "reveal"
    if state.pending and state.pending != "begin":
        return CHOICE_VERBS[state.pending]
    if names_open_card(body, state):
        return "build"
    return "reveal" if state.age or asked else "draft"


def names_piece(text: str) -> bool:
    """Return whether a text names a card or a wonder, or several; a token is nobody's to build."""
    names = list_names([*CARDS, *WONDERS])
    try:
        found = [find(part.strip(), names) for part in split_payment(text)[0].split(",")]
    except NotationError as error:
        return error.unclear
    return bool(found)


def names_open_card(text: str, state: State) -> bool:
    """Return whether a text names a card that was seen and may be taken: ``baths`` is ``9``."""
    places = state.book.places
    open_slots = [SLOT[slot] for slot in list_accessible_slots(state)] if state.age else []
    cards = {card for place in open_slots for card in places.get(place, {}) if card in CARDS}
    try:
        find(split_payment(text)[0], list_names(cards))
    except NotationError:
        return False
    return True


def override_outcomes(action: Action, given: dict[str, str]) -> Action:
    """Return `action` with its overridden outcomes. Raise NotationError for unknown outcomes."""
    known = type(action).outcomes if isinstance(action, SeatAction) else frozenset()
    for outcome, n in given.items():
        if outcome not in known or not is_number(n, digits=3):
            candidates = {name: (name,) for name in sorted(known)}
            raise NotationError(
                "no-such-outcome", word=outcome, candidates=candidates, given=outcome
            )
    return replace(action, actual={outcome: int(n) for outcome, n in given.items()})
