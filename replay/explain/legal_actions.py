"""What can be done now: the legal actions of everybody who is asked, each with its price."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.protocol import Engine, State
from engines.values import TABLE, Choice, Prompt, Term


class LegalAction(NamedTuple):
    """A legal action, the prompt that it answers, and how its price or outcome comes about."""

    prompt: Prompt
    choice: Choice
    terms: tuple[Term, ...]


def find_legal_actions(engine: Engine[State], state: State) -> Iterator[LegalAction]:
    """Yield the legal actions in a state: first those of seats, then the facts of the table."""
    prompts = sorted(engine.list_prompts(state), key=lambda prompt: prompt.seat == TABLE)
    for prompt in prompts:
        for choice in engine.choices(state, prompt):
            yield LegalAction(prompt, choice, engine.quote(state, choice.action))
