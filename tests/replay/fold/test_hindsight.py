"""Folding again with what became known later."""

from __future__ import annotations

import pytest

from engines.book import is_unknown
from engines.values import TABLE
from ledger.store import Ledger
from replay.fold.hindsight import fold_with_hindsight
from replay.fold.timeline import Timeline
from replay.record.session import Session
from tests import table
from tests.replay.walks import dump_scores
from tests.some import some


def unseen(timeline: Timeline, place: str = "") -> set[str]:
    """The unknown pieces that lie anywhere (or in a place) at the end."""
    return {
        item
        for where, item, n in timeline.state.book.walk()
        if is_unknown(item) and n > 0 and place in ("", where)
    }


def test_a_card_in_hand_is_known_before_it_was_shown(session: Session) -> None:
    """Ana drew unseen and bought the card later: with hindsight it lay in her hand all along."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "d1", "wuk", "ggr ! counted", "wuk")
    assert unseen(session.timeline, "a.reserved")
    table.type_accepted(desk, "b 1kg3=ggr ! it was hers")
    events = session.timeline.events
    then = Timeline(events).at(18).state.book
    now = fold_with_hindsight(events).at(18).state.book
    assert then.count("a.reserved", "1k-g3") == 0
    assert now.count("a.reserved", "1k-g3") == 1


def test_what_never_came_out_stays_unknown(session: Session) -> None:
    """Nobody can know it."""
    table.type_accepted(table.open_desk(session), "d1", "wuk")
    assert unseen(session.timeline, "a.reserved")
    assert unseen(fold_with_hindsight(session.timeline.events), "a.reserved")


@pytest.mark.parametrize("seed", range(4))
def test_everything_that_came_out_is_known_from_the_start(ledger: Ledger, seed: int) -> None:
    """And nobody's score is another one."""
    events = ledger.events(table.simulate(ledger, seed, 3).match_id)
    plain, knowing = Timeline(events), fold_with_hindsight(events)
    assert plain.find_revealed_faces()
    for before, after in some(zip(plain.frames, knowing.frames, strict=True)):
        known = {item for _, item, n in after.state.book.walk() if n > 0}
        assert not known & set(plain.find_revealed_faces())
        assert dump_scores(before.state) == dump_scores(after.state)
        assert after.state.book.totals() == knowing.frames[0].state.book.totals()


def test_hindsight_of_then_knows_what_had_come_out_by_then(session: Session) -> None:
    """As the record stood after an event."""
    table.type_accepted(
        table.open_desk(session), "d1", "wuk", "ggr ! counted", "wuk", "b 1kg3=ggr ! hers"
    )
    early = fold_with_hindsight(session.timeline.events, as_of=20)
    assert early.at(18).state.book.count("a.reserved", "1k-g3") == 0


def test_hindsight_and_eyes_are_independent(session: Session) -> None:
    """Bo with hindsight knows what came out, not what Ana alone has seen."""
    table.type_accepted(table.open_desk(session), "d1 1kg3", "wuk", "d2 2ru3r2k3", "wuk")
    events = session.timeline.events
    known = fold_with_hindsight(events).known
    bo = Timeline(events, known=known, eyes=table.BO)
    everybody = Timeline(events, known=known, eyes=TABLE)
    for timeline in (bo, everybody):
        assert timeline.state.book.count("a.reserved", "1k-g3") == 0
        assert len(unseen(timeline, "a.reserved")) == 2
