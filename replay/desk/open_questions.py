"""Which of the open questions to ask: as the table has been telling, and what it forgot.

The game says what is open. A question that was passed over several times in a row is no longer
asked first; it may still be answered. What was asked for a place and never told is asked again
while nobody knows what lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from engines.book import Holding, is_unknown
from engines.counts import Count
from engines.values import TABLE, Action, Prompt
from replay.fold.timeline import Frame, Timeline

PATIENCE: Final = 3
"""How often in a row a question is asked first and passed over."""

RECENT: Final = 8
"""How many of the last actions tell what is told although nothing asks for it."""

SEARCHED: Final = 60
"""How many of the last actions tell what the table is telling."""


class OpenQuestions(NamedTuple):
    """The open prompts, the one to ask first in front. `forgotten` are those among them that the
    game no longer asks. `usual` is the kind of action that is told although nothing that is open
    asks for it, "" if there is none; `expected` are the prompts that would ask for it at a coarser
    level of recording: whose duel has no result yet."""

    prompts: tuple[Prompt, ...]
    forgotten: tuple[Prompt, ...]
    usual: str
    expected: tuple[Prompt, ...] = ()


class Asked(NamedTuple):
    """A question about a place: before which frame it was open last, and what lay there then."""

    n: int
    prompt: Prompt
    held: Holding


class Questions(NamedTuple):
    """The prompts that are open after frame `n`, and the questions about places that were not
    answered up to there, by place."""

    prompts: tuple[Prompt, ...]
    asked: dict[str, Asked]
    n: int


def note_questions(
    timeline: Timeline, before: Frame | None, noted: Questions | None, frame: Frame
) -> Questions:
    """Return the questions of a frame, given those of the frame before it."""
    prompts = timeline.engine.list_prompts(frame.state)
    if before is None or noted is None:
        return Questions(prompts, {}, 0)
    n, asked = noted.n + 1, noted.asked
    if frame.action is not None:
        told = getattr(frame.action, "place", "") if frame.action.seat == TABLE else ""
        again = {each.place for each in noted.prompts if _asks_place(each)}
        if again or told in asked:
            asked = {place: each for place, each in asked.items() if place not in again}
            for each in filter(_asks_place, noted.prompts):
                held = before.state.book.holding(each.place)
                asked.setdefault(each.place, Asked(n, each, held))
            asked.pop(told, None)
    return Questions(prompts, asked, n)


def _asks_place(prompt: Prompt) -> bool:
    """Return whether a prompt asks what lies in a place, and may stay unanswered."""
    return prompt.optional and bool(prompt.place)


class Asker:
    """Finds the open questions of a match; keeps them for as long as nothing is told."""

    def __init__(self) -> None:
        self._found: tuple[Frame, OpenQuestions] | None = None
        self.dismissed: set[tuple[str, str]] = set()
        """Places, each with the unknown piece in it, that nobody wants to be asked about again."""

    def find_questions(self, timeline: Timeline) -> OpenQuestions:
        """Return the open questions of a timeline, what it forgot included."""
        last = timeline.frames[-1]
        if self._found is None or self._found[0] is not last:
            self._found = last, self._find_questions(timeline)
        return self._found[1]

    def _find_questions(self, timeline: Timeline) -> OpenQuestions:
        noted = timeline.walk(note_questions)
        current = noted[-1].prompts
        forgotten = tuple(self._find_forgotten(timeline, noted[-1]))
        facts = tuple(takewhile(lambda each: each.optional, current))
        prompts = (*facts, *forgotten, *current[len(facts) :])
        silent, usual = _find_silent(timeline, noted)
        silent |= {_key(each) for each in forgotten if _is_passed_over(timeline, each)}
        heard = tuple(each for each in prompts if _key(each) not in silent)
        passed = tuple(each for each in prompts if _key(each) in silent)
        usual = "" if heard or not prompts else usual
        return OpenQuestions(
            (*heard, *passed), forgotten, usual, _find_expected(timeline, usual) if usual else ()
        )

    def dismiss(self, timeline: Timeline, place: str) -> None:
        """Ask no more about a place, as long as the same pieces lie there."""
        held = timeline.state.book.holding(place)
        self.dismissed |= {(place, item) for item in held if is_unknown(item)}
        self._found = None

    def _find_forgotten(self, timeline: Timeline, noted: Questions) -> Iterator[Prompt]:
        """Yield prompts of the past whose place still holds a piece that nobody told, latest first.

        What was answered by “nobody saw it” is not among them.
        """
        current = {each.place for each in noted.prompts}
        held = timeline.state.book.holding
        for asked in sorted(noted.asked.values(), key=lambda each: -each.n):
            place = asked.prompt.place
            same = [i for i in held(place) if is_unknown(i) and i in asked.held]
            if place not in current and any((place, i) not in self.dismissed for i in same):
                yield asked.prompt


def _find_silent(timeline: Timeline, noted: Sequence[Questions]) -> tuple[set[str], str]:
    """Return the keys of questions that were passed over again and again, and the kind of action
    that was told again and again instead of any answer."""
    told: set[str] = set()
    passed: dict[str, int] = {}
    unasked: list[str] = []
    for n, (action, prompts) in enumerate(islice(_list_told(timeline, noted), SEARCHED)):
        answered = {_key(each) for each in _find_answered(prompts, action)}
        told |= answered - {key for key, n in passed.items() if n >= PATIENCE}
        if not answered and n < RECENT and action.verb != Count.verb:
            unasked.append(action.verb)
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


def _list_told(
    timeline: Timeline, noted: Sequence[Questions]
) -> Iterator[tuple[Action, tuple[Prompt, ...]]]:
    """Yield the actions of a timeline, latest first, each with the prompts open before it.

    A count says nothing of what the table is used to telling.
    """
    for index in range(len(noted) - 1, 0, -1):
        action = timeline.frames[index].action
        if action is not None and not isinstance(action, Count):
            yield action, noted[index - 1].prompts


def _find_expected(timeline: Timeline, verb: str) -> tuple[Prompt, ...]:
    """Return the prompts that ask for a kind of action, at the coarsest level at which any do."""
    state: Any = timeline.state
    for level in timeline.engine.levels if hasattr(state, "level") else ():
        prompts = timeline.engine.list_prompts(replace(state, level=level))
        asking = tuple(prompt for prompt in prompts if verb in prompt.verbs)
        if asking:
            return asking
    return ()


def _find_answered(prompts: Sequence[Prompt], action: Action) -> list[Prompt]:
    """Return the prompts that an action may answer, those about its place where there are any."""
    answered = [each for each in prompts if action.verb in each.verbs]
    place = getattr(action, "place", "")
    return [each for each in answered if place and each.place == place] or answered


def _is_passed_over(timeline: Timeline, prompt: Prompt) -> bool:
    """Return whether several actions of seats were told since a question of a kind was answered
    last."""
    n = 0
    for frame in reversed(timeline.frames):
        if n > PATIENCE or (frame.action is not None and frame.action.verb in prompt.verbs):
            break
        n += frame.action is not None and frame.action.seat != TABLE
    return n > PATIENCE


def _key(prompt: Prompt) -> str:
    """Return what tells kinds of questions apart."""
    return prompt.ask if prompt.optional else prompt.kind
