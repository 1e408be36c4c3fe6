"""What is printed: JSON that parses, text that needs neither colour nor boxes, two languages."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest

from engines.splendor import engine
from tests.conftest import LONG
from tests.replay.cli.conftest import Run
from tests.replay.cli.killed import COMMAND
from tests.some import some

LISTINGS: list[tuple[str, ...]] = [
    ("games",),
    ("matches",),
    ("log", "maple"),
    ("log", "maple", "--raw"),
    ("show", "maple"),
    ("show", "maple", "--eyes", "bo"),
    ("step", "maple"),
    ("diff", "maple@1..3"),
    ("why", "maple", "ana.blue"),
    ("why", "maple", "ana.points"),
    ("why", "maple@2", "price"),
    ("register", "maple", "bank"),
    ("balance", "maple"),
    ("when", "maple", "bo.black > 0"),
    ("branches",),
    ("precedents", "splendor"),
    ("house",),
    ("rules", "splendor"),
    ("rules", "splendor", "S4"),
    ("cards", "splendor"),
    ("verify", "maple"),
    ("verify", "--all"),
    ("db",),
]
"""Everything that lists or shows something."""

SPOKEN = [command for command in LISTINGS if command != ("db",)]
BOXES = re.compile("[\u2500-\u259f]")
ESCAPE = "\x1b"


# -- JSON ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", LISTINGS, ids=" ".join)
def test_every_listing_is_json_too(run: Run, maple: str, command: tuple[str, ...]) -> None:
    """One document, and nothing beside it."""
    result = run(*command, "--json")
    json.loads(result.stdout)
    assert result.stderr == ""


WORDY = pytest.mark.xfail(strict=True, reason="log --raw says in words what was struck by what")


@pytest.mark.parametrize(
    "command",
    [pytest.param(c, marks=WORDY if "--raw" in c else (), id=" ".join(c)) for c in SPOKEN],
)
def test_json_is_the_same_in_any_language(run: Run, maple: str, command: tuple[str, ...]) -> None:
    """But for what is words."""

    def without_words(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: without_words(v) for k, v in value.items() if k not in ("text", "name")}
        return [without_words(each) for each in value] if isinstance(value, list) else value

    en, ko = (json.loads(run(*command, "--json", "--lang", lang).stdout) for lang in ("en", "ko"))
    assert without_words(en) == without_words(ko)


def test_what_the_documents_say(run: Run, maple: str) -> None:
    """Their keys are what scripts rely on."""
    (match,) = json.loads(run("matches", "--json").stdout)
    assert (match["name"], match["seats"], match["events"], match["state"]) == (
        "maple",
        ["Ana", "Bo"],
        7,
        "open",
    )
    log = json.loads(run("log", maple, "--json").stdout)
    assert [event["version"] for event in log] == [1, 2, 3, 4, 7]
    assert [breach["rule"] for breach in log[2]["breaches"]] == ["S5"]
    raw = json.loads(run("log", maple, "--raw", "--json").stdout)
    assert [event["version"] for event in raw] == [1, 2, 3, 4, 5, 6, 7]
    board = json.loads(run("show", maple, "--json").stdout)
    assert board["places"]["b.tokens"] == {"black": 3}
    why = json.loads(run("why", maple, "bo.onyx", "--json").stdout)
    assert (why["total"], why["steps"][0]["version"]) == (3, 3)


@pytest.mark.parametrize(
    "command",
    [
        ("new", "splendor", "C", "D", "--another"),
        ("record", "maple", "-e", "ugr"),
        ("fork", "maple@2"),
        ("close", "maple", "--abandoned"),
        ("simulate", "splendor"),
    ],
    ids=" ".join,
)
def test_what_changes_something_answers_in_json_too(
    run: Run, maple: str, command: tuple[str, ...]
) -> None:
    """For scripts that record."""
    assert json.loads(run(*command, "--json").stdout)


# -- plain text ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variables", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}, {"COLUMNS": "40"}])
def test_a_pipe_gets_plain_text(
    run: Run, maple: str, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]
) -> None:
    """No escape codes, no boxes, nothing at the ends of lines."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    commands = LISTINGS if LONG or not variables else LISTINGS[1:6]
    for command in (*commands, ("record", "maple", "-e", "board"), ("help", "exit-codes")):
        said = run(*command).output
        assert ESCAPE not in said, command
        assert not BOXES.search(said), command
        assert not [line for line in said.splitlines() if line != line.rstrip()], command


def test_plain_is_what_a_pipe_gets(run: Run, maple: str) -> None:
    """Asked for or not."""
    for command in some(LISTINGS if LONG else LISTINGS[1:10]):
        assert run(*command, "--plain").stdout == run(*command).stdout


def test_lines_are_not_cut_in_a_pipe(run: Run, maple: str) -> None:
    """However long: whoever reads them there wants all of them."""
    run("note", maple, "long " * 200)
    assert "long " * 199 in run("log", maple).stdout


def test_help_in_a_pipe_is_plain(run: Run) -> None:
    """Also of the whole program."""
    for command in ((), ("record",), ("log",)):
        said = run(*command, "--help").stdout
        assert ESCAPE not in said
        assert not BOXES.search(said)


@pytest.fixture
def terminal(tmp_path: Path, maple: str) -> Any:
    """Run a command at a terminal and return all that it wrote there."""

    def written(*arguments: str, **variables: str) -> str:
        environment = {
            "PATH": "",
            "HOME": str(tmp_path),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "FOLDTABLE_DB": os.environ["FOLDTABLE_DB"],
            "FOLDTABLE_LANG": "en",
        }
        said: bytes = pexpect.run(
            " ".join(f"'{part}'" for part in (*COMMAND, *arguments)),
            env=environment | variables,
            timeout=30,
        )
        return said.decode()

    return written


COLOUR = re.compile(r"\x1b\[[0-9;]*\b(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])\b[0-9;]*m")


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are otherwise there")
def test_at_a_terminal_colour_is_an_addition(terminal: Any, run: Run) -> None:
    """With NO_COLOR, --no-color or --plain there is none, and the words are the same."""

    def words(text: str) -> list[str]:
        bare = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", BOXES.sub("", text))
        return bare.split()

    coloured = terminal("show", "maple")
    assert COLOUR.search(coloured)
    plain = terminal("show", "maple", "--plain")
    assert ESCAPE not in plain
    assert not BOXES.search(plain)
    for bare in (terminal("show", "maple", NO_COLOR="1"), terminal("show", "maple", "--no-color")):
        assert not COLOUR.search(bare)
        assert words(bare) == words(coloured) == words(plain)


def test_what_has_changed_is_marked_in_text(run: Run, maple: str) -> None:
    """A star, not only a style."""
    said = run("show", f"{maple}@3").stdout
    assert "k 1*" in said
    assert "u 3*" not in said


def test_every_gem_has_its_letter(run: Run, maple: str) -> None:
    """w u g r k y: in the bank, and before every seat."""
    said = run("show", maple).stdout
    bank = next(line for line in said.splitlines() if line.startswith("Bank"))
    assert re.findall(r"\b([a-z]) \d", bank) == list("wugrky")
    header = next(line for line in said.splitlines() if "points" in line)
    assert [word for word in header.split() if len(word) == 1] == list("wugrky")


def test_breaches_and_rulings_are_words(run: Run, maple: str) -> None:
    """Not colours."""
    said = run("log", maple).stdout
    assert "S5" in said
    assert "the last round was short" in said


# -- languages -----------------------------------------------------------------------------------


def hangul(text: str) -> bool:
    """Whether a text has Korean in it."""
    return any("가" <= c <= "힣" for c in text)


NAMES_AND_IDS = ("house", "precedents", "branches")
"""Commands that say nothing else, or nothing at all."""


@pytest.mark.parametrize(
    "command", [each for each in SPOKEN if each[0] not in NAMES_AND_IDS], ids=" ".join
)
def test_korean_is_spoken_on_request(run: Run, maple: str, command: tuple[str, ...]) -> None:
    """And only then."""
    assert hangul(run(*command, "--lang", "ko").stdout)
    assert not hangul(run(*command, "--lang", "en").stdout)


@pytest.mark.parametrize(
    ("variables", "korean"),
    [
        ({"FOLDTABLE_LANG": "ko"}, True),
        ({"FOLDTABLE_LANG": "en", "LC_ALL": "ko_KR.UTF-8"}, False),
        ({"FOLDTABLE_LANG": "", "LC_ALL": "ko_KR.UTF-8"}, True),
        ({"FOLDTABLE_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "ko_KR.UTF-8"}, True),
        ({"FOLDTABLE_LANG": "", "LC_ALL": "de_DE.UTF-8"}, False),
        ({"FOLDTABLE_LANG": "xx", "LC_ALL": "C"}, False),
    ],
    ids=str,
)
def test_the_language_is_the_variables_or_the_locales(
    run: Run, maple: str, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], korean: bool
) -> None:
    """English where neither says anything."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert hangul(run("log", maple).stdout) == korean


def test_one_log_any_language(run: Run, maple: str) -> None:
    """The same lines, event by event; names of people stay."""
    en, ko = (run("log", maple, "--lang", lang).stdout.splitlines() for lang in ("en", "ko"))
    numbers = [[line[:4] for line in lines if line[:4].strip().isdigit()] for lines in (en, ko)]
    assert numbers[0] == numbers[1]
    assert "Ana" in "".join(ko)


def test_either_language_is_understood(run: Run, maple: str) -> None:
    """Whichever is spoken."""
    run("record", maple, "--lang", "en", given="사파이어 에메랄드 루비\n")
    run("record", maple, "--lang", "ko", given="diamond ruby emerald\n")
    said = run("log", maple, "--json").stdout
    last = [event["payload"]["tokens"] for event in json.loads(said)[-2:]]
    assert last == [{"blue": 1, "green": 1, "red": 1}, {"green": 1, "red": 1, "white": 1}]


def test_korean_errors_are_korean(run: Run, maple: str) -> None:
    """What is wrong is said in the language asked for."""
    for arguments in (
        ("log", "mapel"),
        ("record", maple, "-e", "xyzzy"),
        ("rules", "splendor", "S99"),
    ):
        code = None
        assert hangul(run(*arguments, "--lang", "ko", code=code).stderr), arguments


def test_rule_texts_are_in_the_rulebook(run: Run) -> None:
    """Word for word, in both languages."""
    for lang in ("en", "ko"):
        said = run("rules", "splendor", "S4", "--lang", lang).stdout
        rule = engine.rulebook.rules["S4"]
        assert rule.title[lang] in said
        assert rule.text[lang] in said


# -- looking without changing --------------------------------------------------------------------


@pytest.mark.parametrize("command", LISTINGS, ids=" ".join)
def test_looking_changes_nothing(
    run: Run, maple: str, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """Not a byte of the ledger."""
    before = (tmp_path / "ledger.db").read_bytes()
    run(*command)
    assert (tmp_path / "ledger.db").read_bytes() == before


def test_quiet_says_nothing_but_the_result(run: Run, maple: str, tmp_path: Path) -> None:
    """For scripts."""
    target = str(tmp_path / "m.json")
    assert run("export", maple, "-o", target, "--quiet").output == ""
    assert (
        run("new", "splendor", "C", "D", "--another", "--name", "nut", "--quiet").output == "nut\n"
    )
