"""Corrections that are proposed: what each would do, in words, before it is made.

Nothing is recorded here. The desk and the shell call one function for each command, and pass the
`CorrectionProposal` that it returns to `correction_dialogue`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from engines.intents import Parsed
from engines.notation import are_numbers, find_seats
from engines.protocol import State
from engines.seats import typed_letter
from engines.values import TABLE, DecodeError, NotationError
from ledger.clerk import Amend, Join, Leave, Strike
from replay.base.errors import NothingToDo
from replay.base.i18n import _, ngettext
from replay.desk.addresses import split_address
from replay.desk.overrides import SIGN, find_overridden
from replay.desk.seating import is_seating, parse_seating, refuse_from_here
from replay.desk.table import ParsedActions, Table, split_reason
from replay.fold.timeline import Frame, Timeline
from replay.record.corrections import (
    Correction,
    Meant,
    RedoBlocked,
    find_amended,
    find_event,
    find_insertion_index,
    find_state_before,
    plan_amendment,
    plan_insertions,
    plan_redo,
    plan_shift,
    plan_undo,
    read_target,
    require_open,
)
from replay.record.followers import Follower, plan_whole_shift
from replay.speech import log_lines

NAMED: Final = 6
"""How many events are listed in words; the others are counted."""

PERSON: Final = re.compile(
    r"(?:by\s+|for\s+|of\s+)?(?P<who>[^\W\d_][\w .-]*?)(?:['’]s)?", re.IGNORECASE
)
"""Somebody to whom an action is given instead: ``by bo``."""

RECENT: Final = 4
"""How many of the last events are searched for the one that somebody corrects at once."""

SEARCHED: Final = 30
"""How many of the last actions are searched for an outcome."""


class CorrectionProposal(NamedTuple):
    """Corrections with their sentences: `intent` before they are made, `done` afterwards.

    `asks` is whether they touch what other events were recorded after, `hints` whether a shift of
    seats may be proposed with them, `follows` whether later events that follow from them may be
    corrected with them.
    """

    corrections: Sequence[Correction | Meant]
    intent: tuple[str, ...]
    done: tuple[str, ...]
    asks: bool = True
    hints: bool = True
    follows: bool = True


# -- undo and redo -------------------------------------------------------------------------------


def propose_undo(table: Table, target: int | None = None) -> CorrectionProposal:
    """Propose to strike an event, by default the last batch.

    Striking a strike brings back what it struck. Raise NothingToDo when there is nothing to strike,
    LookupError when there is no such event.
    """
    timeline = table.timeline
    strikes = plan_undo(timeline, target)
    versions = [strike.target for strike in strikes]
    if target is not None and find_event(timeline, target).type == Strike.type:
        return _propose_restoration(table, strikes, asks=True)
    first = min(timeline.index(_find_changed(timeline, version)) for version in versions)
    later = any(
        frame.action is not None and frame.version not in versions
        for frame in timeline.frames[first + 1 :]
    )
    intent = tuple(_list_events(table, versions, "strike"))
    return CorrectionProposal(
        strikes, intent, tuple(_list_events(table, versions, "struck")), asks=later
    )


def _find_changed(timeline: Timeline, version: int) -> int:
    """Return the event that counts otherwise once event `version` is struck.

    It is the event itself, or the one that it amends or strikes.
    """
    event = find_event(timeline, version)
    if event.type in (Amend.type, Strike.type):
        return _find_changed(timeline, read_target(event))
    return version


def propose_redo(table: Table, target: int | None = None) -> CorrectionProposal:
    """Propose to bring back event `target`, by default what was struck last.

    Raise NothingToDo when there is nothing; it names the event that can be brought back where
    something was recorded since. Raise LookupError when there is no such event.
    """
    try:
        strikes = plan_redo(table.timeline, target)
    except RedoBlocked as blocked:
        n = blocked.data["n"]
        raise NothingToDo(
            "nothing was undone since the last event; “redo {n}” brings back {event}",
            n=n,
            event=describe_event(table, n),
        ) from None
    return _propose_restoration(table, strikes, asks=target is not None)


def _propose_restoration(
    table: Table, strikes: Sequence[Strike], *, asks: bool
) -> CorrectionProposal:
    """Propose to strike strikes, so that what they struck counts again."""
    timeline = table.timeline
    versions = [read_target(find_event(timeline, strike.target)) for strike in strikes]
    sentences = tuple(_list_events(table, versions, "counts"))
    return CorrectionProposal(strikes, sentences, sentences, asks=asks)


def _list_events(
    table: Table, versions: Sequence[int], what: Literal["strike", "struck", "counts"]
) -> Iterator[str]:
    """Yield what happens to events: they would be struck, are struck, or count again."""
    n = len(versions)
    if n == 1:
        sentence = {
            "strike": _("Strike {event}"),
            "struck": _("Struck: {event}"),
            "counts": _("Counts again: {event}"),
        }[what]
        yield sentence.format(event=describe_event(table, versions[0]))
        return
    heading = {
        "strike": ngettext("Strike {n} event:", "Strike {n} events:", n),
        "struck": ngettext("Struck {n} event:", "Struck {n} events:", n),
        "counts": ngettext("{n} event counts again:", "{n} events count again:", n),
    }[what]
    yield heading.format(n=n)
    for version in versions[:NAMED]:
        yield f"  {describe_event(table, version)}"
    if n > NAMED:
        yield "  " + _("… and {n} more").format(n=n - NAMED)


def describe_event(table: Table, version: int) -> str:
    """Return an event in words: as it reads now, or as it was recorded if it does not count."""
    timeline = table.timeline
    frame = timeline.at(version)
    if frame.version == version:
        return f"{version}  {log_lines.describe_frame(frame, table.voice)}"
    return f"{version}  {log_lines.describe_event(find_event(timeline, version), table.voice)}"


# -- amend ---------------------------------------------------------------------------------------


def last_action(timeline: Timeline) -> Frame:
    """Return the last frame with an action. Raise NothingToDo when there is none."""
    for frame in reversed(timeline.frames):
        if frame.action is not None:
            return frame
    raise NothingToDo("there is no action to amend yet")


def find_amended_event(table: Table, text: str) -> tuple[int, str]:
    """Split ``12 rest`` or ``round 3 tom rest`` into the event to amend and what it is to read.

    Of several events that the address means, it is the only one that may read so: another of the
    same kind. Raise NothingToDo where several may, and as `Table.split_event` does.
    """
    address = split_address(table.timeline, text)
    if address.version is not None or (len(address.frames) < 2 and address.seat is None):
        return table.split_event(text)
    fitting = [
        (frame, said)
        for frame in address.frames
        if (said := _write_same_kind(table, frame, address.seat, address.rest))
    ]
    if not fitting:
        return table.split_event(text)
    if len(fitting) == 1:
        return fitting[0][0].version, fitting[0][1]
    ways = [
        f"amend {frame.version} {said}  ({log_lines.describe_frame(frame, table.voice)})"
        for frame, said in fitting
    ]
    raise NothingToDo("which one is wrong?", "{ways}", ways="\n" + "\n".join(ways))


def find_latest_such(table: Table, text: str) -> int:
    """Return the last action, or the latest of the few before it that may read as a text does:
    another action of its kind. Raise NothingToDo where there is no action."""
    last = last_action(table.timeline)
    recent = [frame for frame in table.timeline.frames[-RECENT:] if frame.action is not None]
    for frame in reversed(recent):
        if _write_same_kind(table, frame, None, text):
            return frame.version
    return last.version


def _write_same_kind(table: Table, frame: Frame, seat: int | None, text: str) -> str:
    """Return how the action of a frame is to read another action of its kind that a text means.

    It is the text itself, or behind the name of the seat where the action is about everybody. ""
    where the text means no such action.
    """
    action = frame.action
    if action is None or not text:
        return ""
    named = text if seat is None else f"{frame.seat_names[seat]} {text}"
    for said in dict.fromkeys((named,) if action.seat == TABLE else (text, named)):
        with suppress(NotationError, DecodeError, NothingToDo):
            body = split_reason(said)[0]
            body = replace_entry(table, frame, body) or body
            parsed = table.parse_actions(body, find_state_before(table.timeline, frame.version))
            if [each.verb for each in parsed.actions] == [action.verb]:
                return said
    return ""


def replace_entry(table: Table, frame: Frame, text: str) -> str:
    """Return how a list with a number for everybody reads with another number for one person.

    The text is ``tom 1/0``. "" where it is none, or where the frame has no such list. Raise
    NothingToDo for a part of an entry, such as ``tom 0``.
    """
    word, _space, entry = text.partition(" ")
    action, names = frame.action, frame.seat_names
    if action is None or action.seat != TABLE or not are_numbers([entry.strip()]):
        return ""
    verb, *entries = table.session.engine.write(action, names).split()
    found = find_seats(word.rstrip(":"), len(names), names)
    if len(found) != 1 or len(entries) != len(names) or not are_numbers(entries):
        return ""
    was, reads = entries[found[0]], entry.strip()
    if "/" in was and "/" not in reads:
        raise NothingToDo(
            "{name} has {was} there; type all of it, as in: {ways}",
            name=names[found[0]],
            was=was,
            ways=" · ".join(
                f"amend {frame.version} {word} {way}"
                for way in (f"{reads}/{was.partition('/')[2]}", f"{was.partition('/')[0]}/{reads}")
            ),
        )
    entries[found[0]] = reads
    return " ".join([verb, *entries])


def propose_amendment(table: Table, version: int, text: str) -> CorrectionProposal:
    """Propose that event `version` reads as `text` says.

    `text` is one action or ``~OUTCOME=VALUE``, and may end with ``! reason``. Raise NothingToDo for
    what cannot be amended, NotationError or DecodeError for what cannot be read, LookupError when
    there is no such event.
    """
    require_open(table.timeline)
    body, _bang, reason = split_reason(text)
    if is_seating(body):
        at = table.timeline.frames[max(table.timeline.index(version) - 1, 0)]
        seating = parse_seating(table.timeline, at, body)
        return _propose_seating(table, version, seating, reason)
    if body.startswith(SIGN):
        frame, action = find_overridden(table, [table.timeline.at(version)], body)
        return _propose_action(table, frame.version, Parsed(action, frame.intent), reason)
    body = replace_entry(table, table.timeline.at(version), body) or body
    try:
        parsed = table.parse_actions(body, find_state_before(table.timeline, version))
    except NotationError:
        refuse_from_here(body, version, insertion=False)
        meant = _parse_same_seat(table, version, body)
        given = None if meant else _give_to(table, version, body)
        if given is not None:
            return _propose_action(table, version, given, reason)
        if meant is None:
            raise
        parsed = meant
    else:
        was = table.timeline.at(version).action
        same = was is None or [each.verb for each in parsed.actions] == [was.verb]
        parsed = parsed if same else _parse_same_seat(table, version, body) or parsed
    one, *more = parsed.parsed
    if more:
        raise NothingToDo("one event can be amended to one action only")
    return _propose_action(table, version, one, reason, parsed.guesses)


def _parse_same_seat(table: Table, version: int, text: str) -> ParsedActions | None:
    """Return the action of its kind that a text means behind the seat of event `version`:
    ``amend 2 pig`` where somebody has picked another card. None where it means none."""
    action = table.timeline.at(version).action
    if action is None or action.seat == TABLE:
        return None
    letter = typed_letter(action.seat, table.voice.names)
    verb, state = action.verb, find_state_before(table.timeline, version)
    for said in (f"{letter}: {text}", f"{letter}: {verb} {text}"):
        with suppress(NotationError, DecodeError):
            parsed = table.parse_actions(said, state)
            if [each.verb for each in parsed.actions] == [verb]:
                return parsed
    return None


def _give_to(table: Table, version: int, text: str) -> Parsed | None:
    """Return the action of an event as that of another person, who is all that a text names: ``by
    bo``. What nobody typed is worked out for them. None where nobody is named."""
    frame = table.timeline.at(find_amended(table.timeline, version))
    names = frame.seat_names
    who = PERSON.fullmatch(text.strip())
    found = find_seats(who["who"], len(names), names) if who is not None else ()
    if len(found) != 1 or frame.action is None or frame.action.seat == TABLE:
        return None
    engine = table.session.engine
    intent = {field: frame.intent[field] for field in frame.intent if field != "seat"}
    before = find_state_before(table.timeline, frame.version)
    given = engine.resolve(before, replace(frame.action, seat=found[0]), intent)
    return Parsed(given, intent)


def propose_override(table: Table, text: str) -> CorrectionProposal:
    """Propose that the last action with some outcomes had other ones.

    `text` is ``~OUTCOME=VALUE``, and may end with ``! reason``. Raise as `find_overridden` does.
    """
    require_open(table.timeline)
    body, _bang, reason = split_reason(text)
    frames = [frame for frame in table.timeline.frames if frame.action is not None]
    frame, action = find_overridden(table, frames[: -SEARCHED - 1 : -1], body)
    return _propose_action(table, frame.version, Parsed(action, frame.intent), reason)


def _propose_action(
    table: Table, version: int, parsed: Parsed, reason: str, guesses: tuple[str, ...] = ()
) -> CorrectionProposal:
    """Propose that event `version` reads as an action."""
    timeline, voice = table.timeline, table.voice
    action = parsed.action
    correction = Meant(plan_amendment(timeline, version, action, reason), parsed.intent)
    final = find_amended(timeline, version)
    frame = timeline.at(final)
    reads = voice.action(action)
    was = log_lines.describe_payload(
        frame.entry.kind, frame.entry.payload, frame.entry.schema, voice
    )
    if was == reads and frame.action is not None:  # the words do not tell them apart
        was, reads = (voice.write(each) for each in (frame.action, action))
    intent = _("{n} would read: {reads} (now: {was})").format(n=final, reads=reads, was=was)
    done = _("{n} now reads: {reads} (was: {was})").format(n=final, reads=reads, was=was)
    return CorrectionProposal([correction], (*guesses, intent), (*guesses, done))


def _propose_seating(
    table: Table, version: int, seating: Leave | Join, reason: str
) -> CorrectionProposal:
    """Propose that event `version` reads as somebody who leaves or joins."""
    timeline, voice = table.timeline, table.voice
    amend = plan_amendment(timeline, version, seating, reason)
    final = find_amended(timeline, version)
    said = {
        "n": final,
        "reads": log_lines.describe_clerk(seating, voice),
        "was": log_lines.describe_frame(timeline.at(final), voice),
    }
    intent = _("{n} would read: {reads} (now: {was})").format(**said)
    done = _("{n} now reads: {reads} (was: {was})").format(**said)
    return CorrectionProposal([amend], (intent,), (done,))


def describe_followers(table: Table, followers: Sequence[Follower], *, done: bool) -> Iterator[str]:
    """Yield how later events would read with a correction; how they read now that it is `done`."""
    voice = table.voice
    sentence = (
        _("with it: {n} now reads: {reads} (was: {was})")
        if done
        else _("with it: {n} would read: {reads} (now: {was})")
    )
    for frame, action, _said in followers[:NAMED]:
        was, reads = (voice.action(each) for each in (frame.action, action) if each is not None)
        if was == reads and frame.action is not None:
            was, reads = (table.session.engine.write(each) for each in (frame.action, action))
        yield sentence.format(n=frame.version, reads=reads, was=was)
    if len(followers) > NAMED:
        yield _("… and {n} more").format(n=len(followers) - NAMED)


def name_followers(followers: Sequence[Follower]) -> str:
    """Return the numbers of later events, as they stand in a question."""
    numbers = [str(each.frame.version) for each in followers[:NAMED]]
    if len(followers) > NAMED:
        return _("{some} and {n} more").format(
            some=", ".join(numbers), n=len(followers) - len(numbers)
        )
    if len(numbers) == 1:
        return numbers[0]
    return _("{some} and {last}").format(some=", ".join(numbers[:-1]), last=numbers[-1])


# -- insert and shift ----------------------------------------------------------------------------


def state_after(timeline: Timeline, version: int) -> State:
    """Return the state in which an insertion after event `version` is read. Raise LookupError."""
    return timeline.frames[find_insertion_index(timeline, version)].state


def propose_insertion(table: Table, version: int, text: str) -> CorrectionProposal:
    """Propose to record forgotten actions after event `version`.

    `text` is one action or several with ``;``, and may end with ``! reason``. Raise NotationError
    or DecodeError for what cannot be read, LookupError when there is no such event.
    """
    timeline = table.timeline
    require_open(timeline)
    body, _bang, reason = split_reason(text)
    if is_seating(body):
        at = timeline.frames[find_insertion_index(timeline, version)]
        seating = parse_seating(timeline, at, body)
        seated = plan_insertions(timeline, version, [seating], reason)
        spoken = [log_lines.describe_clerk(seating, table.voice)]
        return _propose_insertions(version, list(map(Meant, seated)), spoken)
    try:
        parsed = table.parse_actions(body, state_after(timeline, version))
    except NotationError:
        refuse_from_here(body, version, insertion=True)
        raise
    insertions = plan_insertions(timeline, version, parsed.actions, reason)
    intents = (each.intent for each in parsed.parsed)
    corrections = list(map(Meant, insertions, intents))
    spoken = [table.voice.action(action) for action in parsed.actions]
    return _propose_insertions(version, corrections, spoken, parsed.guesses)


def _propose_insertions(
    version: int, corrections: Sequence[Meant], spoken: Sequence[str], guesses: tuple[str, ...] = ()
) -> CorrectionProposal:
    """Propose to record what was forgotten after event `version`, and is `spoken` in words."""
    would, did = _("To be inserted after {n}: {text}"), _("Inserted after {n}: {text}")
    return CorrectionProposal(
        corrections,
        (*guesses, *(would.format(n=version, text=text) for text in spoken)),
        (*guesses, *(did.format(n=version, text=text) for text in spoken)),
    )


def propose_shift(table: Table, since: int, seats: int = 1) -> CorrectionProposal:
    """Propose that every action from event `since` on was that of the seat `seats` further on.

    Raise NothingToDo when no action would change, LookupError when there is no such event.
    """
    require_open(table.timeline)
    found = plan_whole_shift(table.timeline, since, seats)
    n, (first, _intent) = len(plan_shift(table.timeline, since, seats)), found[0]
    assert isinstance(first, Amend)  # noqa: S101
    reads = f"{first.target}  {log_lines.describe_content(first, table.voice)}"
    would = ngettext(
        "{n} action moves to another seat; the first: {reads}",
        "{n} actions move to another seat; the first: {reads}",
        n,
    )
    did = ngettext(
        "{n} action moved to another seat; the first: {reads}",
        "{n} actions moved to another seat; the first: {reads}",
        n,
    )
    return CorrectionProposal(
        found, (would.format(n=n, reads=reads),), (did.format(n=n, reads=reads),), hints=False
    )
