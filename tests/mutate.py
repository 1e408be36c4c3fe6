"""``python -m tests.mutate [--seed N] [--count N] [FILE…]``: do the tests notice planted faults?

One small fault at a time is planted in a copy of the repository: a comparison is flipped, a
statement is dropped, a number is off by one, a breach is left out, two arguments or two constants
are exchanged. Then the tests of what was touched are run. A fault that they let through is printed;
somebody judges whether it changes what the program does.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
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
"""What a comparison becomes: the same but for one value, or the opposite."""


WORD: Final = re.compile(r"[\w.:-]+")
"""A text that is an id, a key or a sign, and no sentence."""


class Fault(NamedTuple):
    """A fault in a file: its line, what it does, and the whole text of the file with it."""

    path: Path
    line: int
    what: str
    text: str


def read_tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def list_places(path: Path) -> list[tuple[Path, int]]:
    """Return where a fault can be planted in a file: the file, and the number of a node."""
    tree = read_tree(path)
    said = set(list_silent_nodes(tree))
    nodes = enumerate(ast.walk(tree))
    return [(path, number) for number, node in nodes if node not in said and can_take_fault(node)]


def list_silent_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes that say nothing when the program runs: docstrings, types, parts of texts."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                yield node.value
            case ast.FunctionDef(returns=types) | ast.arg(annotation=types) if types is not None:
                yield from ast.walk(types)
            case ast.AnnAssign(annotation=types):
                yield from ast.walk(types)
            case ast.JoinedStr(values=parts):
                yield from parts
            case ast.ClassDef(keywords=settings):
                yield from (inner for each in settings for inner in ast.walk(each))
            case ast.Subscript(value=ast.Name(id="Literal")):
                yield from ast.walk(node)


def can_take_fault(node: ast.AST) -> bool:
    """Return whether a fault can be planted at a node of a syntax tree."""
    match node:
        case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.Call()):
            return True
        case ast.Constant(value=int()):
            return True
        case ast.Constant(value=str(value)):
            return WORD.fullmatch(value) is not None
        case ast.Call(args=[one, other, *_]):
            return ast.dump(one) != ast.dump(other) and not isinstance(one, ast.Starred)
        case ast.UnaryOp(op=ast.Not()) | ast.BinOp(op=ast.Add() | ast.Sub()):
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case ast.Return(value=value):
            return value is None
    return isinstance(node, ast.Compare | ast.BoolOp | ast.AugAssign | STOPPING)


STOPPING = ast.Continue | ast.Break | ast.Raise
"""Statements after which the next ones are not reached; a return of nothing is another."""


class Dropper(ast.NodeTransformer):
    """Puts nothing in the place of one statement."""

    def __init__(self, dropped: ast.AST) -> None:
        self.dropped = dropped

    def visit(self, node: ast.AST) -> ast.AST:
        """Return the node, or nothing to do."""
        return ast.Pass() if node is self.dropped else self.generic_visit(node)


def plant_fault(path: Path, number: int) -> Fault:
    """Return the fault at a node of a file."""
    tree = read_tree(path)
    node = next(each for index, each in enumerate(ast.walk(tree)) if index == number)
    texts = [
        each.value
        for each in ast.walk(tree)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
        if WORD.fullmatch(each.value)
    ]
    what = (
        plant_in_constant(node, number, texts)
        or plant_in_expression(node)
        or plant_in_statement(node)
    )
    if not what:
        what = f"dropped: {ast.unparse(node)}"
        Dropper(node).visit(tree)
    text = ast.unparse(ast.fix_missing_locations(tree))
    return Fault(path, getattr(node, "lineno", 0), what, text)


def plant_in_constant(node: ast.AST, number: int, texts: Sequence[str]) -> str:
    """Change a constant in place and return what was done, "" where there is none.

    A text becomes another one of the same file.
    """
    match node:
        case ast.Constant(value=bool(value)):
            node.value = not value
            return f"now {node.value}"
        case ast.Constant(value=int(value)):
            node.value = value + (1 if number % 2 else -1)
            return f"off by one: {node.value} for {value}"
        case ast.Constant(value=str(value)):
            others = [text for text in texts if text != value] or ["another"]
            node.value = others[number % len(others)]
            return f"another constant: {node.value!r} for {value!r}"
    return ""


def plant_in_expression(node: ast.AST) -> str:
    """Change an expression in place and return what was done, "" where nothing can be."""
    match node:
        case ast.Compare(ops=[op, *_]):
            flipped = FLIPPED[type(op)]
            node.ops[0] = flipped()
            return f"comparison flipped to {flipped.__name__}: {ast.unparse(node)}"
        case ast.BoolOp(op=op):
            node.op = ast.And() if isinstance(op, ast.Or) else ast.Or()
            return f"and/or exchanged: {ast.unparse(node)}"
        case ast.UnaryOp(op=ast.Not()):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
            return f"not left out: {ast.unparse(node)}"
        case ast.BinOp(op=op):
            node.op = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            return f"plus/minus exchanged: {ast.unparse(node)}"
        case ast.Call(args=[one, other, *others]):
            node.args = [other, one, *others]
            return f"arguments exchanged: {ast.unparse(node)}"
    return ""


def plant_in_statement(node: ast.AST) -> str:
    """Drop a statement in place and return what was done, "" where nothing can be.

    A function that yields still yields: nothing.
    """
    dropped = f"dropped: {ast.unparse(node)}"
    match node:
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            node.value = ast.YieldFrom(ast.Tuple([], ast.Load()))
        case ast.Expr():
            node.value = ast.Constant(None)
        case ast.AugAssign():
            node.op, node.value = ast.Add(), ast.Constant(0)
        case ast.Assign():
            node.targets = [ast.Name("_", ast.Store())]
        case _:
            return ""
    return dropped


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
