"""A position described for a screen: panels of rows of cells, without anything drawn."""

from __future__ import annotations

import msgspec

from engines.values import Seat


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of a panel. `text` is an id, a key of the word files or plain text.

    `n` is a count shown with it, `tone` a colour of the game (letters say the same). `place` is
    the place that it shows, `item` the one item if it shows no others, `more` are further places
    with items. A screen marks the cell when any of these has just changed.
    """

    text: str = ""
    n: int | None = None
    tone: str = ""
    place: str = ""
    item: str = ""
    more: tuple[tuple[str, str], ...] = ()
    note: str = ""
    span: int = 1

    def shows(self) -> tuple[tuple[str, str], ...]:
        """Return every (place, item) that the cell shows, item ``""`` for the place as a whole."""
        return ((self.place, self.item), *self.more) if self.place else self.more


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A labelled row of cells. `seat` is set when the row belongs to a seat, `events` are the
    numbers of the first and the last event that the row is about, where it is about a round."""

    label: str
    cells: tuple[Cell, ...]
    seat: int | None = None
    active: bool = False
    events: tuple[int, ...] = ()


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A titled table. `columns` are keys of the word files, or seats; without, cells follow.

    `layout` is ``table`` or ``pyramid`` (rows are centred, cells overlap by half). A `central`
    panel is what everybody looks at: on a small screen it is cut last.
    """

    title: str
    rows: tuple[Row, ...]
    columns: tuple[str | Seat, ...] = ()
    layout: str = "table"
    central: bool = False


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """What certain eyes see of a position, described for any screen.

    `left` are the seats whose people have left.
    """

    panels: tuple[Panel, ...]
    turn: tuple[int, ...] = ()
    notes: tuple[Cell, ...] = ()
    left: tuple[int, ...] = ()
