"""Splitting a sentence into clauses: what is said of one side after the other.

``Ana beats Bo 3, Cy picks a lion`` has two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engines.challengers.cards.catalog import FINAL, PILE_LEVELS, ROBOT
from engines.challengers.notation.reading import find_side, parse_park, typed_side
from engines.challengers.state import State, is_in_deck_phase
from engines.notation import is_number, split_list
from engines.seats import letters_of

KINDS: Final[Mapping[str, str]] = {
    word: kind
    for kind, words in {
        "won": "win wins won winner beat beats defeats defeated over",
        "lost": "lose loses lost",
        "gave-up": "conceded concedes resigns resigned gives gave surrenders",
        "start": "start starts started begin begins began first flag toss tossed",
        "pick": "pick picks picked keep keeps kept choose chooses chose add adds added buys bought"
        " put puts placed grab grabs grabbed select selects selected draft drafts drafted snags",
        "take": "take takes took taken get gets got",
        "remove": "remove removes removed drop drops dropped discard discards discarded throw"
        " throws threw trash trashes trashed cut cuts minus without returns returned kick kicks"
        " kicked bin bins binned ditch ditches ditched",
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
        " duel duels pile goes go so too also away again against their looks up he she they it"
        " anyway says reads worth"
    )
)
"""Words that say nothing by themselves."""

NUMBER_WORDS: Final = {
    word: str(n)
    for n, word in enumerate(split_list("zero one two three four five six seven eight nine ten"))
} | {"both": "2"}

VERSUS: Final = frozenset({"vs", "versus", "against"})
EVERYBODY: Final = frozenset({"all", "everybody", "everyone", "both"})
GAME: Final = frozenset({"game", "match", "tournament"})
TOKENS: Final = frozenset({"piece", "token", "tokens", "fan-piece", "fan-token", "fan-tokens"})
FANS: Final = frozenset({"fan", "fans", "point", "points"})
TROPHY: Final = frozenset({"trophy", "trophies", "cup"})
FINALE: Final = frozenset({"final", "finals", "finale"})
FINALS: Final = FINALE | {"finalists", "finalist"}
SHEET: Final = frozenset({"result", "score", "scores", "total", "totals", "sheet"})
TOSS: Final = frozenset({"toss", "flip", "coin", "flag"})
"""Words of how it is decided who starts."""

GIVEN: Final = frozenset(split_list("is was has with of got gets for worth"))
"""Words behind which ``a`` in front of a number is an article, and no seat."""

NOTHING: Final = frozenset({"nothing", "none", "nobody", "no-one", "no"})

PIECE: Final = re.compile(r"[,;&]|[^\s,;&]+")
POSSESSIVE: Final = re.compile(r"['’]s?(?=\s|:|$)")
ENDING: Final = re.compile(r"(?:[dxn]\d{1,2}|s[^\W\d_]+|[^\W\d_]*\+\d{1,2}|[^\W\d_]*#\d)\Z")
"""A word of a result in the notation: ``d17``, ``sb``, ``b+1``."""


class Clause(NamedTuple):
    """What is said of one side, "" for nobody: the kind of its verb, the park, the other side in
    it, who started, and the other words, with a comma where one was typed."""

    side: str
    kind: str = ""
    park: str = ""
    other: str = ""
    first: str = ""
    words: tuple[str, ...] = ()


KINDS_OF: Final = {
    kind: frozenset(word for word, each in KINDS.items() if each == kind)
    for kind in dict.fromkeys(KINDS.values())
}
"""The verbs of every kind."""


def split_clauses(text: str, state: State, names: Sequence[str]) -> list[Clause]:
    """Return what a sentence says of one side after the other."""
    clauses: list[Clause] = []
    park = ""
    fresh, facing = True, False
    pieces = PIECE.findall(POSSESSIVE.sub("", text))
    for before, piece, after in zip(["", *pieces], pieces, [*pieces[1:], ""], strict=False):
        word = piece.strip(":.").casefold()
        if piece in ",;&" or word in {"and", "und", "then", "also"}:
            if clauses and clauses[-1].words and clauses[-1].words[-1] != ",":
                clauses[-1] = clauses[-1]._replace(words=(*clauses[-1].words, ","))
            fresh = True
            continue
        if word in VERSUS and clauses and clauses[-1].side:
            facing = True
            continue
        if not word or word in FILLERS:
            continue
        if piece in PILE_LEVELS and not fresh and clauses and clauses[-1].side not in ("", ROBOT):
            if is_deck_open(state, clauses[-1].side):
                clauses[-1] = clauses[-1]._replace(words=(*clauses[-1].words, piece))
                continue
        if word in {"a", "an"} and clauses and clauses[-1].kind in ARTICLED:
            continue
        if word in {"a", "an"} and before.casefold() in GIVEN and is_number(after):
            continue
        if word == "an" and after.casefold() in {"empty", "extra"}:
            continue
        if word == "out" and clauses and clauses[-1].kind == "remove":
            continue
        if word in TOSS and clauses and clauses[-1].kind in TOSSED and not clauses[-1].words:
            clauses[-1] = clauses[-1]._replace(kind=TOSSED[clauses[-1].kind])
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
            if facing or (last.kind in DECIDED and not fresh and not last.other):
                clauses[-1] = last._replace(other=side)
                facing = False
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
    if facing:
        return []  # nobody is named behind ``against``
    return [each._replace(words=strip_commas(each.words)) for each in clauses]


TOSSED: Final[Mapping[str, str]] = {
    "won": "start",
    "take": "start",
    "pick": "start",
    "start": "start",
    "lost": "lost-toss",
    "lost-toss": "lost-toss",
}
"""What a verb says in front of a word of the toss: who wins it starts."""


ARTICLED: Final = frozenset({"pick", "take", "remove", "reveal", "has"})
"""The kinds of verb behind which ``a`` is an article, and no seat."""


DECIDED: Final = frozenset({"won", "lost", "gave-up"})
"""The kinds of verb behind which the other side of the duel may be named."""


def add_verb(clauses: list[Clause], kind: str, park: str) -> None:
    """Add a verb to the last clause; where that has one or goes on, to a new one about its side."""
    if not clauses:
        clauses.append(Clause("", kind, park))
    elif not clauses[-1].kind and (not clauses[-1].words or kind not in OF_ITSELF):
        clauses[-1] = clauses[-1]._replace(kind=kind)
    elif not (clauses[-1].kind == kind and not clauses[-1].words):
        clauses.append(Clause(clauses[-1].side, kind, park or clauses[-1].park))


OF_ITSELF: Final = frozenset({"remove", "done", "redraw"})
"""The kinds of verb that say nothing of the words in front of them."""


def strip_commas(words: Sequence[str]) -> tuple[str, ...]:
    """Return words without a comma at the end."""
    return tuple(words[:-1] if words and words[-1] == "," else words)


def find_park(word: str, state: State, names: Sequence[str]) -> str:
    """Return the park that a whole name means, "" for none. Its letter may also mean somebody."""
    if len(word) < 3 or find_whole_side(word, state, names) is not None:
        return ""
    park = parse_park(word, state)
    return "" if park is None or park == FINAL else park


def find_whole_side(word: str, state: State, names: Sequence[str]) -> str | None:
    """Return the side that a letter, a name, or its beginning of two letters means."""
    if word in KINDS or word in FILLERS | TROPHY | FINALS | FANS | TOKENS | GAME:
        return None
    if len(word) == 1 and word not in letters_of(names)[: state.seats]:
        return None
    side = find_side(word, state, names)
    owner = word.removesuffix("s")
    if side is None and owner in [name.casefold() for name in names]:
        return find_side(owner, state, names)
    return side


def merge_results(clauses: Sequence[Clause], names: Sequence[str]) -> list[Clause]:
    """Return the clauses, with what else is said of a duel in the one about its winner: ``Ana wins
    2 and gets 1 fan, Bo's deck was empty, Bo started`` is of one duel."""
    merged: list[Clause] = []
    for clause in clauses:
        last = merged[-1] if merged else Clause("")
        ended = {word.casefold() for word in clause.words} & ENDED
        taken = count_tokens(clause)
        spoken = bool({word.casefold() for word in clause.words} & TOKENS)
        theirs = clause.side not in ("", last.side)
        scored = not last.kind and bool(last.side) and all(map(is_number, last.words[:1]))
        won = last.kind == "won" or (scored and bool(last.words))
        if won and theirs and not clause.kind and clause.words == ("0",):
            continue
        if won and clause.side and not clause.kind and is_added(clause):
            who = typed_side(clause.side, names)
            merged[-1] = last._replace(words=(*last.words, f"{who}{clause.words[0]}"))
        elif last.kind == "won" and taken and (last.words or theirs or spoken):
            who = "" if clause.side in ("", last.side) else typed_side(clause.side, names)
            merged[-1] = last._replace(words=(*last.words, f"{who}+{taken}"))
        elif last.kind == "won" and clause.side and not clause.kind and ended:
            merged[-1] = last._replace(words=(*last.words, *clause.words))
        elif last.kind == "won" and clause.side and clause.kind == "start":
            merged[-1] = last._replace(first=clause.side, words=(*last.words, *clause.words))
        elif last.kind == "won" and clause.kind == "gave-up":
            merged[-1] = last._replace(words=(*last.words, "conceded"))
        elif clause.kind == "gave-up":
            merged.append(clause._replace(kind="lost", words=("conceded",)))
        else:
            merged.append(clause)
    return merged


def is_added(clause: Clause) -> bool:
    """Return whether a clause says nothing but a number of tokens: ``Bo +1``."""
    return len(clause.words) == 1 and ADDED.fullmatch(clause.words[0]) is not None


ADDED: Final = re.compile(r"\+\d{1,2}")


def count_tokens(clause: Clause) -> int:
    """Return how many fan tokens a clause says that somebody gets, from whatever card: ``gets a fan
    from the heroine``; 0 for none."""
    said = clause.words[: clause.words.index("from")] if "from" in clause.words else clause.words
    words = [NUMBER_WORDS.get(word.casefold(), word) for word in said]
    numbers = [word for word in words if is_number(word, digits=2)]
    others = {word.casefold() for word in words if word not in numbers}
    all_said = bool(others & (FANS | TOKENS)) and others <= FANS | TOKENS | {",", "token", "extra"}
    if clause.kind != "take" or not all_said or len(numbers) > 1:
        return 0
    return int(numbers[0]) if numbers else 1


ENDED: Final = frozenset({"deck", "bench", "empty", "full"})
"""Words of how a duel ended."""


def is_deck_open(state: State, side: str) -> bool:
    """Return whether a side has not finished its deck phase."""
    return is_in_deck_phase(state, side) and not state.players[side].done
