"""What Tab offers behind the word of a command: events, rules, places, decisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from engines.names import matches
from engines.values import seat_letter
from ledger.clerk import Decision
from replay.desk.table import Table
from replay.fold.timeline import Frame
from replay.speech import log_lines

MEANINGS: Final = 3
"""From how many characters on the meanings are searched for a typed text, too."""

EVENTS: Final = 30
"""How many of the last events are offered by number."""

Offer = tuple[str, str]
"""A text that may be typed, and what it means."""


def offer_events(table: Table, typed: str) -> Iterator[Offer]:
    """Yield the numbers of the last events that begin with `typed`, the latest first."""
    return (offer for _frame, offer in _number_frames(table, typed))


def offer_actions(table: Table, typed: str) -> Iterator[Offer]:
    """Yield the numbers of the last actions that begin with `typed`, the latest first."""
    return (offer for _frame, offer in _number_frames(table, typed, actions=True))


def _number_frames(
    table: Table, typed: str, *, actions: bool = False
) -> Iterator[tuple[Frame, Offer]]:
    """Yield the last frames, or only those with an action, whose number begins with `typed`."""
    for frame in table.timeline.frames[: -EVENTS - 1 : -1]:
        if str(frame.version).startswith(typed) and (frame.action is not None or not actions):
            yield frame, (str(frame.version), log_lines.describe_frame(frame, table.voice))


def offer_readings(table: Table, typed: str) -> Iterator[Offer]:
    """Yield numbers of actions; behind a whole number, how that action reads (``amend``)."""
    number, space, _text = typed.partition(" ")
    for frame, (version, meaning) in _number_frames(table, number, actions=True):
        if not space:
            yield version, meaning
        elif frame.action is not None and version == number:
            yield f"{version} {table.voice.write(frame.action)}", meaning


def offer_positions(table: Table, typed: str) -> Iterator[Offer]:
    """Yield numbers of events; behind a whole number, nothing (``insert``)."""
    return iter(()) if " " in typed else offer_events(table, typed)


def offer_decisions(table: Table, typed: str) -> Iterator[Offer]:
    """Yield numbers of actions; behind a whole number, the decisions (``rule``)."""
    number, space, word = typed.partition(" ")
    if not space:
        yield from offer_actions(table, number)
        return
    for decision in get_args(Decision):
        if decision.startswith(word):
            yield f"{number} {decision} ", ""


def offer_rules(table: Table, typed: str, *, waivable: bool = False) -> Iterator[Offer]:
    """Yield the rules, or only the waivable ones, whose number begins with `typed`."""
    for rule in table.session.engine.rulebook.rules.values():
        if rule.id.casefold().startswith(typed.casefold()) and (rule.waivable or not waivable):
            yield rule.id, table.voice.rule(rule.id)


def offer_waivable_rules(table: Table, typed: str) -> Iterator[Offer]:
    """Yield the rules that a table may waive and whose number begins with `typed`."""
    return offer_rules(table, typed, waivable=True)


def offer_places(table: Table, typed: str) -> Iterator[Offer]:
    """Yield the points of the seats and the places that `typed` fits (``why``, ``when``)."""
    timeline, voice = table.timeline, table.voice
    points = [f"{seat_letter(seat)}.points" for seat in range(len(timeline.seats))]
    for place in [*points, *sorted(timeline.state.book.places)]:
        _owner, _dot, what = place.partition(".")
        text = voice.typed_place(place)
        meaning = voice.place(place)
        if place in points:
            meaning = f"{voice.seat(points.index(place))}: {voice.say(what)}"
        if text.startswith(typed) or (len(typed) >= MEANINGS and matches(typed, (meaning,))):
            yield text, meaning
