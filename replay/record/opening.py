"""How a match comes into being: opened, or branched off another one; what listings show of it."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

import msgspec

from engines.registry import load_bound
from engines.values import Setup
from ledger.clerk import Fork, Open
from ledger.event import draft_event, make_id
from ledger.headlines import VOID, Headline, MatchInfo, Outcome
from ledger.store import Ledger
from replay.base.errors import NotFound
from replay.fold.closing import list_results
from replay.fold.digests import compute_digest
from replay.fold.metadata import Metadata, read_metadata
from replay.fold.timeline import Timeline, open_table
from replay.record.match_names import pick_name
from replay.record.names import LONGEST, LONGEST_DERIVED, require_match_name, require_seat_names

FILE_VERSION: Final = 3
"""The version of the match file that new matches are exported in."""


def open_match(ledger: Ledger, opening: Open, actor: str, match_id: str = "") -> MatchInfo:
    """Open a match in a ledger and return it. Raise SetupError when the rules forbid it,
    BadName for a name that no match or no seat can have, Conflict where `match_id` is stored.

    Without a name in `opening` it gets one that no other match has; the rules revision is the
    engine's.
    """
    setup = Setup(len(opening.seats), opening.first, opening.options, opening.level)
    engine = load_bound(opening.game, setup)
    opening = msgspec.structs.replace(opening, options={**engine.kept, **opening.options})
    table = open_table(engine, setup)
    match_id = match_id or make_id()
    wanted = normalize("NFC", opening.name) or pick_name(match_id)
    require_match_name(wanted)
    require_seat_names(opening.seats)
    name = ledger.find_free_name(wanted)
    opening = msgspec.structs.replace(opening, name=name, rules=engine.rules, format=FILE_VERSION)
    started = draft_event(Open.type, opening)
    stored = msgspec.json.decode(started.payload, type=Open)  # as it will be read: names composed
    seen = [(engine.rules, compute_digest(engine, table))]
    headline = make_headline(Metadata(stored))
    ledger.append(match_id, 0, [started], actor, digests=seen, headline=headline)
    return ledger.find(match_id)


def fork_match(ledger: Ledger, parent: MatchInfo, at: int, actor: str, name: str = "") -> MatchInfo:
    """Branch off a match after the event `at`; the past up to there is shared, not copied.

    What lies before the point where `parent` branched off itself is shared with its own parent.

    Raise LookupError when there is no such event.
    """
    events = [event for event in ledger.events(parent.match_id) if event.version <= at]
    if not events or events[-1].version != at:
        raise NotFound("{name} has no event {n}", name=parent.name, n=at)
    past = Timeline(events)
    origin = events[-1].match_id
    match_id = make_id()
    wanted = normalize("NFC", name) or f"{parent.name[:LONGEST]}-fork"
    require_match_name(wanted, LONGEST_DERIVED)
    name = ledger.find_free_name(wanted)
    fork = Fork(parent=origin, base_version=at, base_hash=events[-1].hash, name=name)
    described = read_metadata(past.line)._replace(void=None, closing=None)
    headline = make_headline(described)._replace(
        name=name, parent_id=origin, base_version=at, base_hash=events[-1].hash
    )
    seen = [(past.engine.rules, compute_digest(past.engine, past.state))]
    ledger.append(
        match_id, at, [draft_event(Fork.type, fork)], actor, digests=seen, headline=headline
    )
    return ledger.find(match_id)


def make_headline(metadata: Metadata) -> Headline:
    """Return what listings show of a match that is described so."""
    opening, closing = metadata.opening, metadata.closing
    return Headline(
        name=opening.name,
        game=opening.game,
        rules=opening.rules,
        title=opening.title,
        played=opening.played,
        seats=opening.seats,
        closed_at=closing.recorded_at if closing else None,
        how=VOID if metadata.void else closing.close.how if closing else "",
        simulated=opening.simulated,
        place=opening.place,
        level=opening.level,
        outcomes=list_outcomes(metadata),
    )


def list_outcomes(metadata: Metadata) -> tuple[Outcome, ...]:
    """Return what came of a match that is described so, by seat."""
    seats, closing, left = len(metadata.opening.seats), metadata.closing, metadata.left
    if closing is None:
        return tuple(Outcome(left=seat in left) for seat in range(seats))
    return tuple(
        Outcome(each.points, each.rank, each.won, each.seat in left)
        for each in list_results(closing.close, seats, left)
    )
