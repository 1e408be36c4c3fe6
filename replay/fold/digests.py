"""Digests of states: what an engine sees in a state, in 32 hex digits.

A digest does not depend on how an engine keeps its state, only on how it reads the match. It covers
the pieces, the scores, who is to act, and the revision of the rules.
"""

from __future__ import annotations

import hashlib

import orjson

from engines.protocol import Engine, State

Holding = dict[str, int]


def compute_digest(engine: Engine[State], state: State, rules: str | None = None) -> str:
    """Return the digest of a state.

    It covers the revision of the rules that it is said to be read by: `rules`, the engine's own if
    None.
    """
    return Digester(engine).compute(state, rules)


class Digester:
    """Computes the digests of states that follow each other.

    States share the places that did not change between them; each of these is encoded once.
    """

    def __init__(self, engine: Engine[State]) -> None:
        self._engine = engine
        self._places: dict[str, Holding] = {}
        self._encoded: dict[str, bytes] = {}
        self._last: tuple[State, bytes] | None = None

    def compute(self, state: State, rules: str | None = None) -> str:
        """Return the digest of a state, as `compute_digest` does."""
        if self._last is None or self._last[0] is not state:
            self._last = (state, self._encode(state))
        said = orjson.dumps(self._engine.rules if rules is None else rules)
        return hashlib.sha256(b"[" + said + b"," + self._last[1]).hexdigest()[:32]

    def _encode(self, state: State) -> bytes:
        """Return the JSON of what the engine sees in a state, after its rules."""
        standing = self._engine.standing(state)
        seen = [
            [[score.seat, score.total, score.rank] for score in standing.scores],
            [standing.over, list(standing.winners)],
            [[each.seat, each.ask, each.place] for each in self._engine.list_prompts(state)],
        ]
        return b"[" + self._encode_places(state.book.places) + b"]," + orjson.dumps(seen)[1:]

    def _encode_places(self, places: dict[str, Holding]) -> bytes:
        """Return the JSON of all that lies anywhere: place, item, number, sorted, in commas."""
        before = self._places
        changed = [place for place, holding in places.items() if before.get(place) is not holding]
        for place in changed:
            rows = [(place, item, n) for item, n in sorted(places[place].items())]
            self._encoded[place] = orjson.dumps(rows)[1:-1]
        if before.keys() != places.keys():
            self._encoded = {place: self._encoded[place] for place in sorted(places)}
        self._places = places
        return b",".join(filter(None, self._encoded.values()))
