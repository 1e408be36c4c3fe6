"""At a terminal: the prompt, what is completed, and Ctrl-C, which drops no more than the line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from engines.protocol import find_breaches
from engines.registry import engine_of
from ledger.store import Ledger
from replay.desk.completion import make_completer, offer_texts
from replay.desk.desk import Desk
from replay.fold.timeline import Timeline
from tests import table
from tests.replay.cli.conftest import kinds
from tests.replay.cli.terminal import at_terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals are otherwise there")


@pytest.fixture
def prompt(tmp_path: Path, maple: str) -> Iterator[Any]:
    """Somebody sits down at ``foldtable record maple``."""
    child = at_terminal(tmp_path, "record", maple, rows=50)
    yield child
    child.close(force=True)


def test_a_line_is_recorded_and_the_board_drawn_again(prompt: Any, tmp_path: Path) -> None:
    """The prompt says the number of the next event and whose turn it is; quit leaves."""
    prompt.expect("8 Ana>")
    prompt.send("ugr\r")
    prompt.expect("9 Bo>")
    prompt.send("quit\r")
    prompt.expect("foldtable record maple")
    prompt.expect(pexpect.EOF)
    prompt.close()
    assert prompt.exitstatus == 0
    assert kinds(tmp_path) == ["take"]


def test_ctrl_c_drops_the_line_and_twice_leaves(prompt: Any, tmp_path: Path) -> None:
    """Nothing that was recorded is lost."""
    prompt.expect("8 Ana>")
    prompt.send("ugr\r")
    prompt.expect("9 Bo>")
    prompt.send("wrk")
    prompt.sendcontrol("c")
    prompt.expect("dropped")
    prompt.expect("9 Bo>")
    prompt.send("rgw\r")
    prompt.expect("10 Ana>")
    prompt.sendcontrol("c")
    prompt.expect("dropped")
    prompt.expect("10 Ana>")
    prompt.sendcontrol("c")
    prompt.expect(pexpect.EOF)
    prompt.close()
    assert prompt.exitstatus == 0
    assert kinds(tmp_path) == ["take", "take"]


def test_a_breach_is_shown_and_can_be_given_a_reason(prompt: Any, tmp_path: Path) -> None:
    """The rule in words; then a ruling."""
    prompt.expect("8 Ana>")
    prompt.send("kk\r")
    prompt.expect("S5")
    prompt.expect("8 Ana>")
    prompt.send("! as agreed\r")
    prompt.expect("10 Bo>")
    prompt.sendcontrol("d")
    prompt.expect(pexpect.EOF)
    assert kinds(tmp_path) == ["take", "log.ruling"]


# -- completion ----------------------------------------------------------------------------------


def test_what_is_legal_is_suggested(desk: Desk) -> None:
    """In notation, with its meaning in words; each of them would be accepted."""
    found = dict(offer_texts(desk.table, ""))
    assert found
    for text in list(found)[:10]:
        (action,) = desk.session.engine.parse(text, desk.session.state)
        assert find_breaches(desk.session.engine, desk.session.state, action) == ()


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("res", "reserve 2r-k5"),
        ("2r", "reserve 2r-k5"),
        ("ruby level 2", "reserve 2r-k5"),
        ("und", "undo"),
    ],
)
def test_any_part_finds_it(desk: Desk, typed: str, text: str) -> None:
    """Of the notation, of the words, of a command's name."""
    assert any(found.startswith(text) for found, _ in offer_texts(desk.table, typed, 200))


def test_what_is_not_legal_is_not_suggested(desk: Desk) -> None:
    """Three of a colour, a card that nobody can pay."""
    assert not any(text.startswith("buy") for text, _ in offer_texts(desk.table, "", 500))
    table.accepted(desk, "= a r3 ! counted")
    assert any(text.startswith("buy 1g-r3") for text, _ in offer_texts(desk.table, "", 500))


def test_the_last_part_of_a_line_is_completed(desk: Desk) -> None:
    """After a semicolon something new begins."""
    found = list(
        make_completer(desk.table).get_completions(Document("wug; undo; und"), CompleteEvent())
    )
    assert "undo" in {each.text for each in found}
    assert {each.start_position for each in found} == {-3}


def test_the_timeline_is_what_was_typed(prompt: Any, tmp_path: Path) -> None:
    """Undo and redo without leaving the prompt."""
    for line, asked in (("ugr", "9 Bo>"), ("undo", "10 Ana>"), ("redo", "11 Bo>")):
        prompt.send(f"{line}\r")
        prompt.expect(asked)
    prompt.sendcontrol("d")
    prompt.expect(pexpect.EOF)
    with Ledger(tmp_path / "ledger.db") as ledger:
        timeline = Timeline(ledger.events(ledger.find("maple").match_id))
    assert timeline.state.book.holding("a.tokens")["red"] == 1


def test_what_cards_do_is_folded_between_words(tmp_path: Path) -> None:
    """At 80 columns nothing of a long sentence is cut."""
    child = at_terminal(tmp_path, "cards", "challengers", rows=500, columns=80)
    child.expect(pexpect.EOF)
    lines = [line.rstrip() for line in child.before.splitlines()]
    assert max(map(len, lines)) <= 80
    text = " ".join(" ".join(lines).split())
    for piece in engine_of("challengers").catalog():
        if piece.says is not None:
            assert engine_of("challengers").words("en").say_message(piece.says) in text
