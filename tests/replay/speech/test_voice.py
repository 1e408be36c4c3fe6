"""Tests of the voice: names at the head of columns, gains."""

from __future__ import annotations

import pytest

from engines.challengers import engine as challengers
from engines.splendor import engine
from engines.values import TABLE, Move
from replay.speech.effects import describe_effects
from replay.speech.voice import Voice


def list_headings(*names: str) -> list[str]:
    """Return the column headings of seats with these names."""
    voice = Voice(engine, "en", names)
    return [voice.heading(seat) for seat in range(len(names))]


def test_a_long_name_is_cut_to_eight_columns() -> None:
    """A letter of Hangul takes two columns."""
    assert list_headings("Ana", "Benjamin", "Charlotte") == ["Ana", "Benjamin", "Charlot…"]
    assert list_headings("김철수", "남궁민수", "황보관우진") == ["김철수", "남궁민수", "황보관…"]


def test_names_that_look_the_same_when_cut_become_letters() -> None:
    """The other names stay."""
    assert list_headings("Alexandria", "Bo", "Alexander") == ["a", "Bo", "c"]


def test_a_seat_without_a_name_is_called_by_its_letter() -> None:
    """A robot's seat has no name."""
    assert Voice(engine, "en", ("Ana", "Bo")).heading(2) == "c"


@pytest.mark.parametrize(
    ("lang", "n", "told"),
    [
        ("en", 2, "· Bo +2 fans (Clown)"),
        ("en", 1, "· Bo +1 fan (Clown)"),
        ("ko", 2, "· Bo 팬 +2 (어릿광대)"),
    ],
)
def test_a_game_may_have_words_for_gains(lang: str, n: int, told: str) -> None:
    """Fans are gained because of a card."""
    voice = Voice(challengers, lang, ("Ana", "Bo"))
    moves = [Move(1, "fan", "bank", "b.fans", "C77", cause="funfair-clown-a")] * n
    assert describe_effects(moves, TABLE, voice) == told
