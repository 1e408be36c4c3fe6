"""Card sets are data: the box's own, those that owners write, and cards entered at the table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from engines import LANGUAGES
from engines.challengers import engine, packs
from engines.challengers.actions import ByHand, Carry, Register, Reveal
from engines.challengers.cardset import FORMAT
from engines.challengers.catalog import BOX, CARDS, EXTRA_SETS, SETS
from engines.challengers.packs import LIMIT, PackError
from engines.challengers.reading_duel import at
from engines.protocol import DecodeError, NotationError, Setup, SetupError
from tests.engines.duels import PARK, begin, lay_out
from tests.engines.test_challengers_duel import say, strength


def a_set(*cards: dict[str, Any], symbol: str = "beach") -> dict[str, Any]:
    """Return a set with some cards, whatever a card lacks filled in."""
    usual = {"level": "A", "power": 2, "copies": 4}
    return {"format": FORMAT, "set": symbol, "cards": [usual | card for card in cards]}


SURFER = {"id": "beach-surfer-a", "name": "Surfer", "name_ko": "서퍼"}
LIFT = {
    "id": "beach-lift-b",
    "name": "Lift",
    "level": "B",
    "power": 4,
    "timing": "reveal",
    "effects": [
        {
            "op": "move",
            "source": "own_exhaust",
            "dest": "own_deck_top",
            "min": 0,
            "max": 1,
            "chooser": "self",
        }
    ],
}
ODD = {
    "id": "beach-odd-a",
    "name": "Odd",
    "timing": "reveal",
    "effects": [{"op": "manual", "note": "swap two cards"}],
}


class TestTheBox:
    def test_c1_336_cards_with_the_plans(self) -> None:
        cards = sum(card.copies for found in SETS.values() for card in found.cards)
        assert cards + 9 == 336
        assert len(CARDS) == 89
        assert [SETS[symbol].total for symbol in EXTRA_SETS] == [40] * 6

    def test_c2_base_powers(self) -> None:
        for card in CARDS.values():
            assert card.power <= LIMIT.get(card.level, 10)

    def test_c3_copies(self) -> None:
        market = [card for card in CARDS.values() if card.level in LIMIT]
        assert {card.copies for card in market} == {2, 3, 4, 5, 8}

    def test_c4_names_on_two_levels(self) -> None:
        levels: dict[str, set[str]] = {}
        for card in CARDS.values():
            levels.setdefault(card.name, set()).add(card.level)
        twice = {name: found for name, found in levels.items() if len(found) > 1}
        assert twice == {"Talent": {"S", "A"}, "Dog": {"S", "B"}, "Champion": {"S", "C"}}

    def test_c60_twenty_eight_trophies(self) -> None:
        assert [len(worth) for worth in BOX.trophies.values()] == [4] * 7

    def test_every_card_has_a_name_in_both_languages(self) -> None:
        for lang in LANGUAGES:
            names = engine.words(lang).names
            assert [card for card in CARDS if card not in names] == []

    def test_the_catalogue(self) -> None:
        pieces = {piece.id: piece for piece in engine.catalog()}
        assert pieces["castle-knight-b"].copies == 4
        assert pieces["trophy-7-10"].copies == 2
        assert pieces["robot-cyborg-s"].facts["power"] == "round"


class TestChecking:
    @pytest.mark.parametrize(
        ("content", "where", "key"),
        [
            ("{", "$", "pack.json"),
            ("[]", "$", "pack.object"),
            ('{"format": "other/1"}', "$.format", "pack.format"),
            (json.dumps(a_set(SURFER | {"sauce": 1})), "beach-surfer-a", "pack.shape"),
            (json.dumps(a_set(SURFER | {"power": "3"})), "beach-surfer-a.power", "pack.shape"),
            (json.dumps(a_set(SURFER | {"level": "D"})), "beach-surfer-a.level", "pack.shape"),
            (json.dumps(a_set(SURFER, SURFER)), "beach-surfer-a", "pack.twice"),
            (json.dumps(a_set(SURFER | {"power": 4})), "beach-surfer-a.power", "pack.power"),
            (json.dumps(a_set(SURFER | {"power": None})), "beach-surfer-a.power", "pack.no-power"),
            (json.dumps(a_set(SURFER | {"copies": 0})), "beach-surfer-a.copies", "pack.copies"),
            (json.dumps(a_set(SURFER | {"name": " "})), "beach-surfer-a.name", "pack.name"),
            (json.dumps(a_set(SURFER | {"id": "Surfer"})), "Surfer", "pack.id"),
            (json.dumps(a_set(SURFER, symbol="Beach!")), "$.set", "pack.symbol"),
            (json.dumps(a_set(SURFER) | {"total": 5}), "$.total", "pack.total"),
            (
                json.dumps(a_set(SURFER | {"timing": "flag"})),
                "beach-surfer-a.timing",
                "pack.untimed",
            ),
        ],
    )
    def test_a_problem_and_where_it_is(self, content: str, where: str, key: str) -> None:
        (problem,) = packs.check(content)
        assert (problem.where, problem.key) == (where, key)

    @pytest.mark.parametrize(
        ("timing", "effect", "key"),
        [
            ("reveal", {"op": "dance"}, "pack.shape"),
            ("reveal", {"op": "move", "sauce": "own_bench"}, "pack.shape"),
            ("bench", {"op": "power_bonus", "amount": 1}, "pack.timing"),
            ("reveal", {"op": "aura", "amount": 1}, "pack.timing"),
            ("picked", {"op": "next_card_bonus", "amount": 1}, "pack.picked"),
            ("reveal", {"op": "look", "zone": "own_deck_top", "then": "reorder_top"}, "pack.look"),
            ("reveal", {"op": "gain_fans", "amount": 0, "who": "self"}, "pack.fans"),
            ("picked", {"op": "extra_pick", "cost": {"remove_from_deck": 0}}, "pack.cost"),
        ],
    )
    def test_a_problem_of_an_effect(self, timing: str, effect: dict[str, Any], key: str) -> None:
        card = SURFER | {"timing": timing, "effects": [effect]}
        (problem,) = packs.check(json.dumps(a_set(card)))
        assert problem.where.startswith("beach-surfer-a.effects[0]")
        assert problem.key == key

    @pytest.mark.parametrize(
        ("changes", "key"),
        [
            ({"min": 2, "max": 1}, "pack.range"),
            ({"source": "removed"}, "pack.zones"),
            ({"dest": "level_pile_A"}, "pack.zones"),
            ({"chooser": "none"}, "pack.chooser"),
        ],
    )
    def test_a_problem_of_a_move(self, changes: dict[str, Any], key: str) -> None:
        move = {
            "op": "move",
            "source": "own_bench",
            "dest": "own_exhaust",
            "min": 0,
            "max": 1,
            "chooser": "self",
        }
        card = SURFER | {"timing": "reveal", "effects": [move | changes]}
        assert key in [problem.key for problem in packs.check(json.dumps(a_set(card)))]

    def test_a_name_that_another_set_has(self) -> None:
        dog = a_set({"id": "beach-dog-a", "name": "Dog"})
        (problem,) = packs.check(json.dumps(dog), SETS.values())
        assert (problem.where, problem.key) == ("beach-dog-a", "pack.name-taken")
        (problem,) = packs.check(json.dumps(a_set(SURFER | {"id": "city-dog-b"})), SETS.values())
        assert problem.key == "pack.id-taken"

    def test_a_set_of_the_box_may_be_corrected(self) -> None:
        castle = json.dumps(a_set({"id": "castle-pig-a", "name": "Pig"}, symbol="castle"))
        assert packs.check(castle, SETS.values()) == []

    def test_every_problem_has_a_sentence_in_both_languages(self) -> None:
        keys = {key for key in engine.words("en").text if key.startswith("pack.")}
        assert len(keys) == 23
        assert keys == {key for key in engine.words("ko").text if key.startswith("pack.")}

    def test_reading_a_broken_set_says_everything(self) -> None:
        with pytest.raises(PackError) as caught:
            packs.read(json.dumps(a_set(SURFER | {"power": 9}, LIFT | {"copies": 0})))
        assert [problem.key for problem in caught.value.problems] == ["pack.power", "pack.copies"]


class TestInAMatch:
    def test_the_match_keeps_the_sets_it_uses(self) -> None:
        setup = Setup(2, options={"cardsets": [a_set(SURFER, LIFT)]})
        state = engine.open(setup)
        assert state.book.count("pile.A", "beach-surfer-a") == 4
        assert set(state.extra) == {"beach-surfer-a", "beach-lift-b"}
        state = say(state, "a: surfer", "b: 서퍼")
        assert state.book.count("a.deck", "beach-surfer-a") == 1

    def test_a_set_of_the_box_can_be_kept_with_the_match_too(self) -> None:
        kept = Setup(2, options={"cardsets": [packs.option(SETS["castle"])]})
        assert engine.open(kept).book == engine.open(Setup(2)).book

    def test_a_broken_set_opens_no_match_and_ends_none(self) -> None:
        running = engine.open(Setup(2, options={"cardsets": [a_set(SURFER)]}))
        with pytest.raises(SetupError) as caught:
            engine.open(Setup(2, options={"cardsets": [a_set(SURFER | {"power": 9})]}))
        assert (caught.value.key, caught.value.data["where"]) == (
            "pack.power",
            "beach-surfer-a.power",
        )
        assert say(running, "a: surfer").book.count("a.deck", "beach-surfer-a") == 1

    def test_a_name_of_the_box_is_refused(self) -> None:
        with pytest.raises(SetupError) as caught:
            engine.open(
                Setup(2, options={"cardsets": [a_set({"id": "beach-dog-a", "name": "Dog"})]})
            )
        assert caught.value.key == "pack.name-taken"

    def test_a_corrected_set_replaces_the_boxes(self) -> None:
        pig = {"id": "castle-pig-a", "name": "Pig", "power": 1}
        state = engine.open(Setup(2, options={"cardsets": [a_set(pig, symbol="castle")]}))
        assert state.book.find("castle-horse-b") is None
        options = {"cardsets": [a_set(pig, symbol="castle")]}
        laid = lay_out({"a": ["castle-pig-a"], "b": ["city-dog-s"] * 2}, options=options)
        assert at(say(begin(laid, "a"), "pig"), PARK).flag_power() == 1

    def test_an_effect_no_card_of_the_box_has(self) -> None:
        options = {"cardsets": [a_set(LIFT)]}
        decks = {"a": ["castle-dragon-c"] * 2, "b": ["beach-lift-b", "city-dog-s"]}
        state = say(begin(lay_out(decks, options=options), "a"), "dragon")
        places = state.book.places | {"b.exhaust": {"film-cat-a": 1}}
        state = say(replace(state, book=replace(state.book, places=places)), "lift", "cat")
        assert state.duels[PARK].tops[1] == ("film-cat-a",)

    def test_a_manual_effect_is_told_by_the_table(self) -> None:
        options = {"cardsets": [a_set(ODD)]}
        decks = {"a": ["city-dog-s", "film-cat-a"], "b": ["beach-odd-a", "city-dog-s"]}
        state = say(begin(lay_out(decks, options=options), "a"), "dog", "odd")
        prompt = engine.awaits(replace(state, level="actions"))[0]
        assert (prompt.ask, prompt.data["card"]) == ("ask.manual", "Odd")
        told = ByHand(
            park=PARK,
            moves=(Carry("film-cat-a", "a.deck", "a.bench"),),
            fans={"b": 1},
            bonus=1,
        )
        assert engine.parse(engine.write(told), state) == (told,)
        state, _ = engine.apply(state, told)
        assert state.book.count("b.fans", "fan") == 1
        outcome = state.outcomes[f"{PARK}.1"]
        assert (outcome.winner, outcome.verified) == ("b", False)

    def test_nothing_came_of_it(self) -> None:
        options = {"cardsets": [a_set(ODD)]}
        decks = {"a": ["city-dog-s", "film-cat-a"], "b": ["beach-odd-a", "city-dog-s"]}
        state = say(begin(lay_out(decks, options=options), "a"), "dog", "odd", "-")
        assert state.duels[PARK].steps == ()


class TestRegistering:
    def test_c23_a_card_by_name_and_power(self) -> None:
        state = say(engine.open(Setup(2, level="actions")), "card Beach Surfer 3")
        assert state.extra["table-beach_surfer-a"].power == 3
        state = say(state, "a: surfer", "a: ok", "b: ok", "s a", "surfer")
        assert at(state, PARK).flag_power() == 3
        assert state.book.totals() == engine.open(Setup(2)).book.totals()

    def test_c23_completed_later_by_correcting_the_event(self) -> None:
        opened = engine.open(Setup(2, level="actions"))
        (bare,) = engine.parse("card Surfer 2", opened)
        assert isinstance(bare, Register)
        gangster = {
            "timing": "attack",
            "effects": [{"op": "power_bonus", "amount": 2}],
            "copies": 4,
        }
        card = {"id": "table-surfer-a", "name": "Surfer"} | gangster
        full = Register(cards=packs.convert(a_set(card, symbol="table")))
        after = ("a: ok", "b: surfer", "b: ok", "s a", "champion")
        strengths = [
            strength(say(engine.apply(opened, first)[0], *after), "surfer")
            for first in (bare, full)
        ]
        assert strengths == [(2, 4), (4, 4)]

    def test_c23_in_its_full_notation_it_is_a_set(self) -> None:
        state = engine.open(Setup(2))
        (action,) = engine.parse("card Surfer 3 b", state)
        assert engine.write(action).startswith('card {"cards":[{')
        assert engine.parse(engine.write(action), state) == (action,)
        assert engine.decode("card", engine.encode(action)) == action

    def test_c23_a_card_that_cannot_be(self) -> None:
        state = engine.open(Setup(2))
        for text in ("card surfer", "card surfer 9 a", "card {}"):
            with pytest.raises(NotationError):
                engine.parse(text, state)
        (fine,) = engine.parse("card surfer 2 a", state)
        broken = engine.encode(fine).replace(b'"power":2', b'"power":8')
        with pytest.raises(DecodeError):
            engine.decode("card", broken)

    def test_c23_names_of_the_box_are_taken(self) -> None:
        state = engine.open(Setup(2))
        (dog,) = engine.parse("card Dog 3", state)
        with pytest.raises(DecodeError):
            engine.admit(state, dog)

    def test_c23_a_card_of_a_set_that_is_not_there_is_not_admitted(self) -> None:
        state = engine.open(Setup(2))
        with pytest.raises(DecodeError):
            engine.admit(state, Reveal(park=PARK, card="beach-surfer-a"))
