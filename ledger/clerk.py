"""Clerk events: events about the record. They move no pieces.

A version in a clerk event is one of its own stream.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar, Final, Literal

import msgspec

from ledger.errors import UnreadableEvent

Decision = Literal["stands", "taken-back", "corrected", "replayed", "penalty"]
"""What a ruling decides about an event."""


class Clerk(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The payload of a clerk event; `type` is the type of the event."""

    type: ClassVar[str] = ""


class HouseRule(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rule of a group, cited by its `id` (``house:3``).

    It switches the rule `waives` off, or it is a `text`, which is never checked.
    """

    id: str
    text: str = ""
    waives: str = ""


class Open(Clerk, frozen=True, kw_only=True):
    """A match begins.

    `seats` are the names of the people in seating order, `first` is the seat that begins, `level`
    how finely it is recorded. `options` differ from the defaults of the game, `house` are rules of
    the group. `format` is the version of the match file that the match is exported in; matches of
    before version 3 do not say it. `letters` type the seats; without any they are a, b, c …
    """

    type: ClassVar[str] = "match.open"

    game: str
    rules: str
    seats: tuple[str, ...]
    name: str = ""
    title: str = ""
    first: int = 0
    options: dict[str, Any] = {}
    level: str = "full"
    played: str = ""
    place: str = ""
    simulated: bool = False
    house: tuple[HouseRule, ...] = ()
    format: int | None = None
    letters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise UnreadableEvent for letters that cannot tell the seats apart."""
        told_apart = len(self.letters) == len(set(self.letters)) == len(self.seats)
        if self.letters and not told_apart:
            raise UnreadableEvent("letters: one for each seat, all different")
        if not all(len(one) == 1 and "a" <= one <= "z" for one in self.letters):
            raise UnreadableEvent("letters: each is one of a to z")


class Fork(Clerk, frozen=True, kw_only=True):
    """A match branches off `parent` and shares its events up to `base_version`.

    `base_hash` is the hash of the last shared event.
    """

    type: ClassVar[str] = "match.fork"

    parent: str
    base_version: int
    base_hash: str
    name: str = ""
    title: str = ""


class Close(Clerk, frozen=True, kw_only=True):
    """A match ends: how, the seat that conceded, the result as the people counted it."""

    type: ClassVar[str] = "match.close"

    how: Literal["finished", "conceded", "abandoned"]
    seat: int | None = None
    points: tuple[int | None, ...] = ()
    winners: tuple[int, ...] = ()


class SourceSeat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What another program says of a seat beside its name.

    `points` is the text of its points where the closing does not say the same, `person` the lasting
    id of the person there. A seat that is not `known` is nobody's: an anonymous player, a program.
    """

    points: str = ""
    person: str = ""
    known: bool = True
    rank: int | None = None
    team: str = ""
    role: str = ""


class SourceRow(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A row of another program's score sheet, with the text of every seat's cell."""

    id: str
    cells: tuple[str, ...]
    label: str = ""
    negative: bool = False
    counts: bool = True
    kind: str = ""
    value: str = ""


class Source(Clerk, frozen=True, kw_only=True):
    """A match was logged in another program, and taken from a file of it.

    `id` is its lasting id there, `also` are its ids in other programs; `file` is the name of the
    file and `digest` the SHA-256 of its content. `game` and `bgg_id` are the game as the program
    names it. A match is `uncounted` for the reason for which the program left it out of its own
    statistics; without `results` the program cannot say who won. `by_hand` says that the winner
    was chosen by hand, `starts` which seat began where that is known.
    """

    type: ClassVar[str] = "match.source"

    program: str
    id: str
    also: tuple[str, ...] = ()
    file: str = ""
    digest: str = ""
    modified: str = ""
    game: str = ""
    bgg_id: int = 0
    kind: Literal["versus", "co-op", "teams", "solo"] = "versus"
    direction: Literal["most", "least", "none"] = "most"
    time: str = ""
    minutes: int | None = None
    board: str = ""
    expansions: tuple[str, ...] = ()
    uncounted: Literal["", "ignored", "incomplete"] = ""
    results: bool = True
    by_hand: bool = False
    starts: int | None = None
    seats: tuple[SourceSeat, ...] = ()
    rows: tuple[SourceRow, ...] = ()


class Describe(Clerk, frozen=True, kw_only=True):
    """The title, the place or the date of a match is another one; what is None stays."""

    type: ClassVar[str] = "match.describe"

    title: str | None = None
    place: str | None = None
    played: str | None = None


class Void(Clerk, frozen=True, kw_only=True):
    """A match does not count: it leaves lists and statistics."""

    type: ClassVar[str] = "match.void"

    reason: str = ""


class Rename(Clerk, frozen=True, kw_only=True):
    """From here on the person in a seat is called `name`: spelt otherwise, or another person.

    `letters` type the seats from here on; without any they stay.
    """

    type: ClassVar[str] = "seat.rename"

    seat: int
    name: str
    letters: tuple[str, ...] = ()


class Swap(Clerk, frozen=True, kw_only=True):
    """Two people change seats: from here on each has what was the other's.

    `letters` type the seats from here on; without any they stay.
    """

    type: ClassVar[str] = "seat.swap"

    seats: tuple[int, int]
    letters: tuple[str, ...] = ()


class Leave(Clerk, frozen=True, kw_only=True):
    """The person in a seat leaves while the others go on; the seat and its number stay."""

    type: ClassVar[str] = "seat.leave"

    seat: int
    reason: str = ""


class Join(Clerk, frozen=True, kw_only=True):
    """Somebody sits down while the others play: `name` in a new seat, which is the next number;
    without a name the person of `seat`, who had left, is back.

    `points` are what the person begins with where that was told. `letters` type the seats from
    here on; without any they stay.
    """

    type: ClassVar[str] = "seat.join"

    seat: int
    name: str = ""
    points: int | None = None
    letters: tuple[str, ...] = ()


class Strike(Clerk, frozen=True, kw_only=True):
    """The event `target` no longer counts. Striking a strike brings its event back."""

    type: ClassVar[str] = "log.strike"

    target: int
    reason: str = ""


class Amend(Clerk, frozen=True, kw_only=True):
    """The event `target` is read as `kind` and `payload` instead. It keeps its version."""

    type: ClassVar[str] = "log.amend"

    target: int
    kind: str
    payload: dict[str, Any]
    schema: int = 1
    reason: str = ""


class Insert(Clerk, frozen=True, kw_only=True):
    """A forgotten event, read right after the event `after`. It keeps its own version."""

    type: ClassVar[str] = "log.insert"

    after: int
    kind: str
    payload: dict[str, Any]
    schema: int = 1
    reason: str = ""


class Note(Clerk, frozen=True, kw_only=True):
    """A remark about the position after the event `at`."""

    type: ClassVar[str] = "log.note"

    text: str
    at: int | None = None


class Dispute(Clerk, frozen=True, kw_only=True):
    """A claim that the event `at` broke `rules`, in the words of the person `by`."""

    type: ClassVar[str] = "log.dispute"

    at: int
    claim: str
    rules: tuple[str, ...] = ()
    by: str = ""


class Ruling(Clerk, frozen=True, kw_only=True):
    """A decision of the table about the event `at`: by which rules, why, by whom.

    `dispute` is the version of the dispute that it ends, `house` a rule that the group keeps from
    now on.
    """

    type: ClassVar[str] = "log.ruling"

    at: int
    rules: tuple[str, ...] = ()
    decision: Decision = "stands"
    reason: str = ""
    by: str = ""
    dispute: int | None = None
    house: HouseRule | None = None


class Sign(Clerk, frozen=True, kw_only=True):
    """A seat acknowledges the closing at `version`, of which `seal` is the seal."""

    type: ClassVar[str] = "match.sign"

    seat: int
    version: int
    seal: str


class Waive(Clerk, frozen=True, kw_only=True):
    """The table switches a rule off from here on, or on again."""

    type: ClassVar[str] = "log.waive"

    rule: str
    waived: bool = True
    reason: str = ""


CLERKS: dict[str, type[Clerk]] = {
    clerk.type: clerk
    for clerk in (
        Open,
        Fork,
        Close,
        Source,
        Describe,
        Void,
        Rename,
        Swap,
        Leave,
        Join,
        Strike,
        Amend,
        Insert,
        Note,
        Dispute,
        Ruling,
        Sign,
        Waive,
    )
}

PLACE: Final = re.compile(r"`(\$[^`]*)`")
"""The place in a payload that an error of msgspec names."""

FIELD: Final = re.compile(r"field `([^`]*)`")
"""The field that is missing there, or that nobody knows."""


@cache
def _make_decoder(kind: str) -> msgspec.json.Decoder[Clerk]:
    """Return the decoder of a clerk event. Raise KeyError for an unknown type."""
    return msgspec.json.Decoder(CLERKS[kind])


def is_clerk_event(kind: str) -> bool:
    """Return whether events of this type are clerk events."""
    return kind in CLERKS


def decode_clerk(kind: str, payload: bytes) -> Clerk:
    """Return the clerk event in a stored payload.

    Raise UnreadableEvent for an unknown type, and for a payload that does not fit the type.
    """
    try:
        return _make_decoder(kind).decode(payload)
    except KeyError:
        raise UnreadableEvent("no clerk event “{kind}”", kind=kind) from None
    except (msgspec.DecodeError, RecursionError) as error:
        place, field = PLACE.search(str(error)), FIELD.search(str(error))
        raise UnreadableEvent(
            "{kind}: the field {field} is missing or does not fit",
            kind=kind,
            field=(place[1] if place else "$") + (f".{field[1]}" if field else ""),
        ) from None
