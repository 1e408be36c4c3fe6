"""Any card set: it can be played with, or what is wrong with it is said."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engines.challengers.cards.sets import SHIPPED, find_file
from engines.registry import load_engine
from engines.values import Setup
from replay.explain.card_set_problems import describe_file
from replay.files.card_sets import find_source, parse_card_set
from replay.lab.dealer import Dealer
from tests.fuzz.json_edits import edited
from tests.some import some

SETS = [json.loads(Path(str(find_file(symbol))).read_text("utf-8")) for symbol in SHIPPED]


@given(content=st.sampled_from(SETS).flatmap(edited), seed=st.integers(0, 99))
def test_any_edited_card_set_is_playable_or_explained(content: Any, seed: int) -> None:
    """What `check` lets pass can be opened and played with by the dealer."""
    engine = load_engine("challengers")
    source = find_source(engine)
    assert source is not None
    found = parse_card_set(source, Path("own.json"), json.dumps(content, indent=1))
    if found.card_set is None:
        assert all(problem.strip() for problem in some(list(describe_file(found))))
        return
    setup = Setup(2, 0, {"cardsets": [found.card_set.content]})
    for state, action in some(list(islice(Dealer(engine, seed).play(setup), 30))):
        assert engine.parse(engine.write(action), state, ("Ana", "Bo"))
