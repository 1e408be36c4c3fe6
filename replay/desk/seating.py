"""Who leaves and who joins, as it is typed: ``leave bo``, ``join Dee``, ``join Dee 40``."""

from __future__ import annotations

from typing import Final

from engines.names import fold
from engines.notation import find_seats, is_number, parse_seat
from engines.seats import Seats, letters_of
from ledger.clerk import Join, Leave
from replay.base.errors import NothingToDo
from replay.desk.korean_commands import drop_subject
from replay.fold.timeline import Frame, Timeline
from replay.record.descriptions import plan_join, plan_leave, plan_return

TYPED_ALONE: Final = frozenset({"q", "u"})
"""The letters that are commands, so that no seat is given one of them."""

LEAVE_WORDS: Final = ("leave", "떠남", "퇴장")
JOIN_WORDS: Final = ("join", "합류", "입장")
"""The words for somebody who leaves, and for somebody who joins or is back."""


FROM_HERE_WORDS: Final = frozenset(
    {
        *("rename", "swap", "void", "title", "place", "played"),
        *("이름", "자리바꿈", "무효", "제목", "장소", "날짜"),
    }
)
"""The words for what is said of the match or its people, and holds from where it is said."""


def refuse_from_here(text: str, version: int, *, insertion: bool) -> None:
    """Raise NothingToDo for a text that renames, swaps or describes: it is neither amended nor
    inserted, and it says what to type instead."""
    word = text.partition(" ")[0]
    if word.casefold() not in FROM_HERE_WORDS:
        return
    if insertion:
        raise NothingToDo(
            "“{word}” is not inserted: it holds from where it is typed; type now: {text}",
            word=word,
            text=text,
        )
    raise NothingToDo(
        "“{word}” is not amended; type: undo {n} and then: {text}", word=word, n=version, text=text
    )


def is_seating(text: str) -> bool:
    """Return whether a text says that somebody leaves or joins."""
    word = text.partition(" ")[0].casefold()
    return word in (*LEAVE_WORDS, *JOIN_WORDS)


def parse_seating(timeline: Timeline, at: Frame, text: str) -> Leave | Join:
    """Return who leaves or joins after the frame `at`, as a text says with its first word.

    Raise NothingToDo for what cannot be, NotationError for no seat.
    """
    word, _space, rest = text.partition(" ")
    read = parse_leave if word.casefold() in LEAVE_WORDS else parse_join
    return read(timeline, at, rest.strip())


def parse_leave(timeline: Timeline, at: Frame, text: str) -> Leave:
    """Return who leaves: ``bo``, or ``bo had to catch the last train``."""
    if not text:
        raise NothingToDo("name the seat whose person leaves: leave b")
    names = at.seat_names
    whole = find_seats(text, len(names), names)
    word, _space, reason = text.partition(" ")
    seat = whole[0] if len(whole) == 1 else parse_seat(word.rstrip(":"), len(names), names)
    return plan_leave(timeline, at, seat, "" if len(whole) == 1 else reason)


def parse_join(timeline: Timeline, at: Frame, text: str) -> Join:
    """Return who joins, or is back: ``Dee``, ``Dee 40``, ``b``."""
    name, points = split_points(text)
    if not name:
        raise NothingToDo("name who joins: join Dee")
    return plan_seat(timeline, at, name, points)


def plan_seat(timeline: Timeline, at: Frame, name: str, points: int | None = None) -> Join:
    """Return the event by which a person joins or is back after the frame `at`.

    Raise NothingToDo for what cannot be.
    """
    seat = find_known(at.seat_names, timeline.engine.list_left(at.state), name)
    if seat is not None:
        return plan_return(timeline, at, seat, points)
    reserved = (*timeline.engine.reserved_letters, *TYPED_ALONE)
    return plan_join(timeline, at, drop_subject(name), points, reserved)


def split_points(text: str) -> tuple[str, int | None]:
    """Split ``Dee 40`` into the name and the points, None where none are said.

    >>> split_points("Dee 40"), split_points("Dee K"), split_points("-20")
    (('Dee', 40), ('Dee K', None), ('-20', None))
    """
    name, _space, last = text.strip().rpartition(" ")
    if name and is_number(last, 5, signed=True):
        return name.strip(), int(last)
    return text.strip(), None


def find_known(names: Seats, left: tuple[int, ...], word: str) -> int | None:
    """Return the seat that a word means: by its letter or its name, or by the beginning of the name
    of somebody who has left. None for somebody new."""
    called = [fold(name) for name in names]
    if fold(word) in called:
        return called.index(fold(word))
    letters = letters_of(names)[: len(names)]
    if word.casefold() in letters:
        return letters.index(word.casefold())
    found = find_seats(word, len(names), names)
    if found and not any(name.startswith(fold(word)) for name in called):
        return found[0]  # a Korean name with a particle, or without the family name
    gone = [seat for seat in found if seat in left]
    return gone[0] if len(gone) == 1 else None
