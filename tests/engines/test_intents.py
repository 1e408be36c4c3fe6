"""Intents: what was filled in for somebody who types is filled in the same way again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.game import Game
from engines.intents import resolve_intent
from engines.protocol import Engine
from engines.registry import load_engine
from engines.values import NotationError, Setup
from replay.lab.dealer import Dealer
from replay.record.session import Session
from tests.some import some

GAMES = ("splendor", "machi-koro", "seven-wonders-duel", "wizard", "challengers")
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")
ACTIONS = 120
"""How many actions of a random game are typed."""

SHORTER = (
    (r"^[a-h]: ", ""),
    (r"^(build|discard|wonder|buy|reserve)\b(.*?)\S+ @(?:market\.)?(\d)\.?(\d*)", r"\1\2\3\4"),
    (r" [=@+]\S+", ""),
    (r"^reveal \S+ ", ""),
    (r"^(tv|swap) [a-h] ?", r"\1 "),
    (r"( |/)\d+$", ""),
    (r"^(win )?(green|red|purple|yellow|final) ", r"\1"),
    (r"^(win )?(\w+) (\w+) over \w+", r"\1\3"),
    (r"^trophy (\w+) \d ", r"trophy \1 "),
)
"""What somebody who types leaves out of the full notation."""


def shorten(text: str) -> Iterator[str]:
    """Yield shorter texts for an action that is written in full."""
    yield text
    texts = {text}
    for pattern, put in SHORTER:
        texts |= {re.sub(pattern, put, each).strip() for each in texts}
    yield from sorted(texts - {text, ""})


def check_text(engine: Engine[Any], state: Any, text: str) -> set[str]:
    """Type a text; return the fields that were filled in. Fail where resolving changes them."""
    filled: set[str] = set()
    parsed = engine.parse_with_intents(text, state, NAMES[: state.seats])
    assert engine.parse(text, state, NAMES[: state.seats]) == tuple(each.action for each in parsed)
    for action, intent in some(parsed):
        assert engine.resolve(state, action, intent) == action, (text, intent)
        assert set(intent) <= set(action.__struct_fields__), (text, intent)
        filled |= {f"{action.verb}.{field}" for field in intent}
        state, _ = engine.apply(state, action)
    return filled


FIELDS = {
    "splendor": {"take.seat", "buy.card", "buy.paid", "buy.source", "reserve.gold", "reveal.place"},
    "machi-koro": {"build.seat", "build.paid", "tv.target", "swap.target"},
    "seven-wonders-duel": {
        "build.card",
        "build.paid",
        "build.slot",
        "discard.seat",
        "discard.taken",
        "draft.seat",
        "reveal.place",
        "wonder.card",
        "wonder.paid",
    },
    "wizard": {"bid.seat", "play.seat", "round.tricks", "tricks.tricks", "hand.seat"},
    "challengers": {"win.park", "win.kept", "reveal.park", "option.picks", "trophy.round"},
}
"""What is filled in, among other things, in random games."""


def type_games(game: str, seeds: range, seats: int, level: str) -> set[str]:
    """Type random games in shorter texts; return the fields that were filled in."""
    engine = load_engine(game)
    filled: set[str] = set()
    for seed in some(seeds):
        setup = Setup(seats, 0, {}, level)
        for number, (state, action) in some(enumerate(Dealer(engine, seed).play(setup))):
            if number == ACTIONS:
                break
            for text in some(shorten(engine.write(action))):
                try:
                    filled |= check_text(engine, state, text)
                except NotationError:
                    continue
    return filled


@pytest.mark.parametrize("game", FIELDS)
def test_F11_resolving_where_it_was_typed_changes_nothing(game: str) -> None:
    """In random games, however shortly an action is typed. What is filled in is named."""
    engine = load_engine(game)
    filled: set[str] = set()
    for level in engine.levels:
        for seats in (engine.seats.start, engine.seats.stop - 1):
            filled |= type_games(game, range(2), seats, level)
    assert filled >= FIELDS[game]


ANYTHING = st.recursive(
    st.none() | st.integers() | st.text() | st.sampled_from(["turn", "usual", "seen", "wanted"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["slot", "seat", "what", "n", "number"]), inner, max_size=4
        )
    ),
    max_leaves=5,
)


@pytest.mark.parametrize("game", FIELDS)
@given(data=st.data())
def test_F11_any_intent_leaves_an_action_that_can_be_recorded(
    game: str, data: st.DataObject
) -> None:
    """An intent of a file is what somebody else wrote: nothing in it makes resolving fail."""
    engine = load_engine(game)
    setup = Setup(engine.seats.start, 0, {}, data.draw(st.sampled_from(engine.levels)))
    walk = Dealer(engine, data.draw(st.integers(0, 20))).play(setup)
    for number, (state, action) in some(enumerate(walk)):
        if number == 30:
            break
        intent = {
            field: data.draw(ANYTHING)
            for field in action.__struct_fields__
            if data.draw(st.booleans())
        }
        resolved = engine.resolve(state, action, intent)
        assert engine.decode(resolved.verb, engine.encode(resolved)) == resolved
        engine.apply(state, resolved)


STORED = [
    ("wug", {"seat": "turn"}),
    ("b11", {"seat": "turn", "card": {"slot": "market.1.1"}, "paid": "usual"}),
    ("r12", {"seat": "turn", "card": {"slot": "market.1.2"}, "gold": "usual"}),
]


@pytest.mark.parametrize(("text", "intent"), STORED)
def test_F11_an_intent_is_stored_in_words_that_never_change(
    session: Session, text: str, intent: dict[str, Any]
) -> None:
    """They lie in the logs of everybody."""
    (parsed,) = session.engine.parse_with_intents(text, session.state, NAMES[:2])
    assert dict(parsed.intent) == intent


def test_what_an_intent_does_not_name_stays() -> None:
    """Without resolvers nothing changes; unknown fields are passed over."""
    engine = load_engine("splendor")
    state = engine.open(Setup(2))
    (action,) = engine.parse("wug", state)
    assert resolve_intent(state, action, {"seat": "turn"}, {}) == action
    assert engine.resolve(state, action, {"weather": "rain"}) == action


SEAT = ["seat"]
RESOLVED: dict[str, dict[str, list[str]]] = {
    "splendor": {
        "take": SEAT,
        "pass": SEAT,
        "noble": SEAT,
        "draw": ["gold", "seat"],
        "reserve": ["card", "gold", "seat", "source"],
        "reveal": ["place"],
        "buy": ["card", "paid", "seat", "source"],
        "count": ["holds"],
    },
    "machi-koro": {
        "keep": SEAT,
        "reroll": SEAT,
        "decline": SEAT,
        "pass": SEAT,
        "count": ["holds"],
        "tv": ["seat", "target"],
        "swap": ["seat", "target"],
        "build": ["paid", "seat"],
    },
    "seven-wonders-duel": {
        "draft": SEAT,
        "token": SEAT,
        "keep": SEAT,
        "raze": SEAT,
        "revive": SEAT,
        "begin": SEAT,
        "reveal": ["place"],
        "build": ["card", "paid", "seat", "slot"],
        "discard": ["card", "seat", "slot", "taken"],
        "wonder": ["card", "paid", "seat", "slot", "wonder"],
    },
    "wizard": {
        "play": ["card", "seat"],
        "bid": SEAT,
        "trump": SEAT,
        "hand": ["cards", "seat"],
        "tricks": ["tricks"],
        "round": ["tricks"],
        "count": ["holds"],
    },
    "challengers": {
        "start": ["park"],
        "reveal": ["park"],
        "out": ["park"],
        "manual": ["park"],
        "choose": ["park", "seat"],
        "look": ["park", "seat"],
        "left": ["of", "park"],
        "seen": ["place"],
        "win": ["hidden", "kept", "park"],
        "trophy": ["round"],
        "option": ["picks"],
    },
}
"""What may be left out of each action and is filled in again."""


@pytest.mark.parametrize("game", RESOLVED)
def test_F11_what_may_be_left_out_is_a_field_that_is_filled_in_again(game: str) -> None:
    """Of every action."""
    engine = load_engine(game)
    assert isinstance(engine, Game)
    found = engine.list_resolvers()
    assert {kind.verb: sorted(fields) for kind, fields in found.items()} == RESOLVED[game]
    for kind, fields in some(found.items()):
        assert set(fields) <= set(kind.__struct_fields__)
