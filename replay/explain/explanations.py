"""Explanations: every move behind a number, with its event and its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from typing import NamedTuple

from engines import LANGUAGES
from engines.book import find_source_pool
from engines.names import Names, find, fold
from engines.notation import find_seats, is_number, parse_place, split_owner
from engines.protocol import State
from engines.seats import typed_place
from engines.values import Action, Move, NotationError, Score, Seat, Term, owner_of, seat_letter
from replay.fold.rounds import number_by_version
from replay.fold.timeline import Frame, Timeline

POINTS = "points"
PRICE = "price"
QUOTE = "quote"
PRICES = (PRICE, QUOTE, "값", "가격")
"""What asks for a price, in any language."""


class Posting(NamedTuple):
    """One entry of a register: event `version` added `n`, which made `balance`.

    The opening balance has no move.
    """

    version: int
    n: int
    balance: int
    move: Move | None


class SourcedTerm(NamedTuple):
    """A term of a sum, with the event that brought its piece (None if none did)."""

    term: Term
    version: int | None


class Account(NamedTuple):
    """What terms are added up under: a seat, and the unit where it is not the usual one."""

    seat: Seat | None = None
    unit: str = ""


class Explanation(NamedTuple):
    """Why `subject` is `total`: a register of `postings`, or a sum of `terms`.

    `total` is None where the terms make several sums; see `sums`.
    """

    subject: str
    total: int | None
    postings: tuple[Posting, ...] = ()
    terms: tuple[SourcedTerm, ...] = ()

    @property
    def sums(self) -> dict[Account, int]:
        """The sum of each account. Accounts without any term other than 0 are left out."""
        found: dict[Account, int] = {}
        for each in self.terms:
            if each.term.n:
                account = find_account(each.term)
                found[account] = found.get(account, 0) + each.term.n
        return found


def find_account(term: Term) -> Account:
    """Return the account that a term is added up under.

    >>> find_account(Term("line.exact", 20, "W50", data={"seat": Seat(1)}, unit="points"))
    Account(seat=1, unit='points')
    >>> find_account(Term("line.printed", 3, "S7", "red"))
    Account(seat=None, unit='')
    """
    return Account(term.data.get("seat"), term.unit)


def explain_terms(terms: Iterable[Term], version: int | None) -> Explanation:
    """Return the explanation of the price or outcome of an action.

    `version` is the event of the action, None if it was not recorded. Raise NotationError when
    there are no terms.
    """
    found = Explanation(PRICE, None, terms=tuple(SourcedTerm(term, version) for term in terms))
    if not found.terms:
        raise NotationError("nothing-there", given=PRICE)
    return found if len(found.sums) > 1 else found._replace(total=sum(found.sums.values()))


class Subject(NamedTuple):
    """What is asked about: one item, or all (None), in the places that satisfy `inside`.

    Without `inside` it is a piece, followed from place to place.
    """

    name: str
    inside: Callable[[str], bool] | None
    item: str | None


def explain_number(timeline: Timeline, at: int | None, what: str) -> Explanation:
    """Return why a number is what it is after event `at` (None: now).

    `what` is ``a.red`` or ``ana.red`` (a seat's pieces), ``bank.red`` (a place's), ``a.points``
    (a score), ``a.cards`` (all in a place), ``price`` (the cost of the action there), the number of
    an event (the cost of that one), ``price b altar`` (the cost of an action that nobody has
    taken), or a card (where it has been). Raise NotationError with the candidates for anything
    else, LookupError when there is no event `at`.
    """
    if is_number(what):
        at, what = int(what), PRICE
    index = len(timeline.frames) - 1 if at is None else timeline.index(at)
    frame = timeline.frames[index]
    if fold(what) in PRICES:
        return _explain_price(timeline, index)
    first, space, others = what.partition(" ")
    if space and fold(first) in PRICES:
        return _explain_quote(timeline, frame, others.strip())
    if (space and find_seats(first, len(timeline.seats), timeline.seats)) or (
        space and first in list_places(timeline)
    ):
        what = f"{first}.{others.strip()}"
    seat, rest = split_owner(what, len(timeline.seats), timeline.seats)
    if seat is not None and fold(rest) in (POINTS, "score", "점수"):
        return _explain_points(timeline, index, seat)
    subject = find_subject(timeline, frame, what)
    return make_register(timeline, index, subject)


def find_subject(timeline: Timeline, frame: Frame, what: str) -> Subject:
    """Return the subject that ``SEAT.WORD``, ``PLACE.ITEM``, ``PLACE`` or a piece's name means.

    Raise NotationError with the candidates if there is none.
    """
    places = list_places(timeline)
    places |= {f"{seat_letter(seat)}.{kind}" for seat, kind in _list_kinds(timeline)}
    typed = parse_place(what, len(timeline.seats), timeline.seats)
    if typed in places:
        return Subject(typed, typed.__eq__, None)
    within, dot, piece = typed.rpartition(".")
    if dot and within in places:
        item = find(piece, _list_items(timeline, frame))
        return Subject(f"{within}.{item}", within.__eq__, item)
    seat, rest = split_owner(what, len(timeline.seats), timeline.seats)
    if seat is not None:
        prefix = f"{seat_letter(seat)}."
        kind = _find_kind(timeline, rest, {p[2:] for p in places if owner_of(p) is not None})
        if kind is not None:
            place = prefix + kind
            return Subject(place, place.__eq__, None)
        item = find(rest, _list_items(timeline, frame))
        return Subject(f"{prefix}{item}", lambda place: place.startswith(prefix), item)
    try:
        item = find(what, _list_items(timeline, frame))
    except NotationError as error:
        known = {typed_place(place, timeline.seats): (place,) for place in sorted(places)} | dict(
            error.candidates
        )
        raise NotationError("no-such-thing", word=what, candidates=known, given=what) from error
    return Subject(item, None, item)


def _list_kinds(timeline: Timeline) -> Iterator[tuple[int, str]]:
    """Yield every seat with the kinds of places that are its own, also those with nothing in."""
    kinds = [
        key.removeprefix("place.")
        for key in timeline.engine.words(LANGUAGES[0]).text
        if key.startswith("place.") and key != "place.of"
    ]
    yield from product(range(len(timeline.seats)), kinds)


def make_register(timeline: Timeline, index: int, subject: Subject) -> Explanation:
    """Return the moves of a subject up to frame `index`, with the balance after each.

    For a piece that is followed, these are all its moves.
    """
    frames = timeline.frames[1 : index + 1]
    if subject.inside is None:
        moves = tuple(
            Posting(frame.version, move.n, move.n, move)
            for frame in frames
            for move in frame.moves
            if subject.item in (move.item, move.name)
        )
        return Explanation(subject.name, moves[-1].n if moves else 0, moves)
    opening = timeline.frames[0]
    balance = sum(
        n
        for place, item, n in opening.state.book.walk()
        if subject.inside(place) and subject.item in (None, item)
    )
    postings = [Posting(opening.version, balance, balance, None)] if balance else []
    for before, frame in pairwise(timeline.frames[: index + 1]):
        for move in frame.moves:
            n = _count_change(subject.inside, subject.item, move, before.state.book.pools)
            if n or _stays_inside(subject, move):
                balance += n
                postings.append(Posting(frame.version, n, balance, move))
    return Explanation(subject.name, balance, tuple(postings))


def _stays_inside(subject: Subject, move: Move) -> bool:
    """Return whether a move takes the piece of a subject from one of its places to another."""
    inside = subject.inside
    return (
        inside is not None
        and subject.item == move.item
        and not move.name
        and inside(move.source)
        and inside(move.target)
    )


def _count_change(
    inside: Callable[[str], bool], item: str | None, move: Move, pools: Mapping[str, str]
) -> int:
    """Return how many of an item (or of all, None) a move adds to the places that are `inside`.

    A move that learns a face also returns the hidden name to its pool and takes the face out.
    """
    changes = [(move.source, move.item, -move.n), (move.target, move.item, move.n)]
    if move.name:
        changes += [(move.target, move.name, -1), (find_source_pool(move, pools), move.name, 1)]
    return sum(n for place, moved, n in changes if inside(place) and item in (None, moved))


def _explain_points(timeline: Timeline, index: int, seat: int) -> Explanation:
    """Return a score, each term with the event that brought its piece."""
    frame = timeline.frames[index]
    scores = timeline.engine.standing(frame.state).scores
    score = next((each for each in scores if each.seat == seat), Score(seat, 0))
    brought: dict[str, int] = {}
    for each in timeline.frames[: index + 1]:
        for move in each.moves:
            brought[move.target] = each.version
            if owner_of(move.target) == seat:
                brought[move.item] = each.version
    scored = _find_scoring_events(timeline, index, seat)
    terms = []
    for term in score.lines:
        version = brought.get(term.place or term.item)
        if version is None and "number" in term.data:
            version = scored.get((term.data["number"], term.rule))
        terms.append(SourcedTerm(term, version))
    terms.sort(key=lambda each: index if each.version is None else timeline.index(each.version))
    return Explanation(f"{seat_letter(seat)}.{POINTS}", score.total or 0, terms=tuple(terms))


def _find_scoring_events(timeline: Timeline, index: int, seat: int) -> dict[tuple[int, str], int]:
    """Return the events up to frame `index` that gave a seat points or took them, the last one
    for each round and rule."""
    place = f"{seat_letter(seat)}.{POINTS}"
    rounds = number_by_version(timeline)
    return {
        (rounds[frame.version], move.rule): frame.version
        for frame in timeline.frames[: index + 1]
        for move in frame.moves
        if place in (move.source, move.target)
    }


def _explain_price(timeline: Timeline, index: int) -> Explanation:
    """Return how the price or outcome of the last action up to frame `index` came about."""
    while index > 0 and timeline.frames[index].action is None:
        index -= 1
    frame = timeline.frames[index]
    if frame.action is None:
        raise NotationError("nothing-there", given=PRICE)
    terms = timeline.engine.quote(timeline.frames[index - 1].state, frame.action)
    return explain_terms(terms, frame.version)


def _explain_quote(timeline: Timeline, frame: Frame, text: str) -> Explanation:
    """Return how the price of typed actions would come about at a frame (D13, S7, M32)."""
    engine, state = timeline.engine, frame.state
    terms: list[Term] = []
    for action in _parse_priced(timeline, state, text):
        terms += engine.quote(state, action)
        state, _ = engine.apply(state, action)
    if not terms:
        raise NotationError("nothing-there", given=text)
    return explain_terms(terms, None)


def _parse_priced(timeline: Timeline, state: State, text: str) -> tuple[Action, ...]:
    """Return the actions that a text means, or that of the first kind of action with a price.

    ``11`` and ``1gr3`` are read as ``buy 11`` and ``buy 1gr3`` where they mean no action with a
    price. Raise NotationError where nothing does.
    """
    engine, seats = timeline.engine, timeline.seats
    failed: NotationError | None = None
    try:
        actions = engine.parse(text, state, seats)
        if any(engine.quote(state, action) for action in actions):
            return actions
    except NotationError as error:
        actions, failed = (), error
    for verb in dict.fromkeys(
        verb for prompt in engine.list_prompts(state) for verb in prompt.verbs
    ):
        try:
            tried = engine.parse(f"{verb} {text}", state, seats)
        except NotationError:
            continue
        if all(action.verb == verb for action in tried) and any(
            engine.quote(state, action) for action in tried
        ):
            return tried
    if failed is not None:
        raise failed
    return actions


def list_places(timeline: Timeline) -> set[str]:
    """Return every place at which something has ever lain."""
    places = set(timeline.frames[0].state.book.places)
    for frame in timeline.frames:
        for move in frame.moves:
            places.update((move.source, move.target))
    return places


def _list_items(timeline: Timeline, frame: Frame) -> Names:
    """Return the names of every piece of the match, by its id."""
    called = timeline.engine.names()
    items = {item for _, item, _ in timeline.frames[0].state.book.walk()}
    items |= {item for _, item, _ in frame.state.book.walk()}
    return {item: called.get(item, (item,)) for item in sorted(items)}


def _find_kind(timeline: Timeline, word: str, kinds: set[str]) -> str | None:
    """Return the kind of place that a word names in any language, None if none does."""
    if word in kinds:
        return word
    for lang in LANGUAGES:
        words = timeline.engine.words(lang)
        for kind in sorted(kinds):
            if fold(words.text.get(f"place.{kind}", kind)) == fold(word):
                return kind
    return None
