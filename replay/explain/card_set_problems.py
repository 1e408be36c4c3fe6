"""Files of card sets in words: what they hold, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator

from engines.values import Problem
from engines.words import load_words
from replay.base.i18n import _, language, ngettext
from replay.files.card_sets import CardSetFile
from replay.speech.fuzzy import find_similar
from replay.speech.suggestions import suggest_names


def describe_file(file: CardSetFile) -> Iterator[str]:
    """Yield every remark about a file with its line and column, then what the file holds."""
    note = _("note")
    for remark in file.problems:
        where = f"{file.path}:{remark.line}:{remark.column}"
        mark = "" if remark.problem.grave else f"{note}: "
        yield f"{where}: {mark}{describe_problem(remark.problem, file.package)}"
    if file.card_set is None:
        yield f"{file.path}: {count_errors(file)}"
        return
    kinds, pieces = file.card_set.kinds, file.card_set.pieces
    text = _("{file}: {name}, {kinds} different cards, {n} in all; it can be played with.")
    name = f"{name_of(file)} ({file.symbol})".strip()
    yield text.format(file=file.path, name=name, kinds=kinds, n=pieces)


def describe_problem(problem: Problem, package: str) -> str:
    """Return a problem in words: its place in the JSON, what is wrong, what may have been meant."""
    where = " ".join(part for part in (json_path(problem), _card_in_brackets(problem)) if part)
    text = problem_text(problem, package)
    text = f"{text} {suggest_names(find_meant(problem))}".strip()
    return f"{where}: {text}" if where else text


def problem_text(problem: Problem, package: str) -> str:
    """Return what is wrong, in a game's words."""
    return load_words(package, language()).say(problem.key, **problem.data)


def json_path(problem: Problem) -> str:
    """Return where in its JSON a problem is: ``cards[0].effects[1].op``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in problem.path)
    return "".join(parts).removeprefix(".")


def _card_in_brackets(problem: Problem) -> str:
    """Return the card that a problem is about, in brackets; "" for none."""
    return f"({problem.about})" if problem.about else ""


def find_meant(problem: Problem) -> list[str]:
    """Return the one known word that an unknown word is most like, [] if there is none."""
    found = find_similar(problem.word, {each: (each,) for each in problem.near}, 1)
    return [each.item for each in found]


def name_of(file: CardSetFile) -> str:
    """Return the name of a set in our language, else in any."""
    names = file.card_set.names if file.card_set is not None else {}
    return names.get(language()) or next(iter(names.values()), "")


def count_errors(file: CardSetFile) -> str:
    """Return how many errors a file has, in words."""
    n = sum(remark.problem.grave for remark in file.problems)
    return ngettext("{n} error", "{n} errors", n).format(n=n)
