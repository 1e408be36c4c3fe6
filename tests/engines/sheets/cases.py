"""How a case of a sheet is run: lines are typed at a table, and the pad is read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from engines.protocol import Engine, find_breaches
from engines.registry import bind_sheet, load_engine, load_sheets
from engines.sheet.pad import compute_points, find_shares, share_award
from engines.sheet.state import State, Told, cell_key
from engines.values import SEAT_LETTERS, Setup
from replay.explain.sheet_problems import describe_sheet_file
from replay.files.sheets import parse_sheet
from tests.cases import Case, Runner, is_cited

UNREAD = {"sheet": "which file is played by is looked up", "seats": "how many sit there"}
"""Keys of the machine parts that a runner need not read, with the reason."""


class Match(NamedTuple):
    """A match that was typed: its engine, its state, and the rules that were broken."""

    engine: Engine[Any]
    state: Any
    broken: list[str]

    def type_lines(self, *lines: str) -> Match:
        """Return the match after some lines; what stands behind ``!`` is the reason of a breach."""
        state, broken = self.state, list(self.broken)
        for line in lines:
            text, let, _why = line.partition("!")
            for action in self.engine.parse(text.strip(), state):
                self.engine.admit(state, action)
                found = [breach.rule for breach in find_breaches(self.engine, state, action)]
                assert not found or let, (line, found)
                broken += found
                before = state.book.totals()
                state, _moves = self.engine.apply(state, action)
                assert state.book.totals() == before, "pieces were lost"
                assert self.engine.parse(self.engine.write(action), state) == (action,)
        return Match(self.engine, state, broken)

    @property
    def totals(self) -> list[int | None]:
        """Everybody's total."""
        return [score.total for score in self.engine.standing(self.state).scores]

    @property
    def ranks(self) -> list[int]:
        """Everybody's rank."""
        return [score.rank for score in self.engine.standing(self.state).scores]

    @property
    def winners(self) -> str:
        """The letters of who has won."""
        return "".join(SEAT_LETTERS[s] for s in self.engine.standing(self.state).winners)


def sit_down(sheet: str, seats: int, **options: Any) -> Match:
    """Return a match by a sheet that ships, before anything was told."""
    engine = load_engine(sheet)
    return Match(engine, engine.open(Setup(seats, options=options)), [])


def sit_at(content: dict[str, Any], seats: int, **options: Any) -> Match:
    """Return a match by a sheet that is written down here."""
    whole = {"format": "foldtable-sheet/1", "id": "test", "names": {"en": "Test"}, **content}
    engine = bind_sheet(whole)
    return Match(engine, engine.open(Setup(seats, options=options)), [])


def runner(case: Case) -> Runner | None:
    """Return what runs a case: a function for its id, or its machine part."""
    if case["id"] in BY_HAND:
        return BY_HAND[case["id"]]
    machine = case.get("machine", {})
    return run_lines if "type" in machine else run_row if "row" in machine else None


def compare(what: str, expected: object, found: object) -> list[str]:
    """Return that something is not as expected, nothing where it is."""
    return [] if expected == found else [f"{what}: expected {expected}, is {found}"]


def run_lines(case: Case) -> list[str]:
    """Type the lines of a case and compare what it expects."""
    machine, expect = case["machine"], case["machine"]["expect"]
    match = sit_down(machine["sheet"], machine["seats"]).type_lines(*machine["type"])
    problems: list[str] = []
    if "totals" in expect:
        problems += compare("totals", list(expect["totals"]), match.totals)
    if "ranks" in expect:
        problems += compare("ranks", list(expect["ranks"]), match.ranks)
    if "winners" in expect:
        problems += compare("winners", "".join(expect["winners"]), match.winners)
    if "cells" in expect:
        problems += compare("cells", dict(expect["cells"]), read_cells(match.state))
    if "holds" in expect:
        held = {place: count_held(match.state, place) for place in expect["holds"]}
        problems += compare("holds", dict(expect["holds"]), held)
    if "rounds" in expect:
        lines = [list(line.points) for line in match.state.lines]
        problems += compare("rounds", [list(each) for each in expect["rounds"]], lines)
    wanted = list(expect["breaches"]) if "breaches" in expect else []
    if len(wanted) != len(match.broken) or not all(is_cited({*match.broken}, r) for r in wanted):
        problems.append(f"breaches: expected {wanted}, are {match.broken}")
    return problems


def read_cells(state: State) -> dict[str, int]:
    """Return what stands in the cells."""
    return {key: told.n for key, told in state.cells.items()}


def count_held(state: State, place: str) -> int:
    """Return how many pieces of a kind lie at a seat, or in another place: ``a.coins``."""
    where, _dot, item = place.partition(".")
    lies = f"{where}.hand" if where in tuple(SEAT_LETTERS) else where
    return state.book.count(lies, item)


def run_row(case: Case) -> list[str]:
    """Put numbers into the cells of a row, and compare the points or the awards."""
    machine = case["machine"]
    row = next(r for r in read_rows(machine["sheet"]) if r.id == machine["row"])
    if "awards" in machine:
        problems = []
        for counts, expected in machine["awards"]:
            assert row.award is not None
            shares = find_shares(row.award, len(counts))
            gained = share_award(shares, dict(enumerate(counts)))
            found = [gained.get(seat, 0) for seat in range(len(counts))]
            problems += compare(str(counts), expected, found)
        return problems
    numbers = machine["of"] if "of" in machine else machine["typed"]
    match = sit_down(machine["sheet"], len(numbers))
    typed = row.of[0] if "of" in machine else row.id
    cells = {cell_key(typed, seat): Told(n, (), 0) for seat, n in enumerate(numbers)}
    state = replace(match.state, cells=cells)
    found = [compute_points(state, row, seat) for seat in range(len(numbers))]
    return compare("points", list(machine["expect"]), found)


def read_rows(sheet: str) -> Sequence[Any]:
    """Return the rows of a sheet that ships."""
    rows: Sequence[Any] = sit_down(sheet, load_engine(sheet).seats.start).state.table.sheet.rows
    return rows


@cache
def check_text(text: str) -> tuple[str, ...]:
    """Return the problems of a sheet in TOML, as they are shown."""
    return tuple(describe_sheet_file(parse_sheet(Path("catan.toml"), text)))


# -- cases without a machine part -------------------------------------------------------------


def run_together(case: Case) -> list[str]:
    """A co-operative game is won, lost, or only has a score."""
    lost = sit_down("pandemic", 4).type_lines("lost outbreaks")
    score = sit_down("hanabi", 4).type_lines("score 23")
    full = sit_down("hanabi", 4).type_lines("score 25")
    return [
        *compare(
            "Pandemic", ("", [1, 1, 1, 1], [None] * 4), (lost.winners, lost.ranks, lost.totals)
        ),
        *compare("Hanabi 23", ("", [23] * 4), (score.winners, score.totals)),
        *compare("Hanabi 25", "abcd", full.winners),
    ]


def run_file_check(case: Case) -> list[str]:
    """What is wrong with a file is said by line, path and thing, all of it at once."""
    lines = Path(load_sheets().find_file("catan")).read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if 'id = "city"' in line)
    lines[at] = lines[at].replace("times = 2", "multiplier = 2")
    wrong = check_text("\n".join(lines))[0]
    problems = []
    if not (
        wrong.startswith(f"catan.toml:{at + 1}: rows[1].multiplier (city): ")
        and wrong.endswith("Did you mean times?")
    ):
        problems.append(wrong)
    lines[at] = '  {id = "city", names = {en = "Cities"}, kind = "computed", of = ["villages"]},'
    found = check_text("\n".join(lines))[0]
    expected = f"catan.toml:{at + 1}: rows[1].of[0] (city): No row is called villages: settlement"
    return problems if found.startswith(expected) else [*problems, found]


BY_HAND: dict[str, Runner] = {
    "SH038": run_together,
    "SH046": run_file_check,
}

OUT_OF_SCOPE: dict[str, str] = {}
