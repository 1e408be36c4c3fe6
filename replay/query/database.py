"""DuckDB, which reads the views of a query and nothing else: no file, no network, no extension."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import orjson

from replay.base.errors import UserError
from replay.base.extras import load_package
from replay.base.i18n import _
from replay.query.views import Name

LOCKED: Final = (
    "SET enable_external_access = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET python_enable_replacements = false",
    "SET errors_as_json = true",
    "SET lock_configuration = true",
)
"""What a database is told before it is given a query; afterwards nothing can be told it."""

READING: Final = ("SELECT", "EXPLAIN")
"""The kinds of statements that read."""


class WrongQuery(UserError):
    """A query cannot be read, or asks for what no query may do."""


class Answer(NamedTuple):
    """The answer to a query: the names of its columns, all different, and its rows."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def ask(sql: str, tables: Mapping[Name, Any]) -> Answer:
    """Return the answer to a query over Arrow tables. Raise WrongQuery."""
    duckdb = load_package("duckdb", "DuckDB")
    with duckdb.connect(":memory:") as connection:
        for name, table in tables.items():
            connection.register(name, table)
        for setting in LOCKED:
            connection.execute(setting)
        try:
            found = connection.execute(_require_reading(connection, sql))
            columns = [column[0] for column in found.description]
            return Answer(_tell_apart(columns), found.fetchall())
        except duckdb.Error as error:
            raise _explain(sql, str(error)) from None


def check_query(sql: str) -> None:
    """Raise WrongQuery for what is not one statement that reads, before anything is folded."""
    duckdb = load_package("duckdb", "DuckDB")
    with duckdb.connect(":memory:") as connection:
        for setting in LOCKED:
            connection.execute(setting)
        try:
            _require_reading(connection, sql)
        except duckdb.Error as error:
            raise _explain(sql, str(error)) from None


def _require_reading(connection: Any, sql: str) -> Any:
    """Return the one statement of a query. Raise WrongQuery where there is another, or several."""
    statements = connection.extract_statements(sql)
    if not statements:
        raise WrongQuery("A query is missing.", 'foldtable query "select * from matches"')
    if len(statements) > 1:
        raise WrongQuery("A query is one statement; these are {n}.", n=len(statements))
    kind = statements[0].type.name
    if kind not in READING:
        raise WrongQuery(
            "A query only reads: select …; {kind} is not done.",
            "foldtable query --views says what can be read.",
            kind=kind,
        )
    return statements[0]


def _explain(sql: str, text: str) -> WrongQuery:
    """Return what is wrong with a query, and where."""
    _kind, _colon, said = text.partition(": ")
    try:
        fields: dict[str, Any] = orjson.loads(said)
    except orjson.JSONDecodeError:
        fields = {"exception_type": _kind, "exception_message": said}
    message = " ".join(str(fields.get("exception_message", text)).split())
    if fields.get("exception_type") == "Permission":
        return WrongQuery(
            "A query reads the views alone: no file, no network, no extension.",
            "foldtable query --views says what can be read.",
        )
    if "position" not in fields:
        return WrongQuery("The query cannot be answered: {why}", why=message)
    before = sql.encode()[: int(fields["position"])].decode("utf-8", "ignore")
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    where = _("line {line}, column {column}").format(line=line, column=column)
    return WrongQuery("The query cannot be answered ({where}): {why}", where=where, why=message)


def _tell_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of columns, with a number behind those that came before.

    >>> _tell_apart(["n", "name", "n"])
    ('n', 'name', 'n_2')
    """
    told: list[str] = []
    for name in names:
        number, new = 1, name
        while new in told:
            number += 1
            new = f"{name}_{number}"
        told.append(new)
    return tuple(told)
