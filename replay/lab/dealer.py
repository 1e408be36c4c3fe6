"""The dealer plays at random for the table and, in simulations, for every seat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, Generic

from engines.choices import fill_number, fill_slot
from engines.protocol import Engine, S
from engines.values import TABLE, Action, Choice, Prompt, Setup, Slot
from replay.base.errors import UserError

LIMIT: Final = 20_000
"""The number of actions after which a game counts as endless."""


class Endless(UserError, RuntimeError):
    """A game did not end under random play."""


class DeadEnd(UserError, RuntimeError):
    """Somebody must act and nothing is legal."""


class Dealer(Generic[S]):
    """Plays legal actions. The same seed plays the same game; a `greedy` dealer plays to win."""

    def __init__(self, engine: Engine[S], seed: int, *, greedy: bool = False) -> None:
        self.engine = engine
        self.random = random.Random(seed)
        self.greedy = greedy

    def play(self, setup: Setup, limit: int = LIMIT) -> Iterator[tuple[S, Action]]:
        """Yield (state before, action) until the game is over.

        Raise DeadEnd where nothing is legal, Endless after `limit` actions.
        """
        state = self.engine.open(setup)
        for _ in range(limit):
            prompts = self.engine.list_prompts(state)
            if not prompts:
                return
            action = self.answer(state, self.pick_prompt(prompts))
            yield state, action
            state, _ = self.engine.apply(state, action)
        raise Endless("{game}: no end after {n} actions", game=self.engine.name, n=limit)

    def pick_prompt(self, prompts: tuple[Prompt, ...]) -> Prompt:
        """Return the prompt to answer: one for facts of the table first, else any at random."""
        facts = [prompt for prompt in prompts if prompt.seat == TABLE]
        return facts[0] if facts else self.random.choice(prompts)

    def answer(self, state: S, prompt: Prompt) -> Action:
        """Return a legal answer to a prompt. Raise DeadEnd where there is none."""
        choices = list(self.engine.choices(state, prompt))
        if not choices:
            raise DeadEnd(
                "{game}: nothing is legal for {prompt}", game=self.engine.name, prompt=prompt
            )
        if self.greedy and prompt.seat != TABLE:
            return self._pick_best(state, prompt.seat, choices)
        return self.fill(self.pick_choice(choices))

    def pick_choice(self, choices: list[Choice]) -> Choice:
        """Return a random choice: verbs have equal chances, choices of a verb have weights. Those
        of weight 0 are taken only where there are no others."""
        usual = [choice for choice in choices if choice.weight]
        if not usual:
            return self.random.choice(choices)
        by_verb: dict[str, list[Choice]] = {}
        for choice in usual:
            by_verb.setdefault(choice.action.verb, []).append(choice)
        among = by_verb[self.random.choice(sorted(by_verb))]
        return self.random.choices(among, [choice.weight for choice in among])[0]

    def fill(self, choice: Choice) -> Action:
        """Return the action of a choice with its open slots and numbers filled at random."""
        action = choice.action
        for slot in choice.slots:
            action = fill_slot(action, slot, self._pick_pieces(slot))
        for number in choice.numbers:
            n = self.random.randrange(number.least, number.most + 1, number.step)
            action = fill_number(action, number, n)
        return action

    def _pick_pieces(self, slot: Slot) -> dict[str, int]:
        """Return random pieces for a slot, as many as it may take."""
        pool = [item for item, n in slot.of.items() for _ in range(n)]
        picked = self.random.sample(pool, self.random.randint(slot.least, slot.most))
        return {item: picked.count(item) for item in slot.of if item in picked}

    def _pick_best(self, state: S, seat: int, choices: list[Choice]) -> Action:
        """Return the action after which a seat stands best; ties are broken at random."""
        actions = [self.fill(choice) for choice in choices]
        self.random.shuffle(actions)
        return max(actions, key=lambda action: self._rank_action(state, seat, action))

    def _rank_action(self, state: S, seat: int, action: Action) -> tuple[bool, int, int]:
        """Return how good an action is for a seat: it wins, it leads by so much, it is no pass."""
        after, _ = self.engine.apply(state, action)
        standing = self.engine.standing(after)
        mine = next(score for score in standing.scores if score.seat == seat)
        best = max((s.total or 0 for s in standing.scores if s.seat != seat), default=0)
        return seat in standing.winners, (mine.total or 0) - best, action.verb != "pass"
