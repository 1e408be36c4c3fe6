"""The command matches: a list of the ledger's matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from replay.base.i18n import _
from replay.cli.command import REVIEW, Commands
from replay.cli.context import describe_match, parse_span
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, draw_table
from replay.cli.settings import settings

if TYPE_CHECKING:
    from ledger.headlines import MatchInfo

commands = Commands(REVIEW)


@commands.add("matches")
def matches(
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    person: Annotated[str, typer.Option(help="Only with this person.")] = "",
    since: Annotated[str, typer.Option(help="Only played on or after this date.")] = "",
    until: Annotated[str, typer.Option(help="Only played on or before this date.")] = "",
    state: Annotated[str, typer.Option(help="Only open or finished ones.")] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Archived and simulated ones too.")
    ] = False,
) -> Shown:
    """List matches, the one recorded on last first.

    foldtable matches --game splendor --since 2026-01
    """
    if state not in ("", "open", "finished"):
        raise Stop(Exit.USAGE, "--state is open or finished.")
    since, until = parse_span(since)[0], parse_span(until)[1]
    with settings.ledger() as ledger:
        found = [
            info
            for info in ledger.matches()
            if _wanted(info, game, person, since, until, state, everything)
        ]
    data = [describe_match(info) for info in found]
    if not found:
        return Shown(data, [_("No matches. foldtable new GAME --seats A,B begins one.")])
    rows = [
        (info.name, info.game, ", ".join(info.seats), info.played, info.version, _state(info))
        for info in found
    ]
    headings = (_("name"), _("game"), _("seats"), _("played"), _("events"), _("state"))
    return Shown(data, [draw_table(headings, rows)])


def _wanted(
    info: MatchInfo, game: str, person: str, since: str, until: str, state: str, everything: bool
) -> bool:
    if not everything and (info.archived_at is not None or info.simulated):
        return False
    if game and not info.game.startswith(game.casefold()):
        return False
    if person and not any(s.casefold().startswith(person.casefold()) for s in info.seats):
        return False
    if (since and info.played < since) or (until and info.played[: len(until)] > until):
        return False
    return not state or (state == "open") == (info.closed_at is None)


def _state(info: MatchInfo) -> str:
    marks = [info.how or _("open")]
    if info.parent_id is not None:
        marks.append(_("what-if"))
    if info.archived_at is not None:
        marks.append(_("archived"))
    if info.simulated:
        marks.append(_("simulated"))
    return ", ".join(marks)
