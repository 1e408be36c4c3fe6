"""Trials: a command is killed, then the ledger is held against what it was told and printed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import copyfile, rmtree
from typing import NamedTuple

from engines.splendor import engine
from engines.values import Setup
from ledger.location import Location, Server
from ledger.store import Ledger
from replay.files.exchange import export_match
from replay.fold.timeline import Timeline
from replay.lab.dealer import Dealer
from replay.lab.simulation import simulate_match
from replay.referee.audit import audit_match
from tests import table
from tests.kills.victims import Victim, run_until_killed
from tests.postgres import PostgresServer

TRIAL = "trial"
"""The folder of what a killed command read and wrote."""

FILES = 6
"""How many match files one import reads."""

PLAYED = tuple(action for _, action in Dealer(engine, 7).play(Setup(2)))[:120]
EMPTY, OPENED = "empty.db", "opened.db"
LINES = tuple(engine.write(action) for action in PLAYED)


class Trial(NamedTuple):
    """What a killed command left: how much it had printed, how much is stored, and what is wrong.

    `printed`, `stored` and `whole` count lines that were recorded, or files that were imported.
    """

    command: str
    printed: int
    stored: int
    whole: int
    problems: tuple[str, ...]

    @property
    def interrupted(self) -> bool:
        """Whether it was killed after it had begun to store, and before it was done."""
        return 0 < self.stored < self.whole


class World(NamedTuple):
    """A folder with an empty ledger, one with an opened match, and match files to import.

    With a server, `dumps` are its statements that make the first two of them there.
    """

    folder: Path
    server: PostgresServer | None = None
    dumps: Mapping[str, str] = {}

    @property
    def files(self) -> list[Path]:
        """The match files."""
        return sorted(self.folder.glob("*.match.json"))


def build_world(folder: Path, server: PostgresServer | None = None) -> World:
    """Write what the trials begin with into a folder, and onto a server where one is given."""
    folder.mkdir(exist_ok=True)
    dumps: dict[str, str] = {}
    for name in (EMPTY, OPENED):
        where = folder / name if server is None else server.create()
        with Ledger(where) as ledger:
            if name == OPENED:
                table.open_session(ledger)
        if server is not None and isinstance(where, Server):
            dumps[name] = server.dump_schema(where)
    with Ledger(folder / "simulated.db") as ledger:
        for seed in range(FILES):
            info = simulate_match(ledger, engine, 2, seed)
            (folder / f"{seed}.match.json").write_bytes(export_match(ledger, info))
    return World(folder, server, dumps)


def run_trials(world: World, seed: int, times: int) -> Iterator[Trial]:
    """Yield trials that kill recordings and imports in turn, at random moments."""
    chance = random.Random(seed)
    recording = _record(_prepare(world, OPENED), world, None).seconds
    importing = _import(_prepare(world, EMPTY), world, None).seconds
    for number in range(times):
        if number % 2:
            yield kill_import(world, chance.random() * importing)
        else:
            yield kill_recording(world, chance.random() * recording)


def kill_recording(world: World, seconds: float) -> Trial:
    """Kill a recording: the log is a beginning of what was typed, and holds all it printed."""
    db = _prepare(world, OPENED)
    printed = len(_record(db, world, seconds).lines)
    with Ledger(db) as ledger:
        info = ledger.find("maple")
        recorded = [frame.action for frame in Timeline(ledger.events(info.match_id)).actions()]
        stored = len(recorded)
        problems = list(_find_damage(ledger))
    if recorded != list(PLAYED[:stored]):
        problems.append("the log is no beginning of what was typed")
    if not printed <= stored <= printed + 1:
        problems.append(f"{printed} lines were answered and {stored} are stored")
    return Trial("record", printed, stored, len(PLAYED), tuple(problems))


def kill_import(world: World, seconds: float) -> Trial:
    """Kill an import: each file is in the ledger whole or not at all, and can be imported then."""
    db = _prepare(world, EMPTY)
    printed = len(_import(db, world, seconds).lines)
    with Ledger(db) as ledger:
        stored = len(ledger.matches())
        problems = list(_find_damage(ledger))
    again = _import(db, world, None)
    if not again.ended or len(again.lines) != FILES:
        problems.append("the files could not be imported afterwards")
    with Ledger(db) as ledger, Ledger(world.folder / "simulated.db") as source:
        heads = {info.match_id: source.head(info.match_id) for info in source.matches()}
        if {each.match_id: ledger.head(each.match_id) for each in ledger.matches()} != heads:
            problems.append("the imported matches are others")
        problems += _find_damage(ledger)
    return Trial("import", printed, stored, FILES, tuple(problems))


def _record(db: Location, world: World, seconds: float | None) -> Victim:
    typed = "".join(f"{line}\n" for line in LINES)
    return run_until_killed(world.folder / TRIAL, db, ["record", "maple"], typed, seconds)


def _import(db: Location, world: World, seconds: float | None) -> Victim:
    files = map(str, world.files)
    return run_until_killed(world.folder / TRIAL, db, ["import", *files], "", seconds)


def _prepare(world: World, template: str) -> Location:
    """Return a fresh copy of a ledger, in a folder of its own or on the server."""
    folder = world.folder / TRIAL
    rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if world.server is not None:
        where = world.server.create()
        world.server.fill(where, world.dumps[template])
        return where
    copyfile(world.folder / template, folder / "ledger.db")
    return folder / "ledger.db"


def _find_damage(ledger: Ledger) -> Iterator[str]:
    """Yield what a ledger says against itself and its matches."""
    damage = ledger.find_damage()
    if damage is not None:
        yield str(damage)
    for info in ledger.matches():
        audit = audit_match(ledger, info)
        if not audit.intact:
            yield f"{info.name}: {audit.findings}"
