"""The command matches: a list of the ledger's matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ledger.headlines import VOID
from replay.base.i18n import _, ngettext
from replay.cli.command import REVIEW, Commands
from replay.cli.context import describe_match, parse_span
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, draw_table, make_console
from replay.cli.settings import settings

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ledger.headlines import MatchInfo
    from ledger.listings import Wanted
    from replay.fold.metadata import Metadata

commands = Commands(REVIEW)


@commands.add("matches")
def matches(
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    person: Annotated[str, typer.Option(help="Only with this person.")] = "",
    since: Annotated[str, typer.Option(help="Only played on or after this date.")] = "",
    until: Annotated[str, typer.Option(help="Only played on or before this date.")] = "",
    state: Annotated[str, typer.Option(help="Only open or finished ones.")] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Hidden, void and simulated ones too.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option(min=0, help="How many at most; 0: all. By default 50, with --json all."),
    ] = None,
) -> Shown:
    """List matches, the one recorded on last first.

    foldtable matches --game splendor --since 2026-01
    """
    from replay.record.opening import find_metadata

    wanted = read_filters(game, person, since, until, state, everything)
    most = MOST if limit is None and not settings.json else limit
    with settings.ledger() as ledger, ledger.read_transaction():
        infos = ledger.matches(wanted, most + 1 if most else None)
        found = [(info, find_metadata(ledger, info)) for info in infos[: most or None]]
        others = bool(found) or bool(ledger.matches(limit=1))
    data = [describe_match(info, metadata) for info, metadata in found]
    if others and not found:
        return Shown(data, [_("No match is like that. foldtable matches --all lists every one.")])
    if not found:
        return Shown(data, [_("No matches. foldtable new GAME --seats A,B begins one.")])
    draw = _draw_two_lines if make_console().width < ONE_LINE else _draw_one_line
    more = _("There are more; foldtable matches --limit 0 lists all of them.")
    return Shown(data, [draw(found)], [more] if len(infos) > len(found) else [])


MOST: Final = 50
"""How many matches are listed where nothing is said."""


ONE_LINE: Final = 132
"""How many columns a terminal has in which a match takes one line; in a narrower one it is two."""


def _draw_one_line(found: Sequence[tuple[MatchInfo, Metadata | None]]) -> RenderableType:
    """Return a table of matches, a line each."""
    headings = (
        _("name"),
        _("game"),
        _("result (* won)"),
        _("played"),
        _("where"),
        _("level"),
        _("events"),
        _("state"),
        _("title"),
    )
    rows = [
        (
            info.name,
            info.game,
            _list_seats(info, metadata),
            info.played,
            metadata.opening.place if metadata else "",
            metadata.opening.level if metadata else "",
            info.version,
            _state(info),
            info.title,
        )
        for info, metadata in found
    ]
    return draw_table(headings, rows)


def _draw_two_lines(found: Sequence[tuple[MatchInfo, Metadata | None]]) -> RenderableType:
    """Return a table of matches, two lines each, for a terminal of eighty columns."""
    headings = (_("name"), _("game, level"), _("played"), _("result (* won)"), _("state"))
    rows: list[tuple[object, ...]] = []
    for info, metadata in found:
        opening = metadata.opening if metadata else None
        n = info.version
        events = ngettext("{n} event", "{n} events", n).format(n=n)
        said = (info.title, opening.place if opening else "")
        about = " · ".join(filter(None, said))
        rows.append((info.name, info.game, info.played, _list_seats(info, metadata), _state(info)))
        rows.append(("", opening.level if opening else "", "", about, events))
    return draw_table(headings, rows)


def _list_seats(info: MatchInfo, metadata: Metadata | None) -> str:
    """Return the people in their seats with their points; whoever has won has a star."""
    left = metadata.left if metadata else ()
    names = [
        _("{name} (left)").format(name=name) if seat in left else name
        for seat, name in enumerate(info.seats)
    ]
    if metadata is None or metadata.closing is None:
        return ", ".join(names)
    from replay.fold.closing import list_results

    results = list_results(metadata.closing.close, len(names), left)
    return ", ".join(
        " ".join(filter(None, (name, "" if each.points is None else str(each.points))))
        + ("*" if each.won else "")
        for name, each in zip(names, results, strict=True)
    )


def read_filters(
    game: str, person: str, since: str, until: str, state: str, everything: bool
) -> Wanted:
    """Return which matches the options of a listing ask for. Raise Stop for wrong ones."""
    from ledger.listings import Wanted

    if state not in ("", "open", "finished"):
        raise Stop(Exit.USAGE, "--state is open or finished.")
    return Wanted(
        listed=not everything,
        game=game,
        person=person,
        since=parse_span(since)[0],
        until=parse_span(until)[1],
        is_open=None if not state else state == "open",
    )


def _state(info: MatchInfo) -> str:
    marks = [_("void") if info.how == VOID else info.how or _("open")]
    if info.parent_id is not None:
        marks.append(_("what-if"))
    if info.archived_at is not None:
        marks.append(_("hidden"))
    if info.simulated:
        marks.append(_("simulated"))
    return ", ".join(marks)
