"""The structure of a match file, version by version, and its JSON Schema.

Reading a file and its schema have one source: the structs here. Versions 1 and 2 name the short
form of the last hash `seal`; version 3 names the last hash `head`, and the seal of the closing in
force `seal`. Batches came with version 2, intents with version 3.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

import orjson
from msgspec import UNSET, Meta, Struct, UnsetType, field

from ledger.event import LARGEST, format_seal
from replay.files.signing import Signature

FORMAT: Final = "foldtable/match"
VERSIONS: Final = (1, 2, 3)

END: Final = r"$(?!\n)"
"""The end of a text in a pattern: in Python ``$`` alone lets a line break follow."""

DATE: Final = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
TIME: Final = "([01][0-9]|2[0-3]):[0-5][0-9]"
CONTROLS: Final = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
"""Characters that no name has: controls and line breaks."""

MARKS: Final = r"\u0020-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u007e"
"""Characters of ASCII that no match name has: all but letters, digits, - and _."""

UUID: Final = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
Id: TypeAlias = Annotated[str, Meta(pattern=UUID + END)]
Hash: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}" + END)]
Seal: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{4}(-[0-9a-f]{4}){7}" + END)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST)]
WORD: Final = "^[a-z][a-z0-9_-]*([.][a-z0-9_-]+)*"
Word: TypeAlias = Annotated[str, Meta(pattern=WORD + END, max_length=80)]
Moment: TypeAlias = Annotated[str, Meta(pattern=f"^{DATE}T{TIME}:[0-5][0-9][.][0-9]{{3}}Z{END}")]
PLAYED: Final = f"^{DATE}(T{TIME}(:[0-5][0-9]([.][0-9]+)?)?(Z|[+-]{TIME})?)?"
PlayedAt: TypeAlias = Annotated[str, Meta(pattern=PLAYED + END)]
NAME: Final = f"^(?!-)[^{CONTROLS}{MARKS}]+"
MatchName: TypeAlias = Annotated[str, Meta(pattern=NAME + END, max_length=60)]
SeatName: TypeAlias = Annotated[str, Meta(pattern=f"^[^{CONTROLS}]+{END}", max_length=40)]


class FileEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An event with its envelope. `hash` chains it to the event before it.

    `batch` is the id of the first event of its batch. `intent` says what was said in place of the
    values of the payload; no rule reads it.
    """

    match_id: Id
    version: Number
    event_id: Id
    type: Word
    schema_version: Number
    payload: dict[str, Any]
    actor: str
    recorded_at: Moment
    played_at: PlayedAt | None
    hash: Hash
    batch: Id | UnsetType = UNSET
    intent: dict[str, Any] | UnsetType = UNSET


class Stream(Struct, frozen=True, forbid_unknown_fields=True):
    """The events of one match; of an ancestor, those that the fork shares."""

    match_id: Id
    events: Annotated[tuple[FileEvent, ...], Meta(min_length=1)]


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """The match that a branch comes from: its id, its name, and the version of the fork."""

    match_id: Id
    name: MatchName
    version: Number


class MatchHead(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A summary of the match, derived from its events. `origin` is there for a branch."""

    match_id: Id
    game: Word
    name: MatchName
    seats: tuple[SeatName, ...]
    events: Number
    origin: Origin | UnsetType = UNSET

    @property
    def last_seal(self) -> str:
        """The short form of the last hash."""
        raise NotImplementedError


class MatchHead1(MatchHead, frozen=True, kw_only=True):
    """The head of versions 1 and 2. `seal` is the short form of the last hash."""

    seal: Seal

    @property
    def last_seal(self) -> str:
        """The short form of the last hash."""
        return self.seal


class MatchHead3(MatchHead, frozen=True, kw_only=True):
    """The head of version 3: the last hash; where the match is closed, the seal of its closing."""

    head: Hash
    seal: Seal | UnsetType = UNSET

    @property
    def last_seal(self) -> str:
        """The short form of the last hash."""
        return format_seal(self.head)


class MatchFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match file. The signature covers everything but its own value."""

    format: Literal["foldtable/match"]
    version: Literal[1, 2, 3]
    match: MatchHead
    streams: Annotated[tuple[Stream, ...], Meta(min_length=1)]
    signed: Signature | UnsetType = field(default=UNSET, name="signature")

    @property
    def signature(self) -> Signature | None:
        """The signature, None for a file without one."""
        return None if self.signed is UNSET else self.signed


class MatchFile1(MatchFile, frozen=True, kw_only=True):
    """A match file of version 1 or 2."""

    version: Literal[1, 2]
    match: MatchHead1


class MatchFile3(MatchFile, frozen=True, kw_only=True):
    """A match file of version 3."""

    version: Literal[3]
    match: MatchHead3


def find_layout(version: int) -> type[MatchFile1] | type[MatchFile3]:
    """Return the struct that describes match files of a version."""
    return MatchFile3 if version >= 3 else MatchFile1


def make_schema(version: int) -> dict[str, Any]:
    """Return the JSON Schema of match files of a version."""
    from msgspec.json import schema

    layout = find_layout(version)
    described = schema(layout)
    definitions = described["$defs"]
    definitions[layout.__name__]["properties"]["version"] = {"enum": [version]}
    if version < 2:
        del definitions["FileEvent"]["properties"]["batch"]
    if version < 3:
        del definitions["FileEvent"]["properties"]["intent"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"foldtable match, version {version}",
        **described,
    }


def write_schemas() -> None:
    """Write the JSON Schema of every version beside this module."""
    for version in VERSIONS:
        content = orjson.dumps(make_schema(version), option=orjson.OPT_INDENT_2)
        Path(__file__).with_name(f"match-{version}.schema.json").write_bytes(content + b"\n")


if __name__ == "__main__":
    write_schemas()
