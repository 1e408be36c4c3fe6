"""Phrases about 7 Wonders Duel in the notation: ``sells slot 9 for two coins`` is ``d 9 +2``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from engines.phrases import NEWLY, NUMBERS, drop_articles, drop_turned_up, replace_words
from engines.seven_wonders_duel.actions import Build, Wonder
from engines.seven_wonders_duel.asides import count_coin, drop_asides
from engines.seven_wonders_duel.catalog import SLOT as SLOTS_OF
from engines.seven_wonders_duel.notation import is_drafting, lies_open, names_piece, parse
from engines.seven_wonders_duel.reading import VERBS
from engines.seven_wonders_duel.state import State
from engines.seven_wonders_duel.turns import RAZES
from engines.values import NotationError

SLOT: Final = re.compile(r"(?<!\w)(?:slot|card|space|position|number|no\.?|#)\s*#?(\d{1,2})(?!\w)")
COINS: Final = r"(\d{1,3})(?:\s*(?:coins?|gold|money))?\s*\Z"
PAID: Final = re.compile(rf"[\s,]*\b(?:and\s+)?(?:for|paying|pays?|paid|costs?|at)\s+{COINS}")
FREE: Final = re.compile(r"[\s,]*\b(?:for\s+)?(?:free|nothing|no coins)\s*\Z")
EARNED: Final = re.compile(
    rf"[\s,]*\b(?:and\s+)?(?:for|gets?|getting|takes?|taking|earns?|receives?)\s+{COINS}"
)
WITH: Final = re.compile(r"\s+(?:with|using|by|under|on|from)\s+|\s*<-?\s*")
COINS_IN_BRACKETS: Final = re.compile(r"\s*\((\+\s*\d+|[^\W\d][\w\s]*\d+(?: coins?)?|free)\)")
BRACKETED: Final = re.compile(r"\s*\(([^()]*)\)")
USED_FOR: Final = re.compile(
    r"(?:uses?|using|takes?)\s+(.+?)\s+(?:for|to build|as)\s+((?!no\b|free|nothing)[^\W\d].*)"
)
UNDER_IT: Final = re.compile(
    r"(?:builds?\s+)?([^\W\d][^,]*?)\s*,\s*(?:with\s+)?([^,]+?)\s+(?:goes\s+)?(?:under(?:neath)?|below)(?:\s+it)?"
)
BARE_NUMBER: Final = re.compile(r"([^\W\d][^\d<@=+]*?)\s+(\d{1,2})")
NONE: Final = frozenset({"none", "no", "nothing", "0", "-"})
NO_GUILDS: Final = frozenset({"no guild", "no guilds"})
PICKS: Final = frozenset(
    (
        *(
            "take",
            "takes",
            "took",
            "picks",
            "picked",
            "choose",
            "chooses",
            "chose",
            "gets",
            "keeps",
        ),
        *("does", "did", "plays", "played", "adds", "added", "grabs", "grabbed", "wants", "erects"),
    )
)
"""Words for whatever is to be chosen now."""

LABEL: Final = re.compile(
    r"\A(?:we\s+have\s+|there\s+are\s+)?(?:(?:progress|science)\s+)?"
    r"(?:tokens?|wonders?|cards?|(?:top|first|second|third|fourth|fifth|last|bottom|next)?\s*row"
    r"(?:\s*\d)?|\d\s+row|(?:(?:1|2|3|1st|2nd|3rd|first|second|third)\s+)?age(?:\s*\d|\s+i{1,3})?|"
    r"offer|board)\b"
    r"(?:\s+(?:on offer|on the table|on board|offered|in play|up|are|is|now))*[\s,:]+"
)
"""What is told, in front of a list: ``the tokens are law, economy``."""

TAIL: Final = re.compile(
    r"\s+(?:at|on|in)\s+(?:the\s+)?(?:(?:very\s+)?(?:bottom|top|middle|front)|table|offer|board|"
    r"(?:top|first|second|third|fourth|fifth|last|bottom|next)\s+row|row\s*\d)\Z"
)
"""What is told, behind a list: ``library and walls at the bottom``."""

SLASH: Final = re.compile(r"(?<=[^\W\d])\s*/\s*(?=[^\W\d])")
NEXT_SLOT: Final = re.compile(r"\s*(?:,|\s(?:and|&)\s|\s)\s*(?=\d{1,2}\s+[^\W\d])")
"""What stands between two slots that are told: ``17 press and 16 baths``."""

LIES_IN: Final = re.compile(r"(.+?)\s+(?:is\s+)?(?:in|at|on)\s+(\d{1,2})(?:\s*,\s*|\s+and\s+|\Z)")
"""What is told with its slot behind it: ``dispensary in 8 and school in 7``."""

RAZED: Final = re.compile(
    r"(.+?)\s+(?:is|was|gets|got)\s+"
    r"(?:destroyed|razed|discarded|torn down|thrown away|lost|gone|out)\Z"
)
LOSES: Final = re.compile(r"(?:[^\W\d]\S*\s+)?(?:loses|lost|must discard|has to discard)\s+(\S.*)")
"""What is said of a card that is razed: ``press is destroyed``, ``bo loses the press``."""

AND: Final = re.compile(r"\s+and\s+|\s*&\s*")
LETS: Final = re.compile(
    r"(?:\S+\s+)?(?:lets?|makes?|wants?|asks?|picks?|chooses?|says?|decides?)\s+(?:that\s+)?(\S+)\s+"
    r"(?:to\s+|shall\s+|should\s+)?(?:starts?|begins?|go(?:es)?\s+first|plays?\s+first|first)\Z"
)
BEGINS: Final = re.compile(
    r"(.+?)\s+(?:begins?|starts?|goes first|is first|first|to begin|to start|plays first)\Z"
)


def rephrase(text: str, state: State) -> Iterator[str]:
    """Yield what a phrase may be in the notation."""
    digits = count_coin(replace_words(text.casefold(), NUMBERS))
    body = re.sub(r"(?<=\w)\s*:\s*", " ", digits).strip().rstrip(".")
    body = SLOT.sub(r"\1", drop_articles(COINS_IN_BRACKETS.sub(r" \1", body)))
    body = drop_asides(SLASH.sub(", ", TAIL.sub("", drop_turned_up(body))))
    if newly := NEWLY.match(body):
        body = f"reveal {body[newly.end() :]}"
    if label := LABEL.match(body):
        yield from split_and(body[label.end() :])
    head, _space, rest = body.partition(" ")
    verb = VERBS.get(head, "")
    if state.pending == "begin" and (found := LETS.match(body) or BEGINS.match(body)):
        yield f"begin {found[1]}"
    elif state.pending in RAZES and (found := RAZED.fullmatch(body) or LOSES.fullmatch(body)):
        yield f"raze {found[1]}"
    elif under := UNDER_IT.fullmatch(body):
        yield f"wonder {under[1]} < {under[2]}"
    elif used := USED_FOR.fullmatch(body):
        yield f"wonder {used[2]} < {used[1]}"
    elif body in NO_GUILDS or verb == "backs":
        yield rephrase_backs(rest)
    elif verb == "discard":
        yield "discard " + EARNED.sub(r" +\1", rest)
    elif head in PICKS and is_drafting(state):
        yield from (f"draft {each}" for each in split_and(rest))
    elif head in PICKS or (verb == "build" and state.pending):
        yield from split_and(rest) if state.pending else read_build(rest, state)
    elif verb in ("build", "wonder"):
        yield from read_build(rest, state)
    elif verb:
        yield f"{verb} {AND.sub(', ', rest)}"
    elif re.match(r"\d+\s+[^\W\d]", body) and not PAID.search(body):
        yield NEXT_SLOT.sub(", ", body)
    elif slots := list_slots(body):
        yield slots
    elif (numbered := BARE_NUMBER.fullmatch(body)) and not (PAID.search(body) or WITH.search(body)):
        yield from read_number(numbered[1], int(numbered[2]), state)
    else:
        if is_drafting(state):
            yield from (f"draft {each}" for each in split_and(body))
        yield from read_wonder(body, state)
        priced = body[:1].isdigit() or PAID.search(body) or FREE.search(body)
        yield from say_price("build", body, state) if priced else split_and(body)


def read_number(card: str, number: int, state: State) -> Iterator[str]:
    """Yield the construction of a card with a number behind it: its slot, else what was paid."""
    if not names_piece(card):
        return
    if number in SLOTS_OF and lies_open(card, number, state):
        yield f"build {number} {card}"
    else:
        yield from say_price("build", f"{card} for {number}", state)


def list_slots(body: str) -> str:
    """Return a list in which each name stands before its slot with the slot in front; "" for
    another text.

    >>> list_slots("dispensary in 8 and school in 7"), list_slots("sphinx with 20")
    ('8 dispensary, 7 school', '')
    """
    found = list(LIES_IN.finditer(body))
    whole = sum(len(each[0]) for each in found) == len(body)
    return ", ".join(f"{each[2]} {each[1]}" for each in found) if whole else ""


def split_and(rest: str) -> Iterator[str]:
    """Yield a list of names with commas."""
    yield AND.sub(", ", rest)


def read_build(rest: str, state: State) -> Iterator[str]:
    """Yield the construction that a phrase means: a wonder with a card, or a card."""
    yield from read_wonder(re.sub(r"\Awonder\s+", "", rest), state)
    yield from say_price("build", rest, state)


def read_wonder(rest: str, state: State) -> Iterator[str]:
    """Yield the wonder that a phrase means: ``pyramids with theater``, ``sphinx (baths) for 3``."""
    price = rest[len(PAID.sub("", FREE.sub("", rest))) :]
    body = rest[: len(rest) - len(price)]
    wonder, *card = WITH.split(BRACKETED.sub(r" with \1", body), maxsplit=1)
    if card:
        yield from say_price("wonder", f"{wonder} < {card[0]}{price}", state)


def say_price(verb: str, rest: str, state: State) -> Iterator[str]:
    """Yield a construction for what a phrase says was paid: not at all where that is usual."""
    paid = PAID.search(rest)
    if paid is None:
        yield f"{verb} {FREE.sub(' =0', rest)}"
        return
    body = f"{verb} {rest[: paid.start()]}"
    with suppress(NotationError):
        ((action, _intent), *_more) = parse(body, state)
        if isinstance(action, (Build, Wonder)) and action.paid.total == int(paid[1]):
            yield body
    yield f"{body} ={paid[1]}"


def rephrase_backs(rest: str) -> str:
    """Return the backs that a phrase means: ``guilds at 3 and 4``, ``guilds none``."""
    slots = re.sub(r"\b(?:at|in|are|is|and|guilds?)\b", " ", rest).split()
    return "backs -" if not slots or set(slots) <= NONE else f"backs {' '.join(slots)}"
