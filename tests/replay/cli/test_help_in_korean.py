"""The help of every command speaks Korean: usage, paragraphs, arguments, options, panels."""

from __future__ import annotations

import re

import pytest

from replay.base.i18n import set_language
from replay.base.terminal_text import count_columns
from replay.cli.help_screen import EXAMPLE, list_paragraphs
from tests.korean_texts import find_english
from tests.replay.cli.conftest import Run
from tests.replay.cli.test_commands import every
from tests.some import some
from tests.translations import all_commands

HANGUL = re.compile("[가-힣]")


def test_find_english_finds_a_sentence() -> None:
    """Ids and what is typed pass, such as “and” and “exit”."""
    assert find_english("Show this message and exit.") == ["Show", "this", "message"]
    assert find_english("maple@57 a.points --json foldtable log full JSON") == []


@pytest.mark.parametrize("command", [(), *every()], ids=" ".join)
def test_G10_help_is_korean(run: Run, command: tuple[str, ...]) -> None:
    """`foldtable --help` and that of every command, with `--lang ko`."""
    said = run(*command, "--help", "--lang", "ko").stdout
    lines = [line for line in said.splitlines() if not line.strip().startswith(EXAMPLE)]
    assert said.startswith("사용법: foldtable")
    assert len(lines) > 3
    for line in some(lines):
        assert find_english(line, ["wug"]) == [], line


@pytest.mark.parametrize("variable", ["FOLDTABLE_LANG", "LANG"])
def test_G10_help_speaks_the_language_of_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """Without an option, too."""
    for name in ("FOLDTABLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "ko_KR.UTF-8")
    assert run("new", "--help").stdout.startswith("사용법: foldtable new [게임]")


def test_G10_the_shell_completes_with_korean_explanations() -> None:
    """Commands, and the options of one."""
    group = all_commands()[0]
    set_language("ko")
    try:
        context = group.make_context("foldtable", [], resilient_parsing=True)
        commands = group.shell_complete(context, "re")
        record = group.commands["record"]
        options = record.shell_complete(record.make_context("record", []), "--")
    finally:
        set_language("")
    assert {offer.value for offer in commands} >= {"record", "redo", "report"}
    assert {offer.value for offer in options} >= {"--no-board", "--lang"}
    for offer in [*commands, *options]:
        assert HANGUL.search(offer.help), offer.value
        assert find_english(offer.help) == []


def test_lines_of_help_fit_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter of Hangul takes two columns; an example is one line, however long."""
    monkeypatch.setenv("COLUMNS", "80")
    said = run("--help", "--lang", "ko").stdout.splitlines()
    assert len(said) > 40
    for line in some(said):
        assert count_columns(line) <= 80, line


def test_every_command_has_paragraphs() -> None:
    """Without any, the tests of them would have nothing to check."""
    for command in some(all_commands()):
        assert list(list_paragraphs(command)), command.name
