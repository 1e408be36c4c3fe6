"""Which of the open questions to ask: as the table has been telling, and what it forgot.

The game says what is open. A question that was passed over several times in a row is no longer
asked first; it may still be answered. What was asked for a place and never told is asked again
while nobody knows what lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from engines.book import is_unknown
from engines.values import TABLE, Action, Prompt
from replay.fold.timeline import Frame, Timeline

PATIENCE: Final = 3
"""How often in a row a question is asked first and passed over."""

SEARCHED: Final = 60
"""How many of the last actions tell what the table is telling."""


class OpenQuestions(NamedTuple):
    """The open prompts, the one to ask first in front. `forgotten` are those among them that the
    game no longer asks. `usual` is the kind of action that is told although nothing that is open
    asks for it, "" if there is none."""

    prompts: tuple[Prompt, ...]
    forgotten: tuple[Prompt, ...]
    usual: str


class Asker:
    """Finds the open questions of a match; keeps what was asked at each of its positions."""

    def __init__(self) -> None:
        self._asked: dict[int, tuple[Frame, tuple[Prompt, ...]]] = {}
        self.dismissed: set[tuple[str, str]] = set()
        """Places, each with the unknown piece in it, that nobody wants to be asked about again."""

    def find_questions(self, timeline: Timeline) -> OpenQuestions:
        """Return the open questions of a timeline, what it forgot included."""
        frames = timeline.frames
        current = self._list_prompts(timeline, frames[-1])
        forgotten = tuple(self._find_forgotten(timeline, current))
        facts = tuple(takewhile(lambda each: each.optional, current))
        prompts = (*facts, *forgotten, *current[len(facts) :])
        silent, usual = self._find_silent(timeline)
        silent |= {_key(each) for each in forgotten if _count_passes(timeline, each) > PATIENCE}
        heard = tuple(each for each in prompts if _key(each) not in silent)
        passed = tuple(each for each in prompts if _key(each) in silent)
        return OpenQuestions((*heard, *passed), forgotten, "" if heard else usual)

    def dismiss(self, timeline: Timeline, place: str) -> None:
        """Ask no more about a place, as long as the same pieces lie there."""
        held = timeline.state.book.holding(place)
        self.dismissed |= {(place, item) for item in held if is_unknown(item)}

    def _list_prompts(self, timeline: Timeline, frame: Frame) -> tuple[Prompt, ...]:
        """Return the prompts that are open after a frame."""
        kept, prompts = self._asked.get(frame.version, (None, ()))
        if kept is not frame:
            prompts = timeline.engine.list_prompts(frame.state)
            self._asked[frame.version] = (frame, prompts)
        return prompts

    def _find_forgotten(self, timeline: Timeline, current: tuple[Prompt, ...]) -> Iterator[Prompt]:
        """Yield prompts of the past whose place still holds a piece that nobody told.

        What was answered by “nobody saw it” is not among them.
        """
        held = timeline.state.book.holding
        done = {each.place for each in current}
        frames = timeline.frames
        for frame, before in zip(frames[:0:-1], frames[-2::-1], strict=True):
            if frame.action is None:
                continue
            place = getattr(frame.action, "place", "")
            if place and frame.action.seat == TABLE:
                done.add(place)
            for prompt in self._list_prompts(timeline, before):
                if not prompt.optional or not prompt.place or prompt.place in done:
                    continue
                done.add(prompt.place)
                was = before.state.book.holding(prompt.place)
                same = [i for i in held(prompt.place) if is_unknown(i) and i in was]
                if any((prompt.place, item) not in self.dismissed for item in same):
                    yield prompt

    def _find_silent(self, timeline: Timeline) -> tuple[set[str], str]:
        """Return the keys of questions that were passed over again and again, and the kind of
        action that was told again and again instead of any answer."""
        told: set[str] = set()
        passed: dict[str, int] = {}
        unasked: list[str] = []
        frames = timeline.frames
        pairs = zip(frames[:0:-1], frames[-2::-1], strict=True)
        seen = ((f, before) for f, before in pairs if f.action is not None)
        for _n, (frame, before) in zip(range(SEARCHED), seen, strict=False):
            assert frame.action is not None  # noqa: S101
            prompts = self._list_prompts(timeline, before)
            answered = {_key(each) for each in _find_answered(prompts, frame.action)}
            told |= answered - {key for key, n in passed.items() if n >= PATIENCE}
            if not answered:
                unasked.append(frame.action.verb)
            skipped: dict[str, None] = {}
            for prompt in prompts:
                if _key(prompt) in answered:
                    break
                skipped[_key(prompt)] = None
            for key in skipped:
                if key not in told:
                    passed[key] = passed.get(key, 0) + 1
        latest = Counter(unasked[:PATIENCE])
        usual = next((verb for verb, n in latest.items() if n > 1), "")
        return {key for key, n in passed.items() if n >= PATIENCE}, usual


def _find_answered(prompts: Sequence[Prompt], action: Action) -> list[Prompt]:
    """Return the prompts that an action may answer, those about its place where there are any."""
    answered = [each for each in prompts if action.verb in each.verbs]
    place = getattr(action, "place", "")
    return [each for each in answered if place and each.place == place] or answered


def _count_passes(timeline: Timeline, prompt: Prompt) -> int:
    """Return how many actions of seats were told since a question of a kind was answered last."""
    n = 0
    for frame in reversed(timeline.frames):
        if frame.action is not None and frame.action.verb in prompt.verbs:
            break
        n += frame.action is not None and frame.action.seat != TABLE
    return n


def _key(prompt: Prompt) -> str:
    """Return what tells kinds of questions apart."""
    return prompt.ask if prompt.optional else prompt.kind
