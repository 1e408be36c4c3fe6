"""Simulated matches: the dealer plays every seat, and what it plays is folded as live matches are.

A match is played apart from any ledger, wherever there is time for it, and stored afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engines.protocol import Engine, S
from engines.registry import load_bound
from engines.values import SEAT_LETTERS, Action, Setup
from ledger.clerk import Clerk, Close, Open
from ledger.event import Draft, Event, draft_event, format_now, make_id
from ledger.headlines import Headline, MatchInfo
from ledger.store import Ledger
from replay.base.finished_parts import FinishedParts
from replay.base.i18n import _
from replay.base.workers import run_parts
from replay.fold.digests import Digester
from replay.fold.line import Closing
from replay.fold.metadata import Metadata
from replay.fold.timeline import Timeline, open_table
from replay.lab.dealer import LIMIT, Dealer, Endless
from replay.record.match_names import pick_name
from replay.record.opening import FILE_VERSION, make_headline
from replay.record.session import Unruled

BATCH = 64
"""How many actions are recorded at once."""

DEALER = "dealer"
"""Who records simulated matches."""


class Simulated(NamedTuple):
    """What a simulated match is played by: the same plays the same."""

    game: str
    seats: int
    seed: int
    greedy: bool = False
    level: str = "full"
    options: Mapping[str, Any] = {}


class Played(NamedTuple):
    """A match that was played: its events after the opening, each with the digest of the state
    after it. `started` is the digest of the state at the start."""

    match_id: str
    opening: Open
    started: tuple[str, str]
    drafts: list[Draft]
    digests: list[tuple[str, str]]


def name_seats(seats: int) -> Iterator[str]:
    """Yield a name for every seat: its letter, or its number where letters run out."""
    for seat in range(seats):
        yield SEAT_LETTERS[seat].upper() if seat < len(SEAT_LETTERS) else str(seat + 1)


def simulate_match(
    ledger: Ledger,
    engine: Engine[S],
    seats: int,
    seed: int,
    *,
    greedy: bool = False,
    level: str = "full",
    options: Mapping[str, Any] | None = None,
) -> MatchInfo:
    """Record a random legal match and return it. The same seed plays the same match.

    Raise SetupError when the game has no such set-up, Endless when the match does not end.
    """
    kept = {**engine.kept, **(options or {})}
    wanted = Simulated(engine.name, seats, seed, greedy, level, kept)
    return store_played(ledger, play_match(wanted))


def simulate_matches(
    ledger: Ledger,
    wanted: Sequence[Simulated],
    advance: Callable[[], None] = lambda: None,
    *,
    jobs: int = 1,
    scheduler: str = "",
    record: Path | None = None,
) -> list[MatchInfo]:
    """Record random legal matches and return them in the order of `wanted`.

    They are played by workers (`run_parts`). A `record` notes the matches that are stored, so that
    the same work goes on from there. `advance` is called after every match. Raise SetupError where
    the first has no such set-up, PartsFailed where some do not end.
    """
    first = wanted[0]
    setup = Setup(first.seats, options=dict(first.options), level=first.level)
    open_table(load_bound(first.game, setup), setup)
    parts = {_("seed {n}").format(n=each.seed): each for each in wanted}
    finished = FinishedParts(record, wanted, str) if record else None
    noted = finished.finished if finished else {}
    known = {info.match_id: info for info in ledger.matches()} if noted else {}
    stored = {name: known[match_id] for name, match_id in noted.items() if match_id in known}
    for _match in stored:
        advance()
    left = {name: each for name, each in parts.items() if name not in stored}
    for done in run_parts(play_match, left, jobs=jobs, scheduler=scheduler):
        if finished is not None:
            finished.note(done.name, done.result.match_id)  # before: it counts once it is stored
        stored[done.name] = store_played(ledger, done.result)
        advance()
    if finished is not None:
        finished.delete()
    return [stored[name] for name in parts]


def play_match(wanted: Simulated) -> Played:
    """Return a random legal match, folded and not stored. Raise SetupError, DeadEnd or Endless."""
    setup = Setup(wanted.seats, options=dict(wanted.options), level=wanted.level)
    engine = load_bound(wanted.game, setup)
    opening = Open(
        game=engine.name,
        rules=engine.rules,
        seats=tuple(name_seats(wanted.seats)),
        options={**engine.kept, **wanted.options},
        level=wanted.level,
        simulated=True,
        title=_("seed {n}").format(n=wanted.seed),
        format=FILE_VERSION,
    )
    open_table(engine, setup)
    match_id = make_id()
    started = draft_event(Open.type, opening)
    timeline = Timeline([place_draft(started, match_id, 1)])
    digester = Digester(timeline.engine)
    first = (engine.rules, digester.compute(timeline.state))
    drafts: list[Draft] = []
    digests: list[tuple[str, str]] = []

    def add(contents: Sequence[Action | Clerk]) -> None:
        added = draft_batch(timeline.engine, contents)
        known = len(timeline.frames)
        last = timeline.version
        timeline.extend([place_draft(d, match_id, last + n) for n, d in enumerate(added, 1)])
        for frame in timeline.frames[known:]:
            if frame.action is not None and frame.breaches:
                raise Unruled(frame.action, frame.breaches)
            digests.append((engine.rules, digester.compute(frame.state)))
        drafts.extend(added)

    batch: list[Action] = []
    for action in deal_actions(
        timeline, Dealer(timeline.engine, wanted.seed, greedy=wanted.greedy)
    ):
        batch.append(action)
        if len(batch) == BATCH:
            add(batch)
            batch = []
    if batch:
        add(batch)
    standing = timeline.engine.standing(timeline.state)
    points = tuple(score.total for score in standing.scores)
    add([Close(how="finished", points=points, winners=standing.winners)])
    return Played(match_id, opening, first, drafts, digests)


def deal_actions(timeline: Timeline, dealer: Dealer[Any]) -> Iterator[Action]:
    """Yield the actions of a match from its start to its end. Raise DeadEnd or Endless."""
    engine, state = timeline.engine, timeline.state
    for _count in range(LIMIT):
        prompts = engine.list_prompts(state)
        if not prompts:
            return
        action = dealer.answer(state, dealer.pick_prompt(prompts))
        yield action
        state, _moves = engine.apply(state, action)
    if engine.list_prompts(state):
        raise Endless("{game}: no end after {n} actions", game=engine.name, n=LIMIT)


def draft_batch(engine: Engine[Any], contents: Sequence[Action | Clerk]) -> list[Draft]:
    """Return drafts of actions and clerk events in one batch, as a session makes them."""
    drafts: list[Draft] = []
    for content in contents:
        batch = drafts[0].event_id if drafts else None
        if isinstance(content, Clerk):
            drafts.append(draft_event(content.type, content, batch=batch))
        else:
            payload = engine.encode(content)
            drafts.append(draft_event(content.verb, payload, schema=content.schema, batch=batch))
    return drafts


def place_draft(draft: Draft, match_id: str, version: int) -> Event:
    """Return the event that a draft would be, without a hash: to be folded, not to be stored."""
    return Event(
        match_id,
        version,
        draft.event_id,
        draft.type,
        draft.schema,
        draft.payload,
        DEALER,
        format_now(),
        draft.played_at,
        "",
        draft.batch,
        draft.intent,
    )


def store_played(ledger: Ledger, played: Played) -> MatchInfo:
    """Store a match that was played, all of it or nothing, under a free name, and return it."""
    name = ledger.find_free_name(pick_name(played.match_id))
    opening = msgspec.structs.replace(played.opening, name=name)
    headline: Headline = make_headline(Metadata(opening))
    last = played.drafts[-1]
    close = msgspec.json.decode(last.payload, type=Close)
    closing = Closing(1 + len(played.drafts), close, "", format_now())
    closed = make_headline(Metadata(opening, closing=closing))
    started = draft_event(Open.type, opening)
    with ledger.transaction():
        ledger.append(
            played.match_id, 0, [started], DEALER, digests=[played.started], headline=headline
        )
        ledger.append(
            played.match_id, 1, played.drafts, DEALER, digests=played.digests, headline=closed
        )
    return ledger.find(played.match_id)
