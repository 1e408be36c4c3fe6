"""What was derived from matches, kept in Parquet files beside the ledger or in the archive.

Every row carries a key: its match, the revision of the engine's rules, the hash of the last event.
A row with another key than its match has now does not count, and is derived anew. Whoever deletes
the folder loses nothing.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from replay.archive.parquet import load_arrow
from replay.base.extras import load_package
from replay.query.folding import Derived
from replay.query.views import VIEWS, Kind, Name

KEY: Final = "key"
FORM: Final = 1
"""The form of the files; raised when views get other columns or rows."""

DERIVED: Final[tuple[Name, ...]] = tuple(name for name, view in VIEWS.items() if view.derived)
MOST_STALE: Final = 1000
"""How many matches may be kept that do not count any more, beside as many as do."""


class Kept(NamedTuple):
    """What was derived at once: the keys of the matches, and their rows by view."""

    stamp: str
    keys: frozenset[str]
    tables: dict[Name, Any]


class Cache:
    """The derived rows of matches in a folder. One that cannot be written is done without."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts: list[Kept] = []
        for path in sorted(folder.glob(f"keys-{FORM}-*.parquet")):
            self._read(path.stem.rpartition("-")[2])

    @property
    def keys(self) -> set[str]:
        """The keys of all matches that are kept."""
        return {key for part in self.parts for key in part.keys}

    def _read(self, stamp: str) -> None:
        """Take in what was derived at once; nothing of it where a file is missing or damaged."""
        parquet, arrow = load_package("pyarrow.parquet", "pyarrow"), load_arrow()
        try:
            found = parquet.read_table(self._name_file("keys", stamp))
            tables = {name: parquet.read_table(self._name_file(name, stamp)) for name in DERIVED}
        except (arrow.ArrowException, OSError):
            return
        if all(table.schema == make_key_schema(name) for name, table in tables.items()):
            keys = frozenset(found.column(KEY).to_pylist()) - self.keys  # others wrote some, too
            self.parts.append(Kept(stamp, keys, tables))

    def add(self, derived: Mapping[str, Derived]) -> None:
        """Keep what was derived from matches, by their keys."""
        tables = {
            name: make_table(
                make_key_schema(name),
                ((*row, key) for key, each in derived.items() for row in getattr(each, name)),
            )
            for name in DERIVED
        }
        self._keep(frozenset(derived), tables)

    def _keep(self, keys: frozenset[str], tables: dict[Name, Any]) -> None:
        """Keep tables, in files if that can be. The keys are written last, so nothing is half."""
        stamp = hashlib.sha256("\n".join(sorted(keys)).encode()).hexdigest()[:16]
        self.parts.append(Kept(stamp, keys, tables))
        arrow = load_arrow()
        listed = arrow.table({KEY: sorted(keys)}, arrow.schema([(KEY, arrow.string())]))
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            for name, table in (*tables.items(), ("keys", listed)):
                self._write(self._name_file(name, stamp), table)

    def _name_file(self, name: str, stamp: str) -> Path:
        return self.folder / f"{name}-{FORM}-{stamp}.parquet"

    def _write(self, path: Path, table: Any) -> None:
        unfinished = self.folder / f".unfinished-{os.getpid()}"
        try:
            parquet = load_package("pyarrow.parquet", "pyarrow")
            parquet.write_table(table, unfinished, compression="zstd")
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)

    def read(self, name: Name, keys: Collection[str]) -> Any:
        """Return the rows of a view that have one of the keys."""
        found = [make_key_schema(name).empty_table()]
        found += [filter_rows(part.tables[name], part.keys & set(keys)) for part in self.parts]
        return load_arrow().concat_tables(found).drop_columns([KEY])

    def forget_stale(self, keys: Collection[str]) -> None:
        """Put what counts, by these keys, into files of its own where most does not."""
        current = self.keys & set(keys)
        if len(self.keys) - len(current) <= len(current) + MOST_STALE:
            return
        arrow = load_arrow()
        tables = {
            name: arrow.concat_tables(
                [filter_rows(part.tables[name], part.keys & current) for part in self.parts]
            )
            for name in DERIVED
        }
        stale, self.parts = self.parts, []
        self._keep(frozenset(current), tables)
        with suppress(OSError):
            for part in stale:
                for name in ("keys", *DERIVED):
                    self._name_file(name, part.stamp).unlink(missing_ok=True)


def filter_rows(table: Any, keys: Collection[str]) -> Any:
    """Return the rows of a table that have one of the keys."""
    compute, arrow = load_package("pyarrow.compute", "pyarrow"), load_arrow()
    wanted = arrow.array(sorted(keys), arrow.string())
    return table.filter(compute.is_in(table.column(KEY), value_set=wanted))


def make_view_schema(name: Name) -> Any:
    """Return the Arrow schema of a view."""
    arrow = load_arrow()
    kinds: Mapping[Kind, Any] = {
        "text": arrow.string(),
        "number": arrow.int64(),
        "flag": arrow.bool_(),
    }
    return arrow.schema([(column.name, kinds[column.kind]) for column in VIEWS[name].columns])


def make_key_schema(name: Name) -> Any:
    """Return the schema of a view with the key of every row."""
    return make_view_schema(name).append(load_arrow().field(KEY, load_arrow().string()))


def make_table(schema: Any, rows: Iterable[tuple[Any, ...]]) -> Any:
    """Return rows as an Arrow table."""
    columns = list(zip(*rows, strict=True)) or [() for _column in schema.names]
    return load_arrow().table(
        {name: list(column) for name, column in zip(schema.names, columns, strict=True)}, schema
    )
