"""Random recorders: they record, correct and remark, as the desk could."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from engines.splendor import engine
from engines.values import Action
from ledger.clerk import Close
from replay.base.errors import NothingToDo
from replay.lab.dealer import DeadEnd, Dealer
from replay.record.session import Session


def deal_actions(session: Session, seed: int, n: int) -> list[Action]:
    """Return the next `n` actions of a dealer, from the present state of a session."""
    return list(deal_from(session, session.state, seed, n))


def deal_from(session: Session, state: Any, seed: int, n: int) -> Iterator[Action]:
    """Yield up to `n` actions of a dealer from a state.

    They end with the game, or where nothing is legal: corrections may empty a hand.
    """
    dealer = Dealer(session.engine, seed)
    for _ in range(n):
        prompts = session.engine.list_prompts(state)
        if not prompts:
            return
        try:
            action = dealer.answer(state, dealer.pick_prompt(prompts))
        except DeadEnd:
            return
        yield action
        state, _ = session.engine.apply(state, action)


def wander(session: Session, seed: int, steps: int) -> Iterator[str]:
    """Take random steps in a session, and yield the name of each."""
    chance = random.Random(seed)
    for number in range(steps):
        step = chance.choice(STEPS)
        try:
            yield step(session, chance, seed * 1000 + number)
        except NothingToDo:
            yield "nothing"


def _record(session: Session, chance: random.Random, seed: int) -> str:
    actions = deal_actions(session, seed, 1)
    session.record(actions or [pick_action(session, chance)], "we play on")
    return "record"


def pick_action(session: Session, chance: random.Random) -> Action:
    """Return an action that is legal at some frame of the match, else a recorded one."""
    frame = chance.choice(session.timeline.frames)
    for action in deal_from(session, frame.state, chance.randrange(10**6), 1):
        return action
    return chance.choice([each.action for each in session.timeline.actions() if each.action])


def _undo(session: Session, chance: random.Random, seed: int) -> str:
    session.undo(None if chance.random() < 0.6 else _anywhere(session, chance))
    return "undo"


def _redo(session: Session, chance: random.Random, seed: int) -> str:
    session.redo()
    return "redo"


def _amend(session: Session, chance: random.Random, seed: int) -> str:
    session.amend(_anywhere(session, chance), pick_action(session, chance), "misheard")
    return "amend"


def _insert(session: Session, chance: random.Random, seed: int) -> str:
    session.insert(_anywhere(session, chance), pick_action(session, chance), "forgotten")
    return "insert"


def _note(session: Session, chance: random.Random, seed: int) -> str:
    session.note("a remark", _anywhere(session, chance))
    return "note"


def _waive(session: Session, chance: random.Random, seed: int) -> str:
    rules = [rule.id for rule in session.engine.rulebook.rules.values() if rule.waivable]
    session.waive(chance.choice(rules), waived=chance.random() < 0.6)
    return "waive"


def _close(session: Session, chance: random.Random, seed: int) -> str:
    if session.timeline.closing is None and chance.random() < 0.3:
        session.close(Close(how="abandoned"))
        return "close"
    session.reopen()
    return "reopen"


def _anywhere(session: Session, chance: random.Random) -> int:
    return chance.randint(2, session.timeline.version)


STEPS = [_record] * 5 + [_undo] * 3 + [_redo] * 2 + [_amend, _insert, _note, _waive, _close]


def dump_frames(timeline: Any) -> list[Any]:
    """Return the content of all frames of a timeline, for comparison."""
    return [
        (
            frame.version,
            frame.entry,
            frame.state,
            frame.action,
            frame.moves,
            frame.breaches,
            frame.waived,
            frame.ply,
        )
        for frame in timeline.frames
    ]


def dump_scores(state: Any) -> list[Any]:
    """Return the scores of a state, for comparison."""
    return [msgspec.to_builtins(score) for score in engine.standing(state).scores]
