"""Commands that record: new, record, undo, redo, amend, insert, note, close, reopen, archive."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.cli import complete
from replay.cli.exits import Exit, Stop
from replay.cli.groups import RECORD, app
from replay.cli.output import emit, say, talk
from replay.cli.settings import settings
from replay.cli.shared import command
from replay.i18n import _

if TYPE_CHECKING:
    from engines.protocol import Engine
    from ledger.store import Ledger, MatchInfo
    from replay.desk import Desk
    from replay.session import Session

MatchName = Annotated[
    str,
    typer.Argument(
        help="The match: its name or the beginning of it.", autocompletion=complete.match_names
    ),
]

PEOPLE = typer.Argument(help="Who plays, in seat order.", autocompletion=complete.people)

LIVE_HOURS = 12
"""How long after its last event an open match counts as being played."""


@command(app, "new", RECORD)
def new(
    game: Annotated[
        str,
        typer.Argument(
            help="The game, as foldtable games lists it.", autocompletion=complete.games
        ),
    ] = "",
    people: Annotated[
        list[str] | None,
        PEOPLE,
    ] = None,
    seats: Annotated[str, typer.Option(help="Who plays, in seat order: Ana,Bo,Cy.")] = "",
    first: Annotated[str, typer.Option(help="Who begins (default: the first seat).")] = "",
    again: Annotated[
        bool, typer.Option("--again", help="The last match's people, next to begin.")
    ] = False,
    name: Annotated[str, typer.Option(help="A name for the match (default: a word).")] = "",
    title: Annotated[str, typer.Option(help="A title for listings.")] = "",
    place: Annotated[str, typer.Option(help="Where it is played.")] = "",
    played: Annotated[str, typer.Option(help="When it was played, if not today: 2026-11-30.")] = "",
    level: Annotated[str, typer.Option(help="How finely: see foldtable games.")] = "",
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game's option: NAME=VALUE.")
    ] = None,
    house: Annotated[str, typer.Option(help="House rules: 1,3 or all (see foldtable house).")] = "",
    another: Annotated[
        bool, typer.Option("--another", help="Start although another match is being played.")
    ] = False,
) -> None:
    """Open a match and print its name.

    foldtable new splendor --seats "Ana,Bo,Cy" --first Bo
    """
    from replay.session import open_match

    with settings.ledger() as ledger:
        if not another and not again:
            _refuse_second(ledger, game)
        opening = _again(ledger, game) if again else _opening(game, people or [], seats)
        opening = _detailed(opening, first, name, title, place, played, level, option or [])
        if house:
            opening = _with_house_rules(ledger, opening, house)
        info = open_match(ledger, opening, settings.recorder)
    if settings.json:
        emit(describe_match(info))
        return
    say(info.name)
    talk(_("foldtable record {name} records it.").format(name=info.name))


def _refuse_second(ledger: Ledger, game: str) -> None:
    """Stop when a match is being played: it may be the one that is meant."""
    live = live_matches(ledger)
    if not live:
        return
    info = live[0]
    text = _("{name} ({game}: {people}) is still being recorded.").format(
        name=info.name, game=info.game, people=", ".join(info.seats)
    )
    hint = _(
        "foldtable record {name} goes on with it; foldtable new {game} … --another starts anew."
    )
    ask = _("Start another match?")
    if settings.interactive and typer.confirm(f"{text} {ask}"):
        return
    raise Stop(Exit.REFUSED, text, hint.format(name=info.name, game=game or info.game))


def live_matches(ledger: Ledger) -> list[MatchInfo]:
    """Return the matches that are being played: open, and recorded on in the last hours."""
    from datetime import UTC, datetime, timedelta

    since = (datetime.now(UTC) - timedelta(hours=LIVE_HOURS)).isoformat()
    return [
        info
        for info in ledger.matches()
        if info.closed_at is None
        and info.archived_at is None
        and not info.simulated
        and info.parent_id is None
        and info.last_at > since
    ]


def _again(ledger: Ledger, game: str) -> Any:
    from msgspec.structs import replace

    from replay.timeline import Timeline

    for info in ledger.matches():
        if not info.simulated and info.archived_at is None and (not game or info.game == game):
            opening = Timeline(ledger.events(info.match_id)).opening
            following = (opening.first + 1) % len(opening.seats)
            return replace(opening, first=following, name="", title="", played="")
    raise Stop(Exit.MISSING, _("There is no earlier match."), "foldtable new GAME --seats A,B")


def _opening(game: str, people: list[str], seats: str) -> Any:
    from engines.registry import engine_of
    from ledger.clerk import Open

    if not game:
        raise Stop(Exit.USAGE, _("Which game?"), "foldtable new GAME --seats A,B")
    engine = engine_of(game_named(game))
    names = [part.strip() for part in seats.split(",")] if seats else people
    if not names and settings.interactive:
        answer = typer.prompt(_("Who plays, in seat order"))
        names = [part.strip() for part in answer.replace(",", " ").split()]
    if not names:
        raise Stop(Exit.USAGE, _("Who plays?"), f'foldtable new {engine.name} --seats "Ana,Bo"')
    _check_names(names)
    return Open(game=engine.name, rules=engine.rules, seats=tuple(names))


def game_named(typed: str) -> str:
    """Return the game that a name, in either language, or the beginning of one means."""
    from engines import LANGUAGES
    from engines.names import find
    from engines.protocol import NotationError
    from engines.registry import NoSuchGame, engine_of, games

    called = {
        game: (game, *(engine_of(game).words(lang).name(game) for lang in LANGUAGES))
        for game in games()
    }
    try:
        return find(typed, called)
    except NotationError:
        raise NoSuchGame(typed, games()) from None


def _check_names(names: list[str]) -> None:
    from engines.names import fold
    from engines.protocol import SEAT_LETTERS

    for seat, name in enumerate(names):
        other = fold(name) in SEAT_LETTERS[: len(names)] and fold(name) != SEAT_LETTERS[seat]
        if not fold(name) or len(name) > 40 or any(c in ":;,@!~#=" for c in name) or other:
            raise Stop(
                Exit.USAGE,
                _("“{name}” cannot be a seat's name.").format(name=name),
                _("1 to 40 characters, none of : ; , @ ! ~ # =, and no other seat's letter."),
            )
        if not all(c.isprintable() for c in name):
            raise Stop(Exit.USAGE, _("A seat's name has a control character in it."))
    if len({fold(name) for name in names}) < len(names):
        raise Stop(
            Exit.USAGE, _("Two seats have the same name."), _("Tell them apart: Ana K, Ana M")
        )


def _detailed(
    opening: Any,
    first: str,
    name: str,
    title: str,
    place: str,
    played: str,
    level: str,
    options: list[str],
) -> Any:
    from msgspec.structs import replace

    from engines.notation import must_read_seat
    from engines.registry import engine_of

    engine = engine_of(opening.game)
    if name and (len(name) > 40 or not all(c.isalnum() or c in "-_" for c in name)):
        raise Stop(
            Exit.USAGE,
            _("“{name}” cannot name a match.").format(name=name),
            _("Letters, digits, - and _, at most 40."),
        )
    if first:
        opening = replace(opening, first=must_read_seat(first, len(opening.seats), opening.seats))
    chosen = dict(opening.options) | dict(option_of(engine, text) for text in options)
    return replace(
        opening,
        name=name.casefold(),
        title=title,
        place=place,
        played=date_of(played),
        level=level or (opening.level if opening.level in engine.levels else "full"),
        options=chosen,
    )


def _with_house_rules(ledger: Ledger, opening: Any, wanted: str) -> Any:
    """Return an opening that is played by some of the group's own rules. Raise Stop."""
    from msgspec.structs import replace

    from replay.disputes import house_rules, number_of

    known = {number_of(rule): rule for _info, rule in house_rules(ledger, opening.game)}
    numbers = list(known) if wanted == "all" else []
    for word in [] if wanted == "all" else wanted.replace("house:", "").split(","):
        if not word.strip().isdecimal() or int(word) not in known:
            text = _("There is no house rule {n} for {game}.")
            listed = ", ".join(str(n) for n in known) or "–"
            raise Stop(Exit.MISSING, text.format(n=word, game=opening.game), listed)
        numbers.append(int(word))
    return replace(opening, house=tuple(known[n] for n in numbers))


def date_of(text: str) -> str:
    """Return a date as it is stored, today's for none. Raise Stop for what is no date."""
    from datetime import UTC, date, datetime

    if not text:
        return datetime.now(UTC).astimezone().date().isoformat()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Stop(
            Exit.USAGE, _("“{text}” is no date.").format(text=text), "--played 2026-11-30"
        ) from None


def span_of(text: str) -> tuple[str, str]:
    """Return the first and the last day of a day, a month or a year. Raise Stop for anything else.

    >>> span_of("2026-02")
    ('2026-02-01', '2026-02-31')
    >>> span_of("")
    ('', '')
    """
    if not text:
        return "", ""
    missing = {4: ("-01-01", "-12-31"), 7: ("-01", "-31"), 10: ("", "")}.get(len(text), ("", ""))
    date_of(text + missing[0])
    return text + missing[0], text + missing[1]


def option_of(engine: Engine, text: str) -> tuple[str, Any]:
    """Return the name and the value in ``NAME=VALUE``, as the engine knows them."""
    from replay.packs import chosen, shelf_of

    name, equals, value = text.partition("=")
    shelf = shelf_of(engine)
    if shelf is not None and name == shelf.packs.option:
        return name, chosen(shelf, value)
    known = {option.name: option for option in engine.options}
    if name not in known:
        return name, value
    if not equals:
        return name, True
    words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
    for allowed in known[name].values:
        if str(allowed).casefold() == value.casefold():
            return name, allowed
        if isinstance(allowed, bool) and words.get(value.casefold()) is allowed:
            return name, allowed
    return name, value


def describe_match(info: MatchInfo) -> dict[str, Any]:
    """Return a match for --json."""
    return {
        "match_id": info.match_id,
        "name": info.name,
        "game": info.game,
        "title": info.title,
        "seats": list(info.seats),
        "played": info.played,
        "opened_at": info.opened_at,
        "last_at": info.last_at,
        "events": info.version,
        "state": info.how or "open",
        "archived": info.archived_at is not None,
        "simulated": info.simulated,
        "fork_of": f"{info.parent_id}@{info.base_version}" if info.parent_id else None,
    }


@command(app, "record", RECORD)
def record(
    match: Annotated[
        str,
        typer.Argument(
            help="The match (default: the last one).", autocompletion=complete.match_names
        ),
    ] = "",
    expression: Annotated[
        list[str] | None, typer.Option("--expression", "-e", help="A line to record.")
    ] = None,
    no_board: Annotated[
        bool, typer.Option("--no-board", help="No board above the prompt.")
    ] = False,
) -> None:
    """Record a match: at a live prompt, from a pipe (one line of input a line), or with -e.

    foldtable record maple < evening.txt
    """
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, match)
        closed = session.timeline.closed
        if closed is not None:
            raise Stop(
                Exit.REFUSED,
                _("{name} is closed.").format(name=session.info.name),
                _("foldtable reopen {name} lets it go on.").format(name=session.info.name),
            )
        from replay.cli.recorder import live, pipe

        if expression:
            pipe(desk, [os.fsencode(line) for line in expression])
        elif settings.interactive:
            live(desk, board=not no_board)
        elif sys.stdin is None:
            raise Stop(Exit.USAGE, _("There is no input."), 'foldtable record MATCH -e "…"')
        else:
            pipe(desk, sys.stdin.buffer)


def open_desk(ledger: Ledger, match: str) -> tuple[Session, Desk]:
    """Return a session and its desk for a match, by default the last one recorded on."""
    from replay.desk import Desk
    from replay.i18n import language
    from replay.session import Session
    from replay.voice import Voice

    info = ledger.find(match) if match else last_match(ledger)
    session = Session(ledger, info, settings.recorder)
    voice = Voice(session.engine, language(), session.timeline.seats, session.state)
    return session, Desk(session, voice)


def last_match(ledger: Ledger) -> MatchInfo:
    """Return the match recorded on last: an open one if there is one."""
    infos = [i for i in ledger.matches() if i.archived_at is None and not i.simulated]
    for info in infos:
        if info.closed_at is None:
            return info
    if infos:
        return infos[0]
    raise Stop(Exit.MISSING, _("There is no match yet."), 'foldtable new splendor --seats "Ana,Bo"')


def _one_line(match: str, line: str) -> None:
    """Carry out one line at the desk of a match."""
    if not match:
        raise Stop(Exit.MISSING, _("A match has a name."), _("foldtable matches lists them."))
    with settings.ledger() as ledger:
        from replay.cli.recorder import pipe

        _session, desk = open_desk(ledger, match)
        pipe(desk, [os.fsencode(line)])


@command(app, "undo", RECORD)
def undo(
    match: MatchName,
    version: Annotated[int | None, typer.Argument(help="The event (default: the last).")] = None,
) -> None:
    """Strike an event; it stays in the log and can come back with redo."""
    _one_line(match, f"undo {version if version is not None else ''}")


@command(app, "redo", RECORD)
def redo(match: MatchName) -> None:
    """Bring back what was struck last."""
    _one_line(match, "redo")


@command(app, "amend", RECORD)
def amend(
    match: MatchName,
    version: Annotated[int, typer.Argument(help="The event that reads wrong.")],
    action: Annotated[list[str], typer.Argument(help="What it should read.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would change.")
    ] = False,
) -> None:
    """Let an event read otherwise; what follows is judged again and shown."""
    line = f"amend {version} {' '.join(action)}"
    if dry_run:
        _dry_run(match, line)
    else:
        _one_line(match, line)


@command(app, "insert", RECORD)
def insert(
    match: MatchName,
    version: Annotated[int, typer.Argument(help="The event it happened after.")],
    action: Annotated[list[str], typer.Argument(help="What was forgotten.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would change.")
    ] = False,
) -> None:
    """Record a forgotten action where it happened."""
    line = f"insert {version} {' '.join(action)}"
    if dry_run:
        _dry_run(match, line)
    else:
        _one_line(match, line)


def _dry_run(match: str, line: str) -> None:
    with settings.ledger() as ledger:
        _session, desk = open_desk(ledger, match)
        told = list(desk.preview(line))
    if settings.json:
        emit({"match": match, "changes": told})
        return
    for text in told:
        say(text)


@command(app, "note", RECORD)
def note(match: MatchName, text: Annotated[list[str], typer.Argument(help="The remark.")]) -> None:
    """Write a remark about the present position."""
    _one_line(match, f"note {' '.join(text)}")


@command(app, "close", RECORD)
def close(
    match: MatchName,
    result: Annotated[str, typer.Option(help="The final points: 15,12.")] = "",
    conceded: Annotated[str, typer.Option(help="The seat that gave up.")] = "",
    abandoned: Annotated[bool, typer.Option("--abandoned", help="Nobody finished it.")] = False,
) -> None:
    """Close a match; print its seal for the score sheet and the result for the group chat."""
    from replay.cli.closing import closing_of, result_sheet

    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, match)
        if session.timeline.closed is not None:
            raise Stop(
                Exit.REFUSED,
                _("{name} is closed already.").format(name=session.info.name),
                f"foldtable reopen {session.info.name}",
            )
        seal = session.close(closing_of(session, result, conceded, abandoned))
        sheet = result_sheet(session, desk.voice)
    if settings.json:
        emit({"match": session.info.name, "seal": seal, "result": sheet.splitlines()})
        return
    say(sheet)


@command(app, "reopen", RECORD)
def reopen(match: MatchName) -> None:
    """Let a closed match go on."""
    with settings.ledger() as ledger:
        session, _desk = open_desk(ledger, match)
        session.reopen()
    _done(session.info.name, _("{name} is open again."))


@command(app, "archive", RECORD)
def archive(
    match: MatchName,
    restore: Annotated[bool, typer.Option("--restore", help="Put it back into the lists.")] = False,
) -> None:
    """Take a match out of the lists; its log stays as it is."""
    with settings.ledger() as ledger:
        info = ledger.find(match)
        ledger.archive(info.match_id, not restore)
    _done(info.name, _("{name} is back in the lists.") if restore else _("{name} is archived."))


def _done(name: str, text: str) -> None:
    """Say what was done to a match."""
    if settings.json:
        emit({"match": name})
        return
    talk(text.format(name=name))


def resume_or_list(context: typer.Context) -> None:
    """What `foldtable` alone does: go on with the one live match, else list, else help."""
    from replay.cli.failures import fail
    from replay.cli.review import matches

    try:
        path = settings.where()[0]
        if not path.exists():
            print(context.get_help())
            return
        with settings.ledger() as ledger:
            live = live_matches(ledger)
        if len(live) == 1 and settings.interactive:
            record(match=live[0].name, expression=None, no_board=False)
        else:
            matches(game="", person="", since="", until="", state="", everything=False)
    except (typer.Exit, typer.Abort, BrokenPipeError):
        raise
    except Exception as error:
        raise typer.Exit(fail(error)) from error
