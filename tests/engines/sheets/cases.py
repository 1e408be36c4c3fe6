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
from engines.sheet.rounds import count_tally, list_round_terms
from engines.sheet.state import State, Told, cell_key, find_dealer
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


def run_bags(case: Case) -> list[str]:
    """Bags go on over rounds: at ten they cost a hundred and begin again."""
    machine = case["machine"]
    before = sit_down(machine["sheet"], 4).type_lines("0/8 0/5")
    bags = machine["sheet"], count_bags(before)
    match = before.type_lines(*machine["type"])
    terms = list(list_round_terms(before.state, before.state.table.rounds, read_last(match)))
    gained = [sum(t.n for t in terms if t.data["seat"] == s and t.rule == "T11") for s in (0, 1)]
    carried = [term.n for term in terms if term.rule == "T13"]
    return [
        *compare("bags before", machine["bags_before"], bags[1]),
        *compare("round", list(machine["expect"]["round"]), gained),
        *compare("carry", [machine["expect"]["carry"]], carried),
        *compare("bags", machine["expect"]["bags"], count_bags(match)),
    ]


def count_bags(match: Match) -> int:
    """Return the bags of the first team."""
    return count_tally(match.state, match.state.table.rounds.carry[0], 0)


def read_last(match: Match) -> Any:
    """Return what was told of the last round."""
    return match.state.lines[-1].action


def run_skat(case: Case) -> list[str]:
    """A lost game counts twice; by Seeger and Fabian more, and the others gain."""
    machine, expect = case["machine"], case["machine"]["expect"]
    found = {}
    for name, seats, options in (
        ("simple", 3, {}),
        ("seeger-fabian", 3, {"score-by": "seeger-fabian"}),
        ("seeger-fabian, 4 seats", 4, {"score-by": "seeger-fabian"}),
    ):
        match = sit_down(machine["sheet"], seats, **options)
        found[name] = match.type_lines(*machine["type"]).totals
    return compare("totals", {name: list(totals) for name, totals in expect.items()}, found)


def run_phases(case: Case) -> list[str]:
    """Phases rank first, then the fewest points."""
    keys = case["machine"]["keys"]
    points = " ".join(map(str, keys["total"]))
    match = sit_down(case["machine"]["sheet"], 3).type_lines(f"hand {points}", "phase yes yes yes")
    for number in range(2, 11):
        told = " ".join("yes" if n >= number else "no" for n in keys["phase"])
        match = match.type_lines("hand 0 0 0", f"phase {told}")
    standing = match.engine.standing(match.state)
    return [
        *compare("over", True, standing.over),
        *compare("ranks", list(case["machine"]["expect"]["ranks"]), match.ranks),
    ]


def run_whole_round(case: Case) -> list[str]:
    """A round counts whole, but who pegs first has won."""
    rummy = sit_down("rummy-500", 2).type_lines("480 490", "30 40")
    crib = sit_down("cribbage", 2).type_lines("a 120", "b 119", "a 1")
    return [*compare("Rummy", "b", rummy.winners), *compare("Cribbage", "a", crib.winners)]


def run_leaving(case: Case) -> list[str]:
    """Who is out has no later cells; who joins begins with points and has cells from then on."""
    match = sit_down("skull-king", 4).type_lines("0/0 0/0 1/1 0/0", "0/0 0/0 1/1 1/1", "out d")
    match = match.type_lines("1/1 1/1 1/1")
    state, moves = match.engine.join(match.state, 4, 20)
    assert [(m.n, m.source, m.target, m.rule) for m in moves] == [(20, "pad", "e.rounds", "T9")]
    match = match._replace(state=state).type_lines("0/0 0/0 0/0 4/4")
    standing = match.engine.standing(match.state)
    last = match.state.lines[-1].points
    return [
        *compare("points", (30, 100), (standing.scores[3].total, standing.scores[4].total)),
        *compare("rank of who is out", 5, standing.scores[3].rank),
        *compare("last round", (40, 40, 40, None, 80), last),
        *compare("dealer", 0, find_dealer(match.state)),
    ]


BY_HAND: dict[str, Runner] = {
    "SH026": run_bags,
    "SH028": run_skat,
    "SH032": run_phases,
    "SH034": run_whole_round,
    "SH039": run_leaving,
    "SH038": run_together,
    "SH046": run_file_check,
}

OUT_OF_SCOPE: dict[str, str] = {}
