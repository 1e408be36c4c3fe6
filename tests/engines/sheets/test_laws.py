"""The laws that every engine keeps, for the sheets that ship."""

from __future__ import annotations

import pytest

from engines.registry import load_engine, load_sheets
from replay.lab.conformance import conform_all


@pytest.mark.parametrize("game", sorted(load_sheets().list_shipped()))
def test_random_matches_keep_the_laws(game: str) -> None:
    """Conservation, notation, payloads, no dead end, no leak, and the others."""
    assert conform_all(load_engine(game), 6, 3) == []
