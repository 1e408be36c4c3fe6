"""The console blocks of the documents are run, and their output compared.

A line that begins with ``? `` is on stderr, ``…`` stands for anything.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent


class Transcript(NamedTuple):
    """A command of a document, its input lines, and what it is said to print."""

    command: str
    output: list[str]


def read_transcripts(document: str) -> list[Transcript]:
    """Return the commands in the console blocks of a document, in order."""
    found: list[Transcript] = []
    text = (ROOT / document).read_text(encoding="utf-8")
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(Transcript(line[2:], []))
            elif line.startswith("> ") and not found[-1].output:
                found[-1] = Transcript(f"{found[-1].command}\n{line[2:]}", [])
            else:
                found[-1].output.append(line)
    return found


def build_pattern(lines: list[str]) -> str:
    """Return the expression that an output must match: ``…`` stands for anything."""
    return "\n".join(re.escape(squeeze_spaces(line)).replace("…", ".*") for line in lines)


def squeeze_spaces(line: str) -> str:
    """Return a line with every run of spaces as one; columns may be wider than shown."""
    return re.sub(r" +", " ", line).strip()


@pytest.mark.parametrize(
    "document", ["README.md", "docs/card-sets.md", "docs/sheets.md", "examples/tour.md"]
)
def test_the_commands_of_a_document_print_what_it_shows(document: str, tmp_path: Path) -> None:
    """Every command of every console block, in order, in one ledger."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    command = tmp_path / "bin" / "foldtable"
    command.parent.mkdir()
    command.write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "from replay.cli.app import main; main()" "$@"\n',
        encoding="utf-8",
    )
    command.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{command.parent}:{os.environ['PATH']}",
        "FOLDTABLE_DB": str(tmp_path / "ledger.db"),
        "FOLDTABLE_LANG": "en",
    }
    transcripts = read_transcripts(document)
    assert transcripts
    for shown in transcripts:
        done = subprocess.run(
            ["bash", "-c", shown.command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        printed = [squeeze_spaces(line) for line in done.stdout.splitlines()]
        on_error = [squeeze_spaces(line) for line in done.stderr.splitlines()]
        on_stdout = [line for line in shown.output if not line.startswith("? ")]
        on_stderr = [line.removeprefix("? ") for line in shown.output if line.startswith("? ")]
        assert re.fullmatch(build_pattern(on_stdout), "\n".join(printed), re.DOTALL), (
            f"{shown.command}\n" + "\n".join(printed + on_error)
        )
        if on_stderr:
            assert re.fullmatch(build_pattern(on_stderr), "\n".join(on_error), re.DOTALL), on_error
