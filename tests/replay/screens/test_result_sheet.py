"""The result for the group chat, word for word: however a match ended, whatever was agreed on."""

from __future__ import annotations

import pytest

from ledger.clerk import Close
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.screens.result_sheet import write_result_sheet
from tests import table

UNSIGNED = "Not yet signed: Ana, Bo, Cy."
SAYS = "The record says otherwise: Ana 0, Bo 0, Cy 0."
TIED = ["1. Ana 0", "1. Bo 0", "1. Cy 0"]


def close(how: str = "finished", *points: int | None, **more: object) -> Close:
    """Return how a match is closed."""
    return Close(how=how, points=points, **more)  # type: ignore[arg-type]


def open_desk(ledger: Ledger, level: str) -> Desk:
    """Return the desk of a match of Splendor."""
    people = ("Ana", "Bo", "Cy")
    return table.open_desk(
        table.open_session(ledger, seats=people, level=level, played="2026-11-20")
    )


CASES: dict[str, tuple[str, tuple[str, ...], Close | None, list[str]]] = {
    "running": ("actions", ("wug",), None, TIED),
    "counted": (
        "actions",
        ("wug",),
        close("finished", 1, 3, 2, winners=(1,)),
        ["1. Bo 3", "2. Cy 2", "3. Ana 1", "Bo wins.", SAYS, UNSIGNED],
    ),
    "shared": (
        "actions",
        ("wug",),
        close("finished", 3, 1, 3, winners=(0, 2)),
        ["1. Ana 3", "1. Cy 3", "3. Bo 1", "Ana, Cy share the victory.", SAYS, UNSIGNED],
    ),
    "counted in part": (
        "actions",
        ("wug",),
        close("finished", 3, None, 5, winners=(2,)),
        ["1. Cy 5", "2. Ana 3", "3. Bo –", "Cy wins.", SAYS, UNSIGNED],
    ),
    "counted, and nothing else was recorded": (
        "actions",
        (),
        close("finished", 1, 3, 2, winners=(1,)),
        ["1. Bo 3", "2. Cy 2", "3. Ana 1", "Bo wins.", UNSIGNED],
    ),
    "without points": (
        "actions",
        (),
        close("finished", winners=(1,)),
        [*TIED, "Bo wins.", UNSIGNED],
    ),
    "conceded": (
        "actions",
        (),
        close("conceded", seat=0, winners=(1, 2)),
        [
            *("1. Bo 0", "1. Cy 0", "3. Ana 0"),
            *("Ana conceded.", "Bo, Cy share the victory.", UNSIGNED),
        ],
    ),
    "abandoned": ("actions", (), close("abandoned"), [*TIED, "Abandoned.", UNSIGNED]),
    "somebody has left": (
        "actions",
        ("wug", "leave b"),
        close("finished", 1, 9, 2, winners=(2,)),
        [
            *("1. Cy 2", "2. Ana 1", "3. Bo 9 (left)", "Cy wins."),
            *(SAYS, "Not yet signed: Ana, Cy."),
        ],
    ),
    "over by the rules": (
        "results",
        ("result 15/5 16/6 3/1",),
        None,
        ["1. Bo 16", "2. Ana 15", "3. Cy 3", "The last round is finished. Bo wins."],
    ),
    "a tie that the rules break": (
        "results",
        ("result 15/5 15/4 3/1",),
        close(winners=(1,)),
        [
            *("1. Bo 15", "2. Ana 15", "3. Cy 3"),
            *("The last round is finished. Bo wins.", UNSIGNED),
        ],
    ),
    "over, and another winner was agreed on": (
        "results",
        ("result 15/5 15/4 3/1",),
        close("finished", 15, 15, 3, winners=(0,)),
        ["1. Bo 15", "2. Ana 15", "3. Cy 3", "Ana wins.", UNSIGNED],
    ),
    "over, and other points were agreed on": (
        "results",
        ("result 15/5 15/4 3/1",),
        close("finished", 15, 15, 16, winners=(2,)),
        [
            *("1. Cy 16", "2. Ana 15", "2. Bo 15", "Cy wins."),
            *("The record says otherwise: Ana 15, Bo 15, Cy 3.", UNSIGNED),
        ],
    ),
    "over, and somebody concedes": (
        "results",
        ("result 15/5 15/4 3/1",),
        close("conceded", seat=1, winners=(0, 2)),
        [
            *("1. Ana 15", "2. Cy 3", "3. Bo 15", "Bo conceded."),
            *("Ana, Cy share the victory.", UNSIGNED),
        ],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_result_as_it_is_sent(ledger: Ledger, case: str) -> None:
    """With the seal of the closing, or of what is recorded so far."""
    level, lines, closing, said = CASES[case]
    desk = open_desk(ledger, level)
    session = desk.session
    table.type_lines(desk, *lines)
    if closing is not None:
        session.close(closing)
    kind = "head" if closing is None else "seal"
    unsigned = said[-1:] if closing is not None else []
    ending = [f"{kind} {session.seal}", *unsigned]
    expected = ["Splendor, 2026-11-20", *(said if closing is None else said[:-1]), *ending]
    assert write_result_sheet(session, desk.voice).splitlines() == expected


def test_who_has_signed_is_named_no_more(ledger: Ledger) -> None:
    """Until everybody has."""
    desk = open_desk(ledger, "actions")
    desk.session.close(close("abandoned"))
    for seat, unsigned in enumerate((UNSIGNED, "Not yet signed: Bo, Cy.", "Not yet signed: Cy.")):
        assert write_result_sheet(desk.session, desk.voice).splitlines()[-1] == unsigned
        desk.session.sign(seat)
    closing = desk.session.timeline.closing
    assert closing is not None
    last = write_result_sheet(desk.session, desk.voice).splitlines()[-1]
    assert last == f"seal {closing.seal}"
