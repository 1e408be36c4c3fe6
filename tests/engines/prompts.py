"""The questions of a table as they are asked, for tests that compare them whole."""

from __future__ import annotations

from typing import Any, Final

from engines.protocol import Engine, State
from engines.values import TABLE, Prompt, seat_letter
from replay.speech.voice import Voice

NAMES: Final = ("Ana", "Bo", "Cy", "Dee")


def write_prompt(engine: Engine[Any], prompt: Prompt) -> str:
    """Return who is asked for which actions, of which place, and the question.

    A question that may stay open has a ``?`` behind the actions.
    """
    who = "table" if prompt.seat == TABLE else seat_letter(prompt.seat)
    verbs = "/".join(prompt.verbs) + "?" * prompt.optional
    head = " ".join(filter(None, (who, verbs, prompt.place)))
    return f"{head}: {Voice(engine, 'en', NAMES).prompt(prompt)}"


def list_asked(engine: Engine[Any], state: State) -> list[str]:
    """Return all questions of a table, each as `write_prompt` writes it."""
    return [write_prompt(engine, prompt) for prompt in engine.list_prompts(state)]


def list_questions(engine: Engine[Any]) -> set[str]:
    """Return the keys of all questions that a game has words for."""
    keys = {key for key in engine.words("en").text if key.startswith("ask.")}
    return {key for key in keys if not key.endswith(".one")}


def list_kinds(engine: Engine[Any], state: State) -> set[str]:
    """Return the keys of the questions of a table."""
    return {prompt.ask for prompt in engine.list_prompts(state)}
