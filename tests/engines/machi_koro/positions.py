"""A table of Machi Koro for tests: laid out, typed at, asked what was wrong."""

from __future__ import annotations

from typing import Any

from engines.machi_koro import engine
from engines.machi_koro.catalog import LANDMARKS
from engines.machi_koro.state import (
    State,
)
from tests.engines.machi_koro.cases import lay_out
from tests.engines.typist import Typist

STATION, MALL, PARK, TOWER = LANDMARKS


TYPIST: Typist[State] = Typist(engine)
type_legal = TYPIST.type_legal
write_in_full = TYPIST.write_in_full
find_refusal = TYPIST.find_refusal
list_breaches = TYPIST.list_breaches
find_broken = TYPIST.find_broken


def town(*cards: dict[str, int], **how: Any) -> State:
    """Return a table of seats with these cards and nine coins each."""
    return lay_out(cards, how.pop("coins", [9] * len(cards)), **how)
