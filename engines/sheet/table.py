"""What is fixed for a match: its sheet, with the options chosen and what belongs to them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

import msgspec

from engines.sheet.format import FORMAT, Check, Extra, Only, Piece, Rounds, Row, Sheet, Teams
from engines.sheet.validity import check_content
from engines.values import SEAT_LETTERS, SetupError

OPTION: Final = "sheet"
"""The option in which a match keeps its sheet, whole."""

BLANK: Final[Mapping[str, Any]] = {
    "format": FORMAT,
    "id": "blank",
    "names": {"en": "Any game", "ko": "아무 게임"},
}
"""The sheet of a match that has none."""

Values = Mapping[str, Any]
"""The options of a match by name."""


class Table(msgspec.Struct, frozen=True, dict=True):
    """The sheet of a match, the values of its options, and the seats that the match began with."""

    sheet: Sheet
    options: dict[str, Any]
    began: int

    def has(self, only: Only | None, seats: int) -> bool:
        """Return whether something is part of a match of so many seats."""
        if only is None:
            return True
        if only.option:
            wanted = True if only.value is None else only.value
            if self.options.get(only.option) != wanted:
                return False
        return not only.seats or only.seats[0] <= seats <= only.seats[1]

    def number(self, value: Any, seats: int) -> int:
        """Return a number of the sheet: as it is, that of an option, or that for so many seats.

        Where a table by seats has none for so many, the next lower one counts, else the first.
        """
        if isinstance(value, dict):
            known = sorted((int(key), n) for key, n in value.items())
            below = [n for key, n in known if key <= seats]
            return int(below[-1] if below else known[0][1] if known else 0)
        if isinstance(value, str):
            return int(self.options.get(value.removeprefix("@"), 0))
        return int(value)

    def bound(self, value: Any, seats: int) -> int | None:
        """Return a limit of the sheet, None for ``none`` and for one that is not given."""
        return None if value is None or value == "none" else self.number(value, seats)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the pad that are part of this match."""
        return tuple(row for row in self.sheet.rows if self.has(row.only, self.began))

    @cached_property
    def rounds(self) -> Rounds | None:
        """The rounds of this match."""
        return self.sheet.rounds

    @cached_property
    def final(self) -> Rounds | None:
        """The final round of this match."""
        return self.sheet.final

    @cached_property
    def round_rows(self) -> tuple[Row, ...]:
        """The rows that every round has of its own."""
        rows = self.rounds.rows if self.rounds is not None else ()
        return tuple(row for row in rows if self.has(row.only, self.began))

    @cached_property
    def all_rows(self) -> Mapping[str, Row]:
        """All rows by id."""
        return {row.id: row for row in (*self.rows, *self.round_rows)}

    @cached_property
    def checks(self) -> tuple[tuple[str, Check], ...]:
        """The checks, each with the id of its rule."""
        return tuple(
            (f"R.check.{n}", check)
            for n, check in enumerate(self.sheet.checks, 1)
            if self.has(check.only, self.began)
        )

    @cached_property
    def extras(self) -> Mapping[str, Extra]:
        """The named additions of rounds by id."""
        found = self.rounds.extra if self.rounds is not None else ()
        return {extra.id: extra for extra in found if self.has(extra.only, self.began)}

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """The kinds of pieces that the sheet declares, by id."""
        return {piece.id: piece for piece in self.sheet.pieces if self.has(piece.only, self.began)}

    @cached_property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team, () where everybody plays alone."""
        teams = self.sheet.teams
        if teams is None or not self.has(teams.only, self.began) or not teams.sizes:
            return ()
        return seat_teams(teams, self.began)

    def team_of(self, seat: int) -> tuple[int, ...]:
        """Return the seats of the team of a seat: itself where everybody plays alone."""
        return next((team for team in self.teams if seat in team), (seat,))


def seat_teams(teams: Teams, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team, as they sit: across from each other, or side by side.

    >>> seat_teams(Teams(sizes=(2, 2)), 4), seat_teams(Teams(sizes=(2, 1), seating="blocks"), 3)
    (((0, 2), (1, 3)), ((0, 1), (2,)))
    """
    if teams.seating == "blocks":
        starts = [sum(teams.sizes[:n]) for n in range(len(teams.sizes))]
        sides = [
            tuple(range(start, min(start + size, seats)))
            for start, size in zip(starts, teams.sizes, strict=True)
        ]
    else:
        n = len(teams.sizes)
        sides = [tuple(range(team, seats, n)) for team in range(n)]
    return tuple(side for side in sides if side)


def place_of(row: str, seat: int | None) -> str:
    """Return the place in which the points of a row lie: of a seat, or of all together.

    >>> place_of("city", 1), place_of("fireworks", None)
    ('b.city', 'all.fireworks')
    """
    return f"{'all' if seat is None else SEAT_LETTERS[seat]}.{row}"


def read_sheet(content: Any) -> Sheet:
    """Return a sheet as a match keeps it. Raise SetupError for one with problems."""
    try:
        encoded = msgspec.json.encode(content, order="sorted")
    except (TypeError, ValueError, RecursionError):
        raise make_error("?", "") from None
    return _read(encoded)


def make_error(given: str, path: str) -> SetupError:
    """Return the error for a sheet that cannot be read, because of something at a path."""
    error = SetupError("sheet-unusable", given=given, path=path)
    error.package = "engines.sheet"
    return error


@lru_cache(maxsize=64)
def _read(encoded: bytes) -> Sheet:
    """Return the sheet in an encoded text. Raise SetupError."""
    sheet, problems = check_content(msgspec.json.decode(encoded))
    if sheet is None:
        first = next(problem for problem in problems if problem.grave)
        path = "".join(
            f"[{step}]" if isinstance(step, int) else f".{step}" for step in first.path
        ).removeprefix(".")
        raise make_error(first.about or "?", path)
    return sheet
