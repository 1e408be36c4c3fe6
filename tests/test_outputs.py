"""What the commands print is what they printed before: ``python -m tests.outputs --write``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import typer.main

from replay.cli.app import app
from tests import outputs
from tests.some import some


@pytest.mark.parametrize("name", outputs.list_scripts())
def test_the_commands_print_what_they_printed(name: str, tmp_path: Path) -> None:
    """Word for word, and as data. Whoever means a change renews the files."""
    expected = outputs.read_outputs(name)
    found = outputs.number_outputs(outputs.run_script(name, tmp_path))
    for command, text in some(found.items()):
        assert text == expected.get(command, "").rstrip(), command
    assert list(found) == list(expected)


def test_what_differs_every_time_is_masked(tmp_path: Path) -> None:
    """Ids, times, hashes, seals, folders. Of a long text the rest is a digest."""
    said = (
        f"{tmp_path}/x 019ad6c0-0000-7000-8000-000000000000 2026-12-01T11:00:00.1Z 2026-12-01 "
        f"11:20 {'ab12' * 16} {'-'.join(['ab12'] * 8)} r31"
    )
    assert outputs.mask(said, tmp_path) == "FOLDER/x ID TIME DATE HASH SEAL r31"
    lines = [outputs.shorten("\n".join("x" * n for n in range(30, 30 + m))) for m in (24, 25)]
    assert lines[0].count("\n") == 23
    assert lines[1].startswith(lines[0])
    assert "1 lines more" in lines[1]


EVERYWHERE: Final = {
    *("--db", "--lang", "--json", "--plain", "--no-color", "--quiet", "--actor", "--help")
}
"""Options of every command. `run_script` gives most of them."""

ELSEWHERE: Final = {
    "log --follow": "it waits for what others record",
    "query --scheduler": "it starts processes",
    "verify --scheduler": "it starts processes",
    "verify --jobs": "it starts processes",
    "conform --scheduler": "it starts processes",
    "conform --jobs": "it starts processes",
    "verify --signed-by": "keys differ every time",
    "export --sign": "keys differ every time",
    "dispute export --sign": "keys differ every time",
    "key --replace": "keys differ every time",
    "packs --game": "the older name of cardsets",
}
"""What no script can show, and why. Of `simulate` it is everything: its matches have other names
every time."""


def list_options() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield every command with every option of its own, in all spellings of the option."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), typer.main.get_command(app))]
    for path, command in waiting:
        inner = getattr(command, "commands", {})
        waiting += [((*path, name), each) for name, each in inner.items()]
        for option in command.params if path and not inner else ():
            names = frozenset((*option.opts, *option.secondary_opts))
            if option.param_type_name == "option" and not names & EVERYWHERE:
                yield " ".join(path), names


def test_every_option_is_in_a_script() -> None:
    """What an option changes of an output is noticed; where it is refused it changes nothing."""
    given = [
        " ".join(command).removeprefix("? ")
        for name in outputs.list_scripts()
        if name != "refused"
        for command, _typed in outputs.read_script(name)
    ]
    missing = [
        f"{command} {max(names, key=len)}"
        for command, names in some(list_options())
        if not any(line.startswith(f"{command} ") and names & set(line.split()) for line in given)
    ]
    assert {each for each in missing if not each.startswith("simulate ")} == ELSEWHERE.keys()
