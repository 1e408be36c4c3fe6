"""What is measured of moves is what the books before and after them differ by."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines.book import UNKNOWN, Book, is_unknown
from engines.registry import list_games
from engines.values import UNACCOUNTED
from ledger.store import Ledger
from replay.reconcile.effects import Watch
from replay.reconcile.facts import ALL, Key
from tests.replay.reconcile.test_counts import record_random_match
from tests.some import some


def count_pieces(book: Book) -> dict[Key, int]:
    """Return how many pieces of each kind lie in each place, and how many there are in all."""
    found: dict[Key, int] = {}
    for place, holding in book.places.items():
        for item, n in holding.items():
            kind = UNKNOWN + book.pools.get(item, "") if is_unknown(item) else item
            for key in ((place, kind), (place, ALL)):
                found[key] = found.get(key, 0) + n
    return found


def is_watched(key: Key, keys: list[Key]) -> bool:
    """Return whether a key is asked about; everything unaccounted always is."""
    return key in keys or (key[0] == UNACCOUNTED and key[1] != ALL)


@pytest.mark.parametrize("game", list_games())
def test_what_moves_change_is_what_the_books_differ_by(ledger: Ledger, game: str) -> None:
    """Of single kinds, of a place as a whole, of both together, and of nothing else.

    Moves that tell what an unknown piece is are left out: it counts otherwise from then on.
    """
    frames = record_random_match(ledger, game).timeline.frames
    changed = 0
    for before, frame in some(pairwise(frames)):
        if any(move.name for move in frame.moves):
            continue
        was, now = count_pieces(before.state.book), count_pieces(frame.state.book)
        differs = {key: now.get(key, 0) - was.get(key, 0) for key in was.keys() | now.keys()}
        differs = {key: n for key, n in differs.items() if n}
        kinds = [key for key in differs if key[1] != ALL]
        wholes = [(place, ALL) for place, _kind in differs]
        for keys in (kinds, kinds[:1], wholes, [*kinds[:1], *wholes], []):
            expected = {key: n for key, n in differs.items() if is_watched(key, keys)}
            measured = Watch(keys).measure(frame.moves, before.state.book, frame.state.book)
            assert measured == expected, frame.action
            changed += bool(expected)
    assert changed
