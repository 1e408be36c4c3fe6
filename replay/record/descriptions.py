"""What is said of a match beside its game: title, place, date, and who sits where."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime
from typing import Final

from engines.names import fold
from engines.seats import (
    PLAIN,
    are_initials,
    choose_letters,
    find_wrong_letter,
    has_own_letters,
    letters_of,
)
from ledger.clerk import Describe, Rename, Swap
from replay.base.errors import NothingToDo
from replay.fold.metadata import read_metadata
from replay.fold.timeline import Timeline
from replay.record.corrections import require_open
from replay.record.names import make_seat_name_error, require_seat_names

LONGEST_TEXT: Final = 200
"""The most characters of a title or a place."""


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


def check_date(text: str) -> str:
    """Return a date as it is stored. Raise NothingToDo for none, and for one still to come."""
    today = datetime.now(UTC).astimezone().date()
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise NothingToDo("“{text}” is no date; one is {today}", text=text, today=today) from None
    if day > today:
        raise NothingToDo("{day} is still to come; today is {today}", day=day, today=today)
    return day.isoformat()
