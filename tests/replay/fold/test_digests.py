"""Digests stay what they were: old ledgers hold them, and `verify` compares them."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from engines.book import Book
from engines.protocol import Engine, State
from engines.registry import load_engine
from engines.values import Prompt, Score, Standing
from replay.files.exchange import read_match_file
from replay.fold.digests import compute_digest
from replay.fold.timeline import Timeline

RECORDED = Path(__file__).parents[2] / "data" / "recorded"


class FixedState:
    """A position of no game: two pieces in two places."""

    book = Book({"a.coins": {"coin": 2}, "bank": {"coin": 5, "gem": 1}})
    seats = 2


class FixedEngine:
    """An engine that says the same of every state."""

    rules = "fixed/1"

    def standing(self, _state: State) -> Standing:
        """Return who has how many points."""
        return Standing((Score(0, 2, rank=1), Score(1, None, rank=2)), over=True, winners=(0,))

    def list_prompts(self, _state: State) -> tuple[Prompt, ...]:
        """Return who is to act."""
        return (Prompt(1, "ask.take", ("take",), place="bank"),)


def digest_fixed(rules: str | None = None) -> str:
    """Return the digest of the fixed state."""
    return compute_digest(cast("Engine[State]", FixedEngine()), cast("State", FixedState()), rules)


def test_K2_the_digest_of_a_fixed_state_is_known() -> None:
    """Neither what a digest covers nor how it is computed may change."""
    assert digest_fixed() == "3750814594a124c2d63188a6c3b96069"
    assert digest_fixed("fixed/1") == digest_fixed() != digest_fixed("fixed/2")


DIGESTS = {
    "challengers-2022/2": "5334f7dd6f6c72a0941c4adc050568a3",
    "machi-koro-2012/1": "a5ef9c5948df2965fe5442aa16ea3567",
    "machi-koro-2012/2": "480de94457eac846b683b1ea404b1fc5",
    "seven-wonders-duel-2015/1": "597240f08c92320b10f12b536ad9b1cb",
    "seven-wonders-duel-2015/2": "b248962c1119fb7e6d4f73f9199aa04c",
    "splendor-2014/2": "8e25a8c68e7a8e3adcb78186171e1369",
    "splendor-2014/3": "9b44cbd5d6d2f4b2addce98f5926fea5",
    "wizard-amigo/1": "3eb53f7f938e32fc024dacc500c13b96",
    "wizard-amigo/2": "db5d3ba8ad982a5f94952c79c15a34d9",
}
"""The digest after the last event of the recorded match of a game, by the rulebook's revision.

A line is added when a revision rises. A digest that changes although the revision does not is a
fault: `verify` would call every ledger of that revision damaged.
"""


@pytest.mark.parametrize(
    "game", ["challengers", "machi-koro", "seven-wonders-duel", "splendor", "wizard"]
)
def test_K2_the_digest_of_a_recorded_match_is_known(game: str) -> None:
    """The match was recorded once and is folded by the rules of today."""
    _file, events, problems = read_match_file((RECORDED / f"{game}.match.json").read_bytes())
    assert not problems
    timeline = Timeline(events)
    rules = load_engine(game).rules
    assert compute_digest(timeline.engine, timeline.state) == DIGESTS[rules]
