"""Walks along the frames of a timeline: a value for every frame, made from the one before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

F = TypeVar("F")
T = TypeVar("T")


class Walk(Generic[F, T]):
    """The values of the frames walked so far. Frames that are still the same are not walked again.

    Where one frame is another than before, all frames after it are.
    """

    def __init__(self) -> None:
        self._frames: list[F] = []
        self._values: list[T] = []

    def follow(
        self, frames: Sequence[F], make: Callable[[F | None, T | None, F], T]
    ) -> Sequence[T]:
        """Return the values of some frames; they change when others are followed.

        `make` returns the value of a frame, given the frame before it and that one's value, which
        are None before the first.
        """
        values = self._values
        same = count_shared(self._frames, frames)
        del self._frames[same:], values[same:]
        for index in range(same, len(frames)):
            before = frames[index - 1] if index else None
            values.append(make(before, values[-1] if values else None, frames[index]))
        self._frames += frames[same:]
        return values


def count_shared(frames: Sequence[F], others: Sequence[F]) -> int:
    """Return how many frames at the beginning of two rows are the same, when after the first
    that differs all do."""
    shared = min(len(frames), len(others))
    while shared and frames[shared - 1] is not others[shared - 1]:
        shared -= 1
    return shared
