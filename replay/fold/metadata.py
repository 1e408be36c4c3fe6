"""What is said of a match beside its game: title, place, date, the people in the seats."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from engines.seats import Seats, has_own_letters
from engines.values import DecodeError
from ledger.clerk import Clerk, Describe, Fork, Join, Leave, Open, Rename, Swap, Void
from replay.base.terminal_text import clean_line
from replay.fold.line import Closing, Entry, Line


class Metadata(NamedTuple):
    """How a match is described at the end of a line.

    `opening` is its opening with the title, place, date and people that later events gave it,
    `void` the event that takes it out of lists and statistics, `closing` the closing in force,
    `left` the seats whose people have left.
    """

    opening: Open
    void: Void | None = None
    closing: Closing | None = None
    left: tuple[int, ...] = ()


def find_opening(line: Line) -> Open:
    """Return how a match began. Raise DecodeError when its first event does not say so."""
    if not line.entries or line.entries[0].kind != Open.type:
        raise DecodeError("the stream does not begin with match.open")
    opening = line.entries[0].clerk()
    assert isinstance(opening, Open)  # noqa: S101
    return opening


def find_fork(line: Line) -> Fork | None:
    """Return where a match branches off another, None for one that begins by itself."""
    for entry in reversed(line.clerks):
        if entry.kind == Fork.type:
            fork = entry.clerk()
            assert isinstance(fork, Fork)  # noqa: S101
            return fork
    return None


def read_metadata(line: Line) -> Metadata:
    """Return how a match is described at the end of a line.

    A branch of a void match is not void. Raise ValueError when the line has no opening.
    """
    opening, void = find_opening(line), None
    for entry in line.clerks:
        if entry.kind == Fork.type:
            void = None
        elif entry.kind in (Void.type, Describe.type, Rename.type, Swap.type, Join.type):
            opening, void = _read_entry(entry, opening, void)
    return Metadata(opening, void, line.closing, find_left(line))


def find_left(line: Line) -> tuple[int, ...]:
    """Return the seats whose people have left at the end of a line."""
    left: set[int] = set()
    for entry in line.clerks:
        if entry.kind in (Leave.type, Join.type):
            with suppress(ValueError):
                clerk = entry.clerk()
                assert isinstance(clerk, Leave | Join)  # noqa: S101
                (left.add if isinstance(clerk, Leave) else left.discard)(clerk.seat)
    return tuple(sorted(left))


def find_void(line: Line) -> int | None:
    """Return the version of the event that voids a match, None for a match that counts."""
    for entry in reversed(line.clerks):
        if entry.kind == Fork.type:
            return None
        if entry.kind == Void.type:
            return entry.version
    return None


def _read_entry(entry: Entry, opening: Open, void: Void | None) -> tuple[Open, Void | None]:
    """Return the opening as it is described after an entry, and the event that voids the match.

    An entry that cannot be read changes nothing.
    """
    try:
        clerk = entry.clerk()
        if isinstance(clerk, Void):
            return opening, clerk
        if isinstance(clerk, Describe):
            return describe_opening(opening, clerk), void
        seats = seat_people(Seats(opening.seats, opening.letters), clerk)
        letters = seats.letters[: len(seats)] if has_own_letters(seats) else ()
        return replace(opening, seats=tuple(seats), letters=letters), void
    except ValueError:
        return opening, void


def describe_opening(opening: Open, clerk: Describe) -> Open:
    """Return an opening with the title, the place and the date that an event gives it."""
    said = {"title": clerk.title, "place": clerk.place, "played": clerk.played}
    return replace(opening, **{name: text for name, text in said.items() if text is not None})


def read_seats(opening: Open) -> Seats:
    """Return the names of the people by seat, each in one line, and the letters that type them."""
    return Seats(map(clean_line, opening.seats), opening.letters)


def seat_people(names: Seats, clerk: Clerk) -> Seats:
    """Return who sits in every seat after a clerk event.

    Raise DecodeError for no such seat, and for letters that cannot tell the seats apart.
    """
    if not isinstance(clerk, Rename | Swap | Join):
        return names
    seated = list(names)
    if isinstance(clerk, Rename):
        _require_seats(seated, clerk.seat)
        seated[clerk.seat] = clerk.name
    elif isinstance(clerk, Join):
        _seat_newcomer(seated, clerk)
    else:
        one, other = clerk.seats
        _require_seats(seated, one, other)
        seated[one], seated[other] = seated[other], seated[one]
    letters = clerk.letters or names.letters
    if clerk.letters and not len(set(letters)) == len(letters) == len(seated):
        raise DecodeError("letters: one for each seat, all different")
    if len(letters) < len(seated):
        raise DecodeError("letters: one for each seat, all different")
    return Seats(seated, letters)


def _seat_newcomer(names: list[str], clerk: Join) -> None:
    """Add whoever joins to the names by seat. Raise DecodeError for a person without a name in a
    new seat, and for one with a name in another."""
    if bool(clerk.name) != (clerk.seat == len(names)):
        raise DecodeError("seat {seat} is not free", seat=clerk.seat)
    if clerk.name:
        names.append(clerk.name)
    else:
        _require_seats(names, clerk.seat)


def _require_seats(names: Sequence[str], *seats: int) -> None:
    """Raise DecodeError for a number that is no seat."""
    for seat in seats:
        if not 0 <= seat < len(names):
            raise DecodeError(
                "there is no seat {seat} in a match of {seats}", seat=seat, seats=len(names)
            )
