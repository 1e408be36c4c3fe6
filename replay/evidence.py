"""The evidence bundle: all that a dispute needs in one file, and the proof that it is not made up.

The proof holds the chain from just before the excerpt to the seal: the hash before it and every
event since. Whoever has the seal, or the exported match, can see that the excerpt belongs to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

import msgspec
import orjson

from engines import LANGUAGES
from ledger.event import GENESIS, Event, canonical, seal_of
from replay.disputes import Case, Evidence
from replay.exchange import head_of
from replay.formats.match_json import (
    FileEvent,
    Flaw,
    MatchHead,
    Stream,
    Unreadable,
    events_of,
    link_flaws,
    plain_event,
)
from replay.screens import terminal
from replay.timeline import Frame, Timeline
from replay.voice import Voice

FORMAT: Final = "foldtable/evidence"
VERSION: Final = 1
WIDTH: Final = 96
"""How wide the boards of a bundle are."""


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chain from the event before the excerpt (`before` is its hash) to the seal."""

    before: str
    events: tuple[FileEvent, ...]
    seal: str


def bundle(case: Case, found: Evidence, timeline: Timeline, voice: Voice) -> dict[str, Any]:
    """Return a dispute with its evidence as plain data, ready for JSON or a template."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "match": msgspec.to_builtins(head_of(timeline.events)),
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
        "event": _frame(found.frame, voice),
        "reads_now": _reads_now(found, timeline, voice),
        "around": [_frame(frame, voice) for frame in found.around],
        "verdicts": [
            {
                "rule": verdict.rule,
                "kept": verdict.breach is None,
                "why": voice.breach(verdict.breach) if verdict.breach else "",
                **_rule(timeline, verdict.rule),
            }
            for verdict in found.verdicts
        ],
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
            "before": _board(timeline, found.before, voice),
            "after": _board(timeline, found.frame, voice),
        },
        "proof": msgspec.to_builtins(_proof(timeline.events, found)),
    }


def _frame(frame: Frame, voice: Voice) -> dict[str, Any]:
    return {
        "version": frame.version,
        "type": frame.entry.kind,
        "text": voice.action(frame.action) if frame.action else frame.entry.kind,
        "actor": frame.entry.event.actor,
        "recorded_at": frame.entry.event.recorded_at,
        "moves": [f"{move.rule} {voice.move(move)}" for move in frame.moves],
        "breaches": [voice.breach(breach) for breach in frame.breaches],
    }


def _reads_now(found: Evidence, timeline: Timeline, voice: Voice) -> str:
    """Return how the disputed event reads now, "" when it reads as it did."""
    now = timeline.at(found.frame.version)
    if now.version != found.frame.version:
        return "–"
    if now.entry.read_at == found.frame.entry.read_at or now.action is None:
        return ""
    return voice.action(now.action)


def _rule(timeline: Timeline, rule: str) -> dict[str, dict[str, str]]:
    known = timeline.engine.rulebook.rules.get(rule)
    if known is None:
        return {"title": dict.fromkeys(LANGUAGES, rule), "text": dict.fromkeys(LANGUAGES, "")}
    return {"title": known.title, "text": known.text}


def _board(timeline: Timeline, frame: Frame, voice: Voice) -> str:
    board = timeline.engine.view(frame.state, timeline.eyes)
    return terminal.printed(terminal.draw(board, voice, frozenset(), plain=True), WIDTH)


def _proof(events: Sequence[Event], found: Evidence) -> Proof:
    first = min([frame.version for frame in found.around] or [found.frame.version])
    begin = first - events[0].version
    before = events[begin - 1].hash if begin else GENESIS
    part = [msgspec.convert(plain_event(event), FileEvent) for event in events[begin:]]
    return Proof(before, tuple(part), seal_of(events[-1].hash))


def to_json(content: dict[str, Any]) -> bytes:
    """Return a bundle as canonical JSON and a newline."""
    return canonical(content) + b"\n"


def render(content: dict[str, Any], kind: str, lang: str) -> str:
    """Return a bundle as one self-contained page: `kind` is ``html`` or ``md``."""
    from jinja2 import BaseLoader, Environment, select_autoescape

    template = (files("replay.screens") / f"evidence.{kind}.j2").read_text(encoding="utf-8")
    environment = Environment(
        loader=BaseLoader(),
        autoescape=select_autoescape(default_for_string=kind == "html"),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.from_string(template).render(**content, lang=lang, languages=LANGUAGES)


def is_evidence(content: bytes) -> bool:
    """Return whether a file is an evidence bundle."""
    try:
        raw = orjson.loads(content)
    except orjson.JSONDecodeError:
        return False
    return isinstance(raw, dict) and raw.get("format") == FORMAT


def read_bundle(content: bytes) -> tuple[MatchHead, list[Flaw]]:
    """Return what a bundle's proof belongs to, and everything in it that does not fit.

    Raise Unreadable when it is no bundle of this version.
    """
    raw: dict[str, Any] = orjson.loads(content)
    if raw.get("version") != VERSION:
        raise Unreadable(f"The evidence has version {raw.get('version')}.", "Update foldtable.")
    try:
        head = msgspec.convert(raw.get("match"), MatchHead)
        proof = msgspec.convert(raw.get("proof"), Proof)
    except msgspec.ValidationError as error:
        raise Unreadable(f"The evidence is damaged: {error}.", "Export it again.") from None
    if not proof.events:
        raise Unreadable("The evidence proves nothing: it holds no events.", "Export it again.")
    flaws: list[Flaw] = []
    if content != to_json(raw):
        flaws.append(Flaw("bytes", "the file is not as canonical JSON has it"))
    previous, version = proof.before, proof.events[0].version - 1
    for event in events_of(Stream(head.match_id, proof.events)):
        flaws += link_flaws(event, previous, version, event.match_id)
        previous, version = event.hash, event.version
    sealed = seal_of(previous)
    if sealed != proof.seal or sealed != head.seal:
        flaws.append(Flaw("seal", f"the events lead to the seal {sealed}, not {head.seal}"))
    known = {event.version: event for event in proof.events}
    for each in [raw["event"], *raw["around"]]:
        proved = known.get(each["version"])
        if proved is None or (proved.type, proved.actor, proved.recorded_at) != (
            each["type"],
            each["actor"],
            each["recorded_at"],
        ):
            text = f"event {each['version']} is shown otherwise than it is proved"
            flaws.append(Flaw("chain", text, each["version"]))
    return head, flaws
