"""Reading the notation of a duel's result."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.challengers.actions import Win
from engines.challengers.duel.results import can_keep_decks
from engines.challengers.names import park_names
from engines.challengers.notation.duel import OWN_PARK
from engines.challengers.notation.reading import (
    find_side,
    parse_cards,
    parse_park,
    parse_side,
)
from engines.challengers.state import State, has_open_trophies, park_of
from engines.intents import AS_SAID, USUAL, Intent, Parsed
from engines.notation import parse_number
from engines.values import NotationError

REASONS = {
    "d": "deck",
    "deck": "deck",
    "x": "bench",
    "bench": "bench",
    "conceded": "conceded",
    "덱": "deck",
    "벤치": "bench",
}
WORDS = re.compile(r"[^\s]+")


def parse_win_in_full(
    rest: str, actual: dict[str, str], state: State, names: Sequence[str], seat: int, park: str
) -> tuple[Parsed, ...]:
    """Return the result of a duel: ``green a over b 5 a+2 deck sb n17 a#3 b<x=1``. With the whole
    name of its park it is exact; else it is read as by `parse_won`."""
    word, _, tail = rest.partition(" ")
    if word in state.rounds and tail:
        return (parse_win(tail, state, names, word, exact=True),)
    return parse_won(rest, actual, state, names, seat, park)


def parse_won(
    rest: str, actual: dict[str, str], state: State, names: Sequence[str], seat: int, park: str
) -> tuple[Parsed, ...]:
    """Return the result of a duel, as it is typed at the table: ``a 5 d17 sb``, ``green a 5``."""
    word, _, tail = rest.partition(" ")
    named = parse_park(word, state)
    if named is not None and tail.strip() and find_side(tail.split()[0], state, names):
        park, rest = named, tail
    return (parse_win(rest, state, names, park),)


def parse_win(
    rest: str,
    state: State,
    names: Sequence[str],
    park: str = "",
    *,
    winner: str = "",
    exact: bool = False,
) -> Parsed:
    """Return the result that a text says: who has won, then anything of its summary.

    With a `winner` the text says only the rest.
    Unless it is `exact`, known decks that nothing can have changed are said to be kept.
    """
    words = WORDS.findall(rest)
    if not winner:
        if not words:
            raise NotationError("win-form", word=rest, given=rest)
        head = re.fullmatch(r"([^\W\d_]+)(\d{1,2}|\?)", words[0])
        if head is not None:
            words[:1] = [head[1], head[2]]
        winner = parse_side(words.pop(0), state, names)
    found = SummaryReader(state, names, winner)
    while words:
        word = words.pop(0)
        if word == "over" and words:
            found.loser = parse_side(words.pop(0), state, names)
        else:
            found.parse_word(word)
    intent = found.intent if park else {**OWN_PARK, **found.intent}
    park = park or park_of(state, winner)
    if not park:
        raise NotationError("which-park", candidates=park_names(state), parks=[])
    if not exact and not found.has_decks():
        found.kept = can_keep_decks(state, park)
        intent = {**intent, "kept": USUAL}
    try:
        return Parsed(found.make_win(park), intent)
    except ValueError:
        raise NotationError("win-form", word=rest, given=rest) from None


class SummaryReader:
    """The parts of a result as they are read, word by word."""

    def __init__(self, state: State, names: Sequence[str], winner: str) -> None:
        self.state, self.names, self.winner = state, names, winner
        self.loser = self.reason = self.first = ""
        self.trophy: int | None = None
        self.hidden = self.kept = False
        self.intent: Intent = AS_SAID
        self.reveals: int | None = None
        self.fans: dict[str, int] = {}
        self.seats: dict[str, int] = {}
        self.gained: dict[str, dict[str, int]] = {}
        self.lost: dict[str, dict[str, int]] = {}

    def parse_word(self, word: str) -> None:
        """Take one word. Raise NotationError when it is none of a result's."""
        folded = word.casefold()
        told = re.fullmatch(r"(?:(trophy|hidden)=)?([0-9]{1,2})", folded)
        if told is not None:
            if self.trophy is not None and told[1] is None:
                raise NotationError("win-form", word=word, given=word)
            self.trophy = int(told[2])
            self.hidden = told[1] == "hidden" or (
                told[1] is None and not has_open_trophies(self.state)
            )
            self.intent = {"hidden": USUAL} if told[1] is None else AS_SAID
        elif word == "?":
            self.trophy, self.intent = None, AS_SAID
        elif folded == "kept":
            self.kept = True
        elif folded in REASONS:
            self.reason = REASONS[folded]
        elif re.fullmatch(r"[dx][0-9]{1,2}", folded):
            self.reason, self.reveals = REASONS[folded[0]], int(folded[1:])
        elif re.fullmatch(r"n[0-9]{1,2}", folded):
            self.reveals = int(word[1:])
        elif re.fullmatch(r"(\S*)\+([0-9]{1,2})", word):
            side, _, n = word.partition("+")
            self.fans[self.find_side(side) if side else self.winner] = parse_number(
                n, "win-form", digits=2
            )
        elif "#" in word:
            side, _, n = word.partition("#")
            self.seats[self.find_side(side)] = parse_number(n, "win-form", digits=2)
        elif "<" in word or ">" in word:
            self.parse_change(word)
        elif folded[0] == "s" and len(word) > 1:
            self.first = self.find_side(word[1:])
        else:
            raise NotationError("win-form", word=word, given=word)

    def find_side(self, word: str) -> str:
        """Return the side that a word means."""
        return parse_side(word, self.state, self.names)

    def parse_change(self, word: str) -> None:
        """Take ``b<lion`` (joins b's deck for good) or ``a>pod=1`` (leaves a's)."""
        sign = "<" if "<" in word else ">"
        who, _, what = word.partition(sign)
        changes = (self.gained if sign == "<" else self.lost).setdefault(self.find_side(who), {})
        for card in parse_cards(what, self.state):
            changes[card] = changes.get(card, 0) + 1

    def has_decks(self) -> bool:
        """Return whether anything was said of what became of the decks."""
        return bool(self.kept or self.reason or self.gained or self.lost)

    def make_win(self, park: str) -> Win:
        """Return the result."""
        return Win(
            park=park,
            winner=self.winner,
            loser=self.loser,
            trophy=self.trophy,
            hidden=self.hidden,
            fans=self.fans,
            reason=self.reason,
            first=self.first,
            reveals=self.reveals,
            seats=self.seats,
            gained=self.gained,
            lost=self.lost,
            kept=self.kept,
        )
