"""The catalog of commands: it has all there are, and what is run waits for no other."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import replay.cli
from replay.cli.catalog import GROUPS, MODULES, Catalog
from replay.cli.command import Commands
from tests.some import some

FOLDER = Path(replay.cli.__file__).parent

PROBE = """
import sys
from replay.cli.app import main
sys.argv = ["foldtable", *sys.argv[1:]]
try:
    main()
except SystemExit:
    pass
print(*(name.removeprefix("replay.cli.") for name in sys.modules))
"""


def list_modules_with_commands() -> set[str]:
    """Return the modules of the command line in which commands are added."""
    return {
        ".".join(path.relative_to(FOLDER).with_suffix("").parts)
        for path in FOLDER.rglob("*.py")
        if "\n@commands.add(" in path.read_text("utf-8")
        or "commands.typer" in path.read_text("utf-8")
    }


def test_every_module_with_commands_is_in_the_catalog() -> None:
    assert set(MODULES) == list_modules_with_commands()


def test_every_command_is_in_the_catalog() -> None:
    for module, names in some(MODULES.items()):
        commands = import_module(f"replay.cli.{module}").commands
        assert isinstance(commands, Commands)
        added = [each.name for each in commands.typer.registered_commands]
        added += [str(each.name) for each in commands.typer.registered_groups]
        assert sorted(filter(None, added)) == sorted(names)


def test_groups_are_the_commands_of_two_words() -> None:
    commands = Catalog()
    assert [name for name in commands if hasattr(commands[name], "commands")] == list(GROUPS)


def test_a_command_is_run_without_the_modules_of_others() -> None:
    said = subprocess.run(
        [sys.executable, "-c", PROBE, "games"], capture_output=True, text=True, check=True
    )
    loaded = said.stdout.splitlines()[-1].split()
    assert "library.games" in loaded
    assert set(loaded).isdisjoint(set(MODULES) - {"library.games"})
