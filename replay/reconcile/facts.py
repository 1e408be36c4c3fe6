"""Facts: what was counted at the table, and by how much the record differs.

A key is a place and an item. The item ``?deck.1`` counts the pieces from ``deck.1`` that lie there
face down. The item ``*`` counts all pieces of a place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NoReturn

import msgspec

from engines.book import UNKNOWN, Book
from engines.counts import Count, count_in_record
from engines.names import fold
from engines.notation import parse_place, split_owner
from engines.protocol import Engine, State
from engines.seats import Seats, typed_place
from engines.values import Action, NotationError, owner_of, seat_letter
from replay.explain.explanations import POINTS, find_subject, list_places
from replay.fold.timeline import Frame, Timeline

Key = tuple[str, str]
"""A place and an item."""

Facts = Mapping[Key, int]
"""The number of pieces counted, by key."""

Difference = dict[Key, int]
"""By how much one count exceeds another, by key; negative where it falls short, without zeros."""

ALL = "*"
"""The item that stands for all pieces of a place."""

SCORE_WORDS = ("score", "점수", POINTS, "point")


def count_recorded(book: Book, key: Key) -> int:
    """Return the number of pieces that the record has for `key`.

    >>> count_recorded(Book({"a.tokens": {"red": 2, "blue": 1}}), ("a.tokens", "*"))
    3
    """
    place, item = key
    return book.size(place) if item == ALL else count_in_record(book, place, item)


def compare_facts(book: Book, facts: Facts) -> Difference:
    """Return the facts less the record.

    >>> compare_facts(Book({"bank": {"red": 4}}), {("bank", "red"): 3, ("bank", "blue"): 0})
    {('bank', 'red'): -1}
    """
    differing = {key: n - count_recorded(book, key) for key, n in facts.items()}
    return {key: n for key, n in differing.items() if n}


def build_adjustment(engine: Engine[State], facts: Facts) -> Action | None:
    """Return the action that records some facts as a count.

    Return None when there are no facts, or when they do not say which pieces lie there.
    """
    if not facts or any(item == ALL or n < 0 for (_, item), n in facts.items()):
        return None
    holds: dict[str, dict[str, int]] = {}
    for (place, item), n in facts.items():
        holds.setdefault(place, {})[item] = n
    return engine.decode(Count.verb, msgspec.json.encode({"holds": holds}))


# -- reading ---------------------------------------------------------------------------------


def join_counts(texts: Sequence[str]) -> list[str]:
    """Return facts in one word each: a number behind a place is what was counted there.

    >>> join_counts(["b.coins", "3", "bank.red=2", "--adjust"])
    ['b.coins=3', 'bank.red=2', '--adjust']
    """
    joined: list[str] = []
    for text in texts:
        last = joined[-1] if joined else "="
        if re.fullmatch(r"-?[0-9]{1,6}", text) and "=" not in last and not last.startswith("-"):
            joined[-1] = f"{last}={text}"
        else:
            joined.append(text)
    return joined


def parse_facts(timeline: Timeline, index: int, texts: Sequence[str]) -> dict[Key, int]:
    """Return the facts written as ``b.coins=3``, ``ana.red=2``, ``bank.gold=4``.

    `index` is the frame at which they were counted. Keys are written as for `why`.
    Raise NotationError when a text is not a fact.
    """
    facts = {}
    for text in join_counts(texts):
        read = re.fullmatch(r"\s*(.+?)\s*==?\s*(-?[0-9]{1,6})\s*", text)
        if read is None:
            raise NotationError("fact-form", word=text, given=text)
        facts[parse_key(timeline, timeline.frames[index], read[1])] = int(read[2])
    return facts


def parse_key(timeline: Timeline, frame: Frame, what: str) -> Key:
    """Return the place and item that a text names.

    Raise NotationError when it names none, several, or a score.
    """
    place, dot, pool = what.partition(f".{UNKNOWN}")
    if dot:
        place = parse_place(place, len(timeline.seats), timeline.seats)
        if place not in list_places(timeline) or pool not in frame.state.book.pools.values():
            raise NotationError("fact-place", word=what, given=what)
        return place, UNKNOWN + pool
    lain = collect_items(timeline)
    seat, rest = split_owner(what, len(timeline.seats), timeline.seats)
    if seat is not None and fold(rest) in SCORE_WORDS:
        if not is_score_counted(timeline, frame, seat):
            raise NotationError("fact-score", word=what, given=what)
        return f"{seat_letter(seat)}.{POINTS}", _find_only_item(lain, POINTS) or POINTS
    subject = find_subject(timeline, frame, what)
    if subject.inside is None:
        places = [place for place in sorted(lain) if subject.item in lain[place]]
        _refuse_unclear(what, places, subject[2], timeline.seats)
    if subject.item is None:
        items = lain.get(subject.name, set())
        return subject.name, next(iter(items)) if len(items) == 1 else ALL
    inside = [place for place in sorted(list_places(timeline)) if subject.inside(place)]
    fitting = [place for place in inside if subject.item in lain.get(place, ())]
    if not fitting:
        same_kind = _find_same_kind(timeline, subject.item)
        fitting = [place for place in inside if same_kind & lain.get(place, set())]
    if len(fitting) != 1:
        _refuse_unclear(what, fitting or inside, subject.item, timeline.seats)
    return fitting[0], subject.item


def is_score_counted(timeline: Timeline, frame: Frame, seat: int) -> bool:
    """Return whether a seat's score is a number written down, as on a pad.

    Then its points are pieces of a place of their own, and nothing else adds to the score.
    """
    place = f"{seat_letter(seat)}.{POINTS}"
    if place not in timeline.engine.endless | list_places(timeline):
        return False
    scores = timeline.engine.standing(frame.state).scores
    return all(each.total == frame.state.book.size(place) for each in scores if each.seat == seat)


def _find_only_item(lain: Mapping[str, set[str]], kind: str) -> str | None:
    """Return the item that lies in all seats' places of a kind, None unless there is just one."""
    items = {
        item
        for place, inside in lain.items()
        for item in inside
        if owner_of(place) is not None and place[2:] == kind
    }
    return items.pop() if len(items) == 1 else None


def write_key(lain: Mapping[str, set[str]], key: Key) -> str:
    """Return a key as it is typed: ``b.coins``, ``bank.red``.

    `lain` is what `collect_items` returns.
    """
    place, item = key
    return place if item == ALL or is_written_alone(lain, key) else f"{place}.{item}"


def is_written_alone(lain: Mapping[str, set[str]], key: Key) -> bool:
    """Return whether a place can be named without its item: no other item ever lay there."""
    place, item = key
    return lain.get(place) == {item} or (not lain.get(place) and place[1:] == f".{POINTS}")


def _refuse_unclear(what: str, places: Sequence[str], item: str | None, seats: Seats) -> NoReturn:
    """Raise NotationError for a text that fits several places or none."""
    known = {f"{typed_place(place, seats)}.{item}": (place,) for place in places}
    raise NotationError("fact-place", word=what, candidates=known, unclear=True, given=what)


def collect_items(timeline: Timeline) -> dict[str, set[str]]:
    """Return the items that have ever lain in each place."""
    found: dict[str, set[str]] = {}
    for place, item, _n in timeline.frames[0].state.book.walk():
        found.setdefault(place, set()).add(item)
    for frame in timeline.frames:
        for move in frame.moves:
            found.setdefault(move.target, set()).add(move.item)
    return found


def _find_same_kind(timeline: Timeline, item: str) -> set[str]:
    """Return the pieces of the same kind as `item`, itself included."""
    pieces = timeline.engine.catalog()
    kinds = {piece.kind for piece in pieces if piece.id == item}
    return {piece.id for piece in pieces if piece.kind in kinds}
