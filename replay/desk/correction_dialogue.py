"""Corrections at the recorder's desk: read, shown with all that they change, then made.

Whoever sits at a terminal is asked first (`Desk.confirm`); in a pipe they are made at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from engines.values import Action, NotationError
from ledger.clerk import Strike
from replay.base.i18n import _, ngettext
from replay.desk.commands import OVERRIDE, number, numbered
from replay.desk.replies import Reply
from replay.record.consequences import Consequences, cure, told
from replay.record.corrections import (
    Correction,
    NothingToDo,
    amended_at,
    amendment,
    event_of,
    index_after,
    insertions,
    must_be_open,
    redoing,
    shift,
    state_before,
    target_of,
    undoing,
)
from replay.record.session import Plan
from replay.speech import log_lines

if TYPE_CHECKING:
    from replay.desk.desk import Desk
    from replay.fold.timeline import Frame, Timeline

NAMED = 6
"""How many events are told in words; more are counted."""


class Proposed(NamedTuple):
    """A correction that was read: what it would do in words, and what it has done once made.

    `asks` is whether it touches what others were recorded after, `hints` whether a shift may be
    what is missing.
    """

    corrections: Sequence[Correction]
    intent: tuple[str, ...]
    done: tuple[str, ...]
    asks: bool = True
    hints: bool = True


def carry_out(desk: Desk, command: str, rest: str) -> Reply:
    """Make a correction that is typed, once it is confirmed."""
    if command == "amend" and (not rest or rest.isdecimal()):
        return reading(desk, rest)
    return make(desk, read(desk, command, rest))


def make(desk: Desk, proposed: Proposed) -> Reply:
    """Make a correction: shown before where somebody can be asked, else with what it changed."""
    plan = desk.session.plan(*proposed.corrections)
    changes: tuple[str, ...] = ()
    if proposed.asks:
        found = plan.consequences()
        changes = tuple(changed(desk, plan, found, hints=proposed.hints))
        if desk.confirm is not None:
            if not desk.confirm((*proposed.intent, *changes), found.is_harmless):
                return Reply("declined", shows=(_("Nothing was changed."),))
            changes = ()
    desk.session.carry_out(plan)
    return Reply("told", shows=(*proposed.done, *changes))


def preview(desk: Desk, proposed: Proposed) -> Iterator[str]:
    """Yield what a correction would do and change, without making it."""
    yield from proposed.intent
    plan = desk.session.plan(*proposed.corrections)
    yield from changed(desk, plan, plan.consequences(), hints=proposed.hints)


def changed(desk: Desk, plan: Plan, found: Consequences, *, hints: bool) -> Iterator[str]:
    """Yield what corrections change besides themselves, or that nothing else does."""
    lines = list(told(found, desk.voice, cure(plan.after, found) if hints else None))
    yield from lines or [_("Everything after it still holds.")]


def read_before(timeline: Timeline, command: str, version: int) -> Any:
    """Return the table on which an amendment or an insertion is read. Raise LookupError."""
    if command == "amend":
        return state_before(timeline, version)
    return timeline.frames[index_after(timeline, version)].state


def read(desk: Desk, command: str, rest: str) -> Proposed:
    """Return the correction that a command means. Raise what says why it means none."""
    must_be_open(desk.session.timeline)
    return _READ[command](desk, rest)


# -- undo and redo -------------------------------------------------------------------------------


def _undo(desk: Desk, rest: str) -> Proposed:
    timeline = desk.session.timeline
    target = number(rest) if rest else None
    strikes = undoing(timeline, target)
    versions = [strike.target for strike in strikes]
    if target is not None and event_of(timeline, target).type == Strike.type:
        back = [target_of(event_of(timeline, version)) for version in versions]
        said = tuple(_listed(desk, back, _AGAIN))
        return Proposed(strikes, said, said)
    later = any(
        frame.action is not None and frame.version > versions[-1] for frame in timeline.frames
    )
    said = tuple(_listed(desk, versions, _STRUCK))
    return Proposed(strikes, tuple(_listed(desk, versions, _STRIKE)), said, asks=later)


def _redo(desk: Desk, rest: str) -> Proposed:
    if rest:
        raise NothingToDo(_("redo takes no number; undo N of the strike brings one event back"))
    timeline = desk.session.timeline
    strikes = redoing(timeline)
    back = [target_of(event_of(timeline, strike.target)) for strike in strikes]
    said = tuple(_listed(desk, back, _AGAIN))
    return Proposed(strikes, said, said, asks=False)


_STRIKE, _STRUCK, _AGAIN = range(3)
"""What is said of events: they would be struck, they are, they count again."""


def _listed(desk: Desk, versions: Sequence[int], what: int) -> Iterator[str]:
    """Yield what happens to events, each in the words of the log."""
    n = len(versions)
    if n == 1:
        said = (_("Strike {event}"), _("Struck: {event}"), _("Counts again: {event}"))[what]
        yield said.format(event=in_words(desk, versions[0]))
        return
    heading = (
        ngettext("Strike {n} event:", "Strike {n} events:", n),
        ngettext("Struck {n} event:", "Struck {n} events:", n),
        ngettext("{n} event counts again:", "{n} events count again:", n),
    )[what]
    yield heading.format(n=n)
    for version in versions[:NAMED]:
        yield f"  {in_words(desk, version)}"
    if n > NAMED:
        yield "  " + _("… and {n} more").format(n=n - NAMED)


def in_words(desk: Desk, version: int) -> str:
    """Return an event as the log tells it, as it reads now or as it was recorded."""
    timeline = desk.session.timeline
    frame = timeline.at(version)
    if frame.version == version:
        return f"{version}  {log_lines.told(frame, desk.voice)}"
    return f"{version}  {log_lines.stored(event_of(timeline, version), desk.voice)}"


# -- amend ---------------------------------------------------------------------------------------


def reading(desk: Desk, rest: str) -> Reply:
    """Return how an event, by default the last action, reads: a line to be changed from there."""
    version = number(rest) if rest else _last_action(desk).version
    frame = desk.session.timeline.at(amended_at(desk.session.timeline, version))
    if frame.action is None or version not in (frame.version, frame.entry.read_at):
        raise NothingToDo(_("{n} is no action that counts").format(n=version))
    reads = f"amend {version} {desk.session.engine.write(frame.action)}"
    said = _("{n} reads: {reads}").format(n=version, reads=reads)
    return Reply("told", shows=(said,), prefill=reads)


def _last_action(desk: Desk) -> Frame:
    for frame in reversed(desk.session.timeline.frames):
        if frame.action is not None:
            return frame
    raise NothingToDo(_("there is no action to amend yet"))


def _amend(desk: Desk, rest: str) -> Proposed:
    word, _space, _text = rest.partition(" ")
    if word.isdecimal():
        version, text = numbered(rest)
    else:
        version, text = _last_action(desk).version, rest
    body, _bang, reason = (part.strip() for part in text.partition("!"))
    if body.startswith(OVERRIDE):
        return _overridden(desk, [desk.session.timeline.at(version)], body, reason)
    before = read_before(desk.session.timeline, "amend", version)
    (action, *more), understood = desk.understand_all(body, before)
    if more:
        raise NothingToDo(_("one event can be amended to one action only"))
    return _amended(desk, version, action, reason, understood)


def _amended(
    desk: Desk, version: int, action: Action, reason: str, understood: tuple[str, ...] = ()
) -> Proposed:
    timeline = desk.session.timeline
    correction = amendment(timeline, version, action, reason)
    final = amended_at(timeline, version)
    frame = timeline.at(final)
    reads = desk.voice.action(action)
    was = log_lines.carried(frame.entry.kind, frame.entry.payload, frame.entry.schema, desk.voice)
    if was == reads and frame.action is not None:  # the words do not tell them apart
        was, reads = (timeline.engine.write(each) for each in (frame.action, action))
    intent = _("{n} would read: {reads} (now: {was})").format(n=final, reads=reads, was=was)
    done = _("{n} now reads: {reads} (was: {was})").format(n=final, reads=reads, was=was)
    return Proposed([correction], (*understood, intent), (*understood, done))


# -- what was carried out otherwise ---------------------------------------------------------------

LOOKED_AT = 30
"""How many of the last actions are asked whether an outcome is theirs."""


def _override(desk: Desk, rest: str) -> Proposed:
    """Read ``~b.cafe=0``: it amends the last action that has an outcome of this name."""
    body, _bang, reason = (part.strip() for part in rest.partition("!"))
    frames = [frame for frame in desk.session.timeline.frames if frame.action is not None]
    return _overridden(desk, frames[: -LOOKED_AT - 1 : -1], body, reason)


def _overridden(desk: Desk, frames: Sequence[Frame], outcomes: str, reason: str) -> Proposed:
    """Return the amendment of the first of some actions that has these outcomes by the rules;
    failing that, of the first that can have them noted."""
    failed: NotationError | None = None
    able: list[tuple[Frame, Action]] = []
    for frame in frames:
        if frame.action is None or not hasattr(frame.action, "actual"):
            continue
        try:
            action = _otherwise(desk, frame, frame.action, outcomes)
        except NotationError as error:
            failed = failed or error
            continue
        if action is not None:
            able.append((frame, action))
            if _is_due(desk, frame, action):
                return _amended(desk, frame.version, action, reason)
    if able:
        return _amended(desk, able[0][0].version, able[0][1], reason)
    if failed is not None:
        raise failed
    raise NothingToDo(_("no action so far has outcomes that could be otherwise"))


def _otherwise(desk: Desk, frame: Frame, action: Action, outcomes: str) -> Action | None:
    """Return an action with outcomes as they are typed, None where they belong to another."""
    before = state_before(desk.session.timeline, frame.version)
    text = f"{desk.session.engine.write(action)} {outcomes}"
    (read, *more) = desk.session.engine.parse(text, before, desk.voice.names)
    return read if not more and type(read) is type(action) else None


def _is_due(desk: Desk, frame: Frame, action: Action) -> bool:
    """Return whether the rules derive, at the frame's action, every outcome that reads otherwise
    in `action`."""
    was, now = _actual(frame.action), _actual(action)
    changed = {name for name in now if now[name] != was.get(name)}
    before = state_before(desk.session.timeline, frame.version)
    bare = replace(action, actual=type(now)())
    due = {name for each in desk.session.engine.outcomes(before, bare) for name in _actual(each)}
    return changed <= due


def _actual(action: Action | None) -> Mapping[str, Any]:
    found: Mapping[str, Any] = getattr(action, "actual", {})
    return found


# -- insert and shift ----------------------------------------------------------------------------


def _insert(desk: Desk, rest: str) -> Proposed:
    version, text = numbered(rest)
    body, _bang, reason = (part.strip() for part in text.partition("!"))
    timeline = desk.session.timeline
    state = read_before(timeline, "insert", version)
    actions, understood = desk.understand_all(body, state)
    found = insertions(timeline, version, actions, reason)
    spoken = [desk.voice.action(action) for action in actions]
    would, did = _("To be inserted after {n}: {text}"), _("Inserted after {n}: {text}")
    return Proposed(
        found,
        (*understood, *(would.format(n=version, text=text) for text in spoken)),
        (*understood, *(did.format(n=version, text=text) for text in spoken)),
    )


def _shift(desk: Desk, rest: str) -> Proposed:
    word, _space, by = rest.partition(" ")
    since, minus = number(word), by.strip().startswith("-")
    seats = number(by.strip().removeprefix("-")) if by.strip() else 1
    found = shift(desk.session.timeline, since, -seats if minus else seats)
    n, reads = len(found), f"{found[0].target}  {log_lines.content(found[0], desk.voice)}"
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
    return Proposed(
        found,
        (would.format(n=n, reads=reads),),
        (did.format(n=n, reads=reads),),
        hints=False,
    )


_READ = {
    "undo": _undo,
    "redo": _redo,
    "amend": _amend,
    "insert": _insert,
    "shift": _shift,
    OVERRIDE: _override,
}
