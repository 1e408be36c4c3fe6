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
``pyramids``             the wonder that is drafted, once all on offer are told
``altar, baths, walls``  what was turned up, in the order asked for; ``9 altar`` says where;
                         ``?`` nobody noted it
``g 3 5``                face-down cards 3 and 5 are guilds; ``g -`` none is, ``g ?`` not noted
``b altar ~shields=0``   what the table did otherwise: coins, bonus, shields, loot, loss, again
``= b 7``                count a seat's coins; ``= pawn a 3`` the pawn, 3 spaces in a's favour
``result``               ``result 60 57``, ``result mil a``, ``result 23 6 3 0 9 7 4 5 / 20 ...``
=======================  ===================================================================

The verbs may be given in full or in Korean: build, discard, wonder, draft, token, keep, raze,
revive, begin, reveal, backs, count, result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec.structs import replace

from engines.names import find
from engines.notation import must_read_seat, read_seat, split_actual, split_seat
from engines.seven_wonders_duel.actions import (
    UNSEEN,
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Paid,
    Raze,
    Reveal,
    Revive,
    SeatAction,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.apply import apply
from engines.seven_wonders_duel.catalog import CARDS, NUMBER_OF, SLOT, TOKENS, WONDERS
from engines.seven_wonders_duel.choices import VERB_FOR, faces, unseen
from engines.seven_wonders_duel.names import called, meant, read_card, split_slot
from engines.seven_wonders_duel.score import sale
from engines.seven_wonders_duel.state import (
    BACKS,
    CITY_OF,
    DISCARDS,
    WONDERS_OF,
    State,
    accessible,
    unbuilt,
)
from engines.seven_wonders_duel.trade import price_of
from engines.seven_wonders_duel.writing import read_any_count, read_result, write
from engines.values import Action, NotationError

PAYMENT: Final = re.compile(r"\s*=\s*(\d{1,3})(?:\s*\+\s*(\d{1,3}))?\s*$")
INCOME: Final = re.compile(r"\s*\+\s*(\d{1,3})\s*$")
SHOWN_IN: Final[dict[str, Collection[str]]] = {"offer": WONDERS, "board": TOKENS, "drawn": TOKENS}
"""What is shown in the places that are no slots."""

SPELLINGS = {
    "build": ("b", "build", "construct", "건설", "짓기", "지음"),
    "discard": ("d", "discard", "sell", "버리기", "버림", "판매"),
    "wonder": ("w", "wonder", "불가사의"),
    "draft": ("p", "draft", "pick", "선택"),
    "token": ("t", "token", "progress", "발전", "토큰"),
    "keep": ("k", "keep", "가지기"),
    "raze": ("x", "raze", "destroy", "파괴"),
    "revive": ("m", "revive", "복구"),
    "begin": ("begin", "begins", "시작"),
    "reveal": ("f", "reveal", "flip", "공개"),
    "backs": ("g", "backs", "guilds", "뒷면"),
    "count": ("count", "세기"),
    "result": ("result", "결과"),
}
VERBS = {spelled: verb for verb, all_ in SPELLINGS.items() for spelled in all_}


def parse(text: str, state: State, names: Sequence[str] = ()) -> tuple[Action, ...]:
    """Return the actions that `text` means at this table. Raise NotationError."""
    body, given = split_actual(text.strip())
    named, body = split_seat(body, state.seats, names)
    seat = state.turn if named is None else named
    verb, rest = read_verb(body, state, names)
    if verb == "reveal":
        actions = read_reveals(rest, state)
    else:
        actions = (READERS[verb](rest, state, seat, names),)
    return tuple(with_actual(action, given) for action in actions) if given else actions


def read_verb(body: str, state: State, names: Sequence[str]) -> tuple[str, str]:
    """Split a text into its verb and the rest; without a verb, a number is a slot, and a name
    answers what is asked."""
    if not body:
        raise NotationError("not-understood", given=body)
    if body.startswith("="):
        return "count", body[1:].strip()
    slot, rest = split_slot(body, state)
    if slot:
        return slot_verb(slot, rest)
    if state.pending == "begin" and read_seat(body, state.seats, names) is not None:
        return "begin", body
    word = re.match(r"[^\W\d]+", body)
    verb = VERBS.get(word[0].casefold()) if word is not None else None
    if word is not None and verb is not None:
        if word[0] == "t" and state.pending == "keep":
            verb = "keep"
        return verb, body[word.end() :].strip()
    return implied(body, state), body


def slot_verb(slot: int, rest: str) -> tuple[str, str]:
    """Return what ``9``, ``9 =3``, ``9-``, ``9 w2``, ``9 w pyramids`` and ``9 altar`` mean."""
    if not rest or rest.startswith("="):
        return "build", f"{slot} {rest}"
    if rest.startswith("-"):
        return "discard", f"{slot} {rest[1:].strip()}"
    wonder = re.match(r"w(?:onder)?(?=[\s\d])\s*(.+)", rest)
    if wonder is None:
        return "reveal", f"{SLOT[slot]} {rest}"
    body, payment = split_payment(wonder[1])
    return "wonder", f"{body} < {slot} {payment}"


def implied(body: str, state: State) -> str:
    """Return what a text without a verb does: answer what the table should tell, or the choice
    that is owed, or pick a wonder; else tell what was turned up."""
    if body == UNSEEN or "," in body:
        return "reveal"
    asked = [place for place in state.wanted if place != BACKS]
    known = {face for place in asked for face in unseen(state, place)}
    if known:
        try:
            find(body, called(known))
        except NotationError as error:
            if error.unclear:
                return "reveal"
        else:
            return "reveal"
    if state.pending and state.pending != "begin":
        return VERB_FOR[state.pending]
    return "reveal" if state.age or asked else "draft"


def split_payment(text: str) -> tuple[str, str]:
    """Split ``=3`` or ``=1+2`` off the end of a text.

    >>> split_payment("baths @9 =1+2")
    ('baths @9', '=1+2')
    """
    found = PAYMENT.search(text)
    return (text[: found.start()], found[0].strip()) if found else (text.strip(), "")


def read_paid(payment: str, state: State, seat: int, thing: str) -> Paid:
    """Return what ``=1+2`` says was paid; without it, the usual price."""
    found = PAYMENT.match(payment)
    if found is None:
        return price_of(state.book.places, seat, thing).paid
    return Paid(int(found[1]), int(found[2] or 0))


def read_build(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``altar``, ``9``, ``9 altar``, ``baths =3``."""
    body, payment = split_payment(rest)
    card, slot = read_card(body, state)
    return Build(seat=seat, card=card, slot=slot, paid=read_paid(payment, state, seat, card))


def read_discard(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``baths``, ``9``, ``baths +4``."""
    said = INCOME.search(rest)
    body = rest[: said.start()] if said else rest
    card, slot = read_card(body, state, blind=True)
    taken = int(said[1]) if said else sale(state.book.places, seat)
    return Discard(seat=seat, card=card, slot=slot, taken=taken)


def read_wonder(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``pyramids < theater``, ``2 < 9``, ``2 < 9 =5``."""
    body, payment = split_payment(rest)
    query, under, card_text = body.partition("<")
    if not under:
        raise NotationError("wonder-form", word=rest, given=rest)
    mine = list(state.book.holding(WONDERS_OF[seat]))
    query = query.strip()
    if query.isdecimal():
        if not 1 <= int(query) <= len(mine):
            raise NotationError("no-such-wonder", word=query, given=query)
        wonder = mine[int(query) - 1]
    else:
        near = unbuilt(state.book.places, seat)
        wonder = meant(query, "no-such-wonder", WONDERS, near)
    card, slot = read_card(card_text, state, blind=True)
    paid = read_paid(payment, state, seat, wonder)
    return Wonder(seat=seat, wonder=wonder, card=card, slot=slot, paid=paid)


def read_draft(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``pyramids``."""
    wonder = meant(rest, "no-such-wonder", WONDERS, faces(state, "offer"))
    return Draft(seat=seat, wonder=wonder)


def read_token(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``law``."""
    return Token(seat=seat, token=meant(rest, "no-such-token", TOKENS, faces(state, "board")))


def read_keep(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``law``."""
    return Keep(seat=seat, token=meant(rest, "no-such-token", TOKENS, faces(state, "drawn")))


def read_raze(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``press``."""
    theirs = [card for card in state.book.holding(CITY_OF[1 - seat]) if card in CARDS]
    near = [card for card in theirs if CARDS[card].colour == state.pending]
    return Raze(seat=seat, card=meant(rest, "no-such-card", CARDS, near, theirs))


def read_revive(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``palace``."""
    return Revive(seat=seat, card=meant(rest, "no-such-card", CARDS, faces(state, DISCARDS)))


def read_begin(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``a``, ``bo``."""
    return Begin(seat=seat, who=must_read_seat(rest, state.seats, names))


def read_backs(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``3 5``, ``-`` for none, ``?`` where nobody noted it."""
    if rest == UNSEEN:
        return Backs(guilds=None)
    if rest == "-":
        return Backs(guilds=())
    slots = []
    for word in re.split(r"[\s,]+", rest):
        slot, beyond = split_slot(word, state)
        if not slot or beyond or slot in slots:
            raise NotationError("backs-form", word=word, given=word)
        slots.append(slot)
    return Backs(guilds=tuple(slots))


def read_reveals(rest: str, state: State) -> tuple[Action, ...]:
    """``altar``, ``altar, baths, ?``, ``9 altar``: what was turned up, in the order asked for."""
    actions: list[Action] = []
    for part in rest.split(","):
        if not part.strip():
            raise NotationError("not-understood", word=rest, given=rest)
        action = read_reveal(part.strip(), state)
        actions.append(action)
        state, _ = apply(state, action)
    return tuple(actions)


def read_reveal(rest: str, state: State) -> Reveal:
    """``9 altar``, ``board law``, ``altar`` (the first place that may hold it), ``?``."""
    slot, query = split_slot(rest, state)
    place = SLOT[slot] if slot else ""
    head, _, tail = rest.partition(" ")
    if head in SHOWN_IN:
        place, query = head, tail.strip()
    if place:
        if not query:
            raise NotationError("reveal-form", word=rest, place=place)
        return Reveal(place=place, card=read_face(query, state, place))
    asked = [where for where in state.wanted if where != BACKS]
    if rest == UNSEEN:
        if not asked:
            raise NotationError("nothing-wanted")
        return Reveal(place=asked[0], card=UNSEEN)
    for where in dict.fromkeys(asked):
        try:
            return Reveal(place=where, card=find(rest, called(unseen(state, where))))
        except NotationError as error:
            if error.unclear:
                raise
    return reveal_anywhere(rest, state)


def read_face(query: str, state: State, place: str) -> str:
    """Return the piece meant at a place: one that may lie there, else any of its kind."""
    if query == UNSEEN:
        return UNSEEN
    return meant(query, "no-such-face", SHOWN_IN.get(place, CARDS), unseen(state, place))


def reveal_anywhere(query: str, state: State) -> Reveal:
    """Return where a piece named alone lies: the first place whose unknown piece it may be, slots
    that are not covered first."""
    places = [*(SLOT[slot] for slot in accessible(state)), *NUMBER_OF, "board", "drawn", "offer"]
    where = {face: place for place in reversed(places) for face in unseen(state, place)}
    try:
        face = find(query, called(where))
    except NotationError as error:
        if error.unclear:
            raise
        words = {verb: (verb, *spelled) for verb, spelled in SPELLINGS.items()}
        known = words | dict(called([*where, *CARDS, *WONDERS, *TOKENS]))
        raise NotationError("not-understood", word=query, candidates=known, given=query) from error
    return Reveal(place=where[face], card=face)


Reader = Callable[[str, State, int, Sequence[str]], Action]

READERS: Final[dict[str, Reader]] = {
    "build": read_build,
    "discard": read_discard,
    "wonder": read_wonder,
    "draft": read_draft,
    "token": read_token,
    "keep": read_keep,
    "raze": read_raze,
    "revive": read_revive,
    "begin": read_begin,
    "backs": read_backs,
    "count": read_any_count,
    "result": read_result,
}


def with_actual(action: Action, given: dict[str, str]) -> Action:
    """Return `action` with its overridden outcomes. Raise NotationError for others."""
    known = type(action).outcomes if isinstance(action, SeatAction) else frozenset()
    for outcome, n in given.items():
        if outcome not in known or not (n.isdecimal() and n.isascii() and len(n) <= 3):
            candidates = {name: (name,) for name in sorted(known)}
            raise NotationError(
                "no-such-outcome", word=outcome, candidates=candidates, given=outcome
            )
    return replace(action, actual={outcome: int(n) for outcome, n in given.items()})


__all__ = ["parse", "write"]
