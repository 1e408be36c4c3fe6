"""What can be typed now: the open prompts, and the legal actions with their prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from engines.names import fold, matches
from engines.protocol import State
from engines.values import TABLE, Choice, Slot
from replay.base.errors import NothingToDo
from replay.base.i18n import _, ngettext
from replay.desk.replies import Reply, answer
from replay.desk.table import Table
from replay.explain.legal_actions import LegalAction, find_legal_actions

MOST: Final = 6
"""How many actions of a kind are listed when all kinds are asked for."""

EVERY: Final = 60
"""How many are listed when one kind is asked for."""

NAMED: Final = 8
"""How many pieces of an open slot are named."""


def show_choices(table: Table, rest: str) -> Reply:
    """Show what can be done now, or only what fits a word (``choices [WORD]``)."""
    return answer(*list_choices(table, rest))


def find_choices(table: Table, word: str, state: State) -> list[LegalAction]:
    """Return the legal actions in a state that a word fits: their kind, or their words.

    Raise NothingToDo when there is none for the word.
    """
    found = list(find_legal_actions(table.session.engine, state))
    kept = [each for each in found if not word or _fits(table, each, word)]
    if word and not kept:
        raise NothingToDo("nothing like “{word}” is legal now", word=word)
    return kept


def describe_choices(table: Table, word: str, state: State) -> list[dict[str, Any]]:
    """Return the legal actions that a word fits, for --json: text, words, price, open slots.

    Raise NothingToDo when there is none.
    """
    engine = table.session.engine
    return [
        {
            "seat": legal.choice.action.seat,
            "verb": legal.choice.action.verb,
            "action": msgspec.json.decode(engine.encode(legal.choice.action)),
            "line": engine.write(legal.choice.action),
            "text": table.voice.action(legal.choice.action),
            "price": [
                {"label": term.label, "n": term.n, "item": term.item, "rule": term.rule}
                for term in legal.terms
            ],
            "open": [msgspec.to_builtins(slot) for slot in legal.choice.slots],
            "optional": legal.prompt.optional,
        }
        for legal in find_choices(table, word, state)
    ]


def list_choices(table: Table, word: str = "", state: State | None = None) -> Iterator[str]:
    """Yield the first prompt and the legal actions by kind, each with what it costs.

    With a word only the actions that it fits. `state` is by default the present one. Raise
    NothingToDo when there is none.
    """
    state = table.session.state if state is None else state
    kept = find_choices(table, word, state)
    prompts = table.session.engine.list_prompts(state)
    if not prompts:
        yield _("Nothing is asked for: the game is over.")
    elif not word:
        yield table.voice.prompt(prompts[0])
        if prompts[0].optional and table.can_parse("??"):
            yield "  ??  " + _("nobody saw it; or play on")
    seats = {each.choice.action.seat for each in kept} - {TABLE}
    for verb, group in groupby(kept, key=lambda each: each.choice.action.verb):
        yield from _list_kind(table, verb, list(group), EVERY if word else MOST, len(seats) > 1)


def _fits(table: Table, legal: LegalAction, word: str) -> bool:
    """Return whether a word names the kind of an action, or stands in its words."""
    action = legal.choice.action
    verb = table.voice.words.text.get(f"verb.{action.verb}", "")
    if fold(word) == fold(action.verb) or matches(word, (verb,)) > 1:
        return True
    return matches(word, (table.voice.write(action), table.voice.action(action))) > 0


def _list_kind(
    table: Table, verb: str, found: Sequence[LegalAction], most: int, with_seat: bool
) -> Iterator[str]:
    """Yield the name of a kind of action and the legal actions of this kind, `most` of them."""
    yield f"{verb}: {table.voice.words.text.get(f'verb.{verb}', verb)}"
    fact = found[0].choice.action.seat == TABLE
    listed = found if len(found) <= most else found[: 2 if fact else most]
    for legal in listed:
        typed, meaning = describe_choice(table, legal.choice, with_seat=with_seat)
        yield f"  {typed}  {meaning}"
    more = len(found) - len(listed)
    if more:
        text = ngettext(
            "… and {n} more: choices {verb}", "… and {n} more: choices {verb}", more
        ).format(n=more, verb=verb)
        yield f"  {text}"


def describe_choice(table: Table, choice: Choice, *, with_seat: bool = False) -> tuple[str, str]:
    """Return how a legal action is typed, and what it is, with what is still to be chosen in it."""
    voice, engine = table.voice, table.session.engine
    written = voice.write(choice.action)
    typed = written if with_seat else written.partition(": ")[2] or written
    message = engine.describe(choice.action)
    meaning = voice.action(choice.action) if with_seat else voice.say(message.key, message.data)
    open_slots = [text for slot in choice.slots if (text := _describe_slot(table, slot))]
    return typed, "; ".join([meaning, *open_slots])


def _describe_slot(table: Table, slot: Slot) -> str:
    """Return what may be chosen for a slot of an action, "" where nothing has to be."""
    if slot.least == 0 and slot.swap:
        return ""
    number = str(slot.most) if slot.least == slot.most else f"{slot.least}–{slot.most}"
    names = [table.voice.item(item) for item in list(slot.of)[:NAMED]]
    more = ["…"] if len(slot.of) > NAMED else []
    return _("with {n} of: {names}").format(n=number, names=", ".join([*names, *more]))
