"""Boards on pages are tables: every row has the same columns, whatever is written in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path

import pytest
from markupsafe import escape

from engines.board import Board, Cell, Panel, Row
from engines.registry import load_engine
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.fold.timeline import Frame, Timeline
from replay.lab.simulation import simulate_match
from replay.record.session import Session
from replay.referee.disputes import find_case, gather_evidence, open_dispute
from replay.referee.evidence import build_bundle, draw_boards, render_bundle
from replay.screens.board_text import find_changes, write_cell
from replay.screens.boards import describe_board
from replay.screens.markdown import escape_markdown
from replay.screens.page_boards import draw_tables, write_tables
from replay.speech.voice import Voice
from tests import table
from tests.replay.cli.conftest import invoke
from tests.some import some

NAMES = ("민지", "Quentin", "김철수", "Xavi")
GAMES = {"splendor": 3, "machi-koro": 3, "wizard": 4, "seven-wonders-duel": 2, "challengers": 4}
LOOKS = 6
"""At how many frames of a game its board is drawn."""


class Grid(HTMLParser):
    """Reads the tables of a page: for each row of each, how many columns it spans."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: list[list[int]] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count the columns of a cell."""
        self.tags.append(tag)
        if tag != "br":
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append(0)
        elif tag in ("td", "th"):
            self.tables[-1][-1] += int(dict(attrs).get("colspan") or 1)

    def handle_endtag(self, tag: str) -> None:
        """Fail unless a tag is closed that was opened last."""
        assert self.open.pop() == tag


def read_rows(markdown: str) -> Iterator[list[int]]:
    """Yield the number of cells in every row of each table of Markdown."""
    lines = markdown.splitlines()
    for is_table, rows in groupby(lines, lambda line: line.startswith("|")):
        if is_table:
            yield [len(re.findall(r"(?<!\\)\|", row)) - 1 for row in rows]


@pytest.fixture(params=GAMES)
def played(request: pytest.FixtureRequest, ledger: Ledger) -> tuple[Timeline, list[Frame]]:
    """A random match of a game, and some of its frames."""
    game: str = request.param
    info = simulate_match(ledger, load_engine(game), GAMES[game], 5)
    timeline = Session(ledger, info, "tess").timeline
    step = len(timeline.frames) // LOOKS
    return timeline, timeline.frames[step::step]


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_F35_every_row_of_a_board_has_the_same_columns(
    played: tuple[Timeline, list[Frame]], lang: str
) -> None:
    """With names in Hangul, in every game: no column depends on the width of a letter."""
    timeline, frames = played
    voice = Voice(timeline.engine, lang, NAMES[: len(timeline.seats)])
    assert len(frames) >= LOOKS - 1
    for frame in some(frames):
        board, changed = describe_board(timeline, frame), find_changes(frame)
        html = str(draw_tables(board, voice, changed))
        grid = Grid(html)
        assert len(grid.tables) == len(board.panels)
        assert all(len(set(rows)) == 1 for rows in some(grid.tables)), html
        assert "pre" not in grid.tags
        markdown = str(write_tables(board, voice, changed))
        tables = list(read_rows(markdown))
        assert len(tables) == len(board.panels)
        assert all(len(set(rows)) == 1 for rows in some(tables)), markdown
        assert "```" not in markdown
        assert all(name in html and name in markdown for name in some(voice.names))


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_F35_a_page_says_what_the_terminal_says(
    played: tuple[Timeline, list[Frame]], lang: str
) -> None:
    """Every cell of the board is there, once, in HTML and in Markdown."""
    timeline, frames = played
    voice = Voice(timeline.engine, lang, NAMES[: len(timeline.seats)])
    for frame in some(frames):
        board, changed = describe_board(timeline, frame), find_changes(frame)
        html = str(draw_tables(board, voice, changed))
        markdown = str(write_tables(board, voice, changed))
        cells = [c for panel in board.panels for row in panel.rows for c in row.cells]
        texts = {write_cell(cell, voice, changed) for cell in cells} - {""}
        assert len(texts) > 3
        for text in some(texts):
            assert f">{escape(text)}<" in html
            assert f"| {escape_markdown(text)} |" in markdown


NASTY = Board(
    (
        Panel(
            "<b>",
            (
                Row("x|y", (Cell("<script>"), Cell("a|b", n=2), Cell("# c"))),
                Row("", (Cell("`d`"),)),
            ),
            ("|", "1. <i>"),
        ),
        Panel("p", (Row("", (Cell("a"), Cell("b"))), Row("", (Cell("c"),)), Row("", (Cell(),)))),
        Panel("q", (Row("", (Cell("top"),)), Row("", (Cell("l"), Cell("r")))), layout="pyramid"),
    ),
    notes=(Cell("<u>"),),
)


def test_F35_what_is_written_in_a_cell_makes_no_markup(desk: Desk) -> None:
    """Neither tags nor bars nor headings: a cell says just what it says."""
    html = str(draw_tables(NASTY, desk.voice, frozenset()))
    grid = Grid(html)
    assert [set(rows) for rows in grid.tables] == [{4}, {2}, {4}]
    assert not {"b", "script", "i", "u"} & set(grid.tags)
    assert "&lt;script&gt;" in html
    markdown = str(write_tables(NASTY, desk.voice))
    assert [set(rows) for rows in read_rows(markdown)] == [{4}, {2}, {4}]
    assert "<" not in markdown
    assert not re.search(r"^#", markdown, re.MULTILINE)


def test_F35_a_pyramid_lies_half_a_card_further_in(desk: Desk) -> None:
    """A card lies over the gap of the two below it."""
    html = str(draw_tables(NASTY, desk.voice, frozenset()))
    gap = '<td class="gap" colspan="1"></td>'
    assert f'<tr>{gap}<td colspan="2">top</td>{gap}</tr>' in html
    assert '<tr><td colspan="2">l</td><td colspan="2">r</td></tr>' in html
    assert "|  | top |  |  |\n| l |  | r |  |" in str(write_tables(NASTY, desk.voice))


def test_F35_what_has_changed_is_marked_and_who_is_on_turn_is_named(desk: Desk) -> None:
    """With a sign as well as with a colour."""
    table.type_accepted(desk, "wug")
    timeline = desk.session.timeline
    frame = timeline.frames[-1]
    board, changed = describe_board(timeline, frame), find_changes(frame)
    html = str(draw_tables(board, desk.voice, changed))
    assert '<span class="blue"><mark>1+0*</mark></span>' in html
    assert '<tr class="active"><th scope="row">&gt; b Bo</th>' in html
    assert "1+0\\*" in str(write_tables(board, desk.voice, changed))
    assert "<mark>" not in str(draw_tables(board, desk.voice, frozenset()))


def test_F35_report_and_evidence_have_no_preformatted_board(
    session: Session, desk: Desk, tmp_path: Path
) -> None:
    """Both pages, in HTML and in Markdown; Korean, with a name in Hangul."""
    table.type_accepted(desk, "rename b 민지", "wug", "kkk ! so what", "note 그랬다")
    invoke("--lang", "ko", "report", "maple", "-o", str(tmp_path / "r.html"))
    invoke("--lang", "ko", "report", "maple", "-o", str(tmp_path / "r.md"))
    version = open_dispute(session, session.timeline.version - 2, "no")
    timeline = session.timeline
    case = find_case(session.info, timeline, version)
    found = gather_evidence(session.ledger, timeline, case)
    voice = Voice(session.engine, "ko", timeline.seats)
    content = build_bundle(case, found, timeline, voice)
    pages = [(tmp_path / "r.html").read_text(), (tmp_path / "r.md").read_text()]
    pages += [
        render_bundle(content, kind, draw_boards(found, timeline, voice, kind))
        for kind in ("html", "md")
    ]
    for html in some(pages[::2]):
        grid = Grid(html.split("<body>")[1].split("</body>")[0])
        assert "pre" not in grid.tags
        assert '<table class="table">' in html
    for markdown in some(pages[1::2]):
        assert "```" not in markdown
        assert "| 점수 |" in markdown
        assert all(len(set(rows)) == 1 for rows in some(read_rows(markdown)))
    assert all("민지" in page for page in some(pages))
