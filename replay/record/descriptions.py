"""What is said of a match beside its game: title, place, date, and who sits where."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime
from typing import Any, Final

from msgspec.structs import replace

from engines.names import fold
from engines.seats import (
    PLAIN,
    add_letter,
    are_initials,
    choose_letters,
    find_wrong_letter,
    has_own_letters,
    letters_of,
    typed_letter,
)
from engines.values import DecodeError
from ledger.clerk import Describe, Join, Leave, Rename, Swap
from replay.base.errors import NothingToDo
from replay.base.i18n import language
from replay.fold.metadata import read_metadata
from replay.fold.seating import change_seats
from replay.fold.timeline import Frame, Timeline
from replay.record.corrections import require_open
from replay.record.names import make_seat_name_error, require_seat_names

LONGEST_TEXT: Final = 200
"""The most characters of a title or a place."""

EARLIEST: Final = date(1970, 1, 1)
"""The first day on which a match may have been played."""


def plan_rename(timeline: Timeline, seat: int, name: str, reserved: Collection[str] = ()) -> Rename:
    """Return the event that gives a seat another name.

    The letters that type the seats change where they would be unclear; none becomes one that is
    `reserved`. Raise NothingToDo for a name that the seat cannot have or has already, and when the
    match is closed.
    """
    require_open(timeline)
    before, names = timeline.seats, [*timeline.seats]
    if names[seat] == name.strip():
        raise NothingToDo("{name} is called so already", name=name.strip())
    names[seat] = name.strip()
    require_seat_names(names)
    letters = letters_of(before)[: len(names)]
    if fold(names[seat]) in (*letters[:seat], *letters[seat + 1 :]):
        raise make_seat_name_error(name)
    if find_wrong_letter(names, letters, reserved):
        letters = choose_letters(names, reserved) or PLAIN[: len(names)]
    changed = letters != letters_of(before)[: len(names)]
    return Rename(seat=seat, name=names[seat], letters=letters if changed else ())


def plan_swap(timeline: Timeline, one: int, other: int) -> Swap:
    """Return the event that lets two people change seats.

    Letters that are the people's initials go with them. Raise NothingToDo for one seat alone, and
    when the match is closed.
    """
    require_open(timeline)
    if one == other:
        raise NothingToDo("two people change seats; name both")
    names = timeline.seats
    if not (has_own_letters(names) or are_initials(names)):
        return Swap(seats=(one, other))
    letters = list(letters_of(names)[: len(names)])
    letters[one], letters[other] = letters[other], letters[one]
    return Swap(seats=(one, other), letters=tuple(letters))


def plan_leave(timeline: Timeline, at: Frame, seat: int, reason: str = "") -> Leave:
    """Return the event by which the person in a seat leaves after the frame `at`.

    Raise NothingToDo where the game does not allow it, and when the match is closed.
    """
    require_open(timeline)
    name, names = at.seat_names[seat], at.seat_names
    if seat in timeline.engine.list_left(at.state):
        raise NothingToDo(
            "{name} has left already",
            "“join {letter}” brings {name} back.",
            name=name,
            letter=typed_letter(seat, names),
        )
    event = Leave(seat=seat, reason=check_text(reason))
    try:
        change_seats(timeline.engine, at.state, event)
    except DecodeError as error:
        raise NothingToDo(
            error.message,
            "“rename {letter} NAME” lets somebody else go on there; “close --abandoned” ends the "
            "match.",
            letter=typed_letter(seat, names),
            **_name_game(timeline, error),
        ) from None
    return event


def plan_return(timeline: Timeline, at: Frame, seat: int, points: int | None = None) -> Join:
    """Return the event by which the person who has left a seat is back after the frame `at`.

    Raise NothingToDo where the game does not allow it, and when the match is closed.
    """
    require_open(timeline)
    if seat not in timeline.engine.list_left(at.state):
        raise NothingToDo(
            "{name} is here already; somebody new needs another name", name=at.seat_names[seat]
        )
    return _check_join(timeline, at, Join(seat=seat, points=points), at.seat_names[seat])


def plan_join(
    timeline: Timeline,
    at: Frame,
    name: str,
    points: int | None = None,
    reserved: Collection[str] = (),
) -> Join:
    """Return the event by which somebody new joins after the frame `at`, in a seat behind all
    others. None of the letters that type the seats becomes one that is `reserved`.

    Raise NothingToDo for a name that nobody can have, where the game takes nobody in, and when the
    match is closed.
    """
    require_open(timeline)
    before, names = at.seat_names, [*at.seat_names, name.strip()]
    require_seat_names(names)
    letters = letters_of(before)[: len(before)]
    if fold(name) in letters:
        raise make_seat_name_error(name)
    event = _check_join(
        timeline, at, Join(seat=len(before), name=names[-1], points=points), names[-1]
    )
    added = add_letter(names, letters, reserved)
    own = added if added != PLAIN[: len(names)] or has_own_letters(before) else ()
    return replace(event, letters=own)


def _check_join(timeline: Timeline, at: Frame, event: Join, name: str) -> Join:
    """Return an event by which somebody joins. Raise NothingToDo where the game refuses it."""
    try:
        change_seats(timeline.engine, at.state, event)
    except DecodeError as error:
        raise _refuse_newcomer(timeline, at, error, name) from None
    return event


def _refuse_newcomer(timeline: Timeline, at: Frame, error: DecodeError, name: str) -> NothingToDo:
    """Return the error that says why a game takes nobody in, and who may take over which seat."""
    left = timeline.engine.list_left(at.state)
    free = left[:1] if not _is_full(timeline, at) else ()
    seat = (*free, *(each for each in range(len(at.seat_names)) if each not in left))[0]
    said = {
        "letter": typed_letter(seat, at.seat_names),
        "newcomer": name,
        "person": at.seat_names[seat],
        **_name_game(timeline, error),
    }
    if free:
        return NothingToDo(
            error.message,
            "“rename {letter} {newcomer}” and “join {letter}” let {newcomer} go on in the seat "
            "that {person} has left.",
            **said,
        )
    return NothingToDo(
        error.message,
        "“rename {letter} {newcomer}” lets {newcomer} go on in the seat of {person}.",
        **said,
    )


def _is_full(timeline: Timeline, at: Frame) -> bool:
    """Return whether as many people are there as the game is for."""
    left = timeline.engine.list_left(at.state)
    return len(at.seat_names) - len(left) >= timeline.engine.seats.stop - 1


def _name_game(timeline: Timeline, error: DecodeError) -> dict[str, Any]:
    """Return the data of an error, the game by its name."""
    engine = timeline.engine
    name = engine.words(language()).name(engine.name)
    return {**error.data, "game": name}


def plan_description(
    timeline: Timeline,
    title: str | None = None,
    place: str | None = None,
    played: str | None = None,
) -> Describe:
    """Return the event that gives a match another title, place or date; None leaves it.

    Raise NothingToDo where that changes nothing, and for what is no date, or too long.
    """
    now = read_metadata(timeline.line).opening
    title = None if title is None else check_text(title)
    place = None if place is None else check_text(place)
    played = None if played is None else check_date(played)
    event = Describe(
        title=None if title == now.title else title,
        place=None if place == now.place else place,
        played=None if played == now.played else played,
    )
    if event == Describe():
        raise NothingToDo("the match is described so already")
    return event


def check_text(text: str) -> str:
    """Return a title or a place. Raise NothingToDo for one that is too long, or no single line."""
    text = text.strip()
    if len(text) > LONGEST_TEXT or not text.isprintable():
        raise NothingToDo(
            "a title or a place is one line of {n} characters at most", n=LONGEST_TEXT
        )
    return text


def find_today() -> str:
    """Return the date of today as it is stored."""
    return datetime.now(UTC).astimezone().date().isoformat()


def check_date(text: str) -> str:
    """Return a date as it is stored. Raise NothingToDo for none, for one still to come, and for one
    of another age, which is a slip of the hand."""
    today = date.fromisoformat(find_today())
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise NothingToDo("“{text}” is no date; one is {today}", text=text, today=today) from None
    if day > today:
        raise NothingToDo("{day} is still to come; today is {today}", day=day, today=today)
    if day < EARLIEST:
        raise NothingToDo("{day} is too long ago; today is {today}", day=day, today=today)
    return day.isoformat()
