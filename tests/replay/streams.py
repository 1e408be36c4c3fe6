"""Streams of events without a game, made by hand or at random."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ledger.clerk import Amend, Clerk, Insert, Strike
from ledger.event import Event, draft_event
from replay.fold.line import Line, read_line


def event(version: int, kind: str, payload: object) -> Event:
    """Return a stored event without a hash."""
    made = draft_event(kind, payload)
    return Event(
        "m",
        version,
        f"e{version}",
        kind,
        made.schema,
        made.payload,
        "tess",
        "2026-11-30T20:15:00.000Z",
        None,
        "",
    )


def stream(*parts: Any) -> list[Event]:
    """Return a stream of texts (events of kind ``say``) and clerk events."""
    return [
        event(version, part.type, part)
        if isinstance(part, Clerk)
        else event(version, "say", {"text": part})
        for version, part in enumerate(parts, 1)
    ]


def amend(target: int, text: str) -> Amend:
    """Return an amendment: the event `target` says something else."""
    return Amend(target=target, kind="say", payload={"text": text})


def insert(after: int, text: str) -> Insert:
    """Return an insertion: something was said after the event `after`."""
    return Insert(after=after, kind="say", payload={"text": text})


def strike(target: int) -> Strike:
    """Return a strike: the event `target` does not count."""
    return Strike(target=target)


def read(line: Line) -> list[str]:
    """Return the texts of a line, in order."""
    return [event_text(entry.payload) for entry in line.entries if entry.kind == "say"]


def event_text(payload: bytes) -> str:
    """Return the text of an event."""
    text = event(0, "say", payload).data()["text"]
    assert isinstance(text, str)
    return text


def said(*parts: Any) -> str:
    """Return the texts that count in a stream, joined: ``b`` for ``said("a", "b", strike(1))``."""
    return " ".join(read(read_line(stream(*parts))))


@st.composite
def corrected(draw: st.DrawFn, most: int = 24) -> list[Event]:
    """Draw a stream of texts and corrections of anything before them."""
    parts: list[Any] = [draw(st.sampled_from("abc"))]
    for version in range(2, draw(st.integers(2, most)) + 1):
        target = st.integers(1, version - 1)
        text = f"{draw(st.sampled_from('abc'))}{version}"
        makers: dict[str, Any] = {"say": text}
        kind = draw(st.sampled_from(("say", "strike", "amend", "insert")))
        if kind == "say":
            parts.append(makers["say"])
        elif kind == "strike":
            parts.append(strike(draw(target)))
        elif kind == "insert":
            parts.append(insert(draw(target), text))
        else:
            parts.append(amend(draw(target), text))
    return stream(*parts)
