"""The full notation of an action, which `notation.parse` reads back anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engines.challengers.actions import (
    ByHand,
    Choose,
    Deck,
    Finalists,
    Left,
    LookAt,
    Offer,
    Option,
    Out,
    Pick,
    Plans,
    Ready,
    Redraw,
    Refill,
    Register,
    Remove,
    Result,
    Reveal,
    Seen,
    Start,
    Trophy,
    Win,
)
from engines.counts import Count
from engines.notation import write_count, write_seat
from engines.values import Action

NOTHING = "-"


def write(action: Action) -> str:
    """Return the full notation of an action."""
    return write_seat(action.seat) + WRITERS[type(action)](action)


def listed(cards: tuple[str, ...]) -> str:
    """Return cards one after the other, ``-`` for none."""
    return " ".join(cards) or NOTHING


def held(cards: Mapping[str, int]) -> str:
    """Return cards with their numbers, ``-`` for none."""
    return " ".join(f"{card}={n}" for card, n in cards.items()) or NOTHING


def overridden(actual: Mapping[str, int]) -> str:
    """Return what was overridden."""
    return "".join(f" ~{outcome}={n}" for outcome, n in actual.items())


def _start(action: Start) -> str:
    against = f" against {action.against}" if action.against else ""
    decks = "".join(f" {side}={n}" for side, n in action.decks.items())
    return f"start {action.park} {action.first}{against}{decks}"


def _reveal(action: Reveal) -> str:
    by = f" by {action.by}" if action.by else ""
    return f"reveal {action.park} {action.card}{by}{overridden(action.actual)}"


def _look(action: LookAt) -> str:
    top = f" top {listed(action.top)}" if action.top else ""
    bottom = f" bottom {listed(action.bottom)}" if action.bottom else ""
    return f"look {action.park}{top}{bottom}" if top or bottom else f"look {action.park} ?"


def _seen(action: Seen) -> str:
    return f"seen {action.place} {action.card}" + (f" as {action.name}" if action.name else "")


def _left(action: Left) -> str:
    return f"left {action.park} {action.of} {action.cards}{'+' if action.more else ''}"


def _manual(action: ByHand) -> str:
    moves = "".join(f" move {one.card} {one.source} {one.target}" for one in action.moves)
    fans = "".join(f" {side}+{n}" for side, n in action.fans.items())
    bonus = f" bonus {action.bonus}" if action.bonus else ""
    return f"manual {action.park}{moves}{fans}{bonus}"


def _win(action: Win) -> str:
    parts = [f"win {action.park} {action.winner}"]
    if action.loser:
        parts.append(f"over {action.loser}")
    if action.trophy is not None:
        parts.append(f"{'hidden' if action.hidden else 'trophy'}={action.trophy}")
    parts += [f"{side}+{n}" for side, n in action.fans.items()]
    parts += [action.reason] if action.reason else []
    parts += [f"s{action.first}"] if action.first else []
    parts += [f"n{action.reveals}"] if action.reveals is not None else []
    parts += [f"{side}#{n}" for side, n in action.seats.items()]
    for sign, changes in (("<", action.gained), (">", action.lost)):
        parts += [
            f"{side}{sign}{card}={n}"
            for side, cards in changes.items()
            for card, n in cards.items()
        ]
    parts += ["kept"] if action.kept else []
    return " ".join(parts)


def _pick(action: Pick) -> str:
    paid = f" for {held(action.paid)}" if action.paid else ""
    return f"pick {action.card}{paid}{overridden(action.actual)}"


def _result(action: Result) -> str:
    fans = [str(n) for n in action.fans]
    if action.trophies:
        fans = [f"{n}/{m}" for n, m in zip(fans, action.trophies, strict=False)]
    winner = f" final {action.winner}" if action.winner else ""
    return f"result {' '.join(fans) or NOTHING}{winner}"


WRITERS: dict[type[Action], Callable[[Any], str]] = {
    Plans: lambda action: "plans " + " ".join(map(str, action.of)),
    Start: _start,
    Reveal: _reveal,
    Choose: lambda action: f"choose {action.park} {listed(action.cards)}",
    LookAt: _look,
    Seen: _seen,
    Left: _left,
    Out: lambda action: f"out {action.park} {action.by}".strip(),
    ByHand: _manual,
    Win: _win,
    Trophy: lambda action: f"trophy {action.of} {action.round} {action.fans}",
    Finalists: lambda action: "finalists " + " ".join(action.sides),
    Register: lambda action: "card " + msgspec.json.encode(action.cards, order="sorted").decode(),
    Option: lambda action: f"option {action.level} {action.picks}",
    Offer: lambda action: f"offer {held(action.cards)}",
    Pick: _pick,
    Redraw: lambda _: "redraw",
    Remove: lambda action: f"remove {action.card}",
    Deck: lambda action: f"deck {held(action.cards)}",
    Ready: lambda _: "ready",
    Refill: lambda action: f"refill {action.level}",
    Result: _result,
    Count: write_count,
}
