"""Stepping through a match, by keys at a terminal or from a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType

from replay.base.errors import NotFound, describe_error
from replay.base.i18n import _
from replay.cli.addresses import ROUND
from replay.cli.output import Part, is_plain, make_console, print_parts, say, show
from replay.cli.review.listing import frame_data
from replay.desk.addresses import parse_address
from replay.fold.rounds import number_by_version
from replay.fold.timeline import Frame, Timeline
from replay.screens import terminal
from replay.screens.board_text import find_changes
from replay.screens.boards import describe_board
from replay.speech import log_lines
from replay.speech.voice import Voice


class Stepper:
    """A place in a timeline that keys move: n, b, f, l, t, T, or a number."""

    def __init__(
        self,
        timeline: Timeline,
        voice: Voice,
        start: int | None,
        stop: int | None,
        *,
        board: bool,
    ) -> None:
        self.timeline = timeline
        self.voice = voice
        self.board = board
        self.index = timeline.index(start) if start is not None else 0
        self.last = timeline.index(stop) if stop is not None else len(timeline.frames) - 1
        if self.last < self.index:
            raise NotFound("{stop} comes before {start}", start=start, stop=stop)

    @property
    def frame(self) -> Frame:
        """The frame stepped to."""
        return self.timeline.frames[self.index]

    def press(self, key: str) -> bool:
        """Move as a key says; return False to leave. Raise LookupError for no such event."""
        top = len(self.timeline.frames) - 1
        if key in ("q", "quit"):
            return False
        if key in ("n", "", " ", "next"):
            self.index = min(self.index + 1, top)
        elif key in ("b", "back"):
            self.index = max(self.index - 1, 0)
        elif key in ("f", "first"):
            self.index = 0
        elif key in ("l", "last"):
            self.index = top
        elif key in ("t", "turn"):
            self.index = self._turn(range(self.index + 1, top + 1), top)
        elif key == "T":
            self.index = self._turn(range(self.index - 1, -1, -1), 0)
        elif key.isascii() and key.isdigit():
            self.index = self.timeline.index(int(key))
        elif ROUND.fullmatch(key):
            self.index = self.timeline.index(parse_address(self.timeline, key).begin)
        else:
            raise NotFound("“{key}” is no key: n b f l t T q, a number, or r6 for round 6", key=key)
        return True

    def _turn(self, numbers: range, otherwise: int) -> int:
        """Return the next frame in which another seat acts."""
        now = self.frame.action.seat if self.frame.action is not None else None
        for number in numbers:
            action = self.timeline.frames[number].action
            if action is not None and action.seat >= 0 and action.seat != now:
                return number
        return otherwise

    def step(self) -> Iterator[Part]:
        """Yield the step: what happened, what it moved, what it broke; the board if asked."""
        frame = self.frame
        yield f"{frame.version:>4}  {log_lines.describe_frame(frame, self.voice)}"
        for move in frame.moves:
            yield f"        {move.rule:<5} {self.voice.move(move)}"
        broken = _("BREACH")
        for breach in frame.breaches:
            yield f"        {broken} {self.voice.breach(breach)}"
        if self.board:
            yield self._draw_board()

    def _draw_board(self) -> RenderableType:
        """Return the board at the step, what its event changed marked."""
        board = describe_board(self.timeline, self.frame)
        voice = self.voice.name_seats(self.frame.seat_names)
        return terminal.draw(board, voice, find_changes(self.frame), plain=is_plain())

    def all_steps(self) -> Iterator[Part]:
        """Yield every step from here to the last."""
        for number in range(self.index, self.last + 1):
            self.index = number
            yield from self.step()

    def follow(self, keys: Sequence[str]) -> Iterator[Part]:
        """Yield the step here and the one after each key. Raise LookupError for a wrong key."""
        yield from self.step()
        for key in keys:
            if not self.press(key):
                return
            yield from self.step()

    def steps_data(self) -> list[dict[str, Any]]:
        """Return every step from here to the last for --json."""
        frames = self.timeline.frames[self.index : self.last + 1]
        rounds = number_by_version(self.timeline)
        return [frame_data(frame, self.voice, rounds) for frame in frames]

    def live(self) -> None:
        """Step at a terminal: the board above, what changed marked, one key a step."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.key_binding import KeyBindings

        keys = KeyBindings()
        for pressed, meaning in KEYS.items():

            @keys.add(pressed)
            def _leave(event: Any, meaning: str = meaning) -> None:
                event.app.exit(result=meaning)

        session: PromptSession[str] = PromptSession(key_bindings=keys)
        said = ""
        while True:
            make_console().clear()
            show(self._draw_board())
            say()
            board, self.board = self.board, False
            print_parts(self.step())
            self.board = board
            place = f"{self.index + 1}/{len(self.timeline.frames)}"
            hint = _("n next · b back · t turn · f first · l last · number or r6 jumps · q quits")
            if said:
                say(said)
            said = ""
            try:
                key = session.prompt(f"{place}  {hint} > ").strip()
                if not self.press(key):
                    return
            except LookupError as error:
                said = describe_error(error).text
            except (KeyboardInterrupt, EOFError):
                return


KEYS = {
    "n": "n",
    " ": "n",
    "right": "n",
    "down": "n",
    "b": "b",
    "left": "b",
    "up": "b",
    "f": "f",
    "home": "f",
    "l": "l",
    "end": "l",
    "t": "t",
    "T": "T",
    "q": "q",
}
"""Keys that act at once; digits are typed and end with Enter."""
