"""A play: one game on one day as another program logged it, with its result."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

ANONYMOUS: Final = frozenset({"anonymous", "guest", "?", "익명", "손님"})
"""The first words of names that stand for nobody known."""

Kind = Literal["versus", "co-op", "teams", "solo"]
"""Against each other, all against the game, teams against each other, alone."""

Direction = Literal["most", "least", "none"]
"""Who wins by points: who has most, who has least, nobody because none are counted."""


class Points(NamedTuple):
    """Points as they were written; `value` is None where the text is no number.

    `parts` are the terms of a sum such as ``20-10+30``, in order.
    """

    text: str
    value: Decimal | None = None
    parts: tuple[Decimal, ...] = ()


class PlaySeat(NamedTuple):
    """Somebody at the table of a play.

    `person` is the lasting id of the person in the source, "" where it has none. A seat is not
    `known` if an anonymous player or a program sat there. `rank` is None where nobody said it,
    `starts` where nobody said who began.
    """

    name: str
    person: str = ""
    known: bool = True
    points: Points | None = None
    winner: bool = False
    rank: int | None = None
    starts: bool = False
    team: str = ""
    role: str = ""


class PlayedGame(NamedTuple):
    """The game of a play: its name in the source and its id at BoardGameGeek, 0 for none."""

    name: str
    bgg_id: int = 0
    direction: Direction = "most"
    cooperative: bool = False


class SheetRow(NamedTuple):
    """A row of a score sheet: its id and label, and the text written for each seat."""

    id: str
    label: str
    cells: tuple[str, ...]
    negative: bool = False
    counts: bool = True
    kind: str = ""
    value: str = ""


class Play(NamedTuple):
    """A play: `id` is its lasting id in the source, such as ``bgstats:0d00…``.

    `also` are ids of the same play in other sources. `time` is "" where only the day is known,
    `minutes` None where nobody measured. A play that does not count is one that the source left
    out of its own statistics, for the reason in `uncounted`. A play without `results` was logged
    without players, or several plays share one line: nobody can have won.
    """

    id: str
    game: PlayedGame
    date: str
    seats: tuple[PlaySeat, ...]
    kind: Kind
    time: str = ""
    minutes: int | None = None
    place: str = ""
    board: str = ""
    comments: str = ""
    expansions: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    modified: str = ""
    uncounted: Literal["", "ignored", "incomplete"] = ""
    results: bool = True
    by_hand: bool = False
    sheet: tuple[SheetRow, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that have won, by their positions."""
        return tuple(n for n, seat in enumerate(self.seats) if seat.winner)


class Remark(NamedTuple):
    """Something that whoever imports the file should know; `row` is a line or an entry, 0 for the
    file. `text` is a text of the interface in English, `data` fills its fields."""

    text: str
    data: Mapping[str, Any] = MappingProxyType({})
    row: int = 0


class PlayFile(NamedTuple):
    """The plays of a file, in its order.

    `format` is that of the file, `owner` who logged the plays ("" where the file does not say).
    `skipped` are rows that are no plays, each with its reason; `remarks` what else is to be known.
    """

    format: str
    plays: tuple[Play, ...]
    rows: int
    skipped: tuple[Remark, ...] = ()
    remarks: tuple[Remark, ...] = ()
    owner: str = ""


def is_anonymous(name: str) -> bool:
    """Return whether a name stands for nobody known.

    >>> is_anonymous("Anonymous player"), is_anonymous("Ann")
    (True, False)
    """
    return not name.strip() or name.casefold().split()[0] in ANONYMOUS
