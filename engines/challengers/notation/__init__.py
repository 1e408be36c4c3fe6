"""The notation of Challengers!: short at the table, and an exact inverse of `write` in full.

=================  ===============================================================================
``a5``             a wins its duel; 5 is on the trophy (``a`` or ``a?``: nobody saw it; ``win a``
                   where cards are recorded, as ``a`` may begin one; at the desk ``h`` alone asks
                   for help, so the eighth seat is ``h?``)
``r5``             the robot wins its duel: ``r``, ``robot`` or ``the robot``
``a5 +2 b+1``      ... and took 2 fan tokens, b one
``a5 d17 sb``      ... a deck was empty (``x``: a bench full) after 17 cards (``n17``), b started;
                   ``a d17`` where nobody saw the trophy
``s a``            a starts its duel (``s a 9 8``: the decks have 9 and 8 cards)
``dog``            the card that was revealed; ``g dog`` in the green park, ``b: dog`` by b,
                   ``g b: dog`` by b in the green park
``dog, cat``       the cards chosen for an effect, ``-`` for none
``l dog``          what a look put on top or at the bottom (``l dog/cat``: top / bottom)
``g l dog``        a park stands in front of a duel's verb or behind it: ``l g dog``, ``r s c``
``seen c dog``     the unknown card that came to c's bench or exhaust pile (``seen c.exhaust dog``)
``2`` ``2+``       cards left in the deck that is asked for; ``o`` no card left
``a: lion, cat``   the cards that a picks; ``a: lion for dog`` pays with one; ``a: b1`` an option
``a: -newcomer``   what a removes (``a: lion -cat -stable boy``: every name with its own sign)
``a: redraw``      ... for new cards; ``a: ok`` done; ``a: deck lion newcomer*3`` the whole deck
``t a 5``          what is on a's trophy that is asked for (else on the latest that is hidden;
                   ``t a 4 5`` of round 4, ``t a=2 5`` all)
``card surfer 3``  a card that no set has (``card {...}``: in the format of sets, see `packs`)
``plans 2 1 4 3``  who holds which plan; ``finalists a c``; ``refill A``
``= a 7``          a has 7 fan tokens; ``result 34 28 final a`` the score sheet; ``result a``
                   where only the winner is known
=================  ===============================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from engines.challengers.actions import Reveal
from engines.challengers.apply import apply
from engines.challengers.cards.catalog import ROBOT, SIDES
from engines.challengers.names import PARK_LETTERS, card_names, list_cards
from engines.challengers.notation import answers, duel, result, table
from engines.challengers.notation.clauses import is_deck_open
from engines.challengers.notation.reading import find_side, parse_park, typed_side
from engines.challengers.notation.sentences import is_about_somebody, is_told, rewrite_sentence
from engines.challengers.notation.writing import write
from engines.challengers.state import State, is_in_deck_phase, park_of
from engines.intents import Parsed, parse_parts
from engines.notation import (
    are_numbers,
    find_seats,
    is_number,
    parse_seat,
    split_actual,
    split_list,
)
from engines.seats import has_own_letters, letters_of
from engines.values import SEAT_LETTERS, TABLE, Action, NotationError

WIN = re.compile(r"(?P<who>[^\W\d_]+)\s*(?P<fans>\d{1,2}|\?)?(?P<rest>(?:\s.*)?)\Z")
"""``a5 ...``, ``ann ?``, ``a``."""


THE_ROBOT = re.compile(r"\bthe robot\b", re.IGNORECASE)

SUMMARY_WORD = re.compile(r"(?:[dx]\d{0,2}|n\d{1,2}|s\w+|\w*[+#]\d{1,2})\Z")
"""A word of a result's summary that no card is called: ``d17``, ``sb``, ``b+1``, ``a#5``."""


ALONE = re.compile(r"\+\d{1,2}")
"""Tokens that somebody gets, with nothing else."""


VAGUE = ("not-understood", "no-such-card", "which-park")
"""Reasons for a refusal that say less than what is wrong with a sentence."""


SURE = ("round-of", "tokens-alone", "whose-deck")
"""Reasons for a refusal that say what is wrong whatever the notation says."""


class Addressee(NamedTuple):
    """Who is named in front of an action: a seat, or TABLE; and the park that was named."""

    seat: int = TABLE
    park: str = ""


def parse(text: str, state: State, names: Sequence[str] = ()) -> tuple[Parsed, ...]:
    """Return the actions that `text` means here, each with how it is meant. Raise NotationError."""
    try:
        read = parse_notation(text, state, names)
        return parse_asked_deck(text, read, state, names) or read
    except NotationError as error:
        refused = error
    if refused.unclear and not is_told(text, state, names):
        raise refused
    asked = parse_asked_deck(text, (), state, names)
    if asked:
        return asked
    try:
        parts = rewrite_sentence(text, state, names)
        if not parts:
            raise refused
        found = parse_parts(parts, state, partial(parse_notation, names=names), apply)
    except NotationError as error:
        vague = refused.key in VAGUE and is_about_somebody(text, state, names)
        raise error if vague or error.key in SURE else refused from None
    unfit = not state.duels and are_unfit(state, [each.action for each in found[:1]])
    if unfit and not is_about_somebody(text, state, names):
        raise refused
    return found


def parse_asked_deck(
    text: str, read: Sequence[Parsed], state: State, names: Sequence[str]
) -> tuple[Parsed, ...]:
    """Return what a text without a seat means of the only deck that is not finished: ``pig, cat``.

    A text that was `read` as a card that can be revealed is none of it, and so is an empty one.
    """
    waiting = [side for side in SIDES[: state.seats] if is_deck_open(state, side)]
    said = [each.action for each in read]
    if len(waiting) != 1 or state.duels or ":" in text or not are_unfit(state, said):
        return ()
    try:
        return parse_notation(f"{typed_side(waiting[0], names)}: {text}", state, names)
    except NotationError:
        return ()


def are_unfit(state: State, actions: Sequence[Action]) -> bool:
    """Return whether actions are cards that nobody can reveal now; there may be none."""
    return all(
        isinstance(action, Reveal) and not answers.can_be_revealed(state, action)
        for action in actions
    )


def parse_notation(text: str, state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the actions of a text in the notation. Raise NotationError."""
    return tuple(
        Parsed(check_bounds(action, text), intent)
        for action, intent in parse_text(text, state, names)
    )


def check_bounds(action: Action, text: str) -> Action:
    """Return an action. Raise NotationError where a number in it cannot be stored."""
    try:
        return msgspec.convert(msgspec.to_builtins(action), type(action))
    except msgspec.ValidationError:
        raise NotationError("out-of-range", word=text, given=text) from None


def parse_text(text: str, state: State, names: Sequence[str]) -> tuple[Parsed, ...]:
    """Return the actions that `text` means, whatever the size of their numbers."""
    text = THE_ROBOT.sub(ROBOT, text.strip())
    if text.startswith("="):
        return (Parsed(table.parse_any_count(text[1:].strip(), state, names)),)
    asked, body = split_owner(text, state, names)
    verb, rest = parse_verb(body, names)
    if not verb or (not rest and len(body) == 1 and find_side(body, state, names)):
        return parse_bare(body, state, names, asked)
    try:
        return parse_action(verb, rest, state, names, asked)
    except NotationError:
        if body.partition(" ")[0] == verb or len(body.split()) < 2:
            raise
        try:
            return parse_bare(body, state, names, asked)
        except NotationError:
            pass
        raise


def split_owner(text: str, state: State, names: Sequence[str]) -> tuple[Addressee, str]:
    """Split ``a: ...``, ``robot: ...`` or ``g a: ...`` off an action, unless a verb stands in
    front."""
    head, colon, rest = text.partition(":")
    if not colon or parse_verb(text, names)[0] or "{" in head:
        return Addressee(), text
    word, _, who = head.strip().partition(" ")
    park = parse_park(word, state) if who else None
    if park and who.casefold() == "park":
        return Addressee(), f"{word} {rest.strip()}"
    who = (who if park else head).strip()
    side = find_side(who, state, names)
    if side == ROBOT:
        return Addressee(park=park or park_of(state, side)), rest.strip()
    seat = parse_seat(who, state.seats, names)
    return Addressee(seat, park or park_of(state, SEAT_LETTERS[seat])), rest.strip()


def parse_verb(body: str, names: Sequence[str] = ()) -> tuple[str, str]:
    """Split a text into its verb and the rest, ("", text) when it begins with none."""
    word, _, rest = body.partition(" ")
    verb = VERBS.get(word.casefold(), "")
    if has_own_letters(names) and word.casefold() in letters_of(names):
        verb = ""  # here the letter types a seat; the verb has a longer form
    return (verb, rest.strip()) if verb else ("", body)


def parse_action(
    verb: str, rest: str, state: State, names: Sequence[str], asked: Addressee
) -> tuple[Parsed, ...]:
    """Return the actions that the words after a verb mean."""
    if verb == "count":
        return (Parsed(table.parse_any_count(rest, state, names)),)
    if verb == "card":
        return (Parsed(table.parse_register(rest)),)
    if verb in DECK_VERBS:
        body, actual = split_actual(rest)
        return DECK_VERBS[verb](body, actual, state, choose_seat(verb, state, asked.seat))
    if verb in TABLE_VERBS:
        return TABLE_VERBS[verb](rest, state, names)
    body, actual = split_actual(rest)
    return DUEL_VERBS[verb](body, actual, state, names, asked.seat, asked.park)


def choose_seat(verb: str, state: State, seat: int) -> int:
    """Return the seat whose deck phase a verb is about: the one named, or the only one; a whole
    deck may be the robot's. Raise NotationError when nobody is named."""
    if seat != TABLE or (verb == "deck" and ROBOT in state.players):
        return seat
    if state.seats > 1:
        raise NotationError("whose-deck", verb=f"verb.{verb}")
    return 0


def parse_bare(
    body: str, state: State, names: Sequence[str], asked: Addressee
) -> tuple[Parsed, ...]:
    """Return the actions that a text without a verb means: a result, the answer to what a duel asks
    for, or what a seat does in its deck phase."""
    if not body:
        raise NotationError("not-understood", given=body)
    if asked.seat != TABLE and is_about_deck(body, state, asked.seat):
        return table.parse_deck_phase(body, state, asked.seat)
    several = [] if asked.park else split_winners(body, state, names)
    if several:
        return tuple(win for part in several for win in parse_bare(part, state, names, asked))
    won = None if asked.park else match_winner(body, state, names)
    if won is not None:
        side, fans, more = won
        answers.refuse_letter(body, side, state, names)
        shown = table.parse_open_trophy(side, fans, more, state, names)
        return shown or (result.parse_win(f"{fans} {more}", state, names, winner=side),)
    park, body = (asked.park, body) if asked.park else split_first_park(body, state, names)
    if park and not asked.park:
        won = match_winner(body, state, names)
        if won is not None:
            side, fans, more = won
            answers.refuse_letter(body, side, state, names, park)
            return (result.parse_win(f"{fans} {more}", state, names, park, winner=side),)
        verb, rest = parse_verb(body, names)
        if verb in PARK_VERBS:
            return parse_action(verb, rest, state, names, Addressee(park=park))
    answer, actual = split_actual(body)
    by = SEAT_LETTERS[asked.seat] if asked.seat != TABLE else ""
    if not park and len(state.duels) != 1 and not answers.is_answer(answer, state):
        raise explain_strange(answer, state)
    return answers.parse_answer(answer, actual, state, names, park, by)


def split_first_park(body: str, state: State, names: Sequence[str]) -> tuple[str, str]:
    """Split a park off the front of a text, ("", text) when none is there. A park is given by its
    letter, or by name where its duel is under way or a verb follows."""
    word, _, rest = body.partition(" ")
    named = parse_park(word, state) if rest.strip() else None
    if named is None:
        return "", body
    short = word.casefold() in PARK_LETTERS or parse_verb(rest.strip(), names)[0] in PARK_VERBS
    return (named, rest.strip()) if short or named in state.duels else ("", body)


def explain_strange(body: str, state: State) -> NotationError:
    """Return the error for a text that means nothing, with the words that are near it."""
    near = {verb: (verb, *spelled) for verb, spelled in SPELLINGS.items()}
    cards = card_names(state, list_cards(state))
    word = body.partition(" ")[0]
    return NotationError("not-understood", word=word, candidates={**cards, **near}, given=body)


def is_about_deck(body: str, state: State, seat: int) -> bool:
    """Return whether a text with a seat in front is about its deck: until the seat is done, and
    afterwards where it can be about nothing else."""
    side = SEAT_LETTERS[seat]
    done = state.players[side].done
    return is_in_deck_phase(state, side) and (
        not done or table.is_deck_phase_text(body, state, seat)
    )


def match_winner(body: str, state: State, names: Sequence[str]) -> tuple[str, str, str] | None:
    """Return (side, fans, rest) of a text that says who has won, None for another one.

    Without a trophy only a seat's letter says so, or a whole name while no duel is recorded card by
    card: otherwise it may be a card's.
    """
    found = WIN.match(body)
    if found is None:
        return None
    word, fans, rest = found["who"], found["fans"] or "", found["rest"].strip()
    if word.casefold() in PARK_LETTERS and PARK_LETTERS[word.casefold()] in state.rounds:
        if not find_seats(word, state.seats, names) and body[len(word) :][:1].isspace():
            return None  # ``r 3`` is said of the red park, ``r3`` of the robot
    if not fans and ALONE.fullmatch(rest):
        return None  # ``Bo +1``: a token, and nobody has won
    side = find_side(word, state, names)
    called = () if state.duels else names
    if side is None or (not fans and not (is_whole_name(word, called) and is_summary(rest))):
        return None
    return side, fans, rest


def split_winners(body: str, state: State, names: Sequence[str]) -> list[str]:
    """Return the results of several duels in a text, with commas between them: ``a2, c3``."""
    parts = [part.strip() for part in body.split(",")]
    return parts if len(parts) > 1 and all(match_winner(p, state, names) for p in parts) else []


def is_list(state: State, parts: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether parts of a line are entries of one list: ``plans 2; 1``, ``a: lion; cat``.

    While cards are revealed, a card alone is one that was revealed.
    """
    verb, _ = parse_verb(parts[0])
    words = [word for part in parts[1:] for word in split_list(part)]
    listed = verb == "plans" or (verb == "trophy" and "=" in parts[0])
    if listed and are_numbers(words):
        return True
    if verb == "finalists" and all(find_side(word, state, names) for word in words):
        return True
    asked, body = split_owner(parts[0], state, names)
    if state.duels or asked.seat == TABLE or not is_about_deck(body, state, asked.seat):
        return False
    return not any(
        ":" in part or parse_verb(part)[0] or match_winner(part, state, names) for part in parts[1:]
    )


def is_summary(rest: str) -> bool:
    """Return whether a text is empty, or says how a duel ended, with a number in it: ``d14 sb``."""
    words = rest.split()
    return not words or (all(map(SUMMARY_WORD.match, words)) and any(map(is_number, rest)))


def is_whole_name(word: str, names: Sequence[str]) -> bool:
    """Return whether a word is a seat's letter, somebody's whole name or the robot's."""
    folded = word.casefold()
    return len(folded) == 1 or folded == "robot" or folded in [name.casefold() for name in names]


SPELLINGS = {
    "plans": ("plans", "계획"),
    "start": ("s", "start", "시작"),
    "reveal": ("f", "reveal", "flip", "공개"),
    "choose": ("c", "choose", "고르기"),
    "look": ("l", "look", "보기"),
    "seen": ("seen", "확인"),
    "left": ("left", "남음"),
    "out": ("o", "out", "없음"),
    "manual": ("m", "manual", "수동"),
    "win": ("win",),
    "won": ("w", "승리"),
    "trophy": ("t", "trophy", "트로피"),
    "finalists": ("finalists", "결승"),
    "card": ("card", "등록", "새카드"),
    "option": ("option", "선택"),
    "offer": ("offer", "제시"),
    "pick": ("k", "pick", "keep", "가져오기"),
    "redraw": ("redraw", "다시뽑기"),
    "remove": ("x", "remove", "빼기"),
    "deck": ("deck", "덱"),
    "ready": ("ok", "ready", "done", "완료"),
    "refill": ("refill", "채우기"),
    "result": ("result", "결과"),
    "count": ("count", "세기"),
}
VERBS = {spelled: verb for verb, all_ in SPELLINGS.items() for spelled in all_}

DECK_VERBS: dict[str, Callable[[str, dict[str, str], State, int], tuple[Parsed, ...]]] = {
    "option": table.parse_option,
    "offer": table.parse_offer,
    "pick": table.parse_picks,
    "redraw": table.parse_redraw,
    "remove": table.parse_removals,
    "deck": table.parse_deck,
    "ready": table.parse_ready,
}
TABLE_VERBS: dict[str, Callable[[str, State, Sequence[str]], tuple[Parsed, ...]]] = {
    "plans": table.parse_plans,
    "trophy": table.parse_trophies,
    "finalists": table.parse_finalists,
    "refill": table.parse_refill,
    "result": table.parse_result,
    "seen": duel.parse_seen,
}
DUEL_VERBS: dict[
    str, Callable[[str, dict[str, str], State, Sequence[str], int, str], tuple[Parsed, ...]]
] = {
    "start": duel.parse_start,
    "reveal": duel.parse_reveal,
    "choose": duel.parse_choose,
    "look": duel.parse_look,
    "left": duel.parse_left,
    "out": duel.parse_out,
    "manual": duel.parse_manual,
    "win": result.parse_win_in_full,
    "won": result.parse_won,
}
PARK_VERBS = {*DUEL_VERBS, "seen"}
"""Verbs that may have a park in front."""

__all__ = ["is_list", "parse", "write"]
