"""Real files of other programs, made anonymous, with what a separate program counted in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from replay.plays.play import Play, PlayFile
from replay.plays.reading import read_plays

SAMPLES = Path(__file__).parents[2] / "data" / "plays"

GAMES = {173346: "seven-wonders-duel", 148228: "splendor", 1465: "wizard", 143884: "machi-koro"}
"""Our games by their ids at BoardGameGeek."""

EXPECTED: dict[str, dict[str, Any]] = json.loads(
    (SAMPLES / "expected.json").read_text(encoding="utf-8")
)


def read_sample(name: str) -> PlayFile:
    """Return the plays of a sample."""
    return read_plays((SAMPLES / name).read_bytes(), name)


def summarise(play: Play) -> dict[str, Any]:
    """Return a play as the separate program lists it, with the fields that every list has."""
    values = [seat.points.value if seat.points else None for seat in play.seats]
    return {
        "players": [seat.name for seat in play.seats],
        "scores": [None if value is None else float(value) for value in values],
        "winners": list(play.winners),
    }
