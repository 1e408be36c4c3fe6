"""A match of Splendor whose open cards are known, and helpers that type at its desk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines.splendor import engine
from engines.values import Action
from ledger.clerk import Open
from ledger.event import Draft, Event, draft_event
from ledger.headlines import Headline, MatchInfo
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.desk.replies import Reply
from replay.lab.simulation import simulate_match
from replay.record.opening import open_match
from replay.record.session import Session
from replay.speech.voice import Voice

ANA, BO = 0, 1
SEATS = ("Ana", "Bo")

LAID = (
    "1wu3; 1uk3; 1gr3; 1rw3",
    "2wr5; 2uu5; 2gg5; 2rk5",
    "3wk7; 3uw7; 3gu7; 3rg7",
    "w4u4; r4k4; w3r3k3",
)
"""The open cards at the start: in every row a white, a blue, a green and a red one."""

FIRST = 17
"""The version of the first turn, once the open cards are recorded."""


def file_of(ledger: Ledger) -> Path:
    """Return the file of a ledger."""
    assert isinstance(ledger.where, Path)
    return ledger.where


def open_session(
    ledger: Ledger, *, name: str = "maple", game: str = "splendor", **details: Any
) -> Session:
    """Return the session of a new match of Ana and Bo; nothing is recorded but its opening."""
    opening = Open(game=game, rules="", name=name, **{"seats": SEATS, **details})
    return Session(ledger, open_match(ledger, opening, "tess"), "tess")


def lay_out_session(ledger: Ledger, *, name: str = "maple", **details: Any) -> Session:
    """Return the session of a new match of which the open cards are recorded."""
    session = open_session(ledger, name=name, **details)
    type_accepted(open_desk(session), *LAID)
    assert session.timeline.version == FIRST - 1
    return session


def open_desk(session: Session, lang: str = "en") -> Desk:
    """Return a desk for a session."""
    return Desk(session, Voice(session.engine, lang, session.timeline.seats))


def type_lines(desk: Desk, *lines: str) -> list[Reply]:
    """Type some lines and return all replies."""
    return [reply for line in lines for reply in desk.handle(line)]


def type_accepted(desk: Desk, *lines: str) -> list[Reply]:
    """Type some lines and return all replies. Fail where a line is not carried out."""
    replies = type_lines(desk, *lines)
    assert {reply.kind for reply in replies} <= {"recorded", "told"}, replies[-1].shows
    return replies


def join_replies(replies: Sequence[Reply]) -> str:
    """Return the text of some replies."""
    return "\n".join(str(show) for reply in replies for show in reply.shows)


def parse_action(session: Session, text: str) -> Action:
    """Return the one action that a text means in the present state."""
    (action,) = session.engine.parse(text, session.state, session.timeline.seats)
    assert isinstance(action, Action)
    return action


def simulate(ledger: Ledger, seed: int, seats: int = 2, **how: Any) -> MatchInfo:
    """Record a match that the dealer plays, and return it."""
    return simulate_match(ledger, engine, seats, seed, **how)


# -- events without any game ---------------------------------------------------------------------


def make_headline(name: str = "maple", **details: Any) -> Headline:
    """Return the headline of a match of Ana and Bo."""
    filled = {"game": "splendor", "rules": "r", "title": "", "played": "2026-11-30", **details}
    return Headline(name=name, **{"seats": SEATS, **filled})


def append_opening(
    ledger: Ledger, match_id: str = "m", name: str = "maple", **details: Any
) -> list[Event]:
    """Append the opening of a match without an engine, and return the stored events."""
    opening = draft_event("match.open", {"game": "splendor"})
    return ledger.append(match_id, 0, [opening], "tess", headline=make_headline(name, **details))


def draft_note(n: int) -> Draft:
    """Return a draft with the number `n` as its content."""
    return draft_event("note", {"n": n})


def quote_id(ledger: Ledger, match_id: str) -> str:
    """Return the id of a match as a value in SQL, as a ledger stores it."""
    stored = ledger.database.dialect.pack_id(match_id)
    return f"x'{stored.hex()}'" if isinstance(stored, bytes) else f"'{stored}'"


def forget_results(ledger: Ledger) -> None:
    """Make a ledger list as little of its matches as one of before places and results."""
    with ledger.transaction():
        ledger.database.execute("UPDATE matches SET place = NULL, level = NULL")
        ledger.database.execute(
            "UPDATE seats SET points = NULL, rank = NULL, won = NULL, gone = NULL"
        )
