"""What a correction changes: breaches that appear and vanish, and what stays unexplained."""

from __future__ import annotations

from ledger.store import Ledger
from replay.desk.correction_dialogue import preview_correction
from replay.desk.proposals import propose_amendment
from replay.record.corrections import plan_amendment
from replay.record.session import Session
from tests import table
from tests.some import some


def test_F12_correction_that_only_heals_is_harmless(session: Session) -> None:
    """Ana was recorded as paying tokens that she did not have; she had taken three.

    The breaches vanish, and so does what was unaccounted: the question is asked with yes.
    """
    desk = table.open_desk(session)
    table.type_accepted(desk, "b 1kg3=ggr ! misread", "wrk")
    amend = plan_amendment(session.timeline, 17, table.parse_action(session, "a: wug"))
    changes = session.consequences(amend)
    assert changes.vanish
    assert changes.explained
    assert changes.unaccounted == {}
    assert changes.is_harmless


def test_F12_confirmation_of_a_healing_correction_is_asked_with_yes(session: Session) -> None:
    asked: list[tuple[tuple[str, ...], bool]] = []

    def confirm(shown: tuple[str, ...], harmless: bool) -> bool:
        asked.append((shown, harmless))
        return True

    desk = table.open_desk(session)
    table.type_accepted(desk, "b 1kg3=ggr ! misread", "wrk")
    desk.table.confirm = confirm
    table.type_accepted(desk, "amend 17 wug")
    ((shown, harmless),) = asked
    assert any("vanish" in text for text in shown)
    assert not any(text.startswith("now a breach") for text in some(shown))
    assert harmless


def test_F12_correction_that_leaves_more_unexplained_is_not_harmless(session: Session) -> None:
    table.type_accepted(table.open_desk(session), "wug", "wrk")
    amend = plan_amendment(session.timeline, 17, table.parse_action(session, "a: b 1kg3=ggr"))
    assert not session.consequences(amend).is_harmless


def test_F14_every_count_that_no_longer_agrees_is_told(ledger: Ledger) -> None:
    """A counted pad does not agree with two people once their round was exchanged."""
    session = table.open_session(ledger, game="wizard", seats=("Ana", "Bo", "Cy"), level="pad")
    desk = table.open_desk(session)
    table.type_accepted(desk, "1/1 0/0 0/0", "= 30 20 20")
    shown = list(preview_correction(desk.table, propose_amendment(desk.table, 2, "0/0 1/1 0/0")))
    told = [text for text in shown if text.startswith("now a breach: 3 COUNT")]
    assert len(told) == 2
    assert "Ana" in told[0]
    assert "Bo" in told[1]
    table.type_accepted(desk, "amend 2 0/0 1/1 0/0")
    back = list(preview_correction(desk.table, propose_amendment(desk.table, 2, "1/1 0/0 0/0")))
    assert len([text for text in back if text.startswith("no longer a breach: 3")]) == 2
