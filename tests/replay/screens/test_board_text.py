"""Boards as text for a pipe: the same letters as the plain drawing for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.board import Board, Cell, Panel, Row
from engines.registry import load_engine
from engines.values import Seat
from ledger.store import Ledger
from replay.fold.timeline import Timeline
from replay.lab.simulation import simulate_match
from replay.screens.board_text import find_changes, write_board
from replay.screens.boards import describe_board
from replay.screens.terminal import draw, print_plain
from replay.speech.voice import Voice
from tests.some import some

GAMES = {"splendor": 3, "machi-koro": 3, "wizard": 4, "seven-wonders-duel": 2, "challengers": 4}
ROOM = 4000
"""More columns than any board needs."""

PANELS = (
    Panel("market", ()),
    Panel("market", (), ("red",)),
    Panel("market", (Row("1", ()), Row("2", (Cell("red"), Cell(n=3)))), ("red", "white", "blue")),
    Panel("market", (Row("1", (Cell(), Cell(), Cell("x"))), Row("2", (Cell("y"),)))),
    Panel("market", (Row("", (Cell("x", 3, note="y"),), seat=0, active=True),), (Seat(1),)),
    Panel("market", (Row("", (Cell("abc"),)), Row("", (Cell("d"), Cell()))), (), "pyramid"),
)
"""Panels with too many heads, too few cells, none at all."""


def read_boards(ledger: Ledger, game: str, lang: str) -> Iterator[tuple[str, str | None]]:
    """Yield boards of a random game as they are drawn plainly, and as text."""
    info = simulate_match(ledger, load_engine(game), GAMES[game], 7)
    timeline = Timeline(ledger.events(info.match_id))
    voice = Voice(timeline.engine, lang, ("민지", "Quentin", "김철수", "Ana")[: GAMES[game]])
    for frame in some(timeline.frames[:: max(len(timeline.frames) // 12, 1)]):
        board, changed = describe_board(timeline, frame), find_changes(frame)
        drawn = print_plain(draw(board, voice, changed, plain=True), ROOM)
        yield drawn, write_board(board, voice, changed, ROOM)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("game", GAMES)
def test_text_is_what_is_drawn_plainly(ledger: Ledger, game: str, lang: str) -> None:
    for drawn, text in some(read_boards(ledger, game, lang)):
        assert text == drawn


@pytest.mark.parametrize("panel", PANELS)
def test_odd_panels_are_what_is_drawn_plainly(panel: Panel) -> None:
    board = Board((PANELS[2], panel), notes=(Cell("x"), Cell("y", 2)), left=(1,))
    voice = Voice(load_engine("splendor"), "en", ("Ana", "Bo"))
    nothing = frozenset[tuple[str, str]]()
    drawn = print_plain(draw(board, voice, nothing, plain=True), ROOM)
    assert write_board(board, voice, nothing, ROOM) == drawn


def test_there_is_no_text_where_a_line_has_no_room() -> None:
    board = Board((PANELS[2],))
    voice = Voice(load_engine("splendor"), "en", ("Ana", "Bo"))
    text = write_board(board, voice, frozenset(), ROOM)
    assert text is not None
    width = max(map(len, text.splitlines()))
    assert write_board(board, voice, frozenset(), width - 1) is None
    assert write_board(board, voice, frozenset(), width) == text
