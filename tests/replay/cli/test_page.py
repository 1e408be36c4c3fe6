"""The page of the live prompt: whatever the size of the screen, and whatever has happened."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from engines import seven_wonders_duel
from engines.board import Board, Cell, Panel, Row
from engines.registry import load_engine
from engines.values import Setup
from ledger.clerk import Open
from ledger.store import Ledger
from replay.cli.terminal import page as pages
from replay.cli.terminal.live import write_toolbar
from replay.cli.terminal.page import Page
from replay.desk.desk import Desk
from replay.lab.dealer import Dealer
from replay.lab.simulation import simulate_match
from replay.record.opening import open_match
from replay.record.session import Session
from replay.screens.fitting import fit_board, join_lines
from replay.screens.terminal import print_plain
from replay.speech.voice import Voice
from tests import table
from tests.some import some

GAMES = ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers")
SIZES = [(100, 30), (80, 24), (60, 15), (20, 10), (1, 1)]


class Screen:
    """A screen of a size, and what was drawn on it last."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.size = (100, 30)
        self.out = io.StringIO()
        monkeypatch.setattr(pages, "make_console", self.console)
        monkeypatch.setattr(pages, "show", lambda what: self.console().print(what))

    def console(self) -> Console:
        """Return a console of the screen's size."""
        width, height = self.size
        return Console(
            file=self.out,
            width=width,
            height=height,
            color_system=None,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )

    def draw(self, page: Page, talked: list[Any] | None = None) -> list[str]:
        """Draw a page and return its lines."""
        self.out.seek(0)
        self.out.truncate()
        page.draw(talked or [])
        return self.out.getvalue().splitlines()


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A screen that can be read."""
    return Screen(monkeypatch)


def simulated(ledger: Ledger, game: str, lang: str = "en") -> Desk:
    """Return the desk of a match that was played to some point."""
    from engines.registry import load_engine

    engine = load_engine(game)
    info = simulate_match(ledger, engine, engine.seats.start, 7)
    events = ledger.events(info.match_id)
    opening = Open(game=game, rules="", seats=info.seats, simulated=True)
    half = Session(ledger, open_match(ledger, opening, "tess"), "tess")
    del events
    whole = Session(ledger, info, "tess")
    actions = [frame.action for frame in whole.timeline.actions() if frame.action is not None]
    if whole.timeline.opening.first == 0 and not whole.timeline.opening.options:
        half.record(actions[: len(actions) // 2], "as simulated")
    return Desk(half, Voice(half.engine, lang, half.timeline.seats))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_page_fits_every_screen(screen: Screen, ledger: Ledger, game: str, lang: str) -> None:
    """With room for the prompt and the toolbar; what is asked is there however small it is."""
    desk = simulated(ledger, game, lang)
    for width, height in SIZES:
        screen.size = (width, height)
        drawn = screen.draw(Page(desk))
        assert drawn, (width, height)
        if height >= 10:
            assert len(drawn) <= height - 2, (width, height, drawn)
            assert any(line.startswith("·") for line in drawn)
        assert all(cell_len(line) <= max(width, 2) for line in drawn)


def test_what_was_said_comes_before_the_board(screen: Screen, desk: Desk) -> None:
    """An answer is read whole; where it leaves no room the board is not drawn."""
    answer = [f"line {n}" for n in range(26)]
    drawn = screen.draw(Page(desk), answer)
    assert [line for line in drawn if line.startswith("line")] == answer
    assert not any("Bank" in line for line in some(drawn))
    assert any("Bank" in line for line in screen.draw(Page(desk), answer[:5]))


def test_all_that_happened_since_the_last_page_is_marked(screen: Screen, desk: Desk) -> None:
    """Not only what happened last; and no more than that."""
    page = Page(desk)
    table.type_accepted(desk, "wug")
    screen.draw(page)
    table.type_accepted(desk, "wrk; ugr")
    bank = next(line for line in screen.draw(page) if line.startswith("Bank"))
    assert bank.count("*") == 5
    assert bank == next(line for line in screen.draw(page, ["hm"]) if line.startswith("Bank"))
    table.type_accepted(desk, "rgk")
    bank = next(line for line in screen.draw(page) if line.startswith("Bank"))
    assert bank.count("*") == 3


def test_after_a_correction_what_lies_otherwise_is_marked(screen: Screen, desk: Desk) -> None:
    """Not all that was folded again."""
    page = Page(desk)
    table.type_accepted(desk, "wug", "wrk", "ugr")
    screen.draw(page)
    table.type_accepted(desk, "amend 17 wuk")
    bank = next(line for line in screen.draw(page) if line.startswith("Bank"))
    assert bank.count("*") == 2


def test_what_is_unaccounted_stands_below_the_board(screen: Screen, desk: Desk) -> None:
    """Until it is explained. A count before the first turn leaves nothing unaccounted."""
    table.type_accepted(desk, "wug", "= a u4 ! counted")
    assert any(line.startswith("unaccounted: -3 sapphires") for line in screen.draw(Page(desk)))
    table.type_accepted(desk, "undo")
    assert not any("unaccounted" in line for line in some(screen.draw(Page(desk))))


def test_the_last_events_are_shown_as_far_as_there_is_room(screen: Screen, desk: Desk) -> None:
    """One at least."""
    table.type_accepted(desk, "wug", "wrk", "ugr", "rgk")
    for height, least in ((40, 6), (17, 1)):
        screen.size = (100, height)
        shown = [line for line in screen.draw(Page(desk)) if line[:4].strip().isdigit()]
        events = [line for line in shown if " takes " in line or " lie" in line or line]
        assert len(events) >= least
        assert any(line.startswith("  20  Bo takes") for line in shown)


def test_an_ended_game_says_who_won(screen: Screen, ledger: Ledger) -> None:
    """And how to close it."""
    info = simulate_match(ledger, table.open_session(ledger).engine, 2, 3)
    session = Session(ledger, info, "tess")
    if session.timeline.closing is not None:
        session.reopen()
    desk = Desk(session, Voice(session.engine, "en", session.timeline.seats))
    assert "foldtable close" in screen.draw(Page(desk))[-1]


# -- boards --------------------------------------------------------------------------------------

TALL = Panel(
    "tall", tuple(Row(f"r{n}", (Cell(f"x{n}", place=f"p{n}"),)) for n in range(12)), ("c",)
)
SEATS = Panel(
    "seats", tuple(Row("", (Cell("7"),), seat=n, active=n == 1) for n in range(2)), ("c",)
)
SMALL = Panel("small", (Row("", (Cell("one"),)),))
BOARD = Board((TALL, SMALL, SEATS), notes=(Cell("noted"),))


def drawn(desk: Desk, height: int, asked: str = "", changed: str = "") -> list[str]:
    """Return a board as it is drawn in so many lines."""
    marked = frozenset({(changed, "")} if changed else set())
    board = fit_board(BOARD, desk.voice, marked, width=60, height=height, asked=asked)
    assert len(board) <= max(height, 0)
    return print_plain(join_lines(board), 60).splitlines()


def test_a_board_that_fits_is_whole(desk: Desk) -> None:
    """With space between its panels where there is some."""
    assert len(drawn(desk, 20)) == 20
    assert not any("cut" in line for line in some(drawn(desk, 18)))


def test_the_tallest_that_matters_least_is_cut_and_it_is_said(desk: Desk) -> None:
    """Row by row from its end; seats stay."""
    lines = drawn(desk, 12)
    assert "(cut to fit: tall)" in lines
    assert any("x0" in line for line in lines)
    assert not any("x11" in line for line in some(lines))
    assert any("> b Bo" in line for line in lines)


def test_what_is_asked_about_or_has_changed_stays(desk: Desk) -> None:
    """Although it stands last."""
    for how in ({"asked": "p11"}, {"changed": "p11"}):
        lines = drawn(desk, 10, **how)
        assert any("x11" in line for line in lines)
        assert not any("x10" in line for line in some(lines))


@pytest.mark.parametrize("height", range(-1, 20))
def test_a_board_never_takes_more_than_it_may(desk: Desk, height: int) -> None:
    """However little that is."""
    drawn(desk, height)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("width", [0, 1, 20, 60, 80, 500])
def test_the_toolbar_is_cut_between_its_parts(session: Session, lang: str, width: int) -> None:
    """It never wraps, and never breaks a word."""
    desk = table.open_desk(session, lang)
    whole = desk.voice.say("help.short")
    shown = write_toolbar(desk, width)
    assert cell_len(shown) <= width
    assert whole.startswith(shown)
    assert shown == whole or whole[len(shown) :].startswith(" · ") or not shown


BOARD_SIZES = ((100, 22), (80, 18))
"""Columns and lines that are left to the board at 100×30 and 80×24, with three lines below it."""


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(("width", "height"), BOARD_SIZES)
def test_G7_what_everybody_looks_at_stays_on_a_small_screen(
    width: int, height: int, lang: str
) -> None:
    """The layout, the track, coins and whose turn it is stay in every position of an evening; all
    else goes before them, whatever has just changed."""
    engine = seven_wonders_duel.engine
    voice = Voice(engine, lang, table.SEATS)
    looked = 0
    for seed in (3, 4):
        for state, action in Dealer(engine, seed).play(Setup(2)):
            if not state.age or action.seat < 0:
                continue
            frame_changes = frozenset(
                {("a.coins", "coin"), ("a.city", ""), ("b.coins", "coin"), ("discard", "")}
            )
            board = engine.view(state, None)
            central = [panel for panel in board.panels if panel.central]
            drawn = fit_board(board, voice, frame_changes, width=width, height=height)
            lines = print_plain(join_lines(drawn), width).splitlines()
            assert len(lines) <= height
            whole = fit_board(Board(tuple(central)), voice, frame_changes, width=width, height=1000)
            shown = print_plain(join_lines(whole), width).splitlines()
            assert [line for line in some(shown) if line and line not in lines] == []
            assert sum(line.startswith("> ") for line in lines) == 1
            looked += 1
    assert looked > 100


def test_G7_what_is_drawn_closely_goes_before_anything_is_cut(desk: Desk) -> None:
    """A city of four lines takes one, with the colours in front of its cards."""
    cells = [tuple(Cell(f"{c}{n}") for c in "xy") for n in range(4)]
    city = Panel("city", tuple(Row("" if n else "a", cells[n]) for n in range(4)), ("c", "d"))
    drawn = fit_board(Board((city,)), desk.voice, frozenset(), width=60, height=2)
    shown = print_plain(join_lines(drawn), 60).splitlines()
    assert shown == ["city a  c x0, x1, x2, x3 · d y0, y1, y2, y3"]


def test_G7_an_answer_that_would_cut_the_layout_has_a_screen_of_its_own(
    screen: Screen, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first line stays; what is typed below it goes to the prompt. Below a shorter answer the
    board is whole."""
    desk = simulated(ledger, "seven-wonders-duel")
    screen.size = (80, 24)
    page = Page(desk)
    room = page.count_room()
    assert room is not None
    typed: list[str] = ["9"]
    monkeypatch.setattr("builtins.input", lambda _asked: typed.pop())
    answer = [f"line {n}" for n in range(room + 1)]
    ahead: list[str] = []
    assert pages.page_through(answer, ahead, room) == ["line 0"]
    assert (typed, ahead) == ([], ["9"])
    assert len(pages.page_through(answer[:-1], ahead, room)) == room
    lines = screen.draw(page, answer[:-1])
    voice, board = desk.voice, desk.session.engine.view(desk.session.state, None)
    titles = [voice.say(panel.title) for panel in board.panels if panel.central]
    for title in some(titles):
        assert any(title in line and "cut to fit" not in line for line in some(lines))


def test_G7_rows_in_which_nothing_is_left_go_before_others() -> None:
    taken = Row("", (Cell(place="slot.1"),))
    rows = (Row("", (Cell("one"),)), taken, taken, *(Row("", (Cell(n),)) for n in ("two", "three")))
    board = Board((Panel("panel.deck", rows, central=True),))
    voice = Voice(load_engine("splendor"), "en", table.SEATS)
    changed = frozenset({("slot.1", "")})
    drawn = fit_board(board, voice, changed, width=40, height=4)
    shown = print_plain(join_lines(drawn), 40)
    assert all(word in shown for word in ("one", "two", "three"))


@pytest.mark.parametrize("height", range(1, 6))
def test_G7_whatever_is_cut_is_named_in_the_last_line(height: int) -> None:
    """However few lines there are, even one alone."""
    titles = ("panel.deck", "panel.track", "panel.hands")
    rows = (Row("r1", (Cell("one"),)), Row("r2", (Cell("two"),)))
    panels = [Panel(title, rows) for title in titles]
    voice = Voice(load_engine("splendor"), "en", table.SEATS)
    drawn = fit_board(Board(tuple(panels)), voice, frozenset(), width=80, height=height)
    assert len(drawn) <= height
    assert print_plain(join_lines(drawn), 80).splitlines()[-1].startswith("(cut to fit: ")
