"""Errors of engines say in a sentence what is wrong."""

from __future__ import annotations

import pytest

from engines.registry import NoSuchGame, load_engine
from engines.values import NotationError, Setup, SetupError


def test_an_unknown_game_is_named_with_those_installed() -> None:
    with pytest.raises(NoSuchGame, match=r"^No game is called 'chess'\. Installed are .*wizard"):
        load_engine("chess")


def test_a_setup_that_is_refused_says_why() -> None:
    with pytest.raises(SetupError, match=r"^This match cannot be opened \(seats-out-of-range\)"):
        load_engine("wizard").open(Setup(99))


def test_a_text_that_is_no_action_is_quoted() -> None:
    engine = load_engine("splendor")
    with pytest.raises(NotationError, match=r"^“xyzzy” cannot be read as an action"):
        engine.parse("xyzzy", engine.open(Setup(2)))
