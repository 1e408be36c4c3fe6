"""Any match file with a valid chain: it is imported and can be worked with, or it is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.registry import load_engine, load_engines
from ledger.event import Event, encode_canonical
from ledger.store import Ledger
from replay.cli.exits import Exit
from replay.files.exchange import make_head
from replay.files.match_file import encode_match_file
from replay.lab.simulation import simulate_match
from tests.conftest import LONG
from tests.fuzz.json_edits import CANONICAL, edited
from tests.replay.cli.conftest import invoke
from tests.tampering.mutations import rechain_events

EVENTS = 60
"""How many events of a match the files have."""

QUESTIONS = ("show", "log", "verify", "export", "choices", "doctor", "step")
ANSWERS = {int(code) for code in Exit} - {int(Exit.BUG)}


@pytest.fixture(scope="module", params=sorted(load_engines()))
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    """The first events of a random match of each game."""
    engine = load_engine(request.param)
    with Ledger(tmp_path_factory.mktemp("played") / "ledger.db") as ledger:
        info = simulate_match(ledger, engine, engine.seats.start, 3)
        return ledger.events(info.match_id)[:EVENTS]


@given(data=st.data())
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    max_examples=300 if LONG else 15,
)
def test_any_payload_with_a_valid_chain(
    played: list[Event], tmp_path: Path, data: st.DataObject
) -> None:
    """No command about the match ends with a fault of the program, nor one about the others."""
    file, db = tmp_path / "odd.match.json", tmp_path / "odd.db"
    db.unlink(missing_ok=True)
    number = data.draw(st.integers(0, len(played) - 1))
    payload = data.draw(edited(orjson.loads(played[number].payload), CANONICAL))
    file.write_bytes(encode_match_file([chain_with(played, number, payload)], make_head(played)))
    here = ("--db", str(db))
    imported = invoke("import", str(file), *here, code=None)
    assert imported.exit_code in ANSWERS, imported.output
    listed = orjson.loads(invoke("matches", "--all", "--json", *here).stdout)
    assert len(listed) == (imported.exit_code == 0)
    if listed:
        ask_everything(listed[0]["name"], db)


def ask_everything(match: str, db: Path) -> None:
    """Ask about a match what can be asked. No answer is a fault of the program."""
    for command in QUESTIONS:
        asked = invoke(command, match, "--db", str(db), code=None)
        assert asked.exit_code in ANSWERS, (command, asked.output)


def chain_with(events: list[Event], number: int, payload: Any) -> list[Event]:
    """Return events, one of which has another payload, with the hashes that fit them."""
    changed = replace(events[number], payload=encode_canonical(payload))
    return rechain_events([*events[:number], changed, *events[number + 1 :]])
