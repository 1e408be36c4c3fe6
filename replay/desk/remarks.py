"""Commands that add to the record without an action: notes, rulings, waivers."""

from __future__ import annotations

from typing import get_args

from ledger.clerk import Decision
from replay.base.errors import NothingToDo
from replay.base.i18n import _
from replay.desk.replies import Reply, answer
from replay.desk.spoken_corrections import split_note
from replay.desk.table import Table


def write_note(table: Table, rest: str) -> Reply:
    """Record a remark about the present position, or about an event (``note TEXT``, ``note at 53:
    TEXT``)."""
    if not rest.strip():
        raise NothingToDo("a note needs a text")
    about, remark = split_note(rest)
    if about is not None:
        return write_note_about(table, about, remark)
    table.session.note(remark)
    return answer(_("Noted."))


def write_note_about(table: Table, version: int, remark: str) -> Reply:
    """Record a remark about an event. Raise LookupError where there is no such event."""
    table.session.note(remark, version)
    return answer(_("Noted about {n}.").format(n=version))


def record_ruling(table: Table, rest: str) -> Reply:
    """Record what the table decided about an event (``rule N DECISION REASON``)."""
    version, text = table.split_event(rest)
    decision, _space, reason = text.partition(" ")
    if decision not in get_args(Decision):
        words = ", ".join(get_args(Decision))
        raise NothingToDo("A decision is one of {decisions}.", decisions=words)
    table.session.rule(version, decision, reason.strip())
    return answer(_("Ruled."))


def waive_rule(table: Table, rest: str) -> Reply:
    """Switch a rule off from here on (``waive RULE``)."""
    table.session.waive(rest)
    return answer(_("{rule} is waived from here on.").format(rule=rest))


def restore_rule(table: Table, rest: str) -> Reply:
    """Switch a waived rule on again (``unwaive RULE``)."""
    table.session.waive(rest, waived=False)
    return answer(_("{rule} holds again from here on.").format(rule=rest))
