"""Commands as Korean says them, with the verb at the end: ``5번 취소``, ``지훈이 나갔다``.

What people type is data: `commands.ko.json` beside this module.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from engines.korean_verbs import find_final, list_forms
from engines.particles import KOREAN, MEANS, SUBJECT, list_stems

LONGEST: Final = 3
"""How many words a command has at most: ``끼워 넣어 줘``."""

ENDINGS: Final = re.compile(r"\s*(?:줘|줘요|주세요|주라|주셈|좀|요)\Z|[.!~?]+\Z")
"""What may stand behind a command without saying anything."""

SHORTEST: Final = 2
"""How many syllables of a name are left at least where a particle is taken off."""


class KoreanCommands(NamedTuple):
    """The command that each form means, what else may be said with a command, and sentences of
    another order with the command that they mean."""

    commands: dict[str, str]
    fillers: dict[str, Collection[str]]
    patterns: list[tuple[str, str]]


@cache
def load_commands() -> KoreanCommands:
    """Return the commands as Korean says them."""
    read = json.loads((files(__package__) / "commands.ko.json").read_text("utf-8"))
    forms = {
        form: name
        for name, entries in read["commands"].items()
        for entry in entries
        for form in list_forms(entry)
    }
    fillers: dict[str, Collection[str]] = {
        name: frozenset(words) for name, words in read["words"].items()
    }
    return KoreanCommands(forms, fillers, [(said, typed) for said, typed in read["patterns"]])


def read_command(text: str) -> tuple[str, str] | None:
    """Return the name of the command that a Korean sentence ends in, and the rest of it.

    None where it ends in none.

    >>> read_command("방금 거 취소해 줘"), read_command("5번 지웠어"), read_command("지훈이 나갔다")
    (('undo', ''), ('undo', '5번'), ('leave', '지훈이'))
    """
    if KOREAN.search(text) is None:
        return None
    known = load_commands()
    said = ENDINGS.sub("", ENDINGS.sub("", text.strip()))
    for pattern, typed in known.patterns:
        if found := re.fullmatch(pattern, said):
            name, _space, rest = found.expand(typed).partition(" ")
            return name, rest
    words = said.split()
    for n in range(min(LONGEST, len(words)), 0, -1):
        said = " ".join(words[-n:])
        name = known.commands.get(said, "")
        if name and len(said) >= SHORTEST:
            rest = drop_fillers(words[:-n], known.fillers.get(name, ()))
            return name, drop_means(rest) if name == "amend" else rest
    return None


def drop_fillers(words: Sequence[str], fillers: Collection[str]) -> str:
    """Return words without those that say nothing, which may be two together."""
    kept: list[str] = []
    at = 0
    while at < len(words):
        n = next((n for n in (2, 1) if " ".join(words[at : at + n]) in fillers), 0)
        if not n:
            kept.append(words[at])
        at += n or 1
    return " ".join(kept)


def drop_means(text: str) -> str:
    """Return what an event shall read, without the particle at its end.

    >>> drop_means("12번 파랑 2로"), drop_means("5번 편의점으로"), drop_means("3 wug")
    ('12번 파랑 2', '5번 편의점', '3 wug')
    """
    head, space, last = text.rpartition(" ")
    stems = [stem.word for stem in list_stems(last) if stem.particle in MEANS]
    stem = stems[-1] if stems else last
    return f"{head}{space}{stem}"


def drop_subject(name: str) -> str:
    """Return the name of somebody new without the particle of whoever does something.

    A name that may end so itself is kept: one of two syllables, and one whose last sound asks for
    another particle.

    >>> drop_subject("수아가"), drop_subject("지훈이"), drop_subject("현이"), drop_subject("Ana")
    ('수아', '지훈', '현이', 'Ana')
    """
    for stem in reversed([*list_stems(name)]):
        if stem.particle in SUBJECT and len(stem.word) >= SHORTEST and KOREAN.match(stem.word):
            after_consonant = stem.particle in ("이", "은", "이가", "이는", "이도")
            if stem.particle == "도" or after_consonant == bool(find_final(stem.word)):
                return stem.word
    return name
