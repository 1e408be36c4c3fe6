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
from replay.screens.terminal import draw, printed
from replay.speech.notation_help import read_notation_help
from replay.speech.voice import Voice

GAMES = ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers")
NAMES = ("가나", "다라", "마바", "사아", "자차", "카타", "파하", "고노")
WORD = re.compile(r"(?<![~?\w.])[A-Za-z][A-Za-z-]{2,}(?:\.[a-z]+)*")
"""A word in Latin letters: not a code of two letters, an outcome to be typed, an unknown's name."""
CODES = re.compile(r"[wugrky0-9]+|[bgry]{2,4}")
"""Tokens and suits as they are typed: ``wug``, ``bgr``."""
HANGUL = re.compile(r"[가-힣]")
MOST = 250


def said(game: str, setup: Setup, seed: int) -> Iterator[str]:
    """Yield what a Korean table reads in a random game."""
    engine = load_engine(game)
    voice = Voice(engine, "ko", NAMES[: setup.seats])
    state = engine.open(setup)
    for ply, (before, action) in enumerate(islice(Dealer(engine, seed).play(setup), MOST)):
        state, moves = engine.apply(before, action)
        yield voice.action(action) + voice.gains(moves)
        yield from (f"{voice.move(move)} {voice.rule(move.rule)}" for move in moves)
        yield from (
            f"{voice.term_label(line)} {voice.item(line.item)}"
            for line in engine.quote(before, action)
        )
        if ply % 10 == 0:
            yield printed(draw(engine.view(state, None), voice, frozenset(), plain=True), 120)
    for score in engine.standing(state).scores:
        yield from (f"{voice.term_label(line)} {voice.item(line.item)}" for line in score.lines)


def foreign(game: str, text: str) -> list[str]:
    """Return the words of a text that are not Korean and no proper name of the game."""
    names = " ".join(load_engine(game).words("ko").names.values())
    found = (word for line in text.splitlines() for word in WORD.findall(line))
    return [word for word in found if not CODES.fullmatch(word) and word not in names]


def test_a_key_without_words_is_seen() -> None:
    """Or the test below would hold for want of a look; names and codes are let pass."""
    assert foreign("wizard", "트릭 1: 남은 트릭 → 마바의 tricks") == ["tricks"]
    assert foreign("challengers", "가나 UFO") == foreign("splendor", "가나 wug") == []


@pytest.mark.parametrize("game", GAMES)
def test_the_notation_is_explained_in_korean(game: str) -> None:
    """Line for line, with the same short forms as in English where they have no words in them."""
    engine = load_engine(game)
    korean, english = read_notation_help(engine, "ko"), read_notation_help(engine, "en")
    assert all(HANGUL.search(line) for line in korean if line)
    assert not any(HANGUL.search(line) for line in english)
    forms = {line.split("  ")[0].strip() for line in english if "  " in line.strip()}
    coded = {form for form in forms if re.fullmatch(r"\w{0,3}\d[-+]?|[-?]|[a-z] [\d ]+", form)}
    assert coded
    for form in coded:
        assert any(line.startswith(form) for line in korean), form


@pytest.mark.parametrize("game", GAMES)
def test_what_a_card_says_is_korean(game: str) -> None:
    """Its facts, and what it does."""
    engine = load_engine(game)
    words = engine.words("ko")
    for piece in engine.catalog():
        for key, value in piece.facts.items():
            assert not foreign(game, words.fact(key, value)), (piece.id, key)
        assert piece.says is None or not foreign(game, words.say_message(piece.says)), piece.id


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_in_random_games_is_korean(game: str) -> None:
    """Over several levels and options."""
    for seed, setup in enumerate(islice(generate_setups(load_engine(game), seed=5), 8)):
        for text in said(game, setup, seed):
            assert not foreign(game, text), text
