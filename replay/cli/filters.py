"""Which matches the options of a listing ask for: game, people, places, groups, days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from replay.cli import completion
from replay.cli.context import parse_span
from replay.cli.exits import Exit, Stop

if TYPE_CHECKING:
    from ledger.listings import Wanted
    from ledger.store import Ledger

Person = Annotated[
    str,
    typer.Option(
        help="Only with this person, by any name.", autocompletion=completion.complete_person
    ),
]
Place = Annotated[
    str,
    typer.Option(
        "--at", help="Only at this place, by any name.", autocompletion=completion.complete_place
    ),
]
Group = Annotated[
    str,
    typer.Option(
        help="Only where more than half belong to this group.",
        autocompletion=completion.complete_group,
    ),
]


def read_filters(
    ledger: Ledger,
    *,
    game: str = "",
    person: str = "",
    since: str = "",
    until: str = "",
    state: str = "",
    everything: bool = False,
    place: str = "",
    group: str = "",
) -> Wanted:
    """Return which matches the options of a listing ask for. Raise Stop for wrong ones."""
    from ledger.listings import Wanted

    if state not in ("", "open", "finished"):
        raise Stop(Exit.USAGE, "--state is open or finished.")
    return Wanted(
        listed=not everything,
        game=game,
        person=person,
        names=find_names(ledger, person),
        since=parse_span(since)[0],
        until=parse_span(until)[1],
        is_open=None if not state else state == "open",
        places=find_places(ledger, place),
        group=find_group(ledger, group),
    )


def find_names(ledger: Ledger, person: str) -> tuple[str, ...]:
    """Return all names, folded, of the people one of whose names begins so."""
    if not person:
        return ()
    from replay.numbers.directory import Directory

    return Directory(ledger.facts()).fold_names_like("person", person)


def find_places(ledger: Ledger, place: str) -> tuple[str, ...] | None:
    """Return the places, as they are written, one of whose names begins so; None for any place."""
    if not place:
        return None
    from ledger.headlines import fold_name
    from replay.numbers.directory import Directory

    also = Directory(ledger.facts()).fold_names_like("place", place)
    return tuple(
        row.name
        for row in ledger.places(everything=True)
        if fold_name(row.name).startswith(fold_name(place)) or fold_name(row.name) in also
    )


def find_group(ledger: Ledger, group: str) -> tuple[str, ...] | None:
    """Return all names, folded, of the people of a group; None for no group. Raise NothingToDo."""
    if not group:
        return None
    from replay.numbers.directory import Directory
    from replay.numbers.naming import require_group
    from replay.numbers.tallies import list_group_names

    directory = Directory(ledger.facts())
    return list_group_names(directory, require_group(directory, group))
