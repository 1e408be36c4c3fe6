"""Copies of whole ledgers, from one database to another: everything in them, and checked there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ledger.errors import Conflict, DamagedLedger, LedgerError
from ledger.event import GENESIS, Event, hash_event
from ledger.headlines import Headline, MatchInfo, read_headline, write_headline
from ledger.journal import JOURNAL
from ledger.rows import insert_digests, insert_events, read_digests, read_events
from ledger.store import Ledger

BATCH: Final = 5000
"""How many events are stored in one transaction, or those of one match."""

Advance = Callable[[], None]
"""Is called after each match."""


class Copied(NamedTuple):
    """How many matches and events a ledger has, and how many of the events were new in the copy."""

    matches: int
    events: int
    new: int


class Stream(NamedTuple):
    """All that a ledger holds of a match."""

    info: MatchInfo
    headline: Headline
    events: Sequence[Event]
    digests: dict[int, tuple[str, str]]


def copy_ledger(
    source: Ledger, target: Ledger, advance: Advance = lambda: None, *, whole: bool = True
) -> Copied:
    """Copy everything that a ledger holds at this moment; what is there already stays.

    Every match is read again where it was copied to, and compared. Where copying was interrupted
    it can be begun again. Raise DamagedLedger where a hash does not fit, unless not `whole`.
    Raise Conflict where the target holds something else.
    """
    with source.read_transaction():
        infos = order_parents_first(source.matches())
        journal = read_events(source.database, JOURNAL)
        if whole:
            require_chain(source, JOURNAL, GENESIS, journal)
        _require_beginning(source, target, infos, journal)
        events = new = 0
        for batch in _make_batches(infos):
            with target.transaction():
                for info in batch:
                    stream = read_stream(source, info)
                    if whole:
                        base_hash = stream.headline.base_hash or GENESIS
                        require_chain(source, info.name, base_hash, stream.events)
                    new += _store_stream(target, stream)
                    events += len(stream.events)
                    advance()
        with target.transaction():
            new += _store_events(target, JOURNAL, journal)
    return Copied(len(infos), events + len(journal), new)


def order_parents_first(infos: Sequence[MatchInfo]) -> list[MatchInfo]:
    """Return matches so that each comes after the one that it branches off."""
    waiting = {info.match_id: info for info in reversed(infos)}
    ordered: dict[str, MatchInfo] = {}
    for info in reversed(infos):
        branch: list[MatchInfo] = []
        following: MatchInfo | None = info
        while following is not None and following.match_id not in ordered:
            branch.append(following)
            del waiting[following.match_id]
            following = waiting.get(following.parent_id or "")
        ordered.update((each.match_id, each) for each in reversed(branch))
    return list(ordered.values())


def _make_batches(infos: Sequence[MatchInfo]) -> Iterator[list[MatchInfo]]:
    """Yield matches in batches of some thousand events."""
    batch: list[MatchInfo] = []
    events = 0
    for info in infos:
        batch.append(info)
        events += info.version
        if events >= BATCH:
            yield batch
            batch, events = [], 0
    if batch:
        yield batch


def read_stream(ledger: Ledger, info: MatchInfo) -> Stream:
    """Return all that a ledger holds of a match."""
    database, match_id = ledger.database, info.match_id
    headline = read_headline(database, match_id)
    return Stream(
        info,
        headline._replace(simulated=bool(headline.simulated)),  # SQLite stores a number
        read_events(database, match_id),
        read_digests(database, match_id),
    )


def require_chain(ledger: Ledger, name: str, previous: str, events: Sequence[Event]) -> None:
    """Raise DamagedLedger where an event is not chained to the one before it."""
    for event in events:
        if hash_event(previous, event) != event.hash:
            raise DamagedLedger(
                "{path}: event {version} of {name} was changed, or one before it is gone.",
                "foldtable verify {name} says more. An older backup may be whole.",
                path=ledger.where,
                version=event.version,
                name=name,
            )
        previous = event.hash


def require_chains(ledger: Ledger) -> None:
    """Raise DamagedLedger where an event of a ledger is not chained to the one before it."""
    with ledger.read_transaction():
        require_chain(ledger, JOURNAL, GENESIS, read_events(ledger.database, JOURNAL))
        for info in ledger.matches():
            events = read_events(ledger.database, info.match_id)
            require_chain(ledger, info.name, info.base_hash or GENESIS, events)


def _require_beginning(
    source: Ledger, target: Ledger, infos: Sequence[MatchInfo], journal: Sequence[Event]
) -> None:
    """Raise Conflict unless all that the target holds can come from the source."""
    known = {info.match_id for info in infos}
    theirs = read_events(target.database, JOURNAL)
    strangers = [info.name for info in target.matches() if info.match_id not in known]
    if strangers or theirs != list(journal[: len(theirs)]):
        raise Conflict(
            "{target} holds what {source} does not.",
            "Copy into an empty ledger, or bring single matches over with export and import.",
            target=target.where,
            source=source.where,
        )


def _store_stream(target: Ledger, stream: Stream) -> int:
    """Store a match as it is elsewhere and return how many events were new; compare it then."""
    info, database = stream.info, target.database
    write_headline(database, info.match_id, stream.headline, info.opened_at)
    database.execute(
        "UPDATE matches SET archived_at = ?, last_at = ? WHERE match_id = ?",
        (info.archived_at, info.last_at, database.dialect.pack_id(info.match_id)),
    )
    new = _store_events(target, info.match_id, stream.events)
    digests = [stream.digests.get(event.version) for event in stream.events]
    insert_digests(database, stream.events, digests)
    if read_stream(target, info)[1:] != stream[1:]:
        raise DamagedLedger(
            "{path} does not keep {name} as it is in the ledger that it is copied from.",
            "foldtable db check says what is wrong with one of them.",
            path=target.where,
            name=info.name,
        )
    return new


def _store_events(target: Ledger, match_id: str, events: Sequence[Event]) -> int:
    """Store the events of a stream that are not there yet and return how many they are.

    Raise Conflict where others are there, DamagedLedger where they are not kept.
    """
    stored = read_events(target.database, match_id)
    if stored != list(events[: len(stored)]):
        raise Conflict(
            "{target} has other events of the match {match_id}.",
            "Copy into an empty ledger.",
            target=target.where,
            match_id=match_id,
        )
    new = events[len(stored) :]
    insert_events(target.database, new)
    if new and read_events(target.database, match_id) != list(events):
        raise DamagedLedger(
            "{path} does not keep the events that it is given.",
            "Nothing was recorded. foldtable verify --all says what was changed in it.",
            path=target.where,
        )
    return len(new)


def back_up(source: Ledger, path: Path, advance: Advance = lambda: None) -> Copied:
    """Copy a ledger into a new file, while others go on recording. Raise LedgerError.

    Where that was interrupted, it is gone on with.
    """
    if path.exists():
        raise LedgerError("{path} is there already.", "Choose another name.", path=path)
    part = path.with_name(f"{path.name}.part")
    try:
        copied = _copy_into(source, part, advance)
    except Conflict:  # it was begun of another ledger
        part.unlink()
        copied = _copy_into(source, part, advance)
    part.replace(path)
    return copied


def _copy_into(source: Ledger, path: Path, advance: Advance, *, whole: bool = True) -> Copied:
    with Ledger(path) as target:
        return copy_ledger(source, target, advance, whole=whole)
