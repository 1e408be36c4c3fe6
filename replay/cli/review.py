"""Commands that look back: matches, log, show, step, diff, why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _
from replay.cli import complete
from replay.cli.exits import Exit, Stop
from replay.cli.groups import REVIEW, app
from replay.cli.output import emit, plain, say, show, table
from replay.cli.position import address, stretch
from replay.cli.settings import settings
from replay.cli.shared import command

if TYPE_CHECKING:
    from ledger.store import Ledger, MatchInfo
    from replay.fold.timeline import Frame, Timeline
    from replay.speech.voice import Voice

Where = Annotated[
    str,
    typer.Argument(
        help="A match, or a position in it: maple@57.", autocompletion=complete.match_names
    ),
]
Eyes = Annotated[
    str, typer.Option(help="What this seat has been shown; table: what everybody has.")
]
Hindsight = Annotated[bool, typer.Option("--hindsight", help="With what became known later.")]
AsOf = Annotated[
    int | None, typer.Option("--as-of", help="The record as it stood after this event.")
]


@command(app, "matches", REVIEW)
def matches(
    game: Annotated[str, typer.Option(help="Only this game.")] = "",
    person: Annotated[str, typer.Option(help="Only with this person.")] = "",
    since: Annotated[str, typer.Option(help="Only played on or after this date.")] = "",
    until: Annotated[str, typer.Option(help="Only played on or before this date.")] = "",
    state: Annotated[str, typer.Option(help="Only open or finished ones.")] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Archived and simulated ones too.")
    ] = False,
) -> None:
    """List matches, the one recorded on last first."""
    from replay.cli.opening import span_of
    from replay.cli.record import describe_match

    if state not in ("", "open", "finished"):
        raise Stop(Exit.USAGE, _("--state is open or finished."))
    since, until = span_of(since)[0], span_of(until)[1]
    with settings.ledger() as ledger:
        found = [
            info
            for info in ledger.matches()
            if _wanted(info, game, person, since, until, state, everything)
        ]
    if settings.json:
        emit([describe_match(info) for info in found])
        return
    if not found:
        say(_("No matches. foldtable new GAME --seats A,B begins one."))
        return
    rows = [
        (info.name, info.game, ", ".join(info.seats), info.played, info.version, _state(info))
        for info in found
    ]
    headings = (_("name"), _("game"), _("seats"), _("played"), _("events"), _("state"))
    table(headings, rows)


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


def opened(
    ledger: Ledger, text: str, eyes: str = "", hindsight: bool = False, as_of: int | None = None
) -> tuple[MatchInfo, Timeline, Voice, int | None]:
    """Return a match, its timeline for some eyes, a voice for it, and the position meant."""
    from engines.notation import must_read_seat
    from engines.values import TABLE
    from replay.base.i18n import language
    from replay.fold.hindsight import with_hindsight
    from replay.fold.line import line_of
    from replay.fold.timeline import Timeline, opening_of
    from replay.speech.voice import Voice

    where = address(text)
    from replay.cli.record import last_match

    info = ledger.find(where.match) if where.match else last_match(ledger)
    events = ledger.events(info.match_id)
    if as_of is not None and not (events and 1 <= as_of <= events[-1].version):
        last = events[-1].version if events else 0
        text = _("{name} has events 1 to {last}.")
        raise Stop(Exit.MISSING, text.format(name=info.name, last=last))
    seat = None
    if eyes:
        names = opening_of(line_of(events)).seats
        seat = TABLE if eyes == "table" else must_read_seat(eyes, len(names), names)
    fold = with_hindsight if hindsight else Timeline
    timeline = fold(events, as_of=as_of, eyes=seat)
    voice = Voice(timeline.engine, language(), timeline.seats, timeline.state)
    if where.at is not None:
        timeline.index(where.at)
    return info, timeline, voice, where.at


@command(app, "log", REVIEW)
def log(
    match: Where = "",
    raw: Annotated[
        bool, typer.Option("--raw", help="The stream as recorded, corrections and all.")
    ] = False,
    since: Annotated[int, typer.Option(help="Only from this event on.")] = 0,
    seat: Annotated[str, typer.Option(help="Only this seat's actions.")] = "",
    kind: Annotated[str, typer.Option("--type", help="Only this kind: buy, roll …")] = "",
    times: Annotated[bool, typer.Option("--times", help="When each event was recorded.")] = False,
    moves: Annotated[
        bool, typer.Option("--moves", help="What each event moved, by which rule.")
    ] = False,
    eyes: Eyes = "",
    hindsight: Hindsight = False,
    as_of: AsOf = None,
) -> None:
    """Print what was recorded, one event a line, with breaches and rulings."""
    from replay.cli import listing

    with settings.ledger() as ledger:
        _info, timeline, voice, at = opened(ledger, match, eyes, hindsight, as_of)
    if raw and eyes:
        raise Stop(Exit.USAGE, _("--raw shows all that was recorded, whatever eyes have seen."))
    if raw:
        listing.stream(timeline, voice)
        return
    _must_be_kind(timeline, kind)
    last = timeline.index(at) if at is not None else len(timeline.frames) - 1
    frames = [
        frame
        for frame in timeline.frames[: last + 1]
        if frame.version >= since
        and (not kind or frame.entry.kind == kind)
        and (not seat or _is_by(frame, timeline, seat))
    ]
    listing.log(timeline, voice, frames, times=times, moves=moves)


def _must_be_kind(timeline: Timeline, kind: str) -> None:
    """Stop when no event can be of this kind; say which are near."""
    from ledger.clerk import CLERKS
    from replay.speech.suggestions import suggest_similar

    known = [*timeline.engine.verbs, *CLERKS]
    if kind and kind not in known:
        raise Stop(
            Exit.MISSING,
            _("No event is called “{kind}”.").format(kind=kind),
            suggest_similar(kind, known),
        )


def _is_by(frame: Frame, timeline: Timeline, seat: str) -> bool:
    from engines.notation import must_read_seat

    wanted = must_read_seat(seat, len(timeline.seats), timeline.seats)
    return frame.action is not None and frame.action.seat == wanted


@command(app, "show", REVIEW)
def show_board(
    match: Where = "", eyes: Eyes = "", hindsight: Hindsight = False, as_of: AsOf = None
) -> None:
    """Show the board at the end of a match or at a position: foldtable show maple@57."""
    from replay.cli.recorder import board_of

    with settings.ledger() as ledger:
        info, timeline, voice, at = opened(ledger, match, eyes, hindsight, as_of)
    frame = timeline.at(at)
    standing = timeline.engine.standing(frame.state)
    if settings.json:
        board = timeline.engine.view(frame.state, timeline.eyes)
        emit(
            {
                "match": info.name,
                "at": frame.version,
                "places": dict(sorted(frame.state.book.places.items())),
                "standing": plain(standing),
                "awaits": plain(timeline.engine.awaits(frame.state)),
                "board": plain(board),
            }
            if timeline.eyes is None
            else {"match": info.name, "at": frame.version, "board": plain(board)}
        )
        return
    title = f"{info.name}@{frame.version}  {voice.item(info.game)}: {', '.join(timeline.seats)}"
    say(title)
    show(board_of(voice, timeline, frame))
    ending = voice.ending(standing)
    if ending:
        say(ending)


@command(app, "step", REVIEW)
def step(
    match: Where = "",
    start: Annotated[int | None, typer.Option("--from", help="Begin at this event.")] = None,
    stop: Annotated[int | None, typer.Option("--to", help="End at this event.")] = None,
    board: Annotated[
        bool, typer.Option("--board", help="Print the board at every step too.")
    ] = False,
    eyes: Eyes = "",
    hindsight: Hindsight = False,
) -> None:
    """Step through a match: n next, b back, a number jumps, f first, l last, t next turn, q quits.

    In a pipe it reads these keys from its input, one a line; with no input it prints every step.
    """
    from replay.cli.stepper import Stepper

    with settings.ledger() as ledger:
        _info, timeline, voice, at = opened(ledger, match, eyes, hindsight)
    stepper = Stepper(timeline, voice, start if start is not None else at, stop, board=board)
    if settings.json:
        emit(stepper.as_json())
    elif settings.interactive:
        stepper.live()
    elif not sys.stdin.isatty() and (keys := sys.stdin.read().split()):
        stepper.follow(keys)
    else:
        stepper.print_all()


@command(app, "diff", REVIEW)
def diff(
    where: Annotated[
        str,
        typer.Argument(
            help="A stretch of a match: maple@12..20; or a match and two events.",
            autocompletion=complete.match_names,
        ),
    ],
    before: Annotated[int | None, typer.Argument(help="The first event.", min=0)] = None,
    after: Annotated[int | None, typer.Argument(help="The second event.", min=0)] = None,
) -> None:
    """Show what changed between two positions: pieces by place, and scores.

    foldtable diff maple 12 20 is foldtable diff maple@12..20
    """
    from replay.cli import listing

    if before is None or after is None:
        name, before, after = stretch(where if before is None else f"{where} {before}")
    else:
        name = where
    with settings.ledger() as ledger:
        _info, timeline, voice, _at = opened(ledger, name)
    listing.diff(timeline, voice, before, after)


@command(app, "why", REVIEW)
def why(
    match: Where,
    what: Annotated[
        list[str], typer.Argument(help="ana.red, bank.gold, a.points, price, price b23, a card.")
    ],
) -> None:
    """Say why a number is what it is: every move behind it, with event and rule.

    foldtable why maple@57 ana.points
    """
    from replay.cli import listing
    from replay.explain.explanations import why as explain

    with settings.ledger() as ledger:
        _info, timeline, voice, at = opened(ledger, match)
    try:
        found = explain(timeline, at, " ".join(what))
    except ValueError as error:
        listing.refuse(voice, error)
    listing.explanation(found, voice)


__all__ = ["Any", "matches", "opened"]
