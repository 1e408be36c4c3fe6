"""What every command prints in Korean is Korean: no text of the code is left in English (G10).

The Korean texts are muted while the commands run (`tests.korean_texts`), so that whatever Latin
word is printed is data or a text without a translation.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from ledger.store import Ledger
from replay.cli.admin.database import list_actions
from replay.cli.command import EVERYWHERE
from replay.cli.exits import Exit
from tests.korean_texts import TWO_FORMS, find_untranslated, mute_korean
from tests.replay.cli.conftest import invoke
from tests.replay.cli.examples import BEFORE, prepare_examples, split_redirections
from tests.replay.cli.test_commands import every
from tests.test_docs import EXAMPLES
from tests.translations import all_commands

SAID = ("Tuesday night", "Kitchen", "Dee", "Bo took a third red")
"""What the examples give as a title, a place, a name and a claim."""

NAMES = (("Ana", "지수"), ("Bo", "민호"), ("ana.", "지수."), ("bo.", "민호."), ("Cy", "하나"))
"""Korean people in the place of those in the examples."""

NONSENSE = "xyzzy"

LATIN = re.compile("[A-Za-z_]+")
"""The parts of what is typed: of a query, of an address."""

COMMANDS = frozenset(word for words in every() for word in words) | list_actions().keys()
"""The names of all commands, and of what db can do."""


@pytest.fixture(autouse=True)
def muted() -> Iterator[None]:
    """Let Korean texts have no Latin letter."""
    with mute_korean():
        yield


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the examples name: maple, played by Korean people, and some files."""
    return prepare_examples(
        tmp_path_factory.mktemp("korean"),
        seats=("지수", "민호"),
        actor="태수",
        claim="그건 내 차례였어",
    )


@pytest.fixture
def here(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, in which the commands run and speak Korean."""
    for path in prepared.iterdir():
        copyfile(path, tmp_path / path.name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOLDTABLE_LANG", "ko")
    monkeypatch.setenv("FOLDTABLE_ACTOR", "태수")
    monkeypatch.setenv("FOLDTABLE_DB", str(tmp_path / "ledger.db"))
    return tmp_path


def list_names(folder: Path) -> set[str]:
    """Return the names of all matches of a ledger and of the files beside it, by their parts."""
    with Ledger(folder / "ledger.db") as ledger:
        names = {info.name for info in ledger.matches()}
    return names | {part for path in folder.iterdir() for part in path.name.split(".")}


def check(said: str, *allowed: str) -> None:
    """Fail where an English word was printed, or a particle in two forms."""
    lines = said.splitlines()
    assert [line for line in lines if find_untranslated(line, allowed)] == []
    assert [line for line in lines if TWO_FORMS.search(line)] == []


def speak(line: str) -> str:
    """Return an example with Korean people, without what it gives in English."""
    for text in SAID:
        line = line.replace(text, "셋째")
    for english, korean in NAMES:
        line = line.replace(english, korean)
    return line


@pytest.mark.parametrize("example", EXAMPLES)
def test_G10_an_example_prints_korean(example: str, here: Path) -> None:
    """Every example of the reference, as it is run with `FOLDTABLE_LANG=ko`."""
    for line in (*BEFORE.get(example, ()), example):
        words, given, output = split_redirections(speak(line))
        typed = Path(given).read_text(encoding="utf-8") if given else ""
        result = invoke(*shlex.split(words), given=typed, code=None)
        if output:
            Path(output).write_text(result.stdout, encoding="utf-8")
    said = result.output.replace(str(here), "")
    if "help" not in example and not output:
        check(said, *list_names(here), *shlex.split(words), *LATIN.findall(words))


@pytest.mark.parametrize("example", [each for each in EXAMPLES if " < " not in each])
def test_G10_json_has_the_same_keys_in_korean(example: str, here: Path) -> None:
    """Whatever a program reads is called the same in every language."""
    found = []
    for lang in ("en", "ko"):
        (here / lang).mkdir()
        for path in (path for path in here.iterdir() if path.is_file()):
            copyfile(path, here / lang / path.name)
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(here / lang)
            where = ("--db", "ledger.db", "--lang", lang, "--json")
            for line in (*BEFORE.get(example, ()), example):
                words = shlex.split(split_redirections(speak(line))[0])
                end = words.index("--") if "--" in words else len(words)
                result = invoke(*words[:end], *where, *words[end:], code=None)
        printed = (result.stdout, result.stderr)
        found.append([list_keys(json.loads(text)) for text in printed if text[:1] in ("{", "[")])
    assert found[0] == found[1]


def list_keys(content: Any) -> Any:
    """Return the shape of JSON: all keys, without what they hold."""
    match content:
        case dict():
            return {key: list_keys(value) for key, value in content.items()}
        case list():
            return [list_keys(value) for value in content[:3]]
        case _:
            return None


def list_wrong_uses() -> Iterator[tuple[str, ...]]:
    """Yield wrong uses of every command: arguments too few and too many, an option that is none,
    one without its value, and one whose value cannot be."""
    known = {command.name: command for command in all_commands()}
    for words in every():
        if not hasattr(known[words[-1]], "commands"):  # a group alone shows its help
            yield words
        yield (*words, f"--{NONSENSE}")
        yield (*words, *["셋째"] * 9)
        options = [each for each in known[words[-1]].params if each.param_type_name == "option"]
        for each in options:
            if each.rich_help_panel == EVERYWHERE and words != ("log",):
                continue
            if each.is_flag:
                yield (*words, f"{each.opts[0]}=셋째")
            else:
                yield (*words, each.opts[0])
                if each.bare_type() is int:
                    yield (*words, *["셋째"] * 3, each.opts[0], "셋째")


@pytest.mark.parametrize("words", list(list_wrong_uses()), ids=" ".join)
def test_G10_a_wrong_use_is_told_in_korean(words: tuple[str, ...], here: Path) -> None:
    """What typer would say in English. Some of these uses are right, such as that of `games`."""
    result = invoke(*words, code=None)
    if result.exit_code == Exit.DONE:
        return
    said = re.sub(r"사용법: foldtable.*|: foldtable .*", "", result.output.replace(str(here), ""))
    check(said.replace(NONSENSE, ""), *list_names(here), *words, *COMMANDS)
