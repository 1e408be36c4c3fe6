"""Lists are typed with spaces, commas or semicolons between their entries, in every game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ledger.store import Ledger
from tests.table import open_desk, open_session, type_lines

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed")
YELLOW = ("y1", "0 1 0 0")

LISTS: list[tuple[str, int, str, Sequence[str], Sequence[str]]] = [
    ("wizard", 4, "pad", (), ("2", "1", "1", "2")),
    ("wizard", 4, "pad", ("1 0 0 1",), ("0", "0", "1", "0")),
    ("wizard", 4, "pad", (), ("0/1", "0/0", "0/0", "0/0")),
    ("wizard", 4, "pad", (), ("= 10", "20", "-30", "40")),
    ("wizard", 4, "pad", (), ("tricks 1", "0", "0", "0")),
    ("wizard", 4, "results", (), ("result 10", "20", "-30", "40")),
    ("wizard", 4, "results", (), ("결과 10", "20", "-30", "40")),
    ("wizard", 4, "actions", YELLOW, ("b5", "b6", "W", "N")),
    ("wizard", 4, "actions", YELLOW, ("bids 1", "0", "2", "0")),
    ("splendor", 2, "actions", (), ("w", "u", "g")),
    ("splendor", 2, "actions", (), ("white", "blue", "green")),
    ("splendor", 2, "actions", ("wug",), ("= a w1", "u1")),
    ("splendor", 2, "results", (), ("result 15/9", "12/8")),
    ("splendor", 2, "results", (), ("result 15", "15", "b")),
    ("splendor", 2, "full", (), ("1wu3", "1uk3", "1gr3", "1rw3")),
    ("machi-koro", 3, "full", (), ("= b 7", "ran 2", "train 1")),
    ("machi-koro", 3, "full", (), ("= supply ran 3", "mine 2")),
    ("machi-koro", 3, "results", (), ("result 4", "2", "?")),
    ("seven-wonders-duel", 2, "results", (), ("result 60", "57")),
    ("challengers", 4, "results", (), ("result 34/4", "36/3", "20/2", "10/1", "final b")),
    ("challengers", 4, "results", (), ("plans 2", "1", "4", "3")),
]


def record(ledger: Ledger, game: str, seats: int, level: str, lines: Sequence[str]) -> list[str]:
    """Return what is recorded of the last of some lines, with a reason for what breaks a rule."""
    name = f"m{len(ledger.matches())}"
    session = open_session(ledger, name=name, game=game, seats=NAMES[:seats], level=level)
    desk = open_desk(session)
    type_lines(desk, *lines[:-1])
    before = len(session.timeline.frames)
    if type_lines(desk, lines[-1])[-1].kind == "breach":
        type_lines(desk, "! so it was")
    frames = session.timeline.frames[before:]
    return [session.engine.write(frame.action) for frame in frames if frame.action is not None]


@pytest.mark.parametrize(
    ("game", "seats", "level", "before", "entries"),
    LISTS,
    ids=[f"{c[0]} {' '.join(c[4])}" for c in LISTS],
)
def test_F8_spaces_commas_and_semicolons_are_alike(
    ledger: Ledger,
    game: str,
    seats: int,
    level: str,
    before: Sequence[str],
    entries: Sequence[str],
) -> None:
    plain = record(ledger, game, seats, level, [*before, " ".join(entries)])
    assert plain
    for between in (", ", ",", "; ", ";"):
        listed = between.join(entries)
        assert record(ledger, game, seats, level, [*before, listed]) == plain, listed


def test_F8_a_hand_is_listed_as_well(ledger: Ledger) -> None:
    lines = ["0/0 0/0 0/1", "level full", "y1"]
    plain = record(ledger, "wizard", 3, "pad", [*lines, "b5 W"])
    assert plain == ["c: held W b5"]
    for listed in ("b5, W", "b5; W", "h b5; W", "h b5,W"):
        assert record(ledger, "wizard", 3, "pad", [*lines, listed]) == plain, listed


def test_F8_what_is_no_list_is_one_action_after_the_other(ledger: Ledger) -> None:
    """Two rolls are no roll of two dice; winners of duels, and turns, follow each other."""
    rolls = record(ledger, "machi-koro", 2, "full", ["3; 4"])
    assert rolls == ["roll 3", "a: pass", "roll 4"]
    both = record(ledger, "challengers", 4, "results", ["a2; c3"])
    assert both == record(ledger, "challengers", 4, "results", ["a2, c3"])
    assert len(both) == 2
    assert len(record(ledger, "splendor", 2, "actions", ["wug; wug"])) == 2


@pytest.mark.parametrize("game", ["challengers", "wizard", "splendor", "machi-koro"])
def test_F10_what_cannot_be_read_before_a_semicolon_is_refused(ledger: Ledger, game: str) -> None:
    """It is no list, and no error that ends the recording."""
    session = open_session(ledger, game=game, seats=("Ana", "Bo", "Cy"))
    replies = type_lines(open_desk(session), "zz5: dog 7; ben 6")
    assert replies[-1].kind == "refused"
