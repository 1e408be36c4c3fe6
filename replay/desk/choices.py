"""What can be typed now: the open prompts, and the legal actions with their prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from engines.names import fold, matches
from engines.protocol import State
from engines.values import TABLE, Choice, OpenNumber, Slot
from replay.base.errors import NothingToDo
from replay.base.i18n import _, ngettext
from replay.base.screen import Screen, count_rows
from replay.base.terminal_text import count_columns
from replay.desk.replies import Reply, answer
from replay.desk.table import Table
from replay.explain.legal_actions import LegalAction, find_legal_actions
from replay.speech.voice import shorten_name

MOST: Final = 6
"""How many actions of a kind are listed when all kinds are asked for."""

EVERY: Final = 60
"""How many are listed when one kind is asked for."""

FACTS: Final = 2
"""How many facts of the table are listed as examples where there are more than `MOST`."""

LEAST: Final = 8
"""The fewest columns of a screen that are worth beginning to say what an action is."""

NAMED: Final = 8
"""How many pieces of an open slot are named."""


WHOLE: Final = ("all", "전부", "모두")
"""The words before which, or alone, everything is listed, in full."""

SPARED: Final = 6
"""How many lines of a screen are left for the question and for what is typed next."""


def show_choices(table: Table, rest: str) -> Reply:
    """Show what can be done now, or only what fits a word (``choices [all] [WORD]``)."""
    return answer(*list_choices(table, rest, screen=table.screen))


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
    _whole, word = _split_whole(word)
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
            "numbers": [msgspec.to_builtins(number) for number in legal.choice.numbers],
            "optional": legal.prompt.optional,
        }
        for legal in find_choices(table, word, state)
    ]


def list_choices(
    table: Table, word: str = "", state: State | None = None, screen: Screen | None = None
) -> list[str]:
    """Return the first prompt and the legal actions by kind, each with what it costs.

    With a word only the actions that it fits; behind ``all`` every one. `state` is by default the
    present one. On a screen there are no more than it has room for. Raise NothingToDo when there
    is none.
    """
    state = table.session.state if state is None else state
    whole, word = _split_whole(word)
    kept = find_choices(table, word, state)
    heading = [] if word else list(_head_choices(table, state))
    seats = {each.choice.action.seat for each in kept} - {TABLE}
    kinds: dict[str, list[LegalAction]] = {}
    for each in kept:
        kinds.setdefault(each.choice.action.verb, []).append(each)
    most = len(kept) if whole else EVERY if word else MOST
    listed = [
        _list_kind(table, verb, found, most, with_seat=len(seats) > 1, word=word)
        for verb, found in kinds.items()
    ]
    if whole or screen is None:
        return [*heading, *(line for kind in listed for line in kind.write(most))]
    return _fit_choices(heading, listed, most, word, screen)


def _split_whole(text: str) -> tuple[bool, str]:
    """Return whether a text asks for everything, and the word behind that, if any."""
    head, _space, rest = text.strip().partition(" ")
    return (True, rest.strip()) if head.casefold() in WHOLE else (False, text)


def _head_choices(table: Table, state: State) -> Iterator[str]:
    """Yield the first prompt of a state, and how it is left open, if it may be."""
    prompts = table.session.engine.list_prompts(state)
    if not prompts:
        yield _("Nothing is asked for: the game is over.")
        return
    yield table.voice.prompt(prompts[0])
    if prompts[0].optional and table.can_parse("??"):
        yield "  ??  " + _("nobody saw it; or play on")


class _Kind(NamedTuple):
    """A kind of action as it is listed: its name, how the first of its actions are typed and what
    they are, how many there are, and what lists them all. `few` is how many of them are examples
    enough where they are too many."""

    name: str
    actions: Sequence[tuple[str, str]]
    number: int
    command: str
    few: int

    def write(self, most: int, width: int | None = None) -> Iterator[str]:
        """Yield the name and at most so many of the actions, in lines of `width` columns at most.

        What is typed is never cut.
        """
        yield self.name if width is None else shorten_name(self.name, width)
        shown = self.actions if self.number <= most else self.actions[: min(self.few, most)]
        for typed, meaning in shown:
            line = f"  {typed}"
            if width is None or count_columns(line) + LEAST <= width:
                line = f"{line}  {meaning}"
                line = line if width is None else shorten_name(line, width)
            yield line
        more = self.number - len(shown)
        if more:
            text = ngettext("… and {n} more: {command}", "… and {n} more: {command}", more)
            yield "  " + text.format(n=more, command=self.command)


def _fit_choices(
    heading: Sequence[str], kinds: Sequence[_Kind], most: int, word: str, screen: Screen
) -> list[str]:
    """Return as much as a screen has room for: all of it, else a line for each action, else fewer
    actions of each kind, at last fewer kinds."""
    room = max(screen.height - SPARED, 1)
    lines = [*heading, *(line for kind in kinds for line in kind.write(most))]
    if _count_rows(lines, screen) <= room:
        return lines
    command = f"choices {WHOLE[0]} {word}".rstrip()
    ending = _("All of it, in full: {command}").format(command=command)
    for fewer in range(most, -1, -1):
        lines = [line for kind in kinds for line in kind.write(fewer, screen.width)]
        if _count_rows([*heading, *lines, ending], screen) <= room:
            return [*heading, *lines, ending]
    lines = [*heading, *lines]
    while lines and _count_rows([*lines, ending], screen) > room:
        lines.pop()
    return [*lines, ending]


def _count_rows(lines: Sequence[str], screen: Screen) -> int:
    """Return how many lines of a screen some lines take."""
    return sum(count_rows(line, screen.width) for line in lines)


def _fits(table: Table, legal: LegalAction, word: str) -> bool:
    """Return whether a word names the kind of an action, or stands in its words."""
    action = legal.choice.action
    verb = table.voice.words.text.get(f"verb.{action.verb}", "")
    if fold(word) == fold(action.verb) or matches(word, (verb,)) > 1:
        return True
    return matches(word, (table.voice.write(action), table.voice.action(action))) > 0


def _list_kind(
    table: Table,
    verb: str,
    found: Sequence[LegalAction],
    most: int,
    *,
    with_seat: bool,
    word: str,
) -> _Kind:
    """Return a kind of action with the legal actions of this kind, `most` of them."""
    fact = found[0].choice.action.seat == TABLE
    return _Kind(
        f"{verb}: {table.voice.words.text.get(f'verb.{verb}', verb)}",
        [describe_choice(table, legal.choice, with_seat=with_seat) for legal in found[:most]],
        len(found),
        f"choices {WHOLE[0]} {word}" if word else f"choices {verb}",
        FACTS if fact else most,
    )


def describe_choice(table: Table, choice: Choice, *, with_seat: bool = False) -> tuple[str, str]:
    """Return how a legal action is typed, and what it is, with what is still to be chosen in it."""
    voice, engine = table.voice, table.session.engine
    written = voice.write(choice.action)
    typed = written if with_seat else written.partition(": ")[2] or written
    message = engine.describe(choice.action)
    meaning = voice.action(choice.action) if with_seat else voice.say(message.key, message.data)
    open_slots = [text for slot in choice.slots if (text := _describe_slot(table, slot))]
    open_numbers = [_describe_number(number) for number in choice.numbers]
    return typed, "; ".join([meaning, *open_slots, *dict.fromkeys(open_numbers)])


def _describe_number(number: OpenNumber) -> str:
    """Return what may be typed for an open number of an action."""
    text = _("each number {least} to {most}") if number.at >= 0 else _("{least} to {most}")
    said = text.format(least=number.least, most=number.most)
    steps = _("in steps of {n}").format(n=number.step)
    return f"{said}, {steps}" if number.step > 1 else said


def _describe_slot(table: Table, slot: Slot) -> str:
    """Return what may be chosen for a slot of an action, "" where nothing has to be."""
    if slot.least == 0 and slot.swap:
        return ""
    number = str(slot.most) if slot.least == slot.most else f"{slot.least}–{slot.most}"
    names = [table.voice.item(item) for item in list(slot.of)[:NAMED]]
    more = ["…"] if len(slot.of) > NAMED else []
    return _("with {n} of: {names}").format(n=number, names=", ".join([*names, *more]))
