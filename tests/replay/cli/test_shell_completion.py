"""What the shell offers when Tab is pressed: commands, options, matches, games, people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from replay.cli.app import app
from replay.cli.default_match import find_match_parameter
from tests.replay.cli.conftest import Run
from tests.replay.cli.test_commands import GROUP, every


def offer(line: str) -> list[str]:
    """Return what bash offers at the end of a line."""
    asked = {
        "_FOLDTABLE_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(line.count(" ")),
    }
    return CliRunner().invoke(app, [], env=asked, prog_name="foldtable").stdout.split()


def find_command(command: tuple[str, ...]) -> Any:
    """Return a command, given as it is typed."""
    found = GROUP
    for name in command:
        found = found.commands[name]
    return found


def list_arguments(command: tuple[str, ...]) -> list[str]:
    """Return the names of a command's arguments, its match as “match”."""
    found = find_command(command)
    names = [each.name for each in found.params if each.param_type_name == "argument"]
    return ["match", *names[1:]] if find_match_parameter(found) else names


ABOUT_MATCHES = [command for command in every() if list_arguments(command)[:1] == ["match"]]
ABOUT_GAMES = [command for command in every() if list_arguments(command)[:1] == ["game"]]


@pytest.mark.parametrize("command", ABOUT_MATCHES, ids=" ".join)
@pytest.mark.parametrize("typed", ["", "ma"])
def test_K5_every_command_about_a_match_offers_it(
    maple: str, command: tuple[str, ...], typed: str
) -> None:
    """Also where the match may be left out, and where more must follow."""
    assert offer(f"foldtable {' '.join(command)} {typed}") == [maple]


@pytest.mark.parametrize("command", ABOUT_GAMES, ids=" ".join)
def test_K5_every_command_about_a_game_offers_it(command: tuple[str, ...]) -> None:
    """Of all installed ones those that begin so."""
    line = f"foldtable {' '.join(command)} "
    assert set(offer(line)) >= {"challengers", "machi-koro", "splendor", "wizard"}
    assert offer(f"{line}spl") == ["splendor"]


def test_K5_both_matches_that_are_compared_are_offered(maple: str) -> None:
    assert offer("foldtable compare maple ") == [maple]


def test_K5_the_latest_match_is_offered_first_with_its_people(run: Run, maple: str) -> None:
    """One that was hidden is not offered, nor is a position."""
    run("new", "wizard", "Bo", "Cy", "Di", "--name", "marble", "--another")
    run("new", "wizard", "Bo", "Cy", "Di", "--name", "zinc", "--another")
    assert offer("foldtable show ma") == ["marble", maple]
    assert offer("foldtable show maple@") == []
    run("hide", "marble")
    assert offer("foldtable show ma") == [maple]


def test_K5_people_are_offered_by_how_often_they_played(run: Run, maple: str) -> None:
    run("new", "wizard", "Bo", "Cy", "Di", "--another")
    assert offer("foldtable new splendor ")[0] == "Bo"
    assert set(offer("foldtable new splendor ")) == {"Ana", "Bo", "Cy", "Di"}
    assert offer("foldtable new splendor Ana B") == ["Bo"]


@pytest.mark.parametrize("command", ["dispute open maple@3", "dispute rule maple@8"])
def test_K5_who_claims_and_who_decides_are_offered(maple: str, command: str) -> None:
    """The people who have played."""
    assert set(offer(f"foldtable {command} --by ")) == {"Ana", "Bo"}
    assert offer(f"foldtable {command} --by A") == ["Ana"]


def test_K5_without_a_ledger_no_match_is_offered(tmp_path: Path) -> None:
    """Nor where it cannot be read; no file is made."""
    assert offer("foldtable show ") == offer("foldtable new splendor ") == []
    assert not (tmp_path / "ledger.db").exists()
    (tmp_path / "ledger.db").write_text("no database at all")
    assert offer("foldtable show ") == offer("foldtable new splendor ") == []


def test_K5_commands_and_options_are_offered() -> None:
    """Those of a group, too."""
    assert offer("foldtable rec") == ["record", "reconcile"]
    assert set(offer("foldtable dispute ")) == {"open", "show", "rule", "list", "export"}
    assert "--no-board" in offer("foldtable record --no")


@pytest.mark.parametrize("command", every(), ids=" ".join)
def test_K5_every_command_is_offered_with_its_options(command: tuple[str, ...]) -> None:
    """By the beginning of its name; `--help` at least."""
    *group, name = command
    if not find_command(command).hidden:
        assert name in offer(" ".join(["foldtable", *group, name]))
    assert "--help" in offer(f"foldtable {' '.join(command)} --")
