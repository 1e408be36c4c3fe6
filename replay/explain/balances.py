"""Balances: where every piece lies at a position, and how two positions differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.book import EMPTY, Book
from engines.counts import Count
from engines.values import UNACCOUNTED
from replay.base.i18n import _
from replay.fold.timeline import Frame, Timeline
from replay.speech.voice import Voice

Change = tuple[str, str, int, int]
"""A place, an item, and how many of it lay there before and lie there after."""


def list_holdings(frame: Frame, wanted: Sequence[str] = ()) -> dict[str, dict[str, int]]:
    """Return the number of each item by place, for places that begin like one of `wanted`.

    Without `wanted` these are all places.
    """
    return {
        place: dict(sorted(holding.items()))
        for place, holding in sorted(frame.state.book.places.items())
        if holding and (not wanted or place.startswith(tuple(wanted)))
    }


def find_unexplained(timeline: Timeline, frame: Frame) -> dict[str, int]:
    """Return the unaccounted pieces at a frame that the record cannot explain.

    A count that breaks nothing has laid out the position at which the record begins: what it left
    unaccounted came about before, and is not among them.
    """
    left = dict(frame.state.book.holding(UNACCOUNTED))
    if not left or Count.verb not in frame.verbs:
        return left
    laid_out: dict[str, int] = {}
    for each in timeline.frames[: timeline.index(frame.version) + 1]:
        if isinstance(each.action, Count) and not (each.breaches or each.waived):
            for move in each.moves:
                sign = (move.target == UNACCOUNTED) - (move.source == UNACCOUNTED)
                laid_out[move.item] = laid_out.get(move.item, 0) + sign * move.n
    for item, n in laid_out.items():
        if n * left.get(item, 0) > 0:
            left[item] -= n if abs(n) < abs(left[item]) else left[item]
    return {item: n for item, n in left.items() if n}


def is_conserved(timeline: Timeline, frame: Frame) -> bool:
    """Return whether a frame has the same pieces as the opening of the match."""
    totals = timeline.frames[0].state.book.totals()
    return bool(frame.state.book.totals() == totals)


def has_same_pieces(one: Book, other: Book) -> bool:
    """Return whether two books hold the same pieces in all. They share what lies as it did."""
    if one is other:
        return True
    before, after = one.places, other.places
    changed = [place for place, holding in after.items() if before.get(place) is not holding]
    changed += before.keys() - after.keys()
    sums: dict[str, int] = {}
    for place in changed:
        for item, n in after.get(place, EMPTY).items():
            sums[item] = sums.get(item, 0) + n
        for item, n in before.get(place, EMPTY).items():
            sums[item] = sums.get(item, 0) - n
    return not any(sums.values())


def make_balance_rows(
    timeline: Timeline,
    frame: Frame,
    voice: Voice,
    wanted: Sequence[str] = (),
    *,
    everything: bool = False,
) -> Iterator[tuple[object, ...]]:
    """Yield rows of (place, number, piece). A pool is one row, unless `everything` is True."""
    pools = {*timeline.frames[0].state.book.pools.values(), *frame.state.book.pools.values()}
    for place, holding in list_holdings(frame, wanted).items():
        if place in pools and not everything:
            n = sum(holding.values())
            yield voice.place(place), n, _("piece") if n == 1 else _("pieces")
            continue
        for number, (item, n) in enumerate(holding.items()):
            yield "" if number else voice.place(place), n, voice.words.noun(n, item)


def compare_books(one: Book, other: Book) -> list[Change]:
    """Return the changes from one book to another, by place and item."""
    had = {(place, item): n for place, item, n in one.walk()}
    has = {(place, item): n for place, item, n in other.walk()}
    return [
        (place, item, had.get((place, item), 0), has.get((place, item), 0))
        for place, item in sorted(set(had) | set(has))
        if had.get((place, item), 0) != has.get((place, item), 0)
    ]


def compare_scores(
    timeline: Timeline, one: Frame, other: Frame
) -> list[tuple[int, int | None, int | None]]:
    """Return (seat, total before, total after) of every score that differs between two frames."""
    was, now = (
        {score.seat: score.total for score in timeline.engine.standing(frame.state).scores}
        for frame in (one, other)
    )
    seats = sorted(was.keys() | now.keys())
    return [(s, was.get(s), now.get(s)) for s in seats if was.get(s) != now.get(s)]


def make_difference_rows(
    timeline: Timeline, voice: Voice, one: Frame, other: Frame
) -> Iterator[tuple[object, ...]]:
    """Yield rows of (place, piece, before, after, difference), without pools; then the scores."""
    pools = set(timeline.frames[0].state.book.pools.values())
    for place, item, was, is_ in compare_books(one.state.book, other.state.book):
        if place not in pools:
            yield voice.place(place), voice.item(item), was, is_, f"{is_ - was:+}"
    for seat, before, after in compare_scores(timeline, one, other):
        yield (
            voice.seat(seat),
            voice.say("points"),
            before,
            after,
            f"{(after or 0) - (before or 0):+}",
        )
