"""Double entry for components: every piece is in exactly one place, and every move has a rule.

The book is a persistent value: `Booking` copies only the places it touches, so every past
position stays as it was and two positions share what did not change between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from string import ascii_lowercase

import msgspec

from engines.values import UNACCOUNTED, Breach, Move

BOOK = "BOOK"
"""The rule broken when a place holds less than is taken from it (see the common rulebook)."""

UNKNOWN = "?"
"""First character of the name of a piece whose face is not known."""


def is_unknown(item: str) -> bool:
    """Return whether `item` is the name of a piece whose face is not known.

    >>> is_unknown("?7"), is_unknown("red"), is_unknown("")
    (True, False, False)
    """
    return item[:1] == UNKNOWN


Holding = Mapping[str, int]
"""What lies in one place: item to number, without zeros."""

NO_DIGITS = UNKNOWN + ascii_lowercase + ".-_"
"""What may stand in front of the number in the name of an unknown piece."""

EMPTY: dict[str, int] = {}
"""A place that holds nothing; never written to."""


class Book(msgspec.Struct, frozen=True, gc=False):
    """Where every piece is: `places` maps a place to what it holds.

    A piece drawn unseen has a name, ``?7``. Its pool (the deck it came from) keeps all the faces
    that it may have, and −1 of the name. So the total of every face and name never changes, and
    the size of a deck is the sum of what it holds. `pools` maps every name in use to its pool,
    `minted` counts the names given, `known` maps names to the faces learnt later (hindsight).
    """

    places: dict[str, dict[str, int]]
    pools: dict[str, str] = {}
    minted: int = 0
    known: dict[str, str] = {}

    def count(self, place: str, item: str) -> int:
        """Return how many of `item` lie in `place`.

        >>> Book({"bank": {"red": 4}}).count("bank", "red")
        4
        """
        return self.places.get(place, EMPTY).get(item, 0)

    def holding(self, place: str) -> Holding:
        """Return all that lies in `place`, item to number."""
        return self.places.get(place, EMPTY)

    def size(self, place: str) -> int:
        """Return how many pieces lie in `place`; a pool counts what was drawn unseen as gone.

        >>> Book({"deck": {"king": 1, "queen": 1, "?1": -1}}).size("deck")
        1
        """
        return sum(self.places.get(place, EMPTY).values())

    def sole(self, place: str) -> str | None:
        """Return the one piece in a place made for one (a slot), or None when it is empty."""
        for item in self.places.get(place, EMPTY):
            return item
        return None

    def list_possible_faces(self, name: str) -> tuple[str, ...]:
        """Return the faces that the unknown piece `name` may still have, () for a known one."""
        pool = self.pools.get(name)
        if pool is None:
            return ()
        return tuple(
            item for item, n in self.places[pool].items() if n > 0 and not is_unknown(item)
        )

    def find(self, item: str) -> str | None:
        """Return the first place that holds `item`, pools excepted when it lies elsewhere too."""
        pools = set(self.pools.values())
        found = None
        for place, holding in self.places.items():
            if holding.get(item, 0) > 0:
                if place not in pools:
                    return place
                found = place
        return found

    def totals(self) -> dict[str, int]:
        """Return the number of every item over all places, without zeros: conservation."""
        sums: dict[str, int] = {}
        for holding in self.places.values():
            for item, n in holding.items():
                sums[item] = sums.get(item, 0) + n
        return {item: n for item, n in sums.items() if n}

    def walk(self) -> Iterator[tuple[str, str, int]]:
        """Yield (place, item, n) for all that lies anywhere, sorted."""
        for place in sorted(self.places):
            for item, n in sorted(self.places[place].items()):
                yield place, item, n


Owes = Callable[["Booking", str, str], bool]
"""Whether a pool owes a face that it does not hold: an unknown piece drawn from it may have been
that face."""


class Booking(msgspec.Struct, gc=False):
    """Moves pieces in a copy of a book and keeps the list of moves. Made for one `apply`.

    `before` is the book that was copied, `fresh` the holdings that this booking may change. A place
    in `endless` holds whatever is taken from it. `owes` says what a pool owes; None: nothing.
    """

    before: Book
    places: dict[str, dict[str, int]]
    pools: dict[str, str]
    minted: int
    endless: frozenset[str] = frozenset()
    owes: Owes | None = None
    moves: list[Move] = []
    fresh: dict[str, dict[str, int]] = {}

    def own(self, place: str) -> dict[str, int]:
        """Return the holding of `place` as a dict that this booking may change."""
        mine = self.fresh.get(place)
        if mine is None:
            places = self.places
            mine = self.fresh[place] = places[place] = places.get(place, EMPTY).copy()
        return mine

    def own_pools(self) -> dict[str, str]:
        """Return the pools by name as a dict that this booking may change."""
        if self.pools is self.before.pools:
            self.pools = self.pools.copy()
        return self.pools

    def move(self, n: int, item: str, source: str, target: str, rule: str, cause: str = "") -> None:
        """Move `n` of `item`; what `source` lacks comes from `unaccounted`, under BOOK."""
        if n <= 0 or source == target:
            return
        fresh = self.fresh
        giver, taker = fresh.get(source), fresh.get(target)
        if giver is None:
            giver = self.own(source)
        if taker is None:
            taker = self.own(target)
        left = giver.get(item, 0) - n
        if left > 0:
            giver[item] = left
        elif left == 0:
            del giver[item]
        elif source == UNACCOUNTED or source in self.endless:
            _put(giver, item, -n)
        else:
            lacking = n - max(giver.get(item, 0), 0)
            self.moves.append(Move(lacking, item, UNACCOUNTED, target, BOOK))
            _put(self.own(UNACCOUNTED), item, -lacking)
            _put(taker, item, lacking)
            n -= lacking
            if not n:
                return
            del giver[item]
        total = taker.get(item, 0) + n
        if total:
            taker[item] = total
        else:
            del taker[item]
        self.moves.append(Move(n, item, source, target, rule, "", cause))

    def move_all(self, items: Holding, source: str, target: str, rule: str) -> None:
        """Move pieces of several kinds, one kind after the other, each as `move` does."""
        if not items:
            return
        giver, taker = self.own(source), self.own(target)
        for item, n in items.items():
            left = giver.get(item, 0) - n
            total = taker.get(item, 0) + n
            if left <= 0 or total <= 0 or n <= 0:
                self.move(n, item, source, target, rule)
                continue
            giver[item] = left
            taker[item] = total
            self.moves.append(Move(n, item, source, target, rule))

    def draw(self, pool: str, target: str, rule: str, name: str = "") -> str:
        """Move one unseen piece from `pool` to `target`. Return its name, or its known face.

        The face is known with hindsight. Where play is parallel, a game gives the `name` itself
        (``?a.3``), so that it does not depend on what happened elsewhere. Such a name ends in a
        number and is used once.
        """
        if not name:
            self.minted += 1
            name = f"{UNKNOWN}{self.minted}"
        known = self.before.known
        if known:
            face = known.get(name)
            if face is not None and self.places.get(pool, EMPTY).get(face, 0) > 0:
                self.move(1, face, pool, target, rule)
                return face
            if face is not None and self.owes is not None and self.owes(self, pool, face):
                self.owe(face, pool, target, rule)
                return face
        self.own(pool)[name] = -1
        self.own(target)[name] = 1
        self.moves.append(Move(1, name, pool, target, rule))
        self.own_pools()[name] = pool
        return name

    def owe(self, item: str, pool: str, target: str, rule: str) -> None:
        """Move `item` out of a pool that does not list it.

        One of the pool's unknown pieces must have been `item`. Until it is known which, the pool
        counts −1 of it: a debt.
        """
        _put(self.own(pool), item, -1)
        _put(self.own(target), item, 1)
        self.moves.append(Move(1, item, pool, target, rule))

    def pour(self, source: str, target: str, rule: str) -> None:
        """Move all pieces in `source` to `target`. `source` must not be a pool."""
        poured = self.own(source)
        if not poured or source == target:
            return
        taker, moves = self.own(target), self.moves
        for item, n in poured.items():
            total = taker.get(item, 0) + n
            if total:
                taker[item] = total
            else:
                del taker[item]
            moves.append(Move(n, item, source, target, rule))
        poured.clear()

    def confine(self, name: str, pool: str, rule: str) -> None:
        """Make `pool` the pool of the unknown piece `name`: its face is one that lies there."""
        pools = self.own_pools()
        before = pools[name]
        _put(self.own(before), name, 1)
        _put(self.own(pool), name, -1)
        self.moves.append(Move(1, name, pool, before, rule))
        pools[name] = pool

    def pool_of(self, name: str) -> str:
        """Return the pool of an unknown piece, "" for a known one."""
        return self.pools.get(name, "")

    def draw_many(self, n: int, pool: str, target: str, rule: str) -> None:
        """Move `n` unseen pieces from `pool` to `target`, as when a hand is dealt."""
        if self.before.known:
            for _ in range(n):
                self.draw(pool, target, rule)
            return
        heap, there, pools = self.own(pool), self.own(target), self.own_pools()
        for number in range(self.minted + 1, self.minted + n + 1):
            name = f"{UNKNOWN}{number}"
            heap[name] = -1
            there[name] = 1
            pools[name] = pool
            self.moves.append(Move(1, name, pool, target, rule))
        self.minted += n

    def learn(self, name: str, face: str, place: str, rule: str) -> None:
        """Replace the unknown piece `name` at `place` by its `face`.

        The face comes out of the pool of `name`, or from `unaccounted` where the pool does not
        hold it.
        """
        here = self._name(name, face, place, rule)
        total = here.get(face, 0) + 1
        if total:
            here[face] = total
        else:
            del here[face]

    def show(self, name: str, face: str, source: str, target: str, rule: str) -> None:
        """Replace the unknown piece `name` at `source` by its `face`, and move it to `target`."""
        self._name(name, face, source, rule)
        _put(self.own(target), face, 1)
        self.moves.append(Move(1, face, source, target, rule))

    def _name(self, name: str, face: str, place: str, rule: str) -> dict[str, int]:
        """Remove `name` from `place` and its pool, and book its face out of the pool. Return what
        is left in `place`."""
        pool = self.own_pools().pop(name)
        here = self.own(place)
        unseen = self.own(pool)
        del here[name], unseen[name]
        left = unseen.get(face, 0) - 1
        if not (left >= 0 if self.owes is None else self.owes(self, pool, face)):
            _put(self.own(UNACCOUNTED), face, -1)
            self.moves.append(Move(1, face, UNACCOUNTED, place, BOOK, name))
            return here
        if left:
            unseen[face] = left
        else:
            del unseen[face]
        self.moves.append(Move(1, face, pool, place, rule, name))
        return here

    def give_up(self, name: str, place: str, rule: str) -> None:
        """Move the unknown piece `name` back into its pool. The name is used no more."""
        self.move(1, name, place, self.own_pools().pop(name), rule)

    def gather(self, place: str, pool: str, rule: str) -> None:
        """Move all pieces in `place` to `pool`. Names drawn from `pool` are used no more."""
        gathered = self.own(place)
        heap = self.own(pool)
        for item, n in gathered.items():
            total = heap.get(item, 0) + n
            if total:
                heap[item] = total
            else:
                del heap[item]
            if self.pools.get(item) == pool:
                del self.own_pools()[item]
            self.moves.append(Move(n, item, place, pool, rule))
        gathered.clear()

    def unknowns(self, place: str, face: str = "") -> list[str]:
        """Return the unknown pieces in `place`, oldest first; only those that may be `face`."""
        return list_unknowns(self, place, face)

    def close(self) -> Book:
        """Return the book as it is now."""
        if EMPTY in self.fresh.values():
            for place, mine in self.fresh.items():
                if not mine:
                    del self.places[place]
        return Book(self.places, self.pools, self.minted, self.before.known)


def begin_booking(
    book: Book, endless: frozenset[str] = frozenset(), owes: Owes | None = None
) -> Booking:
    """Return a booking that moves pieces in a copy of `book`."""
    return Booking(book, book.places.copy(), book.pools, book.minted, endless, owes)


def list_unknowns(table: Book | Booking, place: str, face: str = "") -> list[str]:
    """Return the unknown pieces in `place`, oldest first; only those that may be `face`."""
    holding = table.places.get(place)
    if holding is None:
        return []
    names = [item for item in holding if item[:1] == UNKNOWN]
    if face and names:
        names = [n for n in names if table.places[table.pools[n]].get(face, 0) > 0]
    if len(names) > 1:
        names.sort(key=parse_name_number)
    return names


def find_source_pool(move: Move, pools: Mapping[str, str]) -> str:
    """Return the pool of the piece that `move` identified; `pools` are those before the move.

    It is the source of the move, unless the face had to come from `unaccounted`.
    """
    return pools.get(move.name, move.source) if move.rule == BOOK else move.source


def _put(holding: dict[str, int], item: str, n: int) -> None:
    """Add `n` of `item` to a holding, which never keeps a zero."""
    total = holding.get(item, 0) + n
    if total:
        holding[item] = total
    else:
        del holding[item]


def parse_name_number(name: str) -> int:
    """Return the number in the name of an unknown piece. Names are numbered as they are given.

    >>> parse_name_number("?12"), parse_name_number("?a.3")
    (12, 3)
    """
    return int(name.lstrip(NO_DIGITS))


def describe_shortfall(move: Move) -> Breach:
    """Return the breach of the book that a move under BOOK is: a place did not hold the piece.

    >>> describe_shortfall(Move(1, "red", UNACCOUNTED, "bank", BOOK)).rule
    'BOOK'
    """
    why = "BOOK.seen" if move.name else "BOOK"
    return Breach(BOOK, why, {"n": move.n, "item": move.item, "place": move.target})
