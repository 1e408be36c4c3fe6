"""The evidence bundle: everything about a dispute in one file, with a proof.

The proof is the chain from the event before the excerpt to the seal: the hash of that event, and
all events since. Whoever has the seal or the exported match can check that the excerpt belongs to
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import orjson

from engines import LANGUAGES
from engines.values import find_json_path
from ledger.clerk import Amend, Clerk, Dispute, Ruling, decode_clerk
from ledger.event import GENESIS, Event, encode_canonical, format_seal
from replay.base.i18n import _
from replay.files.exchange import make_head
from replay.files.match_file import (
    FileEvent,
    FileProblem,
    MatchHead,
    Stream,
    UnreadableFile,
    choose_version,
    decode_events,
    encode_file_event,
    find_link_problems,
    find_version_problems,
)
from replay.files.signing import Signature, is_valid, sign_document
from replay.fold.line import find_corrections
from replay.fold.timeline import Frame, Timeline
from replay.referee.disputes import DisputeCase, Evidence, find_house_rule
from replay.screens import page
from replay.speech.voice import Voice

FORMAT: Final = "foldtable/evidence"
VERSIONS: Final = (1, 2)
"""As with match files, version 2 is written where an event of the proof has a batch or intent."""


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chain from the event before the excerpt (`before` is its hash) to the seal."""

    before: str
    events: tuple[FileEvent, ...]
    seal: str


def build_bundle(
    case: DisputeCase, found: Evidence, timeline: Timeline, voice: Voice
) -> dict[str, Any]:
    """Return a dispute with its evidence as plain data, for JSON or a template."""
    proof = _build_proof(timeline.events, found)
    return {
        "format": FORMAT,
        "version": choose_version(decode_events(Stream("", proof.events))),
        "match": msgspec.to_builtins(make_head(timeline.events)),
        "game": voice.item(timeline.engine.name),
        "dispute": {
            "version": case.version,
            "at": case.dispute.at,
            "claim": case.dispute.claim,
            "rules": list(case.dispute.rules),
            "by": case.dispute.by,
            "state": case.state,
        },
        "rulings": [
            {
                "version": version,
                "decision": ruling.decision,
                "reason": ruling.reason,
                "by": ruling.by,
                "house": msgspec.to_builtins(ruling.house) if ruling.house else None,
            }
            for version, ruling in case.rulings
        ],
        "event": _encode_frame(found.frame, voice),
        "reads_now": _describe_now(found, timeline, voice),
        "around": [_encode_frame(frame, voice) for frame in found.around],
        "verdicts": [
            {
                "rule": verdict.rule,
                "kept": verdict.breach is None,
                "concerned": verdict.concerned,
                "why": voice.reason(verdict.breach) if verdict.breach else "",
                **_encode_rule(timeline, verdict.rule),
            }
            for verdict in found.verdicts
        ],
        "quote": _encode_quote(timeline, found, voice),
        "cited": [{"rule": rule, **_encode_rule(timeline, rule)} for rule in found.cited],
        "precedents": [
            {
                "match": precedent.match.name,
                "at": precedent.ruling.at,
                "played": precedent.match.played,
                "rules": list(precedent.ruling.rules),
                "decision": precedent.ruling.decision,
                "reason": precedent.ruling.reason,
                "by": precedent.ruling.by,
            }
            for precedent in found.precedents
        ],
        "boards": {
            "before": page.write_board(timeline, found.before, voice),
            "after": page.write_board(timeline, found.frame, voice),
        },
        "proof": msgspec.to_builtins(proof),
    }


def _encode_frame(frame: Frame, voice: Voice) -> dict[str, Any]:
    """Return a frame as plain data."""
    return {
        "version": frame.version,
        "type": frame.entry.event.type,
        "text": voice.action(frame.action) if frame.action else frame.entry.kind,
        "actor": frame.entry.event.actor,
        "recorded_at": frame.entry.event.recorded_at,
        "moves": [f"{move.rule} {voice.move(move)}" for move in frame.moves],
        "breaches": [voice.breach(breach) for breach in frame.breaches],
    }


def _describe_now(found: Evidence, timeline: Timeline, voice: Voice) -> str:
    """Return the disputed event in words as it counts now.

    Return "" where it is unchanged, "–" where it does not count any more.
    """
    now = timeline.at(found.frame.version)
    if now.version != found.frame.version:
        return "–"
    if now.entry.content_version == found.frame.entry.content_version or now.action is None:
        return ""
    return voice.action(now.action)


def _encode_rule(timeline: Timeline, rule: str) -> dict[str, dict[str, str]]:
    """Return the title and the text of a rule by language; "" where they are not known."""
    known = timeline.engine.rulebook.rules.get(rule)
    house = find_house_rule(timeline, rule)
    if house is not None:
        return {
            "title": dict.fromkeys(LANGUAGES, rule),
            "text": dict.fromkeys(LANGUAGES, house.text),
        }
    if known is None:
        return {"title": dict.fromkeys(LANGUAGES, rule), "text": dict.fromkeys(LANGUAGES, "")}
    return {"title": known.title, "text": known.text}


def _encode_quote(timeline: Timeline, found: Evidence, voice: Voice) -> list[dict[str, Any]]:
    """Return the terms of the price or outcome of the disputed event as plain data."""
    if found.frame.action is None:
        return []
    lines = timeline.engine.quote(found.before.state, found.frame.action)
    return [
        {
            "n": line.n,
            "text": voice.term(line),
            "rule": line.rule,
            "title": _encode_rule(timeline, line.rule)["title"],
        }
        for line in lines
    ]


def _build_proof(events: Sequence[Event], found: Evidence) -> Proof:
    """Return the proof of the events shown in some evidence."""
    first = min([frame.version for frame in found.around] or [found.frame.version])
    begin = first - events[0].version
    before = events[begin - 1].hash if begin else GENESIS
    part = [msgspec.convert(encode_file_event(event), FileEvent) for event in events[begin:]]
    return Proof(before, tuple(part), format_seal(events[-1].hash))


def encode_bundle(content: dict[str, Any], signed_by: str = "") -> bytes:
    """Return a bundle as canonical JSON with a newline, signed where `signed_by` is given."""
    return encode_canonical(sign_document(content, signed_by) if signed_by else content) + b"\n"


def draw_boards(found: Evidence, timeline: Timeline, voice: Voice) -> dict[str, Any]:
    """Return the boards before and after as HTML; what the disputed event changed is marked."""
    return {
        "before": page.draw_picture(timeline, found.before, voice),
        "after": page.draw_picture(timeline, found.frame, voice, marked=True),
    }


def render_bundle(
    content: dict[str, Any], kind: str, drawn: dict[str, Any] | None = None, data: str = ""
) -> str:
    """Return a bundle as one self-contained page. `kind` is ``html`` or ``md``.

    `drawn` are its boards as HTML (see `draw_boards`), `data` is the name of its JSON file.
    """
    return page.fill_template(
        f"evidence.{kind}", **content, pictures=drawn or {}, data=data, languages=LANGUAGES
    )


def is_evidence(content: bytes) -> bool:
    """Return whether a file is an evidence bundle."""
    try:
        raw = orjson.loads(content)
    except orjson.JSONDecodeError:
        return False
    return isinstance(raw, dict) and raw.get("format") == FORMAT


class Bundle(NamedTuple):
    """A bundle that was read: the match of its proof, its signature, and what is wrong with it."""

    head: MatchHead
    signature: Signature | None
    flaws: list[FileProblem]


def read_bundle(content: bytes) -> Bundle:
    """Return a bundle with everything that is wrong with it.

    The events, the claim and the rulings shown must be those of the proof. Raise UnreadableFile
    when the content is not a bundle of this version.
    """
    raw: dict[str, Any] = orjson.loads(content)
    if raw.get("version") not in VERSIONS:
        raise UnreadableFile(
            "The evidence has version {version}.", "Update foldtable.", version=raw.get("version")
        )
    try:
        head = msgspec.convert(raw.get("match"), MatchHead)
        proof = msgspec.convert(raw.get("proof"), Proof)
        shown = msgspec.convert(raw, _Shown)
    except msgspec.ValidationError as error:
        raise UnreadableFile(
            "The evidence is damaged at {path}.", "Export it again.", path=find_json_path(error)
        ) from error
    if not proof.events:
        raise UnreadableFile("The evidence proves nothing: it holds no events.", "Export it again.")
    proved = decode_events(Stream("", proof.events))
    flaws = find_version_problems(raw["version"], proved)
    flaws += [*_proof_flaws(head, proof), *_shown_flaws(shown, proof)]
    if content != encode_bundle(raw):
        flaws.append(FileProblem("bytes", _("the file is not as canonical JSON has it")))
    if shown.signature is not None and not is_valid(raw, shown.signature):
        text = _("the signature of {name} does not fit the file")
        flaws.append(FileProblem("signature", text.format(name=shown.signature.by)))
    return Bundle(head, shown.signature, flaws)


class _ShownEvent(msgspec.Struct, frozen=True):
    version: int
    type: str
    actor: str
    recorded_at: str


class _ShownDispute(msgspec.Struct, frozen=True):
    version: int
    at: int
    claim: str
    rules: tuple[str, ...]
    by: str


class _ShownRuling(msgspec.Struct, frozen=True):
    version: int
    decision: str
    reason: str
    by: str


_Claim = _ShownEvent | _ShownDispute | _ShownRuling


class _Shown(msgspec.Struct, frozen=True):
    """The parts of a bundle that its proof can confirm."""

    event: _ShownEvent
    around: tuple[_ShownEvent, ...]
    dispute: _ShownDispute
    rulings: tuple[_ShownRuling, ...]
    signature: Signature | None = None


def _proof_flaws(head: MatchHead, proof: Proof) -> Iterator[FileProblem]:
    """Yield where the chain of a proof is broken, or leads to another seal."""
    previous, version = proof.before, proof.events[0].version - 1
    for event in proof.events:
        (stored,) = decode_events(Stream(event.match_id, (event,)))
        yield from find_link_problems(stored, previous, version, event.match_id)
        previous, version = event.hash, event.version
    sealed = format_seal(previous)
    if (sealed, sealed) != (proof.seal, head.seal) or version != head.events:
        text = _("the events lead to the seal {seal}, not {expected}")
        yield FileProblem("seal", text.format(seal=sealed, expected=head.seal))


def _shown_flaws(shown: _Shown, proof: Proof) -> Iterator[FileProblem]:
    """Yield the shown events that differ from the proof. Events amended later may differ."""
    stored = {each.version: each for each in decode_events(Stream("", proof.events))}
    amended = {
        clerk.target
        for _, clerk in find_corrections(list(stored.values()))
        if isinstance(clerk, Amend)
    }
    text = _("event {n} is shown otherwise than it is proved")
    all_shown: tuple[_Claim, ...] = (shown.dispute, *shown.rulings, shown.event, *shown.around)
    for each in all_shown:
        proved = stored.get(each.version)
        if proved is None or (each.version not in amended and not _is_shown(each, proved)):
            yield FileProblem("chain", text.format(n=each.version), each.version)


def _is_shown(shown: _Claim, proved: Event) -> bool:
    """Return whether the fields shown are those of an event."""
    there: Event | Clerk = proved
    if not isinstance(shown, _ShownEvent):
        if proved.type not in (Dispute.type, Ruling.type):
            return False
        try:
            there = decode_clerk(proved.type, proved.payload)
        except ValueError:
            return False
    fields = [field for field in shown.__struct_fields__ if field != "version"]
    return all(getattr(there, field, None) == getattr(shown, field) for field in fields)
