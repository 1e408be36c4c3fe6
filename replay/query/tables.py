"""The views of a query as Arrow tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from engines.registry import BrokenGame, NoSuchGame, load_engine, load_sheet_engine
from ledger.event import Event
from replay.archive.layout import ArchivedMatch
from replay.base.workers import run_parts
from replay.query.cache import Cache, make_table, make_view_schema
from replay.query.folding import Derived, derive
from replay.query.source import Source, describe_state, is_void
from replay.query.views import VIEWS, Name

BATCH = 500
"""How many matches are derived before they are kept."""


class Tables:
    """The views of a source. `unfolded` are the names of matches that no engine can fold.

    `begin` is told how many matches are to be folded and returns what is called after each.
    """

    def __init__(
        self,
        source: Source,
        *,
        jobs: int = 1,
        scheduler: str = "",
        begin: Callable[[int], Callable[[], None]] = lambda _n: lambda: None,
    ) -> None:
        self.source = source
        self.jobs = jobs
        self.scheduler = scheduler
        self.begin = begin
        self.rows = source.list_matches()
        self.unfolded: list[str] = []

    def make(self, names: Collection[Name]) -> dict[Name, Any]:
        """Return the tables of views; only those that are derived fold anything."""
        made: dict[Name, Any] = {}
        derived = [name for name in names if VIEWS[name].derived]
        if "matches" in names:
            made["matches"] = self._make("matches", map(describe_row, self.rows))
        if "seats" in names:
            seats = (
                (row.match_id, seat, person)
                for row in self.rows
                for seat, person in enumerate(row.seats)
            )
            made["seats"] = self._make("seats", seats)
        if "events" in names:
            made["events"] = self._make("events", self.source.read_events())
        if derived:
            cache, keys = self._derive()
            made |= {name: cache.read(name, keys) for name in derived}
        return made

    def _make(self, name: Name, rows: Iterable[tuple[Any, ...]]) -> Any:
        return make_table(make_view_schema(name), rows)

    def _derive(self) -> tuple[Cache, set[str]]:
        """Return the derived rows of all matches, and the keys of those that count now."""
        keys = {row.match_id: key for row in self.rows if (key := make_key(row))}
        names = {row.match_id: row.name for row in self.rows}
        self.unfolded = [name for match_id, name in names.items() if match_id not in keys]
        cache = Cache(self.source.cache)
        cache.forget_stale(keys.values())
        missing = {match_id for match_id, key in keys.items() if key not in cache.keys}
        if not missing:
            return cache, set(keys.values())
        advance = self.begin(len(missing))
        for streams in batched(self.source.read_streams(missing), BATCH):
            folded: dict[str, Derived] = {}
            for done in run_parts(derive, streams, jobs=self.jobs, scheduler=self.scheduler):
                if done.result.folded:
                    folded[keys[done.name]] = done.result
                else:
                    self.unfolded.append(names[done.name])
                advance()
            cache.add(folded)
        return cache, set(keys.values())


def batched(
    streams: Iterator[tuple[str, list[Event]]], size: int
) -> Iterator[dict[str, list[Event]]]:
    """Yield streams, so many at once."""
    batch: dict[str, list[Event]] = {}
    for match_id, events in streams:
        batch[match_id] = events
        if len(batch) == size:
            yield batch
            batch = {}
    if batch:
        yield batch


def make_key(row: ArchivedMatch) -> str:
    """Return the key of what is derived from a match; "" where its game cannot be imported.

    A game that is not installed may be a sheet that the match keeps.

    It changes with the engine, its rules, and the events of the match.
    """
    try:
        engine = load_engine(row.game)
    except NoSuchGame:
        engine = load_sheet_engine()
    except BrokenGame:
        return ""
    return f"{row.match_id} {engine.name} {engine.rules} {row.hash}"


def describe_row(row: ArchivedMatch) -> tuple[Any, ...]:
    """Return a match as a row of the view of matches."""
    hidden, void = row.hidden_at is not None, is_void(row)
    return (
        row.match_id,
        row.name,
        row.game,
        row.rules,
        row.title,
        row.played,
        row.opened_at,
        row.last_at,
        row.closed_at,
        describe_state(row),
        hidden,
        void,
        row.simulated,
        not (hidden or void or row.simulated),
        row.parent_id,
        row.base_version,
        row.version,
    )
