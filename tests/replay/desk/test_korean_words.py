"""Korean words at the desk: short forms of names, and names of commands that games know, too."""

from __future__ import annotations

import pytest

import engines.challengers.notation
import engines.machi_koro.reading
import engines.seven_wonders_duel.reading
import engines.splendor.reveals
import engines.wizard.reading
from engines.machi_koro.actions import Reroll
from engines.names import find
from engines.registry import load_engine
from engines.wizard.names import parse_cards_in_word
from ledger.store import Ledger
from replay.base.i18n import set_language
from replay.desk.commands import COMMANDS, GROUPS
from replay.desk.desk import Desk
from replay.desk.proposals import last_action
from tests import table
from tests.korean_texts import find_english

SPELLINGS = {
    "challengers": engines.challengers.notation.VERBS,
    "machi-koro": engines.machi_koro.reading.VERBS,
    "seven-wonders-duel": engines.seven_wonders_duel.reading.VERBS,
    "splendor": engines.splendor.reveals.VERBS,
    "wizard": engines.wizard.reading.VERBS,
}
SHARED = {"machi-koro": {"다시"}}
"""Words that are a command, and an action where one is asked for."""


@pytest.fixture
def town(ledger: Ledger) -> Desk:
    """A match of Machi Koro in Korean, in which Ana owns the Radio Tower and has rolled 4."""
    session = table.open_session(ledger, game="machi-koro", options={"reroll_dice": "free"})
    desk = table.open_desk(session, "ko")
    table.type_accepted(desk, "= a 라디오 방송국 1", "4")
    return desk


@pytest.mark.parametrize("game", SPELLINGS)
def test_G10_no_command_hides_a_word_of_a_game(game: str) -> None:
    """Except where the game's word is taken when its action is asked for."""
    names = {name for command in COMMANDS.values() for name in command.names()}
    korean = {name for name in names if not name.isascii()}
    assert len(korean) > 15
    assert SPELLINGS[game]
    assert korean & set(SPELLINGS[game]) == SHARED.get(game, set())


@pytest.mark.parametrize("again", ["다시", "다시 굴림", "다시굴림"])
def test_G10_again_rolls_again_where_that_is_asked(town: Desk, again: str) -> None:
    """Elsewhere it brings back what was struck."""
    table.type_accepted(town, again)
    assert isinstance(last_action(town.session.timeline).action, Reroll)


def test_G10_again_brings_back_what_was_struck(town: Desk) -> None:
    """After an undo nothing is rolled again."""
    table.type_accepted(town, "k", "빵집", "취소")
    struck = set(town.session.timeline.line.struck)
    assert struck
    table.type_accepted(town, "다시")
    assert not struck & set(town.session.timeline.line.struck)


def test_G10_the_beginning_of_a_korean_name_wins() -> None:
    """`방` is the TV Station, not the Radio Tower (라디오 방송국)."""
    names = load_engine("machi-koro").names()
    assert find("방", names) == "tv_station"
    assert find("라디오", names) == "radio_tower"
    assert find("ㅂㅅ", names) == "tv_station"


@pytest.mark.parametrize(
    ("game", "typed", "item"),
    [
        ("machi-koro", "라디오 타워", "radio_tower"),
        ("splendor", "오닉스", "black"),
    ],
)
def test_G10_pieces_are_found_by_their_other_spellings(game: str, typed: str, item: str) -> None:
    """Those that people use."""
    assert find(typed, load_engine(game).names()) == item


@pytest.mark.parametrize(
    ("typed", "card"), [("위저드", "W"), ("위자드", "W"), ("제스터", "N"), ("광대", "N")]
)
def test_G10_wizards_and_jesters_are_found_by_other_spellings(typed: str, card: str) -> None:
    """Those that people use."""
    assert parse_cards_in_word(typed) == [card]


def test_the_overview_names_every_command(town: Desk) -> None:
    """It is made from the records of the commands."""
    set_language("en")
    try:
        shown = table.join_replies(list(town.handle("help")))
    finally:
        set_language("")
    assert len(COMMANDS) > 15
    assert sum(map(len, GROUPS)) == len(COMMANDS)
    for name in COMMANDS:
        assert name in shown


def test_G10_the_help_of_every_command_of_the_desk_is_korean(town: Desk) -> None:
    """At the prompt: the overview, and `help WORD`."""
    set_language("ko")
    try:
        shown = table.join_replies(list(town.handle("도움")))
        assert "redo [N] (다시)" in shown
        assert find_english(shown, ["rr", "Ana", "Bo"]) == []
        for command in COMMANDS.values():
            said = table.join_replies(list(town.handle(f"help {command.name}")))
            assert said
            assert (
                find_english(
                    said,
                    ["rr", "ana", "red", "bank", "gold", "points", "coins", "supply", "Ana", "Bo"],
                )
                == []
            )
    finally:
        set_language("")
