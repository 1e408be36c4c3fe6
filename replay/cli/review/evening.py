"""The command evening: the matches of one night."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _, ngettext
from replay.cli.command import REVIEW, Commands
from replay.cli.context import describe_match
from replay.cli.exits import Exit, Stop
from replay.cli.filters import Group, find_group
from replay.cli.output import Shown, draw_table, make_console
from replay.cli.review.matches import ONE_LINE, list_results, write_state
from replay.cli.settings import settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date, datetime, timedelta

    from replay.numbers.durations import Duration
    from replay.numbers.evenings import Evening

commands = Commands(REVIEW)


@commands.add("evening")
def evening(
    day: Annotated[
        str, typer.Argument(help="The date, 2026-11-30 (default: tonight, else the last evening).")
    ] = "",
    group: Group = "",
) -> Shown:
    """List the matches of one evening: how long they took, who won, who begins next.

    What is played after midnight, until 6:00, belongs to the evening before.

    foldtable evening 2026-11-30
    """
    from replay.numbers.evenings import (
        find_last_evening,
        find_present_evening,
        now_here,
        read_evening,
    )

    now = now_here()
    tonight = find_present_evening(now)
    asked = _read_day(day) if day else tonight
    with settings.ledger() as ledger, ledger.read_transaction():
        members = find_group(ledger, group)
        found = read_evening(ledger, asked, members)
        last = None if found.matches else find_last_evening(ledger)
        if not day and last is not None:
            found = read_evening(ledger, last, members)
    data = describe_evening(found)
    if not found.matches:
        return Shown(data, [_say_nothing(found, last)])
    remarks = []
    if not day and found.day == tonight and now.date() != tonight:
        text = _("Until 6:00 it is still the evening of {day}.")
        remarks.append(text.format(day=tonight.isoformat()))
    if not day and found.day != tonight:
        remarks.append(_("Nothing was played tonight; this is the last evening."))
    if not day:
        remarks.append(_("foldtable new --again opens the next match."))
    return Shown(data, list(_draw(found)), remarks)


def _read_day(text: str) -> date:
    """Return the day that somebody typed. Raise Stop for what is none."""
    from datetime import date

    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Stop(Exit.USAGE, "“{text}” is no date.", "2026-11-30", text=text) from None


def _say_nothing(found: Evening, last: date | None) -> str:
    """Return that nothing was played, and where to look."""
    if last is None:
        return _("No matches. foldtable new GAME --seats A,B begins one.")
    text = _("Nothing was played on {day}. The last evening was foldtable evening {last}.")
    return text.format(day=found.day.isoformat(), last=last.isoformat())


def describe_evening(found: Evening) -> dict[str, Any]:
    """Return an evening for --json; times in minutes are null where nothing tells them."""
    return {
        "evening": found.day.isoformat(),
        "matches": [
            {
                **describe_match(info),
                "began_at": None if duration is None else duration.began.isoformat(),
                "minutes": None if duration is None else count_minutes(duration.played),
                "pause_minutes": None if duration is None else count_minutes(duration.pauses),
            }
            for info, duration in found.matches
        ],
        "wins": [{"name": name, "wins": wins} for name, wins in found.wins.items()],
        "next": [{"game": each.game, "name": each.name} for each in found.following],
    }


def count_minutes(time: timedelta) -> int:
    """Return a time in whole minutes."""
    return round(time.total_seconds() / 60)


def _draw(found: Evening) -> Iterator[Any]:
    """Yield the lines of an evening."""
    yield _head(found)
    narrow = make_console().width < ONE_LINE
    yield draw_table(*(_make_narrow_rows(found) if narrow else _make_rows(found)))
    wins = ", ".join(f"{name} {wins}" for name, wins in found.wins.items())
    if wins:
        yield _("Won: {wins}.").format(wins=wins)
    following = ", ".join(f"{each.name} ({each.game})" for each in found.following)
    if following:
        yield _("Next to begin: {names}.").format(names=following)


def _head(found: Evening) -> str:
    """Return the date of an evening, how many matches it had, and how long they took."""
    n = len(found.matches)
    said = [
        found.day.isoformat(),
        ngettext("{n} match", "{n} matches", n).format(n=n),
    ]
    durations = [each.duration for each in found.matches if each.duration is not None]
    if durations:
        minutes = sum(count_minutes(each.played) for each in durations)
        first = min(each.began for each in durations)
        last = max(each.ended for each in durations)
        said.append(_("{time} played").format(time=write_minutes(minutes)))
        said.append(f"{write_clock(first)}–{write_clock(last)}")
    return ", ".join(said)


def _make_rows(found: Evening) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return the table of an evening, a line for a match."""
    headings = (
        _("begun"),
        _("game"),
        _("result (* won)"),
        _("time"),
        _("state"),
        _("where"),
        _("name"),
        _("title"),
    )
    return headings, [
        (
            _write_start(duration),
            info.game,
            list_results(info),
            _write_duration(duration),
            write_state(info),
            info.place or "",
            info.name,
            info.title,
        )
        for info, duration in found.matches
    ]


def _make_narrow_rows(found: Evening) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return the table of an evening for a terminal of eighty columns, two lines for a match."""
    headings = (_("begun"), _("game, name"), _("result (* won)"), _("time"), _("state"))
    rows: list[tuple[object, ...]] = []
    for info, duration in found.matches:
        rows.append(
            (
                _write_start(duration),
                info.game,
                list_results(info),
                _write_duration(duration),
                write_state(info),
            )
        )
        about = " · ".join(filter(None, (info.title, info.place)))
        rows.append(("", info.name, about, "", ""))
    return headings, rows


def _write_start(duration: Duration | None) -> str:
    return "–" if duration is None else write_clock(duration.began)


def _write_duration(duration: Duration | None) -> str:
    """Return how long a match took, with its pauses; a dash where nothing tells it."""
    if duration is None:
        return "–"
    played = write_minutes(count_minutes(duration.played))
    paused = count_minutes(duration.pauses)
    if not paused:
        return played
    return _("{time} + pause {pause}").format(time=played, pause=write_minutes(paused))


def write_clock(moment: datetime) -> str:
    """Return a time of day as the clock here shows it."""
    return moment.astimezone().strftime("%H:%M")


def write_minutes(minutes: int) -> str:
    """Return minutes as hours and minutes.

    >>> write_minutes(125), write_minutes(7)
    ('2:05', '0:07')
    """
    return f"{minutes // 60}:{minutes % 60:02}"
