"""How a match is spoken of: names at the head of narrow columns."""

from __future__ import annotations

import pytest

from engines.challengers import engine as challengers
from engines.splendor import engine
from engines.values import Move
from replay.speech.voice import Voice


def heads(*names: str) -> list[str]:
    """The heads of the columns of some people."""
    voice = Voice(engine, "en", names)
    return [voice.heading(seat) for seat in range(len(names))]


def test_a_long_name_is_cut_where_it_would_widen_a_column() -> None:
    """To eight terminal columns; Hangul takes two each."""
    assert heads("Ana", "Benjamin", "Charlotte") == ["Ana", "Benjamin", "Charlot…"]
    assert heads("김철수", "남궁민수", "황보관우진") == ["김철수", "남궁민수", "황보관…"]


def test_people_who_look_the_same_when_cut_go_by_their_letters() -> None:
    """Only they."""
    assert heads("Alexandria", "Bo", "Alexander") == ["a", "Bo", "c"]


def test_a_seat_that_nobody_is_named_for_goes_by_its_letter() -> None:
    """As a robot's."""
    assert Voice(engine, "en", ("Ana", "Bo")).heading(2) == "c"


@pytest.mark.parametrize(
    ("lang", "n", "told"),
    [
        ("en", 2, "· Bo +2 fans (Clown)"),
        ("en", 1, "· Bo +1 fan (Clown)"),
        ("ko", 2, "· Bo 팬 +2 (어릿광대)"),
    ],
)
def test_gains_are_named_where_a_game_has_words_for_them(lang: str, n: int, told: str) -> None:
    """Fans come because of a card; two of them are no two Clowns."""
    voice = Voice(challengers, lang, ("Ana", "Bo"))
    moves = [Move(1, "fan", "bank", "b.fans", "C77", cause="funfair-clown-a")] * n
    assert voice.gains(moves) == told
