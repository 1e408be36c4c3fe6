"""What the recorded matches show after every event is what they showed before."""

from __future__ import annotations

import json

import pytest

from tests import shown
from tests.some import some


@pytest.mark.parametrize("match", shown.MATCHES)
def test_a_recorded_match_shows_what_it_showed(match: str) -> None:
    """Boards, questions, choices, moves, prices and standings; ``python -m tests.shown --write``
    renews them where a change is meant."""
    known = json.loads(shown.find_file(match).read_text(encoding="utf-8"))
    today = shown.show_match(match)
    assert set(today) == set(known)
    for aspect, digests in some(known.items()):
        pairs = zip(digests.split(), today[aspect].split(), strict=True)
        changed = [number for number, (then, now) in enumerate(pairs) if then != now]
        assert changed == [], f"{aspect}: from event {changed[0]} on"
