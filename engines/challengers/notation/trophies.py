"""What people say of the backs of trophies at the end: ``2``, ``Cat 6 7``, ``Bo round 3: 4``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engines.challengers.notation.reading import find_side, typed_side
from engines.challengers.ranking import are_rounds_played, find_hidden_trophies
from engines.challengers.state import State, has_open_trophies
from engines.notation import is_number, split_list
from engines.values import NotationError

UNSAID: Final = frozenset(
    split_list(
        "trophy trophies of in on the his her their was is were has had got a an for from s showed"
        " shows worth round rd and with it"
    )
)
"""Words that say nothing beside a person and numbers."""

WORD: Final = re.compile(r"[^\W_]+")


def rewrite_trophies(text: str, state: State, names: Sequence[str]) -> list[str]:
    """Return what a text says of the backs of trophies while they are asked for, in the notation;
    [] where it says something else, or more.

    A number alone is on the trophy that is asked for first.
    """
    if state.duels or not (are_rounds_played(state) or has_open_trophies(state)):
        return []
    hidden = find_hidden_trophies(state)
    found = []
    owner = ""
    for part in re.split(r"[,;]|\band\b", text):
        bare = part.strip()
        said = read_trophy(
            f"{owner} {bare}" if owner and is_number(bare) else part, hidden, state, names
        )
        if not said:
            return []
        owner = said.split()[1]
        found.append(said)
    return found


def read_trophy(
    text: str, hidden: Sequence[tuple[str, int]], state: State, names: Sequence[str]
) -> str:
    """Return what a text says of one trophy, in the notation; "" where it is about none."""
    words = WORD.findall(text)
    said = [word for word in words if word.casefold() not in UNSAID]
    numbers = [word for word in said if is_number(word, digits=2)]
    others = [word for word in said if word not in numbers]
    if not others and words[:1] == ["a"]:
        others = ["a"]
    if not hidden or not numbers or len(numbers) > 2 or len(others) > 1:
        return ""
    if not others:
        side, round_ = hidden[0]
        return f"trophy {typed_side(side, names)} {round_} {numbers[0]}" if len(said) == 1 else ""
    try:
        owner = find_side(others[0], state, names)
    except NotationError:
        return ""
    if owner is None or owner not in {side for side, _round in hidden}:
        return ""
    if len(numbers) == 1 and not are_rounds_played(state):
        return ""  # ``Bo 5``: he has won that trophy now
    return f"trophy {typed_side(owner, names)} {' '.join(order_numbers(words, numbers))}"


def order_numbers(words: Sequence[str], numbers: Sequence[str]) -> list[str]:
    """Return the round before the fans: ``a 4 in round 3`` is of round 3."""
    if len(numbers) == 2:
        before = ["", *(word.casefold() for word in words)]
        rounds = [
            word for word, last in zip(words, before, strict=False) if last in ("round", "rd")
        ]
        if rounds == [numbers[1]]:
            return [numbers[1], numbers[0]]
    return list(numbers)
