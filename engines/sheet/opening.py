"""How a match by a sheet begins: its sheet, the options that the sheet has, the first position."""

from __future__ import annotations

from typing import Any, Final

from engines.book import Book
from engines.game import check_setup
from engines.sheet.format import Sheet
from engines.sheet.state import BANK, PAD, State
from engines.sheet.table import BLANK, OPTION, Table, read_sheet
from engines.values import SEAT_LETTERS, Option, Setup

SEATS: Final = range(1, len(SEAT_LETTERS) + 1)
LEVELS: Final = ("results", "summary", "full")


def list_options(sheet: Sheet) -> tuple[Option, ...]:
    """Return the options of a sheet."""
    return tuple(
        Option(option.id, option.values, option.default, f"R.{option.id}")
        for option in sheet.options
    )


def list_seats(sheet: Sheet) -> range:
    """Return how many seats a match by a sheet may have."""
    return range(sheet.seats[0], sheet.seats[1] + 1)


def make_table(setup: Setup) -> Table:
    """Return what is fixed for a match. Raise SetupError for a sheet or options that cannot be."""
    sheet = read_sheet(setup.options.get(OPTION, BLANK))
    options = (*list_options(sheet), Option(OPTION, (), None, "T1"))
    chosen: dict[str, Any] = check_setup(setup, list_seats(sheet), LEVELS, options)
    del chosen[OPTION]
    return Table(sheet, chosen, setup.seats)


def open_table(setup: Setup) -> State:
    """Return the table before anything was told (T1). Raise SetupError."""
    table = make_table(setup)
    places: dict[str, dict[str, int]] = {PAD: {}, BANK: {}}
    return State(
        book=Book(places, known=setup.known),
        table=table,
        seats=setup.seats,
        first=setup.first,
        turn=setup.first,
        level=setup.level,
    )
