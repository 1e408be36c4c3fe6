"""Somebody leaves a game of 7 Wonders Duel (D63); nobody joins it (D64)."""

from __future__ import annotations

import pytest

from engines.protocol import find_breaches
from engines.seven_wonders_duel import engine
from engines.values import DecodeError, Setup


@pytest.mark.parametrize("seat", [0, 1])
def test_seat_leave_lets_the_other_win(seat: int) -> None:
    """At once; nothing is asked any more, and nothing moves."""
    state = engine.open(Setup(2, level="actions"))
    gone, moves = engine.leave(state, seat)
    standing = engine.standing(gone)
    assert moves == ()
    assert (standing.over, standing.winners, standing.rule) == (True, (1 - seat,), "D63")
    assert engine.list_prompts(gone) == ()


def test_seat_leave_leaves_nothing_to_do() -> None:
    """What the other does is a breach, and so is what whoever has left does."""
    state = engine.open(Setup(2, level="actions"))
    gone, _ = engine.leave(state, 1)
    (draft, *_rest) = engine.parse("pyramids", state)
    assert "D63" in {breach.rule for breach in find_breaches(engine, gone, draft)}


def test_seat_join_again_goes_on_where_it_was() -> None:
    """With the same prompts as before."""
    state = engine.open(Setup(2, level="actions"))
    back, moves = engine.join(engine.leave(state, 0)[0], 0)
    assert (back, moves) == (state, ())


def test_seat_join_is_refused() -> None:
    """The rule says why."""
    with pytest.raises(DecodeError, match="D64"):
        engine.join(engine.open(Setup(2)), 2)
