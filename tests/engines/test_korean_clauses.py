"""Who is said to do something in a Korean sentence, and how words are marked and read again."""

from __future__ import annotations

import pytest

from engines.korean import END, Clause, Word, is_subject, read_mark, take_subject, write_mark

MINE = Word("목장", "")
WHO = Word("b", "seat")


@pytest.mark.parametrize(
    ("seat", "last", "comma", "expected"),
    [
        # a particle says it, whatever stands before
        (Word("b", "seat", "가"), Clause(words=(MINE,)), "", True),
        (Word("b", "seat", "에게"), Clause(), "", False),
        (Word("b", "seat", "에게"), Clause(), ",", False),
        # without one: at the beginning, behind a comma, behind a sentence
        (WHO, Clause(), "", True),
        (WHO, Clause(words=(MINE,)), ",", True),
        (WHO, Clause(verb="build", words=(MINE, END)), "", True),
        # else it belongs to what was begun
        (WHO, Clause(words=(MINE,)), "", False),
        (WHO, Clause(means=(MINE,)), "", False),
        (WHO, Clause(verb="build"), "", False),
        (WHO, Clause("a", marked=True), "", False),
        (WHO, Clause("a"), "", True),
    ],
)
def test_who_does_it(seat: Word, last: Clause, comma: str, expected: bool) -> None:
    assert is_subject(seat, last, comma) is expected


@pytest.mark.parametrize(
    ("clause", "rest", "subject"),
    [
        (Clause(words=(MINE, WHO)), (MINE,), "b"),
        (Clause(words=(WHO,)), (), "b"),
        (Clause(words=(MINE,)), (MINE,), ""),
        (Clause(words=(WHO, MINE)), (WHO, MINE), ""),
        (Clause(words=(Word("b", "seat", "에게"),)), (Word("b", "seat", "에게"),), ""),
        (Clause(), (), ""),
    ],
)
def test_a_person_at_the_end_does_what_follows(
    clause: Clause, rest: tuple[Word, ...], subject: str
) -> None:
    left, found = take_subject(clause)
    assert (left.words, found) == (rest, subject)


@pytest.mark.parametrize(
    ("word", "mark"),
    [
        (Word("build", "verb"), "«build»"),
        (Word("b", "seat", "에게"), "<b>에게"),
        (Word("b", "seat"), "<b>"),
        (Word("목장", "", "로"), "목장~로"),
        (Word("목장"), "목장"),
        (Word(",", "comma"), ","),
    ],
)
def test_a_mark_is_read_as_the_word_that_was_written(word: Word, mark: str) -> None:
    assert write_mark(word) == mark
    assert read_mark(mark) == word


def test_what_is_joined_to_the_next_word_is_a_word_and_a_comma() -> None:
    assert write_mark(Word("밀밭", "", "랑")) == "밀밭 ,"
    assert write_mark(Word("밀밭", "", "을")) == "밀밭"
