"""A plugin for pytest that notes which functions of the program each test runs, and how long.

``python -m pytest -p tests.mutate.watch --functions FILE`` writes them as JSON.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent.parent

CALLS: Final = 300_000
"""How many calls of a test are followed: what runs longer has long begun to repeat itself."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that says where the functions are noted."""
    parser.addoption("--functions", required=True, help="the file to write")
    parser.addoption("--each", type=int, default=0, help="run a test with so many parameters only")


def pytest_configure(config: pytest.Config) -> None:
    """Watch the tests of this run."""
    config.pluginmanager.register(Watch(Path(config.getoption("--functions"))))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that are like others but for their parameters: evenly, if so many are."""
    if each := config.getoption("--each"):
        alike: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in items:
            alike[item.nodeid.split("[")[0]].append(item)
        items[:] = [item for same in alike.values() for item in same[:: -(-len(same) // each)]]


class Watch:
    """Which functions each test ran, by file and qualified name, and its seconds."""

    def __init__(self, written: Path) -> None:
        self.written = written
        self.seen: dict[int, CodeType] = {}
        self.calls = 0
        self.names: dict[int, tuple[CodeType, str]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.functions: dict[str, list[int]] = defaultdict(list)

    def note_call(self, frame: FrameType, event: str, arg: object) -> None:
        """Note a function that is called; its lines are not followed."""
        code = frame.f_code
        self.seen[id(code)] = code
        self.calls += 1
        if self.calls > CALLS:
            sys.settrace(None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run a test and note what it ran."""
        self.seen, self.calls = {}, 0
        started = time.perf_counter()
        threading.settrace(self.note_call)
        sys.settrace(self.note_call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            if item.nodeid not in self.failed:
                for name in {self.name(code) for code in self.seen.values()} - {""}:
                    self.functions[name].append(len(self.seconds))
                self.seconds[item.nodeid] = round(time.perf_counter() - started, 3)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails anyway would notice every fault: it is left out."""
        if report.failed:
            self.failed.add(report.nodeid)

    def name(self, code: CodeType) -> str:
        """Return the name of a function with its file, "" where it is none of the program's."""
        if id(code) not in self.names:
            path = Path(code.co_filename)
            own = path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / "tests")
            name = f"{path.relative_to(ROOT)}:{code.co_qualname}" if own else ""
            self.names[id(code)] = code, name
        return self.names[id(code)][1]

    def pytest_sessionfinish(self) -> None:
        """Write what was noted."""
        found = {"seconds": self.seconds, "functions": self.functions}
        self.written.write_text(json.dumps(found), encoding="utf-8")
