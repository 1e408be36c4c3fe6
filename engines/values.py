"""The values that pass between a game's rules and everything else.

Actions and what comes of them (moves, breaches), prompts and choices, sums and standings, and the
errors that say why something is refused. All are immutable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

import msgspec

TABLE: Final = -1
"""The seat that chance sits on: dice, decks and reveals are its actions."""


UNACCOUNTED: Final = "unaccounted"
"""The suspense place: what the record cannot explain. May hold less than nothing."""


SEAT_LETTERS: Final = "abcdefghijkl"


def seat_letter(seat: int) -> str:
    """Return the letter of a seat, the first part of its places: ``0`` is ``a``.

    >>> seat_letter(1)
    'b'
    >>> seat_letter(TABLE)
    'table'
    """
    return "table" if seat == TABLE else SEAT_LETTERS[seat]


def seat_by_letter(letter: str) -> int:
    """Return the seat that `letter` stands for. Raise ValueError when it stands for none.

    >>> seat_by_letter("b")
    1
    """
    if len(letter) != 1:
        raise DecodeError("“{letter}” is not the letter of a seat", letter=letter)
    return SEAT_LETTERS.index(letter)


def owner_of(place: str) -> int | None:
    """Return the seat to which `place` belongs, or None when it belongs to no seat.

    >>> owner_of("b.tokens"), owner_of("bank"), owner_of("deck.1")
    (1, None, None)
    """
    if place[1:2] != "." or place[0] not in SEAT_LETTERS:
        return None
    return SEAT_LETTERS.index(place[0])


class Seat(int):
    """A seat in the data of a message. It is put into words as the name of the person."""


class SeatText(str):
    """A text in which the single letters a to l stand for seats: ``a > b``. It is shown with the
    letters that type these seats."""


class Verbatim(str):
    """A text in the data of a message that is no key: it is shown as it is."""


class Message(NamedTuple):
    """A key of the word files and the data that fills its sentence. Data may hold messages."""

    key: str
    data: dict[str, Any]


def list_by_seat(values: Iterable[Any]) -> list[Message]:
    """Return values that are given by seat, for a sentence: each after the name of its person."""
    return [
        Message("by-seat", {"seat": Seat(seat), "value": value})
        for seat, value in enumerate(values)
    ]


def describe_sheet(verb: str, points: Sequence[int], winners: Iterable[int]) -> Message:
    """Return the message that tells of a score sheet: points, winners, or both."""
    data = {"points": list_by_seat(points), "winners": [Seat(seat) for seat in winners]}
    if not data["winners"]:
        return Message(verb, data)
    return Message(f"{verb}.won" if points else f"{verb}.winner", data)


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match begins: everything an engine may depend on before the first action.

    `seats` counts the seats, `first` is the seat that begins, `options` holds the named options
    of the game's rulebook (only those that differ from the default need be given), `level` is
    how finely the match is recorded, `known` names what was learnt of unknown pieces later
    (``{"?7": "2r-k5"}``): folding with it is folding with hindsight. `rules` is the revision of the
    rulebook by which the match was opened, empty for today's: by it a table is laid out as it was.
    """

    seats: int
    first: int = 0
    options: dict[str, Any] = {}
    level: str = "full"
    known: dict[str, str] = {}
    rules: str = ""


Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-999_999, le=999_999)]
"""A number in a payload that may be below zero, such as points."""

Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=999_999)]
"""A number in a payload of something that can be counted."""

SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=len(SEAT_LETTERS))]
"""A seat in a payload, beside the one that acts."""

Taker: TypeAlias = Literal["seat", "table", "either"]
"""Who may do an action: a seat, the table (it is a fact of the table), or either of them."""


class Action(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    kw_only=True,
    gc=False,
):
    """The payload of a game event: a seat's choice or a fact of the table.

    Subclasses set `verb` (the event's type) and, when the payload's shape has changed over
    time, `schema` (its version, see `Engine.upcasts`). `taken_by` says who may do it; a
    fact of the table leaves `seat` at TABLE.
    """

    verb: ClassVar[str] = ""
    schema: ClassVar[int] = 1
    taken_by: ClassVar[Taker] = "either"

    seat: int = TABLE

    def other_seats(self) -> Iterable[int]:
        """Return the seats that the action names beside the one that acts."""
        return ()

    def lists_by_seat(self) -> Iterable[Sequence[object]]:
        """Return the lists in the action that have one entry for every seat."""
        return ()


class Move(msgspec.Struct, frozen=True, gc=False):
    """`n` of `item` went from one place to another because of `rule`.

    With `name` set the move is knowledge and not motion: what lay at `target` under that name
    (``?7``) has turned out to be `item`, taken from the pool `source`. `cause` is the piece that
    brought it about by itself (a card that pays, a noble that comes): the log tells it.
    """

    n: int
    item: str
    source: str
    target: str
    rule: str
    name: str = ""
    cause: str = ""


class Breach(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action's conflict with a rule.

    `rule` is an id of the game's rulebook, `why` the key of the sentence in the word files that
    says what is wrong (the rule's own id when empty), `data` fills the sentence, `at` holds the
    plies (0-based positions among the actions of the line) of earlier actions concerned.
    """

    rule: str
    why: str = ""
    data: dict[str, Any] = {}
    at: tuple[int, ...] = ()


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question: what `seat` must do, or the table must tell, next.

    `ask` is the key of its sentence, `data` fills it. `verbs` are the actions that answer it, the
    usual one first. `place` is the place of which a fact is wanted. An `optional` prompt may stay
    unanswered: what was not seen stays a named unknown piece.
    """

    seat: int
    ask: str
    verbs: tuple[str, ...]
    place: str = ""
    optional: bool = False
    data: dict[str, Any] = {}

    @property
    def kind(self) -> str:
        """The kind of the question: the verb of its usual answer."""
        return self.verbs[0]


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open part of a choice: `least` to `most` pieces out of `of` go into `field`.

    Without `swap`, the field receives the picked pieces (``{item: n}``). With `swap`, the field
    keeps its usual pieces, and each picked one becomes a `swap`: a token paid in gold.
    """

    field: str
    of: dict[str, int]
    least: int
    most: int
    swap: str = ""


class OpenNumber(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open number of a choice: one of `least` to `most`, in steps, goes into `field`.

    Where the field is a list, it is its entry `at`; else `at` is -1.
    """

    field: str
    at: int
    least: int
    most: int
    step: int = 1


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal action as a template, with the slots and the numbers that are still open.

    `weight` is the relative likelihood where chance chooses; 0 for what is legal but seldom done,
    which chance takes only where there is nothing else. The template is legal itself: it has the
    least of every open number.
    """

    action: Action
    slots: tuple[Slot, ...] = ()
    weight: int = 1
    numbers: tuple[OpenNumber, ...] = ()


class Fact(NamedTuple):
    """Something that is so at the table now, and the words with which people ask for it."""

    words: tuple[str, ...]
    message: Message


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """A term of a sum: of a price, of an outcome, of a score.

    `label` is a key of the word files or an item's id, and `data` fills its sentence. `n` is what
    the term adds, `item` the piece it comes from or its unit, `rule` the rule behind it. `place`
    is the place that had to get something for the term to count; empty where that is the piece.
    `unit` is what `n` counts, where the terms of a sum count different things.
    """

    label: str
    n: int
    rule: str
    item: str = ""
    data: dict[str, Any] = {}
    place: str = ""
    unit: str = ""


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a seat: `total` is the sum of the terms in `lines`.

    Seats with equal totals compare their `ties`, in order; `rank` counts from 1.
    """

    seat: int
    total: int | None
    lines: tuple[Term, ...] = ()
    rank: int = 0
    ties: tuple[int, ...] = ()


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The scores of all seats. `winners` is empty until the rules say that the game is over.

    `reason` is a key of the word files that says how the game ended, `rule` the rule behind it.
    `tied` are the seats between which the record does not decide: one of them has won, or several.
    `notice` says, while the game goes on, that its end has been triggered: this is the last round.
    `left` are the seats whose people have left: they cannot win, and come behind all others.
    """

    scores: tuple[Score, ...]
    over: bool = False
    winners: tuple[int, ...] = ()
    reason: str = ""
    rule: str = ""
    tied: tuple[int, ...] = ()
    notice: Message | None = None
    left: tuple[int, ...] = ()


TYPED: Final = ("given", "seat")
"""Data of a NotationError that hold what was typed."""


class NotationError(ValueError):
    """A text that is no action.

    `key` is the key of the sentence that says what was expected, `data` fills it. `word` is the
    word at fault, if it is one; `candidates` are the ids that it may mean, with their names;
    `unclear` is true when several of them fit equally. What was typed is shown as it was typed,
    although it may be the id of something.
    """

    def __init__(
        self,
        key: str,
        *,
        word: str = "",
        candidates: Mapping[str, Sequence[str]] | None = None,
        unclear: bool = False,
        **data: Any,
    ) -> None:
        given = word or data.get("given", "")
        super().__init__(f"“{given}” cannot be read as an action ({key}).")
        self.key = key
        self.word = word
        self.candidates: Mapping[str, Sequence[str]] = candidates or {}
        self.unclear = unclear
        self.data = {
            field: Verbatim(value) if field in TYPED and type(value) is str else value
            for field, value in data.items()
        }


class SetupError(ValueError):
    """A match that cannot be opened: too many seats, an unknown option, a combination refused.

    `key` names the sentence that says why, in the words of `package`: a game's, or the common ones.
    """

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(f"This match cannot be opened ({key}): {data}.")
        self.key = key
        self.data = data
        self.package = "engines"
        """Whose words say it."""


class DecodeError(ValueError):
    """A payload that is no action of this match: an unknown verb, shape, piece, place or seat.

    `message` says in English what is wrong, with fields that `data` fills, so that whoever shows it
    can say it in another language.

    >>> str(DecodeError("no card {card} in this match", card="w14"))
    'no card w14 in this match'
    """

    def __init__(self, message: str, **data: Any) -> None:
        super().__init__(message.format(**data) if data else message)
        self.message = message
        self.data = data


def find_json_path(error: Exception) -> str:
    """Return the place in a JSON document that a msgspec error names, with the field at fault.

    It is ``$``, the whole document, when the error names none.

    >>> find_json_path(ValueError("Expected `int`, got `str` - at `$.match.events`"))
    '$.match.events'
    >>> find_json_path(ValueError("Object missing required field `seal` - at `$.match`"))
    '$.match.seal'
    """
    place = re.search(r"`(\$[^`]*)`", str(error))
    field = re.search(r"field `([^`]*)`", str(error))
    return (place[1] if place else "$") + (f".{field[1]}" if field else "")


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named option of a match: its possible values, its default and the rule it touches.

    Without `values` it takes whatever its game can read.
    """

    name: str
    values: tuple[Any, ...]
    default: Any
    rule: str


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card, tile or token, of which the box has `copies`.

    `facts` are shown, in this order; `says` is a message of what the piece does; `codes` are
    facts for programs only.
    """

    id: str
    kind: str
    copies: int
    facts: dict[str, Any]
    says: Message | None = None
    codes: dict[str, Any] = {}


Path: TypeAlias = tuple[str | int, ...]
"""A place in parsed JSON: the fields and numbers that lead there from the outside."""


class Problem(NamedTuple):
    """What is wrong with a file that a game reads.

    `path` is the position in its JSON. `key` is the key of the sentence, `data` fills it, `about`
    is the piece concerned. `word` is a word that was not expected, `near` are the expected ones
    that it may mean. A problem that is not `grave` is a warning.
    """

    path: Path
    key: str
    data: dict[str, Any]
    about: str = ""
    word: str = ""
    near: tuple[str, ...] = ()
    grave: bool = True


class CardSetInfo(NamedTuple):
    """A set of pieces beyond the box's, or the box's own: `symbol` names it in options, `names` are
    its names by language, `kinds` and `pieces` count what it holds, `content` is the whole of it
    as a match's option keeps it."""

    symbol: str
    names: dict[str, str]
    version: str
    kinds: int
    pieces: int
    content: Any


class SheetListing(NamedTuple):
    """What is listed of a sheet: the id of its game, its names by language, every name by which it
    can be typed, and the least and the most seats."""

    game: str
    names: dict[str, str]
    called: tuple[str, ...]
    seats: tuple[int, ...]


class SheetInfo(NamedTuple):
    """A sheet that was read: what is listed of it, its version, and the whole of it as a match
    keeps it."""

    game: str
    names: dict[str, str]
    called: tuple[str, ...]
    seats: tuple[int, ...]
    version: str
    content: Any


Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
