"""The tests themselves: what they go through is never empty without their noticing."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from tests.some import some

TESTS: Final = Path(__file__).parent
ALL_FILES: Final = sorted(TESTS.rglob("*.py"))
FILES: Final = [path for path in ALL_FILES if path.name.startswith("test_")]
ASSERTING: Final = ("assert_", "check_", "raises", "fail")
"""How the names of functions begin that assert something."""
KEEPING: Final = ("enumerate", "list", "reversed", "set", "sorted", "tuple", "zip")
"""Functions that return as many values as they are given."""


def asserts(node: ast.AST) -> bool:
    """Return whether something is asserted in a part of a test."""
    return any(map(is_assertion, ast.walk(node)))


def is_assertion(node: ast.AST) -> bool:
    """Return whether something is asserted right here."""
    called = isinstance(node, ast.Call) and name_function(node).startswith(ASSERTING)
    return called or isinstance(node, ast.Assert)


def name_function(call: ast.Call) -> str:
    """Return the last part of the name of the function that is called."""
    return ast.unparse(call.func).rpartition(".")[2]


def list_functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return the functions and methods of a module."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def find_sources(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Yield what loops that assert go through, and ``assert all(…)`` and ``assert not any(…)``."""
    for node in ast.walk(function):
        if isinstance(node, ast.For) and asserts(node) and not is_counted(node, function):
            yield node.iter
        if isinstance(node, ast.Assert):
            yield from find_quantified(node.test)


def is_counted(loop: ast.For, function: ast.FunctionDef) -> bool:
    """Return whether a loop counts or collects what it tests, and the function asserts of that."""
    gathered = {
        read_name(node.target if isinstance(node, ast.AugAssign) else node.func)
        for node in ast.walk(loop)
        if isinstance(node, ast.AugAssign)
        or (isinstance(node, ast.Call) and name_function(node) in ("add", "append", "update"))
    }
    inside = set(ast.walk(loop))
    return any(
        isinstance(node, ast.Name) and node.id in gathered
        for assertion in ast.walk(function)
        if isinstance(assertion, ast.Assert) and assertion not in inside
        for node in ast.walk(assertion)
    )


def read_name(source: ast.expr) -> str:
    """Return the name with which an expression begins, "" where it begins otherwise."""
    while isinstance(source, ast.Attribute | ast.Subscript):
        source = source.value
    return source.id if isinstance(source, ast.Name) else ""


def find_quantified(test: ast.expr) -> Iterator[ast.expr]:
    """Yield what the parts of an assertion go through that hold where there is nothing."""
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    for part in parts:
        negated = isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not)
        call = part.operand if isinstance(part, ast.UnaryOp) else part
        wanted = "any" if negated else "all"
        if isinstance(call, ast.Call) and name_function(call) == wanted:
            (made,) = call.args
            yield made.generators[0].iter if isinstance(made, ast.GeneratorExp) else made


def is_filled(source: ast.expr, function: ast.FunctionDef, module: ModuleType) -> bool:
    """Return whether there is surely something to go through.

    Either it is written there, or ``some`` sees to it, or it is asserted before.
    """
    match source:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return bool(parts)
        case ast.Dict(keys=parts):
            return bool(parts)
        case ast.Name(id=name) if name in list_bound(function):
            return is_asserted(name, function)
        case ast.Name(id=name):
            return bool(getattr(module, name))
        case ast.Call(func=ast.Name(id="some")):
            return True
        case ast.Call(func=ast.Name(id="range"), args=ends):
            limits = [read_number(end, module) for end in ends]
            return None not in limits and bool(range(*[n for n in limits if n is not None]))
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in KEEPING:
            return is_filled(first, function, module)
        case ast.Call(func=ast.Attribute(value=first, attr="items" | "keys" | "values")):
            return is_filled(first, function, module)
    return False


def read_number(source: ast.expr, module: ModuleType) -> int | None:
    """Return a number that is written there or named in the module; None for any other."""
    match source:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            named = getattr(module, name, None)
            return named if isinstance(named, int) else None
    return None


def is_asserted(name: str, function: ast.FunctionDef) -> bool:
    """Return whether a function asserts that a value is there, or not empty."""
    return any(
        isinstance(node, ast.Assert) and isinstance(node.test, ast.Name) and node.test.id == name
        for node in ast.walk(function)
    )


def list_bound(function: ast.FunctionDef) -> set[str]:
    """Return the names that a function gives to values."""
    names = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    return names | {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def is_guarded(loop: ast.For) -> bool:
    """Return whether all that a loop asserts may be passed over.

    It stands behind a condition without an alternative, or behind a `continue`.
    """
    conditions = [node for node in ast.walk(loop) if isinstance(node, ast.If) and not node.orelse]
    behind = {inner for node in conditions for inner in ast.walk(node)}
    left = min((node.lineno for node in list_continues(loop)), default=sys.maxsize)
    asserted = [node for node in ast.walk(loop) if is_assertion(node)]
    return all(node in behind or getattr(node, "lineno", 0) > left for node in asserted)


def list_continues(loop: ast.For) -> Iterator[ast.Continue]:
    """Yield the `continue` of a loop, without those of the loops inside it."""
    parts: list[ast.AST] = [*loop.body]
    for node in parts:
        if isinstance(node, ast.Continue):
            yield node
        elif not isinstance(node, ast.For | ast.While):
            parts += ast.iter_child_nodes(node)


def find_vacuous(path: Path) -> Iterator[str]:
    """Yield line and text of what a test file goes through that may be empty."""
    name = ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
    module = importlib.import_module(name)
    for function in list_functions(ast.parse(path.read_text(encoding="utf-8"))):
        for source in find_sources(function):
            if not is_filled(source, function, module):
                yield f"{path.name}:{source.lineno} {ast.unparse(source)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_K5_what_a_test_goes_through_is_never_empty(path: Path) -> None:
    """Neither a loop that asserts, nor all(…), nor not any(…) may hold because there is nothing."""
    assert list(find_vacuous(path)) == []


@pytest.mark.parametrize("path", ALL_FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_K5_what_is_compared_in_pairs_has_as_many_on_both_sides(path: Path) -> None:
    """A zip that stops at the shorter one leaves out the rest without a word."""
    found = [
        f"{path.name}:{node.lineno}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and name_function(node) == "zip"
        if "strict=True" not in map(ast.unparse, node.keywords)
    ]
    assert found == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_K5_no_loop_asserts_only_under_a_condition(path: Path) -> None:
    """The condition may never hold, or always: it belongs to what the loop goes through."""
    guarded = [
        f"{path.name}:{node.lineno}"
        for function in list_functions(ast.parse(path.read_text(encoding="utf-8")))
        for node in ast.walk(function)
        if isinstance(node, ast.For) and asserts(node) and not is_counted(node, function)
        if is_guarded(node)
    ]
    assert guarded == []


def test_K5_some_of_nothing_fails() -> None:
    """Also where the values come one by one, and not before all are there."""
    assert list(some(n for n in range(3))) == [0, 1, 2]
    with pytest.raises(AssertionError, match="nothing to test"):
        list(some(n for n in range(3) if n > 3))


VACUOUS = """
def test_it():
    found = look()
    for each in found:
        assert each
    assert all(each for each in found)
    assert not any(each for each in found) and found != 3
    assert len(found) == 3 and all(found)
"""


def test_K5_what_may_be_empty_is_found() -> None:
    """The search itself finds the loop, both quantifiers, and where they stand behind `and`."""
    (function,) = list_functions(ast.parse(VACUOUS))
    module = ModuleType("vacuous")
    sources = list(find_sources(function))
    assert [source.lineno for source in sources] == [4, 6, 7, 8]
    assert not any(is_filled(source, function, module) for source in some(sources))
    asserted = ast.parse(VACUOUS.replace("    for", "    assert found\n    for"))
    (function,) = list_functions(asserted)
    assert all(is_filled(source, function, module) for source in some(find_sources(function)))


SKIPPED = """
import pytest


def test_it() -> None:
    pytest.skip("something is not there")


@pytest.mark.skipif(True, reason="nor is this")
def test_that() -> None: ...
"""


@pytest.mark.parametrize(("everything", "failed"), [("", 0), ("1", 2)])
def test_K5_nothing_is_skipped_where_everything_must_be_there(
    tmp_path: Path, everything: str, failed: int
) -> None:
    """With FOLDTABLE_CI a test that cannot be run fails, at whatever point it says so."""
    path = tmp_path / "test_skipped.py"
    path.write_text(SKIPPED, encoding="utf-8")
    options = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-v", "--rootdir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(path)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(TESTS.parent), "FOLDTABLE_CI": everything},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.count("skipped although") == 2 * failed, done.stdout
    assert done.returncode == bool(failed), done.stdout
