"""The page of the live prompt: the board, what was said, what is asked; fitted to the screen."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from replay.base.i18n import _
from replay.cli.output import make_console, show
from replay.explain.balances import compare_books, find_unexplained
from replay.screens import fitting, terminal
from replay.screens.board_text import Changed, find_changes
from replay.screens.boards import describe_board
from replay.speech import log_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engines.board import Board
    from replay.desk.desk import Desk
    from replay.fold.timeline import Frame

KEPT = 6
"""How many events are shown below the board when nothing was said."""

WANTED = 4
"""The fewest lines that are worth a board."""

ROOMY = 20
"""On so many lines there is room to say what else is asked."""


STOP_WORDS = ("q", "quit", "n", "no", "끝")
"""The answers that end the showing of long parts. Anything else is a line for the prompt."""


def page_through(
    parts: list[Any], ahead: list[str] | None = None, room: int | None = None
) -> list[Any]:
    """Show parts a screen at a time where they are more than one, or more than the `room` below a
    board; return what is left to show, laid out.

    Of what was shown so only the headline is left. A line that is typed meanwhile, and that is no
    answer, is added to `ahead`: it is for the prompt.
    """
    screen = make_console()
    width, height = screen.width, screen.height - 2
    laid_out = [fitting.lay_out(each, width) for each in parts]
    lines = [line for each in laid_out for line in each]
    if len(lines) <= (height if room is None else min(room, height)):
        return [fitting.join_lines(each) for each in laid_out]
    for start in range(0, len(lines), height):
        screen.clear()
        show(fitting.join_lines(lines[start : start + height]))
        is_last = start + height >= len(lines)
        question = (
            _("Enter goes back to the prompt. ")
            if is_last
            else _("Enter shows more, q goes back to the prompt. ")
        )
        try:
            typed = input(question).strip()
            if typed and ahead is not None and typed.casefold() not in STOP_WORDS:
                ahead.append(typed)
            if typed:
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
        self.marked: Changed = frozenset()

    def draw(self, talked: list[Any]) -> None:
        """Draw it at the top of the screen: the board, then what was said or the last events."""
        screen = make_console()
        width, height = screen.size
        question = self._lay_out_question(width, height)
        below = [line for each in self._list_told(talked) for line in fitting.lay_out(each, width)]
        room = self._count_free(width, height) - len(below)
        described, changed = self._describe(), self._changed()
        laid = fitting.lay_out_panels(described, self.desk.voice, changed, width)
        central = fitting.count_central_lines(laid)
        also = self.also(width) if height >= ROOMY and (not central or room > central) else []
        room -= len(also)
        recent = [] if talked else self._recent()
        last = fitting.lay_out(recent[-1], width) if recent else []
        board = self._board(described, laid, changed, width, room - len(last))
        left = room - len(board)
        gap: fitting.Lines = [[]] if left > len(recent) + 1 else []
        below += self._last(recent, left, width)
        screen.clear()
        show(fitting.join_lines([*board, *gap, *below, *question, *also]))

    def count_room(self) -> int | None:
        """Return how many lines can be told below what everybody looks at without cutting it; None
        where the game has nothing of the kind, or where there is no room for it."""
        width, height = make_console().size
        board = self._describe()
        central_panels = replace(board, panels=tuple(each for each in board.panels if each.central))
        central = fitting.count_central_lines(
            fitting.lay_out_panels(central_panels, self.desk.voice, frozenset(), width)
        )
        suspense = [line for each in self._list_told([]) for line in fitting.lay_out(each, width)]
        room = self._count_free(width, height) - central - len(suspense)
        return room if central and room > 0 else None

    def _describe(self) -> Board:
        """Return the board as it is now."""
        timeline = self.desk.session.timeline
        return describe_board(timeline, timeline.frames[-1])

    def _count_free(self, width: int, height: int) -> int:
        """Return the lines of a screen that the question, the prompt and the toolbar leave."""
        prompt = -(-len(self.desk.write_prompt()) * 2 // width)
        return height - len(self._lay_out_question(width, height)) - prompt - 1

    def _lay_out_question(self, width: int, height: int) -> fitting.Lines:
        """Return the question in a third of the screen at most."""
        return self._cut(self.question(), width, max(height // 3, 1))

    def _list_told(self, talked: list[Any]) -> list[Any]:
        """Return what is told below the board: what the record cannot explain, what was said."""
        timeline = self.desk.session.timeline
        unexplained = find_unexplained(timeline, timeline.frames[-1])
        suspense = terminal.draw_suspense(unexplained, self.desk.voice)
        return [*([suspense] if suspense else []), *talked]

    def also(self, width: int) -> fitting.Lines:
        """Return in one line what else may be told, no line when nothing."""
        from rich.text import Text

        told = Text(f"  {self.desk.describe_other_prompts()}", style="dim")
        told.truncate(width, overflow="ellipsis")
        return fitting.lay_out(told, width) if told.plain.strip() else []

    def question(self) -> str:
        """Return what is asked, or how the game has ended."""
        return f"· {self.desk.describe_question()}"

    def _board(
        self,
        board: Board,
        laid: Sequence[fitting.LaidPanel],
        changed: Changed,
        width: int,
        height: int,
    ) -> fitting.Lines:
        """Return the board as far as there is room for it, nothing where there is hardly any."""
        if height < WANTED:
            return []
        desk, asked = self.desk, self.desk.next_prompt()
        return fitting.fit_board(
            board,
            desk.voice,
            changed,
            width=width,
            height=height,
            asked=asked.place if asked else "",
            dense=describe_board(
                desk.session.timeline, desk.session.timeline.frames[-1], dense=True
            ),
            laid=laid,
        )

    def _changed(self) -> Changed:
        """Return what all events since the last page have touched; after a correction, what lies
        otherwise than on the last page."""
        timeline = self.desk.session.timeline
        frames = timeline.frames
        before, self.seen = self.seen, frames[-1]
        if before is frames[-1]:
            return self.marked
        if before is None:
            self.marked = find_changes(frames[-1])
        elif timeline.at(before.version) is before:
            new = frames[timeline.index(before.version) + 1 :]
            self.marked = frozenset().union(*map(find_changes, new))
        else:
            changes = compare_books(before.state.book, frames[-1].state.book)
            self.marked = frozenset(
                (place, what) for place, item, _was, _is in changes for what in (item, "")
            )
        return self.marked

    def _recent(self) -> list[str]:
        frames = self.desk.session.timeline.frames
        told = islice((frame for frame in reversed(frames) if frame.action is not None), KEPT)
        return [log_lines.write_log_line(frame, self.desk.voice) for frame in told][::-1]

    def _last(self, recent: list[str], left: int, width: int) -> fitting.Lines:
        """Return as many of the last events as there are lines left for, and one at least."""
        kept = self._cut(recent[-1], width, max(left, 1)) if recent else []
        for text in recent[-2::-1]:
            lines = fitting.lay_out(text, width)
            if len(lines) + len(kept) > left:
                break
            kept = lines + kept
        return kept

    def _cut(self, said: str, width: int, height: int) -> fitting.Lines:
        """Return a text in so many lines at most."""
        from rich.text import Text

        text, step = Text(said), max(width // 2, 1)
        lines = fitting.lay_out(text, width)
        while len(lines) > height and len(text) > step:
            text.truncate(len(text) - step, overflow="ellipsis")
            lines = fitting.lay_out(text, width)
        return lines
