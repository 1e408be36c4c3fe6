"""No error answers in English when the program speaks Korean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.values import DecodeError
from replay.base.errors import describe_error
from replay.base.i18n import set_language
from tests.replay.cli.conftest import Run

WRONG = (
    "bogus",
    "log --bogus",
    "log --since x",
    "log maple extra",
    "amend maple",
    "amend maple x b23",
    "dispute zz",
    "dispute open maple@1",
    "log nobody",
    "log maple --eyes zed",
    "log maple --type zz",
    "log maple --as-of 99",
    "show maple@99",
    "show maple@x",
    "new nogame A B --another",
    "new splendor A B -o foo=1 --another",
    "new splendor A B --level x --another",
    "new splendor A --another",
    "undo maple 99",
    "amend maple 1 xx",
    "why maple foo",
    "when maple foo",
    "rules splendor Z99",
    "cards splendor qqqq",
    "packs check nowhere.json",
    "import nowhere.json",
    "verify nowhere.json",
    "export maple -o .",
    "help foo",
    "key trust ana x",
)
"""Command lines that go wrong, each in its own way."""


def english_in(said: str) -> list[str]:
    """Return the English words that only sentences have."""
    return re.findall(r"\b(?:the|is|are|no|not|this|of|has|takes|cannot|it|an)\b", said)


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_command_is_told_in_korean(run: Run, maple: str, line: str) -> None:
    """Usage errors, unknown names, files that are missing."""
    said = run(*line.split(), "--lang", "ko", code=None).stderr
    assert re.search("[가-힣]", said), said
    assert english_in(said) == [], said


@pytest.mark.parametrize("content", ["{", "x", "{}", '{"format":"foldtable/match","version":9}'])
@pytest.mark.parametrize("command", ["import", "verify"])
def test_a_bad_file_is_told_in_korean(run: Run, tmp_path: Path, command: str, content: str) -> None:
    """Whether it ends too early, is no JSON, is something else, or is too new."""
    file = tmp_path / "bad.json"
    file.write_text(content)
    said = run(command, str(file), "--lang", "ko", code=7).output
    assert re.search("[가-힣]", said), said
    assert english_in(said.replace(str(file), "")) == [], said


def test_a_damaged_file_is_told_in_korean(run: Run, maple: str, tmp_path: Path) -> None:
    """The place in it is named, nothing of the library that found it."""
    file = tmp_path / "maple.match.json"
    run("export", maple, "-o", str(file))
    file.write_text(file.read_text().replace('"events":', '"events_":', 1))
    said = run("import", str(file), "--lang", "ko", code=7).stderr
    assert "$" in said
    assert english_in(said.replace(str(file), "")) == [], said


@pytest.mark.parametrize("line", ["dispute --lang ko", "--lang ko dispute", "--lang=ko dispute"])
def test_a_group_takes_shared_options_without_a_command(run: Run, line: str) -> None:
    """It shows its help, as without them."""
    said = run(*line.split(), code=None).output
    assert "사용법: foldtable dispute" in said
    assert "--lang" not in said


def test_a_name_keeps_its_case_in_an_error(run: Run, maple: str) -> None:
    """At the start of a sentence, too."""
    assert run("fork", "maple@99", code=3).stderr.startswith("maple has events 1 to ")


def test_an_action_that_no_match_has_is_refused_in_korean() -> None:
    """A seat that is not there."""
    error = DecodeError("there is no seat {seat} in a match of {seats}", seat=9, seats=2)
    set_language("ko")
    try:
        said = describe_error(error).text
    finally:
        set_language("")
    assert re.search("[가-힣].*9", said), said
    assert english_in(said) == []
