"""The examples of the reference are run. Their exit codes are compared, not what they print."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from shutil import copyfile

import pytest

from replay.cli.exits import Exit
from tests.replay.cli.conftest import invoke
from tests.replay.cli.examples import BEFORE, prepare_examples, split_redirections
from tests.test_docs import EXAMPLES

ENDS: Mapping[str, Exit] = {
    "verify maple --seal 0123-4567-89ab": Exit.BROKEN,
    "key trust ana KEY": Exit.REFUSED,
    "db copy ledger.db postgresql://server/games": Exit.REFUSED,
    'when maple "bo.points >= 10"': Exit.FOUND,
    'new "Kitchen Chess" Ana Bo': Exit.REFUSED,
}
"""The exit codes of the examples that do not end with 0: a made-up seal, a word for a key, a
server that is not there, a condition that never holds, and a match beside one that is open."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the examples name: maple, with a dispute and a branch, and some files."""
    return prepare_examples(tmp_path_factory.mktemp("examples"))


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_reference_ends_as_it_should(
    example: str, prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder and a ledger of its own."""
    for path in prepared.iterdir():
        copyfile(path, tmp_path / path.name)
    monkeypatch.chdir(tmp_path)
    for line in (*BEFORE.get(example, ()), example):
        words, given, output = split_redirections(line)
        typed = Path(given).read_text(encoding="utf-8") if given else ""
        result = invoke(*shlex.split(words), given=typed, code=None)
        assert result.exit_code == ENDS.get(line, Exit.DONE), result.output
        if output:
            Path(output).write_text(result.stdout, encoding="utf-8")
