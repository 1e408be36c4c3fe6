"""What the log says: one line for every event, in words."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engines.values import TABLE, Action, Breach, DecodeError
from ledger.clerk import (
    Amend,
    Clerk,
    Close,
    Decision,
    Dispute,
    Fork,
    HouseRule,
    Insert,
    Note,
    Open,
    Ruling,
    Sign,
    Strike,
    Waive,
    is_clerk,
    read_clerk,
)
from ledger.event import Event
from replay.base.i18n import _
from replay.base.terminal_text import clean
from replay.fold.timeline import Frame, Timeline
from replay.speech.voice import Voice


def line(frame: Frame, voice: Voice) -> str:
    """Return a frame as a line of the log: its address, what happened, the rules it broke."""
    rules = dict.fromkeys(breach.rule for breach in frame.breaches)
    broken = "".join(f"  [{rule}]" for rule in rules)
    return f"{frame.version:>4}  {told(frame, voice)}{broken}"


def told(frame: Frame, voice: Voice) -> str:
    """Return what an event of the line was, what came of it by itself, how it came to read so."""
    entry = frame.entry
    if frame.action is not None:
        text = " ".join(filter(None, happened(frame, frame.action, voice)))
    elif entry.is_clerk and not frame.breaches:
        return clerk(entry.clerk(), voice)
    else:
        text = f"{entry.kind} {entry.payload.decode()}"
    marks = []
    if entry.event.type == Insert.type:
        marks.append(_("inserted"))
    if entry.read_at != entry.version:
        marks.append(_("as corrected by {n}").format(n=entry.read_at))
    return f"{text}  ({', '.join(marks)})" if marks else text


def happened(frame: Frame, action: Action, voice: Voice) -> Iterator[str]:
    """Yield what an action was, whose piece it moved where it does not say so, and what came of it
    by itself."""
    said = voice.action(action)
    yield said
    named = msgspec.structs.astuple(action) if action.seat == TABLE else ()
    owners = (voice.owner(move.source) for move in frame.moves if move.item in named)
    owner = next(filter(None, owners), "")
    if owner and owner not in said:
        yield f"({owner})"
    yield voice.came(frame.moves)


def seen_at(timeline: Timeline, breach: Breach) -> str:
    """Return the events that a breach concerns, as it follows the sentence; "" when none does."""
    known = {f.ply - 1: f.version for f in timeline.frames if f.action is not None}
    numbers = [str(known[ply]) for ply in breach.at if ply in known]
    return " " + _("(see {numbers})").format(numbers=", ".join(numbers)) if numbers else ""


def stored(event: Event, voice: Voice) -> str:
    """Return what an event says as it was recorded, whatever became of it."""
    if is_clerk(event.type):
        try:
            return clerk(read_clerk(event.type, event.payload), voice)
        except ValueError:
            return f"{event.type} {event.payload.decode()}"
    return carried(event.type, event.payload, event.schema, voice)


def carried(kind: str, payload: bytes, schema: int, voice: Voice) -> str:
    """Return what a payload says in words, or the payload where it says nothing."""
    try:
        return voice.action(voice.engine.decode(kind, payload, schema))
    except (DecodeError, IndexError):
        return f"{kind} {payload.decode()}"


def clerk(event: Clerk, voice: Voice) -> str:
    """Return what a clerk event says."""
    match event:
        case Open():
            names = ", ".join(event.seats)
            said = _("opened: {game}, {names}").format(game=voice.item(event.game), names=names)
            said += "".join(f"; {house_rule(rule)}" for rule in event.house)
        case Fork():
            said = _("branches off at {n}").format(n=event.base_version)
        case Close():
            said = _closed(event, voice)
        case Strike():
            said = _("strikes {n}").format(n=event.target)
        case Amend():
            said = _("{n} reads: {text}").format(n=event.target, text=content(event, voice))
        case Insert():
            said = _("after {n}: {text}").format(n=event.after, text=content(event, voice))
        case Waive():
            waived, again = (
                _("{rule} is waived from here on."),
                _("{rule} holds again from here on."),
            )
            said = (waived if event.waived else again).format(rule=event.rule)
        case Note():
            said = f"# {clean(event.text)}"
        case Dispute():
            rules = f" [{', '.join(event.rules)}]" if event.rules else ""
            said = _("{n} is disputed by {name}: {claim}").format(
                n=event.at, name=event.by, claim=clean(event.claim)
            )
            said += rules
        case Ruling():
            said = ruling(event)
        case Sign():
            said = _("{name} acknowledges {seal}.").format(
                name=voice.seat(event.seat), seal=event.seal
            )
        case _:
            return event.type
    reason = getattr(event, "reason", "")
    return f"{said} ({reason})" if reason and not isinstance(event, Ruling) else said


def decided(decision: Decision) -> str:
    """Return a decision in words; what is typed stays English."""
    return {
        "stands": _("stands"),
        "taken-back": _("taken back"),
        "corrected": _("corrected"),
        "replayed": _("replayed"),
        "penalty": _("penalty"),
    }[decision]


def ruling(event: Ruling) -> str:
    """Return what a ruling says: about which event, what was decided, by whom and why."""
    rules = f" [{', '.join(event.rules)}]" if event.rules else ""
    said = _("{n} {decision}, ruled by {name}").format(
        n=event.at, decision=decided(event.decision), name=event.by
    )
    house = f" → {event.house.id}" if event.house else ""
    return f"{said}{rules}: {clean(event.reason)}{house}"


def house_rule(rule: HouseRule) -> str:
    """Return a rule of a group: its id, and its text or what it switches off."""
    kept = clean(rule.text) or _("{rule} is waived").format(rule=rule.waives)
    return f"{rule.id} {kept}"


def _closed(event: Close, voice: Voice) -> str:
    if event.how == "conceded" and event.seat is not None:
        return _("closed: {name} conceded").format(name=voice.seat(event.seat))
    return _("closed: abandoned") if event.how == "abandoned" else _("closed: finished")


def content(event: Amend | Insert, voice: Voice) -> str:
    """Return what an amendment or an insertion lets an event read."""
    payload = msgspec.json.encode(event.payload)
    if is_clerk(event.kind):
        return stored_clerk(event.kind, payload, voice)
    return carried(event.kind, payload, event.schema, voice)


def stored_clerk(kind: str, payload: bytes, voice: Voice) -> str:
    """Return what a clerk's payload says, or the payload where it says nothing."""
    try:
        return clerk(read_clerk(kind, payload), voice)
    except ValueError:
        return f"{kind} {payload.decode()}"
