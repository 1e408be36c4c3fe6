"""Completion at the live prompt: what is legal now, the commands, and their arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.names import matches
from replay.desk.commands import COMMANDS, find_command
from replay.desk.offers import MEANINGS, Offer
from replay.desk.table import Table

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document


def make_completer(table: Table) -> Completer:
    """Return a completer for the live prompt. It completes the text behind the last ``;``."""
    from prompt_toolkit.completion import Completer, Completion

    class OfferCompleter(Completer):
        """Completes with the texts that `offer_texts` yields."""

        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            """Yield the completions of the text in front of the cursor."""
            typed = document.text_before_cursor.rpartition(";")[2].lstrip()
            for text, meaning in offer_texts(table, typed):
                yield Completion(text, start_position=-len(typed), display_meta=meaning)

    return OfferCompleter()


def offer_texts(table: Table, typed: str, limit: int = 30) -> Iterator[Offer]:
    """Yield what may be typed now and fits `typed`, best first, each text once."""
    word, space, rest = typed.partition(" ")
    command = find_command(word)
    if space and command is not None and command.complete is not None:
        for text, meaning in command.complete(table, rest.lstrip()):
            yield f"{word} {text}", meaning
        return
    found = [*_offer_legal(table, typed)]
    names = [*COMMANDS, *(table.shell.names() if table.shell is not None else ())]
    found += [(-3, name, "") for name in names if typed and name.startswith(typed)]
    seen: set[str] = set()
    for _score, text, meaning in sorted(found)[:limit]:
        if text not in seen:
            seen.add(text)
            yield text, meaning


def _offer_legal(table: Table, typed: str) -> Iterator[tuple[int, str, str]]:
    """Yield (minus the score, text, meaning) of the legal actions that fit `typed`."""
    engine, voice = table.session.engine, table.voice
    for prompt in table.session.list_prompts():
        for choice in engine.choices(table.session.state, prompt):
            text = voice.write(choice.action).partition(": ")[2] or voice.write(choice.action)
            message = engine.describe(choice.action)
            meaning = voice.say(message.key, message.data)
            names = (text, meaning) if len(typed) >= MEANINGS else (text,)
            score = matches(typed, names) if typed else 1
            if score:
                yield -score, text, meaning
