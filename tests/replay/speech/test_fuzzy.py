"""Tests of fuzzy search: a wrong letter is forgiven, an ambiguous word is not guessed."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from replay.speech.fuzzy import find_similar, guess_candidate

GAMES = {
    "wonder": ("The Great Library", "대도서관"),
    "light": ("Great Lighthouse", "등대"),
    "center": ("Business Center", "비즈니스 센터"),
    "family": ("Family Restaurant", "패밀리 레스토랑"),
    "pass": ("p", "pass", "패스"),
    "noble": ("n", "noble", "귀족"),
}


@pytest.mark.parametrize(
    ("typed", "item"),
    [
        ("Great Lighthose", "light"),
        ("great libary", "wonder"),
        ("비지니스 센터", "center"),
        ("페밀리 레스토랑", "family"),
        (normalize("NFD", "비지니스 센터"), "center"),
        ("Busines Center", "center"),
        ("nobel", "noble"),
    ],
)
def test_a_wrong_letter_is_forgiven(typed: str, item: str) -> None:
    """In Hangul, a wrong vowel counts as one letter."""
    found = find_similar(typed, GAMES)
    assert found[0].item == item


@pytest.mark.parametrize(
    "typed", ["grlib", "great", "Great Li", "xyzzy", "", "g", "pa", "help", "up"]
)
def test_an_unclear_word_is_not_guessed(typed: str) -> None:
    """It may be short, ambiguous or like nothing."""
    assert guess_candidate(typed, GAMES) is None


def test_similar_names_come_best_first_and_once() -> None:
    """Each with its most similar name and the similarity."""
    found = find_similar("great library", GAMES)
    assert found[0].item == "wonder"
    assert found[0].name == "The Great Library"
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    assert len({each.item for each in found}) == len(found)


def test_the_number_of_similar_names_is_limited() -> None:
    """Of twenty equal names at most three are returned."""
    assert len(find_similar("a", {str(n): ("aa",) for n in range(20)}, 3)) == 3


def test_a_short_name_is_like_no_long_word() -> None:
    """A name of two letters is compared with words of three at most, a longer one with any."""
    assert find_similar("abc", {"short": ("ab",)})
    assert not find_similar("abcd", {"short": ("ab",)})
    assert find_similar("abcd", {"longer": ("abc",)})
