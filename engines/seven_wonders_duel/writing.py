"""Counts and score sheets in words, and every action in full notation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec.structs import replace

from engines.counts import Count
from engines.notation import (
    NOBODY,
    must_read_seat,
    read_count,
    write_actual,
    write_count,
    write_seat,
)
from engines.seven_wonders_duel.actions import (
    CATEGORIES,
    SHEET,
    UNSEEN,
    Actual,
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Kind,
    Paid,
    Raze,
    Result,
    Reveal,
    Revive,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.catalog import CARDS, COIN, LIMITS, SPACE, TOKENS, WONDERS
from engines.seven_wonders_duel.names import meant
from engines.seven_wonders_duel.score import sheet_winners
from engines.seven_wonders_duel.state import (
    CITY_OF,
    COINS_OF,
    TOKENS_OF,
    TRACK_OF,
    WONDERS_OF,
    State,
)
from engines.values import Action, NotationError, seat_letter

KINDS: Final[dict[Kind, tuple[str, ...]]] = {
    "civilian": ("civilian", "civil", "points", "시민", "점수"),
    "military": ("military", "군사"),
    "science": ("science", "scientific", "과학"),
}
PAWN: Final = ("pawn", "track", "말", "군사")
PLACES: Final = {"city": CITY_OF, "wonders": WONDERS_OF, "tokens": TOKENS_OF}
"""What of a seat may be counted by name, and its places."""

PIECES: Final[dict[str, Collection[str]]] = {"city": CARDS, "wonders": WONDERS, "tokens": TOKENS}
KEYS: Final = {"city": "no-such-card", "wonders": "no-such-wonder", "tokens": "no-such-token"}


def read_any_count(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``b 7`` coins, ``pawn a 3``, ``b tokens law, economy``, ``b city altar``, or in full."""
    words = rest.split()
    if "=" in rest or not words:
        return read_count(rest)
    if words[0].casefold() in PAWN:
        return count_pawn(words[1:], state, names)
    who = must_read_seat(words[0], state.seats, names)
    match words[1:]:
        case [n] if is_number(n):
            return Count(holds={COINS_OF[who]: {COIN: int(n)}})
        case [kind, _, *_] if kind in PLACES:
            every = PIECES[kind]
            listed = rest.split(None, 2)[2].split(",")
            seen = {meant(query, KEYS[kind], every): 1 for query in listed}
            return Count(holds={PLACES[kind][who]: seen})
    raise NotationError("count-form", word=rest, given=rest)


def count_pawn(words: list[str], state: State, names: Sequence[str]) -> Count:
    """``a 3``: three spaces in a's favour; ``0``: in the middle."""
    match words:
        case ["0"]:
            ahead, n = 0, 0
        case [who, n_] if is_number(n_) and int(n_) <= LIMITS.capital:
            ahead, n = must_read_seat(who, state.seats, names), int(n_)
        case _:
            raise NotationError("pawn-form", word=" ".join(words))
    mine, theirs = LIMITS.capital + n, LIMITS.capital - n
    return Count(holds={TRACK_OF[ahead]: {SPACE: mine}, TRACK_OF[1 - ahead]: {SPACE: theirs}})


def is_number(word: str) -> bool:
    """Return whether a word is a number of at most three digits."""
    return word.isdecimal() and word.isascii() and len(word) <= 3


def read_result(rest: str, state: State, seat: int, names: Sequence[str]) -> Action:
    """``60 57``, ``mil a``, ``23 6 3 0 9 7 4 5 / 20 4 ...``, ``civilian a blue=23 / blue=20``."""
    first, slash, second = rest.partition("/")
    words = first.split()
    kind = kind_of(words[0]) if words else None
    if kind is not None:
        words.pop(0)
    winner: int | None = None
    named = bool(words) and "=" not in words[0] and not is_number(words[0])
    if named:
        word = words.pop(0)
        winner = None if word == NOBODY else must_read_seat(word, state.seats, names)
    parts = [words, second.split()] if slash else halves(words)
    sheet = tuple(read_rows(part) for part in parts)
    result = Result(kind=kind or "civilian", winner=winner, sheet=sheet)
    if named:
        return result
    if result.kind != "civilian" or not sheet:
        raise NotationError("result-winner", word=rest)
    winners = sheet_winners(result)
    return replace(result, winner=winners[0] if len(winners) == 1 else None)


def kind_of(word: str) -> Kind | None:
    """Return the kind of victory that a word or its beginning means: ``mil``."""
    folded = word.casefold()
    least = 3 if folded.isascii() else 2
    for kind, spelled in KINDS.items():
        if len(folded) >= least and any(name.startswith(folded) for name in spelled):
            return kind
    return None


def halves(words: list[str]) -> list[list[str]]:
    """Return the two seats' parts of a sheet that is written in one go; [] for no sheet."""
    half = len(words) // 2
    if len(words) not in (0, 2, 2 * len(CATEGORIES)):
        raise NotationError("result-form", word=" ".join(words))
    return [words[:half], words[half:]] if words else []


def read_rows(words: list[str]) -> dict[str, int]:
    """Return a seat's rows: the total alone, all rows in the sheet's order, or ``blue=23``."""
    if words and all(is_number(word) for word in words):
        if len(words) == 1:
            return {"total": int(words[0])}
        if len(words) == len(CATEGORIES):
            return {row: int(n) for row, n in zip(CATEGORIES, words, strict=True)}
    rows = {}
    for word in words:
        row, equals, n = word.partition("=")
        if row not in SHEET or not equals or not is_number(n):
            raise NotationError("result-form", word=word)
        rows[row] = int(n)
    return rows


def write(action: Action) -> str:
    """Return the full notation of an action."""
    return write_seat(action.seat) + WRITERS[type(action)](action)


def write_paid(paid: Paid) -> str:
    """Return what was paid: ``=3``, or ``=1+2`` where some of it went to the opponent."""
    return f"={paid.bank}+{paid.opponent}" if paid.opponent else f"={paid.bank}"


def write_outcomes(actual: Actual) -> str:
    """Return what the table did otherwise."""
    return write_actual({outcome: str(n) for outcome, n in actual.items()})


def _write_build(action: Build) -> str:
    paid = write_paid(action.paid)
    return f"build {action.card} @{action.slot} {paid}" + write_outcomes(action.actual)


def _write_wonder(action: Wonder) -> str:
    paid = write_paid(action.paid)
    text = f"wonder {action.wonder} < {action.card} @{action.slot} {paid}"
    return text + write_outcomes(action.actual)


def _write_backs(action: Backs) -> str:
    if action.guilds is None:
        return f"backs {UNSEEN}"
    return "backs " + (" ".join(map(str, action.guilds)) or NOBODY)


def _write_result(action: Result) -> str:
    winner = NOBODY if action.winner is None else seat_letter(action.winner)
    rows = [" ".join(f"{row}={n}" for row, n in points.items()) for points in action.sheet]
    return f"result {action.kind} {winner}" + (f" {rows[0]} / {rows[1]}" if rows else "")


WRITERS: Final[dict[type[Action], Callable[..., str]]] = {
    Draft: lambda action: f"draft {action.wonder}",
    Build: _write_build,
    Discard: lambda action: f"discard {action.card} @{action.slot} +{action.taken}",
    Wonder: _write_wonder,
    Token: lambda action: f"token {action.token}" + write_outcomes(action.actual),
    Keep: lambda action: f"keep {action.token}" + write_outcomes(action.actual),
    Raze: lambda action: f"raze {action.card}",
    Revive: lambda action: f"revive {action.card}" + write_outcomes(action.actual),
    Begin: lambda action: f"begin {seat_letter(action.who)}",
    Reveal: lambda action: f"reveal {action.place} {action.card}",
    Backs: _write_backs,
    Result: _write_result,
    Count: write_count,
}
