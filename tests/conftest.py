"""Fixtures of all tests: a home folder, an empty ledger, a session of Splendor and its desk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import settings

from ledger.sqlite_database import SqliteDatabase
from ledger.store import Ledger
from replay.base.i18n import set_language
from replay.desk.desk import Desk
from replay.record.session import Session
from tests import table

LONG = bool(os.environ.get("FOLDTABLE_LONG"))
"""Whether to run the larger sizes, which take long."""

EVERYTHING = bool(os.environ.get("FOLDTABLE_CI"))
"""Whether everything must be there that a test needs: then none is skipped."""

settings.register_profile("short", deadline=None, derandomize=True, max_examples=40, database=None)
settings.register_profile("long", deadline=None, max_examples=1500)
settings.load_profile("long" if LONG else "short")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a test fail that is skipped although everything must be there.

    One that is expected to fail is reported as skipped, too.
    """
    report = yield
    if EVERYTHING and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although FOLDTABLE_CI is set: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep the files, the language and the colours of whoever runs the tests out of them."""
    home = tmp_path / "home"
    for variable in list(os.environ):
        if variable.startswith(("FOLDTABLE_", "XDG_")) or variable in COLOURS:
            monkeypatch.delenv(variable)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("FOLDTABLE_DB", str(tmp_path / "ledger.db"))
    monkeypatch.setenv("FOLDTABLE_LANG", "en")
    monkeypatch.setenv("FOLDTABLE_ACTOR", "tess")
    set_language("")
    yield
    set_language("")


COLOURS = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM")


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of ledgers to copy: an empty one, and one with the match of `session`."""
    folder = tmp_path_factory.mktemp("templates")
    Ledger(folder / "empty.db").close()
    with Ledger(folder / "laid.db") as ledger:
        table.lay_out_session(ledger)
    return folder


@pytest.fixture
def ledger(templates: Path, tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger, which the commands find too. It does not wait for the disk."""
    copyfile(templates / "empty.db", tmp_path / "ledger.db")
    with Ledger(tmp_path / "ledger.db") as opened:
        opened.database.execute("PRAGMA synchronous=OFF")
        yield opened


@pytest.fixture
def session(templates: Path, ledger: Ledger) -> Session:
    """A session of Ana and Bo at Splendor, the open cards recorded: the first turn is event 17."""
    with closing(sqlite3.connect(templates / "laid.db")) as laid:
        assert isinstance(ledger.database, SqliteDatabase)
        laid.backup(ledger.database.connection)
    return Session(ledger, ledger.find("maple"), "tess")


@pytest.fixture
def desk(session: Session) -> Desk:
    """The desk of that session."""
    return table.open_desk(session)
