"""Garbage collection: rare in a command, paused while much is made that is all kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

RARELY: Final = 100_000
"""After how many new values garbage is searched for; Python does it after 700."""


def collect_rarely() -> None:
    """Search for garbage rarely from now on: nearly all that a command makes is kept to its end."""
    gc.set_threshold(RARELY)


@contextmanager
def pause_collection() -> Iterator[None]:
    """Make no search for garbage inside: what is made there is kept, and searched for nothing."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
