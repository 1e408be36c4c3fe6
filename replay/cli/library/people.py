"""The commands people, places and groups: who is who, over all matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from replay.base.i18n import _, ngettext
from replay.cli import completion
from replay.cli.command import LIBRARY, Commands
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, draw_table
from replay.cli.settings import settings

if TYPE_CHECKING:
    from ledger.facts import Kind
    from ledger.store import Ledger
    from replay.numbers.directory import Directory, Known
    from replay.numbers.naming import Plan
    from replay.numbers.tallies import Tally

commands = Commands(LIBRARY)

NameAction = Annotated[
    str,
    typer.Argument(
        help="list; merge A B: B is A; split B: takes that back; rename OLD NEW; alias NAME ALSO."
    ),
]

Limit = Annotated[int, typer.Option(min=0, help="How many at most; 0: all.")]

MOST: Final = 50
"""How many are listed where nothing is said."""


@commands.add("people")
def people(
    action: NameAction = "list",
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names, as the action needs.", autocompletion=completion.complete_person
        ),
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Merge two who sat at one table, too.")
    ] = False,
    limit: Limit = MOST,
) -> Shown:
    """List everybody who has played, or say which names are one person.

    foldtable people merge Bo Bob

    Matches and their seals stay as they are: who is who is kept beside them. A name that nothing is
    said about is a person by itself.
    """
    given = names or []
    with settings.ledger() as ledger:
        if action == "list" and not given:
            from replay.numbers.tallies import tally_people

            return _list_people(tally_people(ledger, _read_directory(ledger)), limit)
        if action == "merge" and len(given) == 2 and not anyway:
            _require_two_tables(ledger, *given)
        return _change(ledger, "person", "people", action, given)


@commands.add("places")
def places(
    action: NameAction = "list",
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names, as the action needs.", autocompletion=completion.complete_place
        ),
    ] = None,
    limit: Limit = MOST,
) -> Shown:
    """List the places of matches, or say which names are one place.

    foldtable places merge Kitchen "the kitchen"

    Matches and their seals stay as they are.
    """
    given = names or []
    with settings.ledger() as ledger:
        if action == "list" and not given:
            from replay.numbers.tallies import tally_places

            return _list_places(tally_places(ledger, _read_directory(ledger)), limit)
        return _change(ledger, "place", "places", action, given)


@commands.add("groups")
def groups(
    action: Annotated[
        str,
        typer.Argument(
            help="list; create GROUP PEOPLE; add GROUP PEOPLE; remove GROUP PEOPLE; rename OLD NEW."
        ),
    ] = "list",
    group: Annotated[
        str, typer.Argument(help="The group.", autocompletion=completion.complete_group)
    ] = "",
    names: Annotated[
        list[str] | None,
        typer.Argument(help="People.", autocompletion=completion.complete_person),
    ] = None,
) -> Shown:
    """List groups of people, make one, or change who belongs to it.

    foldtable groups create thursday Ana Bo Cy

    A match is a group's if more than half of its people belong to it, as those do who go by
    another name. matches --group lists them.
    """
    from replay.numbers import naming

    given = names or []
    plans: dict[str, tuple[bool, Plan]] = {
        "create": (True, lambda known: naming.plan_group(known, group, given)),
        "add": (bool(given), lambda known: naming.plan_members(known, group, given)),
        "remove": (bool(given), lambda known: naming.plan_removal(known, group, given)),
        "rename": (len(given) == 1, lambda known: naming.plan_group_name(known, group, given[0])),
    }
    with settings.ledger() as ledger:
        if action == "list" and not group:
            return _list_groups(ledger, _read_directory(ledger))
        if action not in plans or not group or not plans[action][0]:
            _refuse_action("groups", action, [group, *given] if group else given)
        directory = naming.store_facts(ledger, plans[action][1], settings.recorder)
        found = naming.require_group(directory, given[0] if action == "rename" else group)
        came = given if action in ("create", "add") else []
        strangers = _find_strangers(ledger, directory, came)
        shown = _describe_group(ledger, directory, found)
    members = ", ".join(shown["people"]) or "–"
    return Shown(shown, [f"{found.name}: {members}"], strangers)


def _read_directory(ledger: Ledger) -> Directory:
    from replay.numbers.directory import Directory

    return Directory(ledger.facts())


def _refuse_action(command: str, action: str, given: Sequence[str]) -> None:
    """Stop for an action that there is not, or that takes other names."""
    raise Stop(
        Exit.USAGE,
        "{command} does not take “{text}”.",
        "foldtable {command} --help",
        command=command,
        text=" ".join([action, *given]),
    )


def _change(ledger: Ledger, kind: Kind, command: str, action: str, given: list[str]) -> Shown:
    """Store what an action says of some names, and return it in words."""
    from replay.numbers import naming

    def is_used(name: str) -> bool:
        return _is_used(ledger, kind, name)

    plans: dict[str, tuple[int, Callable[..., Plan]]] = {
        "merge": (2, lambda a, b: lambda known: naming.plan_merge(known, kind, a, b)),
        "split": (1, lambda a: lambda known: naming.plan_split(known, kind, a)),
        "rename": (2, lambda a, b: lambda known: naming.plan_rename(known, kind, a, b, is_used)),
        "alias": (2, lambda a, b: lambda known: naming.plan_alias(known, kind, a, b, is_used)),
    }
    if action not in plans or len(given) != plans[action][0]:
        _refuse_action(command, action, given)
    directory = _read_directory(ledger)
    for name in given if action in ("merge", "split") else given[:1]:
        _require_known(ledger, directory, kind, name)
    directory = naming.store_facts(ledger, plans[action][1](*given), settings.recorder)
    found = directory.find(kind, given[-1])
    shown = given[-1] if found is None else found.name
    data = {
        "action": action,
        "name": shown,
        "names": [shown] if found is None else list(found.names),
    }
    return Shown(data, [_say_change(action, given, shown)], _say_undo(command, action, given))


def _say_change(action: str, given: Sequence[str], shown: str) -> str:
    """Return what an action has done, in words."""
    if action == "split":
        return _("{name} stands for itself again.").format(name=given[0])
    if action == "rename":
        return _("{old} is shown as {new}.").format(old=given[0], new=shown)
    return _("{other} is {name} from now on, in all matches.").format(other=given[1], name=shown)


def _say_undo(command: str, action: str, given: Sequence[str]) -> list[str]:
    """Return what takes an action back."""
    if action not in ("merge", "alias"):
        return []
    text = _("foldtable {command} split “{name}” takes that back.")
    return [text.format(command=command, name=given[1])]


def _is_used(ledger: Ledger, kind: Kind, name: str) -> bool:
    """Return whether a name stands in matches."""
    from ledger.headlines import fold_name

    if kind == "person":
        return ledger.has_person(name)
    return any(fold_name(row.name) == fold_name(name) for row in ledger.places())


def _require_known(ledger: Ledger, directory: Directory, kind: Kind, name: str) -> None:
    """Stop for a name that neither a match nor a fact has; offer those that are like it."""
    if directory.find(kind, name) is not None or _is_used(ledger, kind, name):
        return
    from replay.speech.suggestions import suggest_similar

    used = ledger.near_people(name) if kind == "person" else [row.name for row in ledger.places()]
    hint = suggest_similar(name, [*used, *_list_names(directory, kind)])
    if kind == "person":
        raise Stop(Exit.MISSING, "Nobody is called “{name}”.", "{near}", name=name, near=hint)
    raise Stop(Exit.MISSING, "No place is called “{name}”.", "{near}", name=name, near=hint)


def _list_names(directory: Directory, kind: Kind) -> list[str]:
    """Return all names of a kind that facts are about."""
    return [name for known in directory.list_known(kind) for name in known.names]


def _require_two_tables(ledger: Ledger, one: str, other: str) -> None:
    """Stop where two people who are to be one sat in one match."""
    directory = _read_directory(ledger)
    names, others = directory.fold_names("person", one), directory.fold_names("person", other)
    match = "" if set(names) & set(others) else ledger.shared_match(names, others)
    if match:
        raise Stop(
            Exit.REFUSED,
            "{one} and {other} sat at one table, in {match}: they are two people.",
            "--anyway merges them all the same.",
            one=one,
            other=other,
            match=match,
        )


def _find_strangers(ledger: Ledger, directory: Directory, names: Iterable[str]) -> list[str]:
    """Return a remark for each name that nobody has played under."""
    return [
        say_stranger(ledger, directory, name)
        for name in names
        if not any(map(ledger.has_person, directory.fold_names("person", name)))
    ]


def say_stranger(ledger: Ledger, directory: Directory, name: str) -> str:
    """Return that somebody has not played before, and whom that may be."""
    text = _("{name} has not played before.").format(name=name)
    return f"{text} {suggest_person(ledger, directory, name)}".strip()


def suggest_person(ledger: Ledger, directory: Directory, name: str) -> str:
    """Return the question whether somebody with a name like this one was meant, "" for nobody."""
    from replay.speech.suggestions import suggest_similar

    near = [*ledger.near_people(name), *_list_names(directory, "person")]
    return suggest_similar(name, [each for each in near if each != name])


def _list_people(found: Sequence[Tally], limit: int) -> Shown:
    """Return a list of people."""
    data = [
        {
            "name": each.name,
            "names": list(each.names),
            "matches": each.matches,
            "won": each.won,
            "last_played": each.last,
            "groups": list(each.groups),
        }
        for each in found
    ]
    if not found:
        return Shown(data, [_("Nobody has played yet. foldtable new GAME --seats A,B begins.")])
    columns = (_("name"), _("also"), _("matches"), _("won"), _("last"), _("groups"))
    rows = [
        (
            each.name,
            ", ".join(each.names[1:]),
            each.matches,
            each.won,
            each.last,
            ", ".join(each.groups),
        )
        for each in found[: limit or None]
    ]
    return Shown(data, [draw_table(columns, rows)], _say_more("people", found, limit))


def _list_places(found: Sequence[Tally], limit: int) -> Shown:
    """Return a list of places."""
    data = [
        {
            "name": each.name,
            "names": list(each.names),
            "matches": each.matches,
            "last_played": each.last,
        }
        for each in found
    ]
    if not found:
        hint = _("No match has a place. foldtable describe MATCH --place PLACE gives it one.")
        return Shown(data, [hint])
    columns = (_("where"), _("also"), _("matches"), _("last"))
    rows = [
        (each.name, ", ".join(each.names[1:]), each.matches, each.last)
        for each in found[: limit or None]
    ]
    return Shown(data, [draw_table(columns, rows)], _say_more("places", found, limit))


def _say_more(command: str, found: Sequence[Tally], limit: int) -> list[str]:
    """Return how all are listed, where not all are."""
    if not limit or len(found) <= limit:
        return []
    n = len(found) - limit
    text = ngettext(
        "There is {n} more; foldtable {command} --limit 0 lists all of them.",
        "There are {n} more; foldtable {command} --limit 0 lists all of them.",
        n,
    )
    return [text.format(n=n, command=command)]


def _list_groups(ledger: Ledger, directory: Directory) -> Shown:
    """Return a list of groups."""
    found = [_describe_group(ledger, directory, group) for group in directory.list_known("group")]
    if not found:
        return Shown([], [_("There is no group. foldtable groups create GROUP PEOPLE makes one.")])
    columns = (_("group"), _("people"), _("matches"))
    rows = [(each["name"], ", ".join(each["people"]), each["matches"]) for each in found]
    return Shown(found, [draw_table(columns, rows)])


def _describe_group(ledger: Ledger, directory: Directory, group: Known) -> dict[str, Any]:
    """Return a group for --json."""
    from replay.numbers.tallies import count_group_matches

    return {
        "name": group.name,
        "people": [member.name for member in directory.list_members(group.id)],
        "matches": count_group_matches(ledger, directory, group),
    }
