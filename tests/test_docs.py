"""The documents name what exists: commands, files, functions."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from replay.cli.app import app
from tests.docs import REFERENCE, reference

EXAMPLES = re.findall(r"^    foldtable ((?!.*OPTIONS).+)$", reference(), re.MULTILINE)

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8")
FUNCTIONS = sorted(set(re.findall(r"`([\w/]+\.py):([\w.]+)`", GUIDE)))
PATHS = sorted(set(re.findall(r"`([a-z]\w*/[\w/.-]*)[`:]", GUIDE)))


def definitions(path: Path) -> Iterator[str]:
    """Yield the classes and functions of a file, methods as ``Class.method``."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}"


def test_the_reference_is_what_the_commands_say() -> None:
    """`make docs` renews it."""
    assert REFERENCE.read_text(encoding="utf-8") == reference()


def test_the_guide_names_functions_and_paths() -> None:
    """Without any, the tests of them would have nothing to check."""
    assert len(FUNCTIONS) > 20
    assert len(PATHS) > 20


@pytest.mark.parametrize(("path", "name"), FUNCTIONS)
def test_a_function_named_in_the_guide_exists(path: str, name: str) -> None:
    """Whoever renames or moves it changes docs/how-it-works.md as well."""
    assert name in set(definitions(ROOT / path))


@pytest.mark.parametrize("path", PATHS)
def test_a_path_named_in_the_guide_exists(path: str) -> None:
    """A file or a folder, from the root of the project."""
    assert (ROOT / path).exists()


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_can_be_typed(example: str) -> None:
    """The command line takes its arguments and options."""
    words = shlex.split(example.split(" < ")[0])
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    command.make_context(command.name, words)


def test_every_command_has_an_example() -> None:
    """In its help and in the reference."""
    without = [
        part.split("\n")[0]
        for part in reference().split("### foldtable ")[1:]
        if len(re.findall(r"^    foldtable ", part, re.MULTILINE)) < 2
    ]
    assert without == []
