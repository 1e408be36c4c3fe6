"""Phrases about Splendor in the notation: ``takes two rubies`` is ``take r2``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from engines.book import UNKNOWN
from engines.phrases import NEWLY, drop_articles, drop_turned_up, replace_numbers
from engines.splendor.catalog import CARDS, GOLD, LETTER_OF, MARKET
from engines.splendor.codes import CODE, list_coded, parse_code
from engines.splendor.descriptions import find_described
from engines.splendor.names import find_colour, write_tokens
from engines.splendor.reading import compute_usual_payment, parse_card
from engines.splendor.reveals import VERBS, find_exact, is_piece, split_pieces
from engines.splendor.state import RESERVED_OF, State, compute_price
from engines.values import NotationError

LEVEL: Final = r"(?:level|lvl|lv|row|tier|레벨|단계)\.?\s*#?([123])"
SLOT: Final = r"(?:slot|card|position|place|column|number|no\.?|nr\.?|#)\s*#?([1-4])"
SLOTS: Final = (
    (re.compile(rf"{LEVEL}[\s,]*(?:the\s+)?{SLOT}(?!\d)"), r"\1\2"),
    (re.compile(rf"{SLOT}\s*(?:of|in|from|on|at)?\s*(?:the\s+)?{LEVEL}(?!\d)"), r"\2\1"),
    (
        re.compile(rf"(?<!\w)([1-4])\s*(?:card|1)\s*(?:of|in|from|on|at)?\s*(?:the\s+)?{LEVEL}"),
        r"\2\1",
    ),
    (
        re.compile(rf"(?<!\w)([1-4])\s*(?:of|in|from|on)?\s*(?:the\s+)?{LEVEL}(?:\s+card)?"),
        r"\2\1",
    ),
    (re.compile(r"(?:slot|card|position|#)\s*([123])[\s.\-/]?([1-4])(?!\w)"), r"\1\2"),
    (re.compile(r"\A([123])[.\-/]([1-4])(?!\w)"), r"\1\2"),
)
"""Ways to name a slot, and how the notation does."""

ROWS: Final = {"bottom": "1", "lowest": "1", "first": "1", "middle": "2", "top": "3", "upper": "3"}
"""The levels as rows of the table."""

ROW_NAMED: Final = re.compile(
    r"\b(?:(bottom|lowest|middle|top|upper)|([123]))\s+(?:row|level|tier)\b"
)
"""A level named by what stands in front of the word: ``top row``, ``2 level``."""

ROW_LAID: Final = re.compile(
    rf"\A(?:the\s+)?{LEVEL}(?:\s+cards?)?\s*(?:\(?(?:from\s+)?left\s+to\s+right\)?\s*)?"
    r"(?:[,:]|has|have|is|are|was|were|shows?|reads?|now|gets?)*\s+"
)
"""What stands in front of the cards of a row that is laid out: ``level 2 has``."""

SLOT_SHOWS: Final = re.compile(
    r"\A(?:slot\s+)?([123][1-4])\s*(?:[,:=]|(?:is|was|are|has|shows?|should\s+be|gets?|becomes)\b)"
    r"\s*(?:now\s+)?(?:an?\s+|the\s+)?"
)
"""What says that a card lies in a slot: ``33 is``."""

ONE_OF: Final = re.compile(r"([^\W\d_]+)\s+ones?\b")
"""A colour with “one” behind it: ``a green one``."""

PAYS_FOR: Final = re.compile(
    r"(?:pa(?:ys|id|y)|spends?|spent|uses?|used)\s+(?P<paid>\S.*?)\s+(?:for|on|to\s+(?:buy|get))\s+"
    r"(?P<card>\S.*)"
)
"""A purchase that is told by its price: ``pays 2 blue for 13``."""

ASIDE: Final = re.compile(
    r"\A(?:sets?|puts?|lays?|takes?|keeps?)\s+(?P<card>\S.*?)\s+(?:aside|away|for\s+later)\b"
    r"|(?P<later>\s+for\s+(?:later|now|himself|herself))\b"
)
"""A reservation that is told without the word: ``sets 23 aside``, ``keeps 23 for later``."""

PICKS_UP: Final = re.compile(r"\A(?:picks?|picked)\s+(?:up\s+)?|\A(?:wants|chooses|chose)\s+")
"""Verbs of several words that take tokens."""

THAT_ONE: Final = re.compile(r"\s+ones?(?=\s+(?:from|on|in|at|of|off|out|with)\b|\s*[,:=]|\s*\Z)")
"""“One” behind what tells which card is meant: ``the 1w g4 one from hand``."""

GLUED_VERB: Final = re.compile(r"\A([brd])(?=\d)")
PAYS: Final = re.compile(
    r"[\s,]+(?:and\s+)?(?:for|paying|pays?|paid|with|using|spending|at)\s+|\s*=\s*"
)
FROM_HAND: Final = re.compile(
    r"[\s,]*(?:from|in|out of)\s+(?:his|her|their|my|the)?\s*"
    r"(?:hand|reserves?|reserved?(?: cards?)?)"
    r"|\A(?:his|her|their|my|the)?\s*(?:(?:other|last|old|second|1|2|3)\s+)?"
    r"(?:reserved|hidden|secret|face[\s-]?down)\s+(?:(?:card|one)\b)?[\s,]*"
    r"(?:which\s+(?:is|was)\s+|(?:is|was)\s+)?"
    r"|[\s,]+reserved(?: card)?\Z"
)
RETURNS: Final = re.compile(
    r"[\s,]*(?:\band\s+)?\b(?:returns?|returning|returned|gives?\s+back|giving\s+back|puts?\s+back|"
    r"putting\s+back|discards?|drops?|back)\s+|\s+-\s*|(?<=[a-z])-(?=\s*[\da-z])"
)
WITH_GOLD: Final = re.compile(
    r"[\s,]*(?:\+|\band\b|\bplus\b|\bwith\b)?\s*(?:\btakes?\b|\bgets?\b|\btaking\b|\bgetting\b)?\s*"
    r"(?:\b(?:1|a|the)\b)?\s*\b(?:gold|joker|황금)(?:\s+token)?\Z"
)
WITHOUT_GOLD: Final = re.compile(
    r"[\s,]*\b(?:without|no|but no)\s+(?:a\s+|any\s+)?(?:gold|joker)\Z"
)
FROM_DECK: Final = re.compile(
    r"(?:(?:blind|top|unseen|hidden|face|down|from|off|of|the|card|deck|pile|stack|level|lvl|row|"
    r"one)\s+)*"
    r"([123])(?:\s+(?:blind|card|deck|pile|unseen|stack|top|face\s*down|from|off|of|the))*"
)
TIMES: Final = re.compile(r"([^\W\d_]{3,}?)(?:\s+[x×*]\s*|[x×*])(\d)")
NUMBERS_BEHIND: Final = re.compile(r"(?:[^\W\d_]+\s+\d+\s*)+")
TOKEN: Final = re.compile(r"(?P<before>\d{0,2})(?:[x×]|\s*×)?\s*(?P<word>[^\W\d_]+)(?P<after>\d?)")
LETTERED: Final = re.compile(r"(?:[wugrky]\d?)+\Z|(?:\d[wugrky])+\Z")
TOKEN_FILLERS: Final = frozenset({"and", "token", "tokens", "gem", "gems", "each", "of", "a", "an"})
ONE_CARD: Final = re.compile(r"[123]\s+card")
"""One card, or the first: which one is open."""

SLOT_FOR: Final = re.compile(r"(?:card\s+)?([123][1-4])\s+(?:for|with|paying)\s+(\S.*)")
"""A slot with a price: ``12 for a black``."""

UNSEEN: Final = frozenset({"unknown", "unseen", "nobody saw", "nobody saw it", "not seen"})
MOST_TAKEN: Final = 3
"""How many tokens a phrase without a verb may mean; with more it may be a card's cost."""

FREE: Final = frozenset({"free", "nothing", "0"})


def rephrase(text: str, state: State) -> Iterator[str]:
    """Yield what a phrase may be in the notation."""
    body = ONE_OF.sub(_drop_one, text.casefold())
    body = PICKS_UP.sub("takes ", body)
    if aside := ASIDE.match(body):
        body = f"reserve {aside['card']}{body[aside.end() :]}"
    body = ASIDE.sub(lambda found: "" if found["later"] else found[0], body)
    if VERBS.get(body.partition(" ")[0]) in ("buy", "reserve"):
        body = THAT_ONE.sub("", body)
    body = re.sub(r"(?<=\w)\s*:\s*", " ", replace_numbers(body)).strip().rstrip(".")
    body = ROW_NAMED.sub(lambda found: f"row {ROWS.get(found[1] or '', found[2])}", body)
    for slot, code in SLOTS:
        body = slot.sub(code, body)
    laid = ROW_LAID.match(body)
    if laid is not None:
        yield from rephrase_row(body[laid.end() :], laid[1])
    body = SLOT_SHOWS.sub(r"reveal \1 ", body)
    if paid := PAYS_FOR.fullmatch(body):
        body = f"buy {paid['card']} for {paid['paid']}"
    body = GLUED_VERB.sub(r"\1 ", body)
    body = re.sub(r"\Ablind reserves?\b", "reserve blind", body)
    body = drop_turned_up(body)
    if newly := NEWLY.match(body):
        body = f"reveal {body[newly.end() :]}"
    head, _space, rest = body.partition(" ")
    verb = VERBS.get(head, "")
    if verb in PHRASES:
        yield from PHRASES[verb](drop_articles(rest.strip()), state)
    elif head in ("nobles", "noble", "tiles") and rest:
        yield f"nobles {join_pieces(re.sub(r'^(?:tiles?|are|is|:|,|[ ])+', '', rest))}"
    elif not verb:
        yield from rephrase_bare(drop_articles(body), state)


def _drop_one(found: re.Match[str]) -> str:
    """Return a colour without the “one” behind it, other words as they are."""
    return found[1] if LETTERED.match(found[1]) or find_colour(found[1]) else found[0]


def join_pieces(text: str) -> str:
    """Return a list of pieces with commas in place of the “and” before the last.

    >>> join_pieces("w4u4 and r4k4"), join_pieces("four white and four black")
    ('w4u4, r4k4', 'four white and four black')
    """
    listed = re.sub(r"\s*,?\s+and\s+", ", ", text)
    return listed if all(map(is_piece, split_pieces(listed))) else text


def rephrase_row(cards: str, level: str) -> Iterator[str]:
    """Yield how the cards of a level are revealed, which may be named without it.

    >>> list(rephrase_row("1wu3, k g3 and 1gr3", "1"))
    ['reveal 1wu3, 1 k g3, 1gr3']
    """
    pieces = [part.strip() for part in re.split(r",|\s+and\s+", cards) if part.strip()]
    named = [part if is_piece(part) else f"{level} {part}" for part in pieces]
    if named and all(map(is_piece, named)):
        yield "reveal " + ", ".join(named)
    elif all(map(is_piece, split_pieces(cards))):
        yield f"reveal {cards}"


def rephrase_take(rest: str, _state: State) -> Iterator[str]:
    """Yield the take that a phrase means: ``red, one green, returns 1 black``.

    The code of a card, such as ``1wu3``, says no tokens. A slot with a price is a purchase.
    """
    priced = SLOT_FOR.match(rest)
    if priced is not None:
        yield f"buy {priced[1]} ={spell_tokens(priced[2])}"
        return
    taken, *returned = RETURNS.split(rest, maxsplit=1)
    code = parse_code(taken)
    if code is not None and list_coded(code):
        return
    if returned:
        yield f"take {spell_tokens(taken)} -{spell_tokens(returned[0])}"
    else:
        yield f"take {spell_tokens(taken)}"


def rephrase_buy(rest: str, state: State) -> Iterator[str]:
    """Yield the purchase that a phrase means: ``card 3 of level 2 for two red and a gold``."""
    here = " @reserve" if FROM_HAND.search(rest) else ""
    rest = FROM_HAND.sub("", rest).strip()
    for found in PAYS.finditer(rest):
        card, paid = rest[: found.start()].strip(), rest[found.end() :].strip()
        if paid in FREE:
            yield f"buy {card}{here} =0"
        elif not found[0].strip().startswith("="):
            yield f"buy {card}{here}{complete_payment(card, paid, state)}"
        yield f"buy {card}{here} ={spell_tokens(paid)}"
    card = re.sub(r"[\s,]+(?:for\s+)?free\Z", "", rest)
    if here and not card:
        held = [c for c in state.book.holding(RESERVED_OF[state.turn]) if c in CARDS]
        card = rest = held[0] if len(held) == 1 else ""
    free = "" if card == rest else " =0"
    yield f"buy {card}{here}{free}"
    slot = "" if here else find_described(card, state)
    if slot:
        yield f"buy {write_slot(slot)}{free}"


def complete_payment(card: str, paid: str, state: State) -> str:
    """Return the payment of which a phrase may say only the gold: `` =r2y1``.

    "" is the usual payment. Raise NotationError where it is open which tokens are saved.
    """
    tokens = spell_tokens(paid)
    if not re.fullmatch(r"y\d?", tokens):
        return f" ={tokens}"
    gold = int(tokens[1:] or 1)
    name, _source, _where = parse_card(card, state, state.turn, "hand")
    due = {c: n for c, n in compute_price(state, state.turn, name).items() if n}
    if compute_usual_payment(state, state.turn, name).get(GOLD, 0) == gold:
        return ""
    if sum(due.values()) <= gold:
        return f" ={tokens}"
    if len(due) > 1:
        raise NotationError("gold-for-what", word=paid, n=gold, due=due)
    ((colour, n),) = due.items()
    return f" ={write_tokens({colour: n - gold, GOLD: gold})}"


def rephrase_reserve(rest: str, state: State) -> Iterator[str]:
    """Yield the reservation that a phrase means: ``level 2 blind, takes a gold``."""
    rest, *returned = RETURNS.split(rest, maxsplit=1)
    body, gold = rest, ""
    for wording, sign in ((WITHOUT_GOLD, " +0"), (WITH_GOLD, " +1")):
        if wording.search(body):
            body, gold = wording.sub("", body), sign
    back = f" -{spell_tokens(returned[0])}" if returned else ""
    deck = None if ONE_CARD.fullmatch(body.strip()) else FROM_DECK.fullmatch(body.strip())
    yield f"draw {deck[1]}{gold}{back}" if deck else f"reserve {body.strip()}{gold}{back}"
    slot = "" if deck else find_described(body, state)
    if slot:
        yield f"reserve {write_slot(slot)}{gold}{back}"


def write_slot(place: str) -> str:
    """Return how a slot is typed: ``23`` for the third card of level 2."""
    return "".join(place.split(".")[1:])


def rephrase_reveal(rest: str, state: State) -> Iterator[str]:
    """Yield what was turned up by a phrase: ``1 red, 3 black``."""
    yield f"reveal {rest}"
    yield from rephrase_bare(rest, state)


def rephrase_bare(body: str, state: State) -> Iterator[str]:
    """Yield what a phrase without a verb may mean: pieces that were turned up, else tokens."""
    if body in UNSEEN:
        yield UNKNOWN
    slot = re.match(r"([123][1-4])\s+", body)
    named = body[slot.end() :] if slot else body
    pieces = split_pieces(named)
    if all(map(is_piece, pieces)):
        place = f"{slot[1]} " if slot else ""
        yield f"reveal {place}" + ", ".join(find_exact(each) or each for each in pieces)
    taken, *returned = RETURNS.split(body, maxsplit=1)
    words = [word for word in re.findall(r"[^\W\d_]+", taken) if word not in TOKEN_FILLERS]
    strange = [word for word in words if not find_colour(word)]
    spelled = spell_tokens(taken)
    few = LETTERED.match(spelled) and count_tokens(spelled) <= MOST_TAKEN and not CODE.match(taken)
    if few or 0 < len(strange) < len(words) - len(strange):
        back = f" -{spell_tokens(returned[0])}" if returned else ""
        yield f"take {spell_tokens(taken)}{back}"
    yield from add_level(body, state)


def add_level(body: str, state: State) -> Iterator[str]:
    """Yield the card that a text names by colour and cost where a card of one level is asked for:
    ``green, 2 white 1 blue``."""
    asked = next((MARKET[place] for place in state.wanted if place in MARKET), None)
    colour = re.match(r"[^\W\d_]{3,}", body)
    if asked is None or colour is None or not find_colour(colour[0]):
        return
    code = parse_code(f"{asked} {body}")
    coded = list_coded(code) if code is not None else []
    if len(coded) == 1:
        yield f"reveal {coded[0]}"


def count_tokens(spelled: str) -> int:
    """Return how many tokens are spelled: ``r2u1`` are 3."""
    return sum(int(n or 1) for n in re.findall(r"[a-z](\d?)", spelled))


def spell_tokens(text: str) -> str:
    """Return tokens in letters: ``2 red, one ruby and gold`` is ``r2r1y``; other text as it is.

    >>> spell_tokens("redx2 and 1 blue"), spell_tokens("2 w 1 u"), spell_tokens("gren, red")
    ('r2u1', 'w2u1', 'gren, red')
    """
    spelled = []
    listed = TIMES.sub(r"\2 \1", re.sub(r"[+&/,]", " ", text))
    if NUMBERS_BEHIND.fullmatch(listed.strip()):
        listed = re.sub(r"([^\W\d_]+)\s+(\d+)", r"\2 \1", listed)
    if TOKEN.sub("", listed).strip():
        return text.strip()
    for found in TOKEN.finditer(listed):
        word, n = found["word"], found["after"] or found["before"]
        if word in TOKEN_FILLERS:
            continue
        if LETTERED.match(word):
            spelled.append(f"{word}{n}" if n else word)
        elif find_colour(word):
            spelled.append(LETTER_OF[find_colour(word)] + n)
        else:
            return text.strip()
    return "".join(spelled) or text.strip()


PHRASES: Final[dict[str, Callable[[str, State], Iterator[str]]]] = {
    "take": rephrase_take,
    "buy": rephrase_buy,
    "reserve": rephrase_reserve,
    "draw": rephrase_reserve,
    "reveal": rephrase_reveal,
}
"""What reads the phrases with each verb."""
