"""Reading an evidence bundle, and everything in it that its own proof contradicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import orjson
from msgspec import UNSET, Meta, Struct, UnsetType, field

from engines.registry import NoSuchGame
from engines.values import find_json_path
from ledger.clerk import Clerk, Dispute, Fork, HouseRule, Ruling
from ledger.errors import NotCanonical
from ledger.event import GENESIS, Event, format_seal, normalize_value
from replay.base.i18n import _
from replay.files.exchange import make_head
from replay.files.match_file import (
    FileProblem,
    UnreadableFile,
    decode_events,
    find_head_problems,
    find_link_problems,
    find_signature_problems,
    find_version_problems,
)
from replay.files.match_schemas import (
    END,
    FileEvent,
    Hash,
    MatchHead,
    MatchHead1,
    MatchHead3,
    Moment,
    Number,
    Seal,
    Stream,
    Word,
)
from replay.files.references import find_reference_problems
from replay.files.signing import Signature
from replay.fold.line import read_line
from replay.fold.timeline import Timeline
from replay.referee.disputes import select_around
from replay.referee.evidence import FORMAT, VERSIONS, encode_bundle

Words = dict[str, str]
"""A text in several languages."""


class Bundle(NamedTuple):
    """A bundle that was read: its match, the events of its proof, its signature, its problems."""

    head: MatchHead
    events: list[Event]
    signature: Signature | None
    flaws: list[FileProblem]


class _Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a bundle. A field that nobody knows is refused."""


class _Proof(_Part, frozen=True, kw_only=True):
    """The chain to the head; `before` is the hash of the event before it."""

    before: Annotated[str, Meta(pattern=f"^([0-9a-f]{{64}})?{END}")]
    events: Annotated[tuple[FileEvent, ...], Meta(min_length=1)]


class _Proof1(_Proof, frozen=True, kw_only=True):
    seal: Seal


class _Proof3(_Proof, frozen=True, kw_only=True):
    head: Hash


class _ShownEvent(_Part, frozen=True, kw_only=True):
    """An event as the proof has it, with words about it that no proof covers."""

    version: Number
    type: Word
    actor: str
    recorded_at: Moment
    text: str
    moves: tuple[str, ...]
    breaches: tuple[str, ...]


class _ShownDispute(_Part, frozen=True, kw_only=True):
    version: Number
    at: Number
    claim: str
    rules: tuple[str, ...]
    by: str
    state: str


class _ShownRuling(_Part, frozen=True, kw_only=True):
    version: Number
    decision: str
    reason: str
    by: str
    house: HouseRule | None


class _ShownVerdict(_Part, frozen=True, kw_only=True):
    rule: str
    kept: bool
    why: str
    title: Words
    text: Words
    concerned: bool | UnsetType = UNSET


class _ShownTerm(_Part, frozen=True, kw_only=True):
    n: int
    text: str
    rule: str
    title: Words


class _ShownRule(_Part, frozen=True, kw_only=True):
    rule: str
    title: Words
    text: Words


class _ShownPrecedent(_Part, frozen=True, kw_only=True):
    match: str
    at: Number
    played: str
    rules: tuple[str, ...]
    decision: str
    reason: str
    by: str


class _Boards(_Part, frozen=True, kw_only=True):
    before: str
    after: str


class _Content(_Part, frozen=True, kw_only=True):
    """The content of a bundle, but for its match and its proof."""

    format: Literal["foldtable/evidence"]
    version: int
    game: str
    dispute: _ShownDispute
    rulings: tuple[_ShownRuling, ...]
    event: _ShownEvent
    around: tuple[_ShownEvent, ...]
    reads_now: str
    verdicts: tuple[_ShownVerdict, ...]
    quote: tuple[_ShownTerm, ...]
    cited: tuple[_ShownRule, ...]
    precedents: tuple[_ShownPrecedent, ...]
    boards: _Boards
    signed: Signature | UnsetType = field(default=UNSET, name="signature")


class _Content1(_Content, frozen=True, kw_only=True):
    """The content of versions 1 and 2."""

    match: MatchHead1
    proof: _Proof1


class _Content3(_Content, frozen=True, kw_only=True):
    """The content of version 3."""

    match: MatchHead3
    proof: _Proof3


def is_evidence(content: bytes) -> bool:
    """Return whether a file is an evidence bundle."""
    try:
        raw = orjson.loads(content)
    except orjson.JSONDecodeError:
        return False
    return isinstance(raw, dict) and raw.get("format") == FORMAT


def read_bundle(content: bytes) -> Bundle:
    """Return a bundle with everything that is wrong with it.

    The events, the match, the claim and the rulings shown must be those of the proof. Raise
    UnreadableFile when the content is not a bundle of this version.
    """
    raw: dict[str, Any] = orjson.loads(content)
    shown = _decode_content(raw)
    proof = shown.proof
    proved = decode_events(Stream(shown.match.match_id, proof.events))
    flaws = [*find_version_problems(shown.version, proved), *_find_chain_flaws(shown, proved)]
    if not flaws:
        flaws += [*_find_match_flaws(shown, proved), *_find_dispute_flaws(shown, proved)]
        flaws += _find_event_flaws(shown, proved)
    if content != encode_bundle(raw):
        flaws.append(FileProblem("bytes", _("the file is not as canonical JSON has it")))
    signature = None if shown.signed is UNSET else shown.signed
    flaws += find_signature_problems(raw, signature)
    return Bundle(shown.match, proved, signature, flaws)


def _decode_content(raw: dict[str, Any]) -> _Content1 | _Content3:
    """Return the content of a bundle. Raise UnreadableFile."""
    if raw.get("version") not in VERSIONS:
        raise UnreadableFile(
            "The evidence has version {version}.", "Update foldtable.", version=raw.get("version")
        )
    try:
        normalize_value(raw, "$")
        layout: type[_Content1] | type[_Content3] = _Content3 if raw["version"] >= 3 else _Content1
        return msgspec.convert(raw, layout)
    except (msgspec.ValidationError, NotCanonical) as error:
        path = error.data["path"] if isinstance(error, NotCanonical) else find_json_path(error)
        raise UnreadableFile(
            "The evidence is damaged at {path}.", "Export it again.", path=path
        ) from error


def _find_chain_flaws(shown: _Content1 | _Content3, proved: list[Event]) -> Iterator[FileProblem]:
    """Yield where the chain of a proof is broken, or leads to another head."""
    previous, version = shown.proof.before, proved[0].version - 1
    if (version == 0) != (previous == GENESIS) or (version and shown.version >= 3):
        yield FileProblem("chain", _("the proof does not begin where the match does"))
    match_id = proved[0].match_id
    for event in proved:
        if event.type == Fork.type:
            match_id = event.match_id
        yield from find_link_problems(event, previous, version, match_id)
        previous, version = event.hash, event.version
    said = shown.proof.head if isinstance(shown.proof, _Proof3) else shown.proof.seal
    reached = previous if isinstance(shown.proof, _Proof3) else format_seal(previous)
    if said != reached:
        text = _("the events lead to the head {head}, not {expected}")
        yield FileProblem("seal", text.format(head=reached, expected=said))
    yield from find_reference_problems(proved)


def _find_match_flaws(shown: _Content1 | _Content3, proved: list[Event]) -> list[FileProblem]:
    """Return where the match that is named is not the one that is proved."""
    if shown.proof.before == GENESIS:
        return find_head_problems(shown.match, make_head(proved))
    said = (shown.match.match_id, shown.match.events, shown.match.last_seal)
    if said == (proved[-1].match_id, proved[-1].version, format_seal(proved[-1].hash)):
        return []
    text = _("the evidence names another match than it proves")
    return [FileProblem("header", text)]


def _find_dispute_flaws(shown: _Content1 | _Content3, proved: list[Event]) -> Iterator[FileProblem]:
    """Yield where the dispute or its rulings are shown otherwise than they are proved."""
    text = _("event {n} is shown otherwise than it is proved")
    counted = {
        entry.version: entry.clerk() for entry in read_line(proved).entries if entry.is_clerk
    }
    said, dispute = shown.dispute, counted.get(shown.dispute.version)
    if not isinstance(dispute, Dispute) or (said.at, said.claim, said.rules, said.by) != (
        dispute.at,
        dispute.claim,
        dispute.rules,
        dispute.by,
    ):
        yield FileProblem("chain", text.format(n=said.version), said.version)
    rulings = {
        version: ruling
        for version, ruling in sorted(counted.items())
        if isinstance(ruling, Ruling) and ruling.dispute == said.version
    }
    shown_rulings = {
        each.version: (each.decision, each.reason, each.by, each.house) for each in shown.rulings
    }
    for version in sorted({*rulings, *shown_rulings}):
        ruling = rulings.get(version)
        told = (ruling.decision, ruling.reason, ruling.by, ruling.house) if ruling else None
        if shown_rulings.get(version) != told:
            yield FileProblem("chain", text.format(n=version), version)
    state = list(rulings.values())[-1].decision if rulings else "open"
    if said.state != state or [each.version for each in shown.rulings] != list(rulings):
        text = _("the dispute is shown as {said}, it is proved as {state}")
        yield FileProblem("chain", text.format(said=said.state, state=state), said.version)


def _read_clerks(proved: Sequence[Event]) -> dict[int, Clerk]:
    """Return the clerk events that count by version, as they read; without the unreadable ones."""
    found: dict[int, Clerk] = {}
    for entry in read_line(proved).entries:
        with suppress(ValueError):
            found[entry.version] = entry.clerk()
    return found


def _find_event_flaws(shown: _Content1 | _Content3, proved: list[Event]) -> Iterator[FileProblem]:
    """Yield the shown events that differ from the proof, and those that are left out."""
    text = _("event {n} is shown otherwise than it is proved")
    stored = {event.version: event for event in proved}
    for each in (shown.event, *shown.around):
        event = stored.get(each.version)
        told = (event.type, event.actor, event.recorded_at) if event else None
        if told != (each.type, each.actor, each.recorded_at):
            yield FileProblem("chain", text.format(n=each.version), each.version)
    near = _find_around(shown, proved)
    if shown.event.version != shown.dispute.at or (
        near is not None and near != [each.version for each in shown.around]
    ):
        text = _("the evidence shows other events than those around event {n}")
        yield FileProblem("chain", text.format(n=shown.dispute.at), shown.dispute.at)


def _find_around(shown: _Content1 | _Content3, proved: Sequence[Event]) -> list[int] | None:
    """Return the versions of the events around the disputed one, None where nobody can say.

    That is so where the game is not installed, and where the proof does not begin with the match.
    """
    if shown.proof.before != GENESIS:
        return None
    try:
        timeline = Timeline(proved, as_of=shown.dispute.version)
    except (NoSuchGame, LookupError, ValueError):
        return None
    return [frame.version for frame in select_around(timeline, shown.dispute.at)]
