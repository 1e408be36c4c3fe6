"""Exporting a match to a match file, and importing one. A damaged file is never imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from engines.registry import NoSuchGame, load_bound
from engines.values import DecodeError, SetupError, find_json_path
from engines.words import load_words
from ledger.clerk import Fork, Join, Open, Rename, Sign, Swap, decode_clerk
from ledger.errors import LedgerError
from ledger.event import GENESIS, Event, encode_canonical, format_seal, hash_event, make_id
from ledger.headlines import MatchInfo
from ledger.store import Ledger
from replay.base.errors import name_flaw
from replay.base.i18n import _, language
from replay.files import match_file
from replay.files.match_file import Content, FileProblem, UnreadableFile
from replay.files.match_schemas import MatchHead, MatchHead1, MatchHead3, Origin
from replay.files.references import find_reference_problems
from replay.fold.line import read_line
from replay.fold.metadata import find_fork, find_opening, read_metadata
from replay.fold.timeline import Timeline, make_setup, open_table
from replay.record.names import (
    LONGEST_DERIVED,
    BadName,
    require_letters,
    require_match_name,
    require_seat_names,
)
from replay.record.opening import make_headline

NAMING: Final = frozenset(kind.type for kind in (Open, Fork, Rename, Swap, Join))
"""The types of events that name a match or people."""


class Imported(NamedTuple):
    """An imported match: its name in this ledger, the number of its events, how many were new.

    `stream` are the events as they stand in the file.
    """

    match_id: str
    name: str
    events: int
    new: int
    stream: Sequence[Event]


def export_match(ledger: Ledger, info: MatchInfo, signed_by: str = "") -> bytes:
    """Return the match file of a match. That of a fork contains the shared events, too.

    With `signed_by`, a name, it is signed with the key of this user.
    """
    events = ledger.events(info.match_id)
    return match_file.encode_match_file(split_streams(events), make_head(events), signed_by)


def split_streams(events: Sequence[Event]) -> list[list[Event]]:
    """Return the events of each match of a stream: those of its ancestors come first."""
    streams: list[list[Event]] = []
    for event in events:
        if not streams or streams[-1][0].match_id != event.match_id:
            streams.append([])
        streams[-1].append(event)
    return streams


def make_head(events: Sequence[Event]) -> MatchHead:
    """Return the head of the match file of a stream, derived from its events."""
    line = read_line(events)
    opening = find_opening(line)
    fork = find_fork(line)
    said: dict[str, Any] = {
        "match_id": events[-1].match_id,
        "game": opening.game,
        "name": fork.name if fork else opening.name,
        "seats": opening.seats,
        "events": len(events),
        "origin": _find_origin(events, fork),
    }
    if match_file.choose_version(events) < 3:
        return MatchHead1(**said, seal=match_file.format_stream_seal(events))
    closing = line.closing
    return MatchHead3(**said, head=events[-1].hash, seal=closing.seal if closing else UNSET)


def _find_origin(events: Sequence[Event], fork: Fork | None) -> Origin | UnsetType:
    """Return the origin of a branch, UNSET for a match that is none.

    The name is the one that the parent had at the point of the fork.
    """
    if fork is None:
        return UNSET
    past = read_line([event for event in events if event.version <= fork.base_version])
    before = find_fork(past)
    name = before.name if before else find_opening(past).name
    return Origin(fork.parent, name, fork.base_version)


def read_match_file(content: bytes) -> tuple[Content, list[Event], list[FileProblem]]:
    """Return what the match file in `content` says, the stream of its match, and its problems.

    Raise UnreadableFile if it is no match file.
    """
    found = match_file.read_content(content)
    events = [event for stream in found.streams for event in stream]
    try:
        head = make_head(events)
    except (ValueError, msgspec.MsgspecError) as error:
        if events[0].type != Open.type:
            text = _("event {n} does not open the match")
            first = events[0].version
            return found, events, [FileProblem("header", text.format(n=first), first)]
        known = isinstance(error, DecodeError | LedgerError)
        flaw = name_flaw(error) if known else find_json_path(error)
        text = _("the stream cannot be read: {error}").format(error=flaw)
        return found, events, [FileProblem("header", text)]
    problems = match_file.find_problems(content, found, head)
    return found, events, [*problems, *find_reference_problems(events)]


def import_file(
    ledger: Ledger, content: bytes, *, as_copy: bool = False, actor: str = ""
) -> Imported:
    """Import a match file into a ledger, by the recorder `actor`. Importing it again adds nothing.

    With `as_copy` it becomes a match of its own. Raise UnreadableFile for a file with a problem,
    Conflict if the ledger holds other events of the match. What is refused is not stored.
    """
    _file, events, problems = read_match_file(content)
    flaws = [problem for problem in problems if problem.kind != "unchecked"]
    if flaws:
        raise UnreadableFile(
            "The match file does not verify: {flaw}.",
            "foldtable verify FILE lists everything; nothing was imported.",
            flaw=flaws[0].text,
        )
    streams = split_streams(events)
    if as_copy:
        streams = copy_streams(ledger, streams)
    require_table(events)
    _require_names(streams)
    new = 0
    whole: list[Event] = []
    with ledger.transaction():
        for stream in streams:
            whole += stream
            new = _store_stream(ledger, stream, whole, actor)
    match_id = streams[-1][0].match_id
    return Imported(match_id, ledger.find(match_id).name, len(events), new, events)


def _require_names(streams: Sequence[Sequence[Event]]) -> None:
    """Raise UnreadableFile where a match or a seat has a name that it could not get here."""
    try:
        for event in (event for stream in streams for event in stream):
            if event.type not in NAMING:
                continue
            said = event.data()
            if event.type in (Open.type, Fork.type):
                require_match_name(str(said.get("name")), LONGEST_DERIVED)
            if event.type == Open.type:
                seats = [str(name) for name in said.get("seats", ())]
                require_seat_names(seats)
                require_letters([str(letter) for letter in said.get("letters", ())], len(seats))
            if event.type == Rename.type:
                require_seat_names([str(said.get("name"))])
            if event.type == Join.type and said.get("name"):
                require_seat_names([str(said.get("name"))])
            seating = event.type in (Rename.type, Swap.type, Join.type)
            if seating and (letters := said.get("letters")):
                require_letters([str(letter) for letter in letters], len(letters))
    except BadName as error:
        raise UnreadableFile(
            "The match in the file cannot be opened: {why}", "Nothing was imported.", why=error
        ) from error


def find_unread(events: Sequence[Event]) -> tuple[int, ...] | None:
    """Return the versions of the unreadable events, None if the game is not installed."""
    try:
        timeline = Timeline(events)
    except NoSuchGame:
        return None
    return tuple(frame.version for frame in timeline.frames if frame.error)


def require_table(events: Sequence[Event]) -> None:
    """Raise UnreadableFile if the match cannot be opened; that of no game here is kept as it is."""
    try:
        opening = find_opening(read_line(events))
        setup = make_setup(opening)
        open_table(load_bound(opening.game, setup), setup)
    except NoSuchGame:
        return
    except SetupError as error:
        why = load_words(error.package, language()).say(error.key, **error.data)
        raise _make_unopened_error(why) from error
    except (ValueError, LookupError) as error:
        raise _make_unopened_error(name_flaw(error)) from error


def _make_unopened_error(why: str) -> UnreadableFile:
    """Return the error of a match file whose match cannot be opened."""
    return UnreadableFile(
        "The match in the file cannot be opened: {why}", "Nothing was imported.", why=why
    )


def _store_stream(ledger: Ledger, own: list[Event], whole: list[Event], actor: str) -> int:
    """Store the own events of a match, the last ones of a whole stream; return how many are new."""
    line = read_line(whole)
    headline = make_headline(read_metadata(line))
    if own[0].type == Fork.type:
        fork = decode_clerk(own[0].type, own[0].payload)
        assert isinstance(fork, Fork)  # noqa: S101
        headline = headline._replace(
            name=fork.name,
            parent_id=fork.parent,
            base_version=fork.base_version,
            base_hash=fork.base_hash,
        )
    if not ledger.has_match(own[0].match_id):
        headline = headline._replace(name=ledger.find_free_name(headline.name))
    return ledger.ingest(own, headline, actor)


def keep_branch(ledger: Ledger, attempt: Ledger, branch: MatchInfo, actor: str = "") -> str:
    """Copy a branch from the ledger `attempt` to the ledger of its parent; return its name."""
    whole = attempt.events(branch.match_id)
    own = [event for event in whole if event.match_id == branch.match_id]
    _store_stream(ledger, own, whole, actor)
    return ledger.find(branch.match_id).name


def copy_streams(ledger: Ledger, streams: Sequence[list[Event]]) -> list[list[Event]]:
    """Return the streams of a file with new match ids.

    The last stream always gets a new id; the others do if the ledger holds other events there.
    """
    copies: list[list[Event]] = []
    for number, stream in enumerate(streams):
        base = copies[-1][-1] if copies else None
        moved = base is not None and base.hash != streams[number - 1][-1].hash
        if moved or number == len(streams) - 1 or not is_compatible(ledger, stream):
            stream = rename_stream(stream, base)
        copies.append(stream)
    return copies


def is_compatible(ledger: Ledger, stream: Sequence[Event]) -> bool:
    """Return whether the ledger holds no other events at the versions of these."""
    stored = {(e.match_id, e.version): e.hash for e in ledger.events(stream[0].match_id)}
    return all(stored.get((e.match_id, e.version), e.hash) == e.hash for e in stream)


def rename_stream(events: Sequence[Event], base: Event | None = None) -> list[Event]:
    """Return a stream with a new match id and new hashes, chained to `base` if it is a fork.

    What its events say of the chain (a fork of its past, a signature of a seal) is said anew.
    """
    match_id = make_id()
    previous = base.hash if base else GENESIS
    hashes: dict[object, str] = {}
    copies = []
    for event in events:
        copy = msgspec.structs.replace(event, match_id=match_id)
        said: dict[str, Any] = {}
        if base is not None and event.type == Fork.type:
            said = {"parent": base.match_id, "base_hash": base.hash}
        elif event.type == Sign.type and (sealed := hashes.get(event.data().get("version"))):
            said = {"seal": format_seal(sealed)}
        if said:
            copy = msgspec.structs.replace(copy, payload=encode_canonical(event.data() | said))
        previous = hash_event(previous, copy)
        hashes[event.version] = previous
        copies.append(msgspec.structs.replace(copy, hash=previous))
    return copies
