"""What the examples of the reference name: maple, with a dispute and a branch, and some files."""

from __future__ import annotations

import json
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
    "sheets check catan.toml": ("sheets new catan > catan.toml",),
    "import maple.match.json BGStatsExport.json": ("export maple -o maple.match.json",),
    "people merge Bo Bob": ("new splendor Ana Bob --another",),
    'places merge Kitchen "the kitchen"': (
        "new splendor Ana Bo --place Kitchen --another",
        'new splendor Ana Bo --place "the kitchen" --another',
    ),
    "verify evenings --jobs 4": ("archive write evenings --all",),
}
"""What is done before an example."""

BEACH: Final = Path(__file__).parents[2] / "data" / "recorded" / "beach.json"
EXPORT: Final = {
    "players": [{"id": 1, "uuid": "p1", "name": "Ana"}, {"id": 2, "uuid": "p2", "name": "Bo"}],
    "games": [{"id": 1, "name": "스플렌더", "bggId": 148228}],
    "plays": [
        {
            "uuid": "p3",
            "gameRefId": 1,
            "playDate": "2026-03-14 19:05:00",
            "playerScores": [
                {"playerRefId": 1, "score": "15", "winner": True},
                {"playerRefId": 2, "score": "12", "winner": False},
            ],
        }
    ],
}
"""An export of BG Stats with one play."""


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
    (folder / "BGStatsExport.json").write_text(json.dumps(EXPORT), encoding="utf-8")
    (folder / "evening.txt").write_text("# 19:30\n", encoding="utf-8")
    return folder


def split_redirections(line: str) -> tuple[str, str, str]:
    """Return the command of an example, the file that it reads and the file that it writes."""
    command, _more, output = line.partition(" > ")
    words, _less, given = command.partition(" < ")
    return words, given, output
