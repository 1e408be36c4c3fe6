"""The sentence “Did you mean …?”, for every misspelt word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from replay.base.i18n import _, language
from replay.speech.fuzzy import Candidates, Similar, find_similar
from replay.speech.voice import Voice

HANGUL: Final = re.compile("[가-힣]")
"""A Korean syllable."""


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
    return suggest_names(_write_candidate(each.item, each.name, candidates) for each in found)


def name_candidate(voice: Voice, candidate: Similar) -> str:
    """Return what a candidate is called in the voice's language, else the name that was similar."""
    called = voice.item(candidate.item)
    return candidate.name if called == candidate.item else called


def _write_candidate(item: str, name: str, candidates: Candidates) -> str:
    """Return an id with its name: in Korean a Korean one, else the name that is like the word."""
    if language() == "ko":
        name = next((each for each in candidates[item] if HANGUL.search(each)), item)
    return item if name == item else f"{item} ({name})"
