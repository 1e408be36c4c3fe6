"""The notation of Splendor: short at the table, and an exact inverse of `write` in full.

=============  =====================================================================
``wug``        take white, blue, green (w u g r k; ``ww``, ``w2`` or words do as well)
``wug-rk``     ... and return red and black
``b23``        buy the third card of level 2; ``b 2rk5``, ``b 2r 2pt`` name the card; a cost
               reads in any order and spelling: ``1u w1g1r2k1``, ``1u wgrrk``, ``1u 2r1k1g1w``
``b23=r2y1``   ... paying two red and a gold instead of the usual tokens
``r23``        reserve it; ``d2`` reserves the unseen top card of level 2
``n w4u4``     the noble that is chosen
``2rk5``       what was turned up (``23 2rk5`` says where); ``??`` nobody saw it
``p``          pass
``= a w2y1``   count tokens, only those named; ``= a points 7``, ``= a bonus r3``, ``= a cards 5``,
               ``= deck1 30`` cards left in a deck, ``= turn b`` who is on turn
``result``     ``result 15/9 12/8`` points, and bought cards where they were counted;
               ``result a`` where only the winner is known
=============  =====================================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from engines.intents import TURN, Parsed
from engines.names import find
from engines.notation import join_list, split_actual, split_seat
from engines.seating import find_previous
from engines.splendor.actions import Noble
from engines.splendor.catalog import CARDS, NOBLES
from engines.splendor.names import COLOUR_WORDS, TOKEN_STRING, list_names, sort_demands
from engines.splendor.reading import TURNS, parse_any_count, parse_result
from engines.splendor.reveals import VERBS, find_among, find_exact, list_faces, parse_reveals
from engines.splendor.state import State, may_meet_demand
from engines.values import Action, NotationError

BARE_TAKE = re.compile(
    r"(?:[wugrky]2?(?:\s?[wugrky]2?)*|[wugrky][12]?(?:\s?[wugrky][12]?)+)(?=\s*-|\Z)", re.IGNORECASE
)
GLUED = {
    "draw": re.compile(r"\d(?![^\W_])"),
    **dict.fromkeys(("buy", "reserve"), re.compile(r"\d\d(?![^\W_])")),
}
"""What may follow a one-letter verb without a space: a level or a slot."""


def parse(text: str, state: State, names: Sequence[str] = ()) -> tuple[Parsed, ...]:
    """Return the action that `text` means here, and how it is meant. Raise NotationError."""
    body, actual = split_actual(text.strip())
    named, body = split_seat(body, state.seats, names)
    seat = state.turn if named is None else named
    verb, rest = parse_verb(sort_demands(body))
    if verb == "count":
        return (parse_any_count(rest, state, names),)
    if verb == "result":
        return (Parsed(parse_result(rest, state, names)),)
    if verb == "reveal":
        return parse_reveals(rest, state, names)
    if verb == "noble" and named is None and not state.pending and is_untold_noble(rest, state):
        return parse_reveals(f"nobles {rest}", state, names)
    if verb == "noble":
        return (parse_noble(rest, state, named),)
    action, intent = TURNS[verb](rest, state, seat)
    if actual:
        action = override_outcome(action, actual)
    return (Parsed(action, intent if named is not None else {**TURN, **intent}),)


def parse_verb(body: str) -> tuple[str, str]:
    """Return the verb of a text and the rest.

    Tokens alone mean a take, a card alone means a reveal. Raise NotationError for an empty text.
    """
    if body.startswith("="):
        return "count", body[1:].strip()
    listed = join_list(body)
    if BARE_TAKE.match(listed):
        return "take", listed.casefold()
    word = re.match(r"[^\W\d]+", body)
    if word is not None:
        spelled = word[0].casefold()
        verb = VERBS.get(spelled)
        rest = body[word.end() :]
        if verb is not None and (rest[:1] in ("", " ") or is_glued(verb, rest)):
            return verb, rest.strip()
        colours = re.split(r"[\s\-]+", listed)
        if all(word in COLOUR_WORDS for word in (c.casefold() for c in colours)):
            return "take", listed
    if not body:
        raise NotationError("not-understood", given=body)
    return "reveal", body


def is_list(state: State, parts: Sequence[str]) -> bool:
    """Return whether parts of a line are tokens of one list: ``w; u; g``, ``= a w2; u1``, also
    where a verb stands in front: ``takes w; u; g``.

    Where fewer tokens than possible may be taken (S4b), each part can be a take of its own.
    """
    first, *others = parts
    head = (
        "" if first.startswith("=") or VERBS.get(first.split()[0].casefold()) == "count" else first
    )
    tokens = [join_list(part) for part in (head, *others) if part]
    single = [token for token in tokens if is_token(token)]
    counted = not head and all(TOKEN_STRING.match(token.casefold()) for token in tokens)
    ends = re.fullmatch(r"[^\d:]*[\s,:](\w+)", first)
    begun = ends is not None and is_token(ends[1]) and len(single) == len(tokens) - 1
    return not state.voluntary_fewer and (counted or begun or len(single) == len(tokens))


TOKEN = re.compile(r"[wugrky]", re.IGNORECASE)
"""A single token of a list."""


def is_token(word: str) -> bool:
    """Return whether a word is a single token: its letter, or the name of its colour."""
    return TOKEN.fullmatch(word) is not None or word.casefold() in COLOUR_WORDS


def is_glued(verb: str, rest: str) -> bool:
    """Return whether `rest` may follow a one-letter verb without a space: a slot, a level, a card.

    >>> is_glued("buy", "23"), is_glued("buy", "2rk5"), is_glued("draw", "23")
    (True, True, False)
    """
    if verb not in GLUED:
        return False
    card = rest.partition("=")[0].partition("-")[0].strip()
    return GLUED[verb].match(rest) is not None or (verb != "draw" and find_exact(card) in CARDS)


def is_untold_noble(text: str, state: State) -> bool:
    """Return whether a text names a noble that may lie there and was not told yet."""
    return "nobles" in state.wanted and find_exact(text) in list_faces(state, "nobles")


def parse_noble(rest: str, state: State, named: int | None) -> Parsed:
    """Return the noble that visits a seat: without a name the seat that may be visited."""
    noble = find_among(rest, state.pending) or find(rest, list_names(NOBLES))
    if named is not None:
        return Parsed(Noble(seat=named, noble=noble))
    return Parsed(Noble(seat=find_visited_seat(state, noble), noble=noble), TURN)


def find_visited_seat(state: State, noble: str) -> int:
    """Return the seat that a noble visits: the one that is to choose.

    Where none is to choose, it is the seat that has just played if only that one has earned it.
    """
    before = find_previous(state, state.turn)
    places = state.book.places
    late = not state.pending and may_meet_demand(places, before, noble)
    is_late = late and not may_meet_demand(places, state.turn, noble)
    return before if is_late else state.turn


def override_outcome(action: Action, actual: dict[str, str]) -> Action:
    """Return `action` with its overridden outcome. Raise NotationError for an unknown outcome."""
    for outcome in actual:
        if outcome != "noble":
            raise NotationError(
                "no-such-outcome", word=outcome, candidates={"noble": ("noble",)}, given=outcome
            )
    noble = actual["noble"]
    return replace(action, actual={"noble": find(noble, list_names(NOBLES)) if noble else ""})
