"""Reading what follows the verb of an action of Splendor: one function per verb."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engines.book import UNKNOWN, is_unknown
from engines.counts import Count
from engines.intents import AS_SAID, SEEN, USUAL, Intent, Parsed
from engines.notation import find_seat, is_number, parse_count, parse_seat
from engines.seating import list_present, spread
from engines.splendor.actions import (
    Buy,
    Draw,
    Pass,
    Reserve,
    Result,
    Take,
    Tokens,
)
from engines.splendor.catalog import (
    ANY_CARD,
    ANY_CARD_COLOURS,
    CARDS,
    COLOURS,
    DECK,
    GOLD,
    MARKET,
    POINTS,
    TOKENS,
)
from engines.splendor.codes import list_of_any_level
from engines.splendor.names import (
    TOKEN_STRING,
    list_names,
    parse_counted_tokens,
    parse_slot,
    parse_tokens,
)
from engines.splendor.reveals import find_face, list_faces
from engines.splendor.state import (
    LOST_OF,
    POINTS_OF,
    RESERVED_OF,
    State,
    compute_payment,
    compute_price,
    count_bonuses_and_points,
    count_bought_cards,
    count_tokens,
    find_source,
)
from engines.values import SEAT_LETTERS, NotationError


def parse_take(rest: str, state: State, seat: int) -> Parsed:
    """Return the take that ``wug``, ``ww-r`` or ``ruby sapphire onyx`` means."""
    if not rest.strip() and any(state.book.count("bank", colour) for colour in COLOURS):
        raise NotationError("what-taken", word=rest)
    slot = parse_slot(rest.strip())
    card = None if slot is None else state.book.sole(slot)
    if card in CARDS:
        raise NotationError("slot-alone", word=rest, card=card, slot=rest.strip())
    taken, returned = split_returned(rest)
    return Parsed(Take(seat=seat, tokens=parse_tokens(taken), returned=parse_tokens(returned)))


def parse_reserve(rest: str, state: State, seat: int) -> Parsed:
    """Return the reservation that ``23``, ``2rk5`` or ``2`` (the unseen card of level 2) means.

    ``+0`` at the end says without gold, ``-r`` returns a red token.
    """
    rest, returned = split_returned(rest)
    rest, gold, usual = split_gold(rest, state)
    back = parse_tokens(returned)
    if rest in {"1", "2", "3"}:
        return Parsed(Draw(seat=seat, level=int(rest), gold=gold, returned=back), usual)
    card, source, where = parse_card(rest, state, seat, "market")
    action = Reserve(seat=seat, card=card, source=source, gold=gold, returned=back)
    return Parsed(action, {**where, **usual})


def parse_draw(rest: str, state: State, seat: int) -> Parsed:
    """Return the draw that ``2`` or ``2 2rk5`` (with the card's face) means."""
    rest, returned = split_returned(rest)
    rest, gold, usual = split_gold(rest, state)
    level, _, card = rest.partition(" ")
    if level not in {"1", "2", "3"}:
        raise NotationError("draw-form", word=level, given=level)
    of_level = [c.id for c in CARDS.values() if c.level == int(level)]
    face = find_face(card, of_level) if card.strip("? ") else "?"
    back = parse_tokens(returned)
    return Parsed(Draw(seat=seat, level=int(level), card=face, gold=gold, returned=back), usual)


def parse_buy(rest: str, state: State, seat: int) -> Parsed:
    """Return the purchase that ``23``, ``2rk5`` or ``23 2rk5`` means.

    ``=r2y1`` says what was paid; without it the usual payment is filled in.
    """
    rest, equals, payment = rest.partition("=")
    card, source, where = parse_card(rest.strip(), state, seat, "hand")
    if equals:
        return Parsed(Buy(seat=seat, card=card, paid=parse_tokens(payment), source=source), where)
    paid = compute_usual_payment(state, seat, card)
    action = Buy(seat=seat, card=card, paid=paid, source=source)
    return Parsed(action, {**where, "paid": USUAL})


def compute_usual_payment(state: State, seat: int, card: str) -> Tokens:
    """Return the tokens that a seat pays for a card: gold only where others are missing.

    A seat that cannot pay it is said to have paid the price.
    """
    due = compute_price(state, seat, card)
    paid, missing = compute_payment(count_tokens(state, seat), due)
    return due if missing else paid


def parse_pass(rest: str, state: State, seat: int) -> Parsed:
    """Return the pass. Raise NotationError when something follows the verb."""
    if rest:
        raise NotationError("not-understood", word=rest, given=rest)
    return Parsed(Pass(seat=seat))


TURNS: dict[str, Callable[[str, State, int], Parsed]] = {
    "take": parse_take,
    "reserve": parse_reserve,
    "draw": parse_draw,
    "buy": parse_buy,
    "pass": parse_pass,
}


def parse_card(rest: str, state: State, seat: int, beside: str) -> tuple[str, str, Intent]:
    """Return (card, source, intent) for a slot, a card, or a slot with the card that lay there.

    `beside` is ``hand`` where cards in hand can be meant as well as open ones. An ``@source`` is
    taken as written. Raise NotationError for an empty slot and for an unknown card.
    """
    rest, at, source = rest.partition("@")
    rest = SPACED_SLOT.sub(r"\1\2", rest.strip())
    if at:
        card = find_card(rest, state, seat, beside)
        return card, parse_source(source.strip(), beside), AS_SAID
    head, _, query = rest.partition(" ")
    slot = parse_slot(head)
    if slot is None:
        card = find_card(rest, state, seat, beside)
        return card, find_seen_source(state, seat, card), {"source": SEEN}
    shown = state.book.sole(slot)
    if query:
        of_level = [c.id for c in CARDS.values() if c.level == MARKET[slot]]
        return find_face(query, of_level), slot, AS_SAID
    if shown is None:
        raise NotationError("slot-empty", word=head, place=slot)
    if is_unknown(shown):
        example = f"{'b' if beside == 'hand' else 'r'} {slot[-3]}{slot[-1]}"
        face = next(iter(list_faces(state, slot)), "").replace("-", "")
        raise NotationError("slot-unknown", word=head, place=slot, example=f"{example} {face}")
    return shown, slot, {"card": {"slot": slot}}


SPACED_SLOT = re.compile(r"([123])[\s\-/]+([1-4])\Z")
"""A slot with something between its level and its number."""


def find_seen_source(state: State, seat: int, card: str) -> str:
    """Return where the record sees a card that a seat takes: a slot, or ``reserve``; "" nowhere."""
    place = find_source(state, seat, card, "")
    if place == RESERVED_OF[seat]:
        return "reserve"
    return place if place in MARKET else ""


def parse_source(source: str, beside: str) -> str:
    """Return the source in an action: a slot, ``reserve`` for a card in hand, "" for ``any``.

    Raise NotationError for another word.
    """
    if source == "any":
        return ""
    known = {place: (place,) for place in (*MARKET, "any")}
    if beside == "hand":
        known["reserve"] = ("reserve",)
    if source not in known:
        raise NotationError("no-such-source", word=source, candidates=known, given=source)
    return source


def find_card(query: str, state: State, seat: int, beside: str) -> str:
    """Return the card that `query` means: one that is near, else any.

    Near are the open cards and, where `beside` is ``hand``, those in hand; then the faces that
    unknown cards there may have.
    """
    near = [card for slot in MARKET if (card := state.book.sole(slot)) in CARDS]
    if beside == "hand":
        near += [card for card in state.book.holding(RESERVED_OF[seat]) if card in CARDS]
    seen = [card for card in list_of_any_level(query) if card in near]
    if len(seen) == 1:
        return seen[0]
    hidden = [slot for slot in MARKET if is_unknown(state.book.sole(slot) or "")]
    hidden += [RESERVED_OF[seat]] if beside == "hand" else []
    far = [card for place in hidden for card in list_faces(state, place)]
    return find_face(query, near, far)


DECK_SIZE = re.compile(
    r"(?:deck|덱)[ .]?([123])\s*[\s=]\s*(\d{1,3})(?:\s+cards?)?", re.IGNORECASE | re.ASCII
)
"""The size of a deck, as it was counted."""


def parse_any_count(rest: str, state: State, names: Sequence[str]) -> Parsed:
    """Return the count that a text means, in short or in full.

    The short forms are ``a w2y1``, ``a points 7``, ``a bonus r3g1``, ``a cards 5``, ``bank w3`` and
    ``deck1 30``.
    A count says nothing of what it does not name; ``a w2y0`` says that no gold is there.
    """
    rest = COUNT_FILLERS.sub(" ", rest.replace(":", " ")).strip()
    deck = DECK_SIZE.fullmatch(rest)
    if deck is not None:
        place = DECK[int(deck[1])]
        return Parsed(Count(holds={place: {f"{UNKNOWN}{place}": int(deck[2])}}))
    head, _, tail = rest.partition(" ")
    owner, _, kind = head.partition(".")
    seat = find_seat(owner, state.seats, names)
    if "=" in rest and (kind or seat is None or "," in rest):
        return Parsed(parse_count(rest, state.seats, names, list_names(TOKENS)))
    words = [*filter(None, [kind]), *tail.replace("=", " ").split()]
    if head == "bank" and words:
        return Parsed(Count(holds={"bank": parse_counted_tokens(tail)}))
    if seat is None:
        parse_seat(head, state.seats, names)
    assert seat is not None  # noqa: S101
    return count_seat(words, state, seat, rest)


COUNT_FILLERS = re.compile(r"\s+(?:has|have|holds|got|and|in all)\b|\s+left\b", re.IGNORECASE)
"""Words in a count that say nothing."""

TOTALS = {
    "points": frozenset({"points", "point", "pts", "pt", "score", "점수", "점"}),
    "cards": frozenset({"cards", "card", "카드"}),
    "bonus": frozenset({"bonus", "bonuses", "보너스"}),
    "tokens": frozenset({"tokens", "token", "gems", "토큰"}),
}
"""What of a seat can be counted, with the words for it."""


def count_seat(words: Sequence[str], state: State, seat: int, given: str) -> Parsed:
    """Return the count of what a seat has: ``points 7``, ``7 points``, ``bonus r3``, ``w2y1``.

    Raise NotationError with the whole text `given` for no count.
    """
    said = {what: [w for w in words if w.casefold() in TOTALS[what]] for what in TOTALS}
    what = next((each for each, found in said.items() if found), "")
    left = [word for word in words if what == "" or word not in said[what]]
    if what in ("points", "cards") and len(left) == 1 and is_number(left[0], signed=True):
        total: Intent = {"seat": seat, "what": what, "n": int(left[0])}
        return Parsed(count_by_total(state, seat, what, int(left[0])), {"holds": total})
    if not left or what in ("points", "cards"):
        raise NotationError("count-form", word=given, given=given)
    seen = parse_counted_tokens(" ".join(left))
    if what == "bonus":
        each: Intent = {"seat": seat, "what": "bonus", "n": seen}
        return Parsed(count_by_bonuses(state, seat, seen), {"holds": each})
    return Parsed(Count(holds={f"{SEAT_LETTERS[seat]}.tokens": seen}))


def count_by_total(state: State, seat: int, what: str, n: int) -> Count:
    """Return the count by which a seat has `n` points or cards in all: those that are not known."""
    letter = SEAT_LETTERS[seat]
    if what == "points":
        _bonuses, points = count_bonuses_and_points(state.book.places, seat)
        beyond = state.book.count(POINTS_OF[seat], POINTS)
        lost = state.book.count(LOST_OF[seat], POINTS)
        more = n - points + beyond - lost
        holds = {POINTS_OF[seat]: {POINTS: max(more, 0)}} if more >= 0 or beyond else {}
        if more < 0 or lost:
            holds[LOST_OF[seat]] = {POINTS: max(-more, 0)}
        return Count(holds=holds)
    held = state.book.size(f"{letter}.cards")
    beyond = state.book.count(f"{letter}.cards", ANY_CARD)
    return Count(holds={f"{letter}.cards": {ANY_CARD: n - held + beyond}})


def count_by_bonuses(state: State, seat: int, seen: Tokens) -> Count:
    """Return the count by which a seat has these bonuses in all: cards that are not known."""
    letter = SEAT_LETTERS[seat]
    bonuses, _points = count_bonuses_and_points(state.book.places, seat)
    missing = {
        item: seen[colour]
        - bonuses[COLOURS.index(colour)]
        + state.book.count(f"{letter}.cards", item)
        for item, colour in ANY_CARD_COLOURS.items()
        if colour in seen
    }
    return Count(holds={f"{letter}.cards": missing})


def parse_result(rest: str, state: State, names: Sequence[str]) -> Result:
    """Return the score sheet that a text means.

    It is ``15 12`` (points), ``15/9 12/8`` (with bought cards), ``a`` (who has won), or both:
    ``15 15 a``.
    """
    words = re.split(r"[\s,]+", rest.strip())
    parts = [word.split("/") for word in words if is_number(word[:1])]
    people = [word for word in words if not is_number(word[:1])]
    parts = spread(parts, state, lambda seat: write_absent(state, seat, len(parts[0])))
    if not rest.strip() or len(parts) not in (0, state.seats):
        raise NotationError("result-form", word=rest, seats=len(list_present(state)))
    if not all(is_number(n) for part in parts for n in part):
        raise NotationError("result-form", word=rest, seats=state.seats)
    cards = tuple(int(part[1]) for part in parts if len(part) > 1)
    if cards and len(cards) != state.seats:
        raise NotationError("result-form", word=rest, seats=state.seats)
    winners = dict.fromkeys(parse_seat(word, state.seats, names) for word in people)
    points = tuple(int(part[0]) for part in parts)
    return Result(points=points, cards=cards, winners=tuple(sorted(winners)))


def write_absent(state: State, seat: int, numbers: int) -> list[str]:
    """Return what a sheet has for a seat whose person has left: its points, its bought cards."""
    _, points = count_bonuses_and_points(state.book.places, seat)
    return [str(points), str(count_bought_cards(state, seat))][:numbers]


def split_returned(text: str) -> tuple[str, str]:
    """Return the action and the tokens returned in it. A hyphen inside a card's id is not a return.

    >>> split_returned("wug-rk"), split_returned("2r-k5 -y"), split_returned("2r-k5")
    (('wug', 'rk'), ('2r-k5', 'y'), ('2r-k5', ''))
    """
    spaced = re.split(r"(?:^|\s+)-\s*", text, maxsplit=1)
    if len(spaced) == 2:
        return spaced[0], spaced[1]
    head, _, tail = text.partition("-")
    if tail and not HYPHENED_SLOT.match(text) and (TOKEN_STRING.match(head) or is_number(head)):
        return head, tail
    return text, ""


HYPHENED_SLOT = re.compile(r"[123]-[1-4](?!\w)")
"""A slot with a hyphen, which returns nothing."""


def split_gold(text: str, state: State) -> tuple[str, int, Intent]:
    """Return the text without ``+1``, and the gold taken with its intent: by default the usual."""
    said = re.search(r"\s*\+(\d)\s*$", text)
    if said:
        return text[: said.start()], int(said[1]), AS_SAID
    return text, count_usual_gold(state), {"gold": USUAL}


def count_usual_gold(state: State) -> int:
    """Return how much gold comes with a reserved card: one if the bank has one (S6b)."""
    return 1 if state.book.count("bank", GOLD) > 0 else 0
