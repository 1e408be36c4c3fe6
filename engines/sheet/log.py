"""Log messages: what an action of a sheet was."""

from __future__ import annotations

from collections.abc import Sequence

from engines.sheet.actions import (
    Bids,
    Bonus,
    Cell,
    Count,
    Decide,
    Declare,
    Fill,
    Has,
    Line,
    Made,
    Order,
    Outcome,
    Pay,
    Places,
    Result,
    Roll,
    Row,
    Sides,
    Win,
)
from engines.sheet.cells import write_sum
from engines.sheet.writing import write, write_made
from engines.values import SEAT_LETTERS, TABLE, Action, Message, Seat, SeatText, Verbatim


def describe(action: Action) -> Message:
    """Return the log message of an action."""
    verb = f"did.{action.verb}"
    match action:
        case Line():
            texts = [
                write_sum(n, action.parts.get(letter, ()))
                for letter, n in zip(SEAT_LETTERS, action.cells, strict=False)
            ]
            key = f"{verb}.final" if action.final else verb
            return Message(key, {"round": action.round, "cells": list_told(texts)})
        case Bids():
            told = list_told([write_sum(n) for n in action.bids])
            return Message(verb, {"round": action.round, "cells": told})
        case Made():
            return Message(verb, {"round": action.round, "cells": list_told(write_made(action))})
        case Sides() | Places():
            seats = [Seat(seat) for seat in action.seats]
            data: dict[str, object] = {"round": action.round, "seats": seats}
            return Message(verb, data | ({"n": action.value} if isinstance(action, Sides) else {}))
        case Pay():
            typed = SeatText(write(action).partition("pay ")[2].partition(" ")[2])
            return Message(verb, {"round": action.round, "typed": typed})
        case Declare():
            return Message(verb, {"round": action.round, "n": action.value})
        case Bonus():
            return Message(verb, {"round": action.round, "extra": f"extra.{action.extra}"})
        case Row():
            texts = [
                write_sum(n, action.parts.get(letter, ()))
                for letter, n in zip(SEAT_LETTERS, action.cells, strict=False)
            ]
            return name_round(action.round, verb, action.row, {"cells": list_told(texts)})
        case Cell():
            key = f"{verb}.all" if action.seat == TABLE else verb
            text = Verbatim(write_sum(action.n, action.parts))
            return name_round(action.round, key, action.row, {"n": text})
        case Has():
            key = verb if action.seats else f"{verb}.none"
            seats = [Seat(seat) for seat in action.seats]
            return name_round(action.round, key, action.row, {"seats": seats})
        case Fill():
            return Message(verb, {"n": action.n})
        case Result():
            return Message(verb, {"points": list_told([write_sum(n) for n in action.points])})
        case Win():
            return Message(verb, {"seats": [Seat(seat) for seat in action.seats]})
        case Order():
            ranked = sorted(range(len(action.ranks)), key=lambda seat: action.ranks[seat])
            entries = [
                Message("ranked", {"rank": action.ranks[seat], "seat": Seat(seat)})
                for seat in ranked
            ]
            return Message(verb, {"ranks": entries})
        case Outcome():
            return describe_outcome(action)
        case Decide():
            return Message(verb, {"by": f"decider.{action.by}"})
        case Roll():
            if action.dice:
                dice = Verbatim("+".join(map(str, action.dice)))
                return Message(verb, {"dice": dice, "total": sum(action.dice)})
            return Message(f"{verb}.total", {"total": action.total})
        case Count():
            return Message(verb, {"holds": action.holds})
    return Message(verb, {})


def list_told(texts: Sequence[str]) -> list[Message]:
    """Return what was told by seat, each after the name of its person; not what was not."""
    return [
        Message("by-seat", {"seat": Seat(seat), "value": Verbatim(text)})
        for seat, text in enumerate(texts)
        if text != "-"
    ]


def name_round(number: int, key: str, row: str, data: dict[str, object]) -> Message:
    """Return a message about a row, with the round where it is one of a round."""
    told = {"row": f"place.{row}", **data}
    return Message(f"{key}.round", {**told, "round": number}) if number else Message(key, told)


def describe_outcome(action: Outcome) -> Message:
    """Return the message of how all won or lost together."""
    key = {True: "did.outcome.won", False: "did.outcome.lost", None: "did.outcome"}[action.won]
    data: dict[str, object] = {}
    if action.score is not None:
        data["score"] = action.score
        key = key if action.won is None else f"{key}.score"
    if action.reason:
        data["reason"] = Verbatim(action.reason)
        key = f"{key}.why"
    return Message(key, data)
