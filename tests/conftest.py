"""What tests share: a place of their own, an empty ledger, a table of Splendor that is laid out."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import settings

from ledger.store import Ledger
from replay.base.i18n import speak
from replay.desk.desk import Desk
from replay.record.session import Session
from tests import table

LONG = bool(os.environ.get("FOLDTABLE_LONG"))
"""Whether to take the time for the heavier sizes."""

settings.register_profile("short", deadline=None, derandomize=True, max_examples=40, database=None)
settings.register_profile("long", deadline=None, max_examples=1500)
settings.load_profile("long" if LONG else "short")


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test sees or touches the files, the language or the colours of whoever runs it."""
    home = tmp_path / "home"
    for variable in list(os.environ):
        if variable.startswith(("FOLDTABLE_", "XDG_")) or variable in COLOURS:
            monkeypatch.delenv(variable)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("FOLDTABLE_DB", str(tmp_path / "ledger.db"))
    monkeypatch.setenv("FOLDTABLE_LANG", "en")
    monkeypatch.setenv("FOLDTABLE_ACTOR", "tess")
    speak("")
    yield
    speak("")


COLOURS = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM")


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ledgers to be copied: an empty one, and one with a table that is laid out."""
    folder = tmp_path_factory.mktemp("templates")
    Ledger(folder / "empty.db").close()
    with Ledger(folder / "laid.db") as ledger:
        table.laid_out(ledger)
    return folder


@pytest.fixture
def ledger(templates: Path, tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger, where the commands find it too; it does not wait for the disk."""
    copyfile(templates / "empty.db", tmp_path / "ledger.db")
    with Ledger(tmp_path / "ledger.db") as opened:
        opened._connection.execute("PRAGMA synchronous=OFF")
        yield opened


@pytest.fixture
def session(templates: Path, ledger: Ledger) -> Session:
    """Ana and Bo at Splendor, every card of the market told: the first turn is event 17."""
    with closing(sqlite3.connect(templates / "laid.db")) as laid:
        laid.backup(ledger._connection)
    return Session(ledger, ledger.find("maple"), "tess")


@pytest.fixture
def desk(session: Session) -> Desk:
    """The recorder's desk at that table."""
    return table.desk_of(session)
