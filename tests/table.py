"""A table of Splendor at which every card is known, and people who type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.splendor import engine
from engines.values import Action
from ledger.clerk import Open
from ledger.event import Draft, Event, draft_event
from ledger.store import Headline, Ledger, MatchInfo
from replay.desk.desk import Desk
from replay.desk.replies import Reply
from replay.lab.simulation import simulate_match
from replay.record.session import Session, open_match
from replay.speech.voice import Voice

ANA, BO = 0, 1
SEATS = ("Ana", "Bo")

LAID = (
    "1wu3; 1uk3; 1gr3; 1rw3",
    "2wr5; 2uu5; 2gg5; 2rk5",
    "3wk7; 3uw7; 3gu7; 3rg7",
    "w4u4; r4k4; w3r3k3",
)
"""What lies open at the start: in every row a white, a blue, a green and a red card."""

FIRST = 17
"""The version of the first turn at a table that is laid out."""


def opened(ledger: Ledger, *, name: str = "maple", **details: Any) -> Session:
    """Return a session of a new match of Ana and Bo, nothing told yet."""
    opening = Open(game="splendor", rules="", name=name, **{"seats": SEATS, **details})
    return Session(ledger, open_match(ledger, opening, "tess"), "tess")


def laid_out(ledger: Ledger, *, name: str = "maple", **details: Any) -> Session:
    """Return a session of a new match in which the table has told what lies open."""
    session = opened(ledger, name=name, **details)
    accepted(desk_of(session), *LAID)
    assert session.timeline.version == FIRST - 1
    return session


def desk_of(session: Session, lang: str = "en") -> Desk:
    """Return the desk of a session."""
    return Desk(session, Voice(session.engine, lang, session.timeline.seats))


def typed(desk: Desk, *lines: str) -> list[Reply]:
    """Type some lines; return every reply."""
    return [reply for line in lines for reply in desk.handle(line)]


def accepted(desk: Desk, *lines: str) -> list[Reply]:
    """Type some lines that are all carried out; return every reply."""
    replies = typed(desk, *lines)
    assert {reply.kind for reply in replies} <= {"recorded", "told"}, replies[-1].shows
    return replies


def told(replies: Sequence[Reply]) -> str:
    """Return all that some replies say."""
    return "\n".join(str(show) for reply in replies for show in reply.shows)


def act(session: Session, text: str) -> Action:
    """Return the action that a text means now."""
    (action,) = session.engine.parse(text, session.state, session.timeline.seats)
    assert isinstance(action, Action)
    return action


def simulated(ledger: Ledger, seed: int, seats: int = 2, **how: Any) -> MatchInfo:
    """Return a match that the dealer played."""
    return simulate_match(ledger, engine, seats, seed, **how)


# -- events without any game ---------------------------------------------------------------------


def headline(name: str = "maple", **details: Any) -> Headline:
    """Return what listings would show of a match."""
    filled = {"game": "splendor", "rules": "r", "title": "", "played": "2026-11-30", **details}
    return Headline(name=name, **{"seats": SEATS, **filled})


def begun(ledger: Ledger, match_id: str = "m", name: str = "maple", **details: Any) -> list[Event]:
    """Append the first event of a bare match: the ledger does not know what it is about."""
    opening = draft_event("match.open", {"game": "splendor"})
    return ledger.append(match_id, 0, [opening], "tess", headline=headline(name, **details))


def noted(n: int) -> Draft:
    """Return a draft that is told from all others by its number."""
    return draft_event("note", {"n": n})
