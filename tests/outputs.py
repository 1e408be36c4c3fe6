"""``python -m tests.outputs --write [NAME…]``: what the commands print, word for word.

A script of commands is run on an empty ledger for every game. What each prints is kept in
``tests/data/outputs``: as text, and as data where it has ``--json``. What differs every time (ids,
times, hashes, paths) is masked. Whoever means a change renews the files and reads the difference.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from pprint import pformat
from tempfile import TemporaryDirectory
from typing import Final

import typer.main
from typer.testing import CliRunner

from ledger.store import Ledger
from replay.base.i18n import set_language
from replay.cli.app import app
from replay.cli.terminal.live import draw_reply
from replay.cli.terminal.shell import PromptShell
from replay.desk.desk import Desk
from replay.record.session import Session
from replay.screens.terminal import print_plain
from replay.speech.voice import Voice

ROOT: Final = Path(__file__).parent
SCRIPTS: Final = ROOT / "data" / "outputs"
EXAMPLES: Final = ROOT.parent / "examples"

MOST: Final = 24
"""How many lines of an output are kept word for word."""

MASKS: Final = (
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "ID"),
    (re.compile(r"\b(?:[0-9a-f]{4}-){7}[0-9a-f]{4}\b"), "SEAL"),
    (re.compile(r"\b[0-9a-f]{16,64}\b"), "HASH"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|[+-]\d\d:\d\d)?"), "TIME"),
    (re.compile(r"\b20\d\d-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?"), "DATE"),
    (re.compile(r"\S*/foldtable/packs"), "PACKS"),
    (re.compile(r"\S*/foldtable/sheets"), "SHEETS"),
    (re.compile(r"\b\d\d:\d\d(?::\d\d)?\b"), "CLOCK"),
)
"""What differs every time, and what stands for it."""


HERE: Final = "FOLDER"
"""What stands for the folder of a script's files, in its commands and in what they print."""


DATA: Final = "PLAYS"
PLAYS: Final = ROOT / "data" / "plays"
"""Files of other programs, and what stands for their folder in commands."""


def list_scripts() -> list[str]:
    """Return the names of the scripts: ``splendor``."""
    return sorted(path.stem for path in SCRIPTS.glob("*.script"))


def read_script(name: str) -> Iterator[tuple[list[str], str]]:
    """Yield the commands of a script with what is typed into each.

    A line that begins with ``<`` is typed into the command above it; ``< @file 40`` types the first
    lines of an example.
    """
    command: list[str] = []
    typed: list[str] = []
    for line in (SCRIPTS / f"{name}.script").read_text(encoding="utf-8").splitlines():
        if line.startswith("< @"):
            example, most = line[3:].split()
            lines = (EXAMPLES / f"{example}.txt").read_text(encoding="utf-8").splitlines()
            typed += lines[: int(most)]
        elif line.startswith("< "):
            typed.append(line[2:])
        elif line.strip() and not line.startswith("#"):
            if command:
                yield command, "".join(f"{each}\n" for each in typed)
            command, typed = shlex.split(line), []
    yield command, "".join(f"{each}\n" for each in typed)


def run_script(name: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield every command of a script with what it prints; its files lie in a folder.

    What only reads is run once more with ``--json``. ``desk maple ko`` types lines at the prompt of
    a match, in a language: there a line that is refused does not stop the next. ``file maple.md``
    shows a file that a command has written.
    """
    runner = CliRunner()
    here = ("--db", str(folder / "ledger.db"), "--actor", "tess")
    for command, typed in read_script(name):
        if command[0] == "file":
            written = mask((folder / command[1]).read_text(encoding="utf-8"), folder)
            if command[1].endswith(".json"):
                written = pformat(json.loads(written), width=110)
            yield shlex.join(command), shorten(written)
            continue
        if command[0] == "desk":
            match, lang = command[1:]
            yield from type_at_desk(folder / "ledger.db", match, lang, typed.splitlines())
            continue
        reads = command[0] == "?"
        words = command[1:] if reads else command
        for more in ((), ("--json",)) if reads else ((),):
            given = [*words, *more]
            filled = [word.replace(HERE, str(folder)).replace(DATA, str(PLAYS)) for word in given]
            language = () if "--lang" in given else ("--lang", "en")
            result = runner.invoke(app, [*filled, *here, *language], input=typed)
            text = mask(result.stdout if more else result.output, folder)
            if more and text:
                text = pformat(json.loads(text), width=110)
            yield shlex.join(given), f"{shorten(text)}\n[{result.exit_code}]"


def type_at_desk(
    ledger_file: Path, match: str, lang: str, lines: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield every line that is typed at the prompt of a match, with what is answered and asked."""
    with Ledger(ledger_file) as ledger:
        session = Session(ledger, ledger.find(match), "tess")
        set_language(lang)
        desk = Desk(session, Voice(session.engine, lang, session.timeline.seats))
        desk.table.shell = PromptShell(desk, typer.main.get_command(app))
        for line in lines:
            told = []
            for reply in desk.handle(line):
                told += [reply.kind, *map(print_plain, draw_reply(desk, reply))]
            told.append(desk.write_prompt().strip())
            said = "\n".join(each.rstrip() for each in told)
            yield f"{match}> {line}", shorten(mask(said, ledger_file.parent))
        set_language("en")


def mask(text: str, folder: Path) -> str:
    """Return a text without what differs every time."""
    text = text.replace(str(folder), HERE).replace(str(ROOT.parent), "HERE").rstrip()
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return text


def shorten(text: str) -> str:
    """Return a text without spaces at the ends of lines; of a long one the rest is a digest."""
    lines = [line.rstrip() for line in text.splitlines()]
    if len(lines) > MOST:
        rest = "\n".join(lines[MOST:])
        digest = hashlib.sha256(rest.encode()).hexdigest()[:16]
        lines[MOST:] = [f"… {len(lines) - MOST} lines more, {digest}"]
    return "\n".join(lines)


def find_file(name: str) -> Path:
    """Return the file with what a script prints."""
    return SCRIPTS / f"{name}.txt"


def read_outputs(name: str) -> dict[str, str]:
    """Return what the commands of a script printed when it was last written, by number and text."""
    parts = find_file(name).read_text(encoding="utf-8").split("\n$ ")
    return dict(part.split("\n", 1) for part in parts[1:])


def number_outputs(outputs: Iterator[tuple[str, str]]) -> dict[str, str]:
    """Return outputs by number and command."""
    return {f"{n} foldtable {command}": said for n, (command, said) in enumerate(outputs, 1)}


def main(arguments: list[str]) -> int:
    """Renew the files of some scripts, or of all; only with ``--write``."""
    if arguments[:1] != ["--write"]:
        print(__doc__)
        return 2
    for name in arguments[1:] or list_scripts():
        with TemporaryDirectory() as folder:
            outputs = number_outputs(run_script(name, Path(folder)))
        said = "".join(f"\n$ {command}\n{text}\n" for command, text in outputs.items())
        find_file(name).write_text(said, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
