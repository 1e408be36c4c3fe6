"""Commands that correct the record: read, shown with all that they change, then made.

Where somebody sits at a terminal, they are asked first (`Table.confirm`). In a pipe a correction
is made at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from replay.base.errors import NothingToDo
from replay.base.i18n import _, ngettext
from replay.desk.addresses import ROUND, split_address, split_event, starts_with_address
from replay.desk.overrides import SIGN
from replay.desk.proposals import (
    CorrectionProposal,
    describe_followers,
    find_amended_event,
    find_latest_such,
    last_action,
    name_followers,
    propose_amendment,
    propose_insertion,
    propose_override,
    propose_redo,
    propose_shift,
    propose_undo,
)
from replay.desk.remarks import write_note_about
from replay.desk.replies import Reply, answer
from replay.desk.spoken_commands import is_latest, strip_latest
from replay.desk.spoken_corrections import (
    plain_amendment,
    plain_insertion,
    plain_number,
    read_inserted_note,
)
from replay.desk.table import Table, parse_number
from replay.record.consequences import Consequences, find_shift_hint
from replay.record.corrections import find_amended
from replay.record.followers import Follower
from replay.record.plans import Plan
from replay.speech.consequences import describe_consequences

# -- making a correction -------------------------------------------------------------------------


def make_correction(table: Table, proposal: CorrectionProposal) -> Reply:
    """Make a correction, after asking where somebody can be asked.

    Later events that follow from it are corrected with it, if whoever is asked agrees. The reply
    shows what was changed, unless that was shown with the question.
    """
    alone, plan, followers = _plan_proposal(table, proposal)
    if followers and table.confirm is not None:
        if _ask_for_followers(table, proposal, plan, followers):
            table.session.commit(plan)
            return answer(*proposal.done, *describe_followers(table, followers, done=True))
        plan, followers = alone, []
    effects: tuple[str, ...] = ()
    if proposal.asks:
        consequences = plan.consequences()
        effects = tuple(_describe_effects(table, plan, consequences, hints=proposal.hints))
        if table.confirm is not None:
            if not table.confirm((*proposal.intent, *effects), consequences.is_harmless):
                return Reply("declined", shows=(_("Nothing was changed."),))
            effects = ()
    done = (*proposal.done, *describe_followers(table, followers, done=True))
    table.session.commit(plan)
    return answer(*done, *effects)


def _plan_proposal(table: Table, proposal: CorrectionProposal) -> tuple[Plan, Plan, list[Follower]]:
    """Return the plan of a correction alone, that with the events that follow it, and those."""
    alone = table.session.plan(*proposal.corrections)
    if not proposal.follows:
        return alone, alone, []
    return alone, *table.session.plan_with_followers(alone, *proposal.corrections)


def _ask_for_followers(
    table: Table, proposal: CorrectionProposal, plan: Plan, followers: Sequence[Follower]
) -> bool:
    """Show a correction with the events that follow it; return whether all are to be corrected."""
    shown = (*proposal.intent, *_preview_whole(table, proposal, plan, followers))
    named = name_followers(followers)
    question = ngettext(
        "Correct event {named} with it? [Y/n] ",
        "Correct events {named} with it? [Y/n] ",
        len(followers),
    ).format(named=named)
    if table.confirm_all is not None:
        return table.confirm_all(shown, question)
    return table.confirm is None or table.confirm((*shown, question.strip()), True)


def _preview_whole(
    table: Table, proposal: CorrectionProposal, plan: Plan, followers: Sequence[Follower]
) -> Iterator[str]:
    """Yield how the followers of a correction would read, and what it changes with them."""
    yield from describe_followers(table, followers, done=False)
    yield from _describe_effects(table, plan, plan.consequences(), hints=proposal.hints)


class Preview(NamedTuple):
    """What a correction would do and change, in words, and the events that would follow it."""

    changes: list[str]
    following: list[int]


def preview_correction(table: Table, proposal: CorrectionProposal) -> Iterator[str]:
    """Yield what a correction would do and change, without making it."""
    yield from make_preview(table, proposal).changes


def make_preview(table: Table, proposal: CorrectionProposal) -> Preview:
    """Return what a correction would do and change, without making it."""
    _alone, plan, followers = _plan_proposal(table, proposal)
    changes = [*proposal.intent, *_preview_whole(table, proposal, plan, followers)]
    return Preview(changes, [each.frame.version for each in followers])


def _describe_effects(
    table: Table, plan: Plan, consequences: Consequences, *, hints: bool
) -> Iterator[str]:
    """Yield what a plan changes besides the corrected events, or that nothing else changes."""
    hint = find_shift_hint(plan.after, consequences) if hints else None
    sentences = list(describe_consequences(consequences, table.voice, hint))
    yield from sentences or [_("Everything after it still holds.")]


# -- the commands --------------------------------------------------------------------------------


def undo(table: Table, rest: str) -> Reply:
    """Strike event N, by default the last batch (``undo [N]``, ``undo that``)."""
    rest = "" if is_latest(rest) else plain_number(rest)
    return make_correction(table, propose_undo(table, table.find_event(rest) if rest else None))


def undo_event(table: Table, rest: str) -> Reply:
    """Strike event N, which must be named (``undo N``, after a ruling)."""
    if not rest:
        raise NothingToDo("say which event is taken back, as in: undo 57")
    return undo(table, rest)


def redo(table: Table, rest: str) -> Reply:
    """Bring back event N, by default what was struck last (``redo [N]``, ``redo that``)."""
    rest = "" if is_latest(rest) else plain_number(rest)
    return make_correction(table, propose_redo(table, table.find_event(rest) if rest else None))


def amend(table: Table, rest: str) -> Reply:
    """Let an event read otherwise (``amend [N] TEXT``); without a text show how it reads."""
    rest = plain_amendment(strip_latest(rest))
    if not rest or (starts_with_address(rest) and not split_address(table.timeline, rest).rest):
        return show_reading(table, rest)
    return amend_event(table, rest)


def amend_event(table: Table, rest: str) -> Reply:
    """Let event N, by default the last action, read otherwise (``amend [N] TEXT``)."""
    if starts_with_address(rest):
        version, text = find_amended_event(table, rest)
    else:
        version, text = last_action(table.timeline).version, rest
    return make_correction(table, propose_amendment(table, version, text))


def amend_latest(table: Table, text: str) -> Reply:
    """Let the latest action that may read so read otherwise: ``that was a 5`` is about the dice,
    even where something was built since."""
    if ROUND.match(text):
        return amend(table, text)
    version = find_latest_such(table, text)
    return make_correction(table, propose_amendment(table, version, text))


def show_reading(table: Table, rest: str) -> Reply:
    """Show how event N, by default the last action, reads; the reply offers it for editing."""
    timeline = table.timeline
    version = table.find_event(rest) if rest else last_action(timeline).version
    frame = timeline.at(find_amended(timeline, version))
    if frame.action is None or version not in (frame.version, frame.entry.content_version):
        raise NothingToDo("{n} is no action that counts", n=version)
    reads = f"amend {version} {table.voice.write(frame.action)}"
    return answer(_("{n} reads: {reads}").format(n=version, reads=reads))._replace(prefill=reads)


def override(table: Table, rest: str) -> Reply:
    """Note on the last action with such an outcome what the table did (``~OUTCOME=VALUE``)."""
    return make_correction(table, propose_override(table, f"{SIGN}{rest}"))


def insert(table: Table, rest: str) -> Reply:
    """Record what was forgotten after event N (``insert N TEXT``), a remark about it as well."""
    version, text = table.split_event(plain_insertion(rest))
    remark = read_inserted_note(text)
    if remark:
        return write_note_about(table, version, remark)
    return make_correction(table, propose_insertion(table, version, text))


def shift(table: Table, rest: str) -> Reply:
    """Give the actions from event N on to another seat (``shift N [SEATS]``)."""
    since, by = split_event(table.timeline, table.voice, rest)
    seats = parse_number(by.removeprefix("-")) if by else 1
    return make_correction(table, propose_shift(table, since, -seats if by[:1] == "-" else seats))
