"""What is tampered with: a ledger of two matches and a branch, their seals, signed files."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from typer.testing import CliRunner

from engines.registry import load_engine
from ledger.clerk import Close, Open
from ledger.schema import APPEND_ONLY
from ledger.store import Ledger
from replay.cli.app import app
from replay.files.exchange import export_match
from replay.record.opening import fork_match, open_match
from replay.record.session import Session
from replay.referee.disputes import find_case, gather_evidence, open_dispute, record_ruling
from replay.referee.evidence import build_bundle, encode_bundle
from replay.speech.voice import Voice
from tests.replay.walks import deal_actions, wander

SIGNER = "tess"
STRANGER = "mallory"

CRASH = "crash"
"""What is found when `foldtable verify` fails otherwise than by finding something."""


class World(NamedTuple):
    """A folder with a ledger and signed files, and the seals that lie elsewhere, by match."""

    folder: Path
    seals: dict[str, str]

    @property
    def ledger(self) -> Path:
        """The ledger's file."""
        return self.folder / "ledger.db"

    @property
    def match_file(self) -> Path:
        """A signed export of the branch: two streams."""
        return self.folder / "oak.match.json"

    @property
    def evidence(self) -> Path:
        """The signed evidence of a dispute."""
        return self.folder / "dispute.json"

    def verify(self, *arguments: str) -> list[dict[str, Any]]:
        """Return the findings of `foldtable verify`.

        An error of the command is a finding, and so is a crash, which names nothing.
        """
        where = ("--db", str(self.ledger), "--json")
        result = CliRunner().invoke(app, ["verify", *arguments, *where])
        if result.exit_code not in (0, 3, 6, 7):
            return [{"kind": CRASH, "text": result.stderr}]
        if result.exit_code and not result.stdout:
            return [{"kind": "refused", "text": json.loads(result.stderr)["error"]}]
        findings = [f for audit in json.loads(result.stdout) for f in audit["findings"]]
        assert (result.exit_code == 0) == all(a["intact"] for a in json.loads(result.stdout))
        return findings if result.exit_code else []

    def verify_ledger(self) -> list[dict[str, Any]]:
        """Return the findings about the ledger: without the seals, or else against them."""
        found = self.verify("--all")
        for name, seal in self.seals.items():
            found = found or self.verify(name, "--seal", seal)
        return found


def build(folder: Path) -> World:
    """Make a world: a match with every kind of clerk event, closed and signed; a branch of it;
    another match; a dispute; files signed by SIGNER."""
    world = World(folder, {})
    os.environ["FOLDTABLE_KEYS"] = str(folder / "keys")
    with Ledger(world.ledger) as ledger:
        maple = _session(ledger, "splendor", "maple")
        for _step in wander(maple, 5, 14):
            pass
        if maple.timeline.closing:
            maple.reopen()
        at = next(frame.version for frame in maple.timeline.actions())
        version = open_dispute(maple, at, "that was 민지's", by="Bo")
        case = find_case(maple.info, maple.timeline, version)
        record_ruling(maple, case, "penalty", "it was not", by="Cy")
        case = find_case(maple.info, maple.timeline, version)
        found = gather_evidence(ledger, maple.timeline, case)
        voice = Voice(maple.engine, "en", maple.timeline.seats)
        content = build_bundle(case, found, maple.timeline, voice)
        world.evidence.write_bytes(encode_bundle(content, SIGNER))
        world.seals["maple"] = maple.close(Close(how="abandoned"))
        maple.sign(0)
        world.seals["maple"] = maple.seal
        fork_match(ledger, ledger.find("maple"), at + 2, SIGNER, "oak")
        oak = Session(ledger, ledger.find("oak"), SIGNER)
        oak.record(deal_actions(oak, 3, 4), "a try")
        world.seals["oak"] = oak.seal
        world.match_file.write_bytes(export_match(ledger, oak.info, SIGNER))
        birch = _session(ledger, "machi-koro", "birch")
        world.seals["birch"] = birch.close(Close(how="conceded", seat=1, winners=(0,)))
    with closing(sqlite3.connect(world.ledger)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")  # the file is all there is
    return world


def _session(ledger: Ledger, game: str, name: str) -> Session:
    opening = Open(game=game, rules="", seats=("Ana", "Bo"), name=name, title="Friday")
    session = Session(ledger, open_match(ledger, opening, SIGNER), SIGNER)
    session.record(deal_actions(session, 1, 12), "as it was dealt")
    assert load_engine(game) is session.engine
    return session


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection without the triggers that refuse changes; they are put back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        for statement in APPEND_ONLY:
            connection.execute(f"DROP TRIGGER {statement.split()[2]}")
        yield connection
        for statement in APPEND_ONLY:
            connection.execute(statement)
        connection.execute("COMMIT")


def read_content(path: Path) -> Any:
    """Return all values of a ledger, None where it cannot be read."""
    rows: list[Any] = []
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.text_factory = bytes
            for table, order in TABLES.items():
                found = connection.execute(f"SELECT * FROM {table} ORDER BY {order}")  # noqa: S608
                rows += [(table, row) for row in found]
            rows += connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return rows


TABLES = {"matches": "1", "seats": "1, 2", "events": "1, 2", "digests": "1, 2"}
