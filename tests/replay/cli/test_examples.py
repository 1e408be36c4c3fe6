"""The examples of the reference are run. Their exit codes are compared, not what they print."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from shutil import copyfile

import pytest

from ledger.store import Ledger
from replay.cli.exits import Exit
from replay.lab.dealer import Dealer
from tests import table
from tests.replay.cli.conftest import invoke
from tests.test_docs import EXAMPLES

SEED = 1
"""The dealer's game in which every example is possible."""

LAST = 60
"""The last event that the dealer plays; the dispute about event 57 is the next one."""

BEFORE: Mapping[str, tuple[str, ...]] = {
    'new splendor --seats "Ana,Bo,Cy" --first Bo': ("hide maple", "hide willow"),
    "sign maple Ana": ("close maple --result 15,12",),
    "import maple.match.json": ("export maple -o maple.match.json",),
    "archive read evenings": ("archive write evenings --all",),
    "reopen maple": ("close maple --result 15,12",),
    "redo maple 41": ("undo maple 41 --yes",),
}
"""What is done before an example."""

ENDS: Mapping[str, Exit] = {
    "verify maple --seal 0123-4567-89ab": Exit.BROKEN,
    "key trust ana KEY": Exit.REFUSED,
    'when maple "bo.points >= 10"': Exit.FOUND,
}
"""The exit codes of the examples that do not end with 0: a made-up seal, a word for a key, and a
condition that never holds."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the examples name: maple, with a dispute and a branch, and some files."""
    folder = tmp_path_factory.mktemp("examples")
    with Ledger(folder / "ledger.db") as ledger:
        session = table.lay_out_session(ledger)
        dealer = Dealer(session.engine, SEED)
        while session.timeline.version < LAST:
            prompts = session.list_prompts()
            session.record([dealer.answer(session.state, dealer.pick_prompt(prompts))])
    here = ("--db", str(folder / "ledger.db"), "--actor", "tess")
    invoke("dispute", "open", "maple@57", "--claim", "That was mine", "--rule", "S5", *here)
    invoke("fork", "maple@41", "--name", "willow", *here)
    copyfile(Path(__file__).parents[2] / "data" / "recorded" / "beach.json", folder / "beach.json")
    (folder / "evening.txt").write_text("# the next evening\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_reference_ends_as_it_should(
    example: str, prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder and a ledger of its own."""
    for path in prepared.iterdir():
        copyfile(path, tmp_path / path.name)
    monkeypatch.chdir(tmp_path)
    for line in (*BEFORE.get(example, ()), example):
        words, _less, given = line.partition(" < ")
        typed = Path(given).read_text(encoding="utf-8") if given else ""
        result = invoke(*shlex.split(words), given=typed, code=None)
        assert result.exit_code == ENDS.get(line, Exit.DONE), result.output
