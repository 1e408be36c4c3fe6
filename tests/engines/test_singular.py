"""A sentence about one piece has its own form (G11)."""

from __future__ import annotations

import pytest

from engines import LANGUAGES
from engines.registry import load_engine


@pytest.mark.parametrize(
    ("game", "key", "data", "expected"),
    [
        ("challengers", "C52.cards", {"side": "Bo", "n": 1}, "Bo still has 1 card by the record."),
        ("challengers", "C52.cards", {"side": "Bo", "n": 2}, "Bo still has 2 cards by the record."),
        (
            "wizard",
            "W53.fewer",
            {"seat": "Bo", "n": 1, "recorded": 2},
            "Bo is counted 1 trick; 2 are recorded.",
        ),
        (
            "machi-koro",
            "ask.build",
            {"seat": "Bo", "coins": 1},
            "Bo has 1 coin: what is built? - for nothing",
        ),
        ("wizard", "W53", {"total": 4, "cards": 1}, "4 tricks are counted; there are 1."),
    ],
)
def test_G11_the_first_number_of_a_sentence_decides(
    game: str, key: str, data: dict[str, object], expected: str
) -> None:
    assert load_engine(game).words("en").say(key, **data) == expected


@pytest.mark.parametrize("game", ["challengers", "machi-koro", "wizard"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_G11_a_singular_has_the_fields_of_its_plural(game: str, lang: str) -> None:
    text = load_engine(game).words(lang).text
    ones = (key for key in text if key.endswith(".one") and not key.startswith("effect."))
    singular = [key for key in ones if key.removesuffix(".one") in text]
    assert singular
    for key in singular:
        fields = {field.split("}")[0] for field in text[key].split("{")[1:]}
        plural = text[key.removesuffix(".one")]
        assert fields <= {field.split("}")[0] for field in plural.split("{")[1:]}, key
