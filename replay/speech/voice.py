"""The voice of a match: ids become words of one language, seats the names of people.

A method of `Voice` is named after what it puts into words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import Any, Self

from engines.intents import AS_SAID, Intent
from engines.names import fold
from engines.protocol import Engine, State
from engines.seats import Seats, has_own_letters, letters_of, typed_letter, typed_place
from engines.values import (
    TABLE,
    Action,
    Breach,
    Message,
    Move,
    Prompt,
    Seat,
    SeatText,
    Standing,
    Term,
    Verbatim,
    owner_of,
)
from engines.words import EXAMPLE_SEATS, Words
from replay.base.terminal_text import clean_line, count_columns

SEAT_LETTER = re.compile(r"\b[a-lA-L]\b")
"""A letter that stands for a seat in a SeatText."""

HEADING = 8
"""How many terminal columns a name may take at the head of a column."""


class Voice:
    """Names and sentences for one match in one language.

    `names` are the names of the seats. Pieces that only this match has are learnt from `state`.
    """

    def __init__(
        self, engine: Engine[Any], lang: str, names: Sequence[str], state: State | None = None
    ) -> None:
        self.engine: Engine[State] = engine
        self.words: Words = engine.words(lang)
        self.lang = lang
        self.names = Seats((clean_line(name) for name in names), letters_of(names))
        if state is not None:
            self.learn(state)

    def name_seats(self, names: Sequence[str]) -> Self:
        """Return this voice for a time when the people in the seats were these."""
        cleaned = Seats((clean_line(name) for name in names), letters_of(names))
        if cleaned == self.names and cleaned.letters == self.names.letters:
            return self
        voice = copy(self)
        voice.names = cleaned
        return voice

    def learn(self, state: State) -> None:
        """Add the names of the pieces that only this match has, from its state."""
        own = self.engine.own_names(state, self.lang)
        names = {item: clean_line(name) for item, name in own.items()}
        if not names.items() <= self.words.names.items():
            self.words = self.words.add_names(names)

    def seat(self, seat: int) -> str:
        """Return the name of a seat, or that of the table for TABLE."""
        if seat == TABLE:
            return self.words.say("table")
        return self.names[seat] if seat < len(self.names) else typed_letter(seat, self.names)

    def label(self, seat: int) -> str:
        """Return the letter that types a seat and its name, as ``a Ana``; one where both are the
        same."""
        return self._add_letter(seat, self.seat(seat))

    def label_place(self, place: str) -> str:
        """Return the name of a place after the letter that types its owner: ``d Dusk’s deck``."""
        owner = owner_of(place)
        named = owner is not None and owner < len(self.names)
        return self._add_letter(owner or 0, self.place(place)) if named else self.place(place)

    def column(self, seat: int) -> str:
        """Return what stands over a column that belongs to a seat: ``a Ana``. With the letter it is
        no wider than a heading."""
        return self._add_letter(seat, self.heading(seat, HEADING - 2))

    def _add_letter(self, seat: int, name: str) -> str:
        letter = typed_letter(seat, self.names)
        return name if seat == TABLE or fold(name) == letter else f"{letter} {name}"

    def write(self, action: Action) -> str:
        """Return an action in full notation, as it can be typed in this match."""
        if has_own_letters(self.names):
            return self.engine.write(action, self.names)
        return self.engine.write(action)

    def typed_place(self, place: str) -> str:
        """Return a place as it can be typed in this match: ``m.coins``."""
        return typed_place(place, self.names)

    def heading(self, seat: int, width: int = HEADING) -> str:
        """Return a seat's name cut to a column, or its letter where two names look the same."""
        heads = [shorten_name(name, width) for name in self.names]
        if seat >= len(heads) or heads.count(heads[seat]) > 1:
            return typed_letter(seat, self.names)
        return heads[seat]

    def item(self, item: str) -> str:
        """Return the name of a piece."""
        return self.words.name(item)

    def place(self, place: str) -> str:
        """Return the name of a place, after that of its owner: ``a.tokens`` is “Ana’s tokens”."""
        owner, kind = self.owner(place), place.partition(".")[2]
        if not owner:
            return self.words.name(place)
        what = self.words.text.get(f"place.{kind}", kind)
        return self.words.fill("place.of", {"seat": owner, "what": what})

    def say(self, key: str, data: Mapping[str, Any] | None = None) -> str:
        """Return the sentence of a key in the word files, filled in with `data`."""
        if isinstance(key, SeatText):
            return str(self._name_value("", key))
        values = {k: self._name_value(k, v) for k, v in (data or {}).items()}
        if "{seat_" in self.words.text.get(key, ""):
            values = self._list_example_seats() | values
        return self.words.say(key, **values)

    def _list_example_seats(self) -> dict[str, Verbatim]:
        """Return the letters that type the first seats, and who sits where, for sentences that
        give an example."""
        seats = range(len(self.names))
        values = {
            name: Verbatim(typed_letter(min(seat, max(len(seats) - 1, 0)), self.names))
            for seat, name in enumerate(EXAMPLE_SEATS)
        }
        people = ", ".join(self.label(seat) for seat in seats)
        return {**values, "seat_list": Verbatim(people)} if people else values

    def _name_value(self, key: str, value: Any) -> Any:
        """Return a value of a message with every seat, place and piece in it in words."""
        if isinstance(value, Verbatim):
            return value
        if isinstance(value, Seat):
            return self.seat(value)
        if isinstance(value, SeatText):
            return SEAT_LETTER.sub(self._replace_letter, value)
        if isinstance(value, Message):
            return self.say(value.key, value.data)
        if isinstance(value, (list, tuple)):
            return [self._name_value(key, one) for one in value]
        if key == "holds":
            return "; ".join(
                f"{self.place(place)}: {self.words.name_value(items)}"
                for place, items in value.items()
            )
        if isinstance(value, str) and ("." in value or key in ("place", "at")):
            return self.place(value) if value not in self.words.text else value
        return value

    def _replace_letter(self, found: re.Match[str]) -> str:
        """Return the letter that types the seat with a letter in a SeatText, a capital as such."""
        letter = found[0].casefold()
        typed = self.typed_place(f"{letter}.")[:-1]
        return typed if found[0] == letter else typed.upper()

    def action(self, action: Action, left: Collection[int] = (), intent: Intent = AS_SAID) -> str:
        """Return an action in words, after the name of the seat that did it, as it was meant.

        Numbers by seat are those of people who have not left.
        """
        message = self.engine.describe_meant(action, intent)
        if left:
            message = _drop_seats(message, left)
        text = self.say(message.key, message.data)
        return text if action.seat == TABLE else f"{self.seat(action.seat)} {text}"

    def breach(self, breach: Breach) -> str:
        """Return the rule of a breach and its reason."""
        return f"{breach.rule}: {self.reason(breach)}"

    def reason(self, breach: Breach) -> str:
        """Return the sentence that says why an action breaks a rule."""
        return self.say(breach.why or breach.rule, breach.data)

    def rule(self, rule: str) -> str:
        """Return the title of a rule, or its id if it has none."""
        found = self.engine.rulebook.rules.get(rule)
        return found.title.get(self.lang, rule) if found else rule

    def rule_text(self, rule: str) -> str:
        """Return the text of a rule, "" for an unknown rule."""
        found = self.engine.rulebook.rules.get(rule)
        return found.text.get(self.lang, "") if found else ""

    def prompt(self, prompt: Prompt) -> str:
        """Return a prompt as a question."""
        return self.say(prompt.ask, prompt.data)

    def term_label(self, term: Term) -> str:
        """Return the label of a term of a sum."""
        return self.say(term.label, term.data)

    def term(self, term: Term) -> str:
        """Return the label of a term, and the piece that it comes from."""
        label, item = self.term_label(term), self.item(term.item) if term.item else ""
        return f"{label} {item}" if item and item != label else label

    def owner(self, place: str) -> str:
        """Return the name of the seat that owns a place, "" for a place of the table."""
        seat = owner_of(place)
        return "" if seat is None or seat >= len(self.names) else self.names[seat]

    def move(self, move: Move) -> str:
        """Return a move in words, with its cause."""
        if move.name:
            return self.words.fill("move.learnt", {"name": move.name, "item": self.item(move.item)})
        text = self.words.fill(
            "move",
            {
                "items": self.words.count(move.n, move.item),
                "source": self.place(move.source),
                "target": self.place(move.target),
            },
        )
        aside = "" if move.cause in ("", move.item) else f" ({self.item(move.cause)})"
        return text + aside

    def outcome(self, standing: Standing) -> str:
        """Return who has won, "" while the match is not over."""
        if not standing.over:
            return ""
        if not standing.winners and standing.tied:
            return self.words.say("won.open", tied=[self.seat(seat) for seat in standing.tied])
        return self.winners(standing.winners) or self.words.say("won.nobody")

    def winners(self, seats: Sequence[int]) -> str:
        """Return that some seats have won, "" for none."""
        people = [self.seat(seat) for seat in seats]
        key = "won.shared" if len(people) > 1 else "won"
        return self.words.say(key, winners=people) if people else ""

    def notice(self, standing: Standing) -> str:
        """Return that the last round has begun, "" before it and once the game is over."""
        return self.say(standing.notice.key, standing.notice.data) if standing.notice else ""

    def ending(self, standing: Standing) -> str:
        """Return why the match is over and who has won, "" while it is not over."""
        outcome = self.outcome(standing)
        why = self.say(standing.reason) if outcome and standing.reason else ""
        return f"{why} {outcome}".strip()


def _drop_seats(message: Message, left: Collection[int]) -> Message:
    """Return a message without what it says of some seats, one by one."""

    def is_about(value: Any) -> bool:
        return isinstance(value, Message) and value.data.get("seat") in left

    data = {
        name: [each for each in value if not is_about(each)] if isinstance(value, list) else value
        for name, value in message.data.items()
    }
    return Message(message.key, data)


def shorten_name(name: str, width: int) -> str:
    """Return a name cut to `width` terminal columns; a letter of Hangul takes two.

    >>> shorten_name("Alexandra", 8), shorten_name("Bo", 8), shorten_name("김철수와영희", 8)
    ('Alexand…', 'Bo', '김철수…')
    """
    if count_columns(name) <= width:
        return name
    while count_columns(name) >= width:
        name = name[:-1]
    return f"{name}…"
