"""What the README shows is what happens: its console blocks are run, their output compared.

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


class Shown(NamedTuple):
    """A command of a document, its input lines, and what it is said to print."""

    command: str
    output: list[str]


def shown_in(document: str) -> list[Shown]:
    """Return the commands in the console blocks of a document, in order."""
    found: list[Shown] = []
    text = (ROOT / document).read_text(encoding="utf-8")
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(Shown(line[2:], []))
            elif line.startswith("> ") and not found[-1].output:
                found[-1] = Shown(f"{found[-1].command}\n{line[2:]}", [])
            else:
                found[-1].output.append(line)
    return found


def pattern(lines: list[str]) -> str:
    """Return the expression that an output must match: ``…`` stands for anything."""
    return "\n".join(re.escape(squeezed(line)).replace("…", ".*") for line in lines)


def squeezed(line: str) -> str:
    """Return a line with every run of spaces as one; columns may be wider than shown."""
    return re.sub(r" +", " ", line).strip()


@pytest.mark.parametrize("document", ["README.md", "docs/card-sets.md"])
def test_what_a_document_shows(document: str, tmp_path: Path) -> None:
    """Every command prints what stands under it."""
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
    for shown in shown_in(document):
        done = subprocess.run(
            ["bash", "-c", shown.command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        printed = [squeezed(line) for line in done.stdout.splitlines()]
        talked = [squeezed(line) for line in done.stderr.splitlines()]
        on_stdout = [line for line in shown.output if not line.startswith("? ")]
        on_stderr = [line.removeprefix("? ") for line in shown.output if line.startswith("? ")]
        assert re.fullmatch(pattern(on_stdout), "\n".join(printed), re.DOTALL), (
            f"{shown.command}\n" + "\n".join(printed + talked)
        )
        if on_stderr:
            assert re.fullmatch(pattern(on_stderr), "\n".join(talked), re.DOTALL), talked
