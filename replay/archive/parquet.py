"""One Parquet file of an archive: written whole or not at all, read only as it was written."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from replay.archive.layout import COLUMNS, Kind, Partition, Table
from replay.archive.manifest import ArchiveFile
from replay.base.extras import load_package
from replay.files.match_file import UnreadableFile


def load_arrow() -> Any:
    """Return the module pyarrow. Raise NotInstalled."""
    return load_package("pyarrow", "pyarrow")


def make_schema(table: Table) -> Any:
    """Return the Arrow schema of a table."""
    arrow = load_arrow()
    kinds: Mapping[Kind, Any] = {
        "text": arrow.string(),
        "number": arrow.int64(),
        "flag": arrow.bool_(),
        "texts": arrow.list_(arrow.string()),
    }
    return arrow.schema([(name, kinds[kind]) for name, kind in COLUMNS[table].items()])


def write_part(
    folder: Path, table: Table, partition: Partition, rows: Iterable[tuple[Any, ...]]
) -> ArchiveFile:
    """Write rows of a table as a file of a partition and return what the manifest says of it.

    The same rows make the same file, under the same name.
    """
    schema = make_schema(table)
    columns = list(zip(*rows, strict=True))
    data = load_arrow().table(
        {name: list(column) for name, column in zip(schema.names, columns, strict=True)}, schema
    )
    target = folder / partition.folder(table)
    target.mkdir(parents=True, exist_ok=True)
    unfinished = target / f".unfinished-{os.getpid()}"
    try:
        load_package("pyarrow.parquet", "pyarrow").write_table(data, unfinished, compression="zstd")
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        content = unfinished.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        path = partition.name_file(table, digest)
        unfinished.replace(folder / path)
    finally:
        unfinished.unlink(missing_ok=True)
    return ArchiveFile(path, table, *partition, len(columns[0]), len(content), digest)


def read_part(folder: Path, file: ArchiveFile) -> Any:
    """Return the Arrow table of a file. Raise UnreadableFile where it is not as it was written."""
    try:
        content = (folder / file.path).read_bytes()
    except OSError:
        raise UnreadableFile("The file {path} of the archive is missing.", path=file.path) from None
    if hashlib.sha256(content).hexdigest() != file.sha256:
        raise UnreadableFile("The file {path} is not as it was archived.", path=file.path)
    arrow = load_arrow()
    try:
        data = load_package("pyarrow.parquet", "pyarrow").read_table(arrow.BufferReader(content))
    except (arrow.ArrowException, OSError):
        data = None
    if data is None or data.schema != make_schema(file.table) or data.num_rows != file.rows:
        raise UnreadableFile("The file {path} is no such part of an archive.", path=file.path)
    return data
