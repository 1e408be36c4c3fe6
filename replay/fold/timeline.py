"""A timeline is a row of frames: the fold of a line, every past state kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, TypeVar

import msgspec
import orjson

from engines.protocol import Engine, find_breaches
from engines.registry import load_engine
from engines.values import TABLE, Action, Breach, Move, Setup, SetupError
from ledger.clerk import Clerk, Close, Fork, Note, Open, Ruling, Waive
from ledger.event import Draft, Event, now
from replay.base.i18n import _
from replay.fold.line import Entry, Line, corrections, line_of

C = TypeVar("C", bound=Clerk)

READ = "READ"
"""The rule broken by an event that cannot be read (see the common rulebook)."""


class Frame(msgspec.Struct, frozen=True):
    """Frame n: an event, the state after it, the moves that led there, and what it broke.

    `ply` counts the actions up to here; `waived` holds breaches of rules that the table has
    switched off.
    """

    entry: Entry
    state: Any
    action: Action | None = None
    moves: tuple[Move, ...] = ()
    breaches: tuple[Breach, ...] = ()
    waived: tuple[Breach, ...] = ()
    ply: int = 0

    @property
    def version(self) -> int:
        """The address of the frame: its event's version in the stream."""
        return self.entry.version


class Ruleset(msgspec.Struct, frozen=True):
    """Rules to fold a match under other than its own: `book` ignores the table's waivers, `waive`
    switches rules off from the start, `options` replaces options of the match."""

    book: bool = False
    waive: frozenset[str] = frozenset()
    options: dict[str, Any] = {}


class Timeline:
    """The fold of a match, growing at its end; corrections refold from where they bite.

    `eyes` folds only what those eyes saw; `known` folds with hindsight; `under` folds by other
    rules than the match was played by.
    """

    def __init__(
        self,
        events: Sequence[Event],
        *,
        as_of: int | None = None,
        known: Mapping[str, str] | None = None,
        eyes: int | None = None,
        under: Ruleset | None = None,
    ) -> None:
        self.under = under or Ruleset()
        self.events = list(events)
        self.as_of = as_of
        self.known = dict(known or {})
        self.eyes = eyes
        self.line: Line = line_of(self.events, as_of)
        self.opening = opening_of(self.line)
        self.engine: Engine = load_engine(self.opening.game)
        self.frames: list[Frame] = []
        self._waived = self._waived_at_first()
        for entry in self.line.entries:
            self._fold(entry)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of who sits at the table, by seat."""
        return self.opening.seats

    @property
    def state(self) -> Any:
        """The state now."""
        return self.frames[-1].state

    @property
    def version(self) -> int:
        """The version of the last event of the stream."""
        return self.events[-1].version

    @property
    def closed(self) -> Close | None:
        """How the match was closed, None while it is open; a branch is open whatever it is of."""
        branched = max((number for number, _frame, _fork in self.clerks(Fork)), default=0)
        closings = [closing for number, _frame, closing in self.clerks(Close) if number > branched]
        return closings[-1] if closings else None

    def clerks(self, kind: type[C]) -> Iterator[tuple[int, Frame, C]]:
        """Yield the clerk events of a kind, each with its frame and the frame's index; what
        cannot be read is left out."""
        for number, frame in enumerate(self.frames):
            if frame.entry.kind == kind.type and not frame.breaches:
                clerk = frame.entry.clerk()
                assert isinstance(clerk, kind)  # noqa: S101
                yield number, frame, clerk

    def extend(self, events: Sequence[Event]) -> int:
        """Add stored events; return the index of the first frame that is new or changed."""
        self.events.extend(events)
        if not any(corrections(events)) and self.as_of is None:
            return self._continue(events)
        self.line = line_of(self.events, self.as_of)
        same = 0
        for frame, entry in zip(self.frames, self.line.entries, strict=False):
            if frame.entry.version != entry.version or frame.entry.read_at != entry.read_at:
                break
            same += 1
        if same == 0:
            self.opening = opening_of(self.line)
        del self.frames[same:]
        self._waived = self._waived_after(same)
        for entry in self.line.entries[same:]:
            self._fold(entry)
        return same

    def imagine(self, drafts: Sequence[Draft]) -> Timeline:
        """Return the timeline as it would be if these drafts were appended; this one stays."""
        last, moment = self.events[-1], now()
        following = [
            Event(
                last.match_id,
                last.version + number,
                each.event_id,
                each.type,
                each.schema,
                each.payload,
                last.actor,
                moment,
                each.played_at,
                "",
                each.batch,
            )
            for number, each in enumerate(drafts, 1)
        ]
        imagined = copy(self)
        imagined.events = self.events.copy()
        imagined.frames = self.frames.copy()
        imagined._waived = self._waived.copy()
        imagined.extend(following)
        return imagined

    def adopt(self, imagined: Timeline, stored: Sequence[Event]) -> None:
        """Become a timeline that was imagined from this one; nothing is folded again.

        `stored` are its new events as they were appended.
        """
        by_version = {event.version: event for event in stored}

        def real(entry: Entry) -> Entry:
            event = by_version.get(entry.version)
            return entry if event is None else msgspec.structs.replace(entry, event=event)

        self.events = [by_version.get(event.version, event) for event in imagined.events]
        self.frames = [
            msgspec.structs.replace(frame, entry=real(frame.entry))
            if frame.version in by_version
            else frame
            for frame in imagined.frames
        ]
        entries = tuple(map(real, imagined.line.entries))
        self.line = msgspec.structs.replace(imagined.line, entries=entries)
        self.opening = imagined.opening
        self._waived = imagined._waived

    def _continue(self, events: Sequence[Event]) -> int:
        """Add events none of which corrects another."""
        new = line_of(events).entries
        self.line = msgspec.structs.replace(self.line, entries=self.line.entries + new)
        same = len(self.frames)
        for entry in new:
            self._fold(entry)
        return same

    def _waived_at_first(self) -> set[str]:
        """Return the rules switched off from the start: by the group's own, or by `under`."""
        house = () if self.under.book else self.opening.house
        return {rule.waives for rule in house if rule.waives} | set(self.under.waive)

    def _is_waiver(self, entry: Entry) -> bool:
        """Return whether an entry is a waiver, and waivers count here."""
        return entry.kind == Waive.type and not self.under.book

    def _waived_after(self, count: int) -> set[str]:
        waived = self._waived_at_first()
        for frame in self.frames[:count]:
            if self._is_waiver(frame.entry) and not frame.breaches:
                _waive(waived, frame.entry)
        return waived

    def _fold(self, entry: Entry) -> None:
        """Add the frame of an entry."""
        if not self.frames:
            setup = setup_of(self.opening, self.known, self.under.options)
            self.frames.append(Frame(entry, open_table(self.engine, setup)))
            return
        last = self.frames[-1]
        try:
            if entry.is_clerk:
                entry.clerk()
                if self._is_waiver(entry):
                    _waive(self._waived, entry)
                self.frames.append(Frame(entry, last.state, ply=last.ply))
                return
            action = self.decode(entry, last.state)
        except ValueError as error:
            unread = Breach(READ, READ, {"error": str(error)})
            self.frames.append(Frame(entry, last.state, breaches=(unread,), ply=last.ply))
            return
        state, moves = self.engine.apply(last.state, action)
        found = self.engine.check(last.state, action, moves)
        breaches = tuple(b for b in found if b.rule not in self._waived)
        waived = tuple(b for b in found if b.rule in self._waived)
        self.frames.append(Frame(entry, state, action, moves, breaches, waived, last.ply + 1))

    def decode(self, entry: Entry, state: Any) -> Action:
        """Return the action in an entry, as far as these eyes saw it. Raise DecodeError."""
        action = self.engine.decode(entry.kind, entry.payload, entry.schema)
        self.engine.admit(state, action)
        return action if self.eyes is None else self.engine.redact(state, action, self.eyes)

    def judge(self, action: Action) -> tuple[Breach, ...]:
        """Return what an action would break now, waived rules left out."""
        return self.judge_in(self.state, action)

    def judge_in(self, state: Any, action: Action) -> tuple[Breach, ...]:
        """Return what an action would break in a state, waived rules left out."""
        found = find_breaches(self.engine, state, action)
        return tuple(breach for breach in found if breach.rule not in self._waived)

    def index(self, version: int) -> int:
        """Return the index of the frame at an address.

        An event that does not count (a correction, a struck event) has the position that the
        record showed there: that of the nearest event before it that counts. Raise LookupError
        for an address beyond the stream.
        """
        first = self.frames[0].version
        if version < first or version > self.version:
            text = _("no event {n}: this match has {first} to {last}")
            raise LookupError(text.format(n=version, first=first, last=self.version))
        best = 0
        for number, frame in enumerate(self.frames):
            if frame.version == version:
                return number
            if frame.version < version:
                best = number
        return best

    def at(self, version: int | None) -> Frame:
        """Return the frame at an address, the last one for None."""
        return self.frames[-1] if version is None else self.frames[self.index(version)]

    def version_of(self, ply: int) -> int:
        """Return the version of the action at a 0-based position among the actions."""
        for frame in self.frames:
            if frame.action is not None and frame.ply == ply + 1:
                return frame.version
        raise LookupError(f"no action {ply}")

    def actions(self) -> Iterator[Frame]:
        """Yield the frames of game events."""
        return (frame for frame in self.frames if frame.action is not None)

    def rulings(self) -> dict[int, list[tuple[int, Ruling]]]:
        """Return the rulings in force by the version they are about, each with its own version."""
        found: dict[int, list[tuple[int, Ruling]]] = {}
        for _index, frame, ruling in self.clerks(Ruling):
            found.setdefault(ruling.at, []).append((frame.version, ruling))
        return found

    def notes(self) -> dict[int, list[tuple[int, Note]]]:
        """Return the notes by the version they are about, each with its own version."""
        found: dict[int, list[tuple[int, Note]]] = {}
        for number, frame, note in self.clerks(Note):
            about = note.at if note.at is not None else self.frames[number - 1].version
            found.setdefault(about, []).append((frame.version, note))
        return found

    def learnt(self) -> dict[str, str]:
        """Return the face of every unknown piece that has become known."""
        return {move.name: move.item for frame in self.frames for move in frame.moves if move.name}


def opening_of(line: Line) -> Open:
    """Return how a match began. Raise ValueError when its first event does not say so."""
    if not line.entries or line.entries[0].kind != Open.type:
        raise ValueError("the stream does not begin with match.open")
    opening = line.entries[0].clerk()
    assert isinstance(opening, Open)  # noqa: S101
    return opening


def fork_of(line: Line) -> Fork | None:
    """Return where a match branches off another, None for one that begins by itself."""
    for entry in reversed(line.entries):
        if entry.kind == Fork.type:
            fork = entry.clerk()
            assert isinstance(fork, Fork)  # noqa: S101
            return fork
    return None


def open_table(engine: Engine, setup: Setup) -> Any:
    """Return the table as a game sets it up. Raise SetupError, to be said in that game's words."""
    try:
        return engine.open(setup)
    except SetupError as error:
        error.package = engine.package
        raise


def setup_of(
    opening: Open,
    known: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Setup:
    """Return the set-up that an engine opens a match with; `options` replace the match's own."""
    return Setup(
        seats=len(opening.seats),
        first=opening.first,
        options={**opening.options, **(options or {})},
        level=opening.level,
        known=dict(known or {}),
    )


def _waive(waived: set[str], entry: Entry) -> None:
    event = entry.clerk()
    assert isinstance(event, Waive)  # noqa: S101
    if event.waived:
        waived.add(event.rule)
    else:
        waived.discard(event.rule)


def digest(engine: Engine, state: Any, rules: str | None = None) -> str:
    """Return a digest of what an engine sees in a state: pieces, scores, who is to act.

    It does not depend on how the engine keeps its state, only on how it reads the match. It covers
    the revision of the rules that it is said to be read by: `rules`, the engine's own if None.
    """
    standing = engine.standing(state)
    seen = [
        engine.rules if rules is None else rules,
        list(state.book.walk()),
        [[score.seat, score.total, score.rank] for score in standing.scores],
        [standing.over, list(standing.winners)],
        [[prompt.seat, prompt.ask, prompt.place] for prompt in engine.awaits(state)],
    ]
    return hashlib.sha256(orjson.dumps(seen)).hexdigest()[:32]


__all__ = ["TABLE", "Frame", "Timeline", "digest", "fork_of", "opening_of", "setup_of"]
