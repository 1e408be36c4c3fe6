"""Phrases about Machi Koro in the notation: ``rolls a six, buys the ranch`` is ``6 b ranch``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engines.machi_koro.names import find_held_card
from engines.machi_koro.state import State
from engines.notation import find_seats
from engines.phrases import drop_articles, drop_turned_up, replace_numbers
from engines.seats import typed_letter
from engines.values import NotationError

ROLLS: Final = r"(?:rolls?|rolled|rolling|throws?|threw|gets?|got|dice|die|shows?)"
SIMPLE: Final = (
    (rf"(?:\b{ROLLS}\s+)?\b1\s+(?:die|dice)\b[\s,:]*([1-6])(?!\d)", r"0\1"),
    (rf"(?:\b{ROLLS}\s+)?(?<!\d)([1-6])\s+(?:with|on|from)\s+1\s+(?:die|dice)\b", r"0\1"),
    (rf"\b{ROLLS}\s+(?:again|once more)\b|\bre-?rolls?\b|\bre-?rolled\b|\bagain\b", "rr"),
    (r"\b(?:comes?\s+up|lands?\s+on|has|is)\s+(?:an?\s+)?(?=\d+\b)", ""),
    (
        r"\bdoubles?\s+([1-6])s?\b|\bpair of\s+([1-6])s?\b|\b(?:2|both)\s+([1-6])s\b",
        r"\1\2\3+\1\2\3",
    ),
    (rf"\b(?:{ROLLS}\s+)?total\s+(?:of\s+)?(?=(?:[2-9]|1[0-2])(?!\d))|\b{ROLLS}\s+(?=\d)", ""),
    (
        r"\b(?:builds?|buys?|built|bought)\s+nothing\b|\bno (?:build|buy|purchase)\b|"
        r"\bnothing\s+(?:is\s+|was\s+)?(?:built|bought|else|to (?:build|buy))\b|"
        r"\b(?:does not|doesn['’]t|did not|didn['’]t)\s+(?:build|buy)(?:\s+anything)?\b|"
        r"\b(?:does|do|did|has|can\s+do|gets?|wants?)\s+nothing\b|\bno\s+(?:money|coins?|cash)\b|\bbroke\b|"
        r"\b(?:can(?:no|['’])t|can\s+not|could(?:n['’]t|\s+not))\s+(?:build|buy|afford)(?:\s+anything)?\b|"
        r"\bnothing\b|\bpass(?:es|ed)?\b|\bskips?\b|"
        r"\b(?:saves?|saved|keeps|hoards?)(?:\s+up)?(?:\s+(?:his|her|their|the|all))*"
        r"(?:\s+(?:money|coins?|cash))\b|\bsaves?(?:\s+up)?\b",
        "-",
    ),
    (r"\b(?:keeps?|kept|stays?)(?:\s+it)?\b", "k"),
    (
        r"\b(?:no (?:swap|exchange|trade)|declines?|(?:does not|doesn['’]t)\s+(?:swap|trade))\b",
        "x -",
    ),
)
"""What people say, and how the notation does."""

RULES: Final = tuple((re.compile(said), typed) for said, typed in SIMPLE)
DICE: Final = re.compile(
    r"(?<![\w+])(?<!\d )([1-6])\s*(?:\band\b|&|,|/|-|\+|\bplus\b|\s)\s*([1-6])"
    r"(?![\w+])(?!\s*[,/+-]?\s*\d)"
)
BUILDS: Final = re.compile(
    r"\b(?:builds?|buys?|built|bought|purchases?|purchased|gets?|got|takes?|b)\s+(?:1\s+)?"
    r"(?=[^\W\d])"
)
TV: Final = (
    re.compile(
        r"\btv(?:\s+station)?\b\s*(?:takes?\s+|steals?\s+)?(?:5\s+)?(?:coins?\s+)?"
        r"(?:from\s+|on\s+)?(?P<who>[^\W\d]\w*)(?:\s+pays?(?:\s+5)?)?"
    ),
    re.compile(r"\b(?:takes?|steals?|gets?)\s+(?:5\s+)?(?:coins?\s+)?from\s+(?P<who>[^\W\d]\w*)"),
    re.compile(r"(?<!\w)(?P<who>[^\W\d]\w*)\s+pays\s+5(?:\s+coins)?"),
)
CARD: Final = r"[^\W\d]\w*(?:\s+[^\W\d]\w*){0,3}?"
WHO: Final = r"(?P<who>[^\W\d]\w*)"
TRADES: Final = r"\b(?:swaps?|swapped|trades?|traded|exchanges?|exchanged|gives?|gave|x)\b"
END: Final = (
    r"(?=\s*(?:\Z|[,;&-]|\bthen\b|\band\b|\bb\s|\bbuys?\b|\bbuilds?\b|\bbought\b|\bbuilt\b))"
)
SWAPS: Final = tuple(
    re.compile(pattern + END)
    for pattern in (
        rf"{TRADES}\s+(?P<give>{CARD})\s+(?:for|with|against)\s+{WHO}['’]s?\s+(?P<take>{CARD})",
        rf"{TRADES}\s+{WHO}\s+(?P<give>{CARD})\s*(?:\bfor\b|,?\s*\b(?:and\s+)?takes\b|->)\s*"
        rf"(?P<take>{CARD})",
        rf"{TRADES}\s+(?P<give>{CARD})\s+for\s+(?P<take>{CARD})\s+(?:with|from|of)\s+{WHO}",
        rf"\btakes?\s+{WHO}['’]s\s+(?P<take>{CARD})\s+for\s+(?P<give>{CARD})",
        rf"{TRADES}\s+(?P<give>{CARD})\s+for\s+(?P<take>{CARD})",
    )
)
"""Ways to tell of an exchange."""

ALSO: Final = re.compile(r"\b(?:also|as well|too)\b|(?<=\w)\s+cards?\b")
"""Words that say nothing about what is built."""

FRUIT: Final = re.compile(r"\bfruit\s*(?:and|&|n)\s*veg\w*(?:\s+market)?")
AND_THEN: Final = re.compile(r"\s*(?:[,;&]|\.(?=\s)|\band then\b|\bthen\b|\band\b)\s*")


def rephrase(text: str, state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield what a phrase may be in the notation."""
    body = replace_numbers(re.sub(r"(?<=\w)\s*:\s*", " ", text.casefold())).strip().rstrip(".")
    body = ALSO.sub("", drop_turned_up(body))
    body = FRUIT.sub("fruit", drop_articles(re.sub(r"[()]", " ", body)))
    for rule, typed in RULES:
        body = rule.sub(typed, body)
    body = DICE.sub(r"\1+\2", body)
    body = read_tv(read_swap(body, state, names), state, names)
    yield " ".join(AND_THEN.sub(" ", BUILDS.sub("b ", body)).split())


def read_swap(body: str, state: State, names: Sequence[str]) -> str:
    """Return `body` with an exchange that it tells of as ``x b wheat_field mine``."""
    for pattern in SWAPS:
        for found in pattern.finditer(body):
            said = found.groupdict()
            other = find_other(said.get("who", ""), state, names)
            try:
                give = find_held_card(said["give"], state, state.turn)
                take = find_held_card(said["take"], state, state.turn if other is None else other)
            except NotationError:
                continue
            if other is not None:
                typed = f"x {typed_letter(other, names)} {give} {take}"
                return f"{body[: found.start()]} {typed} {body[found.end() :]}"
    return body


def read_tv(body: str, state: State, names: Sequence[str]) -> str:
    """Return `body` with who pays for a TV Station as ``tv b``."""
    for pattern in TV:
        for found in pattern.finditer(body):
            other = find_other(found["who"], state, names)
            if other is not None:
                typed = f"tv {typed_letter(other, names)}"
                return f"{body[: found.start()]} {typed} {body[found.end() :]}"
    return body


def find_other(word: str, state: State, names: Sequence[str]) -> int | None:
    """Return the seat that a word names, the only other one without a word; None for none."""
    if not word:
        return 1 - state.turn if state.seats == 2 else None
    found = find_seats(word, state.seats, names)
    return found[0] if len(found) == 1 else None
