"""The tree of a sheet: the game of a match, written in a file.

A sheet has no expressions. Its fields say how what is typed becomes points; `docs/sheets.md`
explains each of them. A number may be `@option` (the value of an option of the match), or a table
by the number of seats.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

FORMAT: Final = "foldtable-sheet/1"
"""The format, as each file names it in `format`."""

MOST: Final = 1_000_000_000
"""The largest number in a sheet, on either side of nought."""

Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
"""A whole number of a sheet."""

Number: TypeAlias = Whole | str | dict[str, Whole]
"""A number, `@option`, or a number by seats: `{2 = 7, 3 = 5}`."""

Bound: TypeAlias = Whole | str | dict[str, Whole]
"""A limit: a number as above, or `none`."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a sheet: what it does not say has its usual meaning."""


class Called(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The name of something in one language or both."""

    en: str = ""
    ko: str = ""


class Only(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When something is part of a match: with a value of an option, with so many seats."""

    option: str = ""
    value: Whole | str | bool | None = msgspec.field(default=None, name="is")
    seats: tuple[Whole, ...] = ()


class Shares(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What comparing the seats brings: `most` by place from the top, `least` from the bottom.

    Who ties for a place gets the number of it (`each`), a share of the numbers of the places that
    they take (`split`), or nothing (`none`); `tied` has numbers of its own by place.
    """

    most: tuple[Whole, ...] = ()
    least: tuple[Whole, ...] = ()
    tie: Literal["each", "split", "none"] = "each"
    tied: tuple[Whole, ...] = ()


class Award(Shares, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An award, and what takes its place in a match of so many seats."""

    seats1: Shares | None = None
    seats2: Shares | None = None
    seats3: Shares | None = None
    seats4: Shares | None = None
    seats5: Shares | None = None
    seats6: Shares | None = None


class Row(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row of the pad."""

    id: str
    names: Called
    also: tuple[str, ...] = ()
    kind: Literal["points", "check", "one", "each", "choice", "computed"] = "points"
    group: str = ""
    counts: bool = True
    hidden: bool = False
    ask: Literal["always", "tie"] = "always"
    adds: bool = False
    each: Literal["seat", "team", "match"] = "seat"
    min: Bound = 0
    max: Number | None = None
    step: Whole = 1
    rule: str = ""
    only: Only | None = None
    times: Number | None = None
    per: Whole | None = None
    table: tuple[tuple[Whole, ...], ...] = ()
    by: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    value: Number | None = None
    values: dict[str, Whole] = {}
    award: Award | None = None


class Case(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A case of bid and made: the sum of its coefficients, each times what it is named after."""

    when: Literal["zero-kept", "zero-lost", "exact", "reached", "over", "missed"]
    base: Number = 0
    bid: Number = 0
    made: Number = 0
    off: Number = 0
    over: Number = 0
    under: Number = 0
    round: Number = 0
    cards: Number = 0
    extra: bool = False


class Carry(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tally over rounds: whenever it comes to `every`, it brings `points` and begins again."""

    id: str
    of: Literal["over", "under", "off", "made", "bid"]
    every: Number
    points: Number
    names: Called | None = None


class Extra(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points beside the cells of a round: typed by name, or given by how it went (`on`)."""

    id: str
    points: Number
    names: Called | None = None
    also: tuple[str, ...] = ()
    on: Literal["named", "won", "lost", "others"] = "named"
    only: Only | None = None


RoundCell: TypeAlias = Literal[
    "points", "bid", "rest", "pay", "sides", "declarer", "winner", "place", "rows"
]
"""What is typed of a round."""


class Rounds(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rounds of a game: which of eight cells they have, or rows of their own."""

    cell: RoundCell = "points"
    number: Number | None = None
    cards: Number | tuple[Whole, ...] | None = None
    min: Bound = "none"
    max: Number | None = None
    step: Whole = 1
    score: tuple[Case, ...] = ()
    carry: tuple[Carry, ...] = ()
    extra: tuple[Extra, ...] = ()
    doubles: tuple[str, ...] = ()
    losers: Literal["zero", "minus"] = "zero"
    lost: Number = -2
    value: Literal["", "winner"] = ""
    points: tuple[Number, ...] = (1,)
    per: Literal["seat", "team"] = "seat"
    rows: tuple[Row, ...] = ()


class Piece(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A kind of piece that seats hold."""

    id: str
    names: Called | None = None
    also: tuple[str, ...] = ()
    supply: Number = "endless"
    start: Number = 0
    source: str = msgspec.field(default="bank", name="from")
    least: Bound = 0
    tally: bool = False
    by: Literal["", "giver"] = ""
    hidden: bool = False
    only: Only | None = None


class Place(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place where pieces lie, of the table or of each seat."""

    id: str
    names: Called | None = None
    also: tuple[str, ...] = ()
    each: Literal["table", "seat"] = "table"
    holds: tuple[str, ...] = ()
    endless: bool = False
    private: bool = False


class Dice(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The dice that are thrown together."""

    n: Whole = 1
    faces: Whole = 6


class Teams(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Teams: how many seats each has, and how they sit."""

    sizes: tuple[Whole, ...] = ()
    names: tuple[Called, ...] = ()
    seating: Literal["across", "blocks", "typed"] = "across"
    only: Only | None = None


class Goal(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A limit that somebody comes to: a number of the total, of a row, or of a piece."""

    at: Number
    of: str = "total"


class Limit(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What puts a seat out: too little of a piece (`least`), or too much (`at`)."""

    of: str
    at: Number | None = None
    least: Number | None = None
    each: Literal["", "giver"] = ""
    only: Only | None = None


class End(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When the match is over."""

    at: Number | None = None
    of: str = "total"
    when: Literal["round", "at-once", "own-turn"] = "round"
    rounds: Number | None = None
    out: tuple[Limit, ...] = ()
    last: Whole | None = None
    any: tuple[Goal, ...] = ()


class Decider(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What ends a match whatever the points, and whether the seat named has won by it."""

    id: str
    names: Called
    also: tuple[str, ...] = ()
    wins: bool = True


class Grade(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A name for a score from `at` on; `wins` says whether it is won by it."""

    at: Whole
    names: Called
    wins: bool | None = None


class Win(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who has won: the first key of `rank` ranks the seats, the others break ties."""

    rank: tuple[str, ...] = ("total most",)
    then: Literal["shared", "another-round", "nobody"] = "shared"
    deciders: tuple[Decider, ...] = ()
    grade: tuple[Grade, ...] = ()


class Check(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must add up over all seats of a round or of a row."""

    what: str
    sum: Number | tuple[Whole, ...] | None = None
    unlike: Whole | str | None = msgspec.field(default=None, name="not")
    multiple: Whole | None = None
    waivable: bool = True
    only: Only | None = None


class Choice(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An option, which is chosen when a match is opened."""

    id: str
    values: tuple[Whole | str | bool, ...]
    default: Whole | str | bool
    names: Called | None = None


class OwnRule(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A text of the writer's own, which rows cite and nothing checks."""

    id: str
    en: str = ""
    ko: str = ""


class Sheet(Part, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sheet."""

    format: str
    id: str
    names: Called
    version: str = "1"
    also: tuple[str, ...] = ()
    ids: dict[str, Whole] = {}
    seats: tuple[Whole, ...] = (1, 12)
    first: Literal["seat", "none", "rotates", "winner", "loser", "stays"] = "seat"
    dealer: Literal["none", "rotates", "winner", "loser", "stays"] = "none"
    teams: Teams | None = None
    decimals: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    together: bool = False
    rows: tuple[Row, ...] = ()
    rounds: Rounds | None = None
    final: Rounds | None = None
    pieces: tuple[Piece, ...] = ()
    places: tuple[Place, ...] = ()
    dice: Dice | None = None
    end: End | None = None
    win: Win = Win()
    checks: tuple[Check, ...] = ()
    options: tuple[Choice, ...] = ()
    rules: tuple[OwnRule, ...] = ()
    source: str = ""
