"""What is wrong with a sheet: its shape, what its fields say together, and what is not played yet.

All problems are found at once. A field that this engine does not honour is refused, so that nobody
plays by a sheet of which a part is ignored.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from engines import LANGUAGES
from engines.json_shapes import find_misfits
from engines.sheet.format import (
    FORMAT,
    Called,
    Check,
    Only,
    Part,
    Rounds,
    Row,
    Sheet,
    Teams,
)
from engines.sheet.vocabulary import RESERVED
from engines.values import SEAT_LETTERS, Path, Problem

ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,59}\Z")
"""The id of a sheet and of what is in it."""

LARGEST: Final = 64 * 1024
"""The most bytes of a sheet."""

LONGEST: Final = 60
"""The most characters of a name."""

MOST_SEATS: Final = len(SEAT_LETTERS)

LIMITS: Final[Mapping[str, int]] = {
    "rows": 60,
    "options": 16,
    "pieces": 200,
    "places": 60,
    "checks": 16,
    "rules": 60,
}
"""How many there may be of what a sheet lists."""

MOST_STEPS: Final = 40
MOST_VALUES: Final = 12
MOST_KEYS: Final = 6
MOST_ROUNDS: Final = 200

KEYS: Final = ("total", "named", "order", "last", "reached")
"""What ranks seats beside rows and pieces."""

WHATS: Final = ("points", "bids", "made")
"""What a check adds up beside rows."""


class Named(NamedTuple):
    """Something with an id, and where it stands in a sheet."""

    id: str
    path: Path
    part: Any


def check_content(content: Any) -> tuple[Sheet | None, tuple[Problem, ...]]:
    """Return the sheet in parsed TOML or JSON, None where a problem is grave; and all problems."""
    if isinstance(content, dict) and (newer := find_other_format(content)) is not None:
        return None, (newer,)
    misfits = list(find_misfits(content, Sheet))
    problems = [suggest(about(content, each)) for each in misfits]
    if not all(problem.key == "shape.field" for problem in misfits):
        return None, tuple(problems)
    if len(msgspec.json.encode(content)) > LARGEST:
        return None, (Problem((), "sheet.large", {"most": LARGEST}),)
    sheet = msgspec.convert(drop_fields(content, [each.path for each in misfits]), Sheet)
    problems += [about(content, each) for each in find_faults(sheet)]
    grave = any(problem.grave for problem in problems)
    return None if grave else sheet, tuple(problems)


def drop_fields(content: Any, unknown: Sequence[Path], path: Path = ()) -> Any:
    """Return a tree without its unknown fields, so that all else in it can be looked at."""
    if not unknown:
        return content
    if isinstance(content, dict):
        return {
            key: drop_fields(value, unknown, (*path, key))
            for key, value in content.items()
            if (*path, key) not in unknown
        }
    if isinstance(content, list):
        return [drop_fields(each, unknown, (*path, n)) for n, each in enumerate(content)]
    return content


def find_other_format(content: Mapping[str, Any]) -> Problem | None:
    """Return the problem of a sheet in another format than this program reads."""
    given = content.get("format")
    if given == FORMAT or not isinstance(given, str):
        return None
    name, _slash, number = given.partition("/")
    newer = name == FORMAT.partition("/")[0] and number.isdecimal()
    key = "sheet.newer" if newer else "sheet.format"
    return Problem(("format",), key, {"given": given, "expected": FORMAT}, word=given)


SYNONYMS: Final[Mapping[str, str]] = {
    "multiplier": "times",
    "multiply": "times",
    "factor": "times",
    "divide": "per",
    "divisor": "per",
    "label": "names",
    "name": "names",
    "title": "names",
    "aliases": "also",
    "type": "kind",
    "players": "seats",
    "minimum": "min",
    "maximum": "max",
    "lowest": "min",
    "highest": "max",
    "steps": "table",
    "sums": "sum",
    "total": "sum",
    "bonus": "award",
    "points": "value",
    "tiebreak": "rank",
    "ties": "rank",
    "round": "rounds",
    "row": "rows",
}
"""Words that people write for fields, each with the field."""


def suggest(problem: Problem) -> Problem:
    """Return a problem of an unknown field with the field that is meant by another word for it."""
    meant = SYNONYMS.get(problem.word.casefold(), "")
    if problem.key != "shape.field" or meant not in problem.near:
        return problem
    return problem._replace(word=meant, near=(meant,))


def about(content: Any, problem: Problem) -> Problem:
    """Return a problem with the id of what it is about."""
    found, name = content, problem.about
    for step in problem.path:
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            break
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            name = found["id"]
    return problem._replace(about=name)


# -- what is in a sheet ----------------------------------------------------------------------


def list_rows(sheet: Sheet) -> list[Named]:
    """Return all rows with their places: of the pad, of the rounds, of the final round."""
    found = [Named(row.id, ("rows", n), row) for n, row in enumerate(sheet.rows)]
    for name, rounds in list_rounds(sheet):
        found += [Named(row.id, (name, "rows", n), row) for n, row in enumerate(rounds.rows)]
    return found


def list_rounds(sheet: Sheet) -> list[tuple[str, Rounds]]:
    """Return the rounds of a sheet and its final round, each with its field."""
    both = (("rounds", sheet.rounds), ("final", sheet.final))
    return [(name, rounds) for name, rounds in both if rounds is not None]


def list_extras(sheet: Sheet) -> list[Named]:
    """Return the additions of all rounds."""
    return [
        Named(extra.id, (name, "extra", n), extra)
        for name, rounds in list_rounds(sheet)
        for n, extra in enumerate(rounds.extra)
    ]


def list_named(sheet: Sheet) -> list[Named]:
    """Return everything in a sheet that has an id of its own."""
    found = list_rows(sheet)
    for field in ("pieces", "places", "options"):
        parts = getattr(sheet, field)
        found += [Named(part.id, (field, n), part) for n, part in enumerate(parts)]
    deciders = enumerate(sheet.win.deciders)
    found += [Named(each.id, ("win", "deciders", n), each) for n, each in deciders]
    found += list_extras(sheet)
    for name, rounds in list_rounds(sheet):
        found += [Named(c.id, (name, "carry", n), c) for n, c in enumerate(rounds.carry)]
    return found


# -- what its fields say together --------------------------------------------------------------


def find_faults(sheet: Sheet) -> Iterator[Problem]:
    """Yield what is wrong with a sheet of the right shape, and notes."""
    yield from find_wrong_ids(sheet)
    yield from find_wrong_names(sheet)
    yield from find_wrong_limits(sheet)
    for named in list_rows(sheet):
        yield from find_wrong_row(sheet, named.path, named.part)
    for name, rounds in list_rounds(sheet):
        yield from find_wrong_rounds((name,), rounds)
    yield from find_wrong_references(sheet)
    yield from find_wrong_match(sheet)
    yield from find_unplayed(sheet)


def find_wrong_ids(sheet: Sheet) -> Iterator[Problem]:
    """Yield ids of the wrong form, those that stand twice, and those that mean something else."""
    if not ID.match(sheet.id):
        yield Problem(("id",), "sheet.id", {"given": sheet.id})
    seen: dict[str, Path] = {}
    for named in list_named(sheet):
        path = (*named.path, "id")
        if not ID.match(named.id):
            yield Problem(path, "sheet.id", {"given": named.id})
        elif named.id in seen:
            yield Problem(path, "sheet.twice", {"given": named.id})
        elif named.id in SEAT_LETTERS:
            yield Problem(path, "sheet.letter", {"given": named.id})
        elif named.path[0] != "options" and named.id in RESERVED:
            yield Problem(path, "sheet.reserved", {"given": named.id})
        seen[named.id] = path
    if any(option.id == "sheet" for option in sheet.options):
        yield Problem(("options",), "sheet.reserved", {"given": "sheet"})


def find_wrong_names(sheet: Sheet) -> Iterator[Problem]:
    """Yield names that are missing or cannot be shown, and a note where a language is missing."""
    parts: list[tuple[Path, Called | None, tuple[str, ...]]] = [((), sheet.names, sheet.also)]
    parts += [
        (named.path, named.part.names, getattr(named.part, "also", ()))
        for named in list_named(sheet)
    ]
    missing: set[str] = set()
    for path, called, also in parts:
        if called is None:
            continue
        names = {lang: getattr(called, lang) for lang in LANGUAGES}
        if not any(names.values()):
            yield Problem((*path, "names"), "sheet.nameless", {})
        missing |= {lang for lang, name in names.items() if not name}
        for name in (*names.values(), *also):
            if len(name) > LONGEST or any(is_odd(c) for c in name):
                yield Problem((*path, "names"), "sheet.name", {"most": LONGEST})
    for lang in sorted(missing):
        yield Problem(("names",), f"sheet.hint.{lang}", {}, grave=False)


def is_odd(character: str) -> bool:
    """Return whether a name cannot have a character: it controls a screen, or is a brace."""
    return unicodedata.category(character)[0] == "C" or character in "{}"


def find_wrong_limits(sheet: Sheet) -> Iterator[Problem]:
    """Yield lists that are too long."""
    counts: list[tuple[Path, int, int]] = [
        ((field,), len(getattr(sheet, field)), most) for field, most in LIMITS.items()
    ]
    counts.append((("win", "rank"), len(sheet.win.rank), MOST_KEYS))
    counts += [
        (("options", n, "values"), len(option.values), MOST_VALUES)
        for n, option in enumerate(sheet.options)
    ]
    for name, rounds in list_rounds(sheet):
        counts.append(((name, "rows"), len(rounds.rows), LIMITS["rows"]))
    counts += [
        ((*named.path, field), len(getattr(named.part, field)), MOST_STEPS)
        for named in list_rows(sheet)
        for field in ("table", "values", "of", "by")
    ]
    for path, n, most in counts:
        if n > most:
            yield Problem(path, "sheet.many", {"n": n, "most": most})


def find_wrong_row(sheet: Sheet, path: Path, row: Row) -> Iterator[Problem]:
    """Yield what does not go together in a row."""
    if row.kind in ("one", "each", "check") and row.value is None and row.counts:
        yield Problem((*path, "value"), "sheet.valueless", {"kind": row.kind})
    if row.kind == "choice" and not row.values:
        yield Problem((*path, "values"), "sheet.valueless", {"kind": row.kind})
    if row.kind == "computed" and not row.of:
        yield Problem((*path, "of"), "sheet.valueless", {"kind": row.kind})
    if row.kind != "computed" and row.of:
        yield Problem((*path, "of"), "sheet.kind", {"kind": "computed"})
    if row.kind != "points" and (row.by or row.award or row.adds):
        field = "by" if row.by else "award" if row.award else "adds"
        yield Problem((*path, field), "sheet.kind", {"kind": "points"})
    ways = [field for field in ("per", "table", "by") if getattr(row, field)]
    if len(ways) + (row.times not in (None, 1)) > 1:
        yield Problem(path, "sheet.ways", {"fields": ", ".join([*ways, "times"])})
    if row.per is not None and row.per < 1:
        yield Problem((*path, "per"), "sheet.least", {"least": 1})
    if row.step < 1:
        yield Problem((*path, "step"), "sheet.least", {"least": 1})
    yield from find_wrong_table(path, row.table)
    yield from find_wrong_range(path, row.min, row.max)
    if row.award is not None and row.each == "match":
        yield Problem((*path, "award"), "sheet.award", {})
    if row.each == "match" and row.kind in ("one", "each"):
        yield Problem((*path, "each"), "sheet.kind", {"kind": "points"})
    if row.rule and row.rule not in {rule.id for rule in sheet.rules}:
        yield make_unknown((*path, "rule"), row.rule, [rule.id for rule in sheet.rules], "rule")


def find_wrong_table(path: Path, table: Sequence[Sequence[int]]) -> Iterator[Problem]:
    """Yield steps of a table that are no pair of numbers, or do not rise."""
    for n, step in enumerate(table):
        if len(step) != 2:
            yield Problem((*path, "table", n), "sheet.step", {})
        elif n and len(table[n - 1]) == 2 and step[0] <= table[n - 1][0]:
            yield Problem((*path, "table", n), "sheet.rises", {})


def find_wrong_range(path: Path, least: Any, most: Any) -> Iterator[Problem]:
    """Yield limits the wrong way round."""
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield Problem((*path, "min"), "sheet.range", {"least": least, "most": most})
    if isinstance(least, str) and least != "none" and not least.startswith("@"):
        yield Problem((*path, "min"), "sheet.none", {"given": least})


def find_wrong_rounds(path: Path, rounds: Rounds) -> Iterator[Problem]:
    """Yield what does not go together in rounds."""
    if (rounds.cell == "rows") != bool(rounds.rows):
        yield Problem((*path, "rows"), "sheet.rows", {})
    if (rounds.cell == "bid") != bool(rounds.score):
        yield Problem((*path, "score"), "sheet.score", {})
    for field, cells in OF_CELLS.items():
        if getattr(rounds, field) != usual_value(Rounds, field) and rounds.cell not in cells:
            yield Problem((*path, field), "sheet.cell", {"cells": ", ".join(cells)})
    if isinstance(rounds.number, int) and not 1 <= rounds.number <= MOST_ROUNDS:
        yield Problem((*path, "number"), "shape.range", range_of(rounds.number, 1, MOST_ROUNDS))
    if isinstance(rounds.cards, str) and rounds.cards != "round" and rounds.cards[:1] != "@":
        yield Problem((*path, "cards"), "sheet.cards", {"given": rounds.cards})
    if rounds.step < 1:
        yield Problem((*path, "step"), "sheet.least", {"least": 1})
    if rounds.carry and rounds.cell != "bid":
        yield Problem((*path, "carry"), "sheet.cell", {"cells": "bid"})
    for n, row in enumerate(rounds.rows):
        if row.each == "match" or row.ask == "tie":
            field = "each" if row.each == "match" else "ask"
            yield Problem((*path, "rows", n, field), "sheet.round-row", {})
    yield from find_wrong_range(path, rounds.min, rounds.max)


OF_CELLS: Final[Mapping[str, tuple[str, ...]]] = {
    "doubles": ("pay",),
    "losers": ("rest",),
    "lost": ("declarer",),
    "value": ("sides",),
    "points": ("winner", "place"),
}
"""Fields of rounds, each with the cells to which it belongs."""


def usual_value(part: type[Part], field: str) -> Any:
    """Return the value that a field has where a sheet does not say it."""
    return next(each.default for each in msgspec.structs.fields(part) if each.name == field)


def range_of(given: int, least: int, most: int) -> dict[str, Any]:
    """Return the data of a problem that a number is not between two others."""
    return {"given": str(given), "least": least, "most": most}


def make_unknown(path: Path, word: str, known: Iterable[str], what: str) -> Problem:
    """Return the problem of a word that names nothing of its kind; `known` is what there is."""
    names = tuple(known)
    data = {"given": word, "expected": ", ".join(names) or "–"}
    return Problem(path, f"sheet.no-{what}", data, word=word, near=names)


def find_wrong_references(sheet: Sheet) -> Iterator[Problem]:
    """Yield words that should name a row, a piece, an option, and do not."""
    rows = [named.id for named in list_rows(sheet)]
    pieces = [piece.id for piece in sheet.pieces]
    for named in list_rows(sheet):
        beside = [other.id for other in list_rows(sheet) if other.path[:-1] == named.path[:-1]]
        for field in ("of", "by"):
            for n, word in enumerate(getattr(named.part, field)):
                if word not in beside:
                    yield make_unknown((*named.path, field, n), word, beside, "row")
    yield from find_circles(sheet)
    keys = [*KEYS, *rows, *pieces]
    for n, key in enumerate(sheet.win.rank):
        word, _space, way = key.partition(" ")
        if word not in keys:
            yield make_unknown(("win", "rank", n), word, keys, "key")
        elif way not in ("", "most", "least"):
            yield make_unknown(("win", "rank", n), way, ("most", "least"), "key")
    if sheet.end is not None:
        known = ["total", "any", *rows, *pieces]
        goals: list[tuple[Path, str]] = [(("end", "of"), sheet.end.of)]
        goals += [(("end", "any", n, "of"), goal.of) for n, goal in enumerate(sheet.end.any)]
        goals += [(("end", "out", n, "of"), limit.of) for n, limit in enumerate(sheet.end.out)]
        for path, word in goals:
            if word not in known:
                yield make_unknown(path, word, known, "key")
    for n, check in enumerate(sheet.checks):
        if check.what not in (*WHATS, *rows):
            yield make_unknown(("checks", n, "what"), check.what, [*WHATS, *rows], "key")
    for n, piece in enumerate(sheet.pieces):
        places = ["bank", *(place.id for place in sheet.places)]
        if piece.source not in places:
            yield make_unknown(("pieces", n, "from"), piece.source, places, "place")
    yield from find_wrong_options(sheet)


def find_circles(sheet: Sheet) -> Iterator[Problem]:
    """Yield computed rows that depend on themselves."""
    parts = {named.id: (*named.part.of, *named.part.by) for named in list_rows(sheet)}
    for named in list_rows(sheet):
        seen: set[str] = set()
        ahead = list(parts[named.id])
        while ahead:
            word = ahead.pop()
            if word not in seen:
                seen.add(word)
                ahead += parts.get(word, ())
        if named.id in seen:
            yield Problem((*named.path, "of"), "sheet.circle", {"given": named.id})


def walk_parts(part: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every value in a part of a sheet with its path, and the parts themselves."""
    yield path, part
    if isinstance(part, Part):
        for field in msgspec.structs.fields(type(part)):
            yield from walk_parts(getattr(part, field.name), (*path, field.encode_name))
    elif isinstance(part, tuple):
        for n, each in enumerate(part):
            yield from walk_parts(each, (*path, n))
    elif isinstance(part, dict):
        for key, each in part.items():
            yield from walk_parts(each, (*path, key))


def find_wrong_options(sheet: Sheet) -> Iterator[Problem]:
    """Yield numbers and conditions that name an option or a value that the sheet has not."""
    options = {option.id: option for option in sheet.options}
    for n, option in enumerate(sheet.options):
        if option.default not in option.values:
            values = ", ".join(map(str, option.values))
            data = {"given": str(option.default), "expected": values}
            yield Problem(("options", n, "default"), "shape.value", data)
    for path, value in walk_parts(sheet):
        if isinstance(value, str) and value.startswith("@"):
            if value[1:] not in options:
                yield make_unknown(path, value[1:], options, "option")
            elif not all(type(v) is int for v in options[value[1:]].values):
                yield Problem(path, "sheet.number", {"given": value[1:]})
        elif isinstance(value, Only):
            yield from find_wrong_only(path, value, options)
        elif isinstance(value, dict) and path[-1:] not in (("values",), ("ids",)):
            for key in value:
                if not (key.isascii() and key.isdecimal() and 1 <= int(key) <= MOST_SEATS):
                    yield Problem((*path, key), "sheet.by-seats", {"given": key})
        elif isinstance(value, str) and path[-1:] and path[-1] in NUMBERS:
            if value not in NUMBERS[str(path[-1])]:
                yield Problem(path, "sheet.not-number", {"given": value})


NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "max": (),
    "times": (),
    "at": (),
    "number": (),
    "supply": ("endless",),
    "start": (),
    "lost": (),
    "every": (),
    "sum": ("cards",),
    "not": ("cards",),
}
"""Fields that hold a number, each with the words that may stand in place of one."""


def find_wrong_only(path: Path, only: Only, options: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong with a condition."""
    if only.option and only.option not in options:
        yield make_unknown((*path, "option"), only.option, options, "option")
    elif only.option:
        wanted = True if only.value is None else only.value
        values = options[only.option].values
        if not any(wanted == v and type(wanted) is type(v) for v in values):
            data = {"given": str(wanted), "expected": ", ".join(map(str, values))}
            yield Problem((*path, "is"), "shape.value", data)
    if not only.option and not only.seats:
        yield Problem(path, "shape.missing", {"fields": "option, seats"})
    if only.seats and (len(only.seats) != 2 or only.seats[0] > only.seats[1]):
        yield Problem((*path, "seats"), "sheet.seats", {"most": MOST_SEATS})


def find_wrong_match(sheet: Sheet) -> Iterator[Problem]:
    """Yield what is wrong with the match as a whole: seats, teams, dealer, checks."""
    seats = sheet.seats
    if len(seats) != 2 or not 1 <= seats[0] <= seats[1] <= MOST_SEATS:
        yield Problem(("seats",), "sheet.seats", {"most": MOST_SEATS})
    elif sheet.teams is not None and not sheet.teams.only and sheet.teams.sizes:
        total = sum(sheet.teams.sizes)
        if total != seats[0] or total != seats[1]:
            yield Problem(("teams", "sizes"), "sheet.sizes", {"n": total})
    if sheet.dealer != "none" and sheet.rounds is None:
        yield Problem(("dealer",), "sheet.dealer", {})
    if sheet.rounds is not None and sheet.rounds.per == "team" and sheet.teams is None:
        yield Problem(("rounds", "per"), "sheet.no-teams", {})
    for n, check in enumerate(sheet.checks):
        yield from find_wrong_check(sheet, ("checks", n), check)


def find_wrong_check(sheet: Sheet, path: Path, check: Check) -> Iterator[Problem]:
    """Yield what is wrong with a check: nothing is wanted of it, or there are no rounds for it."""
    if check.sum is None and check.unlike is None and check.multiple is None:
        yield Problem(path, "shape.missing", {"fields": "sum, not, multiple"})
    if check.what in WHATS and sheet.rounds is None:
        yield Problem((*path, "what"), "sheet.no-rounds", {})
    if check.what in ("bids", "made") and sheet.rounds and sheet.rounds.cell != "bid":
        yield Problem((*path, "what"), "sheet.cell", {"cells": "bid"})
    if check.multiple is not None and check.multiple < 1:
        yield Problem((*path, "multiple"), "sheet.least", {"least": 1})


# -- what is not played yet ------------------------------------------------------------------


UNPLAYED: Final[Mapping[type[Part], Mapping[str, tuple[Any, ...]]]] = {
    Sheet: {"decimals": (), "first": (), "pieces": (), "places": ()},
    Row: {"hidden": ()},
    Teams: {"seating": ("blocks",)},
}
"""Fields that no match is played by yet, each with the values that are."""


def find_unplayed(sheet: Sheet) -> Iterator[Problem]:
    """Yield fields whose meaning this engine does not carry out: they are refused, not ignored."""
    for path, part in walk_parts(sheet):
        for field, played in UNPLAYED.get(type(part), {}).items() if isinstance(part, Part) else ():
            value = getattr(part, field)
            if value != usual_value(type(part), field) and value not in played:
                yield Problem((*path, field), "sheet.unplayed", {"field": field})
