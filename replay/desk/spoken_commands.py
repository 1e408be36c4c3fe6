"""Commands as people say them: ``undo that``, ``Bo leaves, last train``, ``Dee is back``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engines.notation import find_seats

LATEST: Final = re.compile(
    r"(?:(?:the|my|that|this|it)\s*)?"
    r"(?:(?:last|latest|previous)\s*(?:one|line|move|entry|event|action|thing|input|turn)?)?"
    r"(?:\s*(?:please|again))?\s*[.!]*|마지막\S*|방금\S*|그거|최근\S*",
    re.IGNORECASE,
)
"""The words for what was recorded last: ``that``, ``the last one``."""

LEAVES: Final = re.compile(
    r"(?:leaves|(?:(?:has|had)\s+)?left|is\s+(?:leaving|gone|going(?:\s+home)?|out)|goes\s+home|went\s+home|"
    r"(?:has|had|needs|must)\s+(?:to\s+)?(?:go|leave)(?:\s+home)?|quits|drops\s+out|"
    r"갔어\S*|갔다|나갔\S*|떠났\S*|간다\S*)(?![\w'])(?!\s+(?:of\b|\d|no\b|only\b))"
    r"[\s,:;.(]*(?P<why>.*?)\)?",
    re.IGNORECASE,
)
"""What is said of somebody who leaves, with the reason behind it."""

RETURNS: Final = re.compile(
    r"(?:is|are|comes?|came)\s+back(?:\s+again)?|returns?|returned|has\s+returned|돌아왔\S*|복귀\S*",
    re.IGNORECASE,
)
"""What is said of somebody who is back."""

JOINS: Final = re.compile(
    r"(?P<name>[^\W\d_][\w'’.-]*)\s+(?:joins(?:\s+(?:us|in|the\s+(?:game|table|match)))?|"
    r"sits\s+down|wants\s+to\s+join|is\s+joining)(?:\s+with\s+(?P<points>-?\d{1,5})(?:\s+points)?)?",
    re.IGNORECASE,
)
"""What is said of somebody who joins."""


LAST_ONE: Final = re.compile(
    r"(?:that|it|(?:the\s+|my\s+)?(?:last|latest|previous)(?:\s+(?:one|line|entry|card|action))?)"
    r"\s+(?:to\s+|is\s+|was\s+)?(?=\S)",
    re.IGNORECASE,
)
"""What may stand behind ``amend`` in place of a number: ``the last one to``."""

MEANT: Final = re.compile(
    r"(?:(?:oops|ooh|sorry|no|wait|argh|correction|actually|my\s+bad)[\s,.!:]+)*"
    r"(?:(?:that|it|this)\s+(?:was|is|should\s+(?:be|have\s+been|read))|make\s+(?:that|it)|"
    r"(?:i|we)\s+meant?|(?:should\s+(?:be|have\s+been)))\s+(?:an?\s+|the\s+)?(?P<text>\S.*)",
    re.IGNORECASE,
)
"""What people say who correct themselves: ``oops, that was y5``."""


PAST: Final = re.compile(
    r"(?:(?:oops|sorry|no|wait|correction|actually)[\s,.!:]+)*(?:in\s+)?(?:round|rd\.?|r)\s*"
    r"(?P<round>\d{1,3})[\s,:]+(?P<who>\w[\w'’.-]*)\s+(?:was|is|were|had|got|should\s+(?:be|have\s+been"
    r"|read))\s+(?:an?\s+)?(?P<text>\S.*?)(?:[\s,]+(?:and\s+)?(?:not|instead\s+of)\s.*)?",
    re.IGNORECASE,
)
"""What people say of an earlier round that was recorded wrongly: ``round 5 Bo was 6, not 7``."""

INSTEAD: Final = re.compile(
    r"(?:(?:oops|ooh|sorry|no|wait|argh|correction|actually|my\s+bad)[\s,.!:]+)+"
    r"(?P<text>\S.*?),?\s+(?:not\s+\S.*|instead(?:\s+of\s+\S.*)?)",
    re.IGNORECASE,
)
"""What people say who correct themselves, with what was wrong behind it: ``no, b5, not b6``."""


def read_correction(text: str) -> str:
    """Return what the last action should read, as a sentence says, or what an earlier one should,
    behind its round; "" for another sentence.

    >>> read_correction("oops, Bo rolled a 6 not a 4")
    'Bo rolled a 6'

    >>> read_correction("oops, that was y5"), read_correction("I meant Bo 2"), read_correction("y5")
    ('y5', 'Bo 2', '')
    >>> read_correction("round 5 Bo was 6, not 7")
    'round 5 Bo 6'
    """
    said = text.strip().rstrip(".!")
    past = PAST.fullmatch(said)
    if past is not None:
        return f"round {past['round']} {past['who']} {past['text']}"
    meant = MEANT.fullmatch(said) or INSTEAD.fullmatch(said)
    if meant is None:
        return ""
    return re.sub(r",?\s+(?:not\s+\S.*|instead(?:\s+of\s+\S.*)?)\Z", "", meant["text"])


def strip_latest(text: str) -> str:
    """Return a text behind ``amend`` without the words for the last action in front of it.

    >>> strip_latest("that to y5"), strip_latest("last y5"), strip_latest("12 y5")
    ('y5', 'y5', '12 y5')
    """
    found = LAST_ONE.match(text)
    return text[found.end() :] if found else text


def is_latest(text: str) -> bool:
    """Return whether a text, behind ``undo``, means what was recorded last.

    >>> is_latest("that"), is_latest("the last line"), is_latest("12"), is_latest("bo")
    (True, True, False, False)
    """
    return LATEST.fullmatch(text.strip()) is not None


def read_seating(text: str, names: Sequence[str]) -> str:
    """Return the command by which somebody leaves, joins or is back, as a sentence says; "" for
    another sentence.

    >>> people = ["Ana", "Bo"]
    >>> read_seating("Bo has to go, last train", people), read_seating("Dee joins us", people)
    ('leave Bo last train', 'join Dee')
    >>> read_seating("Bo is back.", people), read_seating("Bo bids 2", people)
    ('join Bo', '')
    """
    said = text.strip().rstrip(".!")
    for name in names:
        for form in dict.fromkeys((name, name.partition(" ")[0])):
            begun = re.match(rf"{re.escape(form)}(?:이|가|은|는)?[\s,:]+", said, re.IGNORECASE)
            if begun is None or len(find_seats(form, len(names), names)) != 1:
                continue
            rest = said[begun.end() :]
            left = LEAVES.fullmatch(rest)
            if left is not None:
                return f"leave {form} {left['why']}".strip()
            if RETURNS.fullmatch(rest):
                return f"join {form}"
    joined = JOINS.fullmatch(said)
    return f"join {joined['name']} {joined['points'] or ''}".strip() if joined else ""
