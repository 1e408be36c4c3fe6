"""The evidence bundle: everything about a dispute in one file, with a proof.

The proof is the whole chain of the match, from its opening to its head. Whoever has the seal or the
exported match can check that the evidence belongs to it. Evidence of versions 1 and 2 proves only
the chain since the excerpt: `before` is the hash of the event before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from engines import LANGUAGES
from ledger.event import GENESIS, Event, encode_canonical, format_seal
from replay.files.exchange import make_head
from replay.files.match_file import choose_version, encode_file_event
from replay.files.signing import sign_document
from replay.fold.timeline import Frame, Timeline
from replay.referee.disputes import DisputeCase, Evidence, find_house_rule
from replay.screens import page
from replay.speech import log_lines
from replay.speech.voice import Voice

FORMAT: Final = "foldtable/evidence"
VERSIONS: Final = (1, 2, 3)
"""As with match files: 3 for matches opened with it or with intents, 2 for batches."""


def build_bundle(
    case: DisputeCase, found: Evidence, timeline: Timeline, voice: Voice
) -> dict[str, Any]:
    """Return a dispute with its evidence as plain data, for JSON or a template."""
    proof, proved = _build_proof(timeline.events, found)
    return {
        "format": FORMAT,
        "version": choose_version(proved),
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
        "proof": proof,
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


def _build_proof(
    events: Sequence[Event], found: Evidence
) -> tuple[dict[str, Any], Sequence[Event]]:
    """Return the proof of the events shown in some evidence, and the events in it."""
    if choose_version(events) >= 3:
        return {
            "before": GENESIS,
            "events": [encode_file_event(event) for event in events],
            "head": events[-1].hash,
        }, events
    first = min([frame.version for frame in found.around] or [found.frame.version])
    begin = first - events[0].version
    before = events[begin - 1].hash if begin else GENESIS
    part = events[begin:]
    return {
        "before": before,
        "events": [encode_file_event(event) for event in part],
        "seal": format_seal(events[-1].hash),
    }, part


def encode_bundle(content: dict[str, Any], signed_by: str = "") -> bytes:
    """Return a bundle as canonical JSON with a newline, signed where `signed_by` is given."""
    return encode_canonical(sign_document(content, signed_by) if signed_by else content) + b"\n"


def draw_boards(
    found: Evidence, timeline: Timeline, voice: Voice, kind: str = "html"
) -> dict[str, Any]:
    """Return the boards before and after as tables for a page of a kind (see `render_bundle`).

    What the disputed event changed is marked.
    """
    return {
        "before": page.draw_picture(timeline, found.before, voice, kind=kind),
        "after": page.draw_picture(timeline, found.frame, voice, marked=True, kind=kind),
    }


def render_bundle(
    content: dict[str, Any], kind: str, drawn: dict[str, Any] | None = None, data: str = ""
) -> str:
    """Return a bundle as one self-contained page. `kind` is ``html`` or ``md``.

    `drawn` are its boards as tables (see `draw_boards`), `data` is the name of its JSON file.
    """
    proof, match = content["proof"], content["match"]
    whole = "head" in proof
    return page.fill_template(
        f"evidence.{kind}",
        **content,
        pictures=drawn or {},
        data=data,
        head=format_seal(proof["head"]) if whole else proof["seal"],
        seal=match.get("seal") if whole else None,
        name_decision=log_lines.name_decision,
    )
