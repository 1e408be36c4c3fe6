"""Reading what follows a verb in the notation of 7 Wonders Duel: one function per verb."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec.structs import replace

from engines.counts import Count
from engines.intents import AS_SAID, USUAL, WANTED, Intent, Parsed
from engines.names import find
from engines.notation import NOBODY, is_number, parse_count, parse_seat, split_list
from engines.seven_wonders_duel.actions import (
    CATEGORIES,
    SHEET,
    UNSEEN,
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Kind,
    Paid,
    Raze,
    Result,
    Reveal,
    Revive,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.apply import apply
from engines.seven_wonders_duel.catalog import (
    CARDS,
    COIN,
    LIMITS,
    SLOT,
    SPACE,
    TOKENS,
    WONDERS,
)
from engines.seven_wonders_duel.choices import list_faces, list_unseen_faces
from engines.seven_wonders_duel.layout import list_telling_order
from engines.seven_wonders_duel.names import (
    find_piece,
    list_names,
    parse_card,
    split_names,
    split_slot,
)
from engines.seven_wonders_duel.score import compute_sale, find_sheet_winners
from engines.seven_wonders_duel.state import (
    BACKS,
    CITY_OF,
    COINS_OF,
    DISCARDS,
    TOKENS_OF,
    TRACK_OF,
    WONDERS_OF,
    State,
    list_unbuilt_wonders,
)
from engines.seven_wonders_duel.trade import compute_price
from engines.values import NotationError

KINDS: Final[dict[Kind, tuple[str, ...]]] = {
    "civilian": ("civilian", "civil", "points", "시민", "점수"),
    "military": ("military", "군사"),
    "science": ("science", "scientific", "과학"),
    "unknown": ("unknown", "모름"),
}
PAWN: Final = ("pawn", "track", "말", "군사")
PLACES: Final = {"city": CITY_OF, "wonders": WONDERS_OF, "tokens": TOKENS_OF}
"""What of a seat can be counted by name, and its places."""

PIECES: Final[dict[str, Collection[str]]] = {"city": CARDS, "wonders": WONDERS, "tokens": TOKENS}
KEYS: Final = {"city": "no-such-card", "wonders": "no-such-wonder", "tokens": "no-such-token"}


def parse_any_count(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the count that a text means, in short or in full.

    The short forms are ``b 7`` (coins), ``pawn a 3``, ``b tokens law, economy`` and ``b city
    altar``.
    """
    words = rest.split()
    if "=" in rest or not words:
        return Parsed(parse_count(rest, state.seats, names))
    if words[0].casefold() in PAWN:
        return Parsed(parse_pawn_count(words[1:], state, names))
    who = parse_seat(words[0], state.seats, names)
    match words[1:]:
        case [n] if is_number(n, digits=3):
            return Parsed(Count(holds={COINS_OF[who]: {COIN: int(n)}}))
        case [kind, _, *_] if kind in PLACES:
            every = PIECES[kind]
            listed = split_names(rest.split(None, 2)[2], every)
            seen = {find_piece(query, KEYS[kind], every): 1 for query in listed}
            return Parsed(Count(holds={PLACES[kind][who]: seen}))
    raise NotationError("count-form", word=rest, given=rest)


def parse_pawn_count(words: list[str], state: State, names: Sequence[str]) -> Count:
    """Return the count of ``a 3`` (three spaces in a's favour) or ``0`` (in the middle)."""
    match words:
        case ["0"]:
            ahead, n = 0, 0
        case [who, n_] if is_number(n_, digits=3) and int(n_) <= LIMITS.capital:
            ahead, n = parse_seat(who, state.seats, names), int(n_)
        case _:
            raise NotationError("pawn-form", word=" ".join(words))
    mine, theirs = LIMITS.capital + n, LIMITS.capital - n
    return Count(holds={TRACK_OF[ahead]: {SPACE: mine}, TRACK_OF[1 - ahead]: {SPACE: theirs}})


def parse_result(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the score sheet that a text means.

    It is ``60 57``, ``mil a``, ``23 6 3 0 9 7 4 5 / 20 4 ...`` or ``civilian a blue=23 / blue=20``,
    ``60 60 a`` (who has won comes last as well), ``a`` where only the winner is known.
    """
    first, slash, second = rest.partition("/")
    words, others = split_list(first), split_list(second)
    kind = find_kind(words[0]) if words else None
    if kind is not None:
        words.pop(0)
    last = others if slash else words
    named = [part.pop(at) for part, at in ((words, 0), (last, -1)) if is_winner(part, at)]
    if len(named) > 1:
        raise NotationError("result-winner", word=rest)
    winner: int | None = None
    if named and named[0] != NOBODY:
        winner = parse_seat(named[0], state.seats, names)
    parts = [words, others] if slash else split_halves(words)
    sheet = tuple(parse_rows(part) for part in parts)
    alone = winner is not None and not sheet
    result = Result(kind=kind or ("unknown" if alone else "civilian"), winner=winner, sheet=sheet)
    if named:
        return Parsed(result)
    if result.kind != "civilian" or not sheet:
        raise NotationError("result-winner", word=rest)
    winners = find_sheet_winners(result)
    return Parsed(replace(result, winner=winners[0] if len(winners) == 1 else None))


def is_winner(words: Sequence[str], at: int) -> bool:
    """Return whether a word of a sheet, the first or the last one, names who has won."""
    return bool(words) and "=" not in words[at] and not is_number(words[at], digits=3)


def find_kind(word: str) -> Kind | None:
    """Return the kind of victory that a word or its beginning means (``mil``), or None."""
    folded = word.casefold()
    least = 3 if folded.isascii() else 2
    for kind, spelled in KINDS.items():
        if len(folded) >= least and any(name.startswith(folded) for name in spelled):
            return kind
    return None


def split_halves(words: list[str]) -> list[list[str]]:
    """Return the parts of both seats in a sheet without a slash; [] for no sheet.

    Raise NotationError for a number of words that no sheet has.
    """
    half = len(words) // 2
    if len(words) not in (0, 2, 2 * len(CATEGORIES)):
        raise NotationError("result-form", word=" ".join(words))
    return [words[:half], words[half:]] if words else []


def parse_rows(words: list[str]) -> dict[str, int]:
    """Return a seat's rows: the total alone, all rows in the sheet's order, or ``blue=23``."""
    if words and all(is_number(word, digits=3) for word in words):
        if len(words) == 1:
            return {"total": int(words[0])}
        if len(words) == len(CATEGORIES):
            return {row: int(n) for row, n in zip(CATEGORIES, words, strict=True)}
    rows = {}
    for word in words:
        row, equals, n = word.partition("=")
        if row not in SHEET or not equals or not is_number(n, digits=3):
            raise NotationError("result-form", word=word)
        rows[row] = int(n)
    return rows


PAYMENT: Final = re.compile(r"\s*=\s*(\d{1,3})(?:\s*\+\s*(\d{1,3}))?\s*$")
INCOME: Final = re.compile(r"\s*\+\s*(\d{1,3})\s*$")
SHOWN_IN: Final[dict[str, Collection[str]]] = {"offer": WONDERS, "board": TOKENS, "drawn": TOKENS}
"""Place that is no slot to the pieces that it may show."""

BUILDS: Final = (
    *("b", "build", "builds", "built", "construct", "constructs", "constructed"),
    *("buy", "buys", "bought"),
)
SELLS: Final = (
    *("d", "discard", "discards", "discarded", "sell", "sells", "sold", "trash", "trashes"),
    *("dump", "dumps"),
)

SPELLINGS = {
    "build": (*BUILDS, "건설", "짓기", "지음"),
    "discard": (*SELLS, "버리기", "버림", "판매"),
    "wonder": ("w", "wonder", "불가사의"),
    "draft": ("p", "draft", "drafts", "drafted", "pick", "선택"),
    "token": ("t", "token", "progress", "발전", "토큰"),
    "keep": ("k", "keep", "가지기"),
    "raze": ("x", "raze", "razes", "razed", "destroy", "destroys", "destroyed", "파괴"),
    "revive": ("m", "revive", "revives", "revived", "복구"),
    "begin": ("begin", "begins", "시작"),
    "reveal": ("f", "reveal", "reveals", "flip", "flips", "공개"),
    "backs": ("g", "backs", "guilds", "guild", "뒷면"),
    "count": ("count", "세기"),
    "result": ("result", "결과"),
}


def split_payment(text: str) -> tuple[str, str]:
    """Return a text without ``=3`` or ``=1+2`` at its end, and that payment.

    >>> split_payment("baths @9 =1+2")
    ('baths @9', '=1+2')
    """
    found = PAYMENT.search(text)
    return (text[: found.start()], found[0].strip()) if found else (text.strip(), "")


def parse_paid(payment: str, state: State, seat: int, thing: str) -> tuple[Paid, Intent]:
    """Return the coins that ``=1+2`` says were paid, and their intent: else the usual price."""
    found = PAYMENT.match(payment)
    if found is None:
        return compute_price(state.book.places, seat, thing).paid, {"paid": USUAL}
    return Paid(int(found[1]), int(found[2] or 0)), AS_SAID


def parse_build(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the construction that ``altar``, ``9``, ``9 altar`` or ``baths =3`` means."""
    body, payment = split_payment(rest)
    card, slot, where = parse_card(body, state)
    paid, usual = parse_paid(payment, state, seat, card)
    return Parsed(Build(seat=seat, card=card, slot=slot, paid=paid), {**where, **usual})


def parse_discard(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the discard that ``baths``, ``9`` or ``baths +4`` means."""
    said = INCOME.search(rest)
    body = rest[: said.start()] if said else rest
    card, slot, where = parse_card(body, state, blind=True)
    if said:
        return Parsed(Discard(seat=seat, card=card, slot=slot, taken=int(said[1])), where)
    taken = compute_sale(state.book.places, seat)
    action = Discard(seat=seat, card=card, slot=slot, taken=taken)
    return Parsed(action, {**where, "taken": USUAL})


def parse_wonder(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the wonder that ``pyramids < theater``, ``2 < 9`` or ``2 < 9 =5`` constructs."""
    body, payment = split_payment(rest)
    query, *under = UNDER.split(body, maxsplit=1)
    if not under:
        raise NotationError("wonder-form", word=rest, given=rest)
    query, card_text = query.strip(), under[0]
    which = AS_SAID
    if is_number(query):
        wonder = find_own_wonder(state, seat, int(query))
        which = {"wonder": {"number": int(query)}}
    else:
        near = list_unbuilt_wonders(state.book.places, seat)
        wonder = find_piece(query, "no-such-wonder", WONDERS, near)
    card, slot, where = parse_card(card_text, state, blind=True)
    paid, usual = parse_paid(payment, state, seat, wonder)
    action = Wonder(seat=seat, wonder=wonder, card=card, slot=slot, paid=paid)
    return Parsed(action, {**which, **where, **usual})


UNDER: Final = re.compile(r"<|\s(?:with|using)\s", re.IGNORECASE)
"""What stands between a wonder and the card that is put under it."""


def find_own_wonder(state: State, seat: int, number: int) -> str:
    """Return the wonder of a seat with a number, counted from 1. Raise NotationError."""
    mine = list(state.book.holding(WONDERS_OF[seat]))
    if not 1 <= number <= len(mine):
        raise NotationError("no-such-wonder", word=str(number), given=str(number))
    return mine[number - 1]


def parse_draft(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the draft of a wonder: ``pyramids``."""
    wonder = find_piece(rest, "no-such-wonder", WONDERS, list_faces(state, "offer"))
    return Parsed(Draft(seat=seat, wonder=wonder))


def parse_drafts(rest: str, state: State, seat: int | None) -> tuple[Parsed, ...]:
    """Return the drafts of one wonder or several: ``pyramids``, ``sphinx, zeus``, ``sphinx zeus``.

    Without a `seat` each is of the seat that is to pick.
    """
    drafts: list[Parsed] = []
    for part in split_names(rest, list_faces(state, "offer")):
        if not part:
            raise NotationError("not-understood", word=rest, given=rest)
        who = state.turn if seat is None else seat
        drafts.append(parse_draft(part, state, who, ()))
        state, _ = apply(state, drafts[-1].action)
    return tuple(drafts)


def parse_token(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the choice of a token from the board: ``law``."""
    token = find_piece(rest, "no-such-token", TOKENS, list_faces(state, "board"))
    return Parsed(Token(seat=seat, token=token))


def parse_keep(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the choice of a drawn token: ``law``."""
    token = find_piece(rest, "no-such-token", TOKENS, list_faces(state, "drawn"))
    return Parsed(Keep(seat=seat, token=token))


def parse_raze(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the card that is razed: ``press``."""
    theirs = [card for card in state.book.holding(CITY_OF[1 - seat]) if card in CARDS]
    near = [card for card in theirs if CARDS[card].colour == state.pending]
    return Parsed(Raze(seat=seat, card=find_piece(rest, "no-such-card", CARDS, near, theirs)))


def parse_revive(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the card that is revived: ``palace``."""
    card = find_piece(rest, "no-such-card", CARDS, list_faces(state, DISCARDS))
    return Parsed(Revive(seat=seat, card=card))


def parse_begin(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the seat that begins: ``a``, ``bo``."""
    return Parsed(Begin(seat=seat, who=parse_seat(rest, state.seats, names)))


def parse_backs(rest: str, state: State, seat: int, names: Sequence[str]) -> Parsed:
    """Return the backs of guilds: ``3 5``, ``-`` for none, ``?`` where nobody noted them."""
    if rest == UNSEEN:
        return Parsed(Backs(guilds=None))
    if rest == "-":
        return Parsed(Backs(guilds=()))
    slots = []
    for word in re.split(r"[\s,]+", rest):
        slot, beyond = split_slot(word, state)
        if not slot or beyond or slot in slots:
            raise NotationError("backs-form", word=word, given=word)
        slots.append(slot)
    return Parsed(Backs(guilds=tuple(slots)))


def parse_reveals(rest: str, state: State) -> tuple[Parsed, ...]:
    """Return the reveals of ``altar, baths, ?`` or ``9 altar``, in the order asked for."""
    head, _, tail = rest.partition(" ")
    place = f"{head} " if head in SHOWN_IN and tail else ""
    faces = SHOWN_IN[head] if place else find_places(state)
    reveals: list[Parsed] = []
    for part in split_names(tail if place else rest, faces):
        if not part:
            raise NotationError("not-understood", word=rest, given=rest)
        reveals.append(parse_reveal(f"{place}{part}", state))
        state, _ = apply(state, reveals[-1].action)
    return tuple(reveals)


def parse_reveal(rest: str, state: State) -> Parsed:
    """Return the reveal of ``9 altar``, ``board law``, ``?`` or ``altar`` (where it fits first)."""
    slot, query = split_slot(rest, state)
    place = SLOT[slot] if slot else ""
    head, _, tail = rest.partition(" ")
    if head in SHOWN_IN:
        place, query = head, tail.strip()
    if place:
        if not query:
            raise NotationError("reveal-form", word=rest, place=place)
        return Parsed(Reveal(place=place, card=parse_face(query, state, place)))
    return Parsed(place_reveal(rest, state), {"place": WANTED})


def place_reveal(rest: str, state: State) -> Reveal:
    """Return the reveal of a piece, or of ``?``, in the first place asked for that it fits.

    Raise NotationError when it fits nowhere.
    """
    asked = [where for where in state.wanted if where != BACKS]
    if rest == UNSEEN:
        if not asked:
            raise NotationError("nothing-wanted")
        return Reveal(place=asked[0], card=UNSEEN)
    for where in dict.fromkeys(asked):
        try:
            return Reveal(place=where, card=find(rest, list_names(list_unseen_faces(state, where))))
        except NotationError as error:
            if error.unclear:
                raise
    return find_reveal(rest, state)


def parse_face(query: str, state: State, place: str) -> str:
    """Return the piece that `query` means at a place: one that may lie there, else any."""
    if query == UNSEEN:
        return UNSEEN
    return find_piece(
        query, "no-such-face", SHOWN_IN.get(place, CARDS), list_unseen_faces(state, place)
    )


def find_places(state: State) -> dict[str, str]:
    """Return the pieces that may be told of, with the first place in which each may lie."""
    places = reversed(list_telling_order(state))
    return {face: place for place in places for face in list_unseen_faces(state, place)}


def find_reveal(query: str, state: State) -> Reveal:
    """Return the reveal of a piece named alone: in the first place whose unknown piece it may be.

    Raise NotationError when it fits nowhere.
    """
    where = find_places(state)
    try:
        face = find(query, list_names(where))
    except NotationError as error:
        if error.unclear:
            raise
        words = {verb: (verb, *spelled) for verb, spelled in SPELLINGS.items()}
        known = words | dict(list_names([*where, *CARDS, *WONDERS, *TOKENS]))
        raise NotationError("not-understood", word=query, candidates=known, given=query) from error
    return Reveal(place=where[face], card=face)


Reader = Callable[[str, State, int, Sequence[str]], Parsed]

READERS: Final[dict[str, Reader]] = {
    "build": parse_build,
    "discard": parse_discard,
    "wonder": parse_wonder,
    "draft": parse_draft,
    "token": parse_token,
    "keep": parse_keep,
    "raze": parse_raze,
    "revive": parse_revive,
    "begin": parse_begin,
    "backs": parse_backs,
    "count": parse_any_count,
    "result": parse_result,
}


VERBS = {spelled: verb for verb, all_ in SPELLINGS.items() for spelled in all_}
