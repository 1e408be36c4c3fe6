"""A timeline is a row of frames: the fold of a line, every past state kept."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from typing import Any, TypeVar

import msgspec
import orjson

from engines.protocol import Engine, S, State
from engines.registry import load_bound
from engines.seats import Seats
from engines.values import Action, Breach, Move, Setup, SetupError
from ledger.clerk import Clerk, Note, Open, Ruling, Waive
from ledger.event import Draft, Event, format_now
from replay.base.collection import pause_collection
from replay.base.errors import NotFound, name_flaw
from replay.base.terminal_text import clean_line
from replay.fold.eyes import HIDDEN, hide_clerk, hide_entry, hide_stream_event
from replay.fold.growing_line import extend_line
from replay.fold.line import Closing, Entry, Line, read_line
from replay.fold.metadata import find_opening, read_seats, seat_people
from replay.fold.seating import Step, change_seats, read_step
from replay.fold.walks import T, Walk, count_shared

C = TypeVar("C", bound=Clerk)

READ = "READ"
"""The rule broken by an event that cannot be read (see the common rulebook)."""


class ActionCheck(msgspec.Struct, frozen=True, dict=True):
    """The check of one action, made when somebody first asks for its result, then kept.

    `state` is the state before the action, `moves` are what it moved.
    """

    engine: Engine[State]
    state: State
    action: Action
    moves: tuple[Move, ...]
    waived_rules: frozenset[str]

    @cached_property
    def found(self) -> tuple[Breach, ...]:
        """All breaches of the action, of waived rules too."""
        return self.engine.check(self.state, self.action, self.moves)

    @cached_property
    def breaches(self) -> tuple[Breach, ...]:
        """The breaches of rules that are in force."""
        return tuple(each for each in self.found if each.rule not in self.waived_rules)

    @cached_property
    def waived(self) -> tuple[Breach, ...]:
        """The breaches of rules that the table has waived."""
        return tuple(each for each in self.found if each.rule in self.waived_rules)


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """Frame n: an event, the state after it, and the moves that led there.

    `ply` counts the actions up to here, `waived_rules` are the rules that the table has waived
    up to here, `seat_names` the people who sit there, by seat, `verbs` what has been told up to
    here. `error` says why the event cannot be read; such an event changes nothing.
    """

    entry: Entry
    state: State
    action: Action | None = None
    moves: tuple[Move, ...] = ()
    ply: int = 0
    waived_rules: frozenset[str] = frozenset()
    seat_names: Seats = Seats()
    verbs: frozenset[str] = frozenset()
    check: ActionCheck | None = None
    error: str = ""

    @property
    def version(self) -> int:
        """The address of the frame: its event's version in the stream."""
        return self.entry.version

    @property
    def intent(self) -> dict[str, Any]:
        """How the action was meant: what was said in place of its values, by field.

        It is empty where the action was said in full, and for what certain eyes saw of it.
        """
        try:
            intent = orjson.loads(self.entry.intent or b"{}")
        except orjson.JSONDecodeError:
            return {}
        return intent if isinstance(intent, dict) else {}

    @property
    def step(self) -> Step | None:
        """What the event does to the table: an action, somebody who leaves or joins, or nothing."""
        return read_step(self.entry, self.action, self.error)

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """What the event broke; READ if it cannot be read."""
        if self.error:
            return (Breach(READ, READ, {"error": self.error}),)
        return self.check.breaches if self.check else ()

    @property
    def waived(self) -> tuple[Breach, ...]:
        """What the event broke of waived rules."""
        return self.check.waived if self.check else ()


class Ruleset(msgspec.Struct, frozen=True):
    """Rules to fold a match under other than its own: `book` ignores the table's waivers, `waive`
    switches rules off from the start, `options` replaces options of the match."""

    book: bool = False
    waive: frozenset[str] = frozenset()
    options: dict[str, Any] = {}


class Timeline:
    """The fold of a match: one frame for every entry of its line.

    It grows at its end; a correction folds again from where it takes effect. `as_of` folds the
    stream up to that version. `eyes` folds only what those eyes saw, `known` folds with hindsight,
    `under` folds by other rules than the match was played by.
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
        self._stream = list(events)
        self.as_of = as_of
        self.known = dict(known or {})
        self.eyes = eyes
        self.line: Line = read_line(self._stream, as_of)
        self.opening = find_opening(self.line)
        self.engine: Engine[State] = load_bound(self.opening.game, make_setup(self.opening))
        self.frames: list[Frame] = []
        self._located: list[int] = []
        self._walks: dict[object, Walk[Frame, Any]] = {}
        self._fold_entries(self.line.entries)

    @property
    def events(self) -> list[Event]:
        """The stream, as far as these eyes see it."""
        if self.eyes is None:
            return self._stream
        return [hide_stream_event(event) for event in self._stream]

    @property
    def seats(self) -> Seats:
        """The names of the people at the table now, by seat, and the letters that type them."""
        return self.frames[-1].seat_names

    @property
    def state(self) -> State:
        """The state now."""
        return self.frames[-1].state

    @property
    def version(self) -> int:
        """The version of the last event of the stream."""
        return self._stream[-1].version

    @property
    def has_actions(self) -> bool:
        """Return whether anything of the game was recorded, and not its result alone."""
        return self.frames[-1].ply > 0

    @property
    def closing(self) -> Closing | None:
        """The closing in force, None while the match is open. Certain eyes see no seal."""
        closing = self.line.closing
        return closing if closing is None or self.eyes is None else closing._replace(seal=HIDDEN)

    def find_clerks(self, kind: type[C]) -> Iterator[tuple[int, Frame, C]]:
        """Yield the clerk events of a kind that can be read: index of the frame, frame, event."""
        for number, frame in enumerate(self.frames):
            if frame.entry.kind == kind.type and not frame.error:
                clerk = frame.entry.clerk()
                assert isinstance(clerk, kind)  # noqa: S101
                yield number, frame, clerk

    # -- growing -----------------------------------------------------------------------------

    def extend(self, events: Sequence[Event]) -> int:
        """Add stored events; return the index of the first frame that is new or changed."""
        self._stream.extend(events)
        self.line, same = extend_line(self.line, self._known(self._stream), self._known(events))
        if same == 0:
            self.opening = find_opening(self.line)
        following = self.line.entries[same:]
        self._cut_frames(same, following)
        self._fold_entries(following)
        return same

    def _cut_frames(self, same: int, following: Sequence[Entry]) -> None:
        """Remove all frames but so many, and what is no longer true once others follow."""
        addressed = self.frames[0].version + len(self._located)
        if same < len(self.frames) or any(entry.version < addressed for entry in following):
            self._located = []
        del self.frames[same:]

    def _known(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events that this timeline reads: up to `as_of`, if it has one."""
        if self.as_of is None:
            return events
        return [event for event in events if event.version <= self.as_of]

    def imagine(self, drafts: Sequence[Draft]) -> Timeline:
        """Return the timeline as it would be if these drafts were appended; this one stays."""
        last, moment = self._stream[-1], format_now()
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
                each.intent,
            )
            for number, each in enumerate(drafts, 1)
        ]
        imagined = copy(self)
        imagined._stream = self._stream.copy()
        imagined.frames = self.frames.copy()
        imagined._located = self._located.copy()
        imagined.extend(following)
        return imagined

    def adopt(self, imagined: Timeline, stored: Sequence[Event]) -> None:
        """Become a timeline that was imagined from this one; nothing is folded again.

        `stored` are its new events as they were appended. Frames that both share stay.
        """
        by_version = {event.version: event for event in stored}

        def store_frame(frame: Frame) -> Frame:
            event = by_version.get(frame.version)
            if event is None:
                return frame
            entry = msgspec.structs.replace(frame.entry, event=event)
            return msgspec.structs.replace(frame, entry=entry)

        same = count_shared(self.frames, imagined.frames)
        following = [store_frame(frame) for frame in imagined.frames[same:]]
        self._cut_frames(same, [frame.entry for frame in following])
        self.frames += following
        self._stream.extend(stored)
        self.line = imagined.line.replace_tail(tuple(frame.entry for frame in self.frames[same:]))
        self.opening = imagined.opening

    # -- folding -----------------------------------------------------------------------------

    def _fold_entries(self, entries: Sequence[Entry]) -> None:
        """Add a frame for each of some entries."""
        with pause_collection():
            for entry in entries:
                frame = self._fold(self.frames[-1], entry) if self.frames else self._open(entry)
                self.frames.append(frame)

    def _open(self, entry: Entry) -> Frame:
        """Return the first frame: the table as it is set up."""
        setup = make_setup(self.opening, self.known, self.under.options)
        house = () if self.under.book else self.opening.house
        waived_rules = self.under.waive | {rule.waives for rule in house if rule.waives}
        state = open_table(self.engine, setup)
        if self.eyes is not None:
            entry = hide_entry(entry, entry.payload)
        return Frame(
            entry=entry, state=state, waived_rules=waived_rules, seat_names=read_seats(self.opening)
        )

    def _fold(self, last: Frame, entry: Entry) -> Frame:
        """Return the frame of an entry that follows the frame `last`."""
        try:
            if entry.is_clerk:
                return self._fold_clerk(last, entry)
            action = self.decode(entry, last.state)
        except ValueError as error:
            hidden = self.eyes is not None
            return Frame(
                entry=hide_entry(entry) if hidden else entry,
                state=last.state,
                ply=last.ply,
                waived_rules=last.waived_rules,
                seat_names=last.seat_names,
                verbs=last.verbs,
                error=HIDDEN if hidden else name_flaw(error, last.seat_names),
            )
        if self.eyes is not None:
            entry = hide_entry(entry, self.engine.encode(action), type(action).schema)
        state, moves = self.engine.apply(last.state, action)
        verbs = last.verbs if action.verb in last.verbs else last.verbs | {action.verb}
        return Frame(
            entry=entry,
            state=state,
            action=action,
            moves=moves,
            ply=last.ply + 1,
            waived_rules=last.waived_rules,
            seat_names=last.seat_names,
            verbs=verbs,
            check=ActionCheck(self.engine, last.state, action, moves, last.waived_rules),
        )

    def _fold_clerk(self, last: Frame, entry: Entry) -> Frame:
        """Return the frame of a clerk event that follows the frame `last`.

        Raise ValueError for what cannot be read.
        """
        clerk, waived_rules = entry.clerk(), last.waived_rules
        if self.eyes is not None:
            entry = hide_clerk(entry, clerk)
        if isinstance(clerk, Waive) and not self.under.book:
            waived_rules = apply_waiver(waived_rules, clerk)
        state, moves = change_seats(self.engine, last.state, clerk)
        return Frame(
            entry=entry,
            state=state,
            moves=moves,
            ply=last.ply,
            waived_rules=waived_rules,
            seat_names=_clean_seats(seat_people(last.seat_names, clerk)),
            verbs=last.verbs,
        )

    def decode(self, entry: Entry, state: State) -> Action:
        """Return the action in an entry, as far as these eyes saw it. Raise DecodeError."""
        action = self.engine.decode(entry.kind, entry.payload, entry.schema)
        if self.eyes is not None:
            action = self.engine.redact(state, action, self.eyes)
        self.engine.admit(state, action)
        return action

    # -- addresses ---------------------------------------------------------------------------

    def has_version(self, version: int) -> bool:
        """Return whether a version is an address of the stream."""
        return self.frames[0].version <= version <= self.version

    def index(self, version: int) -> int:
        """Return the index of the frame at an address.

        An event that does not count (a correction, a struck event) has the position that the
        record showed there: that of the nearest event before it that counts. Raise LookupError
        for an address beyond the stream.
        """
        first = self.frames[0].version
        if not self.has_version(version):
            raise NotFound(
                "no event {n}: this match has {first} to {last}",
                n=version,
                first=first,
                last=self.version,
            )
        if version - first >= len(self._located):
            self._locate_versions()
        return self._located[version - first]

    def _locate_versions(self) -> None:
        """Find the index of the frame at every address of the stream that is new."""
        first, end = self.frames[0].version, self.version + 1
        new = range(first + len(self._located), end)
        counted: dict[int, int] = {}
        last = len(self.frames) - 1
        while last >= 0 and self.frames[last].version >= new.start:
            counted[self.frames[last].version] = last
            last -= 1
        for version in new:
            index = counted.get(version, max(last, 0))
            self._located.append(index)
            last = max(last, index)

    def at(self, version: int | None) -> Frame:
        """Return the frame at an address, the last one for None."""
        return self.frames[-1] if version is None else self.frames[self.index(version)]

    def version_of(self, ply: int) -> int:
        """Return the version of the action at a 0-based position among the actions.

        Raise LookupError when there are not so many actions.
        """
        index = bisect_left(self.frames, ply + 1, key=lambda frame: frame.ply)
        if not 0 <= ply < self.frames[-1].ply:
            raise NotFound("there is no action {n}", n=ply)
        return self.frames[index].version

    # -- what the frames hold ----------------------------------------------------------------

    def walk(self, make: Callable[[Timeline, Frame | None, T | None, Frame], T]) -> Sequence[T]:
        """Return what a walk along the frames finds: a value for each, made by `make`.

        The values are kept, so that the next such walk makes only those of new frames.
        """
        walk = self._walks.setdefault(make, Walk())
        return walk.follow(self.frames, partial(make, self))

    def actions(self) -> Iterator[Frame]:
        """Yield the frames of game events."""
        return (frame for frame in self.frames if frame.action is not None)

    def rulings(self) -> dict[int, list[tuple[int, Ruling]]]:
        """Return the rulings in force by the version they are about, each with its own version."""
        found: dict[int, list[tuple[int, Ruling]]] = {}
        for _index, frame, ruling in self.find_clerks(Ruling):
            found.setdefault(ruling.at, []).append((frame.version, ruling))
        return found

    def notes(self) -> dict[int, list[tuple[int, Note]]]:
        """Return the notes by the version they are about, each with its own version."""
        found: dict[int, list[tuple[int, Note]]] = {}
        for number, frame, note in self.find_clerks(Note):
            about = note.at if note.at is not None else self.frames[number - 1].version
            found.setdefault(about, []).append((frame.version, note))
        return found

    def find_revealed_faces(self) -> dict[str, str]:
        """Return the face of every unknown piece that has become known."""
        return {move.name: move.item for frame in self.frames for move in frame.moves if move.name}


def apply_waiver(waived_rules: frozenset[str], waiver: Waive) -> frozenset[str]:
    """Return the rules that are waived after a waiver, or after one that is taken back."""
    rule = {waiver.rule}
    return waived_rules | rule if waiver.waived else waived_rules - rule


def read_timeline(events: Sequence[Event]) -> Timeline | None:
    """Return the timeline of a stream, None if the match cannot be opened.

    Its game may not be installed, or its first event describes an impossible match.
    """
    try:
        return Timeline(events)
    except (LookupError, ValueError):
        return None


def open_table(engine: Engine[S], setup: Setup) -> S:
    """Return the table as a game sets it up. Raise SetupError, to be said in that game's words."""
    try:
        return engine.open(setup)
    except SetupError as error:
        error.package = engine.package
        raise


def _clean_seats(seats: Seats) -> Seats:
    """Return the names of the people, each in one line."""
    return Seats(map(clean_line, seats), seats.letters)


def make_setup(
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
        rules=opening.rules,
    )
