"""A game of somebody else's, installed as a package of its own, works like one of ours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

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
        "FOLDTABLE_DB": str(folder / "ledger.db"),
        "FOLDTABLE_LANG": "en",
    }

    def run(
        *arguments: str, given: str = "", site: Path = folder / "site"
    ) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from replay.cli.app import main; main()", *arguments]
        own = environment | {"PYTHONPATH": f"{site}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
        return subprocess.run(
            command, env=own, input=given, capture_output=True, text=True, check=False
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


def test_F36_conform_says_once_what_a_sentence_lacks(foldtable: Run, tmp_path: Path) -> None:
    """A field that nothing fills, in a game that somebody else is writing: one line of output."""
    site = tmp_path / "site"
    copytree(PIG / "pig", site / "pig")
    words = site / "pig" / "words.en.json"
    words.write_text(words.read_text().replace('"ask.turn": "', '"ask.turn": "{die} '))
    assert "{die} {seat}" in words.read_text()
    write_package(site, "pig", "pig")
    found = foldtable("conform", "pig", "--games", "6", site=site)
    assert found.returncode == 1, found.stderr
    assert found.stdout.splitlines() == [
        "words: “{die}” of “ask.turn” is filled by nothing in en",
        "6 games, 1 findings",
    ]
    assert len(json.loads(foldtable("conform", "pig", "--json", site=site).stdout)) == 1


def write_package(site: Path, game: str, module: str) -> None:
    """Write what registers a game of somebody else's."""
    info = site / f"{module}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[foldtable.engines]\n{game} = {module}:engine\n")


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A place where a game is installed whose package cannot be imported."""
    site = tmp_path / "broken"
    site.mkdir()
    (site / "broken_game.py").write_text("import nothing_of_the_kind\n")
    write_package(site, "broken", "broken_game")
    return site


@pytest.mark.parametrize(
    "command",
    [
        ("new", "broken", "A", "B", "--another"),
        ("help", "notation", "broken"),
        ("conform", "broken"),
    ],
    ids=" ".join,
)
def test_F36_a_fault_of_somebody_elses_game_is_called_so(
    foldtable: Run, broken: Path, command: tuple[str, ...]
) -> None:
    """A package that cannot be imported, whatever the game is wanted for; in Korean as well."""
    for lang, fault in (
        ("en", "The fault lies in its package broken_game"),
        ("ko", "broken_game에"),
    ):
        found = foldtable("--lang", lang, *command, site=broken)
        assert found.returncode == 7, found.stderr
        assert fault in found.stderr
        assert "fault of foldtable" not in found.stderr


@pytest.mark.parametrize(
    "command", [("new", "splen", "A", "B", "--another"), ("packs",), ("help", "take")], ids=" ".join
)
def test_F36_a_broken_game_is_no_hindrance_to_the_others(
    foldtable: Run, broken: Path, command: tuple[str, ...]
) -> None:
    """Commands that look at all games leave it out."""
    found = foldtable(*command, site=broken)
    assert found.returncode == 0, found.stderr
    assert "broken" not in found.stderr


def test_F36_the_list_of_games_says_which_cannot_be_loaded(foldtable: Run, broken: Path) -> None:
    """The others are listed."""
    found = foldtable("games", site=broken)
    assert found.returncode == 0, found.stderr
    assert "splendor" in found.stdout
    assert "The game broken cannot be loaded" in found.stderr


def test_F36_a_wrong_import_within_a_game_is_a_fault_of_the_game(
    foldtable: Run, tmp_path: Path
) -> None:
    """It shows only when somebody records; the report names the game."""
    site = tmp_path / "site"
    copytree(PIG / "pig", site / "pig")
    code = site / "pig" / "__init__.py"
    wrong = code.read_text().replace(
        "        booking = ", "        import nothing\n        booking = "
    )
    assert "import nothing" in wrong
    code.write_text(wrong)
    write_package(site, "pig", "pig")
    where = ("--db", str(tmp_path / "ledger.db"))
    assert foldtable("new", "pig", "A", "B", "--name", "pen", *where, site=site).returncode == 0
    found = foldtable("record", "pen", *where, given="4\n", site=site)
    assert found.returncode == 70
    assert "a fault of the game pig, which is not part of foldtable" in found.stderr
