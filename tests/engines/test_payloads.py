"""Stored payloads: what has no seat, the wrong one, or a field that does not fit is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engines.registry import load_engine
from engines.values import SEAT_LETTERS, DecodeError, Setup
from tests.some import some

COUNT = {"holds": {"bank": {"coin": 3}}}
PAYLOADS: dict[str, dict[str, dict[str, Any]]] = {
    "splendor": {
        "take": {"seat": 0, "tokens": {"red": 1}, "returned": {"red": 1}},
        "reserve": {"seat": 1, "card": "1w-r2k1", "source": "market.1.1", "gold": 1},
        "draw": {"seat": 0, "level": 1, "gold": 1},
        "buy": {"seat": 1, "card": "1w-r2k1", "paid": {"red": 2}, "source": "reserve"},
        "noble": {"seat": 0, "noble": "w4u4"},
        "pass": {"seat": 0},
        "reveal": {"place": "market.1.1", "card": "1w-r2k1"},
        "result": {"points": [15, 12], "cards": [9, 8], "winners": [0]},
        "count": COUNT,
    },
    "machi-koro": {
        "roll": {"dice": [3, 4]},
        "keep": {"seat": 0},
        "reroll": {"seat": 0},
        "tv": {"seat": 0, "target": 1},
        "swap": {"seat": 0, "target": 1, "give": "bakery", "take": "ranch"},
        "decline": {"seat": 0},
        "build": {"seat": 0, "card": "ranch", "paid": 1},
        "pass": {"seat": 0},
        "result": {"landmarks": [4, 1]},
        "count": COUNT,
    },
    "seven-wonders-duel": {
        "draft": {"seat": 0, "wonder": "the-sphinx"},
        "build": {"seat": 0, "card": "altar", "slot": 3, "paid": {"bank": 1}},
        "discard": {"seat": 0, "card": "altar", "slot": 3, "taken": 2},
        "wonder": {"seat": 0, "wonder": "the-sphinx", "card": "altar", "slot": 3, "paid": {}},
        "token": {"seat": 0, "token": "law"},
        "keep": {"seat": 0, "token": "law"},
        "raze": {"seat": 0, "card": "altar"},
        "revive": {"seat": 0, "card": "altar"},
        "begin": {"seat": 0, "who": 1},
        "reveal": {"place": "board", "card": "law"},
        "backs": {"guilds": [1, 2, 3]},
        "result": {"kind": "civilian", "winner": 0, "sheet": [{"blue": 3}, {"blue": 4}]},
        "count": COUNT,
    },
    "challengers": {
        "plans": {"of": [1, 2]},
        "start": {"park": "green", "first": "a", "decks": {"a": 9}},
        "reveal": {"park": "green", "card": "?"},
        "choose": {"seat": 0, "park": "green", "cards": ["?1"]},
        "look": {"seat": 0, "park": "green", "top": ["?"]},
        "seen": {"place": "b.bench", "card": "city-dog-s"},
        "left": {"park": "green", "of": "a", "cards": 2},
        "out": {"park": "green", "by": "a"},
        "manual": {"park": "green", "fans": {"a": 1}},
        "win": {"park": "green", "winner": "a", "trophy": 2, "fans": {"a": 1}, "reveals": 17},
        "trophy": {"of": "a", "round": 4, "fans": 5},
        "finalists": {"sides": ["a", "b"]},
        "card": {
            "cards": {
                "format": "challengers-cardset/1",
                "set": "table",
                "cards": [
                    {
                        "id": "table-surfer",
                        "name": "surfer",
                        "level": "A",
                        "power": 3,
                        "copies": 4,
                    }
                ],
            }
        },
        "option": {"seat": 0, "level": "A", "picks": 2},
        "offer": {"seat": 0, "cards": {"?A": 5}},
        "pick": {"seat": 0, "card": "?A"},
        "redraw": {"seat": 0},
        "remove": {"seat": 0, "card": "city-dog-s"},
        "deck": {"seat": 0, "cards": {"city-dog-s": 1}},
        "ready": {"seat": 0},
        "refill": {"level": "A"},
        "result": {"fans": [34, 28], "trophies": [4, 3], "winner": "a"},
        "count": COUNT,
    },
    "wizard": {
        "deal": {"seat": 0},
        "hand": {"seat": 0, "cards": {"?": 3}},
        "flip": {"card": "?"},
        "trump": {"seat": 0, "suit": "red"},
        "bid": {"seat": 0, "bid": 1},
        "bids": {"bids": [1, 0, 2]},
        "play": {"seat": 0, "card": "?"},
        "trick": {"seat": 0},
        "tricks": {"tricks": [1, 0, 0]},
        "round": {"bids": [1, 0, 0], "tricks": [1, 0, 0]},
        "unwon": {},
        "rounds": {"rounds": 17},
        "redeal": {"round": 3},
        "penalty": {"seat": 0, "points": 10},
        "level": {"level": "pad"},
        "result": {"points": [40, 20, -10]},
        "count": COUNT,
    },
}
"""A payload that fits for every verb of every game. With a seat: what only a seat can do."""

EITHER = {("challengers", "look"), ("challengers", "deck")}
"""What a seat does, or the table for the robot."""

CASES = [(game, verb) for game, payloads in PAYLOADS.items() for verb in payloads]


def decode(game: str, verb: str, payload: dict[str, Any]) -> object:
    """Return the action in a payload."""
    return load_engine(game).decode(verb, json.dumps(payload))


def change_numbers(value: Any, number: int) -> Iterator[Any]:
    """Yield copies of a JSON value in which one number is another one."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield number
    elif isinstance(value, dict):
        for key, part in value.items():
            for changed in change_numbers(part, number):
                yield {**value, key: changed}
    elif isinstance(value, list):
        for i, part in enumerate(value):
            for changed in change_numbers(part, number):
                yield [*value[:i], changed, *value[i + 1 :]]


@pytest.mark.parametrize("game", PAYLOADS)
def test_every_verb_has_a_payload_that_fits(game: str) -> None:
    """So that nothing is left out below, and nothing refused for another reason."""
    assert set(PAYLOADS[game]) == set(load_engine(game).verbs)
    for verb, payload in PAYLOADS[game].items():
        decode(game, verb, payload)


@pytest.mark.parametrize(("game", "verb"), CASES)
def test_F29_a_seat_that_is_missing_wrong_or_too_much_is_refused(game: str, verb: str) -> None:
    """What a seat does is nobody's without one, no match has a ninth seat or one below the table,
    and a fact of the table belongs to no seat."""
    payload = PAYLOADS[game][verb]
    bare = {key: value for key, value in payload.items() if key != "seat"}
    wrong: list[Any] = [-2, len(SEAT_LETTERS), 10**30, 0.5, "a", None, True, [0]]
    if (game, verb) in EITHER:
        decode(game, verb, bare)
    elif "seat" in payload:
        wrong.append(-1)
        with pytest.raises(DecodeError):
            decode(game, verb, bare)
    else:
        wrong.append(0)
    for seat in some(wrong):
        with pytest.raises(DecodeError):
            decode(game, verb, {**bare, "seat": seat})


@pytest.mark.parametrize(("game", "verb"), CASES)
def test_F29_a_field_that_is_missing_or_strange_is_refused(game: str, verb: str) -> None:
    """Every field that has no default, one that nobody knows, and one of another kind."""
    payload = PAYLOADS[game][verb]
    required = {
        field.name
        for field in msgspec.structs.fields(load_engine(game).verbs[verb])
        if field.required
    }
    assert required <= set(payload)
    wrong = [{key: value for key, value in payload.items() if key != name} for name in required]
    wrong.append({**payload, "nonsense": 1})
    wrong += [{**payload, key: 0.5} for key in payload]
    for changed in some(wrong):
        with pytest.raises(DecodeError):
            decode(game, verb, changed)


NUMBERED = [
    (game, verb) for game, verb in CASES if next(change_numbers(PAYLOADS[game][verb], 0), None)
]
"""The verbs whose payload has a number."""


@pytest.mark.parametrize(("game", "verb"), NUMBERED)
def test_F29_a_number_out_of_range_is_refused(game: str, verb: str) -> None:
    """In a count that is for the match to say: it knows its pieces."""
    for number in (10**9, 10**30, -(10**9)):
        for changed in some(change_numbers(PAYLOADS[game][verb], number)):
            if verb != "count":
                with pytest.raises(DecodeError):
                    decode(game, verb, changed)
            else:
                engine = load_engine(game)
                state = engine.open(Setup(engine.seats.start))
                with pytest.raises(DecodeError):
                    engine.admit(state, engine.decode(verb, json.dumps(changed)))


WITH_OUTCOMES = [
    (game, verb)
    for game, verb in CASES
    if "actual" in load_engine(game).verbs[verb].__struct_fields__
]
"""The verbs whose outcome may have been another than the computed one."""


@pytest.mark.parametrize(("game", "verb"), WITH_OUTCOMES)
@pytest.mark.parametrize(
    "actual", [{"nonsense": 1}, {"coins": -1}, {"coins": 10**6}, {"coins": "a"}]
)
def test_F29_an_outcome_that_no_action_has_is_refused(
    game: str, verb: str, actual: dict[str, Any]
) -> None:
    """Another name, or a number that nothing comes to."""
    payload = PAYLOADS[game][verb]
    decode(game, verb, {**payload, "actual": {}})
    with pytest.raises(DecodeError):
        decode(game, verb, {**payload, "actual": actual})


@pytest.mark.parametrize("payload", ["", "{", "[]", "null", "7", '{"seat": 0}'])
def test_F29_an_older_payload_that_does_not_fit_is_refused(payload: str) -> None:
    """Also where it would first be turned into one of today."""
    with pytest.raises(DecodeError):
        load_engine("splendor").decode("buy", payload, 1)


@pytest.mark.parametrize(
    "verb", [verb for game, verb in WITH_OUTCOMES if game == "wizard" and verb != "trick"]
)
def test_F29_only_a_trick_has_another_winner(verb: str) -> None:
    """Who plays a card can have won the trick with it; nobody wins one by bidding."""
    payload = {**PAYLOADS["wizard"][verb], "actual": {"winner": "b"}}
    if verb == "play":
        decode("wizard", verb, payload)
        return
    with pytest.raises(DecodeError):
        decode("wizard", verb, payload)
