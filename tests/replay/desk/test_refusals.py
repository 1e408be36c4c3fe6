"""Tests of refusals: what they suggest would be accepted, or they say what is missing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ledger.store import Ledger
from replay.base.i18n import set_language
from replay.desk.desk import Desk
from replay.desk.refusals import would_accept
from tests import table
from tests.some import some


def refuse(desk: Desk, text: str) -> str:
    """Return why a text was refused."""
    (reply,) = desk.handle(text)
    assert reply.kind == "refused", reply.shows
    return table.join_replies([reply])


def open_duel(ledger: Ledger, lang: str = "en") -> Desk:
    """Return the desk of a match of 7 Wonders Duel in its draft."""
    return table.open_desk(table.open_session(ledger, game="seven-wonders-duel"), lang)


def test_F9_a_suggestion_is_accepted_when_it_is_typed(desk: Desk) -> None:
    """Whatever stands behind “Did you mean” can be typed in place of the wrong word."""
    typed = ("r 2rk5x", "reserv 23", "b 1uk33", "tkae wug", "2rk55", "amnd 2 wug")
    named = [(text, name) for text in typed for name in list_suggested(refuse(desk, text))]
    for text, name in some(named):
        assert text not in name
        assert any(would_accept(desk.table, each) for each in replacements(text, name)), name


def list_suggested(refusal: str) -> list[str]:
    """Return what stands behind “Did you mean”."""
    _, asked, names = refusal.partition("Did you mean ")
    return names.rstrip("?").split(", ") if asked else []


def replacements(text: str, name: str) -> Iterator[str]:
    """Yield a text with a suggestion, or its first words, in the place of each of its words."""
    words, named = text.split(" "), name.split(" ")
    for n in range(len(named)):
        start = " ".join(named[: n + 1])
        yield start
        yield from (" ".join([*words[:i], start, *words[i + 1 :]]) for i in range(len(words)))


@pytest.mark.parametrize("word", ["tavern", "Tavern"])
def test_F9_a_name_that_was_typed_is_not_suggested_again(ledger: Ledger, word: str) -> None:
    """It is said where the card lies."""
    said = refuse(open_duel(ledger), word)
    assert "Did you mean" not in said
    assert "Tavern lies here" in said


@pytest.mark.parametrize("text", ["1wu3", "Diamond level 1 (3 sapphires)"])
def test_F9_where_a_card_lies_is_said_once(desk: Desk, text: str) -> None:
    """The game itself says it; that the name was typed whole adds nothing."""
    place = "level 1, slot 1"
    assert (
        refuse(desk, text) == f"Diamond level 1 (3 sapphires) lies in this place already: {place}."
    )


@pytest.mark.parametrize(
    ("lang", "text"), [("ko", "왜 값 17"), ("en", "why price 17"), ("ko", "why price 17")]
)
def test_F9_a_command_that_was_typed_is_not_suggested_again(
    ledger: Ledger, lang: str, text: str
) -> None:
    """The sentence about its argument is enough."""
    set_language(lang)
    said = refuse(open_duel(ledger, lang), text)
    assert "?" not in said
    assert "why" not in said


@pytest.mark.parametrize("text", ["h+2", "e h+1", "xpo a"])
def test_F9_nothing_is_suggested_that_would_be_refused(ledger: Ledger, text: str) -> None:
    """Challengers!: commands and cards of other questions are not offered."""
    session = table.open_session(ledger, game="challengers", seats=("Ana", "Bo", "Cy"))
    assert "Did you mean" not in refuse(table.open_desk(session), text)


def test_F9_an_unknown_seat_is_answered_with_those_that_sit_there(ledger: Ledger) -> None:
    """With the letters by which they are typed."""
    session = table.open_session(ledger, game="challengers", seats=("Ana", "Bo", "Cy"))
    said = refuse(table.open_desk(session), "t f 2 6 6")
    assert "a Ana, b Bo, c Cy" in said
    assert "Did you mean" not in said


def test_trying_a_suggestion_records_nothing(desk: Desk) -> None:
    """Neither actions nor corrections."""
    assert would_accept(desk.table, "wug")
    assert would_accept(desk.table, "amend 2 1wr2")
    assert not would_accept(desk.table, "www")
    assert not would_accept(desk.table, "amend 99 wug")
    assert desk.session.timeline.version == 16


def test_F9_what_was_typed_is_quoted_as_it_was_typed(ledger: Ledger) -> None:
    """Also a word that is the key of a sentence, or the id of a place."""
    session = table.open_session(ledger, game="wizard", seats=("Ana", "Bo", "Cy"), level="pad")
    desk = table.open_desk(session)
    for word in ("won.shared", "green.park", "pad"):
        assert f"“{word}”" in refuse(desk, f"{word} = 3"), word


def test_G10_suggestions_are_in_the_language_of_the_table(ledger: Ledger) -> None:
    """Cards go by names in both languages; the one that is shown is the reader's."""
    session = table.open_session(ledger, game="challengers", seats=("Ana", "Bo"))
    desk = table.open_desk(session)
    table.type_accepted(desk, "a: ok", "b: ok", "s a")
    assert not any("가" <= letter <= "힣" for letter in some(refuse(desk, "tallants")))
    (guessed,) = desk.handle("newcommer")
    assert "(newcommer read as Newcomer)" in guessed.shows


def test_F9_a_command_is_not_suggested_in_place_of_somebodys_name(ledger: Ledger) -> None:
    """Red is somebody at this table, and no misspelt ``redo``."""
    session = table.open_session(ledger, game="wizard", level="pad", seats=("Red", "Bo", "Cy"))
    desk = table.open_desk(session)
    table.type_accepted(desk, "1/1 0/0 0/0", "undo")
    (reply,) = table.type_lines(desk, "Red frobnicates 2")
    assert reply.kind == "refused"
    assert "redo" not in str(reply.shows)
