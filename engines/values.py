"""The values that pass between a game's rules and everything else.

Actions and what comes of them (moves, breaches), prompts and choices, sums and standings, and the
errors that say why something is refused. All are immutable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

import msgspec

TABLE: Final = -1
"""The seat that chance sits on: dice, decks and reveals are its actions."""


UNACCOUNTED: Final = "unaccounted"
"""The suspense place: what the record cannot explain. May hold less than nothing."""


SEAT_LETTERS: Final = "abcdefgh"


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
        raise ValueError(f"{letter!r} is not the letter of a seat")
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
    """A seat in the data of a sentence: spoken as the name of whoever sits there."""


class Verbatim(str):
    """A text in the data of a sentence that is said as it is, though a key may read the same."""


class Message(NamedTuple):
    """Something to be put into words: a key of the word files and what fills it, which may be a
    telling again."""

    key: str
    data: dict[str, Any]


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match begins: everything an engine may depend on before the first action.

    `seats` counts the seats, `first` is the seat that begins, `options` holds the named options
    of the game's rulebook (only those that differ from the default need be given), `level` is
    how finely the match is recorded, `known` names what was learnt of unknown pieces later
    (``{"?7": "2r-k5"}``): folding with it is folding with hindsight.
    """

    seats: int
    first: int = 0
    options: dict[str, Any] = {}
    level: str = "full"
    known: dict[str, str] = {}


class Action(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True
):
    """The payload of a game event: a seat's choice or a fact of the table.

    Subclasses set `verb` (the event's type) and, when the payload's shape has changed over
    time, `schema` (its version, see `Engine.upcasts`). Facts of the table leave `seat` at TABLE.
    """

    verb: ClassVar[str] = ""
    schema: ClassVar[int] = 1

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
    """Who must tell what next. `ask` is a key of the word files, `verbs` may answer it, the usual
    one first.

    `place` is the place a fact of the table is wanted for. An `optional` prompt may be left
    open: play goes on, and what was not seen stays a named unknown.
    """

    seat: int
    ask: str
    verbs: tuple[str, ...]
    place: str = ""
    optional: bool = False
    data: dict[str, Any] = {}

    @property
    def kind(self) -> str:
        """The kind of question: the verb of its usual answer, however `ask` words it."""
        return self.verbs[0]


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a choice that is still open: `least` to `most` pieces out of `of` go into `field`.

    Without `swap`, the field receives the picked pieces (``{item: n}``). With `swap`, the field
    keeps its usual pieces but every picked one is replaced by one of `swap`: a token paid in gold.
    """

    field: str
    of: dict[str, int]
    least: int
    most: int
    swap: str = ""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal action as a template: complete as it stands when every slot may stay empty.

    `weight` is the relative likelihood where chance chooses.
    """

    action: Action
    slots: tuple[Slot, ...] = ()
    weight: int = 1


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a sum: of a price, of an outcome, of a score.

    `label` is a key of the word files or an item's id, `n` what the line adds, `item` the unit
    or the piece it comes from, `rule` the rule behind it, `data` fills the label's words. `place`
    is where something had to come for the line to count, if not the piece itself to its seat.
    `unit` is what `n` counts, where not all lines count the same.
    """

    label: str
    n: int
    rule: str
    item: str = ""
    data: dict[str, Any] = {}
    place: str = ""
    unit: str = ""


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's result: `total` is the sum of `lines`; `ties` are compared after it, in order."""

    seat: int
    total: int | None
    lines: tuple[Term, ...] = ()
    rank: int = 0
    ties: tuple[int, ...] = ()


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where everybody stands. `winners` is empty until the rules say that the game is over.

    `reason` is a key of the word files that says how the game ended, `rule` the rule behind it.
    """

    scores: tuple[Score, ...]
    over: bool = False
    winners: tuple[int, ...] = ()
    reason: str = ""
    rule: str = ""


class NotationError(ValueError):
    """A text that is no action.

    `key` names the sentence in the word files that says what was expected, `data` fills it.
    When one word of the text is to blame, `word` is that word and `candidates` maps every id
    it could have meant to the names it goes by; `unclear` is true when several fit equally.
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
        super().__init__(key)
        self.key = key
        self.word = word
        self.candidates: Mapping[str, Sequence[str]] = candidates or {}
        self.unclear = unclear
        self.data = data


class SetupError(ValueError):
    """A match that cannot be opened: too many seats, an unknown option, a combination refused.

    `key` names the sentence that says why, in the words of `package`: a game's, or the common ones.
    """

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key = key
        self.data = data
        self.package = "engines"
        """Whose words say it."""


class DecodeError(ValueError):
    """A payload that is no action of this game: unknown verb, wrong shape, a thing unheard of."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named option of a match: its possible values, its default and the rule it touches.

    Without `values` it takes whatever its game can read.
    """

    name: str
    values: tuple[Any, ...]
    default: Any
    rule: str


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card, tile or token of the box: `facts` are shown in this order, `copies` in the box.

    `says` is what it does, to be put into words; `codes` are further facts that only programs
    read.
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
    """Something about a file that a game reads.

    `path` is where in its JSON, `key` a sentence of the word files, `data` fills it, `about` is the
    piece concerned. `word` is a word that was not expected, `near` are those that it may have
    meant. What is not `grave` is worth knowing and no error.
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


Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
