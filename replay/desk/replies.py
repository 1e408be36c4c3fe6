"""Replies of the desk: what became of a line, and what is to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from engines.values import Breach
from replay.explain.explanations import Explanation
from replay.fold.timeline import Frame

Kind = Literal["recorded", "told", "declined", "breach", "refused", "overtaken", "left"]

STOPPING: tuple[Kind, ...] = ("declined", "breach", "refused", "overtaken", "left")
"""Kinds of reply after which the rest of a line is not carried out."""


class BoardRequest(NamedTuple):
    """A request to show the board."""


class LogRequest(NamedTuple):
    """A request to show the last `last` events, or those with the numbers `versions`."""

    last: int
    versions: tuple[int, ...] = ()


class Listing(NamedTuple):
    """A table to show: its headings and its rows."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]


class Drawn(NamedTuple):
    """What a command of the program has drawn, for the terminal."""

    what: object


Show = str | Explanation | BoardRequest | LogRequest | Listing | Drawn
"""What a reply shows: a text, or something that the terminal draws."""


class Reply(NamedTuple):
    """What became of a line.

    `frames` are the frames recorded, `shows` what is to be shown, `prefill` the text to go on
    from, `word` the command that left the desk, `error` what refused the line.
    """

    kind: Kind
    frames: tuple[Frame, ...] = ()
    shows: tuple[Show, ...] = ()
    breaches: tuple[Breach, ...] = ()
    prefill: str = ""
    word: str = ""
    error: Exception | None = None


def answer(*shows: Show) -> Reply:
    """Return the reply that shows something and has recorded no action."""
    return Reply("told", shows=shows)
