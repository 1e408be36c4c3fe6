"""Sheets: any game whose scoring is written in a file, and matches of which little is known.

The engine plays one sheet. `bound` returns the engine of the sheet that a match keeps.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.modules import ModularGame, Modules
from engines.names import Names
from engines.sheet import (
    apply,
    catalog,
    choices,
    collection,
    joining,
    log,
    opening,
    rules,
    rules_rounds,
    score,
    sentences,
    view,
)
from engines.sheet.actions import (
    ACTIONS,
    ROUND_ACTIONS,
    Bids,
    Bonus,
    Cell,
    Decide,
    Declare,
    Has,
    Line,
    Made,
    Pay,
    Places,
    Row,
    Sides,
)
from engines.sheet.format import Sheet
from engines.sheet.names import list_called, list_sheet_names
from engines.sheet.state import State, find_number
from engines.sheet.table import BLANK, OPTION, Table, read_sheet
from engines.sheet.validity import list_rows
from engines.values import TABLE, Action, DecodeError, Move, Piece, Setup
from engines.words import Rulebook, Words


class SheetEngine(ModularGame[State]):
    """The engine of one sheet; see `engines.protocol.Engine` for what each part answers."""

    package = "engines.sheet"
    levels = opening.LEVELS
    reserved_letters = "r"
    verbs = {action.verb: action for action in ACTIONS}
    statuses = frozenset({"turn"})
    round_panels = frozenset({"panel.rounds"})
    leaving = "T9"
    joining = "T9"
    checks = {**rules.RULES, **rules_rounds.ROUND_RULES}
    sheets = collection.sheets

    modules = Modules(
        opening=opening,
        catalog=catalog,
        choices=choices,
        apply=apply,
        quote=score,
        score=score,
        log=log,
        view=view,
    )

    def __init__(self, content: Mapping[str, Any]) -> None:
        super().__init__()
        self.content = dict(content)
        self.sheet: Sheet = read_sheet(content)
        self.name = self.sheet.id
        self.seats = opening.list_seats(self.sheet)
        self.options = opening.list_options(self.sheet)
        plain = Table(self.sheet, {option.name: option.default for option in self.options}, 0)
        self.endless = apply.list_endless(plain)
        self._words: dict[str, Words] = {}

    def bound(self, setup: Setup) -> SheetEngine:
        """Return the engine of the sheet that a match keeps, this one for a match without."""
        content = setup.options.get(OPTION)
        if content is None:
            return self
        read_sheet(content)
        return make_engine(msgspec.json.encode(content, order="sorted"))

    @property
    def kept(self) -> Mapping[str, Any]:
        """The sheet, which a match keeps among its options."""
        return {OPTION: self.content}

    @cached_property
    def _rulebook(self) -> Rulebook:
        return sentences.make_rulebook(self.sheet)

    @property
    def rulebook(self) -> Rulebook:
        """Every rule of the engine, of the sheet, and the common ones."""
        return self._rulebook

    def words(self, lang: str) -> Words:
        """Return the words of the engine and of the sheet in a language."""
        if lang not in self._words:
            self._words[lang] = sentences.make_words(self.sheet, lang)
        return self._words[lang]

    def names(self) -> Names:
        """Return the ids of the sheet with the names by which they can be typed."""
        rows = {
            named.id: list_called(named.part.names, named.id, named.part.also)
            for named in list_rows(self.sheet)
        }
        return {**super().names(), **rows, **list_sheet_names(self.sheet)}

    def catalog(self) -> tuple[Piece, ...]:
        """Return the pieces that the sheet declares."""
        return catalog.list_sheet_pieces(self.sheet)

    def open(self, setup: Setup) -> State:
        """Return the table before anything was told. Raise SetupError."""
        options = {OPTION: self.content, **setup.options}
        return opening.open_table(replace(setup, options=options))

    def admit(self, state: State, action: Action) -> None:
        """Raise DecodeError for a row or a decider that the sheet does not have."""
        super().admit(state, action)
        if isinstance(action, Row | Cell | Has):
            row = state.table.all_rows.get(action.row)
            if row is None:
                raise DecodeError("there is no row “{row}” on this sheet", row=action.row)
            if isinstance(action, Cell) and (action.seat == TABLE) != (row.each == "match"):
                raise DecodeError("whose cell of “{row}” it is does not fit", row=action.row)
            if (action.round > 0) != (row in state.table.round_rows) or action.round > MOST_ROUNDS:
                raise DecodeError("there is no round {n} of “{row}”", n=action.round, row=row.id)
        if isinstance(action, (*ROUND_ACTIONS, Bids, Bonus)):
            final = isinstance(action, Line) and action.final
            rounds = state.table.final if final else state.table.rounds
            if (
                rounds is None
                or type(action) not in CELLS[rounds.cell]
                or (action.round > MOST_ROUNDS)
            ):
                raise DecodeError("this sheet has no such round: {verb}", verb=action.verb)
        if isinstance(action, Bonus):
            extra = state.table.extras.get(action.extra)
            if extra is None or extra.on != "named":
                raise DecodeError("this sheet adds no “{given}”", given=action.extra)
        if isinstance(action, Decide):
            if action.by not in {each.id for each in state.table.sheet.win.deciders}:
                raise DecodeError("nothing called “{given}” ends this match", given=action.by)

    def find_round(self, state: State, action: Action) -> int | None:
        """Return the round in which an action is taken, None where the sheet has no rounds."""
        if state.table.rounds is None:
            return None
        return int(getattr(action, "round", 0)) or find_number(state)

    def takes_points(self, state: State) -> bool:
        """Return True: whoever joins begins with as many points as the table agrees on (T9)."""
        return True

    def check_newcomer(self, state: State) -> None:
        """Raise DecodeError where nobody new can join: in teams."""
        if state.table.teams:
            raise DecodeError("in teams nobody new joins a match")
        super().check_newcomer(state)

    def count_needed(self, state: State) -> int:
        """Return how many people the match needs to go on: one."""
        return 1

    def take_seat(
        self, state: State, seat: int, points: int | None
    ) -> tuple[State, tuple[Move, ...]]:
        """Return the table after a person has sat down, with the points agreed on (T9)."""
        return joining.take_seat(state, seat, points)


CELLS = {
    "points": (Line, Bonus),
    "rest": (Line, Bonus),
    "bid": (Bids, Made, Bonus),
    "pay": (Pay, Bonus),
    "sides": (Sides, Bonus),
    "declarer": (Declare, Bonus),
    "winner": (Places, Bonus),
    "place": (Places, Bonus),
    "rows": (),
}
"""The cell of rounds to the kinds of action that tell them."""

MOST_ROUNDS = 200
"""The highest number that a round can have."""


@lru_cache(maxsize=64)
def make_engine(encoded: bytes) -> SheetEngine:
    """Return the engine of a sheet, the same for the same sheet."""
    return SheetEngine(msgspec.json.decode(encoded))


engine = SheetEngine(BLANK)
