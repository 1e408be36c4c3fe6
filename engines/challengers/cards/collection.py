"""The card sets that a match can be played with, for whoever owns some of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from engines.challengers.cards import sets
from engines.challengers.cards.catalog import SETS
from engines.challengers.cards.format import FORMAT, CardSet, Filter, Manual
from engines.challengers.cards.validity import find_clashes
from engines.values import CardSetInfo, Path, Problem


class ChallengersCardSets:
    """The card sets of Challengers!, as `engines.protocol.CardSets` describes them."""

    format: Final = FORMAT
    option: Final = "cardsets"

    def shipped(self) -> Mapping[str, str]:
        """Return the files of the card sets in the box by symbol."""
        return {symbol: str(sets.find_file(symbol)) for symbol in sets.SHIPPED}

    def check(self, content: Any) -> tuple[CardSetInfo | None, tuple[Problem, ...]]:
        """Return the card set in parsed JSON, None when a problem is grave; and all problems: of
        its shape or meaning, and beside the sets of the box."""
        problems = sets.find_problems(content)
        if problems:
            return None, tuple(problems)
        found = msgspec.convert(content, CardSet)
        beside = [each for symbol, each in SETS.items() if symbol != found.set]
        problems = list(find_clashes([*beside, found]))
        pack = None if problems else describe_set(found)
        return pack, (*problems, *find_hints(found))


def describe_set(found: CardSet) -> CardSetInfo:
    """Return what is listed of a card set and kept with a match."""
    pieces = sum(card.copies for card in found.cards)
    kept = sets.set_content(found)
    return CardSetInfo(found.set, dict(found.name), found.version, len(found.cards), pieces, kept)


def find_hints(found: CardSet) -> Iterator[Problem]:
    """Yield what is no error of a card set but may surprise: a set of the box that it replaces,
    effects that are carried out by hand, filters that cover no known card."""
    box = SETS.get(found.set)
    if box is not None and box.cards != found.cards:
        ids = {card.id for card in found.cards}
        missing = [card.name for card in box.cards if card.id not in ids]
        yield Problem(("set",), "cardset.hint.replaces", {"set": found.set}, grave=False)
        if missing:
            data = {"set": found.set, "names": ", ".join(missing)}
            yield Problem(("cards",), "cardset.hint.missing", data, grave=False)
    for number, card in enumerate(found.cards):
        for n, effect in enumerate(card.effects):
            path: Path = ("cards", number, "effects", n)
            if isinstance(effect, Manual):
                yield Problem(path, "cardset.hint.manual", {}, card.id, grave=False)
            for at, wanted in find_filters(effect, path):
                yield from find_unknown_names(found, wanted, at, card.id)


def find_filters(part: Any, path: Path) -> Iterator[tuple[Path, Filter]]:
    """Yield every filter in an effect with its path in the file."""
    if isinstance(part, Filter):
        yield path, part
    elif isinstance(part, msgspec.Struct):
        for field in msgspec.structs.fields(part):
            value = getattr(part, field.name)
            if value != field.default:
                yield from find_filters(value, (*path, field.encode_name))


def find_unknown_names(found: CardSet, wanted: Filter, path: Path, about: str) -> Iterator[Problem]:
    """Yield a problem for every card name or set in a filter that is neither the box's nor the card
    set's own."""
    sets = [*SETS.values(), found]
    known = {
        "name": {card.name: None for each in sets for card in each.cards},
        "set": {each.set: None for each in sets},
    }
    for field, words in known.items():
        word = getattr(wanted, field)
        if word is not None and word not in words:
            data = {"given": f"“{word}”"}
            near = tuple(words)
            yield Problem((*path, field), "cardset.hint.unheard", data, about, word, near, False)


card_sets: Final = ChallengersCardSets()
