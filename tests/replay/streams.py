"""Streams made by hand: events without a game, corrected at random."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ledger.clerk import Amend, Clerk, Insert, Strike
from ledger.event import Event, draft_event
from replay.fold.line import Line, line_of


def event(version: int, kind: str, payload: object) -> Event:
    """Return an event as the ledger would keep it; its hash does not matter here."""
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
    """Return a stream: a text is an event that says so, a clerk event is itself."""
    return [
        event(version, part.type, part)
        if isinstance(part, Clerk)
        else event(version, "say", {"text": part})
        for version, part in enumerate(parts, 1)
    ]


def amend(target: int, text: str) -> Amend:
    """The event `target` says something else."""
    return Amend(target=target, kind="say", payload={"text": text})


def insert(after: int, text: str) -> Insert:
    """Something was said after the event `after`."""
    return Insert(after=after, kind="say", payload={"text": text})


def strike(target: int) -> Strike:
    """The event `target` does not count."""
    return Strike(target=target)


def read(line: Line) -> list[str]:
    """Return what the entries of a line say, in order."""
    return [event_text(entry.payload) for entry in line.entries if entry.kind == "say"]


def event_text(payload: bytes) -> str:
    """Return what an event says."""
    text = event(0, "say", payload).data()["text"]
    assert isinstance(text, str)
    return text


def said(*parts: Any) -> str:
    """Return what counts of a stream, in order: ``said("a", "b", strike(1))`` is ``b``."""
    return " ".join(read(line_of(stream(*parts))))


@st.composite
def corrected(draw: st.DrawFn, most: int = 24) -> list[Event]:
    """Any stream that recorders can make: things said, and corrections of anything before."""
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
