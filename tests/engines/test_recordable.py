"""What people did against the rules is recordable as they say it, for every kind of piece."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.book import BOOK
from engines.protocol import State, find_breaches
from engines.registry import load_engine
from engines.values import Action, Setup

LAID = ("1wu3; 1uk3; 1gr3; 1rw3", "2wr5; 2uu5; 2gg5; 2rk5", "3wk7; 3uw7; 3gu7; 3rg7")
NOBLES = "w4u4; r4k4; w3r3k3"
WONDERS = ("zeus", "sphinx", "pyramids", "colossus", "artemis", "piraeus", "appian", "mausoleum")
DECKS = ("a: cat, cat", "a: ok", "b: cat, cat", "b: ok", "s a")

BROKEN: list[tuple[str, int, str, Sequence[str], str, str]] = [
    ("splendor", 2, "full", (*LAID, NOBLES), "n g4r4", "S11"),
    ("splendor", 2, "full", (*LAID, NOBLES), "n w4u4", "S11"),
    ("splendor", 2, "full", (*LAID, NOBLES), "wug ~noble=g4r4", "S11"),
    ("splendor", 2, "full", (*LAID, NOBLES), "b 1kwugr", "S7"),
    ("splendor", 2, "full", (*LAID, NOBLES), "r 1kwugr", "S6"),
    ("splendor", 2, "full", (*LAID, NOBLES), "d2 1uk3", "S6"),
    ("splendor", 2, "full", (*LAID, NOBLES), "wy", "S4"),
    ("machi-koro", 3, "full", ("6 -",), "bo: train", "M6"),
    ("machi-koro", 3, "full", ("6",), "x bo train wheat", "M28"),
    ("machi-koro", 3, "full", ("6",), "x bo wheat radio tower", "M28"),
    ("machi-koro", 3, "full", ("6",), "x bo wheat field train station", "M28"),
    ("machi-koro", 3, "full", ("6",), "x bo stadium mine", "M28"),
    ("machi-koro", 3, "full", ("6",), "mall", "M32"),
    ("wizard", 3, "actions", ("y1", "0 0 0"), "y1", "W9"),
    ("wizard", 3, "actions", ("y1", "0 0 0", "b5"), "b5", "W2"),
    ("wizard", 3, "actions", ("y1", "0 0 0"), "up W", "W9"),
    ("wizard", 3, "actions", ("y1", "0 0 0"), "t b", "W9"),
    ("wizard", 3, "actions", ("y1", "0 0 0"), "b: t b", "W12"),
    ("wizard", 3, "actions", ("y1", "0 0 0"), "h y1", "W9"),
    ("seven-wonders-duel", 2, "actions", WONDERS[:1], "zeus", "D5"),
    ("seven-wonders-duel", 2, "actions", WONDERS, "b palace", "D11"),
    ("seven-wonders-duel", 2, "actions", WONDERS, "d merchants guild", "D11"),
    ("seven-wonders-duel", 2, "actions", WONDERS, "w circus < altar", "D23"),
    ("seven-wonders-duel", 2, "actions", WONDERS, "raze altar", "D50"),
    ("seven-wonders-duel", 2, "actions", WONDERS, "revive palace", "D51"),
    ("seven-wonders-duel", 2, "actions", WONDERS, "t law", "D35"),
    ("seven-wonders-duel", 2, "actions", WONDERS, "keep law", "D52"),
    ("challengers", 2, "actions", (), "a: t-rex", "C30"),
    ("challengers", 2, "actions", (), "a: lion for newcomer", "C33"),
    ("challengers", 2, "actions", (), "a: -lion", "C34"),
    ("challengers", 2, "actions", (), "a: deck lion", "C30"),
    ("challengers", 2, "actions", DECKS, "t-rex", "C31"),
    ("challengers", 2, "actions", DECKS, "g b: cat", "C41"),
    ("challengers", 2, "actions", DECKS, "a: c lion", "C80"),
    ("challengers", 2, "actions", DECKS, "a: l lion", "C83"),
    ("challengers", 2, "actions", DECKS, "seen b cat", "C79"),
]


@pytest.mark.parametrize(
    ("game", "seats", "level", "before", "text", "rule"),
    BROKEN,
    ids=[f"{case[0]} {case[4]}" for case in BROKEN],
)
def test_F28_a_breach_is_recordable_in_notation(
    game: str, seats: int, level: str, before: Sequence[str], text: str, rule: str
) -> None:
    """The name of a piece is read wherever it lies, and the rule says what is wrong."""
    engine = load_engine(game)
    state: State = engine.open(Setup(seats, level=level))
    names = ("Ana", "Bo", "Cy")[:seats]
    for line in before:
        for part in line.split(";"):
            for action in engine.parse(part, state, names):
                state, _ = engine.apply(state, action)
    found: set[str] = set()
    for action in engine.parse(text, state, names):
        engine.admit(state, action)
        found |= list_rules(game, state, action)
        assert engine.parse(engine.write(action), state, names) == (action,)
        state, _ = engine.apply(state, action)
    assert rule in found


def list_rules(game: str, state: State, action: Action) -> set[str]:
    """Return the rules that an action breaks, what the book finds missing left out."""
    breaches = find_breaches(load_engine(game), state, action)
    return {breach.rule for breach in breaches} - {BOOK}
