"""The words of games: names, sentences and rule texts by id, in English and Korean.

Every game has `words.en.json` and `words.ko.json` with the same keys, and one `rulebook.toml`
with every rule in both languages. What all games share lies beside this module.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec

from engines import LANGUAGES
from engines.values import Message, Verbatim


class Rule(msgspec.Struct, frozen=True):
    """A numbered rule: `title` and `text` by language, whether a table may waive it, its source."""

    id: str
    title: dict[str, str]
    text: dict[str, str]
    waivable: bool = False
    source: str = ""


class Rulebook(msgspec.Struct, frozen=True):
    """A game's rules at one revision, in the order of the book.

    `bgg` is the number of the game at BoardGameGeek, 0 where nobody said it.
    """

    revision: str
    rules: dict[str, Rule]
    bgg: int = 0

    def __contains__(self, rule: object) -> bool:
        return rule in self.rules


class _Particles(string.Formatter):
    """`str.format` plus Korean particles: ``{seat:이/가}`` adds the one the last sound asks for."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if "/" in format_spec:
            after_consonant, after_vowel = format_spec.split("/", 1)
            word = str(value)
            return word + choose_form(word, after_consonant, after_vowel)
        return str(super().format_field(value, format_spec))


_formatter = _Particles()

PARTICLE: Final = re.compile(
    r"\{(?P<field>\w+)\}(?P<end>[’”)]*)"
    r"(?P<particle>이\(가\)|을\(를\)|은\(는\)|과\(와\)|\(으\)로|\(이\))"
)
"""A field, perhaps in quotes, and a particle in the two forms that it can take."""

FORMS: Final = {
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "은(는)": ("은", "는"),
    "과(와)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)": ("이", ""),
}
"""A particle as texts have it: its form after a consonant, and after a vowel."""


def choose_particles(text: str, data: Mapping[str, Any]) -> str:
    """Return a text with its particles in the form that the fields before them ask for.

    >>> choose_particles("{name}이(가) ‘{town}’(으)로", {"name": "밀밭", "town": "서울"})
    '{name}이 ‘{town}’로'
    """

    def choose(found: re.Match[str]) -> str:
        form = choose_form(str(data.get(found["field"], "")), *FORMS[found["particle"]])
        return f"{{{found['field']}}}{found['end']}{form}"

    return PARTICLE.sub(choose, text)


EXAMPLE_SEATS: Final = {
    "seat_a": "a",
    "seat_b": "b",
    "seat_c": "c",
    "seat_list": "a, b, c …",
}
"""The letters of seats in a sentence that gives an example, as in ``t {seat_a} 5``, and all seats.
A match fills in its own letters and names."""

CLOSING: Final = ")]}\"'”’ "
"""What may stand behind a word without being said."""

RIEUL: Final = 8
"""The number of ㄹ among the final consonants."""

LATIN: Final = re.compile(r"[A-Za-z]+$")
"""The last word of a text, if it is in Latin letters."""

CLOSED_NAME: Final = re.compile(r"(?:[lmn]e?|[aeiou]c?[bckp]|ng)$")
"""A name in Latin letters that Korean ends in a consonant: Ben, Kyle, Jack, Bob."""

RIEUL_NAME: Final = re.compile(r"le?$")
"""A name in Latin letters that Korean ends in ㄹ: Bill, Kyle."""


def ends_in_consonant(word: str) -> bool:
    """Return whether a word ends in a consonant in Korean: then it takes 은, 이, 을, 과.

    A digit counts as it is read aloud, and so does a name in Latin letters. Single letters and
    capitals are read one by one: 엘, 엠, 엔, 알. Other scripts count as ending in a vowel.

    >>> [ends_in_consonant(word) for word in ("밀밭", "카페", "3", "Ana", "Ben", "URL", "b")]
    [True, False, True, False, True, True, False]
    >>> [ends_in_consonant(word) for word in ("r", "R", "Bob", "BOB", "Peter")]
    [True, True, True, False, False]
    """
    letters = word.rstrip(CLOSING)
    if not letters:
        return False
    last = letters[-1]
    if "가" <= last <= "힣":
        return (ord(last) - ord("가")) % 28 != 0
    if found := LATIN.search(letters):
        if is_spelt(found[0]):
            return last in "LMNRlmnr"
        return CLOSED_NAME.search(found[0].casefold()) is not None
    return last in "013678"


def ends_in_rieul(word: str) -> bool:
    """Return whether a word ends in ㄹ in Korean, after which 로 is said as after a vowel.

    >>> [ends_in_rieul(word) for word in ("서울", "밀밭", "7", "Bill", "URL")]
    [True, False, True, True, True]
    """
    letters = word.rstrip(CLOSING)
    last = letters[-1:]
    if "가" <= last <= "힣":
        return (ord(last) - ord("가")) % 28 == RIEUL
    if found := LATIN.search(letters):
        if is_spelt(found[0]):
            return last in "LRlr"
        return RIEUL_NAME.search(found[0].casefold()) is not None
    return last != "" and last in "178"


def is_spelt(word: str) -> bool:
    """Return whether a word in Latin letters is read letter by letter: ``r``, ``URL``."""
    return len(word) == 1 or word.isupper()


def choose_form(word: str, after_consonant: str, after_vowel: str) -> str:
    """Return the form of a particle that follows a word.

    >>> choose_form("밀밭", "으로", "로"), choose_form("서울", "으로", "로")
    ('으로', '로')
    """
    if after_vowel.startswith("로") and ends_in_rieul(word):
        return after_vowel
    return after_consonant if ends_in_consonant(word) else after_vowel


class Words:
    """The words of one game in one language; what a game lacks, the common words have.

    `names` maps ids to names, `aliases` ids to further names that input may use, `counted` ids to
    the nouns that follow one and several, where these differ from the name; `text` keys to
    sentences with ``{fields}``.
    """

    def __init__(self, lang: str, *sources: Mapping[str, Any]) -> None:
        self.lang = lang
        self.names: dict[str, str] = {}
        self.aliases: dict[str, Sequence[str]] = {}
        self.counted: dict[str, tuple[str, str]] = {}
        self.text: dict[str, str] = {}
        for source in sources:
            self.names.update(source.get("names", {}))
            self.aliases.update(source.get("aliases", {}))
            self.counted.update(source.get("counted", {}))
            self.text.update(source.get("text", {}))

    def add_names(self, names: Mapping[str, str]) -> Words:
        """Return these words with some more names."""
        return Words(
            self.lang,
            {
                "names": self.names,
                "aliases": self.aliases,
                "counted": self.counted,
                "text": self.text,
            },
            {"names": names},
        )

    def name(self, item: str) -> str:
        """Return the name of an id, or the id itself when it has none."""
        return self.names.get(item, item)

    def noun(self, n: int, item: str) -> str:
        """Return the name of an id as it follows a number: ``coin``, ``coins``."""
        one, many = self.counted.get(item) or (str(self.name_value(item)),) * 2
        return one if n in (1, -1) else many

    def count(self, n: int, item: str) -> str:
        """Return a number of an id: ``2 coins`` in English, ``동전 2`` in Korean."""
        return self.fill("holding", {"n": n, "item": self.noun(n, item)})

    def say(self, key: str, **data: Any) -> str:
        """Return the sentence `key` with its fields filled in; ids in `data` become names.

        The field ``{items}`` is the number `n` of `item`. Where the first number in the sentence is
        one, the sentence ``<key>.one`` takes its place if there is one.
        """
        if key not in self.text:
            return self.name(key)
        key = self._choose_number(key, data)
        spoken = {field: self.name_value(value) for field, value in data.items()}
        if "{items" in self.text[key]:
            spoken["items"] = self.count(data.get("n", 1), data.get("item", ""))
        return self.fill(key, spoken)

    def _choose_number(self, key: str, data: Mapping[str, Any]) -> str:
        """Return the key of the singular of a sentence where its first number is one."""
        if f"{key}.one" not in self.text:
            return key
        fields = (field for _text, field, _spec, _conversion in _formatter.parse(self.text[key]))
        values = (data.get(field or "") for field in fields)
        return f"{key}.one" if next((n for n in values if type(n) is int), 0) == 1 else key

    def say_message(self, message: Message) -> str:
        """Return a message in words."""
        return self.say(message.key, **message.data)

    def fill(self, key: str, data: Mapping[str, Any]) -> str:
        """Return the sentence `key` with its fields filled in as they are."""
        pattern = self.text[key]
        if "{seat_" in pattern:
            data = {**EXAMPLE_SEATS, **data}
        try:
            return _formatter.format(choose_particles(pattern, data), **data) if data else pattern
        except (KeyError, IndexError, ValueError):
            return pattern

    def fact(self, key: str, value: Any) -> str:
        """Return a fact about a piece in words: the sentence ``fact.<key>.<value>``, else
        ``fact.<key>``. In it ``{value}`` is the whole value; other fields are parts of it.
        """
        if f"fact.{key}.{value}" in self.text:
            return self.say(f"fact.{key}.{value}")
        pattern = self.text.get(f"fact.{key}")
        if pattern is None:
            return f"{key} {self.name_value(value)}"
        parts = value if isinstance(value, Mapping) and "{value" not in pattern else {}
        return self.say(f"fact.{key}", value=value, **parts)

    def name_value(self, value: Any) -> Any:
        """Return `value` in words: ids by name, holdings as ``2 coins, 1 card``, lists joined."""
        if isinstance(value, Verbatim):
            return str(value)
        if isinstance(value, Message):
            return self.say_message(value)
        if isinstance(value, str):
            return self.text.get(value) or self.names.get(value, value)
        if isinstance(value, Mapping):
            return ", ".join(self.count(n, item) for item, n in value.items()) or "0"
        if isinstance(value, (list, tuple)):
            return ", ".join(str(self.name_value(item)) for item in value)
        return value


def read_words(package: str, lang: str) -> dict[str, Any]:
    """Return the parsed ``words.<lang>.json`` of a package."""
    path = files(package) / f"words.{lang}.json"
    words: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return words


@cache
def load_words(package: str, lang: str) -> Words:
    """Return the words of the game in `package` on top of the common ones."""
    return Words(lang, read_words("engines", lang), read_words(package, lang))


@cache
def load_names(package: str) -> Mapping[str, tuple[str, ...]]:
    """Return every id of a game with its names in every language, plurals too, and its aliases."""
    found: dict[str, list[str]] = {}
    for lang in LANGUAGES:
        words = load_words(package, lang)
        for item in (*words.names, *words.aliases):
            known = found.setdefault(item, [item])
            called = (words.name(item), *words.counted.get(item, ()), *words.aliases.get(item, ()))
            known.extend(name for name in dict.fromkeys(called) if name not in known)
    return {item: tuple(names) for item, names in found.items()}


def _read_rulebook(path: Traversable) -> Rulebook:
    """Return the rulebook in a file."""
    import tomllib

    book = tomllib.loads(path.read_text(encoding="utf-8"))
    rules = {
        key: Rule(
            key,
            entry["title"],
            entry["text"],
            entry.get("waivable", False),
            entry.get("source", ""),
        )
        for key, entry in book["rules"].items()
    }
    return Rulebook(book.get("revision", ""), rules, book.get("bgg", 0))


@cache
def load_rulebook(package: str) -> Rulebook:
    """Return the rulebook of the game in `package`, the common rules at its end."""
    book = _read_rulebook(files(package) / "rulebook.toml")
    common = _read_rulebook(files("engines") / "rulebook.toml")
    return Rulebook(book.revision, book.rules | common.rules, book.bgg)
