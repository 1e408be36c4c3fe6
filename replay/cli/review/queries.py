"""The command query: questions in SQL over a ledger or an archive."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _, ngettext
from replay.cli.command import REVIEW, Commands
from replay.cli.output import Part, Shown, draw_table, show_progress, talk
from replay.cli.settings import settings
from replay.cli.work import Jobs, Scheduler, plan_work

if TYPE_CHECKING:
    from replay.query.database import Answer

commands = Commands(REVIEW)


@commands.add("query")
def query(
    sql: Annotated[str, typer.Argument(help="The question; without one it is read.")] = "",
    archive: Annotated[
        Path | None, typer.Option(help="Ask the archive in this folder, not the ledger.")
    ] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    views: Annotated[
        bool, typer.Option("--views", help="List what can be asked about, with every column.")
    ] = False,
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
) -> Shown:
    """Ask a question in SQL about all matches at once; it reads, and changes nothing.

    foldtable query "select game, count(*) as n from matches where listed group by game"
    """
    from replay.query.database import ask, check_query
    from replay.query.views import find_views

    if views:
        return show_views()
    if not sql and not sys.stdin.isatty():
        sql = sys.stdin.read()
    check_query(sql)
    work = plan_work(jobs, scheduler, None)
    with ExitStack() as stack:
        tables = open_tables(stack, archive, work["jobs"], scheduler)
        made = tables.make(find_views(sql))
        answer = ask(sql, made)
    if tables.unfolded:
        told = ngettext(
            "{n} match cannot be folded and is not in what is derived: {names}",
            "{n} matches cannot be folded and are not in what is derived: {names}",
            len(tables.unfolded),
        )
        names = ", ".join(tables.unfolded[:5]) + (", …" if len(tables.unfolded) > 5 else "")
        talk(told.format(n=len(tables.unfolded), names=names))
    return show_answer(answer, as_csv=as_csv)


def open_tables(stack: ExitStack, archive: Path | None, jobs: int, scheduler: str) -> Any:
    """Return the views of the archive or of the ledger; the ledger is closed with the stack."""
    from replay.query.source import ArchiveSource, LedgerSource, Source
    from replay.query.tables import Tables

    def begin(total: int) -> Callable[[], None]:
        advance: Callable[[], None] = stack.enter_context(show_progress(_("folding"), total))
        return advance

    source: Source
    if archive is not None:
        source = ArchiveSource(archive)
    else:
        ledger = stack.enter_context(settings.ledger())
        stack.enter_context(ledger.read_transaction())
        source = LedgerSource(ledger)
    return Tables(source, jobs=jobs, scheduler=scheduler, begin=begin)


def show_answer(answer: Answer, *, as_csv: bool) -> Shown:
    """Return an answer as data, and as a table or CSV."""
    data = [
        {name: make_json(value) for name, value in zip(answer.columns, row, strict=True)}
        for row in answer.rows
    ]
    if as_csv:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(answer.columns)
        writer.writerows(answer.rows)
        return Shown(data, [text.getvalue().rstrip("\n")])
    rows = [["" if value is None else value for value in row] for row in answer.rows]
    return Shown(data, [draw_table(answer.columns, rows)])


def make_json(value: Any) -> Any:
    """Return a value of an answer as JSON has it: what JSON does not have becomes a text."""
    if isinstance(value, dict):
        return {str(key): make_json(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [make_json(each) for each in value]
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**63 else str(value)
    if isinstance(value, float) and value - value == 0:
        return value
    return str(value)


def show_views() -> Shown:
    """Return the views with their columns."""
    from replay.query.views import VIEWS

    data = {
        name: {
            "about": view.explain(),
            "derived": view.derived,
            "columns": {each.name: [each.kind, each.explain()] for each in view.columns},
        }
        for name, view in VIEWS.items()
    }

    def draw() -> Iterator[Part]:
        for name, view in VIEWS.items():
            yield f"{name}: {view.explain()}"
            yield draw_table(
                (_("column"), _("kind"), _("what it is")),
                [(each.name, each.kind, each.explain()) for each in view.columns],
            )
            yield ""

    return Shown(data, draw())
