"""What people say in a sentence: ``Ana beats Bo 3``, ``Bo lost``, ``Cy picks lion and cat``.

A sentence is split into clauses, each about one side, and every clause is rewritten in the
notation, which reads it. Nothing is read here that the notation reads itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engines.challengers.cards.catalog import FINAL, PILE_LEVELS, ROBOT, SIDES
from engines.challengers.names import PARK_LETTERS
from engines.challengers.notation.reading import find_side, parse_cards, parse_park, typed_side
from engines.challengers.notation.table import list_near_deck
from engines.challengers.state import (
    State,
    is_in_deck_phase,
    is_in_duel,
    park_of,
    planned_sides,
    seat_of,
)
from engines.notation import is_number, split_list
from engines.seats import letters_of
from engines.values import NotationError

KINDS: Final[Mapping[str, str]] = {
    word: kind
    for kind, words in {
        "won": "win wins won winner beat beats defeats defeated",
        "lost": "lose loses lost",
        "start": "start starts started begin begins began first flag toss tossed",
        "pick": "pick picks picked keep keeps kept choose chooses chose add adds added buys bought",
        "take": "take takes took taken get gets got",
        "remove": "remove removes removed drop drops dropped discard discards discarded throw"
        " throws threw trash trashes cut cuts minus without returns returned",
        "reveal": "reveal reveals revealed play plays played flip flips flipped show shows showed"
        " turns turned",
        "done": "done ready ok okay finished passes pass",
        "redraw": "redraw redraws redrew",
        "has": "has have holds had",
    }.items()
    for word in split_list(words)
}
"""The verbs of sentences by what they say."""

FILLERS: Final = frozenset(
    split_list(
        "the to on of in at for with by its his her their my is are was were be card cards park"
        " duel round pile goes go so"
    )
)
"""Words that say nothing by themselves."""

NUMBER_WORDS: Final = {
    word: str(n)
    for n, word in enumerate(split_list("zero one two three four five six seven eight nine ten"))
}

EVERYBODY: Final = frozenset({"all", "everybody", "everyone", "both"})
GAME: Final = frozenset({"game", "match", "tournament"})
TOKENS: Final = frozenset({"piece", "tokens", "fan-piece", "fan-tokens"})
FANS: Final = frozenset({"fan", "fans", "point", "points"})
TROPHY: Final = frozenset({"trophy", "trophies", "cup"})
FINALE: Final = frozenset({"final", "finals", "finale"})
FINALS: Final = FINALE | {"finalists", "finalist"}
SHEET: Final = frozenset({"result", "score", "scores", "total", "totals", "sheet"})
NOTHING: Final = frozenset({"nothing", "none", "nobody", "no-one", "no"})

PIECE: Final = re.compile(r"[,;&]|[^\s,;&]+")
POSSESSIVE: Final = re.compile(r"['’]s?(?=\s|:|$)")
ENDING: Final = re.compile(r"(?:[dxn]\d{1,2}|s[^\W\d_]+|[^\W\d_]*\+\d{1,2}|[^\W\d_]*#\d)\Z")
"""A word of a result in the notation: ``d17``, ``sb``, ``b+1``."""


class Clause(NamedTuple):
    """What is said of one side, "" for nobody: the kind of its verb, the park, the other side in
    it, and the other words, with a comma where one was typed."""

    side: str
    kind: str = ""
    park: str = ""
    other: str = ""
    words: tuple[str, ...] = ()


def rewrite_sentence(text: str, state: State, names: Sequence[str]) -> list[str]:
    """Return what a sentence says as texts in the notation, [] where it is no such sentence.

    Raise NotationError for a letter that may mean several people.
    """
    folded = {word.strip(".,;:").casefold() for word in text.split()}
    clauses = split_clauses(text, state, names)
    whole = rewrite_whole(clauses, folded, text, state, names)
    if whole:
        return whole
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
        found += [each for each in part if each not in found]
    return found if found != [text.strip()] else []


def is_about_somebody(text: str, state: State, names: Sequence[str]) -> bool:
    """Return whether a text says something of a side that it names without a colon."""
    return ":" not in text and any(
        clause.side and (clause.kind or clause.words)
        for clause in split_clauses(text, state, names)
    )


def are_winners(clauses: Sequence[Clause], state: State) -> bool:
    """Return whether sides alone are said, and nothing else can be meant than who has won."""
    alone = all(each.side and not each.kind and not each.words for each in clauses)
    return alone and not state.duels


# -- splitting -------------------------------------------------------------------------------------


def split_clauses(text: str, state: State, names: Sequence[str]) -> list[Clause]:
    """Return what a sentence says of one side after the other."""
    clauses: list[Clause] = []
    park = ""
    fresh = True
    for piece in PIECE.findall(POSSESSIVE.sub("", text)):
        word = piece.strip(":.").casefold()
        if piece in ",;&" or word in {"and", "und", "then", "also"}:
            if clauses and clauses[-1].words and clauses[-1].words[-1] != ",":
                clauses[-1] = clauses[-1]._replace(words=(*clauses[-1].words, ","))
            fresh = True
            continue
        if not word or word in FILLERS:
            continue
        if piece in PILE_LEVELS and not fresh and clauses and clauses[-1].side not in ("", ROBOT):
            if is_deck_open(state, clauses[-1].side):
                clauses[-1] = clauses[-1]._replace(words=(*clauses[-1].words, piece))
                continue
        if word in {"a", "an"} and clauses and clauses[-1].kind in ARTICLED:
            continue
        named = find_park(word, state, names)
        side = None if named else find_whole_side(word, state, names)
        kind = KINDS.get(word, "")
        if named and (fresh or not clauses):
            park = named
        elif named:
            clauses[-1] = clauses[-1]._replace(park=named)
        elif side is not None:
            last = clauses[-1] if clauses else Clause("")
            if last.kind in ("won", "lost") and not fresh and not last.other:
                clauses[-1] = last._replace(other=side)
            elif last.side == "" and last.kind in ("won", "lost", "start") and not last.words:
                clauses[-1] = last._replace(side=side)
            else:
                clauses.append(Clause(side, park=park))
            park, fresh = "", False
        elif kind:
            add_verb(clauses, kind, park)
            park, fresh = "", False
        elif clauses:
            clauses[-1] = clauses[-1]._replace(words=(*clauses[-1].words, piece.strip(":")))
            fresh = False
        else:
            clauses.append(Clause("", park=park, words=(piece.strip(":"),)))
            park, fresh = "", False
    return [each._replace(words=strip_commas(each.words)) for each in clauses]


ARTICLED: Final = frozenset({"pick", "take", "remove", "reveal", "has"})
"""The kinds of verb behind which ``a`` is an article, and no seat."""


def add_verb(clauses: list[Clause], kind: str, park: str) -> None:
    """Add a verb to the last clause; where that has one or goes on, to a new one about its side."""
    if not clauses:
        clauses.append(Clause("", kind, park))
    elif not clauses[-1].kind and (not clauses[-1].words or kind != "remove"):
        clauses[-1] = clauses[-1]._replace(kind=kind)
    elif not (clauses[-1].kind == kind and not clauses[-1].words):
        clauses.append(Clause(clauses[-1].side, kind, park or clauses[-1].park))


def strip_commas(words: Sequence[str]) -> tuple[str, ...]:
    """Return words without a comma at the end."""
    return tuple(words[:-1] if words and words[-1] == "," else words)


def find_park(word: str, state: State, names: Sequence[str]) -> str:
    """Return the letter of the park that a whole name means, "" for none."""
    if len(word) < 3 or find_whole_side(word, state, names) is not None:
        return ""
    park = parse_park(word, state)
    letters = {named: letter for letter, named in PARK_LETTERS.items()}
    return "" if park is None or park == FINAL else letters.get(park, park)


def find_whole_side(word: str, state: State, names: Sequence[str]) -> str | None:
    """Return the side that a letter, a name, or its beginning of two letters means."""
    if word in KINDS or word in FILLERS | TROPHY | FINALS | FANS | TOKENS | GAME:
        return None
    if len(word) == 1 and word not in letters_of(names)[: state.seats]:
        return None
    return find_side(word, state, names)


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
    if folded & FINALE and len(sides) == 1 and not numbers and FINAL in state.rounds:
        return [f"final win {typed[0]}"]
    sheet = bool(folded & SHEET) or (not sides and state.level == "results")
    plain = all(is_number(word, digits=3) or word in SHEET | FILLERS | FINALS for word in folded)
    if sheet and len(numbers) == state.seats and (plain or len(sides) == len(numbers)):
        if sides:
            numbers = [numbers[sides.index(side)] for side in SIDES[: state.seats] if side in sides]
        return [f"result {' '.join(numbers)}"] if len(numbers) == state.seats else []
    return []


KINDS_OF: Final = {
    kind: frozenset(word for word, each in KINDS.items() if each == kind)
    for kind in dict.fromkeys(KINDS.values())
}
"""The verbs of every kind."""


def is_deck_open(state: State, side: str) -> bool:
    """Return whether a side has not finished its deck phase."""
    return is_in_deck_phase(state, side) and not state.players[side].done


# -- clauses ---------------------------------------------------------------------------------------


def rewrite_clause(
    clause: Clause, folded: set[str], state: State, names: Sequence[str]
) -> list[str]:
    """Return what a clause says in the notation, [] for nothing."""
    words = [NUMBER_WORDS.get(word.casefold(), word) for word in clause.words]
    low = {word.casefold() for word in words}
    who = typed_side(clause.side, names) if clause.side else ""
    kind = clause.kind
    if low & TROPHY and kind in ("", "has") and clause.side:
        numbers = [word for word in words if is_number(word)]
        return [f"trophy {who} {' '.join(numbers)}"] if numbers else []
    if kind == "take":
        is_won = bool(low & TROPHY) or all(map(is_number, words))
        kind = "won" if is_won or (low & FANS and not low & TOKENS) else "pick"
    if kind == "start" and clause.side and not words:
        return [f"{clause.park} s {who}".strip()]
    if kind in ("won", "lost") and clause.side:
        return rewrite_result(clause, words, state, names)
    if kind == "has" and low & (FANS | TOKENS):
        numbers = [word for word in words if is_number(word)]
        return [f"= {who} {numbers[0]}"] if len(numbers) == 1 and clause.side else []
    if kind in ("", "has") and "left" in low:
        return rewrite_left(clause, words, state, names)
    if is_out_of_cards(low) and state.duels:
        return [f"{clause.park} o {who}".strip()]
    if clause.side not in ("", ROBOT):
        deck = rewrite_deck(kind, words, clause.side, state, names)
        if deck:
            return deck
    if not words:
        return []
    if kind in ("", "reveal") and clause.side and is_number(words[0]) and is_result(words[1:]):
        return [f"{clause.park} win {who} {' '.join(words)}".strip()]
    return rewrite_cards(clause, kind, words, state, names)


def is_result(words: Sequence[str]) -> bool:
    """Return whether all words are of a result in the notation."""
    return all(ENDING.match(word) or word.casefold() in {"deck", "bench"} | FANS for word in words)


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
            tokens = after in TOKENS or (after in FANS and words[at + 2 : at + 3] == ["tokens"])
            if before in {"deck", "empty", "after"} or after in {"cards", "reveals"}:
                said.append(f"n{word}")
            elif tokens or (trophy and after in FANS):
                said.append(f"+{word}")
            elif not trophy:
                trophy = word
            else:
                return []
        elif ENDING.match(folded) or word == "?":
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
    if kind == "done" or (kind in ("pick", "remove", "") and low in NOTHING_LEFT):
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
    if kind in ("pick", "remove") and words:
        cards = write_cards(words, state, list_near_deck(state, seat_of(side)))
        return [f"{who}: {'remove ' if kind == 'remove' else ''}{cards}"]
    return []


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
    if {"top", "bottom"} & set(low) and state.duels:
        return [f"{park}l {write_look(words)}"]
    if kind not in ("", "reveal") and not (kind == "pick" and state.duels):
        return []
    cards = write_cards(words, state, ())
    parse_cards(cards, state)
    each = [part.strip() for part in cards.split(",")]
    return [f"{park}{who}{card}" for card in each] if len(each) > 1 else [f"{park}{who}{cards}"]


def write_look(words: Sequence[str]) -> str:
    """Return what a look put on top and at the bottom: ``dog/cat``, ``/cat``."""
    at = ""
    cards: dict[str, list[str]] = {"top": [], "bottom": [], "": []}
    for word in words:
        if word.casefold() in ("top", "bottom"):
            at = word.casefold()
            if cards[""] and not cards[at]:
                cards[at], cards[""] = cards[""], []
                at = ""
        elif word != ",":
            cards[at].append(word)
    return f"{' '.join(cards['top'])}/{' '.join(cards['bottom'])}"


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
