"""A whole evening of 7 Wonders Duel reckoned by hand, from the rules and the printed cards.

The numbers below were written down turn by turn on paper; nothing of the engine is in them. Every
purse after every event, and every line of the final sheet, is compared with what was recorded.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.values import NotationError, Score
from ledger.clerk import Open
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.explain.explanations import explain_number
from replay.record.opening import open_match
from replay.record.session import Session
from replay.speech.voice import Voice
from tests.some import some
from tests.test_evenings import read_evening

PURSES = """
 35  +2   0  Theater discarded: 2 and no yellow card (D22)
 36   0  -2  Workshop: a papyrus at 2 (D14)
 37  -2   0  Palisade: 2 printed (D13)
 41  +2   0  Altar discarded
 43   0  -2  Pharmacist: 2 printed
 44  -3   0  Wood Reserve: 3 printed
 45   0  -2  Apothecary: a glass at 2
 46  -3   0  Stone Reserve: 3 printed
 48   0  +2  Glassworks discarded
 50  -1   0  Stable: a wood at 1 by the Wood Reserve (D16)
 51   0  -1  Press: 1 printed
 53  -2   0  Garrison: a clay at 2
 54   0  +2  Logging Camp discarded
 56  +4   0  Clay Pool discarded: 2 and two yellow cards
 57   0  -1  Clay Pit: 1 printed
 59   0  +2  Baths discarded
 61  -4  -2  Circus Maximus: wood 1, stone 0 + 1, glass 2; its shield takes Bo's loot of 2 (D30)
 63   0  -2  Scriptorium: 2 printed
 77  +6   0  Brewery
 80  -2   0  Sawmill: 2 printed
 82   0  +2  Walls discarded
 84   0  -2  Statue: of two clay one is bought at 2
 87  -3   0  Temple: a papyrus at 3, for Bo's Drying Room shows one; wood is made
 88   0  +2  Aqueduct discarded
 89  +5   0  School discarded: 2 and three yellow cards
 90   0  +2  Courthouse discarded
 93  -6   0  The Great Lighthouse: two papyrus at 3
 94   0  -4  Parade Ground: of two clay one is made, the other at 2, and a glass at 2
 95  +5   0  Brickyard discarded
 96   0  +2  Forum discarded
 99  -3   0  Archery Range: a papyrus at 3
102  +5   0  Customs House discarded
104   0  +6  Urbanism (D54)
106   0  -8  Laboratory: a wood at 4, for Ana's Sawmill shows two, and two glass at 2
122   0  +2  Palace discarded
124  +4  +3  Scientists Guild: 7 for 7 green cards of Bo's (D45); of two clay the Great Lighthouse
          makes one, the other costs 3, which is Bo's by Economy (D56)
125   0  -6  Fortifications: two stone at 3
126 -10 +10  The Mausoleum: a clay at 3, two glass at 2, a papyrus at 3, all to Bo
130   0  -5  Senate: of two clay one at 2, a stone at 3, the papyrus is made
132   0  +4  Observatory: by chain, and Urbanism brings 4
134  +6   0  Lighthouse discarded: 2 and four yellow cards
135   0  -9  The Pyramids: three stone at 3
137  -2  +2  University: a clay by the Great Lighthouse, papyrus by the Forum, glass at 2
138   0  +2  Port discarded
139  +2   0  Magistrates Guild: two blue cards are the most; all it costs is made
140   0  +2  Moneylenders Guild discarded
142  -2  +2  The Sphinx: of two glass the Forum makes one, the other costs 2
143  -3  +3  Chamber of Commerce: a papyrus by the Forum, the other at 3; no grey card, no coins
144   0  +3  The Temple of Artemis: wood 4, stone 3, glass 2; 12 taken
147   0 -14  The Great Library: three wood at 4, a glass at 2
"""
"""Event, what it changed in Ana's purse and in Bo's, and why."""

ANA = {
    "temple": 4,
    "pantheon": 6,
    "university": 2,
    "chamber-of-commerce": 3,
    "scientists-guild": 8,
    "magistrates-guild": 2,
    "the-great-lighthouse": 4,
    "circus-maximus": 3,
    "the-sphinx": 6,
    "the-mausoleum": 2,
    "line.military": 2,
}
"""8 green cards of Bo's for the Scientists, two blue ones for the Magistrates; the pawn 2 ahead is
worth 2; 2 coins are worth nothing."""
BO = {
    "statue": 4,
    "senate": 5,
    "workshop": 1,
    "apothecary": 1,
    "library": 2,
    "dispensary": 2,
    "laboratory": 1,
    "observatory": 2,
    "the-pyramids": 9,
    "the-great-library": 4,
}
"""The Temple of Artemis and his four tokens are worth nothing, nor is an empty purse."""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """The evening, as it was typed."""
    ledger = Ledger(tmp_path / "hand.db")
    seats = ("Ana", "Bo")
    info = open_match(ledger, Open(game="seven-wonders-duel", rules="", seats=seats), "test")
    session = Session(ledger, info, "test")
    desk = Desk(session, Voice(session.engine, "en", seats))
    for line in read_evening("seven-wonders-duel"):
        list(desk.handle(line))
    return session


def test_every_purse_is_what_was_reckoned(session: Session) -> None:
    changes = {}
    for line in re.findall(r"^ *(\d+) +([+-]?\d+) +([+-]?\d+)  ", PURSES, re.MULTILINE):
        version, ana, bo = map(int, line)
        changes[version] = (ana, bo)
    purses = [7, 7]
    for frame in some(session.timeline.frames):
        ana, bo = changes.get(frame.version, (0, 0))
        purses = [purses[0] + ana, purses[1] + bo]
        recorded = [frame.state.book.count(f"{seat}.coins", "coin") for seat in "ab"]
        assert recorded == purses, frame.version
    assert purses == [2, 0]


def lines_of(score: Score) -> dict[str, int]:
    """Return the lines of a score by what brings them."""
    return {line.item or line.label: line.n for line in score.lines}


def test_every_line_of_the_sheet_is_what_was_reckoned(session: Session) -> None:
    ana, bo = session.engine.standing(session.state).scores
    assert lines_of(ana) == ANA
    assert lines_of(bo) == BO
    assert (ana.total, bo.total) == (sum(ANA.values()), sum(BO.values())) == (42, 31)


def test_every_price_paid_can_be_explained(session: Session) -> None:
    """`why N` of every construction adds up to what was paid, each line with its rule."""
    explained = 0
    for frame in session.timeline.frames:
        paid = getattr(frame.action, "paid", None)
        if paid is None:
            continue
        found = explain_number(session.timeline, None, str(frame.version))
        assert found.total == paid.total, frame.version
        assert found.terms
        assert all(part.term.rule in session.engine.rulebook for part in some(found.terms))
        explained += 1
    assert explained == 40


def test_a_price_can_be_asked_for_before_it_is_paid(session: Session) -> None:
    """After 123, when Ana is to play: the same sum as `why 124` gives afterwards."""
    asked = explain_number(session.timeline, 123, "price b scientists")
    paid = explain_number(session.timeline, None, "124")
    assert [part.term for part in asked.terms] == [part.term for part in paid.terms]
    assert asked.total == paid.total == 3
    assert explain_number(session.timeline, 123, "quote 18").total == 3
    assert explain_number(session.timeline, 123, "값 18").total == 3
    with pytest.raises(NotationError):
        explain_number(session.timeline, 123, "price b parthenon")


def test_what_was_bought_says_from_whom(session: Session) -> None:
    """126: the Mausoleum. One clay is made, the rest is bought and paid to Bo (D14, D17, D56)."""
    parts = explain_number(session.timeline, None, "126").terms
    assert [(p.term.item, p.term.data["n"], p.term.n, p.term.rule) for p in parts] == [
        ("clay", 1, 0, "D17"),
        ("clay", 1, 3, "D14"),
        ("glass", 2, 4, "D14"),
        ("papyrus", 1, 3, "D14"),
    ]
    voice = Voice(session.engine, "en", ("Ana", "Bo"))
    assert ["to Bo" in voice.term_label(part.term) for part in parts] == [False, True, True, True]
