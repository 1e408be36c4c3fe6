"""``python -m tests.shown --write``: what the recorded matches show, event by event, as digests.

After every event of a match it is noted what there is to see: the board for everybody's eyes, what
is asked, what may be chosen, what the event moved, broke and cost, and how the match stands. A
change of any of it changes the digests of that aspect from that event on. Whoever means the change
renews the files; what is typed or said in words is not among it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from engines.values import TABLE
from replay.files.exchange import read_match_file
from replay.files.match_file import SUFFIX
from replay.fold.timeline import Frame, Timeline

ROOT: Final = Path(__file__).parent
MATCHES: Final = (
    "challengers",
    "corrections",
    "fir",
    "machi-koro",
    "seven-wonders-duel",
    "splendor",
    "wizard",
)
MOST: Final = 200
"""How many choices of a prompt are looked at."""


def find_file(match: str) -> Path:
    """Return the file with the digests of a recorded match."""
    return ROOT / "data" / "shown" / f"{match}.json"


def show_match(match: str) -> dict[str, str]:
    """Return by aspect a short digest for every event of a recorded match."""
    path = ROOT / "data" / "recorded" / f"{match}{SUFFIX}"
    timeline = Timeline(read_match_file(path.read_bytes())[1])
    shown: dict[str, list[str]] = {}
    before = timeline.frames[0]
    for frame in timeline.frames:
        for aspect, value in show_frame(timeline, before, frame):
            shown.setdefault(aspect, []).append(digest(value))
        before = frame
    return {aspect: " ".join(digests) for aspect, digests in shown.items()}


def show_frame(timeline: Timeline, before: Frame, frame: Frame) -> Iterator[tuple[str, Any]]:
    """Yield the aspects of a position and of the event that led to it."""
    engine, state = timeline.engine, frame.state
    for eyes in (None, TABLE, 0, 1):
        yield f"board for {eyes}", engine.view(state, eyes)
    prompts = engine.list_prompts(state)
    yield "prompts", prompts
    yield "choices", [list(islice(engine.choices(state, each), MOST)) for each in prompts]
    yield "moves", frame.moves
    yield "breaches", frame.breaches
    yield "standing", engine.standing(state)
    if frame.action is not None:
        yield "sentence", engine.describe(frame.action)
        yield "price", engine.quote(before.state, frame.action)
        yield "round", engine.find_round(before.state, frame.action)


def digest(value: Any) -> str:
    """Return four letters that stand for a value."""
    written = msgspec.json.encode(value, order="deterministic", enc_hook=repr)
    return hashlib.sha256(written).hexdigest()[:4]


if __name__ == "__main__" and "--write" in sys.argv:
    for name in MATCHES:
        text = json.dumps(show_match(name), indent=1)
        find_file(name).write_text(text + "\n", encoding="utf-8")
