"""A game of somebody else's, installed as a package of its own, works like one of ours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PIG = Path(__file__).parent.parent / "examples" / "pig"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def foldtable(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Install the example game beside foldtable; return the command that sees both."""
    folder = tmp_path_factory.mktemp("pig")
    source = folder / "source"
    subprocess.run(["cp", "-r", str(PIG), str(source)], check=True)
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*install, "--target", str(folder / "site"), str(source)], check=True)
    environment = os.environ | {
        "PYTHONPATH": str(folder / "site"),
        "FOLDTABLE_DB": str(folder / "ledger.db"),
        "FOLDTABLE_LANG": "en",
    }

    def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from replay.cli.app import main; main()", *arguments]
        return subprocess.run(
            command, env=environment, input=given, capture_output=True, text=True, check=False
        )

    return run


def test_an_installed_game_is_listed(foldtable: Run) -> None:
    """Its entry point is all that registers it."""
    listed = json.loads(foldtable("games", "--json").stdout)
    assert "pig" in [game["game"] for game in listed]


def test_an_installed_game_is_recorded_replayed_and_verified(foldtable: Run) -> None:
    """No line of foldtable knows it."""
    assert foldtable("new", "pig", "Ana", "Bo", "--name", "sty", "-o", "target=50").returncode == 0
    recorded = foldtable("record", "sty", given="4; 6; h\n1\n5; h ! we agreed\n")
    assert recorded.returncode == 0, recorded.stderr
    assert foldtable("show", "sty", "--json").returncode == 0
    why = foldtable("why", "sty", "ana.points", "--plain").stdout
    assert "15  Ana" in why
    assert "P4" in why
    assert "intact" in foldtable("verify", "sty").stdout


def test_an_installed_game_passes_the_conformance_suite(foldtable: Run) -> None:
    """By the command `conform`."""
    found = foldtable("conform", "pig", "--games", "4", "--json")
    assert json.loads(found.stdout) == []
    assert found.returncode == 0


def test_F36_a_game_without_a_notation_module_has_help(foldtable: Run) -> None:
    """Its short forms are shown."""
    found = foldtable("help", "notation", "pig")
    assert found.returncode == 0, found.stderr
    assert "what was rolled" in found.stdout


def test_F36_a_fault_of_somebody_elses_game_is_called_so(foldtable: Run, tmp_path: Path) -> None:
    """A package that cannot be imported."""
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "broken_game.py").write_text("import nothing_of_the_kind\n")
    info = broken / "broken_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[foldtable.engines]\nbroken = broken_game:engine\n")
    path = f"{broken}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    command = [sys.executable, "-c", "from replay.cli.app import main; main()"]
    found = subprocess.run(
        [*command, "new", "broken", "A", "B", "--another"],
        env=os.environ | {"PYTHONPATH": path, "FOLDTABLE_DB": str(tmp_path / "l.db")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 7, found.stderr
    assert "broken_game" in found.stderr
    assert "fault of foldtable" not in found.stderr
