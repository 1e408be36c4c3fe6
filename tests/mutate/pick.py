"""A plugin for pytest that runs the tests of a list only, in the order of the list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that says where the list is."""
    parser.addoption("--picked", required=True, help="a file with a JSON list of tests")
    parser.addoption("--alike", action="store_true", help="with whatever parameters")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the list."""
    picked = json.loads(Path(config.getoption("--picked")).read_text(encoding="utf-8"))
    alike = config.getoption("--alike")

    def name(test: str) -> str:
        return test.split("[")[0] if alike else test

    order = {name(test): number for number, test in reversed([*enumerate(picked)])}
    items[:] = sorted(
        (item for item in items if name(item.nodeid) in order),
        key=lambda item: order[name(item.nodeid)],
    )
