"""What an action did to people, in words: what they gained, lost, or had taken by somebody else.

It is read from the moves. A game may have words for a move: ``effect.RULE.PIECE``, else
``effect.RULE``; where they are empty, the action's own words say it. A gain with a cause reads
``came.PIECE``, or as its cause.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engines.book import is_unknown
from engines.values import TABLE, UNACCOUNTED, Move, owner_of
from replay.speech.voice import Voice

UNSEEN: Final = "unseen"
"""The word for a piece that nobody has seen."""


class Effect(NamedTuple):
    """What moves have in common that are told as one.

    `giver` and `taker` are seats, None for places of the table.
    """

    giver: int | None
    taker: int | None
    item: str
    rule: str
    cause: str
    target: str


def describe_effects(moves: Iterable[Move], seat: int, voice: Voice) -> str:
    """Return what an action of `seat` did to people: ``· Ana +1 Bakery · Bo loses 2 coin``.

    For an action of the table `seat` is TABLE. Return "" where nobody was concerned.
    """
    effects: dict[Effect, int] = {}
    for move in moves:
        if not move.name and UNACCOUNTED not in (move.source, move.target):
            effect = _read_effect(move, voice)
            effects[effect] = effects.get(effect, 0) + move.n
    told = (_describe_effect(effect, n, seat, voice) for effect, n in effects.items() if n)
    return " ".join(f"· {text}" for text in dict.fromkeys(told) if text)


def _read_effect(move: Move, voice: Voice) -> Effect:
    """Return the effect that a move is part of; unknown pieces are all alike."""
    giver, taker = owner_of(move.source), owner_of(move.target)
    item = UNSEEN if is_unknown(move.item) else move.item
    if move.cause and taker is not None:
        has_words = item == move.cause or f"came.{item}" in voice.words.text
        return Effect(giver, taker, item if has_words else "", "", move.cause, "")
    return Effect(giver, taker, item, move.rule, move.cause, move.target)


def _describe_effect(effect: Effect, n: int, seat: int, voice: Voice) -> str:
    """Return one effect in words, "" where it is nobody else's and has no words of its own."""
    key = _find_key(effect, seat, voice)
    if not key:
        return _describe_gain(effect, n, voice) if effect.cause and effect.taker is not None else ""
    if n == 1 and f"{key}.one" in voice.words.text:
        key += ".one"
    giver, taker = (
        voice.seat(each) if each is not None else "" for each in (effect.giver, effect.taker)
    )
    return voice.words.fill(
        key,
        {
            "n": n,
            "item": voice.item(effect.item),
            "what": voice.words.name_value({effect.item: n}),
            "giver": giver,
            "taker": taker,
            "target": voice.place(effect.target),
        },
    )


def _find_key(effect: Effect, seat: int, voice: Voice) -> str:
    """Return the key of the sentence of an effect, "" where there is none.

    It is the game's own; else, for what somebody else than `seat` gained or lost, a common one.
    """
    rule, _bracket, _part = effect.rule.partition("(")
    for key in (f"effect.{rule}.{effect.item}", f"effect.{rule}"):
        if rule and key in voice.words.text:
            return key if voice.words.text[key] else ""
    giver, taker = effect.giver, effect.taker
    if effect.cause or giver == taker:
        return ""
    if giver is not None and taker is not None:
        return "effect.taken"
    if seat == TABLE or seat in (giver, taker):
        return ""
    return "effect.lost" if taker is None else "effect.gained"


def _describe_gain(effect: Effect, n: int, voice: Voice) -> str:
    """Return a gain with its cause, and from whom it came: ``Ana +2 Café (from Bo)``."""
    assert effect.taker is not None  # noqa: S101
    owner, cause = voice.seat(effect.taker), voice.item(effect.cause)
    if effect.item == effect.cause:
        return f"{owner}: {cause}"
    if effect.item:
        key = f"came.{effect.item}"
        key = f"{key}.one" if n == 1 else key
        return f"{owner} " + voice.words.fill(key, {"n": n, "cause": cause})
    if effect.giver in (None, effect.taker):
        return f"{owner} +{n} {cause}"
    assert effect.giver is not None  # noqa: S101
    data = {"owner": owner, "n": n, "cause": cause, "giver": voice.seat(effect.giver)}
    return voice.words.fill("effect.paid", data)
