"""Auditing many matches with workers: all are audited once, and what is done need not be again."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.headlines import MatchInfo
from ledger.store import Ledger
from replay.record.session import Session
from replay.referee import ledger_audit
from replay.referee.audit import audit_match
from replay.referee.findings import Audit
from replay.referee.ledger_audit import audit_matches
from tests import table
from tests.some import some


@pytest.fixture
def many(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """A ledger of seven matches, two of which are audited at once."""
    monkeypatch.setattr(ledger_audit, "AT_ONCE", 2)
    for number in range(7):
        table.lay_out_session(ledger, name=f"m{number}")
    return ledger


@pytest.mark.parametrize("jobs", [1, 2])
def test_matches_are_audited_in_their_order_by_any_number_of_processes(
    many: Ledger, jobs: int
) -> None:
    """Each of them is told of as it is done."""
    infos, told = many.matches(), [0]

    def advance() -> None:
        told[0] += 1

    audits = list(audit_matches(many, infos, advance, jobs=jobs))
    assert [audit.name for audit in audits] == [info.name for info in infos]
    assert all(audit.intact for audit in some(audits))
    assert told == [7]


def test_stopped_audit_goes_on_where_it_was(
    many: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that was recorded on since is audited again; the record is deleted at the end."""
    record = tmp_path / "verified.jsonl"
    audited: list[str] = []

    def stop_after_four(ledger: Ledger, info: MatchInfo) -> Audit:
        if len(audited) == 4:
            raise KeyboardInterrupt
        audited.append(info.name)
        return audit_match(ledger, info)

    monkeypatch.setattr(ledger_audit, "audit_match", stop_after_four)
    with pytest.raises(KeyboardInterrupt):
        list(audit_matches(many, many.matches(), lambda: None, record=record))
    assert audited == ["m6", "m5", "m4", "m3"]
    assert record.exists()
    audited[:] = ["", "", "", "", ""]
    audits = list(audit_matches(many, many.matches(), lambda: None, record=record))
    assert [audit.name for audit in audits] == [f"m{n}" for n in reversed(range(7))]
    assert audited[5:] == ["m2", "m1", "m0"]
    assert not record.exists()
    table.type_accepted(table.open_desk(Session(many, many.find("m0"), "tess")), "wug")
    assert len(list(audit_matches(many, many.matches(), lambda: None, record=record))) == 7
