"""Why a number is what it is: every move behind it, with its event and its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from engines import LANGUAGES
from engines.book import pool_told
from engines.names import find, fold
from engines.notation import read_seat, split_owner
from engines.values import Move, NotationError, Seat, Term, owner_of, seat_letter
from replay.fold.timeline import Frame, Timeline

POINTS = "points"
PRICE = "price"
QUOTE = "quote"


class Step(NamedTuple):
    """One contribution: what event `version` added, by which move. `balance` is the sum so far.

    The first step of a register has no move: it is what lay there at the start.
    """

    version: int
    n: int
    balance: int
    move: Move | None


class Part(NamedTuple):
    """One line of a sum, and the event that brought what it counts (None if none did)."""

    line: Term
    version: int | None


class Account(NamedTuple):
    """What the lines of an outcome are summed up under: the seat that they name, and what they
    count where that differs."""

    seat: Seat | None = None
    unit: str = ""


class Explanation(NamedTuple):
    """Why `subject` is `total`: a register of `steps`, or a sum of `parts`.

    `total` is None where the parts are no one sum, but several: see `sums`.
    """

    subject: str
    total: int | None
    steps: tuple[Step, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def sums(self) -> dict[Account, int]:
        """What the parts come to, account by account; without those in which nothing counts."""
        found: dict[Account, int] = {}
        for part in self.parts:
            if part.line.n:
                account = account_of(part.line)
                found[account] = found.get(account, 0) + part.line.n
        return found


def account_of(line: Term) -> Account:
    """Return the account that a line is summed up under.

    >>> account_of(Term("line.exact", 20, "W50", data={"seat": Seat(1)}, unit="points"))
    Account(seat=1, unit='points')
    >>> account_of(Term("line.printed", 3, "S7", "red"))
    Account(seat=None, unit='')
    """
    return Account(line.data.get("seat"), line.unit)


def outcome_of(lines: Iterable[Term], version: int | None) -> Explanation:
    """Return how the price or outcome of an action comes about."""
    found = Explanation(PRICE, None, parts=tuple(Part(line, version) for line in lines))
    if not found.parts:
        raise NotationError("nothing-there", given=PRICE)
    return found if len(found.sums) > 1 else found._replace(total=sum(found.sums.values()))


class Subject(NamedTuple):
    """What is asked about: the places that satisfy `inside`, and one item in them or all.

    Without `inside` it is a piece, followed wherever it goes.
    """

    name: str
    inside: Callable[[str], bool] | None
    item: str | None


def why(timeline: Timeline, at: int | None, what: str) -> Explanation:
    """Return why a number is what it is after the event `at` (None: now).

    `what` is ``a.red`` or ``ana.red`` (a seat's pieces), ``bank.red`` (a place's), ``a.points``
    (a score), ``a.cards`` (all in a place), ``price`` (what the action there cost), the number of
    an event (what that one cost), ``price b altar`` (what an action would cost that nobody has
    taken yet), or a card (where it has been). Raise NotationError with what it could have meant.
    """
    if what.isascii() and what.isdecimal():
        at, what = int(what), PRICE
    index = len(timeline.frames) - 1 if at is None else timeline.index(at)
    frame = timeline.frames[index]
    if fold(what) == PRICE:
        return _price(timeline, index)
    first, space, others = what.partition(" ")
    if space and fold(first) in (PRICE, QUOTE, "값"):
        return _quoted(timeline, frame, others.strip())
    if space and read_seat(first, len(timeline.seats), timeline.seats) is not None:
        what = f"{first}.{others.strip()}"
    seat, rest = split_owner(what, len(timeline.seats), timeline.seats)
    if seat is not None and fold(rest) in (POINTS, "score", "점수"):
        return _points(timeline, index, seat)
    subject = resolve(timeline, frame, what)
    return register(timeline, index, subject)


def resolve(timeline: Timeline, frame: Frame, what: str) -> Subject:
    """Return what ``SEAT.WORD``, ``PLACE.ITEM``, ``PLACE`` or a piece's name means."""
    places = places_of(timeline)
    if what in places:
        return Subject(what, what.__eq__, None)
    within, dot, piece = what.rpartition(".")
    if dot and within in places:
        item = find(piece, _items(timeline, frame))
        return Subject(f"{within}.{item}", within.__eq__, item)
    seat, rest = split_owner(what, len(timeline.seats), timeline.seats)
    if seat is not None:
        prefix = f"{seat_letter(seat)}."
        kind = _kind(timeline, rest, {p[2:] for p in places if owner_of(p) == seat})
        if kind is not None:
            place = prefix + kind
            return Subject(place, place.__eq__, None)
        item = find(rest, _items(timeline, frame))
        return Subject(f"{prefix}{item}", lambda place: place.startswith(prefix), item)
    try:
        item = find(what, _items(timeline, frame))
    except NotationError as error:
        known = {place: (place,) for place in sorted(places)} | dict(error.candidates)
        raise NotationError("no-such-thing", word=what, candidates=known, given=what) from error
    return Subject(item, None, item)


def register(timeline: Timeline, index: int, subject: Subject) -> Explanation:
    """Return every move into and out of some places up to a frame, with the running balance;
    for a piece followed wherever it goes, every move of it."""
    frames = timeline.frames[1 : index + 1]
    if subject.inside is None:
        followed = tuple(
            Step(frame.version, move.n, move.n, move)
            for frame in frames
            for move in frame.moves
            if subject.item in (move.item, move.name)
        )
        return Explanation(subject.name, followed[-1].n if followed else 0, followed)
    opening = timeline.frames[0]
    balance = sum(
        n
        for place, item, n in opening.state.book.walk()
        if subject.inside(place) and subject.item in (None, item)
    )
    steps = [Step(opening.version, balance, balance, None)] if balance else []
    for before, frame in pairwise(timeline.frames[: index + 1]):
        for move in frame.moves:
            n = _change(subject.inside, subject.item, move, before.state.book.pools)
            if n or _stays_inside(subject, move):
                balance += n
                steps.append(Step(frame.version, n, balance, move))
    return Explanation(subject.name, balance, tuple(steps))


def _stays_inside(subject: Subject, move: Move) -> bool:
    """Return whether a move takes the piece asked about from one of the places to another."""
    inside = subject.inside
    return (
        inside is not None
        and subject.item == move.item
        and not move.name
        and inside(move.source)
        and inside(move.target)
    )


def _change(
    inside: Callable[[str], bool], item: str | None, move: Move, pools: Mapping[str, str]
) -> int:
    """Return what a move adds to an item (or all of them) in some places.

    Where it learns a face, the name goes back to its pool as the face comes out of it.
    """
    changes = [(move.source, move.item, -move.n), (move.target, move.item, move.n)]
    if move.name:
        changes += [(move.target, move.name, -1), (pool_told(move, pools), move.name, 1)]
    return sum(n for place, moved, n in changes if inside(place) and item in (None, moved))


def _points(timeline: Timeline, index: int, seat: int) -> Explanation:
    """Return a score with the event that brought each line's piece."""
    frame = timeline.frames[index]
    score = next(s for s in timeline.engine.standing(frame.state).scores if s.seat == seat)
    came: dict[str, int] = {}
    for each in timeline.frames[: index + 1]:
        for move in each.moves:
            came[move.target] = each.version
            if owner_of(move.target) == seat:
                came[move.item] = each.version
    parts = [Part(line, came.get(line.place or line.item)) for line in score.lines]
    parts.sort(key=lambda part: index if part.version is None else timeline.index(part.version))
    return Explanation(f"{seat_letter(seat)}.{POINTS}", score.total or 0, parts=tuple(parts))


def _price(timeline: Timeline, index: int) -> Explanation:
    """Return how the price or outcome of the action at a frame came about."""
    while index > 0 and timeline.frames[index].action is None:
        index -= 1
    frame = timeline.frames[index]
    if frame.action is None:
        raise NotationError("nothing-there", given=PRICE)
    lines = timeline.engine.quote(timeline.frames[index - 1].state, frame.action)
    return outcome_of(lines, frame.version)


def _quoted(timeline: Timeline, frame: Frame, text: str) -> Explanation:
    """Return how the price of an action would come about that is only typed (D13, S7, M32)."""
    engine, state = timeline.engine, frame.state
    lines: list[Term] = []
    for action in engine.parse(text, state, timeline.seats):
        lines += engine.quote(state, action)
        state, _ = engine.apply(state, action)
    if not lines:
        raise NotationError("nothing-there", given=text)
    return outcome_of(lines, None)


def places_of(timeline: Timeline) -> set[str]:
    """Return every place at which something has ever lain."""
    places = set(timeline.frames[0].state.book.places)
    for frame in timeline.frames:
        for move in frame.moves:
            places.update((move.source, move.target))
    return places


def _items(timeline: Timeline, frame: Frame) -> dict[str, tuple[str, ...]]:
    """Return what every piece of the match goes by."""
    called = timeline.engine.called()
    items = {item for _, item, _ in timeline.frames[0].state.book.walk()}
    items |= {item for _, item, _ in frame.state.book.walk()}
    return {item: called.get(item, (item,)) for item in sorted(items)}


def _kind(timeline: Timeline, word: str, kinds: set[str]) -> str | None:
    """Return the kind of a seat's place that a word names: ``tokens``, in any language."""
    if word in kinds:
        return word
    for lang in LANGUAGES:
        words = timeline.engine.words(lang)
        for kind in sorted(kinds):
            if fold(words.text.get(f"place.{kind}", kind)) == fold(word):
                return kind
    return None
