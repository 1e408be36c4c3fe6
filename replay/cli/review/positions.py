"""Commands that look back: matches, log, show, step, diff, why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from replay.base.errors import NotFound
from replay.cli import completion
from replay.cli.addresses import parse_stretch
from replay.cli.command import REVIEW, Commands
from replay.cli.context import AsOf, Eyes, Hindsight, Where, open_timeline, refuse_name
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, make_plain
from replay.cli.settings import settings

if TYPE_CHECKING:
    from replay.fold.line import Closing
    from replay.fold.timeline import Frame, Timeline

commands = Commands(REVIEW)


@commands.add("log")
def log(
    match: Where = "",
    raw: Annotated[
        bool, typer.Option("--raw", help="The stream as recorded, corrections and all.")
    ] = False,
    since: Annotated[int, typer.Option(help="Only from this event on.")] = 0,
    seat: Annotated[str, typer.Option(help="Only this seat's actions.")] = "",
    number: Annotated[int | None, typer.Option("--round", help="Only this round.", min=0)] = None,
    kind: Annotated[str, typer.Option("--type", help="Only this kind: buy, roll …")] = "",
    times: Annotated[bool, typer.Option("--times", help="When each event was recorded.")] = False,
    moves: Annotated[
        bool, typer.Option("--moves", help="What each event moved, by which rule.")
    ] = False,
    following: Annotated[
        bool, typer.Option("--follow", help="Go on with what is recorded, until the match closes.")
    ] = False,
    eyes: Eyes = "",
    hindsight: Hindsight = False,
    as_of: AsOf = None,
) -> Shown | None:
    """Print what was recorded, one event a line, with breaches and rulings.

    foldtable log maple --seat Ana --moves
    """
    from replay.cli.review import listing
    from replay.cli.review.following import follow
    from replay.fold.rounds import list_round

    with settings.ledger() as ledger:
        info, timeline, voice, at = open_timeline(ledger, match, eyes, hindsight, as_of)
        if following:
            _refuse_filters(raw, seat, number, kind, times, moves, eyes, hindsight, as_of, at)
            follow(ledger, info, timeline, voice, since)
            return None
    if raw and eyes:
        raise Stop(Exit.USAGE, "--raw shows all that was recorded, whatever eyes have seen.")
    if raw:
        return listing.show_stream(timeline, voice)
    _must_be_kind(timeline, kind)
    last = timeline.index(at) if at is not None else len(timeline.frames) - 1
    inside = None if number is None else {frame.version for frame in list_round(timeline, number)}
    frames = [
        frame
        for frame in timeline.frames[: last + 1]
        if frame.version >= since
        and (inside is None or frame.version in inside)
        and (not kind or frame.entry.kind == kind)
        and (not seat or _is_by(frame, timeline, seat))
    ]
    return listing.show_log(timeline, voice, frames, times=times, moves=moves)


def _refuse_filters(*filters: object) -> None:
    """Stop where what comes would have to be filtered, too."""
    if any(each not in (None, False, "") for each in filters):
        raise Stop(
            Exit.USAGE,
            "--follow prints every event; it goes with --since alone.",
            "foldtable log MATCH --follow",
        )


def _must_be_kind(timeline: Timeline, kind: str) -> None:
    """Stop when no event can be of this kind; say which are near."""
    from ledger.clerk import CLERKS
    from replay.speech.suggestions import suggest_similar

    known = [*timeline.engine.verbs, *CLERKS]
    if kind and kind not in known:
        raise Stop(
            Exit.MISSING,
            "No event is called “{kind}”.",
            "{near}",
            kind=kind,
            near=suggest_similar(kind, known),
        )


def _is_by(frame: Frame, timeline: Timeline, seat: str) -> bool:
    from engines.notation import parse_seat

    wanted = parse_seat(seat, len(timeline.seats), timeline.seats)
    return frame.action is not None and frame.action.seat == wanted


@commands.add("show")
def show_board(
    match: Where = "", eyes: Eyes = "", hindsight: Hindsight = False, as_of: AsOf = None
) -> Shown:
    """Show the board at the end of a match or at a position.

    foldtable show maple@57
    """
    from replay.cli.boards import draw_board
    from replay.screens.boards import describe_board, find_closing_at, is_by_record

    with settings.ledger() as ledger:
        info, timeline, voice, at = open_timeline(ledger, match, eyes, hindsight, as_of)
    frame = timeline.at(at)
    engine, closing = timeline.engine, find_closing_at(timeline, frame)
    standing = engine.standing(frame.state)
    data: dict[str, object] = {
        "match": info.name,
        "at": frame.version,
        "places": dict(sorted(frame.state.book.places.items())),
        "standing": make_plain(standing),
        "awaits": [] if closing else make_plain(engine.list_prompts(frame.state)),
        "closing": describe_closing(closing) if closing else None,
        "board": make_plain(describe_board(timeline, frame)),
    }
    title = f"{info.name}@{frame.version}  {voice.item(info.game)}: {', '.join(frame.seat_names)}"
    seated = voice.name_seats(frame.seat_names)
    ending = seated.ending(standing) or ("" if closing else seated.notice(standing))
    if closing is not None and not is_by_record(closing, standing):
        from replay.speech import log_lines

        ending = log_lines.describe_clerk(closing.close, seated)
    data["ending"] = ending
    return Shown(data, [title, draw_board(voice, timeline, frame), *filter(None, [ending])])


def describe_closing(closing: Closing) -> dict[str, object]:
    """Return a closing for --json: how it ended, the result as people counted it, the seal."""
    close = closing.close
    return {
        "version": closing.version,
        "how": close.how,
        "seat": close.seat,
        "points": list(close.points),
        "winners": list(close.winners),
        "seal": closing.seal,
    }


@commands.add("choices")
def choices(
    match: Where = "",
    word: Annotated[
        list[str] | None, typer.Argument(help="Only this kind of action, or what fits the word.")
    ] = None,
    eyes: Eyes = "",
) -> Shown:
    """List what whoever is to act can do and afford, with prices, and what else may be told.

    foldtable choices maple buy

    At a terminal it lists what fits on the screen; with all before the word, or alone, everything.
    """
    from replay.base.screen import measure_screen
    from replay.desk.choices import describe_choices, list_choices
    from replay.desk.table import Table
    from replay.record.session import Session

    with settings.ledger() as ledger:
        info, timeline, voice, at = open_timeline(ledger, match, eyes)
        session = Session(ledger, info, settings.recorder)
    table = Table(session, voice)
    state = timeline.at(at).state
    wanted = " ".join(word or ())
    return Shown(
        {
            "match": info.name,
            "at": timeline.at(at).version,
            "choices": describe_choices(table, wanted, state),
        },
        list_choices(table, wanted, state, measure_screen() if settings.interactive else None),
    )


@commands.add("step")
def step(
    match: Where = "",
    start: Annotated[int | None, typer.Option("--from", help="Begin at this event.")] = None,
    stop: Annotated[int | None, typer.Option("--to", help="End at this event.")] = None,
    number: Annotated[int | None, typer.Option("--round", help="Only this round.", min=0)] = None,
    seat: Annotated[str, typer.Option(help="Begin at this seat's first action there.")] = "",
    board: Annotated[
        bool, typer.Option("--board", help="Print the board at every step too.")
    ] = False,
    eyes: Eyes = "",
    hindsight: Hindsight = False,
) -> Shown | None:
    """Step through a match: n next, b back, a number jumps, f first, l last, t next turn, q quits.

    foldtable step maple --from 20 --board

    In a pipe it reads these keys from its input, one a line; with no input it prints every step.
    """
    from replay.cli.terminal.stepper import Stepper

    with settings.ledger() as ledger:
        _info, timeline, voice, at = open_timeline(ledger, match, eyes, hindsight)
    if number is not None or seat:
        start, stop = _find_span(timeline, number, seat, start, stop)
    stepper = Stepper(timeline, voice, start if start is not None else at, stop, board=board)
    if settings.interactive:
        stepper.live()
        return None
    keys = [] if settings.json or sys.stdin.isatty() else sys.stdin.read().split()
    return Shown(stepper.steps_data(), stepper.follow(keys) if keys else stepper.all_steps())


def _find_span(
    timeline: Timeline, number: int | None, seat: str, start: int | None, stop: int | None
) -> tuple[int | None, int | None]:
    """Return the first and the last event of a round, from a seat's first action in it on.

    Without a round, `start` is moved to the seat's next action. Raise LookupError for neither.
    """
    from replay.fold.rounds import list_round

    frames = [f for f in timeline.frames if f.version >= (start or 0)]
    if number is not None:
        frames = list_round(timeline, number)
        stop = frames[-1].version if stop is None else stop
    first = next((f for f in frames if not seat or _is_by(f, timeline, seat)), None)
    if first is None:
        raise NotFound("{name} does nothing there", name=seat)
    return first.version, stop


@commands.add("diff")
def diff(
    where: Annotated[
        str,
        typer.Argument(
            help="A stretch of a match: maple@12..20; or a match and two events.",
            autocompletion=completion.complete_match,
        ),
    ],
    before: Annotated[int | None, typer.Argument(help="The first event.", min=0)] = None,
    after: Annotated[int | None, typer.Argument(help="The second event.", min=0)] = None,
    eyes: Eyes = "",
) -> Shown:
    """Show what changed between two positions: pieces by place, and scores.

    foldtable diff maple@12..20
    """
    from replay.cli.review import listing

    if before is None or after is None:
        name, before, after = parse_stretch(where if before is None else f"{where} {before}")
    else:
        name = where
    with settings.ledger() as ledger:
        _info, timeline, voice, _at = open_timeline(ledger, name, eyes)
    return listing.show_diff(timeline, voice, before, after)


@commands.add("why")
def why(
    match: Where,
    what: Annotated[
        list[str], typer.Argument(help="ana.red, bank.gold, a.points, price, price b23, a card.")
    ],
    eyes: Eyes = "",
) -> Shown:
    """Say why a number is what it is: every move behind it, with event and rule.

    foldtable why maple@57 ana.points
    """
    from replay.cli.review import listing
    from replay.desk.questions import explain_text

    with settings.ledger() as ledger:
        _info, timeline, voice, at = open_timeline(ledger, match, eyes)
    try:
        found = explain_text(timeline, " ".join(what), at)
    except ValueError as error:
        refuse_name(voice, error)
    return listing.show_explanation(found, voice)
