"""The one way out to a terminal: what others wrote commands nothing there, whoever prints it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, cast

from replay.base.terminal_text import clean

if TYPE_CHECKING:
    from rich.console import Console


class CleanStream:
    """A text stream that leaves out the characters which would command a terminal."""

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        """Write a text, and return its length."""
        self.raw.write(clean(text))
        return len(text)

    def writelines(self, lines: Iterator[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


def _wrap_stream(stream: TextIO) -> TextIO:
    """Return a clean stream before a stream; one that is clean, or is missing, as it is."""
    if stream is None or isinstance(stream, CleanStream):
        return stream
    return cast("TextIO", CleanStream(stream))


@contextmanager
def clean_streams() -> Iterator[None]:
    """Let everything that is printed inside pass through clean streams."""
    before = sys.stdout, sys.stderr
    wrapped = tuple(map(_wrap_stream, before))
    sys.stdout, sys.stderr = wrapped
    try:
        yield
    finally:
        if sys.stdout is wrapped[0]:
            sys.stdout = before[0]
        if sys.stderr is wrapped[1]:
            sys.stderr = before[1]


def find_raw_stream(*, stderr: bool = False) -> TextIO:
    """Return the stream behind the clean one, for whoever cleans by itself and then draws."""
    stream = sys.stderr if stderr else sys.stdout
    return stream.raw if isinstance(stream, CleanStream) else stream


def make_clean_console(**options: Any) -> Console:
    """Return a console of rich that takes the same characters out of every text that it draws."""
    from rich.console import Console
    from rich.segment import Segment

    class CleanConsole(Console):
        def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
            for segment in super().render(renderable, options):
                if segment.control:
                    yield segment
                else:
                    yield Segment(clean(segment.text), segment.style)

    return CleanConsole(**options)


def silence_output() -> None:
    """Let what is still to be written to standard output go nowhere: it has failed already."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def open_missing_streams() -> bool:
    """Open what this process was started without; return whether its standard output is missing.

    A closed number would be given to the next file that is opened, and errors be written to it.
    """
    missing = sys.stdout is None
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    return missing
