"""What the examples of the reference name: maple, with a dispute and a branch, and some files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shutil import copyfile
from typing import Any, Final

from ledger.store import Ledger
from replay.lab.dealer import Dealer
from tests import table
from tests.replay.cli.conftest import invoke

SEED: Final = 1
"""The dealer's game in which every example is possible."""

LAST: Final = 60
"""The last event that the dealer plays; the dispute about event 57 is the next one."""

BEFORE: Final[Mapping[str, tuple[str, ...]]] = {
    'new splendor --seats "Ana,Bo,Cy" --first Bo': ("hide maple", "hide willow"),
    "sign maple Ana": ("close maple --result 15,12",),
    "import maple.match.json": ("export maple -o maple.match.json",),
    "archive read evenings": ("archive write evenings --all",),
    "reopen maple": ("close maple --result 15,12",),
    "redo maple 41": ("undo maple 41 --yes",),
}
"""What is done before an example."""

BEACH: Final = Path(__file__).parents[2] / "data" / "recorded" / "beach.json"


def prepare_examples(
    folder: Path, *, actor: str = "tess", claim: str = "That was mine", **details: Any
) -> Path:
    """Write the ledger and the files that the examples need into a folder, and return it."""
    with Ledger(folder / "ledger.db") as ledger:
        session = table.lay_out_session(ledger, **details)
        dealer = Dealer(session.engine, SEED)
        while session.timeline.version < LAST:
            prompts = session.list_prompts()
            session.record([dealer.answer(session.state, dealer.pick_prompt(prompts))])
    here = ("--db", str(folder / "ledger.db"), "--actor", actor)
    invoke("dispute", "open", "maple@57", "--claim", claim, "--rule", "S5", *here)
    invoke("fork", "maple@41", "--name", "willow", *here)
    copyfile(BEACH, folder / "beach.json")
    (folder / "evening.txt").write_text("# 19:30\n", encoding="utf-8")
    return folder
