"""Penalties: what the table takes from somebody beside the rules, in a game that knows none.

It is recorded as a count that is a penalty less than the record, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from engines.book import Book
from engines.counts import Count
from engines.intents import Parsed
from engines.names import fold
from engines.notation import find_seats, parse_seat
from engines.phrases import replace_numbers
from engines.seats import typed_letter
from engines.values import DecodeError, NotationError
from replay.base.errors import NothingToDo
from replay.base.i18n import _
from replay.desk.replies import Reply
from replay.desk.table import Table
from replay.explain.explanations import POINTS
from replay.reconcile.facts import ALL, SCORE_WORDS, Key, count_recorded, parse_key

_WHO: Final = r"(?P<who>[^\W\d_][\w'’.-]*)"
_N: Final = r"(?P<n>\d{1,4}|an?(?=\s))"
_WHAT: Final = r"(?:\s*(?P<what>(?!(?:for|because|as|since|to|from|off)\b)[^\W\d_]+))?"
_WHY: Final = r"(?:\s*[,:(]\s*|\s+)?(?:(?:for|because(?:\s+of)?|as|since)\s+)?(?P<why>\S.*?)??\)?"
_NAMED: Final = r"(?:an?\s+|the\s+)?(?:penalty|fine|punishment|벌칙|벌점|벌금)"
_OFF: Final = r"(?:away\s+)?(?:from|off(?:\s+of)?|for)"

PENALTIES: Final = tuple(
    re.compile(wording, re.IGNORECASE)
    for wording in (
        rf"{_NAMED}\s*[:,]?\s+(?:for\s+)?{_WHO}\s*[:,]?\s+(?:of\s+)?[-–]?{_N}{_WHAT}{_WHY}",
        rf"{_NAMED}\s*[:,]?\s+(?:of\s+)?[-–]?{_N}{_WHAT}\s+(?:for|to|from|off)\s+{_WHO}{_WHY}",
        rf"[-–]?{_N}{_WHAT}\s+{_NAMED}\s+(?:for|to)\s+{_WHO}{_WHY}",
        rf"{_WHO}\s+(?:has\s+to\s+|must\s+)?(?:gets?|got|pays?|paid|loses?|lost|is\s+given)\s+"
        rf"{_NAMED}\s+(?:of\s+)?[-–]?{_N}{_WHAT}{_WHY}",
        rf"{_WHO}\s+(?:is|was)\s+fined\s+{_N}{_WHAT}{_WHY}",
        rf"{_WHO}\s+(?:has\s+to\s+|must\s+)?(?:gets?|got|pays?|paid|loses?|lost|is\s+given)\s+"
        rf"[-–]?{_N}{_WHAT}\s+(?:as\s+|in\s+)?{_NAMED}{_WHY}",
        rf"{_WHO}\s+(?:has\s+to\s+|must\s+)?(?:loses?|lost|forfeits?)\s+{_N}"
        rf"\s*(?P<what>points?|pts?|vps?){_WHY}",
        rf"{_WHO}\s+(?:gets?|got|is\s+given)?\s*(?:minus\s+|[-–])\s*{_N}"
        rf"\s*(?P<what>points?|pts?|vps?|coins?){_WHY}",
        rf"(?:deduct|subtract|dock)\s+{_N}{_WHAT}\s+{_OFF}\s+{_WHO}{_WHY}",
        rf"take\s+{_N}\s*(?P<what>points?|pts?|vps?)\s+{_OFF}\s+{_WHO}{_WHY}",
        rf"minus\s+{_N}{_WHAT}\s+for\s+{_WHO}{_WHY}",
        rf"{_WHO}\s+(?:벌칙|벌점|벌금)\s*{_N}{_WHAT}{_WHY}",
    )
)
"""How people say that something is taken from somebody as a penalty."""

COINS: Final = "coins"
"""The kind of place that holds money."""

PRONOUNS: Final = frozenset({"he", "she", "they", "it", "who", "everybody", "everyone"})
"""Words that name nobody."""


class Penalty(NamedTuple):
    """Who loses how many of what, and why; `what` and `why` are "" where nothing is said."""

    who: str
    n: int
    what: str
    why: str


def read_penalty(text: str, names: Sequence[str]) -> Penalty | None:
    """Return the penalty that a sentence tells of, None for another sentence.

    >>> read_penalty("penalty bo 2 coins for cheating", ["Ana", "Bo"])
    Penalty(who='bo', n=2, what='coins', why='cheating')
    >>> read_penalty("Bo loses a point", ["Ana", "Bo"])
    Penalty(who='Bo', n=1, what='point', why='')
    >>> read_penalty("bo loses 2 coins", ["Ana", "Bo"]) is None
    True
    """
    said = replace_numbers(text.strip().rstrip(".!"))
    for wording in PENALTIES:
        found = wording.fullmatch(said)
        if found is None or fold(found["who"]) in PRONOUNS:
            continue
        if len(find_seats(found["who"], len(names), names)) == 1:
            n = found["n"]
            number = int(n) if n.isdigit() else 1
            return Penalty(found["who"], number, found["what"] or "", found["why"] or "")
    return None


def record_penalty(table: Table, text: str) -> Reply:
    """Record what is taken from somebody as a penalty (``penalty bo 2 coins for cheating``).

    Raise NothingToDo where a text names no such penalty, or where nothing can be taken.
    """
    names = table.voice.names
    said = read_penalty(text if _is_named(text) else f"penalty {text}", names)
    if said is None:
        raise NothingToDo("say who loses how much, as in: penalty {name} 2", name=names[-1])
    seat = parse_seat(said.who, len(names), names)
    letter = typed_letter(seat, names)
    known = _find_known_penalty(table, letter, said)
    if known is not None:
        return Reply("recorded", tuple(table.session.record(known)))
    count = _plan_penalty(table, letter, seat, said)
    named = _("penalty")
    reason = f"{named}: {said.why}" if said.why else named
    return Reply("recorded", tuple(table.session.record([count], reason)))


def _is_named(text: str) -> bool:
    """Return whether a text says by itself that it is about a penalty."""
    return any(
        wording.fullmatch(replace_numbers(text.strip().rstrip(".!"))) for wording in PENALTIES
    )


def _find_known_penalty(table: Table, letter: str, said: Penalty) -> Sequence[Parsed] | None:
    """Return the penalty as an action of the game, None where the game knows none."""
    with suppress(NotationError, DecodeError):
        return table.parse_actions(f"penalty {letter} {said.n}", table.session.state).parsed
    return None


def _plan_penalty(table: Table, letter: str, seat: int, said: Penalty) -> Parsed:
    """Return the count by which a seat has less than before. Raise NothingToDo where it cannot."""
    book, timeline, names = table.session.state.book, table.timeline, table.voice.names
    has_coins = _find_key(table, f"{letter}.{COINS}") is not None
    what = fold(said.what) or (COINS if has_coins else POINTS)
    if what.rstrip("s") in ("pt", "vp") or what in SCORE_WORDS:
        what = POINTS
    if what != POINTS:
        key = _find_key(table, f"{letter}.{said.what or what}")
        if key is None:
            raise NothingToDo(
                "{name} has no “{what}” that can be counted", name=names[seat], what=said.what
            )
        return Parsed(_take_pieces(book, key, said.n))
    scores = timeline.engine.standing(table.session.state).scores
    total = next((each.total for each in scores if each.seat == seat), None) or 0
    try:
        return table.parse_actions(
            f"= {letter} {POINTS} {total - said.n}", table.session.state
        ).parsed[0]
    except (NotationError, NothingToDo, IndexError):
        raise NothingToDo(
            "points are worked out here from what lies there, so none can be taken away; note it, "
            "and end with the totals that you agree on: close --result …"
        ) from None


def _find_key(table: Table, what: str) -> Key | None:
    """Return the place and item that a text names; None where it names none, or several."""
    with suppress(NotationError):
        key = parse_key(table.timeline, table.timeline.frames[-1], what)
        return None if key[1] == ALL else key
    return None


def _take_pieces(book: Book, key: Key, n: int) -> Count:
    """Return the count by which a place has `n` pieces less, or none, and the bank has them, where
    it is known how many it has."""
    place, item = key
    held = count_recorded(book, key)
    paid = min(n, held)
    holds = {place: {item: held - paid}}
    if book.count(BANK, item) > 0:
        holds[BANK] = {item: book.count(BANK, item) + paid}
    return Count(holds=holds)


BANK: Final = "bank"
"""The place that gets what is paid."""
