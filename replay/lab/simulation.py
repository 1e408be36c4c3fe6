"""Simulated matches: the dealer plays every seat, recorded through the same path as live ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engines.protocol import Engine, S
from engines.values import SEAT_LETTERS
from ledger.clerk import Close, Open
from ledger.headlines import MatchInfo
from ledger.store import Ledger
from replay.base.i18n import _
from replay.lab.dealer import LIMIT, Dealer, Endless
from replay.record.opening import open_match
from replay.record.session import Session

BATCH = 64
"""How many actions are recorded at once."""


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
    opening = Open(
        game=engine.name,
        rules=engine.rules,
        seats=tuple(name_seats(seats)),
        options=dict(options or {}),
        level=level,
        simulated=True,
        title=_("seed {n}").format(n=seed),
    )
    info = open_match(ledger, opening, "dealer")
    session = Session(ledger, info, "dealer")
    loaded = session.engine
    dealer = Dealer(loaded, seed, greedy=greedy)
    batch = []
    state = session.state
    for count in range(LIMIT + 1):
        prompts = loaded.list_prompts(state)
        if prompts and count == LIMIT:
            raise Endless("{game}: no end after {n} actions", game=engine.name, n=LIMIT)
        if prompts:
            batch.append(dealer.answer(state, dealer.pick_prompt(prompts)))
            state, _moves = loaded.apply(state, batch[-1])
        if batch and (len(batch) == BATCH or not prompts):
            session.record(batch)
            batch = []
        if not prompts:
            break
    standing = loaded.standing(session.state)
    points = tuple(score.total for score in standing.scores)
    session.close(Close(how="finished", points=points, winners=standing.winners))
    return ledger.find(info.match_id)
