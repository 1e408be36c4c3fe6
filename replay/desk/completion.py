"""What Tab offers at the live prompt: what is legal now, commands, and what a command is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, get_args

from engines.names import matches
from engines.values import seat_letter
from ledger.clerk import Decision
from replay.desk.commands import COMMANDS, command_of, explained
from replay.speech import log_lines

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

    from replay.desk.desk import Desk
    from replay.fold.timeline import Frame

MEANINGS = 3
"""From how many characters on what is typed is looked for in the meanings, too."""

EVENTS = 30
"""How many events, the last ones, are offered by number."""

Offer = tuple[str, str]
"""A text, and what it means."""


def completer(desk: Desk) -> Any:
    """Return a completer for the live prompt."""
    from prompt_toolkit.completion import Completer, Completion

    class Legal(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            typed = document.text_before_cursor.rpartition(";")[2].lstrip()
            for text, meaning in suggestions(desk, typed):
                yield Completion(text, start_position=-len(typed), display_meta=meaning)

    return Legal()


def suggestions(desk: Desk, typed: str, limit: int = 30) -> Iterator[Offer]:
    """Yield (text, meaning) of what may be typed now and contains what was typed so far."""
    word, space, rest = typed.partition(" ")
    command = command_of(word)
    if space and command in _ABOUT:
        for text, meaning in _ABOUT[command](desk, rest.lstrip()):
            yield f"{word} {text}", meaning
        return
    found = [*_legal(desk, typed)]
    found += [(-3, command, "") for command in COMMANDS if typed and command.startswith(typed)]
    seen: set[str] = set()
    for _score, text, meaning in sorted(found)[:limit]:
        if text not in seen:
            seen.add(text)
            yield text, meaning


def _legal(desk: Desk, typed: str) -> Iterator[tuple[int, str, str]]:
    engine = desk.session.engine
    for prompt in desk.session.awaits():
        for choice in engine.choices(desk.session.state, prompt):
            text = engine.write(choice.action).partition(": ")[2] or engine.write(choice.action)
            told = engine.describe(choice.action)
            meaning = desk.voice.say(told.key, told.data)
            names = (text, meaning) if len(typed) >= MEANINGS else (text,)
            score = matches(typed, names) if typed else 1
            if score:
                yield -score, text, meaning


# -- what commands are about ---------------------------------------------------------------------


def _frames(desk: Desk, typed: str, *, actions: bool = False) -> Iterator[tuple[Frame, Offer]]:
    """Yield the last events whose number begins so, the latest first."""
    for frame in desk.session.timeline.frames[: -EVENTS - 1 : -1]:
        if str(frame.version).startswith(typed) and (frame.action is not None or not actions):
            yield frame, (str(frame.version), log_lines.told(frame, desk.voice))


def _events(desk: Desk, typed: str) -> Iterator[Offer]:
    return (offer for _frame, offer in _frames(desk, typed))


def _actions(desk: Desk, typed: str) -> Iterator[Offer]:
    return (offer for _frame, offer in _frames(desk, typed, actions=True))


def _readings(desk: Desk, typed: str) -> Iterator[Offer]:
    """``amend``: a number; after it, how the event reads now."""
    number, space, _text = typed.partition(" ")
    for frame, (version, meaning) in _frames(desk, number, actions=True):
        if not space:
            yield version, meaning
        elif frame.action is not None and version == number:
            yield f"{version} {desk.session.engine.write(frame.action)}", meaning


def _inserted(desk: Desk, typed: str) -> Iterator[Offer]:
    """``insert``: the number of an event; what follows it is typed."""
    return iter(()) if " " in typed else _events(desk, typed)


def _rulings(desk: Desk, typed: str) -> Iterator[Offer]:
    """``rule``: the number of an action, then a decision."""
    number, space, word = typed.partition(" ")
    if not space:
        yield from _actions(desk, number)
        return
    for decision in get_args(Decision):
        if decision.startswith(word):
            yield f"{number} {decision} ", ""


def _rules(desk: Desk, typed: str, *, waivable: bool = False) -> Iterator[Offer]:
    for rule in desk.session.engine.rulebook.rules.values():
        if rule.id.casefold().startswith(typed.casefold()) and (rule.waivable or not waivable):
            yield rule.id, desk.voice.rule(rule.id)


def _waivable(desk: Desk, typed: str) -> Iterator[Offer]:
    return _rules(desk, typed, waivable=True)


def _numbers(desk: Desk, typed: str) -> Iterator[Offer]:
    """``why``, ``when``, ``balance``: places and the points of seats."""
    timeline = desk.session.timeline
    points = [f"{seat_letter(seat)}.points" for seat in range(len(timeline.seats))]
    for place in [*points, *sorted(timeline.state.book.places)]:
        _owner, _dot, what = place.partition(".")
        meaning = desk.voice.place(place)
        if place in points:
            meaning = f"{desk.voice.seat(points.index(place))}: {desk.voice.say(what)}"
        if place.startswith(typed) or (len(typed) >= MEANINGS and matches(typed, (meaning,))):
            yield place, meaning


def _help(desk: Desk, typed: str) -> Iterator[Offer]:
    sentences = explained()
    for command in COMMANDS:
        if command.startswith(typed):
            yield command, sentences[command]
    for verb in desk.session.engine.verbs:
        if verb.startswith(typed):
            yield verb, desk.voice.words.text.get(f"verb.{verb}", "")


_ABOUT: dict[str, Callable[[Desk, str], Iterator[Offer]]] = {
    "undo": _events,
    "amend": _readings,
    "insert": _inserted,
    "shift": _actions,
    "rule": _rulings,
    "waive": _waivable,
    "unwaive": _waivable,
    "why": _numbers,
    "when": _numbers,
    "balance": _numbers,
    "diff": _events,
    "rules": _rules,
    "help": _help,
}
