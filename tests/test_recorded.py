"""Records of an earlier foldtable stay what they were: intact, and exported to the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from typer.testing import CliRunner

from ledger.store import Ledger
from replay.cli.app import app
from replay.files.exchange import export_match, import_file
from replay.files.match_file import SUFFIX
from replay.fold.digests import compute_digest
from replay.referee.audit import audit_match
from replay.referee.recorded_states import replay_as_recorded

RECORDED = Path(__file__).parent / "data" / "recorded"
MATCH_FILES = sorted(RECORDED.glob(f"*{SUFFIX}"))
SIGNED = "-signed"
MATCHES = sorted(
    name for path in MATCH_FILES if SIGNED not in (name := path.name.removesuffix(SUFFIX))
)
EVIDENCE = sorted(RECORDED.glob("dispute*.json"))


@pytest.fixture
def recorded(tmp_path: Path) -> Iterator[Ledger]:
    """A copy of the recorded ledger, brought up to date."""
    copyfile(RECORDED / "ledger.db", tmp_path / "recorded.db")
    with Ledger(tmp_path / "recorded.db") as ledger:
        yield ledger


def test_every_match_is_among_the_files(recorded: Ledger) -> None:
    """No match of the ledger is left out below."""
    assert sorted(info.name for info in recorded.matches()) == MATCHES


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_intact(recorded: Ledger, name: str) -> None:
    """`verify` finds no fault, and no digest that differs."""
    assert recorded.find_damage() is None
    assert recorded.find_schema_changes() == ()
    audit = audit_match(recorded, recorded.find(name))
    assert audit.intact, audit.findings
    assert "digest" not in {finding.kind for finding in audit.findings}


@pytest.mark.parametrize("name", MATCHES)
def test_every_digest_is_that_of_today(recorded: Ledger, name: str) -> None:
    """The states are folded as they were when they were recorded, event by event."""
    info = recorded.find(name)
    stored = recorded.digests(info.match_id)
    assert stored
    folded = {
        event.version: (rules, compute_digest(timeline.engine, frame.state, rules))
        for event, frame, timeline in replay_as_recorded(
            recorded.events(info.match_id), min(stored)
        )
        if event.version in stored
        for rules in [stored[event.version][0]]
    }
    assert folded == stored


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_exported_to_the_same_bytes(recorded: Ledger, name: str) -> None:
    """The match file is the one that was exported then."""
    file = RECORDED / f"{name}{SUFFIX}"
    assert export_match(recorded, recorded.find(name)) == file.read_bytes()


def verify(*arguments: str) -> list[dict[str, Any]]:
    """Return the audits that `foldtable verify` prints. It must exit with 0."""
    result = CliRunner().invoke(app, ["verify", "--json", *arguments])
    assert result.exit_code == 0, result.output
    audits: list[dict[str, Any]] = json.loads(result.stdout)
    return audits


def test_the_ledger_verifies(recorded: Ledger) -> None:
    """The command says so of every match."""
    audits = verify("--all", "--db", str(recorded.where))
    assert sorted(audit["name"] for audit in audits if audit["intact"]) == MATCHES


@pytest.mark.parametrize("path", [*MATCH_FILES, *EVIDENCE], ids=lambda path: path.name)
def test_a_file_verifies(path: Path) -> None:
    """Match files and evidence are intact, signatures included."""
    (audit,) = verify(str(path))
    assert audit["intact"]
    signed = "signed" in {finding["kind"] for finding in audit["findings"]}
    assert signed == (SIGNED in path.name)


@pytest.mark.parametrize("name", MATCHES)
def test_an_imported_match_is_exported_to_the_same_bytes(ledger: Ledger, name: str) -> None:
    """A file passes through a new ledger unchanged; the past of a branch comes with it."""
    content = (RECORDED / f"{name}{SUFFIX}").read_bytes()
    imported = import_file(ledger, content)
    info = ledger.find(imported.match_id)
    assert imported.new > 0
    assert export_match(ledger, info) == content
    assert audit_match(ledger, info).intact


def test_H3_an_older_ledger_that_cannot_be_written_is_read(
    recorded_read_only: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`matches`, `log`, `verify` and `export` need no right to write; the file stays as it was."""
    monkeypatch.setenv("FOLDTABLE_DB", str(recorded_read_only))
    before = recorded_read_only.read_bytes()
    audits = verify("--all")
    assert sorted(audit["name"] for audit in audits if audit["intact"]) == MATCHES
    for name in MATCHES:
        assert CliRunner().invoke(app, ["log", name]).exit_code == 0
        exported = CliRunner().invoke(app, ["export", name])
        assert exported.stdout_bytes == (RECORDED / f"{name}{SUFFIX}").read_bytes()
    refused = CliRunner().invoke(app, ["hide", MATCHES[0]])
    assert refused.exit_code == 4
    assert recorded_read_only.read_bytes() == before
    assert list(recorded_read_only.parent.iterdir()) == [recorded_read_only]


@pytest.fixture
def recorded_read_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The recorded ledger in a place that the system does not let anybody write to."""
    folder = tmp_path / "mounted"
    folder.mkdir()
    copyfile(RECORDED / "ledger.db", folder / "ledger.db")
    monkeypatch.setattr("ledger.sqlite.is_writable", lambda path: path.parent != folder)
    return folder / "ledger.db"
