"""Card sets are data: the box's own, those that owners write, and cards entered at the table."""

from __future__ import annotations

import re
from pathlib import Path as File
from typing import Any

import pytest
from msgspec.structs import replace

from engines import LANGUAGES
from engines.challengers import engine
from engines.challengers.actions import ByHand, CardMove, Register, Reveal
from engines.challengers.cards import sets
from engines.challengers.cards.catalog import BOX, CARDS, EXTRA_SETS, SETS
from engines.challengers.cards.collection import card_sets
from engines.challengers.cards.format import FORMAT
from engines.challengers.cards.sets import CardSetError
from engines.challengers.cards.validity import POWER_LIMITS
from engines.challengers.duel.beginning import open_duel
from engines.values import DecodeError, NotationError, Path, Problem, Setup, SetupError
from tests.engines.challengers.positions import PARK, begin, lay_out, play_texts
from tests.engines.challengers.test_duel import strength

ROOT = File(__file__).parents[3]


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
            assert card.power <= POWER_LIMITS.get(card.level, 10)

    def test_c3_copies(self) -> None:
        market = [card for card in CARDS.values() if card.level in POWER_LIMITS]
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


ORDER = "cardset.look-order"
LOOK = {"op": "look", "zone": "own_deck_top"}
SPLIT = "cardset.look-split"
MOVE = {
    "op": "move",
    "source": "own_bench",
    "dest": "own_exhaust",
    "min": 0,
    "max": 1,
    "chooser": "self",
}
FAN = {"op": "gain_fans", "amount": 1, "who": "self"}
DOG = {"name": "Dog"}
PER = {"count": "opponent_trophies", "filter": DOG}


def grave(content: Any) -> list[Problem]:
    """Return what keeps a set from being played with; it can be exactly when there is nothing."""
    card_set, problems = card_sets.check(content)
    found = [problem for problem in problems if problem.grave]
    assert (card_set is None) == bool(found)
    return found


def hints(content: Any) -> list[Problem]:
    """Return what is worth knowing of a set that can be played with."""
    card_set, problems = card_sets.check(content)
    assert card_set is not None
    return list(problems)


CARD = ("cards", 0)


class TestChecking:
    @pytest.mark.parametrize(
        ("content", "path", "key"),
        [
            ([], (), "shape.kind"),
            (a_set(SURFER) | {"format": "other/1"}, ("format",), "shape.value"),
            (a_set(SURFER | {"sauce": 1}), (*CARD, "sauce"), "shape.field"),
            (a_set(SURFER | {"power": "3"}), (*CARD, "power"), "shape.kind"),
            (a_set(SURFER | {"power": 3.0}), (*CARD, "power"), "shape.kind"),
            (a_set(SURFER | {"copies": 100}), (*CARD, "copies"), "shape.range"),
            (a_set(SURFER | {"level": "D"}), (*CARD, "level"), "shape.value"),
            (a_set(SURFER, SURFER), ("cards", 1, "id"), "cardset.twice"),
            (a_set(SURFER | {"power": 4}), (*CARD, "power"), "cardset.power"),
            (a_set(SURFER | {"power": None}), (*CARD, "power"), "cardset.no-power"),
            (a_set(SURFER | {"copies": 0}), (*CARD, "copies"), "cardset.copies"),
            (a_set(SURFER | {"name": " "}), (*CARD, "name"), "cardset.name"),
            (a_set(SURFER | {"name": "x" * 41}), (*CARD, "name"), "cardset.name"),
            (a_set(SURFER | {"name_ko": "\x1b[2J"}), (*CARD, "name_ko"), "cardset.name"),
            (a_set(SURFER | {"id": "Surfer"}), (*CARD, "id"), "cardset.id"),
            (a_set(SURFER | {"id": "trophy-4-5"}), (*CARD, "id"), "cardset.id"),
            (a_set(SURFER | {"id": f"beach-{'x' * 60}-a"}), (*CARD, "id"), "cardset.id"),
            (a_set(SURFER, symbol="Beach!"), ("set",), "cardset.symbol"),
            (a_set(SURFER) | {"total": 5}, ("total",), "cardset.total"),
            (a_set(SURFER | {"timing": "flag"}), (*CARD, "timing"), "cardset.untimed"),
        ],
    )
    def test_a_problem_and_where_it_is(self, content: Any, path: Path, key: str) -> None:
        (problem,) = grave(content)
        assert (problem.path, problem.key) == (path, key)

    @pytest.mark.parametrize(
        ("timing", "effect", "key"),
        [
            ("reveal", {"op": "dance"}, "shape.value"),
            ("reveal", {"amount": 1}, "shape.missing"),
            ("reveal", 1, "shape.kind"),
            ("bench", {"op": "power_bonus", "amount": 1}, "cardset.timing"),
            ("reveal", {"op": "aura", "amount": 1}, "cardset.timing"),
            ("picked", {"op": "next_card_bonus", "amount": 1}, "cardset.picked"),
            (
                "reveal",
                {"op": "look", "zone": "own_deck_top", "then": "reorder_top"},
                "cardset.look",
            ),
            ("reveal", {"op": "look", "zone": "own_deck_all", "then": "reorder_top"}, ORDER),
            ("reveal", LOOK | {"n": 3, "then": "one_bottom_one_top"}, "cardset.look-split"),
            ("reveal", {"op": "gain_fans", "amount": 0, "who": "self"}, "cardset.fans"),
            ("picked", {"op": "gain_fans", "amount": 1, "who": "opponent"}, "cardset.fans-picked"),
            ("picked", FAN | {"if": {"own_trophies_max": 1}}, "cardset.fans-picked"),
            ("attack", {"op": "power_bonus", "amount": 1, "per": PER}, "cardset.per-filter"),
            ("picked", {"op": "extra_pick", "cost": {"remove_from_deck": 0}}, "cardset.cost"),
        ],
    )
    def test_a_problem_of_an_effect(self, timing: str, effect: Any, key: str) -> None:
        (problem,) = grave(a_set(SURFER | {"timing": timing, "effects": [effect]}))
        assert problem.path[:4] == ("cards", 0, "effects", 0)
        assert (problem.key, problem.about) == (key, "beach-surfer-a")

    def test_a_timing_is_named_as_it_is_written(self) -> None:
        effect = {"op": "look", "zone": "own_deck_top", "n": 2, "then": "reorder_top"}
        (problem,) = grave(a_set(SURFER | {"timing": "flag", "effects": [effect]}))
        said = engine.words("en").say(problem.key, **problem.data)
        assert said.startswith("look cannot happen at flag; it can at ")

    @pytest.mark.parametrize(
        ("changes", "field", "key"),
        [
            ({"min": 2, "max": 1}, "min", "cardset.range"),
            ({"source": "removed", "chooser": "none"}, "source", "cardset.zones"),
            ({"source": "self", "chooser": "none"}, "source", "cardset.self"),
            (
                {"source": "own_deck_top", "chooser": "none", "filter": DOG},
                "filter",
                "cardset.filter",
            ),
            ({"dest": "level_pile_A"}, "dest", "cardset.zones"),
            ({"dest": "own_bench"}, "dest", "cardset.zones"),
            ({"chooser": "none"}, "chooser", "cardset.chooser"),
        ],
    )
    def test_a_problem_of_a_move(self, changes: dict[str, Any], field: str, key: str) -> None:
        move = {
            "op": "move",
            "source": "own_bench",
            "dest": "own_exhaust",
            "min": 0,
            "max": 1,
            "chooser": "self",
        }
        (problem,) = grave(a_set(SURFER | {"timing": "reveal", "effects": [move | changes]}))
        assert (problem.path[-1], problem.key) == (field, key)

    @pytest.mark.parametrize(
        ("within", "beyond", "key"),
        [
            ({"level": "A", "power": 0}, {"power": -1}, "cardset.power"),
            ({"level": "A", "power": 3}, {"power": 4}, "cardset.power"),
            ({"level": "B", "power": 5}, {"power": 6}, "cardset.power"),
            ({"level": "C", "power": 10}, {"power": 11}, "cardset.power"),
            ({"level": "S", "power": 99}, {"power": 100}, "shape.range"),
            ({"copies": 1}, {"copies": 0}, "cardset.copies"),
            ({"copies": 99}, {"copies": 100}, "shape.range"),
            ({"name": "x"}, {"name": ""}, "cardset.name"),
            ({"name": "x" * 40}, {"name": "x" * 41}, "cardset.name"),
            ({"name_ko": "x" * 40}, {"name_ko": "x" * 41}, "cardset.name"),
            ({"id": f"b-{'x' * 58}"}, {"id": f"b-{'x' * 59}"}, "cardset.id"),
        ],
    )
    def test_the_last_value_that_a_card_may_have(
        self, within: dict[str, Any], beyond: dict[str, Any], key: str
    ) -> None:
        """The next one is refused."""
        assert grave(a_set(SURFER | within)) == []
        assert [problem.key for problem in grave(a_set(SURFER | within | beyond))] == [key]

    @pytest.mark.parametrize(
        ("timing", "effect", "beyond", "key"),
        [
            ("reveal", FAN, {"amount": 0}, "cardset.fans"),
            ("reveal", LOOK | {"n": 1, "then": "reorder_top"}, {"n": 0}, "cardset.look"),
            ("reveal", LOOK | {"n": 2, "then": "one_bottom_one_top"}, {"n": 1}, SPLIT),
            ("reveal", LOOK | {"n": 2, "then": "one_bottom_one_top"}, {"n": 3}, SPLIT),
            (
                "picked",
                {"op": "extra_pick", "cost": {"remove_from_deck": 1}},
                {"cost": {"remove_from_deck": 0}},
                "cardset.cost",
            ),
            ("reveal", MOVE | {"min": 0, "max": 1}, {"min": -1}, "cardset.range"),
            ("reveal", MOVE | {"min": 1, "max": 1}, {"min": 2}, "cardset.range"),
            ("reveal", MOVE | {"min": 0, "max": 1}, {"max": 0}, "cardset.range"),
        ],
    )
    def test_the_last_value_that_an_effect_may_have(
        self, timing: str, effect: dict[str, Any], beyond: dict[str, Any], key: str
    ) -> None:
        """The next one is refused."""
        assert grave(a_set(SURFER | {"timing": timing, "effects": [effect]})) == []
        changed = a_set(SURFER | {"timing": timing, "effects": [effect | beyond]})
        assert [problem.key for problem in grave(changed)] == [key]

    def test_everything_that_has_not_the_shape_is_found_at_once(self) -> None:
        odd = {"op": "mov", "source": "own_bench"}
        content = a_set(SURFER | {"levle": "A", "effects": [odd, 4]}, {"id": "beach-x-a"})
        found = [(problem.path[1:], problem.key) for problem in grave(content)]
        assert found == [
            ((0, "levle"), "shape.field"),
            ((0, "effects", 0, "op"), "shape.value"),
            ((0, "effects", 1), "shape.kind"),
            ((1,), "shape.missing"),
        ]

    def test_a_word_that_is_near(self) -> None:
        (problem,) = grave(a_set(SURFER | {"nmae_ko": "서퍼"}))
        assert (problem.word, "name_ko" in problem.near) == ("nmae_ko", True)

    def test_a_name_that_another_set_has(self) -> None:
        (problem,) = grave(a_set({"id": "beach-dog-a", "name": "Dog"}))
        assert (problem.path, problem.key) == ((*CARD, "name"), "cardset.name-taken")
        (problem,) = grave(a_set(SURFER | {"id": "city-dog-b"}))
        assert (problem.path, problem.key) == ((*CARD, "id"), "cardset.id-taken")

    def test_a_set_of_the_box_may_be_corrected(self) -> None:
        castle = a_set({"id": "castle-pig-a", "name": "Pig"}, symbol="castle")
        replaces, missing = hints(castle)
        assert (replaces.key, missing.key) == ("cardset.hint.replaces", "cardset.hint.missing")
        assert "Dragon" in missing.data["names"]
        assert hints(sets.set_content(SETS["castle"])) == []

    def test_what_is_no_error_is_told_as_well(self) -> None:
        per = {"count": "own_bench_cards", "filter": {"name": "Surfr", "set": "castle"}}
        bonus = {"op": "power_bonus", "amount": 1, "per": per}
        odd, unheard = hints(a_set(ODD, SURFER | {"timing": "attack", "effects": [bonus]}))
        assert (odd.path, odd.key) == ((*CARD, "effects", 0), "cardset.hint.manual")
        path = ("cards", 1, "effects", 0, "per", "filter", "name")
        assert (unheard.path, unheard.key, unheard.word) == (path, "cardset.hint.unheard", "Surfr")

    def test_every_problem_has_a_sentence_in_both_languages(self) -> None:
        files = (
            "json_shapes.py",
            "challengers/cards/validity.py",
            "challengers/cards/collection.py",
            "../replay/files/card_sets.py",
        )
        source = "".join((ROOT / "engines" / name).read_text(encoding="utf-8") for name in files)
        keys = set(re.findall(r'"((?:cardset|shape)\.[a-z.-]+)"', source))
        assert len(keys) > 25
        for lang in LANGUAGES:
            assert keys <= set(engine.words(lang).text)

    def test_reading_a_broken_set_says_everything(self) -> None:
        with pytest.raises(CardSetError) as caught:
            sets.read_set(a_set(SURFER | {"power": 9}, LIFT | {"copies": 0}))
        assert [problem.key for problem in caught.value.problems] == [
            "cardset.power",
            "cardset.copies",
        ]

    def test_what_is_listed_of_a_set(self) -> None:
        content = a_set(SURFER, LIFT) | {"name": {"en": "Beach", "ko": "해변"}, "version": "2"}
        card_set, problems = card_sets.check(content)
        assert card_set is not None
        assert card_set[:5] == ("beach", {"en": "Beach", "ko": "해변"}, "2", 2, 8)
        assert engine.open(Setup(2, options={"cardsets": [card_set.content]})).extra.keys() == {
            "beach-surfer-a",
            "beach-lift-b",
        }
        assert problems == ()


class TestInAMatch:
    def test_the_match_keeps_the_sets_it_uses(self) -> None:
        setup = Setup(2, options={"cardsets": [a_set(SURFER, LIFT)]})
        state = engine.open(setup)
        assert state.book.count("pile.A", "beach-surfer-a") == 4
        assert set(state.extra) == {"beach-surfer-a", "beach-lift-b"}
        state = play_texts(state, "a: surfer", "b: 서퍼")
        assert state.book.count("a.deck", "beach-surfer-a") == 1

    def test_a_set_of_the_box_can_be_kept_with_the_match_too(self) -> None:
        kept = Setup(2, options={"cardsets": [sets.set_content(SETS["castle"])]})
        assert engine.open(kept).book == engine.open(Setup(2)).book

    def test_a_broken_set_opens_no_match_and_ends_none(self) -> None:
        running = engine.open(Setup(2, options={"cardsets": [a_set(SURFER)]}))
        with pytest.raises(SetupError) as caught:
            engine.open(Setup(2, options={"cardsets": [a_set(SURFER | {"power": 9})]}))
        assert (caught.value.key, caught.value.data["level"]) == ("cardset.power", "A")
        assert play_texts(running, "a: surfer").book.count("a.deck", "beach-surfer-a") == 1

    def test_a_name_of_the_box_is_refused(self) -> None:
        with pytest.raises(SetupError) as caught:
            engine.open(
                Setup(2, options={"cardsets": [a_set({"id": "beach-dog-a", "name": "Dog"})]})
            )
        assert caught.value.key == "cardset.name-taken"

    def test_two_sets_of_one_symbol_are_refused(self) -> None:
        with pytest.raises(SetupError) as caught:
            engine.open(Setup(2, options={"cardsets": [a_set(SURFER), a_set(LIFT)]}))
        assert (caught.value.key, caught.value.data) == ("cardset.set-twice", {"set": "beach"})

    def test_two_sets_with_a_card_of_one_name_are_refused(self) -> None:
        other = a_set({"id": "pool-surfer-b", "name": "Surfer", "level": "B"}, symbol="pool")
        with pytest.raises(SetupError) as caught:
            engine.open(Setup(2, options={"cardsets": [a_set(SURFER), other]}))
        assert caught.value.key == "cardset.name-taken"
        assert caught.value.data["other"] == "beach"

    def test_its_cards_are_called_as_their_owner_calls_them(self) -> None:
        state = engine.open(Setup(2, options={"cardsets": [a_set(SURFER, LIFT)]}))
        assert engine.own_names(state, "en")["beach-surfer-a"] == "Surfer"
        assert engine.own_names(state, "ko") == {"beach-surfer-a": "서퍼", "beach-lift-b": "Lift"}
        castle = {"cardsets": [sets.set_content(SETS["castle"])]}
        assert engine.own_names(engine.open(Setup(2, options=castle)), "ko") == {}

    def test_a_corrected_set_replaces_the_boxes(self) -> None:
        pig = {"id": "castle-pig-a", "name": "Pig", "power": 1}
        state = engine.open(Setup(2, options={"cardsets": [a_set(pig, symbol="castle")]}))
        assert state.book.find("castle-horse-b") is None
        options = {"cardsets": [a_set(pig, symbol="castle")]}
        laid = lay_out({"a": ["castle-pig-a"], "b": ["city-dog-s"] * 2}, options=options)
        assert open_duel(play_texts(begin(laid, "a"), "pig"), PARK).flag_power() == 1

    def test_an_effect_no_card_of_the_box_has(self) -> None:
        options = {"cardsets": [a_set(LIFT)]}
        decks = {"a": ["castle-dragon-c"] * 2, "b": ["beach-lift-b", "city-dog-s"]}
        state = play_texts(begin(lay_out(decks, options=options), "a"), "dragon")
        places = state.book.places | {"b.exhaust": {"film-cat-a": 1}}
        state = play_texts(replace(state, book=replace(state.book, places=places)), "lift", "cat")
        assert state.duels[PARK].tops[1] == ("film-cat-a",)

    @pytest.mark.parametrize(
        ("phase", "attacking", "guarding"),
        [("attack", 5, 2), ("flag", 2, 5), ("any", 5, 5)],
    )
    def test_power_for_the_next_card_counts_in_its_phase(
        self, phase: str, attacking: int, guarding: int
    ) -> None:
        effect = {"op": "next_card_bonus", "amount": 3, "phase": phase}
        cheer = {"id": "beach-cheer-a", "name": "Cheer", "power": 1} | {"effects": [effect]}
        options = {"cardsets": [a_set(cheer | {"timing": "reveal"})]}
        decks = {"a": ["city-champion-s", "film-lion-b"], "b": ["beach-cheer-a", "city-talent-s"]}
        state = play_texts(begin(lay_out(decks, options=options), "a"), "champion", "cheer")
        assert strength(state, "talent") == (1 + attacking, 4)
        (captured,) = engine.parse("talent ~captured=1", state)
        state, _ = engine.apply(state, captured)
        assert strength(state, "lion") == (5, guarding)

    def test_a_manual_effect_is_told_by_the_table(self) -> None:
        options = {"cardsets": [a_set(ODD)]}
        decks = {"a": ["city-dog-s", "film-cat-a"], "b": ["beach-odd-a", "city-dog-s"]}
        state = play_texts(begin(lay_out(decks, options=options), "a"), "dog", "odd")
        prompt = engine.list_prompts(replace(state, level="actions"))[0]
        assert (prompt.ask, prompt.data["card"]) == ("ask.manual", "beach-odd-a")
        told = ByHand(
            park=PARK,
            moves=(CardMove("film-cat-a", "a.deck", "a.bench"),),
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
        state = play_texts(begin(lay_out(decks, options=options), "a"), "dog", "odd", "-")
        assert state.duels[PARK].steps == ()


class TestRegistering:
    def test_c23_a_card_by_name_and_power(self) -> None:
        state = play_texts(engine.open(Setup(2, level="actions")), "card Beach Surfer 3")
        assert state.extra["table-beach_surfer"].power == 3
        state = play_texts(state, "a: surfer", "a: ok", "b: ok", "s a", "surfer")
        assert open_duel(state, PARK).flag_power() == 3
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
        card = {"id": "table-surfer", "name": "Surfer"} | gangster
        full = Register(cards=sets.read_set(a_set(card, symbol="table")))
        after = ("a: ok", "b: surfer", "b: ok", "s a", "champion")
        strengths = [
            strength(play_texts(engine.apply(opened, first)[0], *after), "surfer")
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
