"""Which package may import which, no circles, and the modules that every game has."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.some import some

ROOT = Path(__file__).parent.parent
ROOMS = ("ledger", "engines", "replay", "migrations")

ARROWS = {
    ("replay", "engines"),
    ("replay", "ledger"),
    ("ledger", "migrations"),
    ("migrations", "ledger"),
}
"""Who may import whom; everybody may import from the own room."""

FLOORS = (
    ("base",),
    ("fold",),
    ("record",),
    ("files", "lab", "speech"),
    ("explain", "plays"),
    ("screens", "reconcile", "archive", "numbers"),
    ("referee", "query"),
    ("desk",),
    ("cli",),
)
"""The packages of `replay`, lowest first. Each may import from those below it."""

CANON = (
    "actions",
    "state",
    "opening",
    "catalog",
    "apply",
    "choices",
    "score",
    "names",
    "notation",
    "reading",
    "writing",
    "text",
    "view",
    "log",
)
"""The modules that every game has exactly once, beside its rules."""

GAMES = sorted(
    path.parent.name
    for path in (ROOT / "engines").glob("*/__init__.py")
    if not path.parent.name.startswith("_")
)


def modules(room: str) -> Iterator[tuple[str, Path]]:
    """Yield every module of a room and its file."""
    for path in sorted((ROOT / room).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imports(path: Path) -> Iterator[str]:
    """Yield what a file imports, wherever in it: at the top, in a function, for types only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")
            yield from (f"{node.module}.{name.name}" for name in node.names)


def arrows() -> set[tuple[str, str]]:
    """Return (module, room) for every import from another room."""
    return {
        (module, imported.split(".")[0])
        for room in ROOMS
        for module, path in modules(room)
        for imported in imports(path)
        if imported.split(".")[0] in ROOMS and imported.split(".")[0] != room
    }


@cache
def graph() -> dict[str, set[str]]:
    """Return the modules that every module imports, of all rooms.

    ``from a.b import c`` imports the module a.b.c where there is one, else a.b.
    """
    files = {module: path for room in ROOMS for module, path in modules(room)}
    found: dict[str, set[str]] = {}
    for module, path in files.items():
        found[module] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found[module] |= {name.name for name in node.names if name.name in files}
            elif isinstance(node, ast.ImportFrom) and node.module in files:
                names = {f"{node.module}.{name.name}" for name in node.names}
                found[module] |= {name if name in files else node.module for name in names}
    return found


def canon_of(game: str) -> dict[str, list[str]]:
    """Return where each module of the canon lies in a game's folder, with its rules."""
    lying = [module.split(".") for module, _path in modules(f"engines/{game}")]
    found = {name: [".".join(parts) for parts in lying if parts[-1] == name] for name in CANON}
    found["rules"] = [
        ".".join(parts) for parts in lying if parts[2:3] and parts[2].split("_")[0] == "rules"
    ]
    return found


def test_no_module_imports_in_a_circle() -> None:
    """Not even in a function, or for types only."""
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(reversed(error.args[1])))


def test_the_packages_of_replay_import_only_from_below() -> None:
    """Packages on one floor do not know each other."""
    floors = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
    crossing = [
        (here, there)
        for here, imported in graph().items()
        for there in imported
        if here.startswith("replay.") and there.startswith("replay.")
        if here.split(".")[1] != there.split(".")[1]
    ]
    for here, there in some(crossing):
        below, above = floors[there.split(".")[1]], floors[here.split(".")[1]]
        assert below < above, f"{here} imports {there}"


def test_every_package_of_replay_has_its_floor() -> None:
    """A new one is entered in the list."""
    rooms = {path.parent.name for path in (ROOT / "replay").glob("*/__init__.py")}
    assert rooms == {room for rooms in FLOORS for room in rooms}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_modules_of_every_game(game: str) -> None:
    """Whoever knows one finds the way in the others: each name stands for one thing."""
    found = canon_of(game)
    assert {
        name: where for name, where in found.items() if name != "rules" and len(where) != 1
    } == {}
    assert found["rules"]


def test_there_are_no_other_arrows() -> None:
    """The ledger knows no game, an engine no log; `replay` joins them."""
    wrong = {(module, to) for module, to in arrows() if (module.split(".")[0], to) not in ARROWS}
    assert wrong == set()


def test_every_arrow_that_may_be_is_drawn() -> None:
    """Or the list above would say more than it should."""
    assert {(module.split(".")[0], to) for module, to in arrows()} >= ARROWS


def test_engines_need_nothing_but_msgspec() -> None:
    """And the standard library: no screen, no SQL."""
    allowed = {*sys.stdlib_module_names, "engines", "msgspec"}
    for module, path in some(modules("engines")):
        found = {imported.split(".")[0] for imported in imports(path)}
        assert found <= allowed, (module, found - allowed)


FORBIDDEN = {
    "random",
    "secrets",
    "time",
    "datetime",
    "sqlite3",
    "socket",
    "subprocess",
    "threading",
}


def test_engines_hold_no_chance_no_clock_and_no_door() -> None:
    """Chance is a seat; when it happened is the log's to know."""
    for module, path in some(modules("engines")):
        found = {imported.split(".")[0] for imported in imports(path)}
        assert not found & FORBIDDEN, module


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_no_other_game(game: str) -> None:
    """Adding one touches its own folder."""
    others = {f"engines.{other}" for other in GAMES if other != game}
    for module, path in some(modules(f"engines/{game}")):
        found = {".".join(imported.split(".")[:2]) for imported in imports(path)}
        assert not found & others, module


def test_nothing_but_the_entry_points_knows_a_game() -> None:
    """Neither the ledger, nor replay, nor what the engines share, names one."""
    for room in ("ledger", "replay", "migrations", "engines"):
        shared = [(m, path) for m, path in modules(room) if not {*m.split(".")[1:2]} & {*GAMES}]
        for module, path in some(shared):
            found = {".".join(imported.split(".")[:2]) for imported in imports(path)}
            assert not found & {f"engines.{game}" for game in GAMES}, module


def test_tests_are_not_part_of_the_program() -> None:
    """No room imports them."""
    for room in ROOMS:
        for module, path in some(modules(room)):
            assert "tests" not in {name.split(".")[0] for name in imports(path)}, module


def test_every_import_says_where_from() -> None:
    """None is relative."""
    found = [
        (module, imported)
        for room in ROOMS
        for module, path in modules(room)
        for imported in imports(path)
    ]
    for module, imported in some(found):
        assert not imported.startswith("."), module
