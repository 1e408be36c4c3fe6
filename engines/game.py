"""The shared base of every engine: decoding, options, and the frame of a game's package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from engines import LANGUAGES
from engines.board import Board
from engines.book import BOOK, Book, describe_shortfall, is_unknown
from engines.counts import COUNT, MOST_COUNTED, Count, count_in_record, find_miscounts
from engines.intents import Intent, Parsed, Resolvers, resolve_intent, wrap_actions
from engines.names import Names, fold
from engines.notation import NUMBERS, RESULT_WORDS, find_seat, split_list
from engines.people import People
from engines.positions import Holds, lay_out
from engines.protocol import CardSets, Sheets, State
from engines.values import (
    SEAT_LETTERS,
    TABLE,
    UNACCOUNTED,
    Action,
    Breach,
    DecodeError,
    Fact,
    Message,
    Move,
    Option,
    Piece,
    Seat,
    Setup,
    SetupError,
    Upcast,
    find_json_path,
    owner_of,
)
from engines.words import Rulebook, Words, load_names, load_rulebook, load_words

Check = Callable[[Any, Any], Iterator[Breach]]
"""A rule as a function of (state, action): it yields the breaches of that rule."""


class Together:
    """Rules that ask about the same thing, such as the duel in which a card is revealed.

    `describe` returns that from (state, action), once for all of them, or None where there is
    nothing to ask about; each of the `rules` is a function of (that, action).
    """

    def __init__(self, describe: Callable[[Any, Any], Any], *rules: Check) -> None:
        self.describe = describe
        self.rules = rules

    def __call__(self, state: Any, action: Any) -> Iterator[Breach]:
        """Yield the breaches of all these rules, in their order."""
        subject = self.describe(state, action)
        if subject is not None:
            for rule in self.rules:
                yield from rule(subject, action)


class Kind(NamedTuple):
    """What is known of a kind of action: the rules that it must answer, the seats that may do it
    (see `list_takers`), whether it names other seats, and whether it lists something by seat."""

    rules: tuple[Check, ...]
    takers: frozenset[int]
    names_others: bool
    has_lists: bool


def describe_kind(action: type[Action], rules: tuple[Check, ...]) -> Kind:
    """Return what is known of a kind of action, which must answer `rules`."""
    names_others = action.other_seats is not Action.other_seats
    has_lists = action.lists_by_seat is not Action.lists_by_seat
    return Kind(rules, list_takers(action), names_others, has_lists)


def check_setup(
    setup: Setup, seats: range, levels: Sequence[str], options: Iterable[Option]
) -> dict[str, Any]:
    """Return all options of a match, the defaults filled in.

    Raise SetupError for a number of seats, a first seat, a level or an option that `seats`,
    `levels` and `options` do not have.
    """
    if setup.seats not in seats:
        raise SetupError(
            "seats-out-of-range", seats=setup.seats, least=seats.start, most=seats.stop - 1
        )
    if not 0 <= setup.first < setup.seats:
        raise SetupError("no-first-seat", seat=setup.first)
    if setup.level not in levels:
        raise SetupError("no-such-level", level=setup.level, levels=levels)
    return fill_options(setup, options)


def fill_options(setup: Setup, options: Iterable[Option]) -> dict[str, Any]:
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


def list_takers(action: type[Action]) -> frozenset[int]:
    """Return the seats that may do a kind of action in the largest match, TABLE among them."""
    seats = range(len(SEAT_LETTERS))
    takers = {"seat": seats, "table": (TABLE,), "either": (TABLE, *seats)}
    return frozenset(takers[action.taken_by])


class Reader(NamedTuple):
    """How the payloads of a verb are read: the decoder, the version that it reads, and the seats
    that may do such an action (see `list_takers`)."""

    decode: Callable[[bytes | str], Action]
    schema: int
    takers: frozenset[int]


def check_taker(action: Action) -> None:
    """Raise DecodeError for an action of the table that only a seat can take, and for a fact of the
    table with a seat."""
    if action.seat == TABLE:
        if action.taken_by == "seat":
            raise DecodeError("{verb} is the action of a seat, not of the table", verb=action.verb)
    elif action.taken_by == "table":
        raise DecodeError(
            "{verb} is a fact of the table, not the action of a seat", verb=action.verb
        )


def check_range(action: Action, seats: int) -> None:
    """Raise DecodeError for an action of, or about, seats that a match of so many has not."""
    if not TABLE <= action.seat < seats:
        raise make_seat_error(action.seat, seats)
    for seat in action.other_seats():
        if not TABLE <= seat < seats:
            raise make_seat_error(seat, seats)


def make_seat_error(seat: int | str, seats: int) -> DecodeError:
    """Return the error for a seat, or the letter of one, that a match of so many has not."""
    return DecodeError("there is no seat {seat} in a match of {seats}", seat=seat, seats=seats)


def check_seats(state: State, action: Action) -> None:
    """Raise DecodeError for an action of, or about, seats that the match of `state` has not.

    The same goes for what only a seat or only the table can do.
    """
    check_range(action, state.seats)
    check_taker(action)
    check_lists(action, state.seats)


def check_lists(action: Action, seats: int) -> None:
    """Raise DecodeError for a list by seat that has not an entry for each of so many seats."""
    for entries in action.lists_by_seat():
        if len(entries) != seats:
            raise DecodeError(
                "{verb} has {n} seats, the match has {seats}",
                verb=action.verb,
                n=len(entries),
                seats=seats,
            )


def make_seat_columns(n: int) -> tuple[Seat, ...]:
    """Return the heads of columns that belong to `n` seats."""
    return tuple(Seat(seat) for seat in range(n))


def is_sheet_entry(text: str, seats: int, names: Sequence[str]) -> bool:
    """Return whether a text may go on a score sheet: numbers, then who has won.

    >>> is_sheet_entry("20 10 final a", 4, ()), is_sheet_entry("wug", 4, ())
    (True, False)
    """
    words = [word for word in split_list(text) if not NUMBERS.match(word)]
    return words[:1] == ["final"] or all(find_seat(w, seats, names) is not None for w in words)


class Game(People):
    """The frame of an engine: its package's words and rulebook, and decoding.

    A game's engine derives from it, names its verbs and adds the rest of the protocol.
    """

    package: ClassVar[str]
    name: str
    verbs: ClassVar[Mapping[str, type[Action]]]
    seats: range
    upcasts: ClassVar[Mapping[tuple[str, int], Upcast]] = {}
    endless: frozenset[str] = frozenset()
    statuses: ClassVar[frozenset[str]] = frozenset()
    """What a count may say of how far a match is: ``turn``, ``dealer``, ``round``."""
    round_panels: ClassVar[frozenset[str]] = frozenset()
    reserved_letters: ClassVar[str] = ""
    spoken_words: ClassVar[frozenset[str]] = frozenset()
    """The words that the notation and the sentences of a game understand, beside its pieces."""
    checks: ClassVar[Mapping[type[Action], tuple[Check, ...]]] = {}
    resolvers: ClassVar[Resolvers] = {}
    card_sets: CardSets | None = None
    sheets: Sheets | None = None

    def __init__(self) -> None:
        self._readers = {
            verb: Reader(
                msgspec.json.Decoder(action).decode,
                action.schema,
                list_takers(action),
            )
            for verb, action in self.verbs.items()
        }
        self._kinds = {
            action: describe_kind(action, self.checks.get(action, ()))
            for action in self.verbs.values()
        }

    @property
    def kept(self) -> Mapping[str, Any]:
        """No options: in most games a match keeps those that were chosen."""
        return {}

    def bound(self, setup: Setup) -> Any:
        """Return this engine: in most games one engine plays every match."""
        return self

    @property
    def rules(self) -> str:
        """The revision of the rulebook that this engine plays by."""
        return self.rulebook.revision

    @property
    def rulebook(self) -> Rulebook:
        """Every rule of the game, and the common ones."""
        return load_rulebook(self.package)

    def words(self, lang: str) -> Words:
        """Return the game's words in a language."""
        return load_words(self.package, lang)

    def names(self) -> Names:
        """Return every id of the game with its names in every language."""
        return load_names(self.package)

    def decode(self, verb: str, payload: bytes | str, schema: int | None = None) -> Action:
        """Return the action in a stored payload, upcast from the version it was written in (None:
        as it is written today).

        Raise DecodeError when the verb is unknown, when the payload has another shape, and when it
        has no seat or the wrong one: see `Action.taken_by`.
        """
        reader = self._readers.get(verb)
        if reader is None:
            raise DecodeError("{game} has no action “{verb}”", game=self.name, verb=verb)
        decode, newest, takers = reader
        try:
            if schema is not None and schema != newest:
                payload = self._upcast(verb, payload, schema)
            action = decode(payload)
        except (msgspec.DecodeError, RecursionError) as error:
            raise DecodeError(
                "{verb}: the field {field} is missing or does not fit",
                verb=verb,
                field=find_json_path(error),
            ) from None
        if action.seat not in takers:
            check_range(action, len(SEAT_LETTERS))
            check_taker(action)
        return action

    def _upcast(self, verb: str, payload: bytes | str, schema: int) -> bytes:
        fields = msgspec.json.decode(payload, type=dict[str, Any])
        for step in range(schema, self.verbs[verb].schema):
            upcast = self.upcasts.get((verb, step))
            if upcast is None:
                raise DecodeError(
                    "{verb}: nothing reads version {n} of this action", verb=verb, n=step
                )
            fields = upcast(fields)
        if schema > self.verbs[verb].schema:
            raise DecodeError("{verb}: version {n} is newer than this program", verb=verb, n=schema)
        return msgspec.json.encode(fields)

    def encode(self, action: Action) -> bytes:
        """Return the payload of an action: JSON with sorted keys."""
        return msgspec.json.encode(action, order="sorted")

    def admit(self, state: Any, action: Action) -> None:
        """Raise DecodeError for seats, places or pieces that this match does not have."""
        check_seats(state, action)
        if isinstance(action, Count):
            self._admit_count(state, action)

    def _admit_count(self, state: Any, action: Count) -> None:
        """Raise DecodeError for a count of things or places that the game does not have."""
        book: Book = state.book
        words = self.words(LANGUAGES[0])
        totals = book.totals()
        for field, n in action.status.items():
            if field not in self.statuses:
                raise DecodeError("{game} has no “{field}” to count", game=self.name, field=field)
            if not 0 <= n < (self.count_rounds(state) + 1 if field == "round" else state.seats):
                raise DecodeError("there is no {field} {n} in this match", field=field, n=n)
            if field != "round" and n in self.list_left(state):
                raise DecodeError("{person} has left already", person=Seat(n))
        for place, items in action.holds.items():
            owner, kind = owner_of(place), place.partition(".")[2]
            owned = owner is not None and owner < state.seats and f"place.{kind}" in words.text
            if not owned and place not in book.places and place not in words.names:
                raise DecodeError("there is no place “{place}” to count in", place=place)
            for item, n in items.items():
                if abs(n) > MOST_COUNTED:
                    raise DecodeError("{n} {item} cannot lie anywhere", n=n, item=item)
                if is_unknown(item):
                    pool = item[1:]
                    here = UNACCOUNTED if pool == place else place
                    most = book.size(pool) + count_in_record(book, here, item)
                    if pool not in book.places or n > most or (n < 0 and pool == place):
                        raise DecodeError(
                            "{n} unseen pieces of “{pool}” cannot lie anywhere", n=n, pool=pool
                        )
                elif item not in totals and item not in words.names:
                    raise DecodeError("there is nothing called “{item}” to count", item=item)

    def rules_for(self, action: Action) -> tuple[str, ...]:
        """Return the ids of the rules that an action must answer, in the order they are checked.

        The name of a rule's function begins with the rule's id.
        """
        names = [
            rule.__name__.partition("_")[0]
            for check in self.checks.get(type(action), ())
            for rule in (check.rules if isinstance(check, Together) else (check,))
        ]
        if isinstance(action, Count):
            names.append(COUNT)
        return tuple(dict.fromkeys(names))

    def rules_concerned(self, state: Any, action: Action, moves: Sequence[Move]) -> tuple[str, ...]:
        """Return the ids of the rules of an action's price or outcome: of its terms and moves."""
        rules = (*self.list_quoted_rules(state, action), *(move.rule for move in moves))
        known = self.rulebook.rules
        return tuple(r for r in dict.fromkeys(rules) if r in known and r not in (BOOK, COUNT))

    def list_quoted_rules(self, state: Any, action: Action) -> tuple[str, ...]:
        """Return the ids of the rules of an action's terms, in their order."""
        return ()

    def is_untouched(self, state: Any) -> bool:
        """Return whether a count would lay out the position at which the record begins: there is
        nothing yet that it could confirm. A game may say so before its first turn."""
        return False

    def check(self, state: Any, action: Action, moves: Sequence[Move]) -> tuple[Breach, ...]:
        """Return what `action` breaks in `state`: the rules of its kind, then the book.

        `moves` are those of `apply`; they say which pieces were not where the action took them.
        Raise DecodeError for a seat that the match does not have.
        """
        rules, takers, names_others, has_lists = self._kinds[type(action)]
        seats = state.seats
        if names_others or action.seat not in takers or action.seat >= seats:
            check_seats(state, action)
        elif has_lists:
            check_lists(action, seats)
        found = [breach for rule in rules for breach in rule(state, action)]
        if self.list_left(state):
            found.extend(self.find_absent(state, action))
        if isinstance(action, Count) and not self.is_untouched(state):
            found.extend(find_miscounts(state.book, action))
            found.extend(self._find_other_status(state, action))
        found += [describe_shortfall(move) for move in moves if move.rule == BOOK]
        return tuple(found)

    def _find_other_status(self, state: Any, action: Count) -> Iterator[Breach]:
        """Yield a breach for everything in which the record is not as far as a count says."""
        for field, n in action.status.items():
            record = self.read_status(state, field)
            if record != n:
                counted, recorded = (n, record) if field == "round" else (Seat(n), Seat(record))
                yield Breach(COUNT, f"COUNT.{field}", {"counted": counted, "record": recorded})

    def read_status(self, state: Any, field: str) -> int:
        """Return how far the record is: a number of `statuses`."""
        return int(getattr(state, field))

    def count_rounds(self, state: Any) -> int:
        """Return how many rounds the match has; 0 where a count cannot say the round."""
        return 0

    def open(self, setup: Setup) -> Any:
        """Return the table as the rules set it up. Every game has its own."""
        raise NotImplementedError(f"{self.name} cannot be opened")

    def position(self, setup: Setup, holds: Holds, **status: Any) -> Any:
        """Return the table of `setup` laid out by hand: a position to start from.

        `holds` says what lies in some places: ``{"a.tokens": {"red": 3}}``; all other places hold
        what they held at the beginning, less what now lies elsewhere (see `positions.lay_out`).
        `status` sets fields of the game's state: whose `turn` it is, what is trump.

        Raise SetupError for a setup that the game does not have, DecodeError for places, pieces
        and seats that the match does not have, and for a field that its state has not.
        """
        state = self.open(setup)
        self.admit(state, Count(holds={place: dict(items) for place, items in holds.items()}))
        for field in ("turn", "dealer"):
            if not 0 <= status.get(field, 0) < state.seats:
                raise make_seat_error(status[field], state.seats)
        unknown = sorted(status.keys() - set(state.__struct_fields__))
        if unknown:
            raise DecodeError(
                "a position of {game} has no {field}", game=self.name, field=unknown[0]
            )
        book = lay_out(state.book, holds, self.endless)
        return msgspec.structs.replace(state, book=book, **status)

    def find_round(self, state: Any, action: Action) -> int | None:
        """Return None: in most games a round is once around the table."""
        return None

    def redact(self, state: Any, action: Action, eyes: int) -> Action:
        """Return what `eyes` saw of an action: all of it, where a game keeps no secrets."""
        return action

    def list_facts(self, state: Any) -> Iterator[Fact]:
        """Yield nothing: in most games the board says all that people ask about."""
        yield from ()

    def list_open_totals(self, state: Any) -> dict[int, tuple[int, int]]:
        """Return nothing: in most games everybody's points are known."""
        return {}

    def outcomes(self, state: Any, action: Action) -> Iterator[Action]:
        """Yield nothing: in most games nobody carries out by hand what the rules derive."""
        yield from ()

    def is_list(self, state: Any, parts: Sequence[str], names: Sequence[str] = ()) -> bool:
        """Return whether parts of a line, between semicolons, are entries of one list.

        They are where a score sheet begins the line, and what follows is all of it.
        """
        first, *others = parts
        return fold(first.partition(" ")[0]) in RESULT_WORDS and all(
            is_sheet_entry(part, state.seats, names) for part in others
        )

    def list_guesses(
        self, state: Any, text: str, actions: Sequence[Action], names: Sequence[str] = ()
    ) -> Iterator[Message]:
        """Yield nothing: in most games a text says all that its actions need."""
        yield from ()

    def parse(self, text: str, state: Any, names: Sequence[str] = ()) -> tuple[Action, ...]:
        """Return the actions that `text` stands for here. Every game has its own notation."""
        raise NotImplementedError(f"{self.name} has no notation")

    def parse_with_intents(
        self, text: str, state: Any, names: Sequence[str] = ()
    ) -> tuple[Parsed, ...]:
        """Return the actions of a text as said in full; a game whose notation fills values in
        says which."""
        return wrap_actions(self.parse(text, state, names))

    def view(self, state: Any, eyes: int | None) -> Board:
        """Return what certain eyes see of the table. Every game has its own."""
        raise NotImplementedError(f"{self.name} has no board")

    def view_dense(self, state: Any, eyes: int | None) -> Board:
        """Return the board in fewer lines; most games have none with fewer."""
        return self.view(state, eyes)

    def describe(self, action: Action) -> Message:
        """Return what an action was. Every game has its own."""
        raise NotImplementedError(f"{self.name} has no words for {action.verb}")

    def describe_meant(self, action: Action, intent: Intent) -> Message:
        """Return what an action was as it was meant: most games say it in one way."""
        return self.describe(action)

    def resolve(self, state: Any, action: Action, intent: Intent) -> Action:
        """Return `action` with the values that its intent names filled in again in `state`.

        It stays as it is where that comes to nothing that this match could have.
        """
        resolved = (
            resolve_intent(state, action, intent, self.list_resolvers()) if intent else action
        )
        if resolved == action:
            return action
        try:
            self.admit(state, resolved)
            return self.decode(resolved.verb, self.encode(resolved))
        except DecodeError:
            return action

    def list_resolvers(self) -> Resolvers:
        """Return how fields of actions are filled in again."""
        return self.resolvers

    def own_names(self, state: Any, lang: str) -> Mapping[str, str]:
        """Return no names: in most games every piece is the box's."""
        return {}

    def own_pieces(self, state: Any) -> tuple[Piece, ...]:
        """Return no pieces: in most games every piece is the box's."""
        return ()

    def list_possible_faces(self, state: Any, name: str) -> tuple[str, ...]:
        """Return the faces that an unknown piece may still have."""
        book: Book = state.book
        return book.list_possible_faces(name)
