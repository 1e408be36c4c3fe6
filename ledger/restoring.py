"""Bringing a backup back: it is verified first, and what was there stays beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ledger import sqlite
from ledger.copying import Advance, Copied, copy_ledger, require_chains
from ledger.errors import DamagedLedger, LedgerError, NotALedger
from ledger.event import format_now
from ledger.location import Location, find_default_path
from ledger.opening import read_revision
from ledger.store import Ledger

Check = Callable[[Ledger], None]
"""Raises an error where a ledger is not whole."""


class Restored(NamedTuple):
    """What came back, and the file that holds what was there before, None if nothing was."""

    copied: Copied
    kept: Path | None


def restore(path: Path, where: Location, check: Check, advance: Advance) -> Restored:
    """Put what a backup holds in the place of a ledger, in one transaction.

    Raise LedgerError, or what `check` raises, and leave everything as it was.
    """
    with open_backup(path) as backup:
        damage = backup.find_damage()
        if damage:
            raise damage
        require_chains(backup)
        check(backup)
        kept = _name_kept_file(where)
        try:
            present = Ledger(where)
        except DamagedLedger:
            if not isinstance(where, Path):
                raise
            return Restored(_replace_file(backup, where, kept, advance), kept)
        with present:
            return _replace_content(backup, present, kept, advance)


@contextmanager
def open_backup(path: Path) -> Iterator[Ledger]:
    """Open a copy of a backup, so that nothing is written to it or beside it."""
    if read_revision(path) is None:
        raise NotALedger("{path} is no backup of a ledger.", path=path)
    with TemporaryDirectory() as folder:
        copied = Path(folder) / path.name
        with sqlite.translate_errors(path):
            sqlite.copy_database(path, copied)
        with Ledger(copied) as backup:
            yield backup


def _name_kept_file(where: Location) -> Path:
    """Return a name that no file has yet: beside the ledger, for a server in the data folder."""
    beside = where if isinstance(where, Path) else find_default_path().with_name("server.db")
    moment = format_now()[:19].replace(":", "").replace("-", "")
    path = beside.with_name(f"{beside.name}.before-restore-{moment}")
    number = 1
    while path.exists():
        number += 1
        path = path.with_name(f"{beside.name}.before-restore-{moment}-{number}")
    return path


def _replace_content(backup: Ledger, present: Ledger, kept: Path, advance: Advance) -> Restored:
    """Replace all that a ledger holds; nobody records meanwhile."""
    with present.transaction():
        is_empty = not present.matches() and not present.journal().events
        if not is_empty:
            _keep(present, kept)
            present.database.empty()
        copied = copy_ledger(backup, present, advance)
    return Restored(copied, None if is_empty else kept)


def _keep(present: Ledger, kept: Path) -> None:
    """Copy what is there into a file, also where its chains do not fit."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(present.where, Path):
        sqlite.copy_database(present.where, kept)
    else:
        with Ledger(kept) as copy:
            copy_ledger(present, copy, whole=False)


def _replace_file(backup: Ledger, where: Path, kept: Path, advance: Advance) -> Copied:
    """Put a new file in the place of one that is damaged."""
    new = where.with_name(f"{where.name}.restored")
    if new.exists():
        raise LedgerError("{path} is there already.", "Choose another name.", path=new)
    with Ledger(new) as target:
        copied = copy_ledger(backup, target, advance)
    for suffix in ("", "-wal", "-shm"):
        beside = where.with_name(f"{where.name}{suffix}")
        if beside.exists():
            beside.rename(kept.with_name(f"{kept.name}{suffix}"))
    new.rename(where)
    return copied
