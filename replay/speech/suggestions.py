"""The sentence “Did you mean …?”, for every misspelt word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from replay.base.i18n import _
from replay.speech.fuzzy import Candidates, find_similar


def suggest_names(names: Iterable[str]) -> str:
    """Return the question whether one of `names` was meant, "" if there are none."""
    listed = ", ".join(names)
    return _("Did you mean {names}?").format(names=listed) if listed else ""


def suggest_similar(word: str, candidates: Candidates | Iterable[str], limit: int = 3) -> str:
    """Return the question whether one of the candidates most like `word` was meant.

    `candidates` are names by id, or ids that are their own names. Return "" if none is similar.
    """
    if not isinstance(candidates, Mapping):
        candidates = {item: (item,) for item in candidates}
    found = find_similar(word, candidates, limit)
    return suggest_names(
        each.item if each.item == each.name else f"{each.item} ({each.name})" for each in found
    )
