"""The way out to a terminal: nothing that others wrote commands it, and every failure is named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ledger.clerk import Open
from ledger.event import draft_event, make_id
from ledger.store import Ledger
from replay.cli.output import make_console
from replay.cli.streams import CleanStream, clean_streams
from replay.fold.metadata import Metadata
from replay.record.opening import make_headline
from tests.replay.cli.conftest import Run
from tests.replay.cli.killed import COMMAND, environment
from tests.replay.cli.test_hostile import unix
from tests.some import some

EVIL = "\x1b]0;owned\x07\x9b2J\u202eevil\r\n   9  Ana takes 9 diamond"
COMMANDING = ("\x1b", "\x07", "\x9b", "\u202e", "\r")


def store_evil_match(ledger: Ledger) -> str:
    """Store a match of an earlier time whose name, title and people command a terminal."""
    match_id = make_id()
    opening = Open(
        game="splendor",
        rules="splendor-2014/1",
        seats=(f"Ana{EVIL}", "Bo"),
        name=f"zz{EVIL}",
        title=EVIL,
        place=EVIL,
    )
    started = draft_event(Open.type, opening)
    note = draft_event("log.note", {"text": EVIL})
    claim = draft_event("log.dispute", {"at": 1, "claim": EVIL, "by": EVIL})
    drafts = [started, note, claim]
    ledger.append(match_id, 0, drafts, f"tess{EVIL}", headline=make_headline(Metadata(opening)))
    return match_id


@pytest.fixture
def evil(maple: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of such a match, beside a harmless one."""
    monkeypatch.setenv("FOLDTABLE_DB", str(tmp_path / "ledger.db"))
    monkeypatch.chdir(tmp_path)
    with Ledger(tmp_path / "ledger.db") as ledger:
        return store_evil_match(ledger)


@pytest.mark.parametrize(
    "arguments",
    [
        ("matches", "--all"),
        ("matches", "--json"),
        ("log", "@"),
        ("log", "@", "--json"),
        ("show", "@"),
        ("step", "@"),
        ("verify", "@"),
        ("verify", "--all"),
        ("dispute", "list", "@"),
        ("export", "@", "-o", "x.match.json"),
        ("report", "@"),
        ("show", "zy"),
        ("close", "@", "--abandoned"),
        ("sign", "@", "nobody"),
        ("fork", "@@1"),
        ("fork", "@@99"),
        ("note", "@", EVIL),
        ("show", EVIL),
        ("show", EVIL, "--json"),
        (EVIL,),
        ("show", f"--{EVIL}"),
        ("new", "splendor", f"Cy{EVIL}", "Bo"),
        ("new", "splendor", "Cy", "Bo", "--name", EVIL),
        ("new", EVIL),
        ("key", "trust", EVIL, "x"),
        ("key", EVIL),
        ("hide", "@"),
    ],
    ids=lambda arguments: " ".join(arguments).encode("ascii", "replace").decode()[:30],
)
@pytest.mark.parametrize("colour", [False, True])
def test_H6_nothing_that_was_written_commands_a_terminal(
    run: Run, evil: str, arguments: tuple[str, ...], colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither on stdout nor on stderr, in listings, logs, boards, questions and errors."""
    if colour:
        monkeypatch.setenv("FORCE_COLOR", "1")
    result = run(*(part.replace("@", evil, 1) for part in arguments), code=None)
    plain = _drop_colours(result.stdout + result.stderr)
    assert [c for c in COMMANDING if c in plain] == [], plain
    lines = [line.strip() for line in plain.splitlines()]
    assert not any(line.startswith("9  Ana takes") for line in some(lines)), plain


def _drop_colours(text: str) -> str:
    """Return a text without the sequences that set colours."""
    import re

    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_H6_a_page_of_a_match_with_an_evil_name_lies_in_this_folder(
    run: Run, evil: str, tmp_path: Path
) -> None:
    """Whatever an older ledger calls the match (H7)."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        opening = Open(game="splendor", rules="r", seats=("Ana", "Bo"), name="../../../x")
        match_id = make_id()
        ledger.append(
            match_id,
            0,
            [draft_event(Open.type, opening)],
            "t",
            headline=make_headline(Metadata(opening)),
        )
    before = {path.name for path in tmp_path.iterdir()}
    run("report", match_id)
    assert {path.name for path in tmp_path.iterdir()} - before == {"_________x.html"}


def test_H6_colours_stay_and_texts_are_cleaned(capsys: pytest.CaptureFixture[str]) -> None:
    """What rich draws is cleaned piece by piece; what anybody prints, as a whole."""
    from rich.table import Table
    from rich.text import Text

    table = Table("a\x9b2J")
    table.add_row(Text("b\x1b[2J", style="red"))
    with clean_streams():
        assert isinstance(sys.stdout, CleanStream)
        make_console().print(table)
        print("c\x1b[2J", file=sys.stderr)
    said = capsys.readouterr()
    assert not any(c in said.out + said.err for c in COMMANDING)
    assert "c[2J" in said.err
    assert not isinstance(sys.stdout, CleanStream)


def run_shell(tmp_path: Path, line: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run foldtable in a shell line in which it stands as "$@"."""
    return subprocess.run(
        ["/bin/sh", "-c", line, "sh", *COMMAND, *command],
        env=environment(tmp_path / "ledger.db"),
        capture_output=True,
        text=True,
        check=False,
    )


@unix
@pytest.mark.parametrize("command", [("--help",), ("matches",), ("log", "maple"), ("--version",)])
def test_H13_a_full_device_is_named(maple: str, tmp_path: Path, command: tuple[str, ...]) -> None:
    """Not with a traceback."""
    result = run_shell(tmp_path, '"$@" > /dev/full', *command)
    assert result.returncode == 4
    assert result.stderr == "Standard output: No space left on device.\n"


@unix
def test_H13_what_belongs_to_stderr_never_lands_on_stdout(maple: str, tmp_path: Path) -> None:
    """Standard error is closed."""
    result = run_shell(tmp_path, '"$@" 2>&-', "show", "nosuch")
    assert (result.returncode, result.stdout) == (3, "")
    result = run_shell(tmp_path, '"$@" 2>&-', "export", "maple", "-o", str(tmp_path / "x.json"))
    assert (result.returncode, result.stdout) == (0, "")


@unix
def test_H13_an_export_to_nowhere_fails(maple: str, tmp_path: Path) -> None:
    """Standard output is closed; the file would be lost."""
    result = run_shell(tmp_path, '"$@" >&-', "export", "maple")
    assert result.returncode == 4
    assert "closed" in result.stderr


def test_H13_the_packages_say_that_they_are_typed() -> None:
    """Each has the file `py.typed`, and the wheel takes such files along."""
    import tomllib

    root = Path(__file__).parents[3]
    packed = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    assert "py.typed" in packed["tool"]["setuptools"]["package-data"]["*"]
    for package in ("ledger", "engines", "replay", "migrations"):
        assert (root / package / "py.typed").is_file()
