"""Fixtures of all tests: a home folder, an empty ledger, a session of Splendor and its desk."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from inspect import signature
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from hypothesis import settings

from ledger.location import Location, Server, write_location
from ledger.store import Ledger
from replay.base.i18n import set_language
from replay.desk.desk import Desk
from replay.record.session import Session
from tests import table
from tests.postgres import PostgresServer, find_programs, open_server

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


ON_BOTH = re.compile(
    r"tests\.ledger\.test_(append|batches|copying|facts|find|forks|ingest|journal|postgres)$"
    r"|tests\.replay\.cli\.test_(copies|correcting|descriptions|evening|following|matches|people|prompt_shell|recording"
    r"|referee|results|shell_completion|verify)$"
)
"""The modules whose tests run with a ledger in SQLite, and with one in PostgreSQL."""

LEDGERS = frozenset(("ledger", "maple", "run"))
"""The fixtures of a test that needs a ledger; so does one that asks for its `location`."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of some modules on both databases."""
    arguments = signature(metafunc.function).parameters
    asked = {*metafunc.fixturenames} & LEDGERS or "location" in arguments
    if asked and ON_BOTH.match(metafunc.module.__name__):
        only = [mark.args[0] for mark in metafunc.definition.iter_markers("only")]
        metafunc.parametrize("location", only or ["sqlite", "postgres"], indirect=True)


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """A PostgreSQL server of our own. Without its programs the test is skipped."""
    if find_programs() is None:
        pytest.skip("no PostgreSQL server: apt-get install postgresql")
    with open_server() as opened:
        yield opened


@pytest.fixture
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Location:
    """Where the ledger of the test is: a file, or a schema of a server."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return tmp_path / "ledger.db"
    server: PostgresServer = request.getfixturevalue("server")
    return server.create()


@pytest.fixture(autouse=True)
def own_place(
    tmp_path: Path, location: Location, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Keep the files, the language and the colours of whoever runs the tests out of them."""
    home = tmp_path / "home"
    for variable in list(os.environ):
        if variable.startswith(("FOLDTABLE_", "XDG_")) or variable in COLOURS:
            monkeypatch.delenv(variable)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("FOLDTABLE_DB", write_location(location))
    monkeypatch.setenv("FOLDTABLE_LANG", "en")
    monkeypatch.setenv("FOLDTABLE_ACTOR", "tess")
    set_language("")
    yield
    set_language("")


COLOURS = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM")


class Templates:
    """Ledgers to copy from, in both databases, made when a test first needs them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._dumps: dict[str, str] = {}

    def copy(self, name: str, fill: Callable[[Ledger], object], to: Location, request: Any) -> None:
        """Make the ledger `to` a copy of a ledger that is filled when it is first needed."""
        if isinstance(to, Path):
            if not (template := self.folder / f"{name}.db").exists():
                with Ledger(template) as ledger:
                    fill(ledger)
            copyfile(template, to)
            return
        server: PostgresServer = request.getfixturevalue("server")
        if name not in self._dumps:
            with Ledger(server.create()) as ledger:
                fill(ledger)
            assert isinstance(ledger.where, Server)
            self._dumps[name] = server.dump_schema(ledger.where)
        server.fill(to, self._dumps[name])


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Templates:
    """Ledgers to copy from."""
    return Templates(tmp_path_factory.mktemp("templates"))


Fill = Callable[[str, Callable[[Ledger], object]], None]
"""Makes the ledger of a test a copy of one with a name, which a function fills."""


@pytest.fixture
def fill(templates: Templates, location: Location, request: pytest.FixtureRequest) -> Fill:
    """Make the ledger of the test a copy of another one."""
    return lambda name, function: templates.copy(name, function, location, request)


@pytest.fixture
def ledger(request: pytest.FixtureRequest, fill: Fill, location: Location) -> Iterator[Ledger]:
    """An empty ledger, which the commands find too. It does not wait for the disk.

    With the fixture `session` it has its match.
    """
    if "session" in request.fixturenames:
        fill("laid", table.lay_out_session)
    else:
        fill("empty", lambda _ledger: None)
    with Ledger(location) as opened:
        if isinstance(location, Path):
            opened.database.execute("PRAGMA synchronous=OFF")
        yield opened


@pytest.fixture
def session(ledger: Ledger) -> Session:
    """A session of Ana and Bo at Splendor, the open cards recorded: the first turn is event 17."""
    return Session(ledger, ledger.find("maple"), "tess")


@pytest.fixture
def desk(session: Session) -> Desk:
    """The desk of that session."""
    return table.open_desk(session)
