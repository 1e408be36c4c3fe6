"""Recording from a pipe, and printing what the desk replies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from replay.base.i18n import _
from replay.cli.boards import draw_board
from replay.cli.exits import Exit, Stop
from replay.cli.failures import explain_failure
from replay.cli.output import Shown, draw_table, emit, print_parts, say
from replay.cli.settings import settings
from replay.desk.desk import Desk
from replay.desk.proposals import CorrectionProposal
from replay.desk.replies import BoardRequest, Drawn, Listing, LogRequest, Reply
from replay.explain.explanations import Explanation
from replay.fold.timeline import Frame, Timeline
from replay.screens import terminal
from replay.speech import log_lines
from replay.speech.voice import Voice


def show_reply(desk: Desk, reply: Reply) -> None:
    """Print what became of a line."""
    if settings.json:
        return
    for frame in reply.frames:
        if frame.action is not None:
            say(log_lines.write_log_line(frame, desk.voice))
    for what in reply.shows:
        if isinstance(what, str):
            say(what)
        else:
            print_parts([draw_part(desk, what)])


def draw_part(desk: Desk, what: BoardRequest | LogRequest | Listing | Drawn | Explanation) -> Any:
    """Return what was asked for, ready to print."""
    timeline = desk.session.timeline
    if isinstance(what, Drawn):
        return what.what
    if isinstance(what, Explanation):
        return terminal.draw_explanation(what, desk.voice)
    if isinstance(what, Listing):
        return draw_table(what.columns, what.rows)
    if isinstance(what, LogRequest):
        frames = timeline.frames[-what.last :] if what.last else []
        frames += [timeline.at(version) for version in what.versions]
        return Text("\n".join(write_log(timeline, frames, desk.voice)))
    return draw_board(desk.voice, timeline, timeline.frames[-1])


def write_log(timeline: Timeline, frames: Sequence[Frame], voice: Voice) -> Iterator[str]:
    """Yield the lines of frames, and a heading where a round begins."""
    headings = log_lines.head_rounds(timeline, frames, voice)
    for frame in frames:
        yield from headings.get(frame.version, ())
        yield log_lines.write_log_line(frame, voice)


def make_correction(desk: Desk, proposal: CorrectionProposal) -> Shown:
    """Make a correction and print what it changed; return the sum of it. Raise Stop."""
    reply = desk.correct(proposal)
    require_done("", reply)
    listener = Listener()
    listener.show(desk, reply)
    listener.end()
    return _sum_up(desk, len(reply.frames))


SHOWN = 200
"""How much of a line that was refused is shown again."""

STOPS = {"breach": Exit.FOUND, "refused": Exit.USAGE, "overtaken": Exit.CONFLICT}


def record_lines(desk: Desk, lines: Iterable[bytes]) -> Recorded:
    """Record lines and print each reply; raise Stop at the first that cannot be carried out.

    With --json the sum of what was recorded before that line is printed all the same.
    """
    before = desk.session.timeline.version
    try:
        return _record_each(desk, lines)
    except Stop:
        if settings.json and desk.session.timeline.version > before:
            emit(_sum_up(desk, desk.session.timeline.version - before).data)
        raise


def _record_each(desk: Desk, lines: Iterable[bytes]) -> Recorded:
    """Record lines and print each reply; raise Stop at the first that cannot be carried out."""
    recorded = 0
    listener = Listener()
    for count, raw in enumerate(lines, 1):
        try:
            text = raw.decode("utf-8-sig" if count == 1 else "utf-8").rstrip("\r\n")
            if "\0" in text:
                raise Stop(
                    Exit.USAGE,
                    "line {n} is no text: it has a zero byte.",
                    "Everything before it is recorded.",
                    n=count,
                )
        except UnicodeDecodeError as error:
            raise Stop(
                Exit.USAGE,
                "line {n}: byte {byte} is no UTF-8.",
                "Everything before it is recorded.",
                n=count,
                byte=error.start,
            ) from None
        for part in text.split("\r"):
            for reply in desk.handle(part):
                if reply.kind == "left":
                    listener.end()
                    return Recorded(_sum_up(desk, recorded), reply.word)
                require_done(_("line {n}: {text}").format(n=count, text=_shorten_line(part)), reply)
                recorded += len(reply.frames)
                listener.show(desk, reply)
    listener.end()
    return Recorded(_sum_up(desk, recorded))


def _sum_up(desk: Desk, recorded: int) -> Shown:
    """Return how many events were recorded; the replies are printed already."""
    info, head = desk.session.info, desk.session.seal
    return Shown({"match": info.name, "recorded": recorded, "head": head})


def _shorten_line(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def require_done(line: str, reply: Reply) -> None:
    """Raise Stop where a line was not carried out: the line, if any, and what was wrong."""
    if reply.kind not in STOPS:
        return
    told = "\n".join(str(show) for show in reply.shows)
    known = reply.error is not None and type(reply.error) is not ValueError
    code = (
        explain_failure(reply.error).code
        if reply.error is not None and known
        else STOPS[reply.kind]
    )
    text = f"{_shorten_line(line)}\n{told}" if line else told
    raise Stop(code, text)


class Recorded(NamedTuple):
    """What came of recording from a pipe: the sum of it, and the word that ended it, if any."""

    shown: Shown
    word: str = ""


class Listener:
    """Whoever reads what a pipe prints; when nobody does any more, the recording goes on."""

    def __init__(self) -> None:
        self.gone: OSError | None = None

    def show(self, desk: Desk, reply: Reply) -> None:
        """Print a reply."""
        if self.gone is None:
            try:
                show_reply(desk, reply)
                sys.stdout.flush()
            except OSError as error:
                self.gone = error
                sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115

    def end(self) -> None:
        """Say so when not all was printed. Raise Stop unless the reader just left."""
        if self.gone is not None and not isinstance(self.gone, BrokenPipeError):
            raise Stop(
                Exit.REFUSED,
                "Everything is recorded, but it could not be printed: {error}.",
                error=self.gone,
            )
