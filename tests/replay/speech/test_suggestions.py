"""Tests of the sentence “Did you mean …?”."""

from __future__ import annotations

from replay.base.i18n import set_language
from replay.speech.suggestions import suggest_names, suggest_similar


def test_names_are_listed_in_one_question() -> None:
    """Without names there is no question."""
    assert suggest_names(["undo", "redo"]) == "Did you mean undo, redo?"
    assert suggest_names([]) == ""


def test_similar_ids_are_suggested_best_first() -> None:
    """Ids that are their own names are given as a list."""
    assert suggest_similar("beech", ["beach", "robot"]) == "Did you mean beach?"
    assert suggest_similar("beech", ["beach", "beeches"], 1) == "Did you mean beeches?"
    assert suggest_similar("xyzzy", ["beach", "robot"]) == ""
    assert suggest_similar("", ["beach", "robot"]) == ""


def test_a_name_that_is_not_the_id_stands_behind_it() -> None:
    """Only the most similar of its names is shown."""
    candidates = {"wheat_field": ("wheat_field", "Wheat Field", "밀밭")}
    assert suggest_similar("Weat Field", candidates) == "Did you mean wheat_field (Wheat Field)?"


def test_the_question_is_translated() -> None:
    """It is asked in the language of the program."""
    set_language("ko")
    question = suggest_names(["undo"])
    assert "undo" in question
    assert "mean" not in question


def test_in_korean_the_korean_name_stands_behind_the_id() -> None:
    """Whatever was typed; where there is none, the id alone."""
    set_language("ko")
    candidates = {"wheat_field": ("wheat_field", "Wheat Field", "밀밭"), "onyx": ("onyx", "Onyx")}
    assert "wheat_field (밀밭)" in suggest_similar("Weat Field", candidates)
    assert suggest_similar("Onyks", candidates).split()[1].startswith("onyx")
    assert "(Onyx)" not in suggest_similar("Onyks", candidates)
