"""Commands about the match and its seats: title, place, date, names, seats, whether it counts."""

from __future__ import annotations

from collections.abc import Iterator

from engines.notation import parse_seat
from ledger.clerk import Clerk, Join, Leave
from ledger.headlines import fold_name
from replay.base.errors import NothingToDo
from replay.base.i18n import _
from replay.desk.offers import Offer
from replay.desk.replies import Reply, answer
from replay.desk.seating import TYPED_ALONE, parse_join, parse_leave
from replay.desk.table import Table
from replay.fold.timeline import Timeline
from replay.record.descriptions import plan_description, plan_rename, plan_swap
from replay.speech import log_lines
from replay.speech.voice import Voice


def set_title(table: Table, rest: str) -> Reply:
    """Give the match a title (``title TEXT``)."""
    return _record(table, plan_description(table.timeline, title=rest))


def set_place(table: Table, rest: str) -> Reply:
    """Say where the match is played (``place TEXT``)."""
    return _record(table, plan_description(table.timeline, place=rest))


def offer_places(table: Table, typed: str) -> Iterator[Offer]:
    """Yield the places of earlier matches that begin so, those used most first."""
    first = fold_name(typed)
    for row in table.session.ledger.places():
        if fold_name(row.name).startswith(first):
            yield row.name, ""


def set_date(table: Table, rest: str) -> Reply:
    """Say when the match was played (``played DATE``)."""
    return _record(table, plan_description(table.timeline, played=rest))


def rename_seat(table: Table, rest: str) -> Reply:
    """Give a seat another name from here on (``rename SEAT NAME``)."""
    word, _space, name = rest.partition(" ")
    if not name.strip():
        raise NothingToDo("name the seat and then its new name: rename b Dee")
    reserved = (*table.session.engine.reserved_letters, *TYPED_ALONE)
    return _record(table, plan_rename(table.timeline, _parse_seat(table, word), name, reserved))


def swap_seats(table: Table, rest: str) -> Reply:
    """Let two people change seats from here on (``swap SEAT SEAT``)."""
    words = rest.replace(",", " ").split()
    if len(words) != 2:
        raise NothingToDo("two people change seats; name both")
    one, other = (_parse_seat(table, word) for word in words)
    return _record(table, plan_swap(table.timeline, one, other))


def let_leave(table: Table, rest: str) -> Reply:
    """Let somebody leave while the others go on (``leave SEAT [WHY]``)."""
    timeline = table.timeline
    return _seat(table, parse_leave(timeline, timeline.frames[-1], rest))


def let_join(table: Table, rest: str) -> Reply:
    """Let somebody join, or come back (``join NAME [POINTS]``)."""
    timeline = table.timeline
    return _seat(table, parse_join(timeline, timeline.frames[-1], rest))


def _seat(table: Table, event: Leave | Join) -> Reply:
    """Record who leaves or joins; say it, and what comes of it."""
    table.session.remark(event)
    return answer(*describe_seating(table.timeline, table.voice))


def describe_seating(timeline: Timeline, voice: Voice) -> Iterator[str]:
    """Yield who has just left or joined, and the end of the match where that is it."""
    before, frame = timeline.frames[-2:]
    yield log_lines.describe_frame(frame, voice)
    standing = timeline.engine.standing(frame.state)
    if standing.over and not timeline.engine.standing(before.state).over:
        yield voice.ending(standing)
        yield _("foldtable close ends the match.")


def void_match(table: Table, rest: str) -> Reply:
    """Take the match out of lists and statistics (``void [REASON]``)."""
    table.session.void(rest)
    return answer(_("The match does not count. undo takes that back."))


def _parse_seat(table: Table, word: str) -> int:
    """Return the seat that a word means. Raise NotationError."""
    names = table.voice.names
    return parse_seat(word.rstrip(":"), len(names), names)


def _record(table: Table, event: Clerk) -> Reply:
    """Record an event and say it in words."""
    table.session.remark(event)
    return answer(log_lines.describe_clerk(event, table.voice))
