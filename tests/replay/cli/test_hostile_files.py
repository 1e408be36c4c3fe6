"""Tests of commands that meet hostile files, and hostile matches stored by an older version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ledger.event import Event, draft_event
from ledger.store import Ledger
from replay.cli.app import app
from replay.files.exchange import export_match
from replay.record.session import Session
from tests.replay.files.test_exchange import forge_opening, nest
from tests.table import make_headline


def run(*arguments: str, given: str = "") -> Result:
    """Run a command; an exit code of 70, a fault of the program, is a failure."""
    result = CliRunner().invoke(app, list(arguments), input=given)
    assert result.exit_code != 70, result.output
    return result


@pytest.fixture
def plain(session: Session, tmp_path: Path) -> Path:
    """The match file of a match without batches."""
    session.note("tea")
    path = tmp_path / "good.match.json"
    path.write_bytes(export_match(session.ledger, session.info))
    return path


def test_H4_one_bad_file_does_not_stop_the_next(plain: Path, tmp_path: Path) -> None:
    """The impossible match is refused and not stored; the file after it is imported."""
    bad = tmp_path / "bad.match.json"
    bad.write_bytes(forge_opening(plain.read_bytes(), first=-1))
    db = str(tmp_path / "fresh.db")
    result = run("import", str(bad), str(plain), "--db", db, "--json")
    assert result.exit_code == 7
    assert "cannot be opened" in result.stderr
    assert [each["name"] for each in json.loads(run("matches", "--json", "--db", db).stdout)] == [
        "maple"
    ]


@pytest.fixture
def bad_match(session: Session) -> str:
    """A match with an impossible set-up in the ledger, recorded on last; its name."""
    ledger = session.ledger
    opening = {"game": "splendor", "rules": "r", "seats": ["Ana"] * 9, "first": -1}
    stored: list[Event] = ledger.append(
        "bad", 0, [draft_event("match.open", opening)], "tess", headline=make_headline("bad")
    )
    ruling = {"at": 1, "rules": ["S5"], "house": {"id": "house:x", "text": "no"}}
    stored += ledger.append("bad", 1, [draft_event("log.ruling", ruling)], "tess")
    ledger.append("bad", 2, [draft_event("log.dispute", {"at": 1, "claim": "no"})], "tess")
    assert ledger.matches()[0].name == "bad"
    return "bad"


@pytest.mark.parametrize(
    "arguments",
    [
        ("record", "-e", "# tea"),
        ("new", "--again", "--another"),
        ("matches",),
        ("precedents",),
        ("dispute", "list"),
        ("branches",),
        ("show",),
    ],
    ids=" ".join,
)
def test_H4_one_bad_match_does_not_break_other_commands(
    bad_match: str, arguments: tuple[str, ...]
) -> None:
    """Commands about the last match, an earlier match or all matches leave it out."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output


def test_H4_verify_names_the_bad_match_and_goes_on(bad_match: str) -> None:
    """The other match is intact."""
    result = run("verify", "--all", "--json")
    assert result.exit_code == 6
    audits: list[dict[str, Any]] = json.loads(result.stdout)
    assert {audit["name"]: audit["intact"] for audit in audits} == {"bad": False, "maple": True}


def test_H5_verify_goes_on_after_a_match_that_is_its_own_parent(session: Session) -> None:
    """Somebody has changed the listing; only that match is not intact."""
    ledger: Ledger = session.ledger
    opening = draft_event("match.open", {"game": "splendor"})
    headline = make_headline("loop", parent_id="loop", base_version=0, base_hash="")
    ledger.append("loop", 0, [opening], "tess", headline=headline)
    result = run("verify", "--all", "--json")
    assert result.exit_code == 6
    audits: list[dict[str, Any]] = json.loads(result.stdout)
    assert {audit["name"]: audit["intact"] for audit in audits} == {"loop": False, "maple": True}
    assert run("verify", "loop").exit_code == 6


def test_H5_damaged_files_are_unreadable(plain: Path) -> None:
    """`verify` and `import` exit with 7, whatever a file contains."""
    content = json.loads(plain.read_bytes())
    for field, value in (("payload", {"text": nest(300)}), ("schema_version", 2**64 - 1)):
        content["streams"][0]["events"][2][field] = value
        plain.write_text(json.dumps(content))
        assert run("verify", str(plain)).exit_code == 7
        assert run("import", str(plain)).exit_code == 7


def test_H5_three_zeros_are_no_roll(session: Session) -> None:
    """`record -e 000` is refused with what a roll looks like."""
    run("new", "machi-koro", "--seats", "Ana,Bo", "--name", "birch", "--another")
    result = run("record", "birch", "-e", "000")
    assert result.exit_code == 2
    assert "is no roll" in result.output
