"""Addresses of events, as they are typed: ``57``, ``round 6``, ``round 6 bo``.

A round may be written ``6라운드`` too, and ``r6`` behind an ``@``. Where one event is meant, a
round stands for its only action, and with a seat for the only one of that seat in it. Where a
position is meant, it stands for its end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from engines.notation import find_seat, is_number
from engines.values import Action, Seat
from replay.base.errors import NothingToDo
from replay.fold.rounds import list_round
from replay.fold.timeline import Frame, Timeline
from replay.speech import log_lines
from replay.speech.voice import Voice

ROUND: Final = re.compile(
    r"(?:(?:round|rd|라운드)\.?\s*([0-9]{1,4})|([0-9]{1,4})\s*라운드)(?:\.(\w+))?(?:[:,]|(?=\s|$))",
    re.IGNORECASE,
)
"""A round at the beginning of a text, perhaps with a seat after a dot: ``r6.b``."""

SHORT: Final = re.compile(r"^r(?=[0-9])", re.IGNORECASE)
"""The beginning of a round that is written short."""

ADDED: Final = re.compile(
    r"(?P<what>.*?)(?:\s*@\s*(?P<at>.+)|(?:^|\s+)(?P<round>(?:(?:round|rd|라운드)\.?\s*[0-9]{1,4}|"
    r"[0-9]{1,4}\s*라운드)(?:\s+\w+)?))",
    re.IGNORECASE,
)
"""A text with an address behind it: ``c round 6``, ``a.points @57``, ``round 6``."""

LISTED: Final = 8
"""How many events of a round are listed."""


class Address(NamedTuple):
    """An event by its number, or the actions of a round; `rest` is what is typed behind it.

    `seat` is the seat of a round whose actions are meant.
    """

    version: int | None
    frames: Sequence[Frame]
    rest: str
    seat: int | None = None

    @property
    def begin(self) -> int:
        """The first event that is meant."""
        return self.frames[0].version if self.version is None else self.version

    @property
    def end(self) -> int:
        """The last event that is meant."""
        return self.frames[-1].version if self.version is None else self.version


NUMBERED: Final = re.compile(r"^([0-9]{1,9})번(?:째)?(?:을|를|은|는|부터|에|까지)?(?=\s|$)")
"""The number of an event as Korean says it: ``57번``."""


def starts_with_address(text: str) -> bool:
    """Return whether a text begins with the number of an event or with a round."""
    head = NUMBERED.sub(r"\1", text.strip()).partition(" ")[0]
    return is_number(head) or ROUND.match(text) is not None


def split_address(timeline: Timeline, text: str) -> Address:
    """Split ``round 6 rest`` into an address and the rest.

    Raise NothingToDo when the text does not begin with one, LookupError for an unknown round.
    """
    text = NUMBERED.sub(r"\1", text.strip())
    found = ROUND.match(text)
    word, _space, rest = text.partition(" ")
    if found is None:
        if not is_number(word):
            raise NothingToDo("“{text}” is no event: say its number, or round 6", text=text)
        return Address(int(word), (), rest.strip())
    frames = list_round(timeline, int(found[1] or found[2]))
    rest = text[found.end() :].strip()
    if found[3]:
        rest = f"{found[3]} {rest}".strip()
    if len(frames) > 1 or found[3]:
        word, _space, others = rest.partition(" ")
        names = frames[-1].seat_names
        seat = find_seat(word.rstrip(":"), len(names), names) if word else None
        if seat is not None:
            about = [frame for frame in frames if is_about(timeline, frame, seat)]
            return Address(None, about, others.strip(), seat)
    return Address(None, frames, rest)


def is_about(timeline: Timeline, frame: Frame, seat: int) -> bool:
    """Return whether an action is a seat's, or a fact of the table that names it."""
    action = frame.action
    return action is not None and (action.seat == seat or _names_seat(timeline, action, seat))


def _names_seat(timeline: Timeline, action: Action, seat: int) -> bool:
    """Return whether a fact of the table is said with the name of a seat."""
    if action.seat >= 0:
        return False
    values = timeline.engine.describe(action).data.values()
    return any(isinstance(value, Seat) and value == seat for value in values)


def split_event(timeline: Timeline, voice: Voice, text: str) -> tuple[int, str]:
    """Split ``12 rest`` or ``round 6 rest`` into the number of one event and the rest.

    Raise NothingToDo where no event or several are meant, LookupError for an unknown round.
    """
    address = split_address(timeline, text)
    if address.version is not None:
        return address.version, address.rest
    if len(address.frames) == 1:
        return address.frames[0].version, address.rest
    listed = [log_lines.write_log_line(f, voice).strip() for f in address.frames[:LISTED]]
    more = len(address.frames) - len(listed)
    events = (*listed, *([f"… (+{more})"] if more else []))
    n = len(address.frames)
    if len({frame.action.seat for frame in address.frames if frame.action is not None}) > 1:
        raise NothingToDo(
            "the round has {n} events; say which, or whose:", "{events}", n=n, events=events
        )
    raise NothingToDo("there are {n} such events; say which:", "{events}", n=n, events=events)


def find_event(timeline: Timeline, voice: Voice, text: str) -> int:
    """Return the number of the event that a whole text means. Raise as `split_event` does.

    Somebody may be named behind a round with one event for all.
    """
    version, rest = split_event(timeline, voice, text)
    names = timeline.at(version).seat_names if rest and ROUND.match(text.strip()) else ()
    if rest and not (names and find_seat(rest, len(names), names) is not None):
        raise NothingToDo("“{text}” is no event: say its number, or round 6", text=text)
    return version


def parse_address(timeline: Timeline, text: str) -> Address:
    """Return the address that a whole text is; ``r6`` is round 6.

    Raise NothingToDo for a text that is none, or where nothing is there, LookupError for an
    unknown round.
    """
    address = split_address(timeline, SHORT.sub("round ", text.strip()))
    if address.rest or (address.version is None and not address.frames):
        raise NothingToDo("“{text}” is no event: say its number, or round 6", text=text)
    return address


def find_position(timeline: Timeline, text: str) -> int:
    """Return the last event that an address means. Raise as `parse_address` does."""
    return parse_address(timeline, text).end


class AddressedText(NamedTuple):
    """What is typed before an address; the address, None where there is none."""

    what: str
    address: Address | None


def take_address(timeline: Timeline, text: str) -> AddressedText:
    """Take the address off the end of ``c round 6`` or ``a.points @57``.

    Raise NothingToDo for ``@`` without an address, LookupError for an unknown round.
    """
    found = ADDED.fullmatch(text.strip())
    if found is None:
        return AddressedText(text.strip(), None)
    address = parse_address(timeline, found["at"] or found["round"])
    return AddressedText(found["what"].strip(), address)


def find_stretch(timeline: Timeline, text: str) -> tuple[int, int | None]:
    """Return the two events of ``12 20``, ``12..20`` or ``round 3 round 5``.

    The second is None where there is none. Raise as `parse_address` does.
    """
    first = split_address(timeline, text.replace("..", " "))
    rest = first.rest
    if first.version is None and not first.frames:
        raise NothingToDo("“{text}” is no event: say its number, or round 6", text=text)
    return first.end, find_position(timeline, rest) if rest else None
