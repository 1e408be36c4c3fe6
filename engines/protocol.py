"""What an engine is: the types that pass between a game's rules and everything else.

An engine answers questions about one game and holds nothing: no clock, no screen, no storage,
no randomness. `check` says which rules an action breaks, `apply` says what the table looks like
afterwards; the two never depend on each other, because at a physical table the move happened
whether or not the rules allow it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    NamedTuple,
    Protocol,
    TypeAlias,
    runtime_checkable,
)

import msgspec

if TYPE_CHECKING:
    from engines.words import Rulebook, Words

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


class Seat(int):
    """A seat in the data of a sentence: spoken as the name of whoever sits there."""


class Verbatim(str):
    """A text in the data of a sentence that is said as it is, though a key may read the same."""


class Telling(NamedTuple):
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
    """Who must tell what next. `ask` is a key of the word files, `verbs` may answer it.

    `place` is the place a fact of the table is wanted for. An `optional` prompt may be left
    open: play goes on, and what was not seen stays a named unknown.
    """

    seat: int
    ask: str
    verbs: tuple[str, ...]
    place: str = ""
    optional: bool = False
    data: dict[str, Any] = {}


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


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
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
    lines: tuple[Line, ...] = ()
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


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One cell of a panel. `text` is an id or a key of the word files (or plain text).

    `n` is a count shown with it, `tone` a colour of the game (always carried by letters too),
    `place` (with `item`, if it shows only that) what it shows, `more` further places with items: a
    cell is marked by the screen when any of that has just changed.
    """

    text: str = ""
    n: int | None = None
    tone: str = ""
    place: str = ""
    item: str = ""
    more: tuple[tuple[str, str], ...] = ()
    note: str = ""
    span: int = 1

    def shows(self) -> tuple[tuple[str, str], ...]:
        """Return every (place, item) that the cell shows, item ``""`` for the place as a whole."""
        return ((self.place, self.item), *self.more) if self.place else self.more


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A labelled row of cells. `seat` is set when the row belongs to a seat."""

    label: str
    cells: tuple[Cell, ...]
    seat: int | None = None
    active: bool = False


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A titled table. `columns` are keys of the word files, a `Seat` for a column that is a
    person's; they may be empty: then the cells simply follow each other.

    `layout` is ``table`` or ``pyramid`` (rows are centred, cells overlap by half).
    """

    title: str
    rows: tuple[Row, ...]
    columns: tuple[str | Seat, ...] = ()
    layout: str = "table"


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """What certain eyes see of a position, in a form that any screen can draw."""

    panels: tuple[Panel, ...]
    turn: tuple[int, ...] = ()
    notes: tuple[Cell, ...] = ()


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
    says: Telling | None = None
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


class Pack(NamedTuple):
    """A set of pieces beyond the box's, or the box's own: `symbol` names it in options, `names` are
    its names by language, `kinds` and `pieces` count what it holds, `content` is the whole of it
    as a match's option keeps it."""

    symbol: str
    names: dict[str, str]
    version: str
    kinds: int
    pieces: int
    content: Any


@runtime_checkable
class Packs(Protocol):
    """What a game offers whose pieces come in sets that owners may write themselves."""

    @property
    def format(self) -> str:
        """Return the format of its files, as each of them names it in ``format``."""

    @property
    def option(self) -> str:
        """Return the option of a match that takes sets, whole, as a list."""

    def shipped(self) -> Mapping[str, str]:
        """Return the files of the sets in the box by symbol."""

    def check(self, content: Any) -> tuple[Pack | None, tuple[Problem, ...]]:
        """Return the set in parsed JSON, None when something about it is grave; and every
        problem."""


Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]


@runtime_checkable
class Engine(Protocol):
    """The rules of one game. `S` is the game's own frozen state; it always has a `book`.

    A field of it, or of what lies in it, that is called `ply` is a position among the actions of
    the line. What comes after may depend on the order of such plies, and not on where they begin.
    """

    @property
    def name(self) -> str:
        """Return the id of the game: ``splendor``."""

    @property
    def package(self) -> str:
        """Return the package in which the game's words and rulebook lie."""

    @property
    def rules(self) -> str:
        """Return the revision of the rulebook played by."""

    @property
    def seats(self) -> range:
        """Return how many seats a match may have."""

    @property
    def options(self) -> tuple[Option, ...]:
        """Return the named options of a match."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Return how finely a match can be recorded, coarse to fine."""

    @property
    def packs(self) -> Packs | None:
        """Return what the game offers of sets that owners may write; None in most games."""

    @property
    def verbs(self) -> Mapping[str, type[Action]]:
        """Return the kind of action behind every verb."""

    @property
    def upcasts(self) -> Mapping[tuple[str, int], Upcast]:
        """Return what brings an old payload one version further, by (verb, version)."""

    @property
    def endless(self) -> frozenset[str]:
        """Return the places that may hold less than nothing: an unlimited bank."""

    @property
    def rulebook(self) -> Rulebook:
        """Return every rule of the game, and the common ones."""

    def words(self, lang: str) -> Words:
        """Return the game's words in a language."""

    def called(self) -> Mapping[str, tuple[str, ...]]:
        """Return what everything in the game goes by: ids, names in every language, short forms."""

    def own_names(self, state: Any, lang: str) -> Mapping[str, str]:
        """Return the names, in a language, of pieces that this match has and the box has not."""

    def own_pieces(self, state: Any) -> tuple[Piece, ...]:
        """Return the cards that this match has and the box has not, or has otherwise."""

    def catalog(self) -> tuple[Piece, ...]:
        """Return every card and token of the game, for looking things up."""

    def decode(self, verb: str, payload: bytes | str, schema: int | None = None) -> Action:
        """Return the action in a stored payload, upcast from `schema` (None: as written today).

        Raise DecodeError.
        """

    def encode(self, action: Action) -> bytes:
        """Return the payload of an action."""

    def admit(self, state: Any, action: Action) -> None:
        """Raise DecodeError for an action that speaks of what this match does not have."""

    def open(self, setup: Setup) -> Any:
        """Return the table as the rules set it up. Raise SetupError when they cannot."""

    def awaits(self, state: Any) -> tuple[Prompt, ...]:
        """Return who must do what next: several at once when play is parallel, () when over."""

    def choices(self, state: Any, prompt: Prompt) -> Iterator[Choice]:
        """Yield what is legal in answer to `prompt`, as templates; nothing legal is left out."""

    def judged_by(self, action: Action) -> tuple[str, ...]:
        """Return the rules that an action of this kind must answer, in the order checked."""

    def check(self, state: Any, action: Action) -> tuple[Breach, ...]:
        """Return every rule that `action` would break here, and every piece it cannot find."""

    def apply(self, state: Any, action: Action) -> tuple[Any, tuple[Move, ...]]:
        """Return the table after `action` and the moves that got it there. Total: never refuses."""

    def quote(self, state: Any, action: Action) -> tuple[Line, ...]:
        """Return how the action's price or outcome comes about, line by line."""

    def outcomes(self, state: Any, action: Action) -> Iterator[Action]:
        """Yield the action as it reads where the table carried out an outcome of it otherwise:
        a line of income forgotten or miscounted, a piece that came though it should not have."""

    def standing(self, state: Any) -> Standing:
        """Return the scores with their sources, the ranks, and the winners once it is over."""

    def view(self, state: Any, eyes: int | None) -> Board:
        """Return what `eyes` know: a seat, TABLE (what everybody has seen), None (the record)."""

    def possible(self, state: Any, name: str) -> tuple[str, ...]:
        """Return the faces that the unknown piece `name` may still have."""

    def redact(self, state: Any, action: Action, eyes: int) -> Action:
        """Return what `eyes` (a seat, or TABLE for everybody) saw of an action."""

    def tell(self, action: Action) -> Telling:
        """Return what an action was, for the log."""

    def parse(self, text: str, state: Any, names: Sequence[str] = ()) -> tuple[Action, ...]:
        """Return the actions that `text` stands for here. Raise NotationError when it is none."""

    def write(self, action: Action) -> str:
        """Return the full notation of `action`: ``parse(write(a), state) == (a,)`` anywhere."""
