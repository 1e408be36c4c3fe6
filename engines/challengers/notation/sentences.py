"""What people say in a sentence: ``Ana beats Bo 3``, ``Bo lost``, ``Cy picks lion and cat``.

A sentence is split into clauses, each about one side, and every clause is rewritten in the
notation, which reads it. Nothing is read here that the notation reads itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from engines.challengers.cards.catalog import FINAL, ROBOT, ROUNDS, SIDES
from engines.challengers.choices.duel import duel_prompts
from engines.challengers.notation.clauses import (
    ENDING,
    EVERYBODY,
    FANS,
    FILLERS,
    FINALE,
    FINALS,
    GAME,
    KINDS_OF,
    NOTHING,
    NUMBER_WORDS,
    SHEET,
    TOKENS,
    TROPHY,
    Clause,
    count_tokens,
    is_deck_open,
    merge_results,
    split_clauses,
)
from engines.challengers.notation.reading import parse_cards, typed_side
from engines.challengers.notation.table import list_near_deck
from engines.challengers.notation.trophies import rewrite_trophies
from engines.challengers.state import (
    State,
    is_in_duel,
    name_side,
    park_of,
    planned_sides,
    seat_of,
)
from engines.notation import is_number, split_list
from engines.phrases import is_question, is_unknown_said
from engines.values import NotationError, SeatText


def rewrite_sentence(text: str, state: State, names: Sequence[str]) -> list[str]:
    """Return what a sentence says as texts in the notation, [] where it is no such sentence.

    Raise NotationError for a letter that may mean several people.
    """
    if is_question(text, names):
        return []
    trophies = rewrite_trophies(text, state, names)
    if trophies:
        return trophies
    if is_unknown_said(text):
        return [f"{park} l ?" for park in find_looks(state)[:1]]
    text, round_ = split_round(drop_aside(text))
    folded = {word.strip(".,;:").casefold() for word in text.split()}
    clauses = split_clauses(text, state, names)
    for clause in clauses if round_ else ():
        if clause.side and find_round_of(state, clause.side) != round_:
            n = find_round_of(state, clause.side)
            raise NotationError("round-of", side=name_side(clause.side), given=str(round_), n=n)
    whole = rewrite_whole(clauses, folded, text, state, names)
    if whole:
        return whole
    if any(each.kind for each in clauses):
        clauses = [each for each in clauses if not each.other or each.kind or each.words]
    clauses = merge_results(clauses, names)
    found: list[str] = []
    won = False
    for at, clause in enumerate(clauses):
        later = [each.kind for each in clauses[at:] if each.kind]
        if not clause.kind and not clause.words and later[:1] == ["won"]:
            clause = clause._replace(kind="won")
        if not clause.kind and not clause.words and (won or are_winners(clauses, state)):
            clause = clause._replace(kind="won")
        part = rewrite_clause(clause, folded, state, names)
        if not part:
            return []
        won = won or clause.kind == "won"
        found += [each for each in part if each not in found or not each.endswith(": ok")]
    return found if found != [text.strip()] else []


def find_looks(state: State) -> list[str]:
    """Return the parks in which it is asked first what a look came to."""
    asked = {park: next(iter(duel_prompts(state, park)), None) for park in state.duels}
    return [park for park, prompt in asked.items() if prompt and "look" in prompt.verbs]


ROUND: Final = re.compile(r"(?:round|rd\.?|r)\s*(\d)\s*[:.,]?\s+(?=\S)", re.IGNORECASE)


ORDINAL: Final = re.compile(
    r"(?:in\s+)?(?:the\s+)?(?P<word>first|second|third|fourth|fifth|sixth|seventh|last)\s+round\s*"
    r"[:.,]?\s+(?=\S)|(?:in\s+)?(?:the\s+)?(?P<n>\d)(?:st|nd|rd|th)(?:\s+round\s*[:.,]?|\s*:)\s+(?=\S)",
    re.IGNORECASE,
)
ORDINALS: Final = split_list("first second third fourth fifth sixth seventh")


def split_round(text: str) -> tuple[str, int]:
    """Split the round off the front of a text; 0 where none is there.

    >>> split_round("round 3: Ana, Cy"), split_round("Ana 3"), split_round("third round Ana 3")
    (('Ana, Cy', 3), ('Ana 3', 0), ('Ana 3', 3))
    """
    said = text.strip()
    if found := ROUND.match(said):
        return said[found.end() :], int(found[1])
    if found := ORDINAL.match(said):
        word = (found["word"] or "").casefold()
        last = len(ROUNDS) if word == "last" else 0
        n = int(found["n"] or 0) or last or ORDINALS.index(word) + 1
        return said[found.end() :], n
    return text, 0


ASIDE: Final = re.compile(
    r"(?<=\w)[,\s]+(?:(?:and|that|which|so)\s+)*(?:he\s+|she\s+|they\s+)?(?:captures|captured|"
    r"(?:takes|took|gets|got|grabs|wins)\s+(?:it\s+back|the\s+flag(?:\s+back)?))(?:\s+(?:it|the\s+flag))?[.!]*\Z",
    re.IGNORECASE,
)
"""What is told behind a card and follows from it: ``dog, that captures``."""


def drop_aside(text: str) -> str:
    """Return a text without what follows from the card in front of it.

    >>> drop_aside("Gus talent, that captures"), drop_aside("Tom dog takes it back")
    ('Gus talent', 'Tom dog')
    >>> drop_aside("Tom takes the flag")
    'Tom takes the flag'
    """
    said = ASIDE.sub("", text)
    return said if len(said.split()) > 1 else text


def find_round_of(state: State, side: str) -> int:
    """Return the round of the duel that a side plays now or next, 0 where it plays none."""
    park = park_of(state, side)
    return state.rounds[park] if park else 0


def is_about_somebody(text: str, state: State, names: Sequence[str]) -> bool:
    """Return whether a text says something of a side that it names without a colon."""
    return ":" not in text and any(
        clause.side and (clause.kind or clause.words)
        for clause in split_clauses(text, state, names)
    )


def is_told(text: str, state: State, names: Sequence[str]) -> bool:
    """Return whether a text begins with somebody, and says with a verb what they did or have."""
    clauses = split_clauses(text, state, names) if ":" not in text else []
    return bool(clauses and clauses[0].side and clauses[0].kind and len(text.split()) > 2)


def are_winners(clauses: Sequence[Clause], state: State) -> bool:
    """Return whether sides alone are said, and nothing else can be meant than who has won."""
    alone = all(each.side and not each.kind and not each.words for each in clauses)
    return alone and not state.duels


# -- sentences about all ---------------------------------------------------------------------------


def rewrite_whole(
    clauses: Sequence[Clause], folded: set[str], text: str, state: State, names: Sequence[str]
) -> list[str]:
    """Return what is said of the whole match, or of everybody: the score sheet, who meets in the
    final, ``all done``."""
    sides = [each.side for each in clauses if each.side]
    sides += [each.other for each in clauses if each.other]
    numbers = [word for word in re.findall(r"[^\s,;:]+", text) if is_number(word, digits=3)]
    typed = [typed_side(side, names) for side in sides]
    won = [each for each in clauses if each.kind == "won"]
    if folded & EVERYBODY and folded & KINDS_OF["done"]:
        waiting = [side for side in SIDES[: state.seats] if is_deck_open(state, side)]
        return [f"{typed_side(side, names)}: ok" for side in waiting]
    if (folded & GAME or "winner" in folded) and len(sides) == 1 and won and not numbers:
        return [f"result {typed[0]}"]
    if folded & FINALS and len(sides) == 2 and not won and not numbers:
        return [f"finalists {' '.join(typed)}"]
    said = {word.casefold() for clause in clauses for word in clause.words}
    plain = said <= FINALS | GAME and all(each.kind in ("", "won") for each in clauses)
    if folded & FINALE and plain and len(sides) == 1 and not numbers and FINAL in state.rounds:
        return [f"final win {typed[0]}"]
    counted = count_by_side(clauses)
    if counted and folded & (FANS | TOKENS) and not won and not (folded & TROPHY):
        pairs = [f"{typed_side(side, names)} {n}" for side, n in counted.items()]
        return [f"= {', '.join(pairs)}"]
    if counted and "trophies" in folded:
        return [f"trophy {typed_side(side, names)} {n}" for side, n in counted.items()]
    sheet = bool(folded & SHEET) or (not sides and state.level == "results")
    plain = all(is_number(word, digits=3) or word in SHEET | FILLERS | FINALS for word in folded)
    if sheet and len(numbers) == state.seats and (plain or len(sides) == len(numbers)):
        if sides:
            numbers = [numbers[sides.index(side)] for side in SIDES[: state.seats] if side in sides]
        return [f"result {' '.join(numbers)}"] if len(numbers) == state.seats else []
    return []


def count_by_side(clauses: Sequence[Clause]) -> dict[str, str]:
    """Return the number that is said of each side behind a common noun: ``fans: Ana 4, Bo 2``."""
    if not clauses or clauses[0].side or len(clauses) < 2:
        return {}
    if any(len(each.words) != 1 or not is_number(each.words[0]) for each in clauses[1:]):
        return {}
    return {each.side: each.words[0] for each in clauses[1:] if each.side}


# -- clauses ---------------------------------------------------------------------------------------


def rewrite_clause(
    clause: Clause, folded: set[str], state: State, names: Sequence[str]
) -> list[str]:
    """Return what a clause says in the notation, [] for nothing."""
    words = [NUMBER_WORDS.get(word.casefold(), word) for word in clause.words]
    low = {word.casefold() for word in words}
    who = typed_side(clause.side, names) if clause.side else ""
    kind = clause.kind
    added = [word.lstrip("+") for word in words if word.startswith("+")]
    alone = bool(added) and not any(map(is_number, words))
    if clause.side and not kind and alone and (low & (FANS | TOKENS) or len(words) == 1):
        raise NotationError("tokens-alone", word=added[0], letter=SeatText(clause.side), n=added[0])
    told = [word.casefold() for word in words]
    if clause.side and not kind and len(told) == 2 and is_number(told[0]) and told[1] in TOKENS:
        raise NotationError("tokens-alone", word=told[0], letter=SeatText(clause.side), n=told[0])
    if low & TROPHY and kind in ("", "has") and clause.side:
        numbers = [word for word in words if is_number(word)]
        return [f"trophy {who} {' '.join(numbers)}"] if numbers else []
    if kind == "take":
        if count_tokens(clause) and (low & TOKENS or not any(map(is_number, words))):
            n = count_tokens(clause)
            raise NotationError("tokens-alone", word=str(n), letter=SeatText(clause.side), n=n)
        is_won = bool(low & TROPHY) or all(map(is_number, words))
        kind = "won" if is_won or (low & FANS and not low & TOKENS) else "pick"
    if kind == "start" and clause.side and not words:
        return [f"{clause.park} s {who}".strip()]
    if kind == "lost-toss" and clause.side and not words:
        rivals = list_rivals(state, clause.park or park_of(state, clause.side))
        others = [typed_side(side, names) for side in rivals if side != clause.side]
        return [f"{clause.park} s {each}".strip() for each in others]
    if kind in ("won", "lost") and clause.side:
        return rewrite_result(clause, words, state, names)
    if kind == "has" and low & (FANS | TOKENS):
        numbers = [word for word in words if is_number(word)]
        return [f"= {who} {numbers[0]}"] if len(numbers) == 1 and clause.side else []
    in_deck = "deck" in low and bool(clause.side) and any(map(is_number, words))
    if kind in ("", "has") and ("left" in low or in_deck) and state.duels:
        return rewrite_left(clause, words, state, names)
    if is_out_of_cards(low) and state.duels:
        return [f"{clause.park} o {who}".strip()]
    plain = not words or (
        kind in ("pick", "remove")
        and are_cards(write_cards(split_option(words)[1], state, ()), state)
    )
    if not clause.side and kind in IN_DECKS and plain and not state.duels:
        waiting = [side for side in SIDES[: state.seats] if is_deck_open(state, side)]
        if len(waiting) > 1:
            raise NotationError(
                "whose-deck", word=words[0] if words else kind, verb=f"verb.{IN_DECKS[kind]}"
            )
        clause = clause._replace(side="".join(waiting))
    if clause.side not in ("", ROBOT):
        deck = rewrite_deck(kind, words, clause.side, state, names)
        if deck:
            return deck
    if not words:
        return []
    if kind in ("", "reveal") and clause.side and is_number(words[0]) and is_result(words[1:]):
        return rewrite_result(clause, words, state, names)
    return rewrite_cards(clause, kind, words, state, names)


IN_DECKS: Final = {"pick": "pick", "remove": "remove", "redraw": "redraw", "done": "ready"}
"""What is done in a deck phase, with the verb of the notation."""


def is_result(words: Sequence[str]) -> bool:
    """Return whether all words are of a result in the notation."""
    known = {"deck", "bench", "conceded", ","} | FANS | TOKENS
    return all(ENDING.match(word) or word.casefold() in known for word in words)


def is_out_of_cards(words: set[str]) -> bool:
    """Return whether words say that a deck is empty: ``no cards``, ``out``, ``deck empty``."""
    return bool(words & {"out", "empty"}) or words == {"no"} or words == {"no", "left"}


def rewrite_left(
    clause: Clause, words: Sequence[str], state: State, names: Sequence[str]
) -> list[str]:
    """Return how many cards are left: ``2 left``, ``Ana has 2 left``, ``no card left``."""
    numbers = [word for word in words if is_number(word.rstrip("+"))]
    who = typed_side(clause.side, names) if clause.side else ""
    if len(numbers) == 1 and numbers[0] != "0":
        return [f"left {clause.park} {who} {numbers[0]}".replace("  ", " ")]
    return [f"{clause.park} o {who}".strip()] if state.duels else []


def rewrite_result(
    clause: Clause, words: Sequence[str], state: State, names: Sequence[str]
) -> list[str]:
    """Return who has won a duel, with all that is said of it: ``win a 3 +2 d``."""
    park = park_of(state, clause.side)
    rivals = list_rivals(state, park)
    other = next((side for side in rivals if side != clause.side), "")
    won, lost = clause.side, clause.other
    if clause.kind == "lost":
        won, lost = clause.other or other, clause.side
    if not won:
        return []
    said: list[str] = []
    trophy = ""
    words = [word for word in words if word != ","]
    for at, word in enumerate(words):
        folded = word.casefold()
        after = words[at + 1].casefold() if at + 1 < len(words) else ""
        before = words[at - 1].casefold() if at else ""
        if is_number(word, digits=2):
            token = {each.casefold() for each in words[at + 2 : at + 3]} & TOKENS
            tokens = after in TOKENS or (after in FANS and bool(token))
            if before in {"deck", "empty", "after"} or after in {"cards", "reveals"}:
                said.append(f"n{word}")
            elif tokens or (trophy and after in FANS):
                said.append(f"+{word}")
            elif not trophy:
                trophy = word
            else:
                return []
        elif ENDING.match(folded) or word == "?" or folded == "conceded":
            said.append(word)
        elif folded in {"deck", "empty"} and "d" not in said:
            said.append("d")
        elif folded in {"bench", "full"} and "x" not in said:
            said.append("x")
        elif folded not in FANS | TOKENS | TROPHY | {"deck", "empty", "bench", "full", "after"}:
            if folded not in FINALS:
                return []
    finals = {word.casefold() for word in words} & FINALS
    where = clause.park or (FINAL if finals and FINAL in state.rounds else "")
    if clause.first:
        said.append(f"s{typed_side(clause.first, names)}")
    over = [] if not lost or lost in rivals else ["over", typed_side(lost, names)]
    return [" ".join(filter(None, (where, "win", typed_side(won, names), trophy, *over, *said)))]


def list_rivals(state: State, park: str) -> tuple[str, ...]:
    """Return the two sides that play in a park now or next, () for nobody."""
    if not park:
        return ()
    duel = state.duels.get(park)
    return duel.sides if duel is not None else planned_sides(state, park, state.rounds[park])


def rewrite_deck(
    kind: str, words: Sequence[str], side: str, state: State, names: Sequence[str]
) -> list[str]:
    """Return what a side does in its deck phase, [] for nothing of it."""
    who = typed_side(side, names)
    low = [word.casefold() for word in words]
    if is_in_duel(state, side):
        return []
    unchanged = not words or low in NOTHING_LEFT
    if (kind == "done" and unchanged) or (kind in ("pick", "remove", "") and low in NOTHING_LEFT):
        return [f"{who}: ok"]
    if kind == "redraw" and set(low) <= {"new", "all", "everything", "five"}:
        return [f"{who}: redraw"]
    option = [word for word in low if word not in {"from", "option", "level", "pick", "picks"}]
    if kind in ("", "pick", "take") and 1 <= len(option) <= 2:
        levels = [word for word in option if re.fullmatch(r"[abc]\d?", word)]
        counts = [word for word in option if is_number(word, digits=1)]
        if len(levels) == 1 and len(levels) + len(counts) == len(option):
            return [f"{who}: {levels[0]}{''.join(counts)}"]
    if not kind and any(word.startswith("-") for word in words):
        return [f"{who}: {' '.join(words).replace(' ,', ',')}"]
    if not kind and words and is_deck_open(state, side):
        cards = write_cards(words, state, list_near_deck(state, seat_of(side)))
        return [f"{who}: {cards}"] if are_cards(cards, state) else []
    if kind in ("pick", "remove") and words:
        pile, words = split_option(words) if kind == "pick" else ("", words)
        cards = write_cards(words, state, list_near_deck(state, seat_of(side)))
        said = [f"{who}: {'remove ' if kind == 'remove' else ''}{cards}"]
        return [f"{who}: {pile}", *said] if pile else said
    return []


def split_option(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Split the pile and the number of picks off either end of what is picked, "" for none.

    >>> split_option(["A2", "lion", ",", "cat"]), split_option(["lion", "from", "B1"])
    (('A2', ['lion', ',', 'cat']), ('B1', ['lion']))
    """
    if len(words) > 1 and LEVEL_AND_PICKS.fullmatch(words[0]):
        return words[0], words[1:]
    if len(words) > 1 and LEVEL_AND_PICKS.fullmatch(words[-1]):
        return words[-1], words[:-2] if words[-2] in ("from", ",") else words[:-1]
    return "", words


LEVEL_AND_PICKS: Final = re.compile(r"[ABCabc][12]")


NOTHING_LEFT: Final = [["nothing"], ["none"], ["everything"], ["no"]]
"""What is said instead of cards by whoever changes nothing in the deck."""


def rewrite_cards(
    clause: Clause, kind: str, words: Sequence[str], state: State, names: Sequence[str]
) -> list[str]:
    """Return cards that are revealed or chosen: ``Ana dog``, ``the dog``, ``nothing``.

    Raise NotationError where they are no cards.
    """
    low = [word.casefold() for word in words]
    who = f"{typed_side(clause.side, names)}: " if clause.side else ""
    park = f"{clause.park} " if clause.park else ""
    if len(low) == 1 and low[0] in NOTHING and not clause.side and state.duels:
        return [f"{park}-"]
    if WHERE.keys() & set(low) and state.duels:
        return [f"{park}l {write_look(words)}"]
    if kind not in ("", "reveal") and not (kind == "pick" and state.duels):
        return []
    cards = write_cards(words, state, ())
    same = len(low) > 1 and len(set(low)) == 1
    if not same:
        parse_cards(cards, state)
    each = list(words) if same else [part.strip() for part in cards.split(",")]
    if kind == "reveal" and clause.side and is_deck_open(state, clause.side):
        where, side = park_of(state, clause.side), typed_side(clause.side, names)
        return [f"reveal {where} {card} by {side}" for card in each]  # the decks are not done
    return [f"{park}{who}{card}" for card in each] if len(each) > 1 else [f"{park}{who}{cards}"]


def are_cards(text: str, state: State) -> bool:
    """Return whether a text is a list of cards."""
    try:
        return bool(parse_cards(text, state))
    except NotationError as error:
        return error.unclear


WHERE: Final[Mapping[str, str]] = {
    word: end
    for end, words in {
        "top": "top above",
        "bottom": "bottom below under underneath beneath down",
    }.items()
    for word in split_list(words)
}
"""The words for the two ends of a deck."""


def write_look(words: Sequence[str]) -> str:
    """Return what a look put on top and at the bottom: ``dog/cat``, ``/cat``.

    >>> write_look(["top", "dog", ",", "cat", "bottom"]), write_look(["dog", "top", "cat", "below"])
    ('dog/cat', 'dog/cat')
    """
    cards: dict[str, list[str]] = {"top": [], "bottom": []}
    waiting: list[str] = []
    last = ""
    for part in " ".join(words).split(" , "):
        ends = [WHERE[word.casefold()] for word in part.split() if word.casefold() in WHERE]
        named = [word for word in part.split() if word.casefold() not in WHERE]
        if len(ends) > 1:
            for end, each in split_ends(part.split()).items():
                cards[end] += each
        elif ends or last:
            last = ends[0] if ends else last
            cards[last] += [*waiting, *named]
            waiting = []
        else:
            waiting += named
    return f"{' '.join(cards['top'])}/{' '.join(cards['bottom'])}"


def split_ends(words: Sequence[str]) -> dict[str, list[str]]:
    """Return the words of both ends where no comma stands between them: ``dog top cat bottom``."""
    at = ""
    cards: dict[str, list[str]] = {"top": [], "bottom": [], "": []}
    for word in words:
        end = WHERE.get(word.casefold(), "")
        if not end:
            cards[at].append(word)
            continue
        at = end
        if cards[""] and not cards[at]:
            cards[at], cards[""] = cards[""], []
            at = ""
    del cards[""]
    return cards


def write_cards(words: Sequence[str], state: State, near: Sequence[str]) -> str:
    """Return words as a list of cards: without articles, and in the singular."""
    kept = [word for word in words if word.casefold() not in {"the", "an", "from"}]
    text = " ".join(kept).replace(" ,", ",")
    try:
        parse_cards(text, state, near)
        return text
    except NotationError:
        single = re.sub(r"(?<=[^\W\d_]{2}[^\Ws])s(?=\s|,|$)", "", text)
        try:
            parse_cards(single, state, near)
            return single
        except NotationError:
            return text
