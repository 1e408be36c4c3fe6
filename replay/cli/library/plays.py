"""Importing plays of other programs: what a file would bring is shown before anything is stored."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from replay.base.errors import translate_text
from replay.base.i18n import _, ngettext
from replay.base.terminal_text import clean_line
from replay.cli.answers import confirm
from replay.cli.exits import Exit, Stop
from replay.cli.output import say, show_progress
from replay.cli.settings import settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ledger.store import Ledger
    from replay.plays.dates import Order
    from replay.plays.importing import ImportPlan
    from replay.plays.play import Play, Remark

MOST_LISTED = 5
"""How many games and rows a report names before it says how many more there are."""


class PlayOptions(NamedTuple):
    """How plays are to be imported: the meaning of columns, the order of days, whether those like
    a match from elsewhere are imported too, whether only to show what would happen, whether to
    import without asking."""

    columns: Mapping[str, str]
    dates: Order | None
    alike: bool
    dry_run: bool
    yes: bool


def import_plays_file(
    ledger: Ledger, path: Path, content: bytes, options: PlayOptions
) -> tuple[dict[str, Any], list[str]]:
    """Import the plays of a file; return what was done as data, and as lines to be printed.

    Whoever sits at a terminal reads the report first, and is asked.
    """
    from replay.plays.importing import import_plays, plan_import
    from replay.plays.reading import read_plays

    found = read_plays(content, path.name, options.columns, options.dates)
    plan = plan_import(ledger, found, path.name, content, alike=options.alike)
    data = describe_plan(plan, path)
    report = list(write_report(plan, data))
    count = len(plan.new) + len(plan.void)
    if options.dry_run or not count:
        return data | {"stored": 0}, report
    if settings.interactive and not options.yes:
        for line in report:
            say(line)
        report = []
        question = ngettext("Import {n} match?", "Import {n} matches?", count).format(n=count)
        if not confirm(question):
            return data | {"stored": 0}, [_("Nothing was imported.")]
    with show_progress(_("importing"), count) as advance:
        infos = import_plays(ledger, plan, settings.recorder, advance)
    text = ngettext(
        "{n} match imported. foldtable import --undo {digest} takes it back.",
        "{n} matches imported. foldtable import --undo {digest} takes them back.",
        len(infos),
    )
    done = text.format(n=len(infos), digest=plan.digest[:8])
    return data | {"stored": len(infos), "names": [info.name for info in infos]}, [*report, done]


def undo_import(ledger: Ledger, wanted: str, options: PlayOptions) -> tuple[Any, list[str]]:
    """Let the matches of an import no longer count; return them as data, and lines to print."""
    from replay.plays.importing import find_imports, take_back

    infos = find_imports(ledger, wanted)
    if not infos:
        raise Stop(
            Exit.MISSING,
            "No match that counts was imported from “{file}”.",
            "The name of the file, or the first 8 digits that the import printed.",
            file=wanted,
        )
    text = ngettext(
        "{n} match of {file} no longer counts. Importing the file again brings it back.",
        "{n} matches of {file} no longer count. Importing the file again brings them back.",
        len(infos),
    )
    done = [text.format(n=len(infos), file=wanted)]
    data = {"file": wanted, "names": [info.name for info in infos]}
    question = ngettext("Take back {n} match?", "Take back {n} matches?", len(infos)).format(
        n=len(infos)
    )
    if options.dry_run:
        return data | {"taken_back": 0}, [question]
    if settings.interactive and not options.yes and not confirm(question):
        return data | {"taken_back": 0}, [_("Nothing was changed.")]
    with show_progress(_("taking back"), len(infos)) as advance:
        take_back(ledger, infos, settings.recorder, wanted, advance)
    return data | {"taken_back": len(infos)}, done


def describe_plan(plan: ImportPlan, path: Path) -> dict[str, Any]:
    """Return what importing a file would do, as data."""
    return {
        "file": str(path),
        "format": plan.file.format,
        "digest": plan.digest,
        "owner": plan.file.owner,
        "rows": plan.file.rows,
        "plays": len(plan.file.plays),
        "new": len(plan.new),
        "known": len(plan.known),
        "changed": [known.info.name for known in plan.changed],
        "restored": len(plan.void),
        "alike": [
            {"id": play.id, "date": play.date, "match": info.name} for play, info in plan.doubles
        ],
        "unfit": [
            {"id": play.id, "game": play.game.name, "date": play.date} for play in plan.unfit
        ],
        "skipped": [_describe_remark(remark) for remark in plan.file.skipped],
        "remarks": [_describe_remark(remark) for remark in plan.file.remarks],
        "uncounted": sum(bool(play.uncounted) for play in plan.file.plays),
        "texts": sum(_count_texts(play) for play in plan.file.plays),
        "people": sorted(
            {seat.name for play in plan.file.plays for seat in play.seats if seat.known}
        ),
        "places": sorted({play.place for play in plan.file.plays} - {""}),
        "games": dict(Counter(play.game.name for play in plan.file.plays).most_common()),
        "expansions": sum(bool(play.expansions) for play in plan.file.plays),
    }


def _describe_remark(remark: Remark) -> dict[str, Any]:
    """Return a remark as data."""
    return {"row": remark.row, "text": translate_text(remark.text, remark.data)}


def _count_texts(play: Play) -> int:
    """Return how many points of a play are texts without a number."""
    return sum(seat.points is not None and seat.points.value is None for seat in play.seats)


def write_report(plan: ImportPlan, data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the report of an import: what is new, known, skipped, and why.

    `data` is what `describe_plan` counted.
    """
    found = plan.file
    yield _write_title(plan)
    for text, count in (
        (_("new: {n}"), len(plan.new)),
        (_("known already: {n}"), len(plan.known)),
        (_("taken back before, counts again: {n}"), len(plan.void)),
        (_("changed in the source since; the match stays as it is: {n}"), len(plan.changed)),
    ):
        if count:
            yield f"  {text.format(n=count)}"
    if plan.doubles:
        text = _(
            "not imported, the ledger has matches of that game, day and people from elsewhere: {n} "
            "({names}); --alike imports them too"
        )
        names = [info.name for _play, info in plan.doubles[:MOST_LISTED]]
        more = ["…"] * (len(plan.doubles) > MOST_LISTED)
        yield f"  {text.format(n=len(plan.doubles), names=', '.join(names + more))}"
    if plan.unfit:
        games = Counter(play.game.name for play in plan.unfit)
        text = _("not imported, more people than any game takes: {n} ({games})")
        yield f"  {text.format(n=len(plan.unfit), games=_name_most(games))}"
    if found.skipped:
        text = _("not imported, they are no plays: {n}")
        yield f"  {text.format(n=len(found.skipped))}"
        yield from (f"    {_write_remark(remark)}" for remark in found.skipped[:MOST_LISTED])
    if uncounted := data["uncounted"]:
        text = _("never counted, as the source says: {n}")
        yield f"  {text.format(n=uncounted)}"
    if texts := data["texts"]:
        text = _("points kept as text, they are no numbers: {n}")
        yield f"  {text.format(n=texts)}"
    yield _write_people(data)
    yield from (f"  {_write_remark(remark)}" for remark in found.remarks[:MOST_LISTED])
    if len(found.remarks) > MOST_LISTED:
        text = _("and {n} more remarks (--json lists all)")
        yield f"  {text.format(n=len(found.remarks) - MOST_LISTED)}"


def _write_title(plan: ImportPlan) -> str:
    """Return the first line of a report: the file, what it is, how much and of when."""
    found = plan.file
    kinds = {
        "bgstats": _("an export of BG Stats"),
        "bgg-xml": _("a list of plays of BoardGameGeek"),
        "csv-wide": _("a table with a column for each person"),
        "csv-long": _("a table with a row for each person"),
    }
    days = sorted(play.date for play in found.plays)
    span = f", {days[0]} – {days[-1]}" if days else ""
    text = ngettext(
        "{file}: {kind}, {n} play{span}", "{file}: {kind}, {n} plays{span}", len(found.plays)
    )
    return text.format(file=plan.name, kind=kinds[found.format], n=len(found.plays), span=span)


def _write_people(data: Mapping[str, Any]) -> str:
    """Return how many people, places and games a file names."""
    games = _name_most(Counter(data["games"]))
    text = _("people: {people}; places: {places}; games: {number} ({games})")
    return "  " + text.format(
        people=len(data["people"]),
        places=len(data["places"]),
        number=len(data["games"]),
        games=games,
    )


def _name_most(counted: Counter[str]) -> str:
    """Return the names that were counted most with their numbers, and an ellipsis for others."""
    named = [f"{clean_line(name)} {n}" for name, n in counted.most_common(MOST_LISTED)]
    return ", ".join(named + ["…"] * (len(counted) > MOST_LISTED))


def _write_remark(remark: Remark) -> str:
    """Return a remark with the row that it is about."""
    said = clean_line(translate_text(remark.text, remark.data))
    return _("row {n}: {text}").format(n=remark.row, text=said) if remark.row else said
