"""A number and what it counts (G11): plurals and articles come from the words."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice

import pytest

from engines import LANGUAGES
from engines.book import is_unknown
from engines.registry import list_games, load_engine
from engines.values import Move
from replay.lab.dealer import Dealer
from replay.lab.setups import generate_setups
from replay.speech.voice import Voice
from tests.some import some

GLUED = re.compile(r"\d+ (?:an?|the) |\ba (?=[aeiou])(?!one\b|uni)", re.IGNORECASE)
"""A number before an article, or an article that does not fit the word behind it."""

INVARIANT = {"gold"}
"""What has no plural."""


@cache
def list_places(game: str) -> dict[str, dict[str, int]]:
    """Return the places of some random games, with the most of every item that lay there."""
    engine = load_engine(game)
    found: dict[str, dict[str, int]] = {}
    for seed, setup in enumerate(islice(generate_setups(engine, seed=3), 4)):
        states = [engine.open(setup)]
        states += [state for state, _action in islice(Dealer(engine, seed).play(setup), 60)]
        for state in states:
            for place, item, n in state.book.walk():
                if not is_unknown(item):
                    held = found.setdefault(place, {})
                    held[item] = max(held.get(item, 0), n)
    return found


def list_items(game: str) -> set[str]:
    """Return every item of a game: those of its box, and those that lie anywhere."""
    pieces = {piece.id for piece in load_engine(game).catalog()}
    return pieces | {item for held in list_places(game).values() for item in held}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list_games())
def test_G11_every_item_is_counted(game: str, lang: str) -> None:
    """One, two or none of it, in every language."""
    words = load_engine(game).words(lang)
    items = list_items(game)
    assert len(items) > 10
    for item in some(items | set(words.counted)):
        for n in (1, 2, 0):
            text = words.count(n, item)
            assert str(n) in text
            assert GLUED.search(text) is None, text


@pytest.mark.parametrize("game", list_games())
def test_G11_what_there_is_several_of_has_a_plural(game: str) -> None:
    """In English."""
    words = load_engine(game).words("en")
    several = {item for held in list_places(game).values() for item, n in held.items() if n > 1}
    assert several
    for item in several:
        one, two = words.noun(1, item), words.noun(2, item)
        assert one != two or one in INVARIANT or one == "Clones", item


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list_games())
def test_G11_every_place_has_a_name_in_a_move(game: str, lang: str) -> None:
    """No id of a place or of an item is shown, and no article after a number."""
    engine = load_engine(game)
    voice = Voice(engine, lang, ("가나", "다라", "마바", "사아", "자차", "카타", "파하", "고노"))
    places = list_places(game)
    assert len(places) > 5
    for place, held in some(places.items()):
        for item in some(held):
            for n in (1, 2, 0):
                text = voice.move(Move(n, item, place, "bank", "BOOK"))
                assert GLUED.search(text) is None, text
                assert "_" not in text, text
                assert not re.search(r"\b[a-h]\.\w", text), text


@pytest.mark.parametrize(
    ("game", "item", "one", "two"),
    [
        ("splendor", "red", "1 ruby", "4 rubies"),
        ("splendor", "black", "1 onyx", "4 onyxes"),
        ("splendor", "any-blue", "1 card with a sapphire bonus", "4 cards with a sapphire bonus"),
        ("splendor", "any-black", "1 card with an onyx bonus", "4 cards with an onyx bonus"),
        ("splendor", "any-card", "1 bought card", "4 bought cards"),
        ("machi-koro", "coin", "1 coin", "4 coins"),
        ("seven-wonders-duel", "coin", "1 coin", "4 coins"),
        ("wizard", "W", "1 wizard", "4 wizards"),
        ("challengers", "funfair-pony-a", "1 Pony", "4 Ponies"),
    ],
)
def test_G11_some_counts(game: str, item: str, one: str, two: str) -> None:
    """As a table says them."""
    words = load_engine(game).words("en")
    assert (words.count(1, item), words.count(4, item)) == (one, two)
    assert words.name_value({item: 4}) == two
    assert words.noun(-1, item) == one.partition(" ")[2]


def test_G11_a_breach_of_the_book_counts() -> None:
    """Its sentence has the field `items`."""
    words = load_engine("machi-koro").words("en")
    assert words.say("BOOK", n=4, item="coin", place="bank").startswith("4 coins for ")
