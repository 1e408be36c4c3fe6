"""What engines share: strict decoding, counts, and the frame of an engine's package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

import msgspec

from engines import LANGUAGES
from engines.book import EMPTY, UNKNOWN, Book, Booking, shortfalls
from engines.protocol import (
    SEAT_LETTERS,
    TABLE,
    UNACCOUNTED,
    Action,
    Breach,
    Choice,
    DecodeError,
    Move,
    Option,
    Packs,
    Piece,
    Seat,
    Setup,
    SetupError,
    Slot,
    Upcast,
)
from engines.words import Rulebook, Words, names_of, rulebook_of, words_of

MOST_COUNTED = 9999
"""The largest number that a count may say."""

COUNT = "COUNT"
"""The rule broken when a count shows something else than the record (see the common rulebook)."""

A = TypeVar("A", bound=Action)
Check = Callable[[Any, Any], Iterator[Breach]]
"""A rule as a function: what of (state, action) breaks it."""


class Count(Action, frozen=True, kw_only=True):
    """What really lies there: ``{"a.tokens": {"red": 3}}``. Items not named are not judged.

    An item ``?deck.1`` counts the pieces in a place whose faces are unknown and that came from
    the pool ``deck.1``.
    """

    verb: ClassVar[str] = "count"

    holds: dict[str, dict[str, int]]


def counted(book: Book, place: str, item: str) -> int:
    """Return what the record says a count of `item` in `place` should show."""
    if item[0] != UNKNOWN:
        return book.count(place, item)
    pool = item[1:]
    return sum(n for name, n in book.holding(place).items() if book.pools.get(name) == pool)


def book_count(booking: Booking, book: Book, action: Count) -> None:
    """Book what was counted: differences come from, or go to, `unaccounted`."""
    for place, items in action.holds.items():
        for item, n in items.items():
            less = counted(book, place, item) - n
            if item[0] != UNKNOWN:
                booking.move(less, item, place, UNACCOUNTED, COUNT)
                booking.move(-less, item, UNACCOUNTED, place, COUNT)
                continue
            pool = item[1:]
            for _ in range(-less):
                booking.draw(pool, place, COUNT)
            named = [u for u in booking.unknowns(place) if book.pools.get(u) == pool]
            for name in named[: max(less, 0)]:
                booking.move(1, name, place, UNACCOUNTED, COUNT)


def miscounts(book: Book, action: Count) -> Iterator[Breach]:
    """Yield a breach for every number of a count that the record does not confirm."""
    for place, items in action.holds.items():
        for item, n in items.items():
            record = counted(book, place, item)
            if record != n:
                yield Breach(
                    COUNT, COUNT, {"place": place, "item": item, "record": record, "counted": n}
                )


def judge(
    rules: Mapping[type[Action], tuple[Check, ...]],
    state: Any,
    action: Action,
    moves: Iterable[Move],
) -> tuple[Breach, ...]:
    """Return what `action` breaks: the rules listed for its kind, then the book."""
    found = [breach for rule in rules[type(action)] for breach in rule(state, action)]
    found.extend(shortfalls(moves))
    return tuple(found)


def options_of(setup: Setup, options: Iterable[Option]) -> dict[str, Any]:
    """Return all options of a match, defaults filled in. Raise SetupError for what is unknown.

    An option that lists no values takes any; its game looks at it.
    """
    known = {option.name: option for option in options}
    for name, value in setup.options.items():
        option = known.get(name)
        if option is None:
            raise SetupError("no-such-option", option=name, options=sorted(known))
        if option.values and value not in option.values:
            raise SetupError("no-such-value", option=name, value=value, values=option.values)
    return {name: setup.options.get(name, option.default) for name, option in known.items()}


def expand(choice: Choice) -> Iterator[Action]:
    """Yield every action that a choice stands for, its slots filled in every way, one by one."""
    yield from _filled(choice.action, choice.slots)


def _filled(action: Action, slots: tuple[Slot, ...]) -> Iterator[Action]:
    if not slots:
        yield action
        return
    for filling in fillings(action, slots[0]):
        yield from _filled(filling, slots[1:])


def fillings(action: A, slot: Slot) -> Iterator[A]:
    """Yield `action` with `slot` filled in every way."""
    for n in range(slot.least, slot.most + 1):
        for picked in combinations(slot.of, n):
            yield fill(action, slot, picked)


def fill(action: A, slot: Slot, picked: Mapping[str, int]) -> A:
    """Return `action` with the pieces `picked` in the field that `slot` leaves open."""
    value: dict[str, int] = dict(picked)
    if slot.swap:
        value = dict(getattr(action, slot.field))
        for item, n in picked.items():
            value[item] -= n
            value[slot.swap] = value.get(slot.swap, 0) + n
        value = {item: n for item, n in value.items() if n}
    return msgspec.structs.replace(action, **{slot.field: value})


def combinations(of: Mapping[str, int], n: int) -> Iterator[dict[str, int]]:
    """Yield every way to pick `n` pieces out of a holding.

    >>> list(combinations({"red": 2, "gold": 1}, 2))
    [{'red': 2}, {'red': 1, 'gold': 1}]
    """

    def pick(items: tuple[tuple[str, int], ...], left: int) -> Iterator[dict[str, int]]:
        if left == 0:
            yield {}
            return
        if sum(held for _, held in items) < left:
            return
        (item, held), rest = items[0], items[1:]
        for k in range(min(held, left), -1, -1):
            for others in pick(rest, left - k):
                yield ({item: k} if k else {}) | others

    yield from pick(tuple(of.items()), n)


MISCOUNT = 3
"""By how much a number carried out by hand may exceed what was due."""


def seat_columns(n: int) -> tuple[Seat, ...]:
    """Return the heads of columns that belong to `n` seats."""
    return tuple(Seat(seat) for seat in range(n))


def carried_out(action: A, due: Mapping[str, int]) -> Iterator[A]:
    """Yield `action` with one of its outcomes carried out otherwise, in `actual`.

    `due` is what the rules derive, by the outcome's name; the table may have moved any other
    number up to a little more.
    """
    actual = getattr(action, "actual", {})
    for name, n in due.items():
        for moved in range(n + MISCOUNT + 1):
            if moved != n:
                yield msgspec.structs.replace(action, actual={**actual, name: moved})


class Game:
    """The frame of an engine: its package's words and rulebook, and decoding.

    A game's engine derives from it, names its verbs and adds the rest of the protocol.
    """

    package: ClassVar[str]
    name: ClassVar[str]
    verbs: ClassVar[Mapping[str, type[Action]]]
    seats: ClassVar[range]
    upcasts: ClassVar[Mapping[tuple[str, int], Upcast]] = {}
    endless: ClassVar[frozenset[str]] = frozenset()
    judges: ClassVar[Mapping[type[Action], tuple[Check, ...]]] = {}
    packs: Packs | None = None

    def __init__(self) -> None:
        self._decoders = {
            verb: msgspec.json.Decoder(action).decode for verb, action in self.verbs.items()
        }

    @property
    def rules(self) -> str:
        """The revision of the rulebook that this engine plays by."""
        return self.rulebook.revision

    @property
    def rulebook(self) -> Rulebook:
        """Every rule of the game, and the common ones."""
        return rulebook_of(self.package)

    def words(self, lang: str) -> Words:
        """Return the game's words in a language."""
        return words_of(self.package, lang)

    def called(self) -> Mapping[str, tuple[str, ...]]:
        """Return what everything in the game goes by, in every language and in short."""
        return names_of(self.package)

    def decode(self, verb: str, payload: bytes | str, schema: int | None = None) -> Action:
        """Return the action in a stored payload, upcast from the version it was written in (None:
        as it is written today).

        Raise DecodeError when the verb is unknown or the payload has another shape.
        """
        decoder = self._decoders.get(verb)
        if decoder is None:
            raise DecodeError(f"{self.name} has no action {verb!r}")
        if schema is not None and schema != self.verbs[verb].schema:
            payload = self._upcast(verb, payload, schema)
        try:
            return decoder(payload)
        except msgspec.DecodeError as error:
            raise DecodeError(f"{verb}: {error}") from None

    def _upcast(self, verb: str, payload: bytes | str, schema: int) -> bytes:
        fields: dict[str, Any] = msgspec.json.decode(payload)
        for step in range(schema, self.verbs[verb].schema):
            upcast = self.upcasts.get((verb, step))
            if upcast is None:
                raise DecodeError(f"{verb}: nothing reads version {step} of this action")
            fields = upcast(fields)
        if schema > self.verbs[verb].schema:
            raise DecodeError(f"{verb}: version {schema} is newer than this program")
        return msgspec.json.encode(fields)

    def encode(self, action: Action) -> bytes:
        """Return the payload of an action: JSON with sorted keys."""
        return msgspec.json.encode(action, order="sorted")

    def admit(self, state: Any, action: Action) -> None:
        """Raise DecodeError for an action of a seat that this match does not have."""
        if not TABLE <= action.seat < state.seats:
            raise DecodeError(f"no seat {action.seat} in a match of {state.seats}")
        if isinstance(action, Count):
            self._admit_count(state, action)

    def _admit_count(self, state: Any, action: Count) -> None:
        """Raise DecodeError for a count of things or places that the game does not have."""
        book: Book = state.book
        words = self.words(LANGUAGES[0])
        totals = book.totals()
        for place, items in action.holds.items():
            owner, dot, kind = place.partition(".")
            owned = dot and owner in SEAT_LETTERS[: state.seats] and f"place.{kind}" in words.text
            if not owned and place not in book.places and place not in words.names:
                raise DecodeError(f"there is no place {place!r} to count in")
            for item, n in items.items():
                if abs(n) > MOST_COUNTED:
                    raise DecodeError(f"{n} {item} cannot lie anywhere")
                if item[:1] == UNKNOWN:
                    pool = item[1:]
                    if pool not in book.places or n > book.size(pool) + counted(book, place, item):
                        raise DecodeError(f"{n} unseen pieces of {pool!r} cannot lie anywhere")
                elif item not in totals and item not in words.names:
                    raise DecodeError(f"there is nothing called {item!r} to count")

    def judged_by(self, action: Action) -> tuple[str, ...]:
        """Return the rules that judge an action: each rule's function begins with its number."""
        names = (rule.__name__.partition("_")[0] for rule in self.judges.get(type(action), ()))
        return tuple(dict.fromkeys(names))

    def redact(self, state: Any, action: Action, eyes: int) -> Action:
        """Return what `eyes` saw of an action: all of it, where a game keeps no secrets."""
        return action

    def outcomes(self, state: Any, action: Action) -> Iterator[Action]:
        """Yield nothing: in most games nobody carries out by hand what the rules derive."""
        yield from ()

    def own_names(self, state: Any, lang: str) -> Mapping[str, str]:
        """Return no names: in most games every piece is the box's."""
        return {}

    def own_pieces(self, state: Any) -> tuple[Piece, ...]:
        """Return no pieces: in most games every piece is the box's."""
        return ()

    def possible(self, state: Any, name: str) -> tuple[str, ...]:
        """Return the faces that an unknown piece may still have."""
        book: Book = state.book
        return book.possible(name)


__all__ = [
    "COUNT",
    "EMPTY",
    "TABLE",
    "Check",
    "Count",
    "Game",
    "book_count",
    "carried_out",
    "combinations",
    "counted",
    "expand",
    "fill",
    "fillings",
    "judge",
    "miscounts",
    "options_of",
    "seat_columns",
]
