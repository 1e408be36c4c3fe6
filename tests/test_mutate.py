"""The tool that plants faults: where it plants them, what it makes of them, whom it asks."""

from __future__ import annotations

import ast
from pathlib import Path
from types import CodeType

import pytest

from tests.mutate import nearby
from tests.mutate.faults import Fault, list_places, plant_fault
from tests.mutate.nearby import Watched, choose_tests
from tests.some import some

PATH = Path("replay/desk/told.py")

TEXT = '''"""told"""

from typing import Literal

KINDS = Literal["told", "asked"]


class Teller:
    """teller"""

    def tell(self, n: int = 1) -> "str":
        """tell"""
        if n < 2 and not self.told:  # a comment
            yield "한", n
        self.n = n
        self.told += n
        for each in (lambda: n - 1,):
            if each():
                continue
            raise ValueError(f"{n + 1} are too many")
        print("so", max(n, 2))


def ask(n):
    def answer():
        return
    return answer
'''


def plant_all() -> list[Fault]:
    """Return every fault that can be planted in the text."""
    return [plant_fault(PATH, TEXT, place.number) for place in list_places(TEXT)]


def test_every_fault_is_a_small_change_of_one_line() -> None:
    """The program can still be read, and all else stays as it was, comments too."""
    for fault in some(plant_all()):
        ast.parse(fault.text)
        changed = [line for line in fault.diff(TEXT).splitlines()[3:] if line[0] in "+-"]
        assert [line[0] for line in changed] == ["-", "+"], fault
        assert TEXT.splitlines()[fault.line - 1] == changed[0][1:]
        assert fault.what


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("n < 2", "(n <= 2)"),
        ("n < 2 and not self.told", "(n < 2 or not self.told)"),
        ("not self.told", "(not not self.told)"),
        ('yield "한", n', "yield from ()"),
        ("self.n = n", "_ = n"),
        ("self.told += n", "self.told += 0"),
        ("n - 1", "(n + 1)"),
        ("continue", "pass"),
        ('raise ValueError(f"{n + 1} are too many")', "pass"),
        ('f"{n + 1} are too many"', "(f'{n - 1} are too many')"),
        ('print("so", max(n, 2))', "(print(max(n, 2), 'so'))"),
        ("        return\n", "        pass\n"),
    ],
)
def test_a_fault_of_each_kind(was: str, becomes: str) -> None:
    """Flipped, exchanged, dropped."""
    assert TEXT.replace(was, becomes) in {fault.text for fault in plant_all()}


def test_what_says_nothing_when_the_program_runs_takes_no_fault() -> None:
    """Docstrings, types, what is imported for them; nor does the order of what is compared."""
    said = TEXT.splitlines()
    lines = {said[fault.line - 1].strip() for fault in plant_all()}
    assert lines.isdisjoint({'"""told"""', '"""teller"""', '"""tell"""'})
    assert {line.split()[0] for line in lines}.isdisjoint({"KINDS", "from", "class"})
    exchanged = [fault.what for fault in plant_all() if fault.what.startswith("arguments")]
    assert exchanged == ["arguments exchanged: print(max(n, 2), 'so')"]
    assert {fault.what for fault in plant_all() if "str" in fault.what} == set()


def test_a_fault_is_in_the_function_that_runs_it() -> None:
    """Under the name that its code has."""
    parts, names = [compile(TEXT, "told.py", "exec")], set()
    for code in parts:
        inner = [each for each in code.co_consts if isinstance(each, CodeType)]
        parts += inner
        names |= {each.co_qualname for each in inner}
    found = {fault.function for fault in plant_all()}
    assert found == {"Teller.tell", "ask.<locals>.answer"}
    assert found <= names


def test_only_what_contains_a_text() -> None:
    """`yield Breach` alone, for example."""
    assert [TEXT.splitlines()[p.line - 1].strip() for p in list_places(TEXT, "yield")] == [
        'yield "한", n'
    ]


FOUND = Watched(
    {
        "tests/replay/desk/test_told.py::test_a": 2.0,
        "tests/replay/desk/test_told.py::test_b": 1.0,
        "tests/replay/cli/test_commands.py::test_c": 0.5,
        "tests/replay/cli/test_commands.py::test_d": 0.5,
        "tests/test_readme.py::test_e": 9.0,
        "tests/test_readme.py::test_f": 0.1,
    },
    {
        f"{PATH}:Teller.tell": [
            "tests/replay/desk/test_told.py::test_a",
            "tests/replay/desk/test_told.py::test_b",
            "tests/replay/cli/test_commands.py::test_c",
            "tests/replay/cli/test_commands.py::test_d",
            "tests/test_readme.py::test_e",
        ],
        f"{PATH}:ask.<locals>.answer": ["tests/test_readme.py::test_f"],
    },
)


def find_fault(function: str) -> Fault:
    """Return a fault in a function."""
    return next(fault for fault in plant_all() if fault.function == function)


def test_the_nearest_tests_come_first_and_every_file_before_a_second_of_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As many as there is time for."""
    monkeypatch.setattr(nearby, "FEW", 3.5)
    monkeypatch.setattr(nearby, "MANY", 9.9)
    near, far = choose_tests(FOUND, find_fault("Teller.tell"))
    assert [name.split("::")[1] for name in near] == ["test_b", "test_a"]
    assert [name.split("::")[1] for name in far] == ["test_c", "test_e"]


def test_what_is_outside_of_functions_is_asked_of_all_who_run_the_file() -> None:
    """A function is asked of those who run it."""
    near, far = choose_tests(FOUND, find_fault("Teller.tell")._replace(function=""))
    assert {*near, *far} == FOUND.seconds.keys()
    near, far = choose_tests(FOUND, find_fault("ask.<locals>.answer"))
    assert (near, far) == (["tests/test_readme.py::test_f"], [])
