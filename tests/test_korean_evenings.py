"""Evenings as Koreans type them: in sentences, with particles, the verb at the end.

In `data/korean` every line in Korean stands behind the same in the notation. A line without Korean
is only there to go on.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from ledger.store import Ledger
from replay.desk.desk import Desk
from tests import table
from tests.some import some

FOLDER = Path(__file__).parent / "data" / "korean"
PEOPLE = ("지훈", "민지", "수아", "은별", "태오", "하람", "이든", "서준")


class Evening(NamedTuple):
    """What is played by how many, and how finely it is recorded."""

    game: str
    seats: int
    level: str = "full"


EVENINGS = {
    "splendor": Evening("splendor", 3),
    "machi-koro": Evening("machi-koro", 3),
    "seven-wonders-duel": Evening("seven-wonders-duel", 2),
    "wizard": Evening("wizard", 6),
    "wizard-pad": Evening("wizard", 4, "pad"),
    "challengers": Evening("challengers", 8, "results"),
}
LEAST = 9
"""The fewest lines in Korean that an evening has."""


def open_evening(name: str, path: Path) -> Desk:
    """Return a desk at which an evening begins, in a ledger of its own."""
    game, seats, level = EVENINGS[name]
    session = table.open_session(Ledger(path), game=game, seats=PEOPLE[:seats], level=level)
    return table.open_desk(session, "ko")


def read_lines(name: str) -> list[tuple[str, str]]:
    """Return the lines of an evening in the notation and in Korean, "" where they are not in it."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    parts = (line.partition(" | ") for line in lines)
    return [(notation.strip(), said.strip()) for notation, _bar, said in parts]


def list_facts(desk: Desk) -> list[tuple[str, str]]:
    """Return what was recorded: the kind of each event, and its action in full."""
    engine, frames = desk.session.engine, desk.session.timeline.frames[1:]
    actions = ("" if f.action is None else engine.write(f.action) for f in frames)
    return [(f.entry.kind, action) for f, action in zip(frames, actions, strict=True)]


@pytest.mark.parametrize("name", EVENINGS)
def test_G10_an_evening_is_typed_as_koreans_speak(name: str, tmp_path: Path) -> None:
    """Every sentence records what its line in the notation does."""
    notation, korean = (open_evening(name, tmp_path / f"{n}.db") for n in (1, 2))
    lines = read_lines(name)
    assert sum(bool(said) for _typed, said in lines) >= LEAST
    for typed, said in some(lines):
        table.type_accepted(notation, typed)
        table.type_accepted(korean, said or typed)
        assert list_facts(korean) == list_facts(notation), said
