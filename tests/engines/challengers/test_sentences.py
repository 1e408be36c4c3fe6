"""What cards do is said in plain sentences, whatever the format lets an owner write."""

from __future__ import annotations

import string
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

import msgspec
import pytest

from engines import LANGUAGES
from engines.challengers import engine
from engines.challengers.cards.card import make_card
from engines.challengers.cards.catalog import CARDS, SETS, list_cards
from engines.challengers.cards.format import CountedThing, Printing, Then, Timing, Zone
from engines.challengers.cards.sets import find_problems
from engines.values import Message, Setup
from engines.words import Words
from tests.some import some

RAW = "_→?[]="
FILTERS: tuple[dict[str, Any], ...] = (
    {},
    {"name": "Newcomer"},
    {"name": "Nobody Has This"},
    {"set": "robot"},
    {"set": "film_studio"},
    {"set": "my_own_set"},
    {"level": "S"},
    {"base_power": 2},
    {"base_power_max": 2},
    {"name": "flag", "set": "city", "level": "SOLO", "base_power": 1, "base_power_max": -1},
)
IFS: tuple[dict[str, Any], ...] = (
    {},
    *({"own_bench_has": each} for each in FILTERS),
    *({"own_bench_lacks": each} for each in FILTERS),
    *({"own_deck_max": n} for n in (-1, 0, 1, 2)),
    *({"own_trophies_max": n} for n in (-1, 0, 1, 2)),
    {"own_bench_has": {}, "own_bench_lacks": {}, "own_deck_max": 1, "own_trophies_max": 1},
)
AMOUNTS = (-99, -1, 0, 1, 2, 99)
PHASES = ("any", "attack", "flag")


def effects() -> Iterator[dict[str, Any]]:
    """Yield effects with all that the format knows; not all of them make sense."""
    pers = [
        {"count": count, "filter": each} for count in get_args(CountedThing) for each in FILTERS
    ]
    for amount, per in product(AMOUNTS, [None, *pers]):
        yield {"op": "power_bonus", "amount": amount} | ({"per": per} if per else {})
    yield from ({"op": "power_bonus", "amount": 1, "per": pers[0], "if": each} for each in IFS)
    for amount, wanted, phase in product(AMOUNTS, FILTERS, PHASES):
        yield {"op": "aura", "amount": amount, "filter": wanted, "phase": phase}
    zones, choosers = get_args(Zone), ("self", "opponent", "none")
    ranges = ((0, 1), (1, 1), (0, 2), (2, 2), (1, 2))
    for source, dest, chooser, (least, most) in product(zones, zones, choosers, ranges):
        move = {"op": "move", "source": source, "dest": dest, "min": least, "max": most}
        wanted = FILTERS if (source, most) == ("own_bench", 2) else FILTERS[:1]
        yield from (move | {"chooser": chooser, "filter": each} for each in wanted)
    for zone, then, n in product(("own_deck_top", "own_deck_all"), get_args(Then), (None, 1, 2, 3)):
        yield {"op": "look", "zone": zone, "then": then, "n": n}
    for amount, who, condition in product((1, 2), ("self", "opponent"), IFS):
        yield {"op": "gain_fans", "amount": amount, "who": who, "if": condition}
    for amount, phase in product(AMOUNTS, PHASES):
        yield {"op": "next_card_bonus", "amount": amount, "phase": phase}
    for n, wanted in product((1, 2), FILTERS):
        yield {"op": "extra_pick", "cost": {"remove_from_deck": n, "filter": wanted}}
    yield {"op": "base_power_is_round"}
    yield from ({"op": "manual", "note": note} for note in ("", "Flip a coin.", "flag"))


def sets() -> Iterator[dict[str, Any]]:
    """Yield sets that the format allows: every effect at every timing, of people and the robot."""
    every = list(effects())
    for timing, level in product(get_args(Timing), ("A", "R")):
        cards = [
            {
                "id": f"test-{n}",
                "name": f"Card {n}",
                "level": level,
                "power": 1,
                "timing": timing,
                "effects": [effect],
            }
            for n, effect in enumerate(every)
        ]
        content = {"format": "challengers-cardset/1", "set": "test", "cards": cards}
        wrong = {each.path[1] for each in find_problems(content)}
        yield content | {"cards": [card for n, card in enumerate(cards) if n not in wrong]}


def keys(telling: Message) -> Iterator[Message]:
    """Yield a telling and everything that is told in it."""
    yield telling
    for value in telling.data.values():
        if isinstance(value, Message):
            yield from keys(value)


def raw(words: Words, telling: Message) -> list[str]:
    """Return what is wrong with a sentence: keys without words, fields without data, codes."""
    text = words.say_message(telling)
    found = [sign for sign in RAW if sign in text]
    for each in keys(telling):
        pattern = words.text.get(each.key)
        if pattern is None:
            found.append(each.key)
            continue
        fields = {name for _, name, _, _ in string.Formatter().parse(pattern) if name}
        found += sorted(fields - each.data.keys())
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
class TestEverySentence:
    def test_of_the_box(self, lang: str) -> None:
        words = engine.words(lang)
        cards = [piece for piece in engine.catalog() if piece.kind == "card"]
        assert len(cards) == 89
        for piece in some(cards):
            assert (piece.says is None) == (not CARDS[piece.id].effects)
            if piece.says is not None:
                assert raw(words, piece.says) == [], words.say_message(piece.says)

    def test_of_any_set_that_the_format_allows(self, lang: str) -> None:
        words, seen = engine.words(lang), set[str]()
        for content in sets():
            cards = msgspec.convert(content["cards"], list[Printing])
            seen |= {f"{card.timing} {effect}" for card in cards for effect in card.effects}
            for piece in some(list_cards({card.id: make_card(card, "test") for card in cards})):
                assert piece.says is not None
                assert raw(words, piece.says) == [], words.say_message(piece.says)
        assert len(seen) > 3000
        for word in (*get_args(Timing), *get_args(Then), *get_args(CountedThing)):
            assert any(word in each for each in seen), word

    def test_a_code_is_seen(self, lang: str) -> None:
        words = engine.words(lang)
        assert raw(words, Message("does.power", {"amount": "own_bench"})) == ["_"]
        assert raw(words, Message("does.power.none", {})) == ["does.power.none"]
        assert raw(words, Message("does.power", {})) == ["amount"]


SAID = {
    "city-reporter-a": (
        "When revealed: look at the top 2 cards of your deck; put one at the bottom, one on top.",
        "펼칠 때: 내 덱에서 위 2장을 보고 한 장은 맨 밑에, 한 장은 맨 위에 놓는다.",
    ),
    "castle-jester-a": (
        "When revealed: +3 power if a card with printed power 1 lies on your bench.",
        "펼칠 때: 내 벤치에 기본 전투력이 1인 카드가 있을 때 전투력 +3.",
    ),
    "film-director-b": (
        "From the bench: your cards of the Film Studio set get +1 power while attacking.",
        "벤치에서: 내 영화 촬영소 세트의 카드는 공격하는 동안 전투력 +1.",
    ),
    "space-rescue_pod-a": (
        "On losing the flag: take this card out of the game; put 1 card from the level B pile on"
        " your exhaust pile.",
        "깃발을 잃을 때: 이 카드를 게임에서 뺀다; B단계 더미에서 카드를 1장 내 탈진 더미에 놓는다.",
    ),
    "film-movie_star-a": (
        "When revealed: put up to 2 cards named Newcomer from your bench on top of your deck.",
        "펼칠 때: 내 벤치에서 이름이 신입인 카드를 2장까지 내 덱 맨 위에 놓는다.",
    ),
    "robot-drone-r": (
        "When revealed: put 1 card from its opponent’s bench on its opponent’s exhaust pile (its"
        " opponent chooses).",
        "펼칠 때: 로봇 상대의 벤치에서 카드를 1장 로봇 상대의 탈진 더미에 놓는다"
        " (로봇 상대가 고른다).",
    ),
}
"""What some cards say; the robot's speak of its side, not of the reader's."""


def test_what_cards_say() -> None:
    says = {piece.id: piece.says for piece in engine.catalog()}
    for card, texts in SAID.items():
        telling = says[card]
        assert telling is not None
        assert tuple(engine.words(lang).say_message(telling) for lang in ("en", "ko")) == texts


def test_a_card_of_ones_own_stands_beside_those_of_the_box() -> None:
    """Its name is one that another card's sentence may speak of."""
    card = {"id": "beach-lift-b", "name": "Lift", "name_ko": "리프트", "level": "B", "power": 1}
    effect = {"op": "power_bonus", "amount": 1, "if": {"own_bench_has": {"name": "Lift"}}}
    content = {
        "format": "challengers-cardset/1",
        "set": "beach",
        "cards": [card | {"timing": "flag", "effects": [effect]}],
    }
    state = engine.open(Setup(2, options={"cardsets": [content]}))
    (piece,) = engine.own_pieces(state)
    words = engine.words("ko").add_names(engine.own_names(state, "ko"))
    assert piece.says is not None
    assert words.say_message(piece.says) == (
        "깃발을 가진 동안: 내 벤치에 이름이 리프트인 카드가 있을 때 전투력 +1."
    )
    assert engine.own_pieces(engine.open(Setup(2))) == ()


def test_the_codes_stay_for_programs() -> None:
    (found,) = (piece for piece in engine.catalog() if piece.id == "castle-blacksmith-b")
    printed = next(c for c in SETS["castle"].cards if c.id == found.id)
    assert found.codes["timing"] == "bench"
    assert found.codes["effects"] == msgspec.to_builtins(printed.effects)
    assert "effects" not in found.facts
