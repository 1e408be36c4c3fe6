"""Tests of the questions at the desk: rules, cards, balances, differences, help. None records."""

from __future__ import annotations

import pytest

from ledger.clerk import Open
from ledger.store import Ledger
from replay.base.i18n import set_language
from replay.desk import questions
from replay.desk.commands import COMMANDS, find_command
from replay.desk.desk import Desk
from replay.desk.replies import Listing, Reply
from replay.explain.explanations import Explanation
from replay.record.opening import open_match
from replay.record.session import Session
from replay.speech.voice import Voice
from tests import table
from tests.some import some

GAMES = ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers")


def type_line(desk: Desk, text: str) -> Reply:
    """Type a line and return its only reply, which has recorded nothing."""
    before = desk.session.timeline.version
    (reply,) = desk.handle(text)
    assert desk.session.timeline.version == before
    return reply


def parse_answer(desk: Desk, text: str) -> str:
    """Return the answer to a question as text."""
    reply = type_line(desk, text)
    assert reply.kind == "told", reply.shows
    return table.join_replies([reply])


def read_refusal(desk: Desk, text: str) -> str:
    """Return as text why a question has no answer."""
    reply = type_line(desk, text)
    assert reply.kind == "refused", reply.shows
    return table.join_replies([reply])


def open_desk(ledger: Ledger, game: str, lang: str = "en") -> Desk:
    """Return the desk of a new match."""
    seats = ("Ana", "Bo") if game == "seven-wonders-duel" else ("Ana", "Bo", "Cy")
    info = open_match(ledger, Open(game=game, rules="", seats=seats), "tess")
    session = Session(ledger, info, "tess")
    return Desk(session, Voice(session.engine, lang, seats))


# -- rules and cards -----------------------------------------------------------------------------


def test_rules_shows_one_rule(desk: Desk) -> None:
    """It shows the number, the title, the text, and whether a table may waive it."""
    answer = parse_answer(desk, "rules s5")
    assert answer.splitlines()[0] == f"S5    {desk.voice.rule('S5')}"
    assert desk.voice.rule_text("S5") in answer
    assert "waive" in answer


@pytest.mark.parametrize("text", ["rules splendor S5", "rules spl S5", "규칙 스플렌더 S5"])
def test_rules_shows_a_rule_of_another_game(ledger: Ledger, text: str) -> None:
    """The game is named in any language."""
    assert parse_answer(open_desk(ledger, "machi-koro"), text).startswith("S5 ")


def test_rules_without_a_number_lists_all_titles(desk: Desk) -> None:
    """There is one line for each rule."""
    assert len(type_line(desk, "rules").shows) == len(desk.session.engine.rulebook.rules)


@pytest.mark.parametrize("text", ["rules S99", "rules nonsense", "rules splendor X1"])
def test_an_unknown_rule_is_refused(desk: Desk, text: str) -> None:
    """The sentence says that the game has no such rule."""
    assert "has no rule" in read_refusal(desk, text)


def test_cards_are_found_by_any_part_of_a_name(ledger: Ledger, desk: Desk) -> None:
    """Names are understood in any language, and the list is cut to a screenful."""
    assert parse_answer(desk, "cards 2rk5").startswith("2r-k5")
    assert parse_answer(open_desk(ledger, "machi-koro"), "카드 밀밭").startswith("wheat_field")
    many = type_line(desk, "cards").shows
    assert len(many) == questions.MOST + 1
    assert "more" in str(many[-1])


def test_an_unknown_card_is_refused(desk: Desk) -> None:
    """The sentence names the game."""
    assert "Nothing in splendor is called" in read_refusal(desk, "cards xyzzy")


# -- numbers -------------------------------------------------------------------------------------


def test_balance_lists_every_piece(desk: Desk) -> None:
    """A deck is one row. A seat is named by its letter or its name."""
    table.type_accepted(desk, "wug")
    listing, conserved = type_line(desk, "balance").shows
    assert isinstance(listing, Listing)
    assert any("deck" in str(row[0]) and row[2] == "pieces" for row in listing.rows)
    assert conserved == "Nothing has appeared or vanished."
    for text in ("balance ana", "balance a.tokens", "balance ana.tok"):
        (held, _) = type_line(desk, text).shows
        assert isinstance(held, Listing)
        assert sum(int(str(row[1])) for row in held.rows) == 3
    assert "nothing lies" in read_refusal(desk, "balance ana.cards").casefold()


def test_when_names_the_first_event(desk: Desk) -> None:
    """It shows the event, the number and the event in words."""
    table.type_accepted(desk, "wug", "wrk", "ugr")
    assert parse_answer(desk, "when ana.blue > 1").startswith("19  2  Ana takes")
    assert parse_answer(desk, "when ana.blue > 9") == "It never holds."
    assert "condition" in read_refusal(desk, "when")


@pytest.mark.parametrize("text", ["diff 16 17", "diff 16..17", "diff 16"])
def test_diff_lists_what_changed(desk: Desk, text: str) -> None:
    """It compares two events, or one with the present."""
    table.type_accepted(desk, "wug")
    (listing,) = type_line(desk, text).shows
    assert isinstance(listing, Listing)
    assert listing.columns[2:4] == ("16", "17")
    assert {row[4] for row in listing.rows} == {"+1", "-1"}


def test_diff_of_equal_positions_says_so(desk: Desk) -> None:
    """A note changes nothing."""
    table.type_accepted(desk, "note hm")
    assert parse_answer(desk, "diff 16 17") == "Nothing changed."


@pytest.mark.parametrize("text", ["diff", "diff x", "diff 1 99", "diff 1 x", "balance x.y"])
def test_a_position_that_does_not_exist_is_refused(desk: Desk, text: str) -> None:
    """There is a sentence for each."""
    assert read_refusal(desk, text)


# -- help ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_help_fits_on_a_screen(ledger: Ledger, game: str, lang: str) -> None:
    """It fits on 24 lines of 80 columns, and nothing stands there twice."""
    from replay.base.i18n import set_language
    from replay.screens.fitting import lay_out

    set_language(lang)
    desk = open_desk(ledger, game, lang)
    shows = [str(show) for show in type_line(desk, "help").shows]
    assert sum(len(lay_out(show, 80)) for show in shows) <= 22
    assert len(shows) == len(set(shows))
    assert shows.count(desk.voice.say("help.short")) == 1


def test_help_counts_similar_prompts(ledger: Ledger) -> None:
    """The twelve places of the market are one line."""
    shows = [str(show) for show in type_line(open_desk(ledger, "splendor"), "help").shows]
    assert shows[0].endswith("(+11)")
    assert sum("lies at" in show for show in shows) == 1


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_help_explains_every_command(desk: Desk, lang: str) -> None:
    """By any of its names and in both languages. The command comes first."""
    set_language(lang)
    for command in COMMANDS.values():
        for name in some(command.names()):
            assert find_command(name) == command
            answer = parse_answer(desk, f"help {name}")
            assert answer.startswith(command.name)
            assert all(other in answer for other in some(command.names(lang)))


@pytest.mark.parametrize("game", GAMES)
def test_help_explains_every_kind_of_action(ledger: Ledger, game: str) -> None:
    """The verb is named."""
    desk = open_desk(ledger, game)
    for verb in some(desk.session.engine.verbs):
        assert verb in parse_answer(desk, f"help {verb}")


def test_help_shows_the_legal_actions_of_a_kind(desk: Desk) -> None:
    """It shows notation, words and rules. The kind is named in any language."""
    answer = parse_answer(desk, "help reserve")
    assert "reserve 2r-k5" in answer
    assert "S6" in answer
    assert parse_answer(desk, "help 토큰 가져오기").startswith("take: ")
    assert parse_answer(desk, "help tokens").startswith("take: ")
    assert "Nothing of the kind" in parse_answer(desk, "help noble")


def test_help_lists_aliases_of_the_language_only(desk: Desk) -> None:
    """All aliases are understood in both languages."""
    assert "Also: u" in parse_answer(desk, "help undo").splitlines()
    assert "Also" not in parse_answer(desk, "help insert")
    set_language("ko")
    assert "끼우기" in parse_answer(desk, "help insert")


def test_help_for_an_unknown_word_lists_all_words(desk: Desk) -> None:
    """It lists the commands and the verbs."""
    answer = read_refusal(desk, "help xyzzy")
    assert "undo" in answer
    assert "reserve" in answer


def test_why_shows_an_explanation(desk: Desk) -> None:
    """The terminal draws it."""
    (found,) = type_line(desk, "why bank.blue").shows
    assert isinstance(found, Explanation)


def test_score_lists_everybody_and_the_best_first(ledger: Ledger) -> None:
    """As on the pad; where the word begins an action, it is one."""
    session = table.open_session(ledger, game="wizard", seats=("Ana", "Bo", "Cy"), level="pad")
    desk = table.open_desk(session)
    table.type_accepted(desk, "1/0 0/1 0/0")
    (reply,) = desk.handle("score")
    assert isinstance(reply.shows[0], Listing)
    assert reply.shows[0].rows == [("c Cy", 20), ("a Ana", -10), ("b Bo", -10)]
    table.type_accepted(desk, "score -10 -10 20")
    assert session.timeline.version == 3


def test_F1_why_of_a_person_is_why_of_their_points(ledger: Ledger) -> None:
    """Whatever letter types the seat; of a round, too."""
    people, letters = ("Nora", "Paul", "Emil"), ("a", "b", "e")
    session = table.open_session(ledger, game="wizard", seats=people, letters=letters, level="pad")
    desk = table.open_desk(session)
    table.type_accepted(desk, "1/1 0/0 0/0")
    for said in ("why emil", "why e", "why emil round 1"):
        (reply,) = desk.handle(said)
        (explained,) = reply.shows
        assert isinstance(explained, Explanation)
        assert explained.total == 20, said


def test_F18_the_score_says_between_what_hidden_trophies_leave_it(ledger: Ledger) -> None:
    people = ("Ana", "Bo", "Cy", "Dee")
    session = table.open_session(ledger, game="challengers", level="results", seats=people)
    desk = table.open_desk(session)
    table.type_accepted(desk, "a", "b 2")
    (reply,) = table.type_accepted(desk, "score")
    listing = reply.shows[0]
    assert isinstance(listing, Listing)
    rows = {str(row[0]): str(row[1]) for row in listing.rows}
    assert rows == {"a Ana": "2–3", "b Bo": "2", "c Cy": "0", "d Dee": "0"}
