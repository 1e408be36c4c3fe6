"""Outcomes that the table carried out otherwise: which action ``~b.cafe=0`` is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from engines.values import Action, NotationError
from replay.base.errors import NothingToDo
from replay.desk.table import Table
from replay.fold.timeline import Frame
from replay.record.corrections import find_state_before

SIGN: Final = "~"
"""What a text of outcomes begins with."""


def find_overridden(table: Table, frames: Sequence[Frame], outcomes: str) -> tuple[Frame, Action]:
    """Return the frame whose action has these outcomes, and the action with them noted.

    It is the first of `frames` for which the rules derive all of them; if there is none, the first
    whose action can have them noted. Raise NotationError for outcomes that no action has,
    NothingToDo where no action has outcomes at all.
    """
    failed: NotationError | None = None
    able: list[tuple[Frame, Action]] = []
    for frame in frames:
        if frame.action is None or not hasattr(frame.action, "actual"):
            continue
        try:
            action = _override_action(table, frame, frame.action, outcomes)
        except NotationError as error:
            failed = failed or error
            continue
        if action is not None:
            able.append((frame, action))
            if _is_derived(table, frame, action):
                return frame, action
    if able:
        return able[0]
    if failed is not None:
        raise failed
    raise NothingToDo("no action so far has outcomes that could be otherwise")


def _override_action(table: Table, frame: Frame, action: Action, outcomes: str) -> Action | None:
    """Return the action of a frame with outcomes noted, None if they belong to another action."""
    engine = table.session.engine
    before = find_state_before(table.timeline, frame.version)
    read, *more = engine.parse(f"{table.voice.write(action)} {outcomes}", before, table.voice.names)
    return read if not more and type(read) is type(action) else None


def _is_derived(table: Table, frame: Frame, action: Action) -> bool:
    """Return whether the rules derive every outcome that `action` changes at a frame."""
    was, now = _outcomes_of(frame.action), _outcomes_of(action)
    changed = {name for name in now if now[name] != was.get(name)}
    before = find_state_before(table.timeline, frame.version)
    bare = replace(action, actual=type(now)())
    derived = {
        name for each in table.session.engine.outcomes(before, bare) for name in _outcomes_of(each)
    }
    return changed <= derived


def _outcomes_of(action: Action | None) -> Mapping[str, Any]:
    """Return the outcomes noted on an action, by name."""
    noted: Mapping[str, Any] = getattr(action, "actual", {})
    return noted
