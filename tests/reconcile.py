"""``python -m tests.reconcile [--games N] [--game G] [--kind K]``: how often reconcile is right.

A random game is recorded with one error planted in it; the table then counts every place in
which the record is wrong (with ``--one-place`` one of them alone). Reconcile is right when the
true correction, or one that leads to the same position, is among its first three. Nothing here
knows a game.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

import msgspec

from engines.protocol import Engine
from engines.registry import list_games, load_engine
from engines.values import SEAT_LETTERS, TABLE, UNACCOUNTED, Action, DecodeError, Setup
from ledger.clerk import Open
from ledger.event import Event, draft_event
from replay.fold.timeline import Timeline
from replay.lab.dealer import Dealer
from replay.reconcile.candidates import Reconciliation, list_countable, position_key, reconcile
from replay.reconcile.facts import ALL, Key

LONGEST = 300
"""How many actions of a game are recorded."""

TWO = "two"

FIRST = 3
"""How many candidates may hold the true one."""


class Planted(NamedTuple):
    """A match with an error in it: what happened, what was recorded, and where they part."""

    engine: Engine[Any]
    setup: Setup
    true: tuple[Action, ...]
    recorded: tuple[Action, ...]
    ply: int


class Result(NamedTuple):
    """The result of reconcile; `place` is the rank of the true candidate, 0 where it is absent."""

    place: int
    candidates: int
    seconds: float
    actions: int


# -- planting --------------------------------------------------------------------------------

Distort = Callable[[random.Random, Engine[Any], Any, Action, Sequence[Action]], Iterator[Action]]


def vary_fields(engine: Engine[Any], state: Any, action: Action, **fields: Any) -> Iterator[Action]:
    """Yield an action with other fields, if it can be recorded."""
    payload = msgspec.json.encode({**msgspec.to_builtins(action), **fields})
    try:
        read = engine.decode(action.verb, payload, action.schema)
        engine.admit(state, read)
    except DecodeError:
        return
    if read != action:
        yield read


def list_fields(action: Action) -> Iterator[tuple[str, Any]]:
    """Yield the fields that may be mistyped, outcomes apart."""
    for field in action.__struct_fields__:
        if field not in ("seat", "actual"):
            yield field, getattr(action, field)


def vary_number(chance: random.Random, n: int) -> int:
    """Return a number near `n`."""
    return max(0, n + chance.choice((-2, -1, 1, 2)))


def distort_number(
    chance: random.Random, engine: Engine[Any], state: Any, action: Action, others: Sequence[Action]
) -> Iterator[Action]:
    """Yield the action with a wrong number: of pieces, on a die, a level."""
    for field, value in list_fields(action):
        if field == "paid" or isinstance(value, (bool, str)):
            continue
        if isinstance(value, int):
            yield from vary_fields(engine, state, action, **{field: vary_number(chance, value)})
        elif isinstance(value, (tuple, list)) and value and isinstance(value[0], int):
            where = chance.randrange(len(value))
            changed = [*value[:where], vary_number(chance, value[where]), *value[where + 1 :]]
            yield from vary_fields(engine, state, action, **{field: changed})
        elif isinstance(value, dict) and value and all(isinstance(n, int) for n in value.values()):
            changed_ = {**value}
            item = chance.choice(sorted(value))
            changed_[item] = vary_number(chance, value[item])
            changed_ = {item: n for item, n in changed_.items() if n}
            yield from vary_fields(engine, state, action, **{field: changed_})


def distort_payment(
    chance: random.Random, engine: Engine[Any], state: Any, action: Action, others: Sequence[Action]
) -> Iterator[Action]:
    """Yield the action with another payment."""
    paid = getattr(action, "paid", None)
    if isinstance(paid, int) and not isinstance(paid, bool):
        yield from vary_fields(engine, state, action, paid=vary_number(chance, paid))
    elif isinstance(paid, msgspec.Struct):
        field = chance.choice(paid.__struct_fields__)
        changed = {**msgspec.to_builtins(paid), field: vary_number(chance, getattr(paid, field))}
        yield from vary_fields(engine, state, action, paid=changed)
    elif isinstance(paid, dict) and paid:
        known = {item for other in others for item in getattr(other, "paid", None) or ()}
        given = chance.choice(sorted(paid))
        taken = chance.choice(sorted(known))
        changed = {**paid, given: paid[given] - 1}
        if taken != given:
            changed[taken] = changed.get(taken, 0) + 1
        changed = {item: n for item, n in changed.items() if n}
        yield from vary_fields(engine, state, action, paid=changed)


def distort_seat(
    chance: random.Random, engine: Engine[Any], state: Any, action: Action, others: Sequence[Action]
) -> Iterator[Action]:
    """Yield the action of another seat."""
    if action.seat != TABLE and state.seats > 1:
        wrong = chance.choice([s for s in range(state.seats) if s != action.seat])
        yield from vary_fields(engine, state, action, seat=wrong)


def distort_piece(
    chance: random.Random, engine: Engine[Any], state: Any, action: Action, others: Sequence[Action]
) -> Iterator[Action]:
    """Yield the action with another piece of the same kind."""
    pieces = {piece.id: piece.kind for piece in engine.catalog()}
    for field, value in list_fields(action):
        if isinstance(value, str) and value in pieces:
            same_kind = [item for item, kind in pieces.items() if kind == pieces[value]]
            wrong = chance.choice([item for item in same_kind if item != value] or [value])
            yield from vary_fields(engine, state, action, **{field: wrong})


DISTORT: dict[str, Distort] = {
    "number": distort_number,
    "payment": distort_payment,
    "seat": distort_seat,
    "piece": distort_piece,
}
KINDS = ("forgotten", "doubled", *DISTORT, "outcome")
"""The kinds of error that are planted; ``two`` is two of them, without outcomes."""


PAYING: dict[str, dict[str, Any]] = {
    "challengers": {
        "sets": ["castle", "film_studio", "haunted_house", "outer_space", "shipwreck"],
    }
}
"""The options with which something is paid in a game: cards are, for those of Outer Space."""


def plant(engine: Engine[Any], kind: str, seed: int, longest: int = LONGEST) -> Planted | None:
    """Return a random game with an error of a kind; None where the game knows none of it."""
    chance = random.Random(seed)
    options = PAYING.get(engine.name, {}) if kind == "payment" else {}
    setup = Setup(chance.choice(engine.seats), options=options, level=engine.levels[-1])
    setup = msgspec.structs.replace(setup, first=chance.randrange(setup.seats))
    dealer = Dealer(engine, seed)
    if kind == "outcome":
        return plant_outcome(engine, setup, dealer, chance, longest)
    played = []
    for pair in dealer.play(setup):
        played.append(pair)
        if len(played) == longest:
            break
    actions = tuple(action for _, action in played)
    for _ in range(60):
        line = list(actions)
        plies = sorted(chance.sample(range(len(actions)), 2 if kind == TWO else 1), reverse=True)
        for ply in plies:
            one = chance.choice(KINDS[:-1]) if kind == TWO else kind
            line[ply : ply + 1] = distort_action(chance, engine, one, *played[ply], actions)
        planted = Planted(engine, setup, actions, tuple(line), plies[-1])
        if count_table(planted):
            return planted
    return None


def distort_action(
    chance: random.Random,
    engine: Engine[Any],
    kind: str,
    state: Any,
    action: Action,
    others: Sequence[Action],
) -> list[Action]:
    """Return what is recorded for an action; itself where it cannot be wrong that way."""
    if kind == "forgotten":
        return []
    if kind == "doubled":
        return [action, action]
    return list(DISTORT[kind](chance, engine, state, action, others))[:1] or [action]


def plant_outcome(
    engine: Engine[Any], setup: Setup, dealer: Dealer[Any], chance: random.Random, longest: int
) -> Planted | None:
    """Return a game in which people carried out an outcome wrongly and did not record that."""
    at = chance.randrange(longest // 2)
    state = engine.open(setup)
    true: list[Action] = []
    recorded: list[Action] = []
    ply = -1
    while len(true) < longest and (prompts := engine.list_prompts(state)):
        noted = action = dealer.answer(state, dealer.pick_prompt(prompts))
        if ply < 0 and len(true) >= at:
            others = list(engine.outcomes(state, action))
            if others:
                action = chance.choice(others)
                if is_possible(engine, state, action, noted):
                    ply = len(true)
                else:
                    action = noted
        true.append(action)
        recorded.append(noted)
        state, _ = engine.apply(state, action)
    planted = Planted(engine, setup, tuple(true), tuple(recorded), ply)
    return planted if ply >= 0 and count_table(planted) else None


def is_possible(engine: Engine[Any], state: Any, action: Action, noted: Action) -> bool:
    """Return whether an outcome leaves nothing unaccounted and makes a difference."""
    after, expected = (engine.apply(state, each)[0].book for each in (action, noted))
    return not after.holding(UNACCOUNTED) and after != expected


# -- the table and the record ----------------------------------------------------------------


def timeline_of(engine: Engine[Any], setup: Setup, actions: Sequence[Action]) -> Timeline:
    """Return the timeline of some actions, without a ledger."""
    opening = Open(
        game=engine.name,
        rules=engine.rules,
        seats=tuple(letter.upper() for letter in SEAT_LETTERS[: setup.seats]),
        first=setup.first,
        options=setup.options,
        level=setup.level,
    )
    drafts = [draft_event(Open.type, opening)]
    drafts += [draft_event(a.verb, engine.encode(a), schema=a.schema) for a in actions]
    return Timeline(
        [
            Event("m", n, d.event_id, d.type, d.schema, d.payload, "tess", "", None, "")
            for n, d in enumerate(drafts, 1)
        ]
    )


def last_state(planted: Planted, actions: Sequence[Action]) -> Any:
    """Return the state after some actions."""
    state = planted.engine.open(planted.setup)
    for action in actions:
        state, _ = planted.engine.apply(state, action)
    return state


def count_table(planted: Planted) -> dict[Key, int]:
    """Return the facts that the table counts: all pieces of the places that are wrong."""
    true, recorded = (last_state(planted, each) for each in (planted.true, planted.recorded))
    start = planted.engine.open(planted.setup)
    books = (start.book, true.book, recorded.book)
    pools = frozenset(pool for book in books for pool in book.pools.values())
    lies, shown = list_countable(true.book, pools), list_countable(recorded.book, pools)
    keys = lies.keys() | shown.keys()
    wrong = {
        key[0]
        for key in keys
        if lies.get(key, 0) != shown.get(key, 0) and key[1] != ALL and key[0] != UNACCOUNTED
    }
    return {key: lies.get(key, 0) for key in sorted(keys) if key[0] in wrong}


def keep_one_place(planted: Planted, facts: dict[Key, int]) -> dict[Key, int]:
    """Return the facts of one place, if possible a seat's own."""
    places = sorted({place for place, _ in facts})
    seats = [place for place in places if place[1:2] == "."]
    chosen = random.Random(planted.ply).choice(seats or places)
    return {key: n for key, n in facts.items() if key[0] == chosen}


def attempt(planted: Planted, *, one_place: bool = False) -> Result:
    """Return the result of reconcile for a planted error."""
    timeline = timeline_of(planted.engine, planted.setup, planted.recorded)
    facts = count_table(planted)
    if one_place:
        facts = keep_one_place(planted, facts)
    started = time.process_time()
    found = reconcile(timeline, len(timeline.frames) - 1, facts)
    seconds = time.process_time() - started
    return Result(rank_truth(planted, timeline, found), found.total, seconds, len(planted.true))


def rank_truth(planted: Planted, timeline: Timeline, found: Reconciliation) -> int:
    """Return the number of the candidate that leads to the true position, 0 when none does."""
    truth = position_key(planted.engine, last_state(planted, planted.true))
    for number, candidate in enumerate(found.candidates, 1):
        drafts = [draft_event(each.type, each) for each in candidate.corrections]
        if position_key(planted.engine, timeline.imagine(drafts).state) == truth:
            return number
    return 0


def main(arguments: Sequence[str]) -> int:
    """Print, for every engine and kind of error, how often the truth is proposed and how fast."""
    parser = argparse.ArgumentParser(prog="python -m tests.reconcile")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--since", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--game", action="append")
    parser.add_argument("--kind", action="append", choices=(*KINDS, TWO))
    parser.add_argument("--one-place", action="store_true", help="count one wrong place only")
    parser.add_argument("--verbose", action="store_true", help="print what was not found")
    asked = parser.parse_args(arguments)
    print("game         kind        games  first  among 3   none  median s   longest s  actions")
    for name in asked.game or list_games():
        engine = load_engine(name)
        for kind in asked.kind or KINDS:
            results = []
            for seed in range(asked.since, asked.since + asked.games):
                planted = plant(engine, kind, seed)
                if planted is None:
                    continue
                results.append(attempt(planted, one_place=asked.one_place))
                if asked.verbose and not 1 <= results[-1].place <= FIRST:
                    print(f"  seed {seed}: {results[-1]}")
            print(format_row(name, kind, results))
    return 0


def format_row(name: str, kind: str, results: Sequence[Result]) -> str:
    """Return a line of the table of results."""
    if not results:
        return f"{name:<12} {kind:<10} {'–':>6}"
    first = sum(result.place == 1 for result in results) / len(results)
    among = sum(1 <= result.place <= FIRST for result in results) / len(results)
    none = sum(not result.place for result in results) / len(results)
    seconds = sorted(result.seconds for result in results)
    actions = median(result.actions for result in results)
    return (
        f"{name:<12} {kind:<10} {len(results):>6} {first:>6.0%} {among:>8.0%} {none:>6.0%} "
        f"{median(seconds):>9.2f} {seconds[-1]:>11.2f} {actions:>8.0f}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
