"""The command doctor: what to settle in a match, each with the command to type next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from replay.base.i18n import _, ngettext
from replay.cli import completion
from replay.cli.command import DISPUTE, Commands
from replay.cli.context import settling
from replay.cli.output import emit, say
from replay.cli.settings import settings
from replay.speech import log_lines

if TYPE_CHECKING:
    from replay.reconcile.proposals import ProposalVoice
    from replay.referee.doctor import Symptom

commands = Commands(DISPUTE)

SHOWN = 8
"""How many of a kind are listed."""


@commands.add("doctor")
def doctor(
    match: Annotated[
        str, typer.Argument(help="The match.", autocompletion=completion.match_names)
    ] = "",
) -> None:
    """Say what a match leaves open, each with the command to type next.

    What is unaccounted, turns that are missing, disputes and breaches without a ruling, long
    stretches without a count, pieces nobody has seen, times without an event.
    """
    from replay.cli.context import opened
    from replay.reconcile.proposals import ProposalVoice
    from replay.referee.doctor import find_symptoms

    with settings.ledger() as ledger:
        info, timeline, voice, _at = opened(ledger, match)
    speaker = ProposalVoice(timeline, voice)
    found = find_symptoms(timeline)
    is_open = timeline.closed is None
    if settings.json:
        emit(
            {
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
                        "text": told(each, speaker),
                        "command": remedy(each, info.name, is_open=is_open),
                    }
                    for each in found
                ],
            }
        )
        return
    if not found:
        say(_("Nothing is left open."))
    for each in _some_of_each(found):
        say(told(each, speaker))
        say(f"    {remedy(each, info.name, is_open=is_open)}")
    if len(found) > len(_some_of_each(found)):
        more = len(found) - len(_some_of_each(found))
        say(_("… and {n} more; --json has them all").format(n=more))


def _some_of_each(found: list[Symptom]) -> list[Symptom]:
    """Return the first symptoms of every kind."""
    kinds = dict.fromkeys(each.kind for each in found)
    return [
        each
        for kind in kinds
        for each in [symptom for symptom in found if symptom.kind == kind][:SHOWN]
    ]


def told(symptom: Symptom, speaker: ProposalVoice) -> str:
    """Return what is to be settled."""
    voice, n = speaker.voice, symptom.n
    said = {
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
        what = voice.words.speak({symptom.item: n})
    elif symptom.place:
        what = speaker.key((symptom.place, symptom.item))
    elif symptom.prompt:
        what = voice.prompt(symptom.prompt)
    elif symptom.breach:
        what = voice.breach(symptom.breach)
    elif symptom.dispute:
        what = log_lines.describe_clerk(symptom.dispute, voice)
    return said.format(since=symptom.since, until=symptom.until, n=abs(n), what=what)


def remedy(symptom: Symptom, match: str, *, is_open: bool) -> str:
    """Return the command to type next; a closed match is opened first where it must be."""
    since, until = symptom.since, symptom.until
    command = {
        "unaccounted": f"foldtable reconcile {match}",
        "missing": f"foldtable insert {match} {since} …",
        "disputed": settling(match, since),
        "unruled": f"foldtable record {match} -e 'rule {since} stands …'",
        "uncounted": f"foldtable insert {match} {until} count PLACE ITEM=N",
        "unseen": f"foldtable record {match}",
        "gap": f"foldtable log {match}@{until} --since {since} --times",
    }[symptom.kind]
    if command.startswith("foldtable record") and not is_open:
        return f"foldtable reopen {match} && {command}"
    return command
