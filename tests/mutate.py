"""``python -m tests.mutate [--seed N] [--count N] [FILE…]``: do the tests notice planted faults?

One small fault at a time is planted in a copy of the repository: a comparison is flipped, a
statement is dropped, a number is off by one, a breach is left out. Then the tests of what was
touched are run. A fault that they let through is printed; somebody judges whether it changes what
the program does.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

ROOT = Path(__file__).parent.parent

TOUCHED: Final = (
    "engines/*/rules*.py",
    "engines/*/rules/*.py",
    "engines/*/apply*.py",
    "ledger/*.py",
    "replay/fold/*.py",
)
"""The files in which faults are planted, unless others are named."""

EVERY_GAME: Final = ("tests/test_recorded.py", "tests/test_traces.py", "tests/test_evenings.py")
"""Tests that play recorded games: run last."""

SECONDS: Final = 900
"""How long the tests may run; a fault that makes them run longer counts as noticed."""

FLIPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


class Fault(NamedTuple):
    """A fault in a file: its line, what it does, and the whole text of the file with it."""

    path: Path
    line: int
    what: str
    text: str


def list_places(path: Path) -> list[tuple[Path, int]]:
    """Return where a fault can be planted in a file: the file, and the number of a node."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    nodes = enumerate(ast.walk(tree))
    return [(path, number) for number, node in nodes if can_take_fault(node)]


def can_take_fault(node: ast.AST) -> bool:
    """Return whether a fault can be planted at a node of a syntax tree."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Yield | ast.YieldFrom | ast.Call)
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, ast.Compare | ast.BoolOp | ast.AugAssign)


def plant_fault(path: Path, number: int) -> Fault:
    """Return the fault at a node of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    node = next(each for index, each in enumerate(ast.walk(tree)) if index == number)
    what = plant_in_expression(node) or plant_in_statement(node)
    return Fault(path, getattr(node, "lineno", 0), what, ast.unparse(tree))


def plant_in_expression(node: ast.AST) -> str:
    """Change an expression in place and return what was done, "" where nothing can be."""
    if isinstance(node, ast.Compare):
        flipped = FLIPPED[type(node.ops[0])]
        node.ops[0] = flipped()
        return f"comparison flipped to {flipped.__name__}: {ast.unparse(node)}"
    if isinstance(node, ast.BoolOp):
        node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        return f"and/or exchanged: {ast.unparse(node)}"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
        return f"not left out: {ast.unparse(node)}"
    if isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
        return f"off by one: {node.value}"
    return ""


def plant_in_statement(node: ast.AST) -> str:
    """Drop a statement in place and return what was done, "" where nothing can be."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom | ast.Call):
        dropped = ast.unparse(node)
        node.value = ast.Constant(None)
        return f"dropped: {dropped}"
    if isinstance(node, ast.AugAssign):
        dropped = ast.unparse(node)
        node.op, node.value = ast.Add(), ast.Constant(0)
        return f"dropped: {dropped}"
    return ""


def list_tests(path: Path) -> list[list[str]]:
    """Return the tests that are run for a file, in groups; the nearest first."""
    parts = path.parts
    if parts[0] == "engines" and len(parts) > 2:
        game = parts[1]
        near = ["tests/engines/" + game, "tests/engines/test_cases.py"]
        named = ["-k", f"{game} or {game.replace('_', '-')}"]
        return [near, [*EVERY_GAME, *named], ["tests/replay/lab", "tests/replay/explain"]]
    if parts[0] == "replay":
        far = ["tests/replay", "tests/test_needs.py", *EVERY_GAME]
        return [["tests/replay/" + parts[1]], ["tests/replay/record", "tests/replay/referee"], far]
    return [["tests/" + parts[0]], ["tests/replay/record", "tests/replay/files"], ["tests/replay"]]


def is_noticed(copy: Path, fault: Fault) -> bool:
    """Return whether the tests of a copy of the repository fail with a fault."""
    target = copy / fault.path
    sound = target.read_text(encoding="utf-8")
    target.write_text(fault.text, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    try:
        for tests in list_tests(fault.path):
            done = subprocess.run(
                [*command, *tests],
                cwd=copy,
                env=environment,
                capture_output=True,
                timeout=SECONDS,
                check=False,
            )
            if done.returncode == 1:
                return True
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(sound, encoding="utf-8")
    return False


def choose_faults(patterns: Sequence[str], seed: int, count: int) -> list[Fault]:
    """Return faults chosen at random among all that could be planted in some files."""
    paths = sorted({path for pattern in patterns for path in ROOT.glob(pattern)})
    places = [place for path in paths for place in list_places(path.relative_to(ROOT))]
    chosen = random.Random(seed).sample(places, min(count, len(places)))
    return [plant_fault(path, number) for path, number in chosen]


def main(arguments: Sequence[str]) -> int:
    """Plant faults one after the other, print those that nobody noticed, and how many were."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("files", nargs="*", default=TOUCHED, help="files or patterns of files")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    given = parser.parse_args(arguments)
    noticed = 0
    faults = choose_faults(given.files, given.seed, given.count)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        copytree(ROOT, copy, ignore=ignore_patterns(".git", ".mypy_cache", "__pycache__"))
        for number, fault in enumerate(faults, 1):
            found = is_noticed(copy, fault)
            noticed += found
            said = "noticed" if found else "LET THROUGH"
            print(f"{number}. {said}: {fault.path}:{fault.line} {fault.what}", flush=True)
    print(f"{noticed} of {len(faults)} noticed")
    return 0 if noticed == len(faults) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
