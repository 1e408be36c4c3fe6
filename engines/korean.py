"""Korean sentences in the order of the notation: ``지훈이 3번을 샀다`` is ``지훈 buy 3``.

What people type is data: `phrases.ko.json` beside this module and in each game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from engines.korean_verbs import RIEUL, find_final, list_denials, list_forms, replace_final
from engines.names import fold
from engines.notation import is_called
from engines.particles import JOINING, MEANS, SUBJECT, Stem, list_stems
from engines.phrases import NUMBERS
from engines.seats import letters_of

HANGUL: Final = re.compile(r"[가-힣]")

PIECE: Final = re.compile(r"[,;，、]|[^\s,;，、]+")
"""A word, or what stands between the entries of a list."""

COUNTED: Final = re.compile(r"(?P<n>[-+]?\d[\d+/-]*)(?P<unit>[가-힣]+)\Z")
"""A number with what is counted behind it: ``2개를``."""

GLUED: Final = re.compile(r"(?P<n>\d+)(?P<behind>[가-힣]+)|(?P<ahead>[가-힣]+)(?P<k>\d+[가-힣]*)")
"""A number and a word without a space between them."""

CODE: Final = re.compile(r"[A-Za-z0-9.]+")
"""What is typed in letters and digits: ``2rk5``."""

ARROW: Final = re.compile(r"\s*(?:[-=]?>|→|…|\.\.+)\s*")
"""What people put between two steps of a turn."""

NATIVE: Final = {word: n for word, n in NUMBERS.items() if HANGUL.match(word)} | {"첫": 1}
"""The Korean numbers: ``두``, ``둘``; ``첫`` is the first."""

LONGEST: Final = 4
"""How many words a verb has at most: ``아무것도 안 지었다``."""


class Phrases(NamedTuple):
    """What people type about a game in Korean, with what the notation has for it.

    `verbs` are all forms of the verbs. `words` are other words, `letters` syllables of which
    several may stand in one word, `counters` what follows a number. `patterns` are rewritten when
    the words are read; ``{seat}`` in them is any person. `means` goes in front of a thing with
    which something is done, and the verbs in `silent` are left out. Where `in_order` is true, what
    is said first has happened first, and no verb changes its place.
    """

    verbs: Mapping[str, str]
    words: Mapping[str, str]
    letters: Mapping[str, str]
    counters: Mapping[str, str]
    patterns: Sequence[tuple[str, str]]
    means: str
    silent: Collection[str]
    in_order: bool


class Word(NamedTuple):
    """A word as the notation has it, and what it is: a person, a verb, a comma, or neither."""

    text: str
    kind: str = ""
    particle: str = ""


class Clause(NamedTuple):
    """What is said of one person, "" for nobody.

    `words` are the words but the verb, `means` those with which it is done; `ahead` is the comma
    between it and the clause before it. `marked` is whether a particle says who does it.
    """

    seat: str = ""
    verb: str = ""
    words: tuple[Word, ...] = ()
    means: tuple[Word, ...] = ()
    ahead: str = ""
    marked: bool = False

    @property
    def is_closed(self) -> bool:
        """Whether the verb stands behind the other words, where Korean sentences end."""
        return bool(self.verb) and self.words[-1:] == (END,)


COMMAS: Final = frozenset(",;，、")
END: Final = Word("", "end")
"""Where the verb has stood."""


@cache
def load_phrases(package: str) -> Phrases:
    """Return what people type in Korean about the game in `package`, and about all games."""
    read = [_read_phrases(name) for name in ("engines", package)]
    verbs: dict[str, str] = {}
    for data in read:
        entries = data.get("verbs", {})
        for typed, listed in entries.items():
            verbs |= {form: typed for entry in listed for form in list_forms(entry)}
        for typed, denied in data.get("denied", {}).items():
            verbs |= {form: typed for entry in entries[denied] for form in list_denials(entry)}
    return Phrases(
        verbs,
        _merge(read, "words"),
        _merge(read, "letters"),
        _merge(read, "counters"),
        [(found, typed) for data in read for found, typed in data.get("patterns", ())],
        next((data["means"] for data in reversed(read) if "means" in data), ""),
        frozenset(word for data in read for word in data.get("silent", ())),
        any(data.get("in_order", False) for data in read),
    )


def _read_phrases(package: str) -> dict[str, Any]:
    """Return the parsed `phrases.ko.json` of a package, nothing where it has none."""
    path = files(package) / "phrases.ko.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def _merge(read: Sequence[Mapping[str, Any]], section: str) -> dict[str, str]:
    """Return what the notation has for each word of a section."""
    return {
        word: typed
        for data in read
        for typed, listed in data.get(section, {}).items()
        for word in listed
    }


class Reader:
    """Reads the sentences about one game, at a table of people with these names.

    `known` are the words of the names of pieces, which may end in what else is a particle.
    """

    def __init__(
        self, phrases: Phrases, names: Sequence[str], seats: int, known: Collection[str]
    ) -> None:
        self.phrases = phrases
        self.names = names
        self.seats = seats
        self.known = known

    def rephrase(self, text: str) -> str:
        """Return a sentence in the words and the order of the notation."""
        counted = compile_numbers(tuple(self.phrases.counters))
        digits = counted.sub(lambda found: str(NATIVE[found[1]]), ARROW.sub(", ", text))
        pieces = [part for piece in PIECE.findall(digits) for part in self.split_glued(piece)]
        said = mark_words(self.read_words(pieces))
        people = "|".join(re.escape(name) for name in self.names[: self.seats]) or r"(?!)"
        for pattern, typed in self.phrases.patterns:
            said = re.sub(pattern.replace("{seat}", f"(?:{people})"), typed, said)
        words = [read_mark(piece) for piece in PIECE.findall(said)]
        if self.phrases.in_order:
            written = [word.text for word in words if word.text not in self.phrases.silent]
        else:
            written = [*self.write_clauses(self.split_clauses(words))]
        return re.sub(r" (?=[,;])", "", " ".join(written))

    # -- words ---------------------------------------------------------------------------------

    def read_words(self, pieces: Sequence[str]) -> list[Word]:
        """Return the words of a sentence, without those that say nothing."""
        found: list[Word] = []
        at = 0
        while at < len(pieces):
            word, n = self.find_phrase(pieces[at : at + LONGEST])
            found.append(word if n else self.read_word(pieces[at]))
            at += n or 1
        return [word for word in found if word.text]

    def split_glued(self, piece: str) -> list[str]:
        """Return a word and a number that are written together as two: ``3나옴``, ``주사위2개``."""
        found = GLUED.fullmatch(piece)
        said = found and (found["behind"] or found["ahead"])
        if not said or said not in self.phrases.verbs or said in self.phrases.counters:
            return [piece]
        return [part for part in (found.groups() if found else ()) if part]

    def find_phrase(self, pieces: Sequence[str]) -> tuple[Word, int]:
        """Return the verb, or what is said in several words, with which some words begin, and how
        many words it is; 0 for none."""
        for n in range(len(pieces), 0, -1):
            whole = " ".join(pieces[:n]).rstrip(f"{MARKS}:")
            for said in (whole, *(stem.word for stem in list_stems(whole) if n > 1)):
                if said in self.phrases.verbs:
                    return Word(self.phrases.verbs[said], "verb"), n
                if n > 1 and said in self.phrases.words:
                    return Word(self.phrases.words[said]), n
        return END, 0

    def read_word(self, piece: str) -> Word:
        """Return a word as the notation has it, without its particle."""
        if piece in COMMAS:
            return Word(piece, "comma")
        bare = piece.rstrip(f"{MARKS}:")
        for stem in list_stems(bare):
            name = self.find_person(stem)
            if name and not (stem.particle and fold(bare) in self.known):
                return Word(name, "seat", stem.particle)
        counted = COUNTED.fullmatch(bare)
        if counted:
            for stem in (*list_stems(counted["unit"]), *list_stems(f"0{counted['unit']}")):
                unit = stem.word.removeprefix("0")
                if not unit or unit in self.phrases.counters:
                    text = f"{counted['n']}{self.phrases.counters.get(unit, '')}"
                    return Word(text, "", stem.particle)
        for stem in list_stems(bare):
            if stem.word in self.phrases.words:
                return Word(self.phrases.words[stem.word], "", stem.particle)
            if stem.particle and len(stem.word) > 1 and stem.word in self.phrases.verbs:
                return Word(self.phrases.verbs[stem.word], "verb")
            if spelled := self.spell_letters(stem.word):
                return Word(spelled)
            if fold(stem.word) in self.known or (stem.particle and CODE.fullmatch(stem.word)):
                return Word(stem.word, "", stem.particle)
        return Word(piece)

    def find_person(self, stem: Stem) -> str:
        """Return the name of whom a word means, "" for nobody; a letter alone is no name here."""
        if stem.word in self.names:
            return stem.word
        if len(stem.word) < SHORTEST:
            letters = letters_of(self.names)[: len(self.names)]
            typed = bool(stem.particle) and stem.word.casefold() in letters
            return self.names[letters.index(stem.word.casefold())] if typed else ""
        word = fold(stem.word)
        people = self.names[: self.seats]
        found = [n for n in people if fold(n).startswith(word) or is_called(fold(n), word)]
        return found[0] if word and len(found) == 1 else ""

    def spell_letters(self, word: str) -> str:
        """Return a word of several names in a row, such as ``흰파초``, by their letters; "" for
        another word."""
        names = sorted(map(re.escape, self.phrases.letters), key=len, reverse=True)
        parts = re.findall("|".join([*names, r"\d"]), word) if names else []
        spelled = "".join(self.phrases.letters.get(part, part) for part in parts)
        return spelled if "".join(parts) == word and not word.isdigit() else ""

    # -- clauses -------------------------------------------------------------------------------

    def split_clauses(self, words: Sequence[Word]) -> list[Clause]:
        """Return what is said of one person after the other."""
        clauses = [Clause()]
        comma = ""
        for word in words:
            last = clauses[-1]
            if word.kind == "comma":
                comma = word.text
                continue
            if word.kind == "seat" and is_subject(word, last, comma):
                clauses.append(Clause(word.text, ahead=comma, marked=bool(word.particle)))
            elif word.kind == "verb" and last.verb in ("", word.text):
                ended = (*last.words, END) if last.words or last.means else ()
                clauses[-1] = last._replace(verb=word.text, words=ended)
            elif word.kind == "verb":
                clauses[-1], subject = take_subject(last)
                clauses.append(Clause(subject, word.text, ahead=comma))
            elif last.is_closed:
                clauses.append(add_word(Clause(ahead=comma), word))
            else:
                entry = (Word(comma, "comma"),) if comma and (last.words or last.verb) else ()
                clauses[-1] = add_word(last._replace(words=(*last.words, *entry)), word)
            comma = ""
        return [each for each in clauses if each != Clause()]

    def write_clauses(self, clauses: Sequence[Clause]) -> Iterator[str]:
        """Yield clauses with the verb in front of the other words, and a comma between them."""
        for number, clause in enumerate(clauses):
            if number and (clause.ahead or clause.verb or clause.seat):
                yield ","
            verb = "" if clause.verb in self.phrases.silent else clause.verb
            words = [word.text for word in clause.words]
            means = [f"{self.phrases.means} {word.text}".strip() for word in clause.means]
            yield from filter(None, (clause.seat, verb, *words, *means))


MARKS: Final = ".!~?ㅋㅎㅠㅜ"
"""What people put behind a word."""

SHORTEST: Final = 2
"""How many syllables of a name are enough where no particle stands behind it."""


@cache
def compile_numbers(counters: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds Korean numbers before something counted: ``두 개``, ``첫 번째``."""
    numbers = "|".join(sorted(NATIVE, key=len, reverse=True))
    counted = "|".join(filter(None, counters))
    return re.compile(rf"(?<![가-힣])({numbers})\s*(?=(?:{counted}))")


def mark_words(words: Sequence[Word]) -> str:
    """Return words as one text, in which verbs, people and particles can be told from others."""
    return " ".join(map(write_mark, words))


def write_mark(word: Word) -> str:
    """Return a word with a mark of what it is."""
    if word.kind == "verb":
        return f"«{word.text}»"
    if word.kind == "seat":
        return f"<{word.text}>{word.particle}"
    if word.particle in JOINING:
        return f"{word.text} ,"
    return f"{word.text}~로" if word.particle in MEANS else word.text


def read_mark(piece: str) -> Word:
    """Return the word that `write_mark` has written."""
    if piece in COMMAS:
        return Word(piece, "comma")
    if piece.startswith("«"):
        return Word(piece.strip("«»"), "verb")
    if piece.startswith("<"):
        name, _, particle = piece[1:].partition(">")
        return Word(name, "seat", particle)
    bare = piece.removesuffix("~로")
    return Word(bare, "", "" if bare == piece else "로")


def is_subject(seat: Word, last: Clause, comma: str) -> bool:
    """Return whether a person does what follows, and is not whom it is done to."""
    if seat.particle:
        return seat.particle in SUBJECT
    if comma or last.is_closed:
        return True
    return not (last.marked or last.words or last.means or last.verb)


def take_subject(clause: Clause) -> tuple[Clause, str]:
    """Return a clause without the person at its end, and that person: ``승 14장, 지훈 (선)``."""
    last = clause.words[-1:]
    if last and last[0].kind == "seat" and not last[0].particle:
        return clause._replace(words=clause.words[:-1]), last[0].text
    return clause, ""


def add_word(clause: Clause, word: Word) -> Clause:
    """Return a clause with one more word."""
    if word.particle in MEANS and word.kind != "seat":
        return clause._replace(means=(*clause.means, word))
    return clause._replace(words=(*clause.words, word))


def reorder(
    text: str, package: str, pieces: Mapping[str, Sequence[str]], names: Sequence[str], seats: int
) -> Iterator[str]:
    """Yield a Korean text in the words and the order of the notation, if that is another text.

    `pieces` are the ids of the game in `package` with their names.
    """
    if HANGUL.search(text) is None:
        return
    known = list_known_words(tuple(name for each in pieces.values() for name in each))
    said = Reader(load_phrases(package), names, seats, known).rephrase(text)
    if said and said != text:
        yield said


@cache
def list_known_words(names: tuple[str, ...]) -> frozenset[str]:
    """Return the Korean words of some names, folded."""
    return frozenset(word for name in names for word in fold(name).split() if HANGUL.search(word))


def find_verb(word: str, package: str) -> str:
    """Return what the notation has for a verb, also as it stands before ``수 있다``; "" for another
    word.

    >>> find_verb("살", "engines.splendor"), find_verb("목장", "engines.splendor")
    ('buy', '')
    """
    verbs = load_phrases(package).verbs
    return verbs.get(word) or verbs.get(end_verb(word), "")


def end_verb(text: str) -> str:
    """Return a text whose last word has the ending of what can be done in its dictionary form.

    >>> end_verb("목장 살"), end_verb("2단계 3번 예약할"), end_verb("빵집")
    ('목장 사다', '2단계 3번 예약하다', '빵집')
    """
    if find_final(text) != RIEUL:
        return text
    return f"{replace_final(text, 0)}다"
