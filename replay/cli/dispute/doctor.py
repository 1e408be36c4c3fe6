"""The command doctor: what to settle in a match, each with the command to type next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from replay.base.i18n import _, ngettext
from replay.cli import completion
from replay.cli.command import DISPUTE, Commands
from replay.cli.context import open_timeline, write_ruling_command
from replay.cli.output import Shown
from replay.cli.settings import settings

if TYPE_CHECKING:
    from replay.reconcile.proposals import ProposalVoice
    from replay.referee.doctor import Symptom

commands = Commands(DISPUTE)

LISTED = 8
"""How many of a kind are listed."""


@commands.add("doctor")
def doctor(
    match: Annotated[
        str, typer.Argument(help="The match.", autocompletion=completion.complete_match)
    ] = "",
) -> Shown:
    """Say what a match leaves open, each with the command to type next.

    foldtable doctor maple

    What is unaccounted, turns that are missing, disputes and breaches without a ruling, long
    stretches without a count, pieces nobody has seen, times without an event.
    """
    from replay.reconcile.proposals import ProposalVoice
    from replay.referee.doctor import find_symptoms

    with settings.ledger() as ledger:
        info, timeline, voice, _at = open_timeline(ledger, match)
    speaker = ProposalVoice(timeline, voice)
    found = find_symptoms(timeline)
    is_open = timeline.closing is None
    data = {
        "match": info.name,
        "found": [
            {
                "kind": each.kind,
                "since": each.since,
                "until": each.until,
                "n": each.n,
                "item": each.item,
                "place": each.place,
                "rule": each.breach.rule if each.breach else "",
                "text": describe_symptom(each, speaker),
                "command": suggest_remedy(each, info.name, is_open=is_open),
            }
            for each in found
        ],
    }
    if not found:
        return Shown(data, [_("Nothing is left open.")])
    listed = _first_of_each_kind(found)
    drawn = []
    for each in listed:
        drawn.append(describe_symptom(each, speaker))
        drawn.append(f"    {suggest_remedy(each, info.name, is_open=is_open)}")
    if more := len(found) - len(listed):
        drawn.append(_("… and {n} more; --json has them all").format(n=more))
    return Shown(data, drawn)


def _first_of_each_kind(found: list[Symptom]) -> list[Symptom]:
    """Return the first symptoms of every kind."""
    kinds = dict.fromkeys(each.kind for each in found)
    return [
        each
        for kind in kinds
        for each in [symptom for symptom in found if symptom.kind == kind][:LISTED]
    ]


def describe_symptom(symptom: Symptom, speaker: ProposalVoice) -> str:
    """Return in one sentence what a symptom leaves open."""
    from replay.speech import log_lines

    voice, n = speaker.voice, symptom.n
    sentence = {
        "unaccounted": _("{since}: since then unaccounted: {what}"),
        "missing": _("{until}: before it nobody recorded an answer to: {what}"),
        "disputed": _("{since}: no ruling yet: {what}"),
        "unruled": _("{since}: nobody has decided about {what}"),
        "uncounted": ngettext(
            "{since} to {until}: {n} action and no count",
            "{since} to {until}: {n} actions and no count",
            n,
        ),
        "unseen": _("{since}: since then nobody has seen what lies there: {n} {what}"),
        "gap": ngettext(
            "{since} to {until}: {n} minute without an event",
            "{since} to {until}: {n} minutes without an event",
            n,
        )
        if n >= 0
        else _("{until}: the clock went back by {n} minutes"),
    }[symptom.kind]
    what = ""
    if symptom.kind == "unaccounted":
        what = voice.words.name_value({symptom.item: n})
    elif symptom.place:
        what = speaker.key((symptom.place, symptom.item))
    elif symptom.prompt:
        what = voice.prompt(symptom.prompt)
    elif symptom.breach:
        what = voice.breach(symptom.breach)
    elif symptom.dispute:
        what = log_lines.describe_clerk(symptom.dispute, voice)
    return sentence.format(since=symptom.since, until=symptom.until, n=abs(n), what=what)


def suggest_remedy(symptom: Symptom, match: str, *, is_open: bool) -> str:
    """Return the command to type next; a closed match is opened first where it must be."""
    since, until = symptom.since, symptom.until
    count = _("PLACE ITEM=N")
    command = {
        "unaccounted": f"foldtable reconcile {match}",
        "missing": f"foldtable insert {match} {since} …",
        "disputed": write_ruling_command(match, since),
        "unruled": f"foldtable record {match} -e 'rule {since} stands …'",
        "uncounted": f"foldtable insert {match} {until} count {count}",
        "unseen": f"foldtable record {match}",
        "gap": f"foldtable log {match}@{until} --since {since} --times",
    }[symptom.kind]
    if command.startswith("foldtable record") and not is_open:
        return f"foldtable reopen {match} && {command}"
    return command
