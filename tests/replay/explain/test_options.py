"""Levels and options of every game in words, in every language (G8)."""

from __future__ import annotations

import pytest

from engines import LANGUAGES
from engines.registry import list_games, load_engine
from engines.values import Option
from replay.base.i18n import set_language
from replay.base.terminal_text import count_columns
from replay.explain.lookup import find_game, find_rules, write_rule
from replay.explain.options import (
    describe,
    describe_level,
    describe_values,
    find_options,
    write_levels,
    write_option,
    write_values,
)
from tests.replay.cli.conftest import invoke
from tests.some import some

OPTIONS = [
    pytest.param(game, option, id=f"{game}-{option.name}")
    for game in list_games()
    for option in load_engine(game).options
]


def test_every_game_has_options_and_levels() -> None:
    """Without any, the tests of them would have nothing to check."""
    assert len(OPTIONS) > 20
    for game in some(list_games()):
        assert load_engine(game).options
        assert len(load_engine(game).levels) > 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_G8_an_option_says_what_it_decides(game: str, option: Option, lang: str) -> None:
    """So does each value that is a word; a number and true or false speak for themselves."""
    words = load_engine(game).words(lang)
    assert describe(option, words)
    spoken = {value for value, _text in describe_values(option, words)}
    named = {value for value in option.values if isinstance(value, str)}
    if option.name != "folks":  # every order of four letters
        assert spoken == named


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list_games())
def test_G8_a_level_says_what_is_recorded(game: str, lang: str) -> None:
    """One line each."""
    engine = load_engine(game)
    assert all(describe_level(level, engine.words(lang)) for level in some(engine.levels))
    assert len(list(write_levels(engine, engine.words(lang)))) == len(engine.levels)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_G8_a_rule_names_the_option_that_switches_it_on(
    game: str, option: Option, lang: str
) -> None:
    """In its text, which pages and evidence quote, and with its values where the rule is shown."""
    engine = load_engine(game)
    rule = engine.rulebook.rules[option.rule]
    assert option.name in rule.text[lang]
    lines = list(write_rule(engine, find_rules(engine, [rule.id])[0], lang))
    assert any(f"-o {option.name}={write_values(option)}" in line for line in lines)
    assert option in find_options(engine, rule.id)


def test_values_are_written_as_they_are_typed() -> None:
    """A long range by its ends, many words by the first of them."""
    wizard = {option.name: option for option in load_engine("wizard").options}
    assert write_values(wizard["bid_sum_rule"]) == "free|not_equal"
    assert write_values(wizard["rounds"]) == "0–40"
    assert write_values(wizard["zero_always_allowed"]) == "false|true"
    assert write_values(wizard["folks"]) == "bgry|bgyr|brgy|… (24)"


def test_the_value_that_holds_without_the_option_is_marked() -> None:
    """By the line about it."""
    words = load_engine("wizard").words("en")
    option = next(each for each in load_engine("wizard").options if each.name == "length")
    set_language("en")
    try:
        lines = list(write_option(option, words))
    finally:
        set_language("")
    assert "(without the option)" in lines[1]
    assert "(without the option)" not in lines[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_G8_games_fits_a_terminal(lang: str) -> None:
    """In 80 columns, with the levels of every game, and says where the options are."""
    result = invoke("games", "--lang", lang)
    lines = result.stdout.splitlines()
    assert len(lines) == 1 + len(list_games())
    assert max(map(count_columns, lines)) <= 80
    assert "foldtable games" in result.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list_games())
def test_G8_games_explains_one_game(game: str, lang: str) -> None:
    """`foldtable games wizard`: its levels, its options, and all their values."""
    engine = load_engine(game)
    said = invoke("games", game, "--lang", lang).stdout
    for level in some(engine.levels):
        assert f"  {level} " in said
    for option in some(engine.options):
        assert f"  {option.name}={write_values(option)}  [{option.rule}]" in said


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("위자드", "wizard"),
        ("위저드", "wizard"),
        ("Wizard", "wizard"),
        ("스플랜더", "splendor"),
        ("스플렌더", "splendor"),
        ("마치코로", "machi-koro"),
        ("미니빌", "machi-koro"),
        ("세븐 원더스 듀얼", "seven-wonders-duel"),
        ("7 wonders", "seven-wonders-duel"),
        ("챌린저스", "challengers"),
    ],
)
def test_G10_a_game_is_found_by_its_other_spellings(typed: str, game: str) -> None:
    """Those that people use."""
    assert find_game(typed) == game
