"""Somebody at a terminal, in English, with a ledger of their own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]

from tests.replay.cli.killed import COMMAND


def at_terminal(tmp_path: Path, *arguments: str, rows: int = 40, columns: int = 100) -> Any:
    """Return the command that somebody has typed, as pexpect talks to it."""
    environment = {
        "PATH": "",
        "HOME": str(tmp_path),
        "TERM": "xterm",
        "LC_ALL": "C.UTF-8",
        "PROMPT_TOOLKIT_NO_CPR": "1",
        "FOLDTABLE_DB": os.environ["FOLDTABLE_DB"],
        "FOLDTABLE_LANG": "en",
        "FOLDTABLE_ACTOR": "tess",
    }
    return pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *arguments],
        env=environment,
        timeout=30,
        encoding="utf-8",
        dimensions=(rows, columns),
    )
