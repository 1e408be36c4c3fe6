"""What commands work on: the match named on the command line, its timeline, its desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from replay.cli import completion
from replay.cli.addresses import LAST, parse_address
from replay.cli.exits import Exit, Stop
from replay.cli.settings import settings

if TYPE_CHECKING:
    from engines.protocol import Engine, State
    from ledger.headlines import MatchInfo
    from ledger.store import Ledger
    from replay.desk.desk import Desk
    from replay.fold.timeline import Timeline
    from replay.record.session import Session
    from replay.speech.voice import Voice

MatchName = Annotated[
    str,
    typer.Argument(
        help="The match: its name or the beginning of it.", autocompletion=completion.complete_match
    ),
]

Where = Annotated[
    str,
    typer.Argument(
        help="A match, or a position in it: maple@57.", autocompletion=completion.complete_match
    ),
]
Eyes = Annotated[
    str, typer.Option(help="What this seat has been shown; table: what everybody has.")
]
Hindsight = Annotated[bool, typer.Option("--hindsight", help="With what became known later.")]
AsOf = Annotated[
    int | None, typer.Option("--as-of", help="The record as it stood after this event.")
]

LIVE_HOURS = 12
"""How long after its last event an open match counts as being played."""


def live_matches(ledger: Ledger) -> list[MatchInfo]:
    """Return the matches that are being played: open, and recorded on in the last hours."""
    from datetime import UTC, datetime, timedelta

    from ledger.listings import Wanted

    since = (datetime.now(UTC) - timedelta(hours=LIVE_HOURS)).isoformat()
    infos = ledger.matches(Wanted(listed=True, is_open=True, after=since))
    return [info for info in infos if info.parent_id is None]


def describe_match(info: MatchInfo) -> dict[str, Any]:
    """Return a match for --json."""
    standing = describe_standing(info)
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
        "hidden": info.archived_at is not None,
        "simulated": info.simulated,
        "fork_of": f"{info.parent_id}@{info.base_version}" if info.parent_id else None,
        "place": info.place or "",
        "level": info.level or "",
        "left": [seat for seat, outcome in enumerate(info.outcomes) if outcome.left],
        "winners": [each["name"] for each in standing or () if each["won"]],
        "standing": standing,
    }


def describe_standing(info: MatchInfo) -> list[dict[str, Any]] | None:
    """Return the result of a closed match for --json, seat by seat; None while it is open."""
    if not info.is_closed:
        return None
    return [
        {
            "name": name,
            "seat": seat,
            "points": outcome.points,
            "rank": outcome.rank,
            "won": bool(outcome.won),
        }
        for seat, (name, outcome) in enumerate(zip(info.seats, info.outcomes, strict=False))
    ]


def open_desk(ledger: Ledger, match: str, *, closed: bool = False) -> tuple[Session, Desk]:
    """Return a session and its desk for a match, by default the last one recorded on.

    With `closed` the default is the last one that was closed.
    """
    from replay.base.i18n import language
    from replay.desk.desk import Desk
    from replay.record.session import Session
    from replay.speech.voice import Voice

    info = last_match(ledger, closed=closed) if match in ("", LAST) else ledger.find(match)
    session = Session(ledger, info, settings.recorder)
    voice = Voice(session.engine, language(), session.timeline.seats, session.state)
    return session, Desk(session, voice)


def last_match(ledger: Ledger, *, closed: bool = False) -> MatchInfo:
    """Return the match of the prompt, else the one recorded on last: an open one if there is.

    With `closed` it is rather a closed one. Void matches and those that
    cannot be opened are left out.
    """
    from ledger.listings import Wanted
    from replay.fold.timeline import read_timeline

    if settings.match:
        return ledger.find(settings.match)
    for is_open in (not closed, closed):
        for info in ledger.walk_matches(Wanted(listed=True, is_open=is_open)):
            if read_timeline(ledger.events(info.match_id)) is not None:
                return info
    raise Stop(Exit.MISSING, "There is no match yet.", 'foldtable new splendor --seats "Ana,Bo"')


def find_match(ledger: Ledger, name: str) -> MatchInfo:
    """Return the match that is named, the default one for `LAST`."""
    return last_match(ledger) if name == LAST else ledger.find(name)


def require_name(match: str) -> None:
    """Stop for an empty name: what changes a match does not guess what was to stand there."""
    if not match:
        raise Stop(Exit.MISSING, "A match has a name.", "foldtable matches lists them.")


def open_timeline(
    ledger: Ledger, text: str, eyes: str = "", hindsight: bool = False, as_of: int | None = None
) -> tuple[MatchInfo, Timeline, Voice, int | None]:
    """Return a match, its timeline for some eyes, a voice for it, and the position meant."""
    from replay.base.i18n import language
    from replay.fold.hindsight import fold_with_hindsight
    from replay.fold.line import read_line
    from replay.fold.metadata import read_metadata, read_seats
    from replay.fold.timeline import Timeline
    from replay.speech.voice import Voice

    where = parse_address(text)
    info = ledger.find(where.match) if where.match else last_match(ledger)
    events = ledger.events(info.match_id)
    if as_of is not None and not (events and 1 <= as_of <= events[-1].version):
        last = events[-1].version if events else 0
        raise Stop(Exit.MISSING, "{name} has events 1 to {last}.", name=info.name, last=last)
    seat = None
    if eyes:
        from engines.notation import parse_seat
        from engines.values import TABLE

        names = read_seats(read_metadata(read_line(events)).opening)
        seat = TABLE if eyes == "table" else parse_seat(eyes, len(names), names)
    fold = fold_with_hindsight if hindsight else Timeline
    timeline = fold(events, as_of=as_of, eyes=seat)
    voice = Voice(timeline.engine, language(), timeline.seats, timeline.state)
    at = where.at
    if where.round:
        from replay.desk import addresses

        at = addresses.find_position(timeline, where.round)
    if at is not None:
        timeline.index(at)
    return info, timeline, voice, at


def find_position(text: str) -> tuple[str, int | None]:
    """Return the match and the event in an address; a round is looked up in the match."""
    from replay.desk import addresses
    from replay.fold.timeline import Timeline

    where = parse_address(text)
    if not where.round:
        return where.match, where.at
    with settings.ledger() as ledger:
        info = ledger.find(where.match) if where.match else last_match(ledger)
        timeline = Timeline(ledger.events(info.match_id))
    return where.match, addresses.find_position(timeline, where.round)


def write_ruling_command(match: str, version: int) -> str:
    """Return the command that rules on a dispute."""
    return f'foldtable dispute rule {match}@{version} --decision stands --reason "…"'


def parse_span(text: str) -> tuple[str, str]:
    """Return the first and the last day of a day, a month or a year. Raise Stop for anything else.

    >>> parse_span("2026-02")
    ('2026-02-01', '2026-02-31')
    >>> parse_span("")
    ('', '')
    """
    from datetime import date

    if not text:
        return "", ""
    missing = {4: ("-01-01", "-12-31"), 7: ("-01", "-31"), 10: ("", "")}.get(len(text), ("", ""))
    try:
        date.fromisoformat(text + missing[0])
    except ValueError:
        raise Stop(
            Exit.USAGE, "“{text}” is no date.", "2026-11-30, 2026-11, 2026", text=text
        ) from None
    return text + missing[0], text + missing[1]


def parse_option(engine: Engine[State], text: str) -> tuple[str, Any]:
    """Return the name and the value in ``NAME=VALUE``, as the engine knows them."""
    from replay.files.card_sets import find_source, load_card_sets

    name, equals, value = text.partition("=")
    source = find_source(engine)
    if source is not None and name == source.card_sets.option:
        return name, load_card_sets(source, value)
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


def refuse_name(voice: Voice, error: ValueError) -> NoReturn:
    """Stop because something asked about does not exist; name what is near."""
    from engines.values import NotationError
    from replay.speech.suggestions import suggest_similar

    if not isinstance(error, NotationError):
        raise error
    hint = "; ".join(list(error.candidates)[:6]) if error.unclear else ""
    hint = hint or suggest_similar(error.word, error.candidates, 4)
    raise Stop(Exit.MISSING, voice.say(error.key, error.data), hint)
