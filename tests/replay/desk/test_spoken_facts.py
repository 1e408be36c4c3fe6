"""Tests of questions about now that a game answers itself: who deals, who leads, what is trump."""

from __future__ import annotations

import pytest

from ledger.store import Ledger
from tests import table


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("who deals?", "Bo deals."),
        ("who is the dealer", "Bo deals."),
        ("who leads", "Cy leads trick 1."),
        ("who starts?", "Cy leads trick 1."),
        ("what is trump", "Trump: blue."),
        ("what's trump?", "Trump: blue."),
        ("what round is it", "This is round 2 of 20."),
        ("which round", "This is round 2 of 20."),
    ],
)
def test_F10_what_is_so_in_a_round_of_wizard_is_said(ledger: Ledger, asked: str, told: str) -> None:
    session = table.open_session(ledger, game="wizard", seats=("Ana", "Bo", "Cy"), level="actions")
    desk = table.open_desk(session)
    table.type_accepted(desk, "up y2", "1 0 0", "y5", "y4", "y9", "up b7", "1 0 0")
    version = session.timeline.version
    assert told in table.join_replies(table.type_accepted(desk, asked))
    assert session.timeline.version == version


def test_F10_what_nobody_told_is_said_so(ledger: Ledger) -> None:
    session = table.open_session(ledger, game="wizard", seats=("Ana", "Bo", "Cy"), level="pad")
    desk = table.open_desk(session)
    assert "Nobody told the trump." in table.join_replies(
        table.type_accepted(desk, "what is trump")
    )


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("who has the flag?", "green park: Ana has the flag with Newcomer, 1 to beat."),
        ("whose duels are left", "red park, round 1: Bo against Cy."),
        ("which trophies are hidden", "Dee’s trophy of round 1: nobody told the fans."),
        ("who plays the final", "Who plays the final is open"),
        ("what round is it", "green park, round 2: Ana against Bo."),
        ("how many trophies does Dee have", "round 1 trophy (fans hidden)"),
    ],
)
def test_F10_what_is_so_in_challengers_is_said(ledger: Ledger, asked: str, told: str) -> None:
    people = ("Ana", "Bo", "Cy", "Dee")
    session = table.open_session(ledger, game="challengers", seats=people, level="full")
    desk = table.open_desk(session)
    table.type_accepted(desk, "a: ok", "d: ok", "s a", "newcomer")
    if "flag" not in asked and "left" not in asked:
        table.type_accepted(desk, "win d", "win b")
    version = session.timeline.version
    (reply,) = table.type_lines(desk, asked)
    assert told in str(reply.shows)
    assert session.timeline.version == version


def test_G10_what_is_so_is_asked_with_particles(ledger: Ledger) -> None:
    session = table.open_session(ledger, game="wizard", seats=("지훈", "민지", "수아"), level="pad")
    desk = table.open_desk(session, "ko")
    for asked in ("으뜸패가 뭐야", "지금 몇 라운드야?"):
        (reply,) = table.type_lines(desk, asked)
        assert reply.kind == "told", reply.shows
