"""A branch of a closed match starts open: the closing of its parent is not its own."""

from __future__ import annotations

import pytest

from ledger.clerk import Close, Strike
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.fold.closing import find_signers
from replay.fold.timeline import Timeline
from replay.record.opening import fork_match
from replay.record.session import Session
from replay.referee.audit import audit_match
from tests import table
from tests.replay.cli.conftest import invoke
from tests.some import some


@pytest.fixture
def branch(session: Session) -> Session:
    """A branch of a match that is closed and signed, forked at its end."""
    session.close(Close(how="abandoned"))
    session.sign(table.ANA)
    info = fork_match(session.ledger, session.info, session.timeline.version, "tess", "oak")
    return Session(session.ledger, info, "tess")


def test_branch_of_closed_match_is_open(branch: Session) -> None:
    assert branch.timeline.closing is None
    assert find_signers(branch.timeline) == ()
    branch.record([table.parse_action(branch, "wug")])


def test_branch_of_closed_match_is_listed_as_open(branch: Session, ledger: Ledger) -> None:
    listed = ledger.find("oak")
    assert (listed.closed_at, listed.how) == (None, "")
    assert audit_match(ledger, listed).findings == ()


def test_signing_an_open_branch_is_refused(branch: Session) -> None:
    """The seal of the parent is not acknowledged in its place."""
    with pytest.raises(NothingToDo, match="not closed"):
        branch.sign(table.BO)


def test_reopening_an_open_branch_is_refused(branch: Session) -> None:
    """The closing of the parent is not struck inside the branch."""
    with pytest.raises(NothingToDo, match="open"):
        branch.reopen()
    assert all(event.type != Strike.type for event in some(branch.timeline.events))


def test_branch_has_a_closing_of_its_own(branch: Session, session: Session) -> None:
    seal = branch.close(Close(how="conceded", seat=table.BO, winners=(table.ANA,)))
    closing = branch.timeline.closing
    assert closing is not None
    assert (closing.version, closing.seal) == (branch.timeline.version, seal)
    assert branch.sign(table.ANA).seal == seal
    assert find_signers(branch.timeline) == (table.ANA,)
    assert branch.ledger.find("oak").how == "conceded"
    branch.reopen()
    assert branch.timeline.closing is None
    assert branch.ledger.find("oak").closed_at is None
    parent = Timeline(session.ledger.events(session.info.match_id)).closing
    assert parent is not None
    assert parent.close.how == "abandoned"


def test_commands_on_a_branch_of_a_closed_match(branch: Session) -> None:
    """Such a branch is shown, listed, recorded and verified as an open match."""
    assert "oak" in invoke("matches", "--state", "open").output
    assert "Not yet signed" not in invoke("show", "oak").output
    invoke("verify", "oak")
    invoke("reopen", "oak", code=2)
    invoke("sign", "oak", "Bo", code=2)
    invoke("record", "oak", "-e", "wug")
    invoke("close", "oak", "--abandoned")
    assert "oak" not in invoke("matches", "--state", "open").output
    invoke("sign", "oak", "Bo")
    invoke("reopen", "oak")
    invoke("verify", "oak")
