"""Exports of BG Stats: a whole collection or a single play, as JSON.

Objects point at each other by numbers that hold within one file; `uuid` is what lasts. Texts may be
missing, empty or of another case; nothing is required but that a play has a game and a date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from replay.plays.bgg import make_play_id
from replay.plays.dates import read_day
from replay.plays.play import (
    Direction,
    Kind,
    Play,
    PlayedGame,
    PlayFile,
    PlaySeat,
    Remark,
    SheetRow,
)
from replay.plays.points import read_points

DAY_ONLY: Final = "10:00:0"
"""How the time of a play begins of which only the day is known; the last digit keeps the order."""

NO_WINNER: Final = 8
"""The bit of a play's scoring setting that says that nobody wins."""

_DIRECTIONS: Final[Mapping[int, Direction]] = {
    1: "most",
    2: "least",
    3: "none",
    4: "most",
    5: "least",
    6: "none",
}
_COOPERATIVE: Final = frozenset({4, 5, 6})

Object = Mapping[str, Any]


class Index(NamedTuple):
    """The objects of a file by their numbers."""

    players: Mapping[int, Object]
    places: Mapping[int, Object]
    games: Mapping[int, Object]


def is_export(content: Any) -> bool:
    """Return whether parsed JSON is an export of BG Stats."""
    return isinstance(content, dict) and all(
        isinstance(content.get(key), list) for key in ("plays", "games", "players")
    )


def read_export(content: Object) -> PlayFile:
    """Return the plays of an export."""
    index = Index(
        _by_number(content.get("players")),
        _by_number(content.get("locations")),
        _by_number(content.get("games")),
    )
    plays: list[Play] = []
    skipped: list[Remark] = []
    rows = _dicts(content["plays"])
    for number, row in enumerate(rows, 1):
        why = _find_flaw(row, index)
        if why is None:
            plays.append(_read_play(row, index))
        else:
            skipped.append(why._replace(row=number))
    user = content.get("userInfo")
    me = index.players.get(_number(user.get("meRefId"))) if isinstance(user, dict) else None
    remarks = tuple(_list_remarks(content, plays))
    return PlayFile("bgstats", tuple(plays), len(rows), tuple(skipped), remarks, _text(me, "name"))


def _list_remarks(content: Object, plays: Sequence[Play]) -> Iterator[Remark]:
    """Yield what an export says beside its plays."""
    deleted = {
        _text(each, "uuid").lower()
        for each in _dicts(content.get("deletedObjects"))
        if each.get("objectType") == "Play"
    }
    present = {play.id.removeprefix("bgstats:") for play in plays}
    if kept := len(deleted & present):
        yield Remark(
            "in the list of deleted plays, yet in the file, and so imported: {n}",
            {"n": kept},
        )


def _find_flaw(row: Object, index: Index) -> Remark | None:
    """Return why a play cannot be read, None if it can."""
    if _number(row.get("gameRefId")) not in index.games:
        return Remark("the play names no game of the file")
    day = _text(row, "playDate")
    if read_day(day[:10]) is None:
        return Remark("the play has no date: {text}", {"text": day})
    if not _text(row, "uuid"):
        return Remark("the play has no uuid")
    return None


def _read_play(row: Object, index: Index) -> Play:
    """Return a play of an export."""
    known = index.games[_number(row["gameRefId"])]
    setting = _number(row.get("scoringSetting"))
    game = _read_game(known, setting)
    entries = _order_seats(_dicts(row.get("playerScores")))
    seats = tuple(_read_seat(entry, index) for entry in entries)
    day, _blank, time = _text(row, "playDate").partition(" ")
    place = index.places.get(_number(row.get("locationRefId")))
    bgg = _number(row.get("bggId"))
    return Play(
        id=f"bgstats:{_text(row, 'uuid').lower()}",
        game=game,
        date=day,
        time="" if time.startswith(DAY_ONLY) else time,
        seats=seats,
        kind=find_kind(game, seats, uses_teams=bool(row.get("usesTeams"))),
        minutes=_number(row.get("durationMin")) or None,
        place=_text(place, "name"),
        board=_text(row, "board"),
        comments=_text(row, "comments"),
        expansions=tuple(_list_expansions(row, index)),
        also=(make_play_id(bgg, game.bgg_id),) if bgg > 0 else (),
        modified=_text(row, "modificationDate"),
        uncounted="ignored" if row.get("ignored") else "",
        by_hand=bool(row.get("manualWinner")),
        sheet=tuple(_read_sheet(row, entries)),
    )


def find_kind(game: PlayedGame, seats: Sequence[PlaySeat], *, uses_teams: bool) -> Kind:
    """Return what kind of play it was.

    With teams, one team of all is a game against the box.
    """
    if len(seats) == 1:
        return "solo"
    if uses_teams and len({seat.team for seat in seats}) > 1:
        return "teams"
    return "co-op" if game.cooperative or uses_teams else "versus"


def _read_game(known: Object, setting: int) -> PlayedGame:
    """Return the game of a play, with the play's own way of scoring where it has one."""
    by_game: Direction = "most" if known.get("highestWins", True) else "least"
    if known.get("noPoints"):
        by_game = "none"
    own = setting & ~NO_WINNER
    return PlayedGame(
        name=_text(known, "name") or _text(known, "bggName"),
        bgg_id=max(_number(known.get("bggId")), 0),
        direction=_DIRECTIONS.get(own, by_game),
        cooperative=bool(known.get("cooperative")) or own in _COOPERATIVE,
    )


def _order_seats(entries: Sequence[Object]) -> list[Object]:
    """Return the seats of a play by the position they started from, else as they sat, else as they
    are listed."""
    for key in ("startPosition", "seatOrder"):
        numbers = [_number(entry.get(key)) for entry in entries]
        if len(set(numbers)) == len(numbers) and all(number > 0 for number in numbers):
            return sorted(entries, key=lambda entry: _number(entry.get(key)))
    return list(entries)


def _read_seat(entry: Object, index: Index) -> PlaySeat:
    """Return a seat of a play."""
    player = index.players.get(_number(entry.get("playerRefId")))
    anonymous = player is None or bool(player.get("isAnonymous"))
    robot = _number(_parse_text(player, "metaData").get("isNpc")) == 1
    score = entry.get("score")
    return PlaySeat(
        name=_text(entry, "anonymousName") or _text(player, "name"),
        person=_text(player, "uuid").lower(),
        known=not (anonymous or robot),
        points=read_points(None if score is None else str(score)),
        winner=bool(entry.get("winner")),
        rank=_number(entry.get("rank")) or None,
        starts=bool(entry.get("startPlayer")) or _text(entry, "startPosition") == "1",
        team=_text(entry, "team"),
        role=_text(entry, "role"),
    )


def _list_expansions(row: Object, index: Index) -> Iterator[str]:
    """Yield the names of the expansions of a play."""
    for each in _dicts(row.get("expansionPlays")):
        yield _text(index.games.get(_number(each.get("gameRefId"))), "name")


def _read_sheet(row: Object, entries: Sequence[Object]) -> Iterator[SheetRow]:
    """Yield the rows of a play's score sheet that have an entry.

    An entry is one of a seat, or of its team.
    """
    sheet = _parse_text(row, "scoresheet")
    keys = [
        (_text(_parse_text(entry, "metaData"), "scoreUuid"), _text(entry, "team"))
        for entry in entries
    ]
    for part in (*_dicts(sheet.get("groups")), *_dicts(sheet.get("rounds"))):
        for line in _dicts(part.get("rows")):
            said = line.get("scores")
            scores = said if isinstance(said, dict) else {}
            cells = tuple(str(scores.get(own) or scores.get(team) or "") for own, team in keys)
            if any(cells):
                kind = _text(line, "type")
                yield SheetRow(
                    id=_text(line, "templateId"),
                    label=_text(line, "label"),
                    cells=cells,
                    negative=bool(line.get("negative")),
                    counts=kind != "ignoredForTotal",
                    kind=kind,
                    value=_text(line, "value"),
                )


def _dicts(said: Any) -> Sequence[Object]:
    """Return the objects of a list, none for anything else."""
    return [each for each in said if isinstance(each, dict)] if isinstance(said, list) else []


def _by_number(objects: Any) -> dict[int, Object]:
    """Return the objects of a list by their numbers in the file."""
    return {_number(each.get("id")): each for each in _dicts(objects)}


def _number(said: Any) -> int:
    """Return a whole number, 0 for anything else."""
    if isinstance(said, int):
        return int(said)
    text = said.strip() if isinstance(said, str) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _text(said: Object | None, key: str) -> str:
    """Return a text of an object without blanks around it, "" where it has none."""
    found = said.get(key) if said else None
    return str(found).strip() if isinstance(found, str | int | float) else ""


def _parse_text(said: Object | None, key: str) -> dict[str, Any]:
    """Return the object in a text that holds JSON, an empty one where it holds none."""
    try:
        found = msgspec.json.decode(_text(said, key) or "{}")
    except (msgspec.DecodeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
