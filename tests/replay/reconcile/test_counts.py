"""Counts are assertions, in every game: a false one is a finding, and bounds what is searched."""

from __future__ import annotations

import random
from itertools import pairwise

import msgspec
import pytest

from engines.book import UNKNOWN
from engines.counts import Count
from engines.registry import list_games, load_engine
from engines.values import UNACCOUNTED
from ledger.clerk import Open
from ledger.event import Draft, draft_event
from ledger.store import Ledger
from replay.fold.timeline import Timeline
from replay.reconcile.candidates import find_pools, list_countable, reconcile
from replay.reconcile.facts import Key
from replay.reconcile.search import Search
from replay.record.opening import open_match
from replay.record.session import Session
from replay.referee.doctor import UNCOUNTED, find_symptoms
from tests import reconcile as planted
from tests.replay.walks import deal_actions

PLAYED = 60


def record_random_match(ledger: Ledger, game: str, n: int = PLAYED) -> Session:
    """Return a session of a random match of a game."""
    engine = load_engine(game)
    opening = Open(game=game, rules="", seats=tuple("ABCDEFGH"[: engine.seats[-1]]))
    session = Session(ledger, open_match(ledger, opening, "tess"), "tess")
    session.record(deal_actions(session, 11, n), "as it was dealt")
    return session


def pick_number(session: Session, seed: int) -> tuple[Key, int]:
    """Return a key that can be counted now, if possible a seat's own, and its number."""
    shown = list_countable(session.state.book, find_pools(session.timeline))
    known = [(key, n) for key, n in sorted(shown.items()) if key[1][0] not in (UNKNOWN, "*")]
    owned = [(key, n) for key, n in known if key[0][1:2] == "." and key[0] != UNACCOUNTED]
    return random.Random(seed).choice(owned or known)


def record_count(session: Session, key: Key, n: int) -> None:
    """Record a count of `n` for a key."""
    holds = {"holds": {key[0]: {key[1]: n}}}
    action = session.engine.decode(Count.verb, msgspec.json.encode(holds))
    session.record([action], "counted")


@pytest.mark.parametrize("game", list_games())
def test_a_true_count_has_no_breach_and_no_move(ledger: Ledger, game: str) -> None:
    """The record is confirmed."""
    session = record_random_match(ledger, game)
    before = session.state.book
    key, n = pick_number(session, 1)
    record_count(session, key, n)
    frame = next(f for f in reversed(session.timeline.frames) if isinstance(f.action, Count))
    assert (frame.breaches, frame.moves) == ((), ())
    assert session.state.book == before


@pytest.mark.parametrize("game", list_games())
def test_a_false_count_is_a_finding(ledger: Ledger, game: str) -> None:
    """The table is right from there on; what differs is unaccounted, and the doctor dates it."""
    session = record_random_match(ledger, game)
    key, n = pick_number(session, 2)
    record_count(session, key, n + 1)
    frame = next(f for f in reversed(session.timeline.frames) if isinstance(f.action, Count))
    assert "COUNT" in {breach.rule for breach in frame.breaches}
    assert session.state.book.count(*key) == n + 1
    assert session.state.book.holding(UNACCOUNTED) == {key[1]: -1}
    found = [s for s in find_symptoms(session.timeline) if s.kind == "unaccounted"]
    assert [(s.since, s.item) for s in found] == [(frame.version, key[1])]


@pytest.mark.parametrize("game", list_games())
def test_a_count_bounds_what_is_searched(ledger: Ledger, game: str) -> None:
    """What was counted went wrong later, if it went wrong; what was not counted, at any time."""
    session = record_random_match(ledger, game)
    key, n = pick_number(session, 3)
    record_count(session, key, n)
    at = len(session.timeline.frames) - 1
    session.record(deal_actions(session, 12, 3), "as it was dealt")
    last = len(session.timeline.frames) - 1
    now = list_countable(session.state.book, find_pools(session.timeline)).get(key, 0)
    assert Search(session.timeline, last, {key: now + 1}).since >= at - 1
    others = list_countable(session.state.book, find_pools(session.timeline))
    other = next(k for k in sorted(others) if k[0] != key[0] and k[1][0] not in (UNKNOWN, "*"))
    assert Search(session.timeline, last, {other: others[other] + 1}).since == 0


@pytest.mark.parametrize("game", list_games())
def test_a_false_count_is_explained_by_what_came_before(game: str) -> None:
    """An error was planted, the table was counted, play went on: nothing needs to be told."""
    engine = load_engine(game)
    errors = (planted.plant(engine, "forgotten", seed, longest=40) for seed in range(60, 72))
    explained = tried = 0
    for error in (each for each in errors if each is not None):
        holds: dict[str, dict[str, int]] = {}
        facts = planted.keep_one_place(error, planted.count_table(error))
        for (place, item), n in facts.items():
            if item[0] not in (UNKNOWN, "*"):
                holds.setdefault(place, {})[item] = n
        counted = engine.decode(Count.verb, msgspec.json.encode({"holds": holds}))
        timeline = planted.timeline_of(error.engine, error.setup, (*error.recorded, counted))
        if not timeline.state.book.holding(UNACCOUNTED):
            continue
        found = reconcile(timeline, len(timeline.frames) - 1, {})
        tried += 1
        explained += any(
            not _unaccounted(timeline, [draft_event(c.type, c) for c in each.corrections])
            for each in found.candidates[: planted.FIRST]
        )
    assert tried
    assert explained >= 0.75 * tried


def _unaccounted(timeline: Timeline, drafts: list[Draft]) -> dict[str, int]:
    return dict(timeline.imagine(drafts).state.book.holding(UNACCOUNTED))


@pytest.mark.parametrize("game", list_games())
def test_a_long_stretch_without_a_count_is_named(ledger: Ledger, game: str) -> None:
    """From the last count on."""
    session = record_random_match(ledger, game, 10)
    key, n = pick_number(session, 4)
    record_count(session, key, n)
    since = session.timeline.version
    session.record(deal_actions(session, 13, UNCOUNTED + 5), "as it was dealt")
    kinds = {s.kind: s for s in find_symptoms(session.timeline)}
    assert kinds["uncounted"].since <= since
    assert kinds["uncounted"].n >= UNCOUNTED
    key, n = pick_number(session, 5)
    record_count(session, key, n)
    assert [s.n for s in find_symptoms(session.timeline) if s.kind == "uncounted"][1:] == []


@pytest.mark.parametrize("game", list_games())
def test_a_missing_turn_is_named(ledger: Ledger, game: str) -> None:
    """One of the turns is struck: whoever is next answers what nobody asked."""
    named = tried = 0
    for seed in range(6):
        session = record_random_match(ledger, game, 40)
        turns = [
            (before, frame)
            for before, frame in pairwise(session.timeline.frames)
            if frame.action is not None
            and frame.action.seat >= 0
            and any(p.seat == frame.action.seat for p in session.engine.list_prompts(before.state))
        ]
        if not turns:
            continue
        _, turn = random.Random(seed).choice(turns[2:-6] or turns)
        session.undo(turn.version)
        tried += 1
        named += any(
            s.kind in ("missing", "unruled", "unaccounted") for s in find_symptoms(session.timeline)
        )
    assert tried
    assert named
