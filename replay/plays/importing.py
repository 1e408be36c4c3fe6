"""Taking plays of other programs into a ledger, and taking an import back.

The id of a match is derived from the play's id in its source: importing a play again, or by two
people at once, adds nothing. A play becomes a match of an opening, the place where it was logged
(`match.source`), its comment as a note, and a closing with the result.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

import msgspec

from engines.names import fold
from engines.seats import Seats, choose_letters, has_own_letters
from ledger.clerk import Clerk, Close, Note, Open, Source, SourceRow, SourceSeat
from ledger.errors import UnreadableEvent
from ledger.headlines import VOID, MatchInfo
from ledger.listings import EVERY
from ledger.store import Ledger
from replay.plays.errors import UnreadablePlays
from replay.plays.known_games import RESULTS, find_table
from replay.plays.names import name_seats, write_in_line
from replay.plays.play import Play, PlayFile, PlaySeat
from replay.record.descriptions import LONGEST_TEXT
from replay.record.opening import open_match
from replay.record.session import Session

NAMESPACE: Final = uuid.UUID("6f6c6474-6162-6c65-8000-706c61797300")
"""The namespace of the ids of matches that were plays elsewhere."""

LONGEST_COMMENT: Final = 2000
"""The most characters of a comment that are kept."""


class KnownPlay(NamedTuple):
    """A play that the ledger has: its match, and where it was logged as the match has it."""

    play: Play
    info: MatchInfo
    source: Source


class ImportPlan(NamedTuple):
    """What importing a file would do: nothing is stored yet.

    `new` plays become matches, `void` ones count again. `known` ones stay as they are, `changed`
    ones were changed in their source since. `doubles` are plays like a match that the ledger has
    from elsewhere: of the same game and day, by the same people. A play is `unfit` if more people
    played than any game takes.
    """

    file: PlayFile
    name: str
    digest: str
    new: tuple[Play, ...] = ()
    known: tuple[KnownPlay, ...] = ()
    changed: tuple[KnownPlay, ...] = ()
    void: tuple[KnownPlay, ...] = ()
    doubles: tuple[tuple[Play, MatchInfo], ...] = ()
    unfit: tuple[Play, ...] = ()


def plan_import(
    ledger: Ledger, found: PlayFile, name: str, content: bytes, *, alike: bool = False
) -> ImportPlan:
    """Return what importing the plays of a file would do; `name` and `content` are the file's.

    With `alike` a play becomes a match although the ledger has one like it from elsewhere.
    """
    sources = list(_list_sources(ledger))
    infos = {info.match_id: info for info in ledger.walk_matches(EVERY)}
    stored = {
        key: (infos[match_id], source)
        for match_id, source in sources
        for key in (source.id, *source.also)
    }
    own = {match_id for match_id, source in sources if source.program == found.format}
    others = [] if alike else [info for info in infos.values() if info.match_id not in own]
    elsewhere = _group_matches(info for info in others if info.is_listed)
    new: dict[str, Play] = {}
    groups: dict[str, list[KnownPlay]] = {"known": [], "changed": [], "void": []}
    doubles: list[tuple[Play, MatchInfo]] = []
    unfit: list[Play] = []
    for play in found.plays:
        match = next((stored[key] for key in (play.id, *play.also) if key in stored), None)
        if match is not None:
            known = KnownPlay(play, *match)
            groups[_sort(known)].append(known)
        elif (table := find_table(play)) is None:
            unfit.append(play)
        elif double := elsewhere.get(_describe_play(table.game, play)):
            doubles.append((play, double.pop()))
        else:
            new.setdefault(play.id, play)
    return ImportPlan(
        found,
        name,
        sha256(content).hexdigest(),
        tuple(new.values()),
        tuple(groups["known"]),
        tuple(groups["changed"]),
        tuple(groups["void"]),
        tuple(doubles),
        tuple(unfit),
    )


Alike: TypeAlias = tuple[str, str, frozenset[str]]
"""A game, a day and the people who played: matches that share them are alike."""


def _group_matches(infos: Iterable[MatchInfo]) -> dict[Alike, list[MatchInfo]]:
    """Return matches by what makes them alike."""
    groups: dict[Alike, list[MatchInfo]] = {}
    for info in infos:
        people = frozenset(map(fold, info.seats))
        groups.setdefault((info.game, info.played, people), []).append(info)
    return groups


def _describe_play(game: str, play: Play) -> Alike:
    """Return what makes a play alike to others."""
    return game, play.date, frozenset(map(fold, name_seats(play.seats)))


def _sort(known: KnownPlay) -> str:
    """Return in which group of a plan a play is that the ledger has."""
    if known.info.how == VOID:
        return "void"
    own = known.source.id == known.play.id
    return "changed" if own and known.play.modified > known.source.modified else "known"


def _list_sources(ledger: Ledger) -> Iterator[tuple[str, Source]]:
    """Yield where matches were logged, with their ids; the latest of a match comes last."""
    for event in ledger.events_of_type(Source.type):
        try:
            yield event.match_id, msgspec.json.decode(event.payload, type=Source)
        except (msgspec.MsgspecError, UnreadableEvent):
            continue


def import_plays(
    ledger: Ledger, plan: ImportPlan, actor: str, advance: Callable[[], None] = lambda: None
) -> list[MatchInfo]:
    """Store the new plays of a plan as matches, let its void ones count again, and return these
    matches. All are stored, or none."""
    stored = []
    with ledger.transaction():
        for play in plan.new:
            stored.append(store_play(ledger, play, plan, actor))
            advance()
        for known in plan.void:
            Session(ledger, known.info, actor).restore()
            stored.append(ledger.find(known.info.match_id))
            advance()
    return stored


def store_play(ledger: Ledger, play: Play, plan: ImportPlan, actor: str) -> MatchInfo:
    """Store a play as a closed match and return it.

    Raise UnreadablePlays where more people played than any game takes.
    """
    table = find_table(play)
    if table is None:
        raise UnreadablePlays("No game has as many seats as {n}.", n=len(play.seats))
    names = name_seats(play.seats)
    letters = choose_letters(names)
    seats = Seats(names, letters)
    info = open_match(
        ledger,
        Open(
            game=table.game,
            rules="",
            options=dict(table.options),
            seats=names,
            letters=letters if has_own_letters(seats) else (),
            first=next((n for n, seat in enumerate(play.seats) if seat.starts), 0),
            level=RESULTS,
            played=play.date,
            place=write_in_line(play.place, LONGEST_TEXT),
        ),
        actor,
        str(uuid.uuid5(NAMESPACE, play.id)),
    )
    session = Session(ledger, info, actor)
    remarks: list[Clerk] = [describe_source(play, plan)]
    if comment := write_in_line(play.comments, LONGEST_COMMENT):
        remarks.append(Note(text=comment))
    session.commit(session.plan(*remarks, make_closing(play)))
    return ledger.find(info.match_id)


def describe_source(play: Play, plan: ImportPlan) -> Source:
    """Return the event that says where a play was logged and what it said there."""
    starts = [n for n, seat in enumerate(play.seats) if seat.starts]
    points = make_closing(play).points
    return Source(
        program=plan.file.format,
        id=play.id,
        also=play.also,
        file=plan.name,
        digest=plan.digest,
        modified=play.modified,
        game=play.game.name,
        bgg_id=play.game.bgg_id,
        kind=play.kind,
        direction=play.game.direction,
        time=play.time,
        minutes=play.minutes,
        board=play.board,
        expansions=play.expansions,
        uncounted=play.uncounted,
        results=play.results,
        by_hand=play.by_hand,
        starts=starts[0] if len(starts) == 1 else None,
        seats=tuple(
            _describe_seat(seat, points[n] if points else None) for n, seat in enumerate(play.seats)
        ),
        rows=tuple(
            SourceRow(row.id, row.cells, row.label, row.negative, row.counts, row.kind, row.value)
            for row in play.sheet
        ),
    )


def _describe_seat(seat: PlaySeat, points: int | None) -> SourceSeat:
    """Return what the source says of a seat; the text of its points where `points`, which the
    closing has, does not say the same."""
    text = seat.points.text if seat.points else ""
    return SourceSeat(
        points="" if text == str(points) else text,
        person=seat.person,
        known=seat.known,
        rank=seat.rank,
        team=seat.team,
        role=seat.role,
    )


def make_closing(play: Play) -> Close:
    """Return the closing of a play: its winners, and the points that are whole numbers."""
    values = [seat.points.value if seat.points else None for seat in play.seats]
    points = tuple(
        int(value) if value is not None and value == int(value) else None for value in values
    )
    counted = any(value is not None for value in points)
    return Close(how="finished", points=points if counted else (), winners=play.winners)


def find_imports(ledger: Ledger, wanted: str) -> list[MatchInfo]:
    """Return the matches of an import that count: `wanted` is the name of its file or the
    beginning of its digest."""
    sources = dict(_list_sources(ledger))
    return [
        info
        for info in ledger.walk_matches(EVERY)
        if info.how != VOID
        and (source := sources.get(info.match_id)) is not None
        and (source.file == wanted or (len(wanted) >= 8 and source.digest.startswith(wanted)))
    ]


def take_back(
    ledger: Ledger,
    matches: list[MatchInfo],
    actor: str,
    reason: str,
    advance: Callable[[], None] = lambda: None,
) -> None:
    """Let the matches of an import no longer count; importing its file again brings them back."""
    with ledger.transaction():
        for info in matches:
            Session(ledger, info, actor).void(reason)
            advance()
