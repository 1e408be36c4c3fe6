"""The lines of the log: every event in words.

A frame is described as it counts now, an event as it was recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

import msgspec

from engines.counts import Count
from engines.seats import Seats, typed_letter
from engines.values import TABLE, Action, Breach, DecodeError
from ledger.clerk import (
    Amend,
    Clerk,
    Close,
    Decision,
    Describe,
    Dispute,
    Fork,
    HouseRule,
    Insert,
    Join,
    Leave,
    Note,
    Open,
    Rename,
    Ruling,
    Sign,
    Source,
    Strike,
    Swap,
    Void,
    Waive,
    decode_clerk,
    is_clerk_event,
)
from ledger.event import Event
from replay.base.i18n import _, ngettext
from replay.base.terminal_text import clean_line
from replay.fold.rounds import find_round
from replay.fold.timeline import Frame, Timeline
from replay.speech.effects import describe_effects
from replay.speech.voice import Voice

RUN: Final = 4
"""How many facts of one kind in a row stand in one line where they were told together."""


def write_log_line(frame: Frame, voice: Voice) -> str:
    """Return the line of a frame: its number, the event in words, the rules that it breaks."""
    rules = dict.fromkeys(breach.rule for breach in frame.breaches)
    broken = "".join(f"  [{rule}]" for rule in rules)
    return f"{frame.version:>4}  {describe_frame(frame, voice)}{broken}"


def write_log_lines(frames: Sequence[Frame], voice: Voice) -> Iterator[str]:
    """Yield the lines of actions; a run of facts of one kind that break no rule is one line."""
    for facts, run in groupby(frames, _find_fact_kind):
        told = list(run)
        if not facts or len(told) < RUN:
            yield from (write_log_line(frame, voice) for frame in told)
            continue
        numbers = f"{told[0].version}–{told[-1].version}"
        yield f"{numbers:>4}  {' · '.join(describe_frame(frame, voice) for frame in told)}"


def _find_fact_kind(frame: Frame) -> str:
    """Return the kind of a fact of the table that breaks no rule, "" for anything else."""
    action = frame.action
    is_plain = action is not None and action.seat == TABLE and not frame.breaches
    return action.verb if action is not None and is_plain else ""


def describe_frame(frame: Frame, voice: Voice) -> str:
    """Return a frame in words: its event, what it did to people, and its corrections."""
    entry, voice = frame.entry, voice.name_seats(frame.seat_names)
    if frame.action is not None:
        text = " ".join(filter(None, _describe_action(frame, frame.action, voice)))
    elif entry.is_clerk and not frame.breaches and frame.step is None:
        return describe_clerk(entry.clerk(), voice)
    elif entry.is_clerk and not frame.breaches:
        key = "left.moves" if entry.kind == Leave.type else "joined.moves"
        told = bool(frame.moves) and key in voice.words.text
        text = describe_clerk(entry.clerk(), voice) + (f" · {voice.say(key)}" if told else "")
    else:
        text = f"{entry.kind} {entry.payload.decode()}"
    marks = []
    if entry.event.type == Insert.type:
        marks.append(_("inserted"))
    if entry.content_version != entry.version:
        marks.append(_("as corrected by {n}").format(n=entry.content_version))
    return f"{text}  ({', '.join(marks)})" if marks else text


def _describe_action(frame: Frame, action: Action, voice: Voice) -> Iterator[str]:
    """Yield an action in words, the owner of a piece moved by the table, and the effects.

    The owner is left out where the words of the action name it.
    """
    left = voice.engine.list_left(frame.check.state) if frame.check is not None else ()
    text = voice.action(action, left, frame.intent)
    yield text
    named = msgspec.structs.astuple(action) if action.seat == TABLE else ()
    owners = (voice.owner(move.source) for move in frame.moves if move.item in named)
    owner = next(filter(None, owners), "")
    if owner and owner not in text:
        yield f"({owner})"
    if not isinstance(action, Count):
        yield describe_effects(frame.moves, action.seat, voice)


def head_rounds(
    timeline: Timeline, frames: Sequence[Frame], voice: Voice
) -> dict[int, tuple[str, ...]]:
    """Return headings by the version of the frame before which each stands: a round begins.

    Nothing is headed by the round before the first.
    """
    headings: dict[int, tuple[str, ...]] = {}
    last = 0
    for frame in frames:
        number = find_round(timeline, frame)
        if frame.action is not None and number != last:
            headings[frame.version] = (voice.say("heading.round", {"n": number}),)
            last = number
    return headings


def cite_events(timeline: Timeline, breach: Breach) -> str:
    """Return a reference to the events that a breach concerns, to follow its sentence, or ""."""
    last = timeline.frames[-1].ply
    numbers = [str(timeline.version_of(ply)) for ply in breach.at if 0 <= ply < last]
    return " " + _("(see {numbers})").format(numbers=", ".join(numbers)) if numbers else ""


def describe_event(event: Event, voice: Voice) -> str:
    """Return an event in words as it was recorded, whether it counts or not."""
    if is_clerk_event(event.type):
        try:
            return describe_clerk(decode_clerk(event.type, event.payload), voice)
        except (ValueError, IndexError):
            return f"{event.type} {event.payload.decode()}"
    return describe_payload(event.type, event.payload, event.schema, voice)


def describe_payload(kind: str, payload: bytes, schema: int, voice: Voice) -> str:
    """Return the payload of an action in words, or as JSON where it cannot be decoded."""
    try:
        return voice.action(voice.engine.decode(kind, payload, schema))
    except (DecodeError, IndexError):
        return f"{kind} {payload.decode()}"


def describe_clerk(event: Clerk, voice: Voice) -> str:
    """Return a clerk event in words."""
    match event:
        case Open():
            seats = Seats(map(clean_line, event.seats), event.letters)
            shown = [
                f"{letter} {name}" if event.letters else name
                for letter, name in zip(seats.letters, seats, strict=False)
            ]
            names = ", ".join(shown)
            said = _("opened: {game}, {names}").format(game=voice.item(event.game), names=names)
            said += "".join(f"; {describe_house_rule(rule)}" for rule in event.house)
        case Fork():
            said = _("branches off at {n}").format(n=event.base_version)
        case Close():
            said = _describe_closing(event, voice)
        case Leave() | Join():
            said = _describe_seating(event, voice)
        case Source():
            said = _describe_source(event)
        case Describe() | Void() | Rename() | Swap():
            said = _describe_metadata(event, voice)
        case Strike():
            said = _("strikes {n}").format(n=event.target)
        case Amend():
            said = _("{n} reads: {text}").format(
                n=event.target, text=describe_content(event, voice)
            )
        case Insert():
            said = _("after {n}: {text}").format(n=event.after, text=describe_content(event, voice))
        case Waive():
            waived, again = (
                _("{rule} is waived from here on."),
                _("{rule} holds again from here on."),
            )
            said = (waived if event.waived else again).format(rule=event.rule)
        case Note():
            said = f"# {clean_line(event.text)}"
        case Dispute():
            rules = f" [{', '.join(event.rules)}]" if event.rules else ""
            said = _("{n} is disputed by {name}: {claim}").format(
                n=event.at, name=clean_line(event.by), claim=clean_line(event.claim)
            )
            said += rules
        case Ruling():
            said = describe_ruling(event)
        case Sign():
            said = _("{name} acknowledges {seal}.").format(
                name=voice.seat(event.seat), seal=event.seal
            )
        case _:
            return event.type
    reason = getattr(event, "reason", "")
    return f"{said} ({clean_line(reason)})" if reason and not isinstance(event, Ruling) else said


def name_decision(decision: Decision) -> str:
    """Return the name of a decision in the program's language."""
    return {
        "stands": _("stands"),
        "taken-back": _("taken back"),
        "corrected": _("corrected"),
        "replayed": _("replayed"),
        "penalty": _("penalty"),
    }[decision]


def describe_ruling(event: Ruling) -> str:
    """Return a ruling in words: the event, the decision, by whom and why."""
    rules = f" [{', '.join(event.rules)}]" if event.rules else ""
    said = _("{n} {decision}, ruled by {name}").format(
        n=event.at, decision=name_decision(event.decision), name=clean_line(event.by)
    )
    house = f" → {event.house.id}" if event.house else ""
    return f"{said}{rules}: {clean_line(event.reason)}{house}"


def describe_house_rule(rule: HouseRule) -> str:
    """Return a house rule: its id, and its text or the rule that it waives."""
    kept = clean_line(rule.text) or _("{rule} is waived").format(rule=rule.waives)
    return f"{rule.id} {kept}"


def _describe_closing(event: Close, voice: Voice) -> str:
    """Return a closing in words: how the match ended, and the result as people counted it."""
    if event.how == "conceded" and event.seat is not None:
        said = _("closed: {name} conceded").format(name=voice.seat(event.seat))
    else:
        said = _("closed: abandoned") if event.how == "abandoned" else _("closed: finished")
    result = describe_result(event, voice)
    return f"{said}; {result}" if result else said


def describe_result(event: Close, voice: Voice) -> str:
    """Return the points and the winners of a closing in words, "" where it says nothing."""
    counted = [
        f"{voice.seat(seat)} {points}"
        for seat, points in enumerate(event.points)
        if points is not None
    ]
    return ". ".join(filter(None, (", ".join(counted), voice.winners(event.winners))))


def _describe_source(event: Source) -> str:
    """Return where a match was logged, in words: the file, how long it took, whether it counts."""
    parts = [_("logged elsewhere as {game}").format(game=clean_line(event.game))]
    parts += [clean_line(name) for name in (event.file, event.board, *event.expansions) if name]
    if event.minutes:
        parts.append(ngettext("{n} minute", "{n} minutes", event.minutes).format(n=event.minutes))
    if event.uncounted:
        parts.append(_("never counted, as the source says"))
    return ", ".join(parts)


def _describe_metadata(event: Describe | Void | Rename | Swap, voice: Voice) -> str:
    """Return what is said of a match, or who sits where, in words."""
    match event:
        case Describe():
            said = [
                (_("title: {text}"), event.title),
                (_("place: {text}"), event.place),
                (_("played: {text}"), event.played),
            ]
            return "; ".join(
                sentence.format(text=clean_line(text) or "–")
                for sentence, text in said
                if text is not None
            )
        case Rename():
            text = _("seat {letter} is {name} from here on")
            return text.format(
                letter=typed_letter(event.seat, voice.names), name=clean_line(event.name)
            )
        case Swap():
            one, other = (voice.seat(seat) for seat in event.seats)
            return _("{one} and {other} have changed seats").format(one=one, other=other)
        case Void():
            return _("the match does not count")


def _describe_seating(event: Leave | Join, voice: Voice) -> str:
    """Return who leaves, joins or is back, in words."""
    if isinstance(event, Leave):
        return _("{name} has left").format(name=voice.seat(event.seat))
    points = "" if event.points is None else _("; points: {n}").format(n=event.points)
    if event.name:
        return _("{name} has joined").format(name=clean_line(event.name)) + points
    return _("{name} is back").format(name=voice.seat(event.seat)) + points


def describe_content(event: Amend | Insert, voice: Voice) -> str:
    """Return the new reading of an amendment or an insertion in words."""
    payload = msgspec.json.encode(event.payload)
    if is_clerk_event(event.kind):
        return _describe_clerk_payload(event.kind, payload, voice)
    return describe_payload(event.kind, payload, event.schema, voice)


def _describe_clerk_payload(kind: str, payload: bytes, voice: Voice) -> str:
    """Return the payload of a clerk event in words, or as JSON where it cannot be decoded."""
    try:
        return describe_clerk(decode_clerk(kind, payload), voice)
    except ValueError:
        return f"{kind} {payload.decode()}"
