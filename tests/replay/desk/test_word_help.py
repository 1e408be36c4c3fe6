"""Tests of help at the desk: every word that can be typed is explained, at any time."""

from __future__ import annotations

import pytest

from ledger.store import Ledger
from replay.base.i18n import set_language
from replay.desk.choices import find_choices
from replay.desk.desk import Desk
from replay.desk.word_help import SIGNS, read_rows
from tests import table
from tests.some import some

GAMES = ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers")


def open_desk(ledger: Ledger, game: str, lang: str = "en", level: str = "full") -> Desk:
    """Return the desk of a new match."""
    seats = ("Ana", "Bo") if game == "seven-wonders-duel" else ("Ana", "Bo", "Cy")
    return table.open_desk(table.open_session(ledger, game=game, seats=seats, level=level), lang)


def ask(desk: Desk, text: str) -> str:
    """Return the answer to a question, which records nothing."""
    before = desk.session.timeline.version
    (reply,) = desk.handle(text)
    assert reply.kind == "told", (text, reply.shows)
    assert desk.session.timeline.version == before
    return table.join_replies([reply])


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("game", GAMES)
def test_F10_every_kind_of_action_has_an_example(ledger: Ledger, game: str, lang: str) -> None:
    """Whether it is asked for now or not, help says how it is typed."""
    set_language(lang)
    desk = open_desk(ledger, game, lang)
    rows = [row.lines[0] for row in read_rows(desk.session.engine, lang)]
    assert rows
    for verb in some(desk.session.engine.verbs):
        said = ask(desk, f"help {verb}")
        known = f"typed.{verb}" in desk.voice.words.text
        example = known and desk.voice.say(f"typed.{verb}")
        shown = [line for line in said.splitlines()[1:] if line in rows]
        assert shown or (example and example in said), said


@pytest.mark.parametrize("game", GAMES)
def test_F10_everything_in_the_notation_is_explained(ledger: Ledger, game: str) -> None:
    """What stands in the first column of the notation's help, and its words."""
    desk = open_desk(ledger, game)
    rows = list(read_rows(desk.session.engine, "en"))
    assert len(rows) > 9
    for row in some(rows):
        assert ask(desk, f"help {row.typed}")


@pytest.mark.parametrize("word", ["win", "fan", "fans", "count", "trophy", "ok", "final", "ghost"])
def test_F10_words_of_challengers(ledger: Ledger, word: str) -> None:
    """They are explained though nothing of the kind is asked for."""
    assert ask(open_desk(ledger, "challengers"), f"help {word}")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_F10_every_sign_is_explained(desk: Desk, lang: str) -> None:
    """In both languages."""
    set_language(lang)
    for sign in SIGNS:
        assert ask(desk, f"help {sign}")


def test_F10_pieces_rules_options_and_levels_are_explained(desk: Desk) -> None:
    """By their names, numbers and words."""
    assert "2r-k5" in ask(desk, "help 2rk5")
    assert desk.voice.rule_text("S9") in ask(desk, "help S9")
    assert "results" in ask(desk, "help results")
    (option, *_others) = desk.session.engine.options
    assert f"-o {option.name}=" in ask(desk, f"help {option.name}")


def test_F10_a_question_mark_at_a_question_is_help(desk: Desk) -> None:
    """Where somebody sits, ``?`` says what is asked and what can be typed; ``??`` is nobody."""
    table.type_accepted(desk, "r 2rk5")
    desk.table.confirm = lambda _texts, _harmless: True
    said = ask(desk, "?")
    assert said.startswith("what lies at level 2, slot 4?")
    assert "??" in said
    assert "take w1u1g1" in said
    assert desk.write_prompt() == "18 level 2, slot 4? "
    table.type_accepted(desk, "??")
    assert desk.write_prompt() == "19 b Bo> "
    assert desk.session.timeline.events[-1].data()["card"] == "?"


def test_F10_a_question_mark_in_a_file_still_records_what_nobody_saw(desk: Desk) -> None:
    """Files that were typed before replay as they did; elsewhere it asks what can be typed."""
    table.type_accepted(desk, "r 2rk5", "?")
    assert desk.session.timeline.version == 18
    assert "take w1u1g1" in ask(desk, "?")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_F10_a_question_mark_is_help_in_every_game(ledger: Ledger, game: str, lang: str) -> None:
    """It never records anything where people sit."""
    desk = open_desk(ledger, game, lang)
    desk.table.confirm = lambda _texts, _harmless: True
    assert desk.voice.prompt(desk.session.list_prompts()[0]) in ask(desk, "?")


def test_F10_an_unknown_word_is_answered_with_a_near_one(desk: Desk) -> None:
    """And with everything that is known."""
    (reply,) = desk.handle("help amned")
    assert reply.kind == "refused"
    assert "Did you mean amend?" in table.join_replies([reply])


# -- what can be done ----------------------------------------------------------------------------


def test_choices_show_what_can_be_bought_with_its_price(desk: Desk) -> None:
    """Only what is legal and can be paid."""
    table.type_accepted(desk, "= a w1u1g2r2k5 ! counted")
    said = ask(desk, "can buy")
    assert "buy 1u-k3 @market.1.2 =k3" in said
    assert "buy 2r-k5 @market.2.4 =k5" in said
    assert "3w-k7" not in said
    assert ask(desk, "choices buy") == said
    assert "3 onyxes" in said


def test_choices_of_one_word(desk: Desk) -> None:
    """It may be a kind of action or a card; for anything else there is a sentence."""
    assert ask(desk, "can 2rk5").splitlines()[1].startswith("  reserve 2r-k5")
    (reply,) = desk.handle("can buy")
    assert reply.kind == "refused"
    assert "legal now" in table.join_replies([reply])


@pytest.mark.parametrize("game", GAMES)
def test_what_choices_list_is_accepted(ledger: Ledger, game: str) -> None:
    """Every line that is listed without an open choice can be typed."""
    desk = open_desk(ledger, game, level="results" if game == "challengers" else "full")
    listed = [
        line.strip().split("  ")
        for line in ask(desk, "choices").splitlines()
        if line.startswith("  ") and "…" not in line and "??" not in line
    ]
    assert listed
    for typed, _meaning in listed:
        assert desk.table.can_parse(typed), typed


def test_a_kind_of_which_there_is_more_says_how_many(desk: Desk) -> None:
    """Of the kinds together six of each are listed; asked for one, all are."""
    found = [each.choice.action.verb for each in find_choices(desk.table, "", desk.session.state)]
    together = ask(desk, "choices").splitlines()
    kinds = {verb: found.count(verb) for verb in found if found.count(verb) > 6}
    for verb, number in some(kinds.items()):
        after = together[next(n for n, line in enumerate(together) if line.startswith(verb)) + 1 :]
        assert after[6] == f"  … and {number - 6} more: choices {verb}"
        assert "more" not in ask(desk, f"choices {verb}")
        assert len(ask(desk, f"choices {verb}").splitlines()) > number


def test_a_word_of_three_letters_names_a_piece(ledger: Ledger) -> None:
    """With fewer there would be too many."""
    desk = open_desk(ledger, "machi-koro")
    assert "Ranch" in ask(desk, "help ran")
    assert "Ranch" not in table.join_replies([*desk.handle("help rn")])
