"""Card sets: loading those of the box, and reading those that owners write.

A match never looks at files: the sets that the box does not have are part of its set-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final

import msgspec

from engines.challengers.cards.format import CardSet
from engines.challengers.cards.validity import find_faults
from engines.json_shapes import find_misfits
from engines.values import Problem

SHIPPED: Final = (
    "city",
    "castle",
    "film_studio",
    "funfair",
    "haunted_house",
    "outer_space",
    "shipwreck",
    "robot",
)


class CardSetError(ValueError):
    """A card set that cannot be used; `problems` says why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.path}: {p.key} {p.data}" for p in self.problems))


def find_file(symbol: str) -> Any:
    """Return the file of a card set of the box."""
    return files("engines.challengers.cards.sets") / f"{symbol}.json"


def load_sets() -> dict[str, CardSet]:
    """Return the card sets of the box by symbol."""
    sets = [read_set(msgspec.json.decode(find_file(symbol).read_bytes())) for symbol in SHIPPED]
    return {found.set: found for found in sets}


def read_set(content: Any) -> CardSet:
    """Return the card set in parsed JSON. Raise CardSetError with every problem."""
    found = find_problems(content)
    if found:
        raise CardSetError(found)
    return msgspec.convert(content, CardSet)


def find_problems(content: Any) -> list[Problem]:
    """Return the problems of a card set in parsed JSON: of its shape, else of its meaning."""
    try:
        found = list(find_faults(msgspec.convert(content, CardSet)))
    except msgspec.ValidationError as error:
        found = list(find_misfits(content, CardSet))
        found = found or [Problem((), "shape.other", {"error": str(error)})]
    return [problem._replace(about=find_card_id(content, problem)) for problem in found]


def find_card_id(content: Any, problem: Problem) -> str:
    """Return the id of the card that a problem is about, "" when it is about none."""
    if len(problem.path) < 2 or problem.path[0] != "cards":
        return ""
    card = content["cards"][problem.path[1]]
    return str(card.get("id", "")) if isinstance(card, dict) else ""


def set_content(found: CardSet) -> dict[str, Any]:
    """Return a card set as the option `cardsets` of a match takes it."""
    content: dict[str, Any] = msgspec.to_builtins(found)
    return content
