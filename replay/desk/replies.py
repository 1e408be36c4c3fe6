"""What the recorder's desk answers: what became of a line, and what is to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from engines.values import Breach
from replay.explain.explanations import Explanation
from replay.fold.timeline import Frame

Kind = Literal["recorded", "told", "declined", "breach", "refused", "overtaken", "left"]

STOPPING: tuple[Kind, ...] = ("declined", "breach", "refused", "overtaken", "left")
"""What keeps the rest of a line from being looked at."""


class BoardAsked(NamedTuple):
    """The board is to be shown."""


class LogAsked(NamedTuple):
    """The last `last` events are to be shown."""

    last: int


class Listing(NamedTuple):
    """A table is to be shown: its headings and its rows."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]


Show = str | Explanation | BoardAsked | LogAsked | Listing


class Reply(NamedTuple):
    """What became of a line: new frames, things to show, a line to go on from, the word
    that left the desk, the error that refused it."""

    kind: Kind
    frames: tuple[Frame, ...] = ()
    shows: tuple[Show, ...] = ()
    breaches: tuple[Breach, ...] = ()
    prefill: str = ""
    word: str = ""
    error: Exception | None = None
