"""Asking at the prompt: rules, cards, balances, differences and help, and nothing is recorded."""

from __future__ import annotations

import pytest

from ledger.clerk import Open
from ledger.store import Ledger
from replay.base.i18n import speak
from replay.desk import questions
from replay.desk.commands import COMMANDS, find_command
from replay.desk.desk import Desk
from replay.desk.replies import Listing, Reply
from replay.explain.explanations import Explanation
from replay.record.opening import open_match
from replay.record.session import Session
from replay.speech.voice import Voice
from tests import table

GAMES = ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers")


def one(desk: Desk, text: str) -> Reply:
    """Type a line; return its only reply, which has recorded nothing."""
    before = desk.session.timeline.version
    (reply,) = desk.handle(text)
    assert desk.session.timeline.version == before
    return reply


def said(desk: Desk, text: str) -> str:
    """Return the answer to a question."""
    reply = one(desk, text)
    assert reply.kind == "told", reply.shows
    return table.told([reply])


def refused(desk: Desk, text: str) -> str:
    """Return why there is no answer."""
    reply = one(desk, text)
    assert reply.kind == "refused", reply.shows
    return table.told([reply])


def of_game(ledger: Ledger, game: str, lang: str = "en") -> Desk:
    """Return the desk of a new match."""
    seats = ("Ana", "Bo") if game == "seven-wonders-duel" else ("Ana", "Bo", "Cy")
    info = open_match(ledger, Open(game=game, rules="", seats=seats), "tess")
    session = Session(ledger, info, "tess")
    return Desk(session, Voice(session.engine, lang, seats))


# -- rules and cards -----------------------------------------------------------------------------


def test_a_rule_is_read_out(desk: Desk) -> None:
    """Its number, its title, what it says, whether a table may waive it."""
    answer = said(desk, "rules s5")
    assert answer.splitlines()[0] == f"S5    {desk.voice.rule('S5')}"
    assert desk.voice.rule_text("S5") in answer
    assert "waive" in answer


@pytest.mark.parametrize("text", ["rules splendor S5", "rules spl S5", "규칙 스플렌더 S5"])
def test_a_rule_of_a_named_game(ledger: Ledger, text: str) -> None:
    """Also of another than the one at the table, in either language."""
    assert said(of_game(ledger, "machi-koro"), text).startswith("S5 ")


def test_without_a_number_all_titles_are_told(desk: Desk) -> None:
    """A line for every rule."""
    assert len(one(desk, "rules").shows) == len(desk.session.engine.rulebook.rules)


@pytest.mark.parametrize("text", ["rules S99", "rules nonsense", "rules splendor X1"])
def test_a_rule_that_there_is_not_is_refused(desk: Desk, text: str) -> None:
    """In a sentence that names what is near."""
    assert "has no rule" in refused(desk, text)


def test_cards_are_found_by_any_part_of_a_name(ledger: Ledger, desk: Desk) -> None:
    """In either language; at most a screenful."""
    assert said(desk, "cards 2rk5").startswith("2r-k5")
    assert said(of_game(ledger, "machi-koro"), "카드 밀밭").startswith("wheat_field")
    many = one(desk, "cards").shows
    assert len(many) == questions.MOST + 1
    assert "more" in str(many[-1])


def test_a_card_that_there_is_not_is_refused(desk: Desk) -> None:
    """What is near is named."""
    assert "Nothing in splendor is called" in refused(desk, "cards xyzzy")


# -- numbers -------------------------------------------------------------------------------------


def test_where_everything_is(desk: Desk) -> None:
    """As a table; decks are one row; a seat by its letter or its name."""
    table.accepted(desk, "wug")
    listing, conserved = one(desk, "balance").shows
    assert isinstance(listing, Listing)
    assert any("deck" in str(row[0]) and row[2] == "pieces" for row in listing.rows)
    assert conserved == "Nothing has appeared or vanished."
    for text in ("balance ana", "balance a.tokens", "balance ana.tok"):
        (held, _) = one(desk, text).shows
        assert isinstance(held, Listing)
        assert sum(int(str(row[1])) for row in held.rows) == 3
    assert "nothing lies" in refused(desk, "balance ana.cards").casefold()


def test_when_something_first_held(desk: Desk) -> None:
    """The event, the number, what it was."""
    table.accepted(desk, "wug", "wrk", "ugr")
    assert said(desk, "when ana.blue > 1").startswith("19  2  Ana takes")
    assert said(desk, "when ana.blue > 9") == "It never holds."
    assert "condition" in refused(desk, "when")


@pytest.mark.parametrize("text", ["diff 16 17", "diff 16..17", "diff 16"])
def test_what_lies_otherwise(desk: Desk, text: str) -> None:
    """Between two events, or since one."""
    table.accepted(desk, "wug")
    (listing,) = one(desk, text).shows
    assert isinstance(listing, Listing)
    assert listing.columns[2:4] == ("16", "17")
    assert {row[4] for row in listing.rows} == {"+1", "-1"}


def test_where_nothing_differs_it_is_said(desk: Desk) -> None:
    """Two remarks and no action."""
    table.accepted(desk, "note hm")
    assert said(desk, "diff 16 17") == "Nothing changed."


@pytest.mark.parametrize("text", ["diff", "diff x", "diff 1 99", "diff 1 x", "balance x.y"])
def test_what_is_no_position_is_refused(desk: Desk, text: str) -> None:
    """As everywhere."""
    assert refused(desk, text)


# -- help ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_help_fits_on_a_screen(ledger: Ledger, game: str, lang: str) -> None:
    """24 lines of 80 columns with the prompt below; every question once, the notation once."""
    from rich.text import Text

    from replay.base.i18n import speak
    from replay.screens.fitting import lines_of

    speak(lang)
    desk = of_game(ledger, game, lang)
    shows = [str(show) for show in one(desk, "help").shows]
    assert sum(lines_of(Text(show), 80) for show in shows) <= 22
    assert len(shows) == len(set(shows))
    assert shows.count(desk.voice.say("help.short")) == 1


def test_questions_that_are_alike_are_counted(ledger: Ledger) -> None:
    """Twelve places of a market, three nobles."""
    shows = [str(show) for show in one(of_game(ledger, "splendor"), "help").shows]
    assert shows[0].endswith("(+11)")
    assert sum("lies at" in show for show in shows) == 1


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_command_is_explained(desk: Desk, lang: str) -> None:
    """By any of its names, in either language; how it reads comes first."""
    speak(lang)
    for command in COMMANDS.values():
        for name in command.names():
            assert find_command(name) == command
            answer = said(desk, f"help {name}")
            assert answer.startswith(command.name)
            assert all(other in answer for other in command.names(lang))


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_action_is_explained(ledger: Ledger, game: str) -> None:
    """With what is legal of it now."""
    desk = of_game(ledger, game)
    for verb in desk.session.engine.verbs:
        assert verb in said(desk, f"help {verb}")


def test_a_kind_of_action_is_explained_by_what_is_legal(desk: Desk) -> None:
    """In notation and in words, with the rules that it answers; in Korean too."""
    answer = said(desk, "help reserve")
    assert "reserve 2r-k5" in answer
    assert "S6" in answer
    assert said(desk, "help 토큰 가져오기").startswith("take: ")
    assert said(desk, "help tokens").startswith("take: ")
    assert "Nothing of the kind" in said(desk, "help noble")


def test_what_a_command_is_also_called_is_of_the_language(desk: Desk) -> None:
    """All names are understood in both; what is not read is not told."""
    assert "Also: u" in said(desk, "help undo").splitlines()
    assert "Also" not in said(desk, "help insert")
    speak("ko")
    assert "끼우기" in said(desk, "help insert")


def test_help_for_anything_else_says_what_there_is(desk: Desk) -> None:
    """All commands and all verbs."""
    answer = refused(desk, "help xyzzy")
    assert "undo" in answer
    assert "reserve" in answer


def test_why_is_an_explanation_still(desk: Desk) -> None:
    """With its register."""
    (found,) = one(desk, "why bank.blue").shows
    assert isinstance(found, Explanation)
