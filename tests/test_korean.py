"""What a Korean table reads has no raw key and no English word in it: boards, logs, accounts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from engines.registry import load_engine
from engines.values import Setup
from replay.lab.dealer import Dealer
from replay.lab.setups import generate_setups
from replay.screens.terminal import draw, print_plain
from replay.speech.effects import describe_effects
from replay.speech.notation_help import read_notation_help
from replay.speech.voice import Voice
from tests.some import some

GAMES = ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers")
NAMES = ("가나", "다라", "마바", "사아", "자차", "카타", "파하", "고노")
WORD = re.compile(r"(?<![~?\w.])[A-Za-z][A-Za-z-]{2,}(?:\.[a-z]+)*")
"""A word in Latin letters: not a code of two letters, an outcome to be typed, an unknown's name."""
CODES = re.compile(r"[wugrky0-9]+|[bgry]{2,4}")
"""Tokens and suits as they are typed: ``wug``, ``bgr``."""
HANGUL = re.compile(r"[가-힣]")
MOST = 250


def collect_texts(game: str, setup: Setup, seed: int) -> Iterator[str]:
    """Yield the texts that a Korean table reads in a random game."""
    engine = load_engine(game)
    voice = Voice(engine, "ko", NAMES[: setup.seats])
    state = engine.open(setup)
    for ply, (before, action) in enumerate(islice(Dealer(engine, seed).play(setup), MOST)):
        state, moves = engine.apply(before, action)
        yield voice.action(action) + describe_effects(moves, action.seat, voice)
        yield from (f"{voice.move(move)} {voice.rule(move.rule)}" for move in moves)
        yield from (
            f"{voice.term_label(line)} {voice.item(line.item)}"
            for line in engine.quote(before, action)
        )
        if ply % 10 == 0:
            yield print_plain(draw(engine.view(state, None), voice, frozenset(), plain=True), 120)
    for score in engine.standing(state).scores:
        yield from (f"{voice.term_label(line)} {voice.item(line.item)}" for line in score.lines)


def find_foreign_words(game: str, text: str) -> list[str]:
    """Return the words of a text that are not Korean and no proper name of the game."""
    names = " ".join(load_engine(game).words("ko").names.values())
    found = (word for line in text.splitlines() for word in WORD.findall(line))
    return [word for word in found if not CODES.fullmatch(word) and word not in names]


def test_find_foreign_words_finds_a_key_without_words() -> None:
    """It lets names and codes pass."""
    assert find_foreign_words("wizard", "트릭 1: 남은 트릭 → 마바의 tricks") == ["tricks"]
    assert (
        find_foreign_words("challengers", "가나 UFO")
        == find_foreign_words("splendor", "가나 wug")
        == []
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_notation_is_explained_in_korean(game: str) -> None:
    """Line for line, with the same short forms as in English where they have no words in them."""
    engine = load_engine(game)
    korean, english = read_notation_help(engine, "ko"), read_notation_help(engine, "en")
    assert all(HANGUL.search(line) for line in some(korean) if line)
    assert not any(HANGUL.search(line) for line in some(english))
    forms = {line.split("  ")[0].strip() for line in english if "  " in line.strip()}
    coded = {form for form in forms if re.fullmatch(r"\w{0,3}\d[-+]?|[-?]|[a-z] [\d ]+", form)}
    assert coded
    for form in coded:
        assert any(line.startswith(form) for line in korean), form


@pytest.mark.parametrize("game", GAMES)
def test_the_facts_and_texts_of_cards_are_korean(game: str) -> None:
    """Those of all pieces of the catalog."""
    engine = load_engine(game)
    words = engine.words("ko")
    for piece in some(engine.catalog()):
        for key, value in some(piece.facts.items()):
            assert not find_foreign_words(game, words.fact(key, value)), (piece.id, key)
        assert piece.says is None or not find_foreign_words(game, words.say_message(piece.says)), (
            piece.id
        )


@pytest.mark.parametrize("game", GAMES)
def test_the_texts_of_random_games_are_korean(game: str) -> None:
    """Over several levels and options."""
    for seed, setup in some(enumerate(islice(generate_setups(load_engine(game), seed=5), 8))):
        texts = list(collect_texts(game, setup, seed))
        assert texts
        for text in texts:
            assert not find_foreign_words(game, text), text
