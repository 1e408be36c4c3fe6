"""The page of the live prompt: the board, what was said, what is asked; fitted to the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from replay.base.i18n import _
from replay.base.terminal_text import clean
from replay.cli.output import make_console, say, show
from replay.explain.balances import compare_books, find_unexplained
from replay.screens import fitting, terminal
from replay.screens.boards import describe_board
from replay.speech import log_lines

if TYPE_CHECKING:
    from replay.desk.desk import Desk
    from replay.fold.timeline import Frame

KEPT = 6
"""How many events are shown below the board when nothing was said."""

WANTED = 4
"""The fewest lines that are worth a board."""

ROOMY = 20
"""On so many lines there is room to say what else is asked."""


def page_through(parts: list[Any]) -> list[Any]:
    """Show parts a screen at a time where they are more than one; return what is left to show.

    Of what was shown so only the headline is left.
    """
    screen = make_console()
    height = screen.height - 2
    with screen.capture() as captured:
        for each in parts:
            screen.print(clean(each) if isinstance(each, str) else each)
    lines = captured.get().splitlines()
    if len(lines) <= height:
        return parts
    for start in range(0, len(lines), height):
        screen.clear()
        print("\n".join(lines[start : start + height]))
        is_last = start + height >= len(lines)
        question = (
            _("Enter goes back to the prompt. ")
            if is_last
            else _("Enter shows more, q goes back to the prompt. ")
        )
        try:
            if input(question).strip():
                break
        except (KeyboardInterrupt, EOFError):
            break
    headline = next((each for each in parts if isinstance(each, str) and each), "")
    return [headline] if headline else []


class Page:
    """Draws the page over and over; what has changed since the last time is marked."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.seen: Frame | None = None
        self.marked: terminal.Changed = frozenset()

    def draw(self, talked: list[Any]) -> None:
        """Draw it at the top of the screen: the board, then what was said or the last events."""
        screen = make_console()
        width, height = screen.size
        question = self._cut(self.question(), width, max(height // 3, 1))
        also = self.also(width) if height >= ROOMY else None
        prompt = -(-len(self.desk.write_prompt()) * 2 // width)
        room = height - fitting.count_lines(question, width) - prompt - 1 - bool(also)
        timeline = self.desk.session.timeline
        unexplained = find_unexplained(timeline, timeline.frames[-1])
        suspense = terminal.draw_suspense(unexplained, self.desk.voice)
        below = [*([suspense] if suspense else []), *talked]
        taken = sum(self._lines(each, width) for each in below)
        recent = [] if talked else self._recent()
        least = self._lines(recent[-1], width) if recent else 0
        board = self._board(width, room - taken - least)
        left = room - taken - (fitting.count_lines(board, width) if board else 0)
        screen.clear()
        if board:
            show(board)
        if left > len(recent) + 1:
            say()
        for each in [*below, *self._last(recent, left, width)]:
            self._print(each)
        show(question)
        if also:
            show(also)

    def also(self, width: int) -> Any:
        """Return in one line what else may be told, None when nothing."""
        from rich.text import Text

        told = Text(f"  {self.desk.describe_other_prompts()}", style="dim")
        told.truncate(width, overflow="ellipsis")
        return told if told.plain.strip() else None

    def question(self) -> Any:
        """Return what is asked, or how the game has ended."""
        from rich.text import Text

        return Text(f"· {self.desk.describe_question()}")

    def _board(self, width: int, height: int) -> Any:
        """Return the board as far as there is room for it, None where there is hardly any."""
        changed = self._changed()
        if height < WANTED:
            return None
        desk, asked = self.desk, self.desk.next_prompt()
        return fitting.fit_board(
            describe_board(desk.session.timeline, desk.session.timeline.frames[-1]),
            desk.voice,
            changed,
            width=width,
            height=height,
            asked=asked.place if asked else "",
        )

    def _changed(self) -> terminal.Changed:
        """Return what all events since the last page have touched; after a correction, what lies
        otherwise than on the last page."""
        frames = self.desk.session.timeline.frames
        before, self.seen = self.seen, frames[-1]
        if before is frames[-1]:
            return self.marked
        index = next((n for n in range(len(frames) - 1, -1, -1) if frames[n] is before), None)
        if before is None:
            self.marked = terminal.find_changes(frames[-1])
        elif index is not None:
            self.marked = frozenset().union(*map(terminal.find_changes, frames[index + 1 :]))
        else:
            changes = compare_books(before.state.book, frames[-1].state.book)
            self.marked = frozenset(
                (place, what) for place, item, _was, _is in changes for what in (item, "")
            )
        return self.marked

    def _recent(self) -> list[str]:
        frames = [f for f in self.desk.session.timeline.frames if f.action is not None]
        return [log_lines.write_log_line(frame, self.desk.voice) for frame in frames[-KEPT:]]

    def _last(self, recent: list[str], left: int, width: int) -> list[Any]:
        """Return as many of the last events as there are lines left for, and one at least."""
        from rich.text import Text

        kept = [self._cut(Text(text), width, max(left, 1)) for text in recent[-1:]]
        for text in recent[-2::-1]:
            if sum(self._lines(each, width) for each in (text, *kept)) > left:
                break
            kept.insert(0, text)
        return kept

    def _cut(self, text: Any, width: int, height: int) -> Any:
        """Return a text cut to so many lines."""
        step = max(width // 2, 1)
        while fitting.count_lines(text, width) > height and len(text) > step:
            text.truncate(len(text) - step, overflow="ellipsis")
        return text

    def _lines(self, what: Any, width: int) -> int:
        from rich.text import Text

        return fitting.count_lines(Text(what) if isinstance(what, str) else what, width)

    def _print(self, what: Any) -> None:
        if isinstance(what, str):
            say(what)
        else:
            show(what)
