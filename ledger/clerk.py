"""Clerk events: events about the record itself. They never touch the table.

Versions in them are those of the stream they stand in.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

Decision = Literal["stands", "taken-back", "corrected", "replayed", "penalty"]
"""What a ruling decides about what happened."""


class Clerk(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A clerk event's payload; `type` is the event's type."""

    type: ClassVar[str] = ""


class HouseRule(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rule of a group: it switches the rule `waives` off, or adds a `text` that is cited by its
    id (``house:3``) and never checked."""

    id: str
    text: str = ""
    waives: str = ""


class Open(Clerk, frozen=True, kw_only=True):
    """A match begins: `seats` are names in order, `first` the seat that begins, `options` those
    that differ from the game's defaults, `level` how finely it is recorded, `house` the group's
    own rules that it is played by."""

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


class Fork(Clerk, frozen=True, kw_only=True):
    """A match branches off another: the past up to `base_version` is shared, the hash proves it."""

    type: ClassVar[str] = "match.fork"

    parent: str
    base_version: int
    base_hash: str
    name: str = ""
    title: str = ""


class Close(Clerk, frozen=True, kw_only=True):
    """A match ends: `how` it did, the seat that conceded, the result as the table has it."""

    type: ClassVar[str] = "match.close"

    how: Literal["finished", "conceded", "abandoned"]
    seat: int | None = None
    points: tuple[int | None, ...] = ()
    winners: tuple[int, ...] = ()


class Strike(Clerk, frozen=True, kw_only=True):
    """An event no longer counts. Striking a strike brings its event back."""

    type: ClassVar[str] = "log.strike"

    target: int
    reason: str = ""


class Amend(Clerk, frozen=True, kw_only=True):
    """An event reads otherwise: `kind` and `payload` stand in its place, its number stays."""

    type: ClassVar[str] = "log.amend"

    target: int
    kind: str
    payload: dict[str, Any]
    schema: int = 1
    reason: str = ""


class Insert(Clerk, frozen=True, kw_only=True):
    """An event that was forgotten, placed right after `after`; it keeps its own number."""

    type: ClassVar[str] = "log.insert"

    after: int
    kind: str
    payload: dict[str, Any]
    schema: int = 1
    reason: str = ""


class Note(Clerk, frozen=True, kw_only=True):
    """A remark about a position."""

    type: ClassVar[str] = "log.note"

    text: str
    at: int | None = None


class Dispute(Clerk, frozen=True, kw_only=True):
    """Somebody claims that an event was not right: by which rule, in whose words."""

    type: ClassVar[str] = "log.dispute"

    at: int
    claim: str
    rules: tuple[str, ...] = ()
    by: str = ""


class Ruling(Clerk, frozen=True, kw_only=True):
    """What the table decided about an event, by which rules and why. `by` is who ruled.

    `dispute` is the version of the dispute that it settles; `house` a rule that the group keeps
    from now on.
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
    """A seat acknowledges a closed match: `version` is the closing, `seal` the seal it gave."""

    type: ClassVar[str] = "match.sign"

    seat: int
    version: int
    seal: str


class Waive(Clerk, frozen=True, kw_only=True):
    """The table switches a rule off (or on again) from here on."""

    type: ClassVar[str] = "log.waive"

    rule: str
    waived: bool = True
    reason: str = ""


CLERKS: dict[str, type[Clerk]] = {
    clerk.type: clerk
    for clerk in (Open, Fork, Close, Strike, Amend, Insert, Note, Dispute, Ruling, Sign, Waive)
}

_decoders = {kind: msgspec.json.Decoder(clerk) for kind, clerk in CLERKS.items()}


def is_clerk(kind: str) -> bool:
    """Return whether an event type is a clerk's."""
    return kind in CLERKS


def decode_clerk(kind: str, payload: bytes) -> Clerk:
    """Return the clerk event in a stored payload. Raise ValueError when it is none."""
    try:
        return _decoders[kind].decode(payload)
    except KeyError:
        raise ValueError(f"no clerk event {kind!r}") from None
    except msgspec.DecodeError as error:
        raise ValueError(f"{kind}: {error}") from None
