"""The views that a query may read, and what their columns mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from replay.base.i18n import _

Kind = Literal["text", "number", "flag"]
Name = Literal["matches", "seats", "events", "moves", "scores", "breaches"]


class Column(NamedTuple):
    """A column of a view: its name, what it holds, and what that means."""

    name: str
    kind: Kind
    explain: Callable[[], str]


class View(NamedTuple):
    """A view: what a row of it is, and its columns. A `derived` one is folded by the engines."""

    explain: Callable[[], str]
    columns: tuple[Column, ...]
    derived: bool = False


MATCH_ID: Final = Column("match_id", "text", lambda: _("the id of the match"))
VERSION: Final = Column("version", "number", lambda: _("the number of the event"))
SEAT: Final = Column("seat", "number", lambda: _("the seat, from 0"))
TYPE: Final = Column("type", "text", lambda: _("what happened: take, match.close …"))

VIEWS: Final[Mapping[Name, View]] = {
    "matches": View(
        lambda: _("Every match, hidden, void and simulated ones as well."),
        (
            MATCH_ID,
            Column("name", "text", lambda: _("the name of the match")),
            Column("game", "text", lambda: _("the game")),
            Column("rules", "text", lambda: _("the revision of the rules it was opened with")),
            Column("title", "text", lambda: _("the title")),
            Column("played", "text", lambda: _("the day it was played on")),
            Column("opened_at", "text", lambda: _("when its first event was recorded (UTC)")),
            Column("last_at", "text", lambda: _("when its last event was recorded (UTC)")),
            Column("closed_at", "text", lambda: _("when it was closed; null while it is open")),
            Column("state", "text", lambda: _("open, finished, conceded, abandoned or void")),
            Column("hidden", "flag", lambda: _("whether it was taken out of the lists")),
            Column("void", "flag", lambda: _("whether it does not count")),
            Column("simulated", "flag", lambda: _("whether the dealer played it")),
            Column("listed", "flag", lambda: _("whether it is neither hidden, void nor simulated")),
            Column("fork_of", "text", lambda: _("the match it branches off; else null")),
            Column("fork_at", "number", lambda: _("the last event that it shares with that match")),
            Column("version", "number", lambda: _("the number of its last event")),
        ),
    ),
    "seats": View(
        lambda: _("Every seat of every match."),
        (MATCH_ID, SEAT, Column("person", "text", lambda: _("who sits there at the end"))),
    ),
    "events": View(
        lambda: _("Every event as it was recorded; a branch has those that it does not share."),
        (
            MATCH_ID,
            VERSION,
            Column("event_id", "text", lambda: _("the id of the event")),
            TYPE,
            Column("schema_version", "number", lambda: _("the form of the payload")),
            Column("payload", "text", lambda: _("what it says, as JSON: payload->>'$.seat'")),
            Column("actor", "text", lambda: _("who recorded it")),
            Column("recorded_at", "text", lambda: _("when it was recorded (UTC)")),
            Column("played_at", "text", lambda: _("when it happened, if that was told")),
            Column("hash", "text", lambda: _("its link in the chain")),
            Column("batch", "text", lambda: _("the first event that was entered with it")),
            Column("intent", "text", lambda: _("how it was meant, as JSON")),
        ),
    ),
    "moves": View(
        lambda: _("Every piece that moved, by the events that count after corrections."),
        (
            MATCH_ID,
            VERSION,
            Column("number", "number", lambda: _("which move of the event, from 0")),
            Column("round", "number", lambda: _("the round, 0 before the first")),
            TYPE,
            Column("seat", "number", lambda: _("who acted; null for the table")),
            Column("n", "number", lambda: _("how many")),
            Column("item", "text", lambda: _("of what")),
            Column("source", "text", lambda: _("from where")),
            Column("target", "text", lambda: _("to where")),
            Column("rule", "text", lambda: _("by which rule")),
            Column("learnt", "text", lambda: _("the unknown piece that this turned out to be")),
        ),
        derived=True,
    ),
    "scores": View(
        lambda: _("Every seat at the end of the record, as the engine counts it."),
        (
            MATCH_ID,
            SEAT,
            Column("person", "text", lambda: _("who sits there at the end")),
            Column("total", "number", lambda: _("the points; null where they are not known")),
            Column("rank", "number", lambda: _("the rank, from 1")),
            Column("won", "flag", lambda: _("whether the seat has won")),
            Column("over", "flag", lambda: _("whether the game is over by the record")),
            Column("counted", "number", lambda: _("the points as people counted them, or null")),
        ),
        derived=True,
    ),
    "breaches": View(
        lambda: _("Every rule that an event broke, by the events that count after corrections."),
        (
            MATCH_ID,
            VERSION,
            TYPE,
            Column("seat", "number", lambda: _("who acted; null for the table")),
            Column("rule", "text", lambda: _("the rule")),
            Column("why", "text", lambda: _("the key of the sentence that says why")),
            Column("ruled", "flag", lambda: _("whether the table has decided about it")),
            Column("waived", "flag", lambda: _("whether the table had switched the rule off")),
        ),
        derived=True,
    ),
}


def find_views(sql: str) -> list[Name]:
    """Return the views that a query may be about: those whose names stand in it.

    >>> find_views("select * from MOVES join matches using (match_id)")
    ['matches', 'moves']
    """
    words = {word.casefold() for word in re.findall(r"\w+", sql)}
    return [name for name in VIEWS if name in words]
