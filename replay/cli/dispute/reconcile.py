"""The command reconcile: the table shows something else than the record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from replay.base.i18n import _
from replay.base.terminal_text import shorten_text
from replay.cli import completion
from replay.cli.addresses import ROUND, parse_address
from replay.cli.answers import NO, YES, ask, confirm
from replay.cli.command import DISPUTE, Commands
from replay.cli.context import find_position, open_desk, refuse_name
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, print_parts, say
from replay.cli.settings import settings

if TYPE_CHECKING:
    from replay.cli.dispute.counted_position import CountedPosition
    from replay.reconcile.candidates import Reconciliation
    from replay.reconcile.facts import Key

commands = Commands(DISPUTE)

NOW = "now"

INTEGER: Final = re.compile(r"-?[0-9]{1,6}")
"""A number that was counted, as it is typed."""


@commands.add("reconcile")
def reconcile(
    match: Annotated[
        str, typer.Argument(help="The match.", autocompletion=completion.complete_match)
    ],
    facts: Annotated[
        list[str] | None, typer.Argument(help="What lies there: b.coins=3 bank.red=2.")
    ] = None,
    at: Annotated[str, typer.Option(help="When it lay there: now, or after this event.")] = NOW,
    apply: Annotated[
        str | None, typer.Option(help="Make the correction of this number: 1, or 1b.")
    ] = None,
    adjust: Annotated[
        bool, typer.Option("--adjust", help="Record what was counted; explain nothing.")
    ] = False,
    reason: Annotated[str, typer.Option(help="Why, for the log.")] = "",
) -> Shown:
    """Find what was recorded wrongly when the table shows something else; exit 1 if nothing fits.

    foldtable reconcile maple b.red=1 bank.red=2

    Without facts it explains what is unaccounted. At a terminal it asks what else to count and
    which correction to make; elsewhere --apply makes one, --adjust books the difference.
    """
    from replay.cli.dispute.counted_position import CountedPosition
    from replay.reconcile.facts import parse_facts
    from replay.reconcile.proposals import ProposalVoice

    if apply is not None and adjust:
        raise Stop(Exit.USAGE, "--apply makes a correction, --adjust makes none: choose one.")
    name, version = _position(match, at)
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, name)
        timeline = session.timeline
        index = len(timeline.frames) - 1 if version is None else timeline.index(version)
        try:
            known = parse_facts(timeline, index, facts or [])
        except ValueError as error:
            refuse_name(desk.voice, error)
        voice = ProposalVoice(timeline, desk.voice)
        position = CountedPosition(session, voice, version, known, reason)
        if adjust:
            return position.adjust()
        if settings.interactive and apply is None:
            return _converse(position)
        return _answer(position, apply)


def _position(match: str, at: str) -> tuple[str, int | None]:
    """Return the match and the event meant by ``maple@57`` or --at, None for now."""
    from engines.notation import is_number

    if at == NOW:
        return find_position(match)
    name = parse_address(match).match
    if not is_number(at) and not ROUND.fullmatch(at):
        raise Stop(Exit.USAGE, "--at is now, the number of an event, or a round.")
    return find_position(f"{name}@{at}")


def _answer(position: CountedPosition, apply: str | None) -> Shown:
    """Return the candidates, or make one of them. Exit 1 when nothing explains the facts."""
    found = position.search()
    chosen = None if apply is None else found.find(apply)
    if apply is not None and chosen is None:
        raise Stop(Exit.MISSING, "There are {n} corrections.", n=len(found.listed))
    data = position.data(found, apply)  # before the correction changes how events read
    if chosen is not None:
        drawn = position.correct(chosen)
        if not found.candidates:
            drawn += [*position.draw(position.search()), position.next_command(())]
    else:
        drawn = list(position.draw(found))
        if found.question:
            drawn.append(position.voice.question(*found.questions))
            drawn.append(position.next_command(found.questions))
    return Shown(data, drawn, code=_code(found))


def _code(found: Reconciliation) -> Exit:
    """Return the exit code: FOUND where the facts differ and nothing explains them."""
    return Exit.FOUND if found.wanted and not found.candidates else Exit.DONE


def _converse(position: CountedPosition) -> Shown:
    """Ask what else to count and which correction to make; make it."""
    found = position.search()
    print_parts(position.draw(found, whole=False))
    while counted := _ask_counts(position, found.questions):
        before, position.facts = position.facts, {**position.facts, **counted}
        further = position.search()
        if not further.candidates:
            say(_("Nothing explains that as well; it is left aside."))
            position.facts = before
            break
        found = further
        print_parts(position.draw(found, whole=False))
    while not found.candidates and found.partial:
        choice = _ask_choice(position, found)
        if choice == "a":
            return position.adjust()
        chosen = found.find(choice)
        if chosen is None:
            return Shown(None, code=_code(found))
        print_parts(position.correct(chosen))
        found = position.search()
        print_parts(position.draw(found, whole=False))
    if not found.candidates:
        if found.wanted and position.facts and confirm(_("Record what was counted?")):
            return position.adjust()
        return Shown(None, code=_code(found))
    choice = _ask_choice(position, found)
    if choice == "a":
        return position.adjust()
    chosen = found.find(choice)
    return Shown(None, position.correct(chosen) if chosen is not None else [])


def _ask_counts(position: CountedPosition, questions: Sequence[Key]) -> dict[Key, int]:
    """Ask how many lie somewhere; return the numbers that somebody knows."""
    found = {}
    skip = _("Enter: nobody knows")
    for key in questions:
        asked = position.voice.question(key)
        given = ask(f"{asked} ({skip})")
        while given and not INTEGER.fullmatch(given):
            _say_no_answer(given)
            given = ask(f"{asked} ({skip})")
        if given:
            found[key] = int(given)
    return found


def _ask_choice(position: CountedPosition, found: Reconciliation) -> str:
    """Ask which correction to make: a number, ``a`` for an adjustment, nothing for none.

    ``y`` and ``n`` are taken for yes, record what was counted, and no. ``?1`` shows all of a
    candidate, its twins with their letters; then it asks again.
    """
    from engines.notation import is_number

    most = len(found.listed)
    text = _("Make which correction? 1 to {n}, ?1 shows all of it, a adjusts, Enter nothing")
    while True:
        given = ask(text.format(n=most)).casefold()
        given = "a" if given in YES else "" if given in NO else given
        if given in ("", "a") or found.find(given) is not None:
            return given
        number = given.removeprefix("?").strip()
        if given.startswith("?") and is_number(number) and 1 <= int(number) <= most:
            print_parts(position.draw_details(found, int(number)))
        else:
            _say_no_answer(given)


def _say_no_answer(given: str) -> None:
    """Say that what was typed answers nothing; it was perhaps meant for afterwards."""
    say(_("“{text}” is no answer to this.").format(text=shorten_text(given)))
