"""At a terminal: the prompt, what is completed, and Ctrl-C, which drops no more than the line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest

from engines.registry import load_engine
from ledger.store import Ledger
from replay.fold.timeline import Timeline
from tests.replay.cli.conftest import kinds
from tests.replay.cli.terminal import at_terminal
from tests.some import some

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals are otherwise there")


@pytest.fixture
def prompt(tmp_path: Path, maple: str) -> Iterator[Any]:
    """Somebody sits down at ``foldtable record maple``."""
    child = at_terminal(tmp_path, "record", maple, rows=50)
    yield child
    child.close(force=True)


def test_a_line_is_recorded_and_the_board_drawn_again(prompt: Any) -> None:
    """The prompt says the number of the next event and whose turn it is; quit leaves."""
    prompt.expect("8 a Ana>")
    prompt.send("ugr\r")
    prompt.expect("9 b Bo>")
    prompt.send("quit\r")
    prompt.expect("foldtable record maple")
    prompt.expect(pexpect.EOF)
    prompt.close()
    assert prompt.exitstatus == 0
    assert kinds() == ["take"]


def test_G12_the_prompt_says_which_match_it_is(prompt: Any) -> None:
    """Its name stands at the end of the line that is typed."""
    prompt.expect("8 a Ana>")
    prompt.expect("maple")
    prompt.send("title Tuesday\r")
    prompt.expect("maple · Tuesday")


def test_ctrl_c_drops_the_line_and_twice_leaves(prompt: Any) -> None:
    """Nothing that was recorded is lost."""
    prompt.expect("8 a Ana>")
    prompt.send("ugr\r")
    prompt.expect("9 b Bo>")
    prompt.send("wrk")
    prompt.sendcontrol("c")
    prompt.expect("dropped")
    prompt.expect("9 b Bo>")
    prompt.send("rgw\r")
    prompt.expect("10 a Ana>")
    prompt.sendcontrol("c")
    prompt.expect("dropped")
    prompt.expect("10 a Ana>")
    prompt.sendcontrol("c")
    prompt.expect(pexpect.EOF)
    prompt.close()
    assert prompt.exitstatus == 0
    assert kinds() == ["take", "take"]


def test_a_breach_is_shown_and_can_be_given_a_reason(prompt: Any) -> None:
    """The rule in words; then a ruling."""
    prompt.expect("8 a Ana>")
    prompt.send("kk\r")
    prompt.expect("S5")
    prompt.expect("8 a Ana>")
    prompt.send("! as agreed\r")
    prompt.expect("10 b Bo>")
    prompt.sendcontrol("d")
    prompt.expect(pexpect.EOF)
    assert kinds() == ["take", "log.ruling"]


def test_the_timeline_is_what_was_typed(prompt: Any, tmp_path: Path) -> None:
    """Undo and redo without leaving the prompt."""
    for line, asked in (("ugr", "9 b Bo>"), ("undo", "10 a Ana>"), ("redo", "11 b Bo>")):
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
    engine = load_engine("challengers")
    for says in some(piece.says for piece in engine.catalog() if piece.says is not None):
        assert engine.words("en").say_message(says) in text


def test_F16_confirmation_does_not_eat_the_next_typed_line(prompt: Any) -> None:
    """What is typed or pasted while a correction is asked about is carried out after it."""
    prompt.expect("8 a Ana>")
    prompt.send("ugr\r")
    prompt.expect("9 b Bo>")
    prompt.send("amend 8 ugw\r")
    prompt.expect("Correct it so")
    prompt.send("rgu\r")
    prompt.expect("carried out afterwards")
    prompt.expect("Correct it so")
    prompt.send("y\r")
    prompt.expect("11 a Ana>")
    prompt.send("quit\r")
    prompt.expect(pexpect.EOF)
    assert kinds() == ["take", "log.amend", "take"]
