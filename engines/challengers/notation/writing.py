"""The full notation of an action, which `notation.parse` reads back anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from engines.seats import typed_place
from engines.values import Action

NOTHING = "-"


Typed = Callable[[str], str]
"""Returns a side, or a place, with the letter that types its seat."""


def write(action: Action, names: Sequence[str] = ()) -> str:
    """Return the full notation of an action."""

    def typed(what: str) -> str:
        """Return a side, or a place, with the letter that types its seat."""
        return typed_place(what, names) if "." in what else typed_place(f"{what}.", names)[:-1]

    if isinstance(action, Count):
        return write_count(action, names)
    return write_seat(action.seat, names) + WRITERS[type(action)](action, typed)


def write_list(cards: tuple[str, ...]) -> str:
    """Return cards one after the other, ``-`` for none."""
    return " ".join(cards) or NOTHING


def write_cards(cards: Mapping[str, int]) -> str:
    """Return cards with their numbers, ``-`` for none."""
    return " ".join(f"{card}={n}" for card, n in cards.items()) or NOTHING


def write_outcomes(actual: Mapping[str, int]) -> str:
    """Return what was overridden."""
    return "".join(f" ~{outcome}={n}" for outcome, n in actual.items())


def write_start(action: Start, typed: Typed) -> str:
    """Return the start of a duel in full."""
    against = f" against {typed(action.against)}" if action.against else ""
    decks = "".join(f" {typed(side)}={n}" for side, n in action.decks.items())
    return f"start {action.park} {typed(action.first)}{against}{decks}"


def write_reveal(action: Reveal, typed: Typed) -> str:
    """Return a revealed card in full."""
    by = f" by {typed(action.by)}" if action.by else ""
    return f"reveal {action.park} {action.card}{by}{write_outcomes(action.actual)}"


def write_look(action: LookAt, typed: Typed) -> str:
    """Return what a look came to in full."""
    top = f" top {write_list(action.top)}" if action.top else ""
    bottom = f" bottom {write_list(action.bottom)}" if action.bottom else ""
    return f"look {action.park}{top}{bottom}" if top or bottom else f"look {action.park} ?"


def write_seen(action: Seen, typed: Typed) -> str:
    """Return an unknown card that was recognised in full."""
    return f"seen {typed(action.place)} {action.card}" + (
        f" as {action.name}" if action.name else ""
    )


def write_left(action: Left, typed: Typed) -> str:
    """Return a counted deck in full."""
    return f"left {action.park} {typed(action.of)} {action.cards}{'+' if action.more else ''}"


def write_manual(action: ByHand, typed: Typed) -> str:
    """Return an effect carried out by hand in full."""
    moves = "".join(
        f" move {one.card} {typed(one.source)} {typed(one.target)}" for one in action.moves
    )
    fans = "".join(f" {typed(side)}+{n}" for side, n in action.fans.items())
    bonus = f" bonus {action.bonus}" if action.bonus else ""
    return f"manual {action.park}{moves}{fans}{bonus}"


def write_win(action: Win, typed: Typed) -> str:
    """Return the result of a duel in full."""
    parts = [f"win {action.park} {typed(action.winner)}"]
    if action.loser:
        parts.append(f"over {typed(action.loser)}")
    if action.trophy is not None:
        parts.append(f"{'hidden' if action.hidden else 'trophy'}={action.trophy}")
    parts += [f"{typed(side)}+{n}" for side, n in action.fans.items()]
    parts += [action.reason] if action.reason else []
    parts += [f"s{typed(action.first)}"] if action.first else []
    parts += [f"n{action.reveals}"] if action.reveals is not None else []
    parts += [f"{typed(side)}#{n}" for side, n in action.seats.items()]
    for sign, changes in (("<", action.gained), (">", action.lost)):
        parts += [
            f"{typed(side)}{sign}{card}={n}"
            for side, cards in changes.items()
            for card, n in cards.items()
        ]
    parts += ["kept"] if action.kept else []
    return " ".join(parts)


def write_pick(action: Pick, typed: Typed) -> str:
    """Return a pick in full."""
    paid = f" for {write_cards(action.paid)}" if action.paid else ""
    return f"pick {action.card}{paid}{write_outcomes(action.actual)}"


def write_result(action: Result, typed: Typed) -> str:
    """Return the score sheet in full."""
    fans = [str(n) for n in action.fans]
    if action.trophies:
        fans = [f"{n}/{m}" for n, m in zip(fans, action.trophies, strict=False)]
    winner = f" final {typed(action.winner)}" if action.winner else ""
    return f"result {' '.join(fans) or NOTHING}{winner}"


WRITERS: dict[type[Action], Callable[[Any, Typed], str]] = {
    Plans: lambda action, _typed: "plans " + " ".join(map(str, action.of)),
    Start: write_start,
    Reveal: write_reveal,
    Choose: lambda action, _typed: f"choose {action.park} {write_list(action.cards)}",
    LookAt: write_look,
    Seen: write_seen,
    Left: write_left,
    Out: lambda action, typed: f"out {action.park} {typed(action.by)}".strip(),
    ByHand: write_manual,
    Win: write_win,
    Trophy: lambda action, typed: f"trophy {typed(action.of)} {action.round} {action.fans}",
    Finalists: lambda action, typed: "finalists " + " ".join(map(typed, action.sides)),
    Register: lambda action, _typed: (
        "card " + msgspec.json.encode(action.cards, order="sorted").decode()
    ),
    Option: lambda action, _typed: f"option {action.level} {action.picks}",
    Offer: lambda action, _typed: f"offer {write_cards(action.cards)}",
    Pick: write_pick,
    Redraw: lambda _action, _typed: "redraw",
    Remove: lambda action, _typed: f"remove {action.card}",
    Deck: lambda action, _typed: f"deck {write_cards(action.cards)}",
    Ready: lambda _action, _typed: "ready",
    Refill: lambda action, _typed: f"refill {action.level}",
    Result: write_result,
}
