"""Duels of Challengers!, card by card: the rules C40 to C84, and what the record can say."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.book import is_unknown
from engines.challengers import engine
from engines.challengers.actions import Choose, Left, LookAt, Out, Pick, Reveal, Win
from engines.challengers.duel.beginning import open_duel
from engines.challengers.duel.quote import find_comparisons, quote
from engines.challengers.state import NameStep, State, TurnStep
from engines.protocol import find_breaches
from engines.values import TABLE, Setup
from tests.engines.challengers.positions import PARK, begin, lay_out, list_breaches, play_texts
from tests.some import some

HORSES = ["castle-horse-b"] * 3
DRAGONS = ["castle-dragon-c"] * 2


def duel(a: list[str], b: list[str], first: str = "a", **how: object) -> State:
    """Return a duel begun, the decks' lists known."""
    return begin(lay_out({"a": a, "b": b}, **how), first)  # type: ignore[arg-type]


def on_bench(state: State, side: str, cards: dict[str, int]) -> State:
    """Return the table with some cards on a bench."""
    places = state.book.places | {f"{side}.bench": cards}
    return replace(state, book=replace(state.book, places=places))


def strength(state: State, text: str) -> tuple[int, int]:
    """Return what a card brings the attack to, and against what."""
    (action,) = engine.parse(text, state)
    _, attack, defence, *_ = find_comparisons(state, action)[-1]
    assert sum(line.n for line in quote(state, action)) == attack - defence
    return attack, defence


def list_results(state: State, text: str) -> list[tuple[str, str]]:
    """Return what an action came to in the end, with the rules."""
    (action,) = engine.parse(text, state)
    return [(line.label, line.rule) for line in quote(state, action) if not line.n]


class TestWhy:
    def test_c44_c46_c52_what_a_card_came_to_is_said(self) -> None:
        state = duel(["city-dog-s"], ["city-newcomer-s"] * 3)
        assert list_results(state, "dog") == []
        state = play_texts(state, "dog")
        assert list_results(state, "new") == [("line.held", "C44")]
        state = play_texts(state, "new", "new")
        assert list_results(state, "new") == [
            ("line.captured", "C46"),
            ("line.ended.deck", "C52"),
        ]
        assert list_results(state, "out") == [("line.ended.deck", "C52")]


class TestFlow:
    def test_c42_the_first_card_has_the_flag_and_the_other_side_attacks(self) -> None:
        state = play_texts(duel(["city-dog-s"], ["city-newcomer-s"] * 2), "dog")
        under_way = state.duels[PARK]
        assert (under_way.holder, under_way.turn) == (0, 1)

    def test_c44_the_attack_adds_up_and_a_tie_is_enough(self) -> None:
        state = play_texts(
            duel(["city-champion-s", "city-dog-s"], ["city-talent-s"] * 3), "champion"
        )
        assert strength(state, "talent") == (2, 4)
        state = play_texts(state, "talent")
        assert strength(state, "talent") == (4, 4)

    def test_c45_only_the_last_card_defends(self) -> None:
        state = play_texts(
            duel(["city-champion-s", "city-dog-s"], ["city-talent-s"] * 3), "champion"
        )
        state = play_texts(state, "talent", "talent")
        assert strength(state, "dog") == (3, 2)

    def test_c47_the_whole_beaten_stack_is_benched(self) -> None:
        decks = (["city-champion-s", *DRAGONS], ["city-talent-s", "city-dog-s", "city-newcomer-s"])
        state = play_texts(duel(*decks), "champion", "talent", "dog", "dragon")
        bench = state.book.holding("b.bench")
        assert bench == {"city-talent-s": 1, "city-dog-s": 1}

    def test_c50_printings_of_one_name_share_a_seat(self) -> None:
        state = duel(["city-dog-s"], ["city-dog-s"])
        state = on_bench(state, "a", {"city-dog-s": 1, "city-dog-b": 2})
        assert open_duel(state, PARK).count_seats(0) == 1

    def test_c51_a_seventh_name_loses_and_six_do_not(self) -> None:
        six = {
            "castle-pig-a": 1,
            "film-cat-a": 1,
            "funfair-pony-a": 1,
            "haunted-spider-a": 1,
            "space-cow-a": 1,
        }
        state = on_bench(
            duel(["ship-parrot-a", *HORSES, "city-dog-s"], [*HORSES, *HORSES]), "a", six
        )
        state = play_texts(state, "parrot", "horse")
        assert PARK in state.duels
        state = play_texts(state, "horse", "horse")
        outcome = state.outcomes[f"{PARK}.1"]
        assert (outcome.winner, outcome.reason, outcome.seats["a"]) == ("b", "bench", 7)

    def test_c52_no_card_left_loses(self) -> None:
        state = play_texts(duel(["city-champion-s"], ["city-dog-s"]), "champion", "dog")
        outcome = state.outcomes[f"{PARK}.1"]
        assert (outcome.winner, outcome.reason, outcome.reveals) == ("a", "deck", 2)

    def test_c52_an_empty_deck_loses_at_the_start(self) -> None:
        assert duel([], ["city-dog-s"]).outcomes[f"{PARK}.1"].winner == "b"
        state = play_texts(duel(["city-dog-s"], []), "dog")
        assert state.outcomes[f"{PARK}.1"].winner == "a"

    def test_c62_everything_goes_back(self) -> None:
        decks = (
            ["city-champion-s", "city-dog-s"],
            ["city-talent-s", "city-dog-s", "haunted-ghost-b"],
        )
        state = duel(*decks)
        before = {side: dict(state.book.holding(f"{side}.deck")) for side in "ab"}
        state = play_texts(state, "champion", "ghost", "talent", "f dog")
        assert state.duels == {}
        assert {s: dict(state.book.holding(f"{s}.deck")) for s in "ab"} == before

    def test_the_duel_says_what_is_still_to_beat(self) -> None:
        state = play_texts(duel(["city-champion-s", *HORSES], ["city-newcomer-s"] * 3), "champion")
        state = play_texts(state, "newcomer")
        prompt = engine.list_prompts(replace(state, level="actions"))[0]
        assert (prompt.ask, prompt.data["need"]) == ("ask.reveal", 3)


class TestOutOfTurn:
    def test_c44_the_wrong_side_reveals(self) -> None:
        state = play_texts(duel(["city-champion-s", *HORSES], [*HORSES, "city-dog-s"]), "champion")
        assert [b.why for b in list_breaches(state, "a: horse")] == ["C44.turn"]

    def test_c44_the_table_took_the_flag_to_have_been_captured(self) -> None:
        state = play_texts(duel(["city-champion-s", *HORSES], ["city-newcomer-s"] * 2), "champion")
        state = play_texts(state, "newcomer")
        (action,) = engine.parse("a: horse", state)
        state, _ = engine.apply(state, action)
        assert state.book.count("a.bench", "city-champion-s") == 1
        assert state.duels[PARK].holder == 0

    def test_c41_the_toss_must_be_told(self) -> None:
        state = replace(lay_out({"a": HORSES, "b": HORSES}), level="full")
        assert engine.list_prompts(state)[0].ask == "ask.start"
        assert [b.why for b in list_breaches(state, "horse")] == ["C41.toss"]
        assert list_breaches(state, "b: horse") == []

    def test_c41_the_later_trophy_starts(self) -> None:
        state = lay_out({"a": HORSES, "b": HORSES}, trophies={"b": 1})
        assert [b.rule for b in list_breaches(state, "s a")] == ["C41"]
        assert list_breaches(state, "s b") == []
        assert [b.rule for b in list_breaches(state, "w a over b sa")] == ["C41"]
        state = play_texts(state, "horse")
        assert state.duels[PARK].holder == 1

    def test_c40_a_duel_begins_once(self) -> None:
        state = play_texts(duel(HORSES, HORSES), "horse")
        assert [b.why for b in list_breaches(state, "s b")] == ["C40.again"]

    def test_c52_out_with_cards_left(self) -> None:
        state = play_texts(duel(HORSES, HORSES), "horse")
        assert [b.why for b in list_breaches(state, "o")] == ["C52.cards"]
        assert [b.why for b in list_breaches(state, "o a")] == ["C52.turn", "C52.cards"]

    def test_after_the_end_a_card_belongs_to_the_next_duel(self) -> None:
        state = play_texts(duel(["city-champion-s"], ["city-dog-s"]), "champion", "dog")
        assert [b.rule for b in list_breaches(state, "dog")] == []
        state = play_texts(state, "champion")
        assert state.duels[PARK].round == 2


class TestOverrides:
    def test_c44_captured_although_too_weak(self) -> None:
        state = play_texts(duel(["city-champion-s", *HORSES], ["city-dog-s"] * 2), "champion")
        (breach,) = list_breaches(state, "dog ~captured=1")
        assert (breach.why, breach.data["attack"], breach.data["defence"]) == ("C44.captured", 3, 4)
        (action,) = engine.parse("dog ~captured=1", state)
        assert engine.apply(state, action)[0].duels[PARK].holder == 1

    def test_c44_not_captured_although_strong_enough(self) -> None:
        state = play_texts(duel(["city-dog-s", *HORSES], ["city-champion-s", "city-dog-s"]), "dog")
        assert [b.why for b in list_breaches(state, "champion ~captured=0")] == ["C44.held"]
        assert list_breaches(state, "champion ~captured=1") == []

    def test_c71_another_bonus(self) -> None:
        state = on_bench(duel(["city-dog-s"], ["castle-jester-a", "city-dog-s"]), "b", {})
        state = play_texts(state, "dog")
        assert [b.why for b in list_breaches(state, "jester ~bonus=3")] == ["C71.bonus"]
        (action,) = engine.parse("jester ~bonus=3", state)
        after, _ = engine.apply(state, action)
        assert after.outcomes[f"{PARK}.1"].winner == "b"

    def test_c71_fans_forgotten(self) -> None:
        state = play_texts(
            duel(["city-newcomer-s", *HORSES], ["film-heroine-c", "city-dog-s"]), "newcomer"
        )
        assert [b.why for b in list_breaches(state, "heroine ~fans=0")] == ["C71.fans"]
        assert list_breaches(state, "heroine ~fans=3") == []
        (action,) = engine.parse("heroine ~fans=0", state)
        assert engine.apply(state, action)[0].book.count("b.fans", "fan") == 0

    def test_c52_the_table_did_not_notice_the_end(self) -> None:
        state = play_texts(duel(["city-champion-s"], ["city-dog-s"]), "champion")
        assert [b.why for b in list_breaches(state, "dog ~end=0")] == ["C52.end"]
        (action,) = engine.parse("dog ~end=0", state)
        assert PARK in engine.apply(state, action)[0].duels


class TestPower:
    def test_c71_a_bonus_is_fixed_on_revealing(self) -> None:
        state = play_texts(
            duel(["city-champion-s", *HORSES], ["castle-jester-a", *HORSES]), "champion"
        )
        state = on_bench(state, "b", {"city-newcomer-s": 1})
        state = play_texts(state, "jester")
        bench_gone = on_bench(state, "b", {})
        assert open_duel(bench_gone, PARK).flag_power() == 4

    def test_c71_live_it_is_counted_anew(self) -> None:
        live = {"reveal_bonus": "live"}
        state = duel(["city-champion-s", *HORSES], ["castle-jester-a", *HORSES], options=live)
        state = on_bench(play_texts(state, "champion"), "b", {"city-newcomer-s": 1})
        state = play_texts(state, "jester")
        assert open_duel(state, PARK).flag_power() == 4
        assert open_duel(on_bench(state, "b", {}), PARK).flag_power() == 1

    @pytest.mark.parametrize(
        ("card", "bench", "power"),
        [
            ("city-mascot-b", {"city-dog-s": 1, "castle-pig-a": 2}, 4),
            ("castle-stable_boy-a", {"castle-pig-a": 2, "city-dog-b": 1}, 5),
            ("castle-hermit-a", {"castle-pig-a": 1}, 4),
            ("castle-hermit-a", {"city-dog-s": 1}, 2),
            ("funfair-mime-b", {"city-dog-s": 1, "city-dog-b": 1, "castle-pig-a": 1}, 5),
            ("haunted-teenager-b", {"haunted-bat-b": 2}, 4),
            ("ship-merman-a", {"ship-shark-b": 1}, 4),
            ("ship-merman-a", {"city-dog-s": 1}, 1),
        ],
    )
    def test_c71_what_counts_the_own_bench(
        self, card: str, bench: dict[str, int], power: int
    ) -> None:
        state = play_texts(duel(DRAGONS, [card, *HORSES]), "dragon")
        assert strength(on_bench(state, "b", bench), card)[0] == power

    def test_c71_what_counts_the_other_bench(self) -> None:
        state = lay_out({"a": DRAGONS, "robot": ["robot-mechanic-r", "robot-autocorrect-solo"]})
        state = on_bench(
            play_texts(begin(state, "a"), "dragon"), "a", {"castle-horse-b": 2, "city-dog-s": 1}
        )
        assert strength(state, "mechanic")[0] == 5
        assert strength(state, "autocorrect")[0] == 5

    def test_c70_never_below_zero(self) -> None:
        state = lay_out({"a": DRAGONS, "robot": ["robot-autocorrect-solo"]})
        sets = ["city-dog-s", "castle-pig-a", "film-cat-a", "funfair-pony-a", "haunted-bat-b"]
        sets += ["space-cow-a", "ship-shark-b"]
        state = begin(state, "a")
        state = play_texts(state, "dragon")
        assert strength(on_bench(state, "a", dict.fromkeys(sets, 1)), "auto")[0] == 0
        foreign = dict.fromkeys([*sets, "robot-alpha-s"], 1)
        (action,) = engine.parse("auto", state)
        lines = engine.quote(on_bench(state, "a", foreign), action)
        assert [line.label for line in lines[:3]] == ["line.base", "line.reveal", "line.floor"]

    def test_c94_a_cyborg_is_as_strong_as_the_round(self) -> None:
        state = lay_out({"a": DRAGONS, "robot": ["robot-cyborg-s"] * 4}, round_=5)
        state = play_texts(begin(state, "a"), "dragon")
        assert strength(state, "cyb")[0] == 5
        friend = lay_out({"a": DRAGONS, "robot": ["robot-cyborg_friend-r"]}, round_=5)
        friend = on_bench(play_texts(begin(friend, "a"), "dragon"), "robot", {"robot-cyborg-s": 3})
        assert strength(friend, "friend")[0] == 4

    def test_c72_while_attacking_and_not_when_defending(self) -> None:
        state = play_texts(
            duel(["city-champion-s", *HORSES], ["film-gangster-a", *HORSES]), "champion"
        )
        assert strength(state, "gangster") == (4, 4)
        assert open_duel(play_texts(state, "gangster"), PARK).flag_power() == 2

    def test_c72_knights_count_the_opponents_trophies(self) -> None:
        state = duel(DRAGONS, ["castle-knight-b"], trophies={"a": 3})
        assert strength(play_texts(state, "dragon"), "knight")[0] == 6
        robot = lay_out({"a": DRAGONS, "robot": ["robot-robo_knight-r"]}, trophies={"a": 2})
        assert strength(play_texts(begin(robot, "a"), "dragon"), "robo")[0] == 5

    @pytest.mark.parametrize(("card", "power"), [("haunted-skeleton-a", 3), ("ship-treasure-a", 4)])
    def test_c73_with_the_flag_only(self, card: str, power: int) -> None:
        state = play_texts(duel(["city-talent-s", *HORSES], [card, *HORSES]), "talent")
        assert strength(state, card)[0] == 2
        assert open_duel(play_texts(state, card), PARK).flag_power() == power

    def test_c73_the_illusionist_counts_seats_live(self) -> None:
        state = play_texts(duel(["funfair-illusionist-c"], DRAGONS), "illusionist")
        assert open_duel(state, PARK).flag_power() == 11
        assert open_duel(on_bench(state, "a", {"city-dog-s": 2}), PARK).flag_power() == 10

    @pytest.mark.parametrize(
        ("aura", "card", "attack", "defence"),
        [
            ("castle-blacksmith-b", "city-dog-s", 1, 1),
            ("castle-bard-c", "city-dog-s", 1, 0),
            ("film-makeup_artist-a", "city-newcomer-s", 2, 0),
            ("film-director-b", "film-cat-a", 1, 0),
            ("funfair-vendor-a", "funfair-pony-a", 1, 1),
            ("ship-cook-b", "city-dog-s", 0, 1),
            ("space-ai-a", "city-talent-s", 1, 1),
            ("space-band-b", "space-cow-a", 1, 1),
        ],
    )
    def test_c74_from_the_bench(self, aura: str, card: str, attack: int, defence: int) -> None:
        base = {"city-newcomer-s": 1, "city-talent-s": 2}.get(card, 3)
        weak = play_texts(duel(["city-newcomer-s", *HORSES], [card, *HORSES]), "newcomer")
        for copies in (1, 2):
            state = on_bench(weak, "b", {aura: copies, "city-champion-s": 1})
            assert strength(state, card)[0] == base + attack * copies
            assert open_duel(play_texts(state, card), PARK).flag_power() == base + defence * copies
        assert open_duel(on_bench(play_texts(weak, card), "b", {}), PARK).flag_power() == base

    def test_c74_auras_help_whom_they_name_only(self) -> None:
        weak = play_texts(duel(["city-newcomer-s", *HORSES], ["city-dog-s", *HORSES]), "newcomer")
        others = {"film-makeup_artist-a": 1, "film-director-b": 1, "space-ai-a": 1}
        assert strength(on_bench(weak, "b", others), "dog")[0] == 3

    def test_c76_the_next_card_has_two_more_while_attacking(self) -> None:
        decks = (["film-comic_character-b", "city-newcomer-s", *HORSES], DRAGONS)
        state = play_texts(duel(*decks), "comic", "dragon")
        assert strength(state, "newcomer") == (3, 7)
        state = play_texts(state, "newcomer")
        assert strength(state, "horse")[0] == 8


class TestFans:
    def test_c43_the_first_cards_effects_both_happen(self) -> None:
        state = play_texts(duel(["funfair-clown-a", *HORSES], HORSES), "clown")
        assert state.book.count("a.fans", "fan") == 2

    def test_c77_on_getting_the_flag(self) -> None:
        state = play_texts(
            duel(["city-newcomer-s", *HORSES], ["film-heroine-c", *HORSES]), "newcomer", "heroine"
        )
        assert state.book.count("b.fans", "fan") == 3
        assert state.duels[PARK].fans == (0, 3)

    def test_c71_with_few_trophies_or_cards(self) -> None:
        bus = play_texts(duel(["city-fan_bus-c", *HORSES], HORSES, trophies={"a": 3}), "fan")
        assert bus.book.count("a.fans", "fan") == 2
        full = play_texts(duel(["city-fan_bus-c", *HORSES], HORSES, trophies={"a": 4}), "fan")
        assert full.book.count("a.fans", "fan") == 0
        last = play_texts(duel(["funfair-pyrotechnician-b", "city-dog-s"], HORSES), "pyro")
        assert last.book.count("a.fans", "fan") == 2
        more = play_texts(duel(["funfair-pyrotechnician-b", *DRAGONS], HORSES), "pyro")
        assert more.book.count("a.fans", "fan") == 0

    def test_c76_the_chatbot_pays_the_other_side(self) -> None:
        state = lay_out({"robot": ["robot-chatbot-solo", "robot-beta-s"], "a": DRAGONS})
        state = play_texts(begin(state, "robot"), "chatbot", "dragon")
        assert state.book.count("a.fans", "fan") == 1


class TestChoices:
    def test_c80_what_may_be_chosen_can_be_declined(self) -> None:
        state = on_bench(
            play_texts(duel(DRAGONS, ["castle-sorcerer-b", *HORSES]), "dragon"), "b", {}
        )
        state = on_bench(state, "b", {"castle-pig-a": 1, "castle-horse-b": 1})
        state = play_texts(state, "sorcerer")
        prompt = engine.list_prompts(replace(state, level="actions"))[0]
        offered = [c.action for c in engine.choices(state, prompt)]
        assert prompt.optional
        assert offered == [
            Choose(seat=1, park=PARK),
            Choose(seat=1, park=PARK, cards=("castle-pig-a",)),
        ]
        declined = play_texts(state, "-")
        assert not declined.book.holding("b.exhaust")
        assert declined.duels[PARK].steps == ()
        assert play_texts(state, "pig").book.count("b.exhaust", "castle-pig-a") == 1

    def test_c80_what_must_be_chosen_cannot(self) -> None:
        state = play_texts(duel(DRAGONS, ["haunted-necromancer-b", *HORSES]), "dragon")
        state = on_bench(state, "b", {"city-talent-s": 1, "film-gangster-a": 1, "castle-pig-a": 1})
        state = play_texts(state, "necromancer")
        assert [b.why for b in list_breaches(state, "-")] == ["C80.number"]
        assert [b.why for b in list_breaches(state, "f horse")] == ["C80.pending"]
        assert [b.why for b in list_breaches(state, "c pig")] == ["C81.kind"]
        state = play_texts(state, "gangster")
        assert state.duels[PARK].tops[1] == ("film-gangster-a",)

    def test_c80_a_single_kind_needs_no_choice(self) -> None:
        state = play_texts(duel(DRAGONS, ["haunted-vampire-c", *HORSES]), "dragon")
        state = play_texts(on_bench(state, "b", {"city-dog-s": 1, "city-dog-b": 1}), "vampire")
        assert state.duels[PARK].tops[1] == ("city-dog-b",)

    def test_c82_the_owner_chooses(self) -> None:
        state = play_texts(duel(DRAGONS, ["ship-siren-c", *HORSES]), "dragon")
        state = play_texts(on_bench(state, "a", {"castle-bard-c": 1, "city-dog-s": 1}), "siren")
        assert [b.rule for b in list_breaches(state, "a: c bard")] == ["C82"]
        state = play_texts(state, "bard")
        assert state.book.count("a.exhaust", "castle-bard-c") == 1

    @pytest.mark.parametrize(("card", "least"), [("robot-drone-r", 1), ("robot-necromech-r", 0)])
    def test_c82_for_these_the_robots_opponent_chooses(self, card: str, least: int) -> None:
        state = play_texts(
            begin(lay_out({"a": DRAGONS, "robot": [card, "robot-beta-s"]}), "a"), "dragon"
        )
        state = on_bench(state, "a", {"city-talent-s": 1, "film-gangster-a": 1})
        state = play_texts(state, card)
        prompt = engine.list_prompts(replace(state, level="full"))[0]
        assert (prompt.seat, prompt.data["least"], prompt.data["most"]) == (0, least, 1)
        state = play_texts(state, "talent")
        place = "a.exhaust" if card == "robot-drone-r" else "a.deck"
        assert state.book.count(place, "city-talent-s") == 1

    def test_c82_movie_star_takes_newcomers_only(self) -> None:
        state = play_texts(duel(DRAGONS, ["film-movie_star-a", *HORSES]), "dragon")
        state = play_texts(on_bench(state, "b", {"city-newcomer-s": 3, "city-dog-s": 1}), "movie")
        assert [b.why for b in list_breaches(state, "newcomer*3")] == ["C80.number"]
        state = play_texts(state, "newcomer*2")
        assert state.duels[PARK].tops[1] == ("city-newcomer-s", "city-newcomer-s")
        assert state.duels[PARK].sizes[1] == 5

    def test_c80_nothing_is_to_be_chosen(self) -> None:
        state = play_texts(duel(HORSES, HORSES), "horse")
        assert [b.why for b in list_breaches(state, "c horse")] == ["C80.undue"]


class TestMoves:
    def test_c80_a_choice_that_nobody_told_is_passed_over(self) -> None:
        state = duel(["city-newcomer-s", *DRAGONS], ["film-movie_star-a", *HORSES])
        state = on_bench(play_texts(state, "newcomer"), "b", {"city-newcomer-s": 1})
        state = play_texts(state, "movie star")
        assert state.duels[PARK].steps, "the star may take the newcomer"
        for text in ("a: dragon", f"reveal {PARK} castle-dragon-c"):
            assert list_breaches(state, text) == [], "it is a's turn, from a's deck"

    def test_c76_prince_and_pod_never_reach_the_bench(self) -> None:
        state = play_texts(duel(["castle-prince-c", "city-dog-s"], DRAGONS), "prince", "dragon")
        assert state.book.holding("a.exhaust") == {"castle-prince-c": 1}
        assert not state.book.holding("a.bench")

    def test_c79_the_pod_leaves_for_good_and_a_card_comes(self) -> None:
        decks = {"a": ["space-rescue_pod-a", "city-dog-s"], "b": DRAGONS}
        state = begin(lay_out(decks, piles={"B": ["film-lion-b"]}), "a")
        state = play_texts(state, "pod", "dragon", "dog")
        assert state.duels == {}
        deck = state.book.holding("a.deck")
        (name,) = [item for item in deck if is_unknown(item)]
        assert engine.list_possible_faces(state, name) == ("film-lion-b",)
        assert state.book.count("discard.A", "space-rescue_pod-a") == 1
        assert state.players["a"].gone == ("space-rescue_pod-a",)

    def test_c79_a_gone_card_cannot_be_revealed_again(self) -> None:
        decks = {"a": ["space-rescue_pod-a", "city-dog-s"], "b": DRAGONS}
        state = begin(lay_out(decks, piles={"B": []}), "a")
        state = play_texts(state, "pod", "dragon", "dog")
        state = replace(
            state, players={s: replace(p, touched=True) for s, p in state.players.items()}
        )
        assert "C79.gone" in [b.why for b in list_breaches(begin(state, "a"), "pod")]

    def test_c79_villain_and_ufo(self) -> None:
        piles = {"A": ["castle-pig-a", "film-cat-a", "space-cow-a"]}
        state = begin(
            lay_out({"a": ["film-villain-c", "city-dog-s"], "b": DRAGONS}, piles=piles), "a"
        )
        state = play_texts(state, "villain")
        (name,) = state.duels[PARK].tops[0]
        assert (name, state.duels[PARK].sizes[0]) == ("?a.1", 2)
        state = begin(lay_out({"a": ["space-ufo-b", "city-dog-s"], "b": DRAGONS}, piles=piles), "a")
        state = play_texts(state, "ufo")
        assert (state.duels[PARK].bottoms[0], state.duels[PARK].sizes[0]) == (("?a.1", "?a.2"), 3)

    def test_c79_an_unseen_card_shows_itself_and_stays(self) -> None:
        piles = {"A": ["castle-pig-a", "film-cat-a"]}
        decks = {"a": ["film-villain-c", "city-dog-s"], "b": ["castle-dragon-c"] * 4}
        state = play_texts(begin(lay_out(decks, piles=piles), "a"), "villain", "dragon", "dragon")
        assert [b.why for b in list_breaches(state, "dog")] == ["C40.level"]
        (reveal,) = engine.parse("cat", state)
        after, moves = engine.apply(state, reveal)
        assert [(m.name, m.item, m.rule) for m in moves if m.name] == [
            ("?a.1", "film-cat-a", "C79")
        ]
        after = play_texts(after, "dog")
        assert dict(after.book.holding("a.deck")) == {
            "film-villain-c": 1,
            "city-dog-s": 1,
            "film-cat-a": 1,
        }

    def test_c79_an_empty_pile_gives_nothing(self) -> None:
        state = begin(
            lay_out({"a": ["film-villain-c", "city-dog-s"], "b": DRAGONS}, piles={"A": []}), "a"
        )
        assert play_texts(state, "villain").duels[PARK].sizes[0] == 1

    def test_c35_when_empty_the_discards_are_used(self) -> None:
        state = lay_out(
            {"a": ["film-villain-c", "city-dog-s"], "b": DRAGONS},
            piles={"A": []},
            options={"tray_refill": "when_empty"},
        )
        places = state.book.places | {"discard.A": {"castle-pig-a": 1}}
        state = begin(replace(state, book=replace(state.book, places=places)), "a")
        state = play_texts(state, "villain")
        assert engine.list_possible_faces(state, "?a.1") == ("castle-pig-a",)

    def test_c79_hologram_and_robogram_fill_the_other_deck(self) -> None:
        piles = {"A": ["castle-pig-a"], "B": ["film-lion-b"]}
        state = begin(lay_out({"a": ["space-hologram-c"], "b": ["city-dog-s"]}, piles=piles), "a")
        assert play_texts(state, "hologram").duels[PARK].tops[1] == ("?b.1",)
        robot = {"robot": ["robot-robogram-solo"], "a": ["city-dog-s"]}
        state = begin(lay_out(robot, piles=piles), "robot")
        assert play_texts(state, "robogram").duels[PARK].tops[1] in {("?a.1",), ()}
        assert play_texts(state, "robogram").book.size("a.deck") == 2

    @pytest.mark.parametrize("card", ["haunted-ghost-b", "robot-virtual_ghost-r"])
    def test_c78_ghosts_exhaust_the_top_card(self, card: str) -> None:
        other = "robot" if card.startswith("robot") else "b"
        state = lay_out({"a": ["city-newcomer-s", "city-dog-s", "city-talent-s"], other: [card]})
        state = play_texts(begin(state, "a"), "newcomer", card)
        assert state.duels[PARK].sizes[state.duels[PARK].sides.index("a")] == 1
        assert set(engine.list_possible_faces(state, "?a.1")) == {"city-dog-s", "city-talent-s"}
        state = play_texts(state, "seen a.exhaust dog")
        assert state.book.holding("a.exhaust") == {"city-dog-s": 1}

    def test_c84_nothing_happens_to_an_empty_deck(self) -> None:
        state = play_texts(duel(["city-newcomer-s"], ["haunted-ghost-b", "city-dog-s"]), "newcomer")
        state = play_texts(state, "ghost")
        assert state.outcomes[f"{PARK}.1"].winner == "b"
        state = play_texts(
            duel(["city-newcomer-s", "city-dog-s"], ["ship-submarine-c"]), "newcomer"
        )
        assert play_texts(state, "submarine").book.size("b.exhaust") == 0

    def test_c78_the_submarine_exhausts_the_bottom_card(self) -> None:
        state = play_texts(
            duel(["ship-submarine-c", "city-dog-s", "city-talent-s"], DRAGONS), "submarine"
        )
        assert (state.book.size("a.exhaust"), state.duels[PARK].sizes[0]) == (1, 1)

    def test_c77_cowboy_sends_a_card_to_the_bench(self) -> None:
        state = play_texts(
            duel(["city-newcomer-s", "funfair-clown-a", *HORSES], ["film-cowboy-b", *HORSES]),
            "newcomer",
            "cowboy",
        )
        assert state.duels[PARK].steps == (NameStep(0), TurnStep())
        prompt = engine.list_prompts(replace(state, level="actions"))[0]
        assert (prompt.ask, prompt.place, prompt.optional) == ("ask.seen", "a.bench", True)
        state = play_texts(state, "clown")
        assert state.book.holding("a.bench") == {"city-newcomer-s": 1, "funfair-clown-a": 1}
        assert state.book.count("a.fans", "fan") == 0

    def test_c77_what_nobody_named_stays_unknown(self) -> None:
        state = play_texts(
            duel(["city-newcomer-s", "city-talent-s", *HORSES], ["film-cowboy-b", *HORSES]),
            "newcomer",
            "cowboy",
            "f horse",
        )
        assert "?a.1" in state.book.holding("a.bench")
        assert open_duel(state, PARK).count_seats(0) == 2

    def test_c51_a_card_sent_to_the_bench_can_be_one_name_too_many(self) -> None:
        six = dict.fromkeys(
            ["castle-pig-a", "film-cat-a", "funfair-pony-a", "haunted-spider-a", "space-cow-a"], 1
        )
        state = duel(["city-newcomer-s", "city-dog-s", *HORSES], ["film-cowboy-b", *HORSES])
        state = play_texts(on_bench(state, "a", six), "newcomer", "cowboy", "dog")
        outcome = state.outcomes[f"{PARK}.1"]
        assert (outcome.winner, outcome.reason) == ("b", "bench")

    def test_c77_loss_and_gain_in_the_tables_order(self) -> None:
        decks = (["space-rescue_pod-a", "city-dog-s"], ["film-heroine-c", "city-dog-s"])
        rules = {}
        for order in ("loss_first", "gain_first"):
            state = play_texts(duel(*decks, options={"flag_effect_order": order}), "pod")
            (reveal,) = engine.parse("heroine", state)
            _, moves = engine.apply(state, reveal)
            rules[order] = [m.rule for m in moves if m.rule in ("C79", "C77")]
        assert rules == {"loss_first": ["C79", "C79", "C77"], "gain_first": ["C77", "C79", "C79"]}

    def test_c95_a_players_card_is_blank_for_the_robot(self) -> None:
        robot = ["haunted-necromancer-b", "castle-bard-c", "robot-alpha-s", "robot-beta-s"]
        for blank, expected in ((True, 1), (False, 2)):
            decks = {"a": DRAGONS, "robot": robot}
            state = lay_out(decks, options={"robot_blank_foreign": blank})
            state = play_texts(begin(state, "a"), "dragon")
            state = on_bench(state, "robot", {"castle-bard-c": 1})
            assert strength(state, "alpha")[0] == expected
            held = on_bench(state, "robot", {"robot-beta-s": 1})
            held = play_texts(held, "necromancer")
            assert (held.book.count("robot.deck", "robot-beta-s") == 2) != blank


class TestLooks:
    def test_c83_reporter_and_navigator(self) -> None:
        deck = ["city-reporter-a", "city-newcomer-s", "city-champion-s", "city-dog-s"]
        state = play_texts(duel(DRAGONS, deck), "dragon", "reporter")
        assert state.duels[PARK].looks[0].then == "one_bottom_one_top"
        state = play_texts(state, "l champion/newcomer")
        assert state.duels[PARK].tops[1] == ("!city-champion-s",)
        assert [b.why for b in list_breaches(state, "dog")] == ["C40.order"]
        state = play_texts(state, "champion")
        assert [b.why for b in list_breaches(state, "newcomer")] == ["C40.below"]
        lost = play_texts(duel(["ship-navigator-b", *HORSES], DRAGONS), "navigator", "dragon")
        assert lost.duels[PARK].looks[0].card == "ship-navigator-b"

    def test_c83_juggler_and_bumper_car(self) -> None:
        for card in ("funfair-juggler-a", "funfair-bumper_car-c"):
            deck = [card, "city-newcomer-s", "city-champion-s", "city-dog-s", "city-talent-s"]
            state = play_texts(duel(DRAGONS, deck), "dragon", card)
            assert [b.why for b in list_breaches(state, "l dog, champion")] == ["C83.number"]
            state = play_texts(state, "l dog, champion, newcomer")
            assert [e[1:] for e in state.duels[PARK].tops[1]] == [
                "city-dog-s",
                "city-champion-s",
                "city-newcomer-s",
            ]

    def test_c83_sailor_and_clairvoyant(self) -> None:
        state = play_texts(
            duel(DRAGONS, ["ship-sailor-a", "city-dog-s", "city-talent-s"]), "dragon", "sailor"
        )
        state = play_texts(state, "l dog")
        assert state.duels[PARK].bottoms[1] == ("!city-dog-s",)
        assert [b.why for b in list_breaches(state, "dog")] == ["C40.below"]
        state = play_texts(
            duel(["funfair-clairvoyant-b", "city-dog-s", "city-talent-s"], DRAGONS),
            "clair",
            "dragon",
        )
        state = play_texts(state, "l talent")
        assert state.duels[PARK].tops[0] == ("!city-talent-s",)

    def test_c40_another_copy_of_a_card_at_the_bottom(self) -> None:
        """An unseen card of the deck may be one, too; where none is, the table shuffled."""
        piles = {"A": ["film-cat-a", "castle-pig-a"]}
        laid = lay_out({"a": ["ship-sailor-a", "film-cat-a"], "b": DRAGONS}, piles=piles)
        for unseen in (1, 0):
            state = laid
            for _ in range(unseen):
                state, _ = engine.apply(state, Pick(seat=0, card="?A"))
            state = play_texts(begin(state, "b"), "dragon", "sailor")
            if unseen:
                state = play_texts(state, "l cat", "cat")
                assert state.duels[PARK].bottoms[0] == ("!film-cat-a",)
                assert state.book.count("a.deck", "film-cat-a") == 1
            else:
                assert state.duels[PARK].looks == ()

    def test_c83_one_card_needs_no_decision(self) -> None:
        state = play_texts(duel(DRAGONS, ["city-reporter-a", "city-dog-s"]), "dragon", "reporter")
        assert state.duels[PARK].looks == ()

    def test_c83_nothing_to_look_at(self) -> None:
        state = play_texts(duel(HORSES, HORSES), "horse")
        assert [b.why for b in list_breaches(state, "b: l horse")] == ["C83.undue"]

    def test_F23_a_deck_that_nobody_counted_may_have_fewer_cards(self) -> None:
        """A juggler looks at three cards; two are put back, so the deck has two."""
        deck = ["funfair-juggler-a", "city-dog-s", "city-talent-s"]
        state = begin(lay_out({"a": DRAGONS, "b": deck}, known=False), "a")
        state = play_texts(state, "dragon", "juggler")
        assert state.duels[PARK].sizes == (None, None)
        assert list_breaches(state, "l dog, talent") == []
        assert [b.why for b in list_breaches(state, "l dog, talent, dog, dog")] == ["C83.number"]
        state = play_texts(state, "l dog, talent")
        assert state.duels[PARK].sizes == (None, 2)
        assert [b.why for b in list_breaches(state, "talent")] == ["C40.order"]
        state = play_texts(state, "dog")
        assert state.duels[PARK].sizes == (None, 1)

    def test_F23_unless_the_record_knows_that_it_has_more(self) -> None:
        deck = ["funfair-juggler-a", "city-dog-s", "city-talent-s"]
        state = begin(lay_out({"a": DRAGONS, "b": deck}, known=False), "a")
        state = play_texts(state, "dragon", "juggler", "left b 3+")
        assert [b.why for b in list_breaches(state, "l dog, talent")] == ["C83.number"]

    def test_F23_every_number_that_is_legal_is_offered(self) -> None:
        deck = ["funfair-juggler-a", "city-dog-s", "city-talent-s", "city-newcomer-s"]
        state = replace(begin(lay_out({"a": DRAGONS, "b": deck}), "a"), level="full")
        state = play_texts(state, "dragon", "juggler")
        duel_ = replace(state.duels[PARK], sizes=(1, None))
        state = replace(state, duels={PARK: duel_})
        (prompt,) = [one for one in engine.list_prompts(state) if one.kind == "look"]
        offered = [choice.action for choice in engine.choices(state, prompt)]
        assert {len(one.top) for one in offered if isinstance(one, LookAt)} == {0, 2, 3}
        assert all(find_breaches(engine, state, action) == () for action in some(offered))

    def test_F25_an_unseen_card_at_the_bottom_is_not_the_next_one(self) -> None:
        """A ufo puts two unseen cards under the deck; only they can be the cat."""
        piles = {"A": ["film-cat-a", "castle-pig-a"]}
        deck = ["space-ufo-b", "city-dog-s", "castle-pig-a"]
        state = begin(lay_out({"a": deck, "b": DRAGONS}, piles=piles), "a")
        state = play_texts(state, "ufo", "dragon")
        assert [b.why for b in list_breaches(state, "cat")] == ["C40.below"]
        assert list_breaches(state, "pig") == list_breaches(state, "dog") == []
        state = play_texts(state, "dog", "pig")
        assert list_breaches(state, "cat") == list_breaches(state, "pig") == []

    def test_F25_in_a_deck_whose_list_is_not_known_it_may_be(self) -> None:
        deck = ["space-ufo-b", "city-dog-s", "castle-pig-a"]
        state = begin(lay_out({"a": deck, "b": DRAGONS}, known=False), "a")
        assert list_breaches(play_texts(state, "ufo", "dragon"), "cat") == []

    def test_c83_a_card_that_is_not_there(self) -> None:
        state = play_texts(
            duel(DRAGONS, ["ship-sailor-a", "city-dog-s", "city-talent-s"]), "dragon", "sailor"
        )
        assert [b.why for b in list_breaches(state, "l champion")] == ["C83.absent"]

    def test_c83_others_do_not_see_what_a_look_came_to(self) -> None:
        state = play_texts(
            duel(DRAGONS, ["ship-sailor-a", "city-dog-s", "city-talent-s"]), "dragon", "sailor"
        )
        (look,) = engine.parse("l dog", state)
        assert engine.redact(state, look, 1) == look
        assert engine.redact(state, look, 0) == replace(look, bottom=())

    def test_c83_a_look_makes_what_lies_on_top_uncertain_for_others(self) -> None:
        piles = {"A": ["castle-pig-a"]}
        deck = ["film-villain-c", "ship-sailor-a", "city-dog-s", "city-talent-s"]
        state = begin(lay_out({"a": deck, "b": DRAGONS}, piles=piles), "a")
        state = play_texts(state, "villain")
        assert state.duels[PARK].tops[0] == ("?a.1",)

    @pytest.mark.parametrize("known", [True, False])
    def test_F24_what_is_seen_on_an_exhaust_pile_came_off_the_deck(self, known: bool) -> None:
        """A pod left a card of a pile there, which nobody saw; then a ghost sent another one."""
        deck = ["space-rescue_pod-a", "castle-knight-b", "city-champion-s", "city-newcomer-s"]
        ghosts = ["city-dog-s", "haunted-ghost-b", "city-dog-s"]
        piles = {"B": ["castle-knight-b", "castle-horse-b"]}
        laid = lay_out({"a": deck, "b": ghosts}, piles=piles, known=known)
        state = play_texts(begin(laid, "a"), "pod", "dog", "newcomer", "champion", "ghost")
        pools = [state.book.pools[name] for name in state.book.holding("a.exhaust")]
        assert pools == ["pile.B", "a.deck"]
        state = play_texts(state, "seen a.exhaust knight")
        (left,) = [name for name in state.book.holding("a.exhaust") if is_unknown(name)]
        assert state.book.pools[left] == "pile.B"
        assert dict(state.book.holding("a.deck")) == {}


class TestUnknownDecks:
    def test_c31_in_a_deck_nobody_recorded_any_card_may_turn_up(self) -> None:
        state = begin(lay_out({"a": [*HORSES], "b": DRAGONS}, known=False), "a")
        state = play_texts(state, "lion", "dragon")
        assert state.duels[PARK].sizes == (None, None)
        assert state.book.count("a.bench", "film-lion-b") == 1

    def test_c52_the_table_says_that_a_deck_is_empty(self) -> None:
        state = begin(lay_out({"a": [], "b": []}, known=False), "a")
        state = play_texts(state, "lion", "dragon", "o")
        outcome = state.outcomes[f"{PARK}.1"]
        assert (outcome.winner, outcome.reason) == ("b", "deck")

    def test_c52_counted_decks_end_by_themselves(self) -> None:
        state = begin(lay_out({"a": [], "b": []}, known=False), "a", {"a": 1, "b": 2})
        state = play_texts(state, "lion", "dragon")
        assert state.outcomes[f"{PARK}.1"].winner == "b"

    def test_c71_what_depends_on_a_decks_size_is_asked(self) -> None:
        state = begin(lay_out({"a": [], "b": []}, known=False), "a")
        state = play_texts(state, "lion", "lifeguard")
        prompt = engine.list_prompts(replace(state, level="actions"))[0]
        assert (prompt.ask, prompt.data["n"]) == ("ask.left", 1)
        few = play_texts(state, "1")
        assert few.duels[PARK].holder == 1
        many = play_texts(state, "2+")
        assert many.duels[PARK].holder == 0
        unsaid = play_texts(state, "f newcomer")
        assert unsaid.duels[PARK].holder == 1
        assert unsaid.duels[PARK].reveals == 3

    def test_c52_a_count_that_differs(self) -> None:
        state = play_texts(duel(HORSES, HORSES), "horse")
        left = Left(park=PARK, of="a", cards=5)
        assert [b.why for b in find_breaches(engine, state, left)] == ["C52.count"]

    def test_an_unseen_card_and_the_tables_word_for_it(self) -> None:
        state = play_texts(duel(["city-dog-s", *HORSES], ["castle-horse-b", "city-dog-s"]), "dog")
        (reveal,) = engine.parse("? ~captured=1", state)
        state, _ = engine.apply(state, reveal)
        assert state.duels[PARK].flag is not None
        assert state.duels[PARK].holder == 1
        state = play_texts(state, "seen b.field horse")
        assert open_duel(state, PARK).flag_power() == 5


class TestAudit:
    """With the decks recorded, a card that cannot be there is found, with the events behind it."""

    def opened(self) -> State:
        state = engine.open(Setup(2, level="actions"))
        return play_texts(
            state, "a: pony, cat", "a: -dog", "a: ok", "b: gangster, jester", "b: ok", "s a"
        )

    def test_c34_a_card_that_was_removed(self) -> None:
        (breach,) = list_breaches(self.opened(), "dog")
        assert (breach.rule, breach.why, breach.at) == ("C34", "C34.removed", (2,))

    def test_c31_a_card_that_never_came(self) -> None:
        (breach,) = list_breaches(self.opened(), "lion")
        assert (breach.rule, breach.why, breach.at) == ("C31", "C31.never", ())

    def test_c31_a_card_once_too_often(self) -> None:
        decks = self.opened()
        state = play_texts(decks, "cat")
        state, _ = engine.apply(state, Reveal(park=PARK, card="city-champion-s"))
        (breach,) = list_breaches(state, "cat")
        assert (breach.rule, breach.why, breach.at) == ("C31", "C31.often", (1,))

    def test_c31_the_record_goes_on_all_the_same(self) -> None:
        state = self.opened()
        (reveal,) = engine.parse("lion", state)
        state, moves = engine.apply(state, reveal)
        assert "BOOK" in {move.rule for move in moves}
        assert state.duels[PARK].flag is not None

    def test_c31_a_stated_deck_is_cited(self) -> None:
        state = engine.open(Setup(2, level="actions"))
        state = play_texts(
            state, "a: deck newcomer*3 talent dog champion cat", "a: ok", "b: ok", "s a"
        )
        (breach,) = list_breaches(state, "pony")
        assert (breach.why, breach.at) == ("C31.never", (0,))

    def test_a_duel_recorded_by_its_result_leaves_the_decks_known(self) -> None:
        state = play_texts(self.opened(), "a2")
        assert not state.players["a"].loose

    def test_unless_a_card_in_it_can_change_decks_for_good(self) -> None:
        state = engine.open(Setup(2, level="actions"))
        state = play_texts(state, "a: rescue pod, cat", "a: ok", "b: ok", "s a")
        assert play_texts(state, "w a 2").players["a"].loose
        told = play_texts(state, "w a 2 d a>pod a<?B")
        assert not told.players["a"].loose
        assert told.book.size("a.deck") == 8


class TestLevels:
    def test_a_result_closes_a_duel_that_was_begun_card_by_card(self) -> None:
        state = play_texts(
            duel(["funfair-clown-a", *HORSES], [*HORSES, "city-dog-s"]), "clown", "horse"
        )
        state = play_texts(state, "a2 +2")
        assert state.duels == {}
        assert state.book.count("a.fans", "fan") == 2
        assert state.outcomes[f"{PARK}.1"].detail == "results"

    def test_c60_a_result_with_fewer_fans_than_recorded(self) -> None:
        state = play_texts(duel(["funfair-clown-a", *HORSES], HORSES), "clown")
        (breach,) = find_breaches(engine, state, Win(park=PARK, winner="a", fans={"a": 1}))
        assert breach.why == "C60.fans"

    def test_a_summary_says_how(self) -> None:
        state = play_texts(lay_out({"a": HORSES * 3, "b": HORSES * 3}), "a2 +1 x n17 sb b#7")
        outcome = state.outcomes[f"{PARK}.1"]
        assert outcome.detail == "summary"
        assert (outcome.reason, outcome.reveals, outcome.first) == ("bench", 17, "b")
        assert (outcome.seats, outcome.fans) == ({"b": 7}, {"a": 1})

    def test_c79_what_joins_and_leaves_keeps_the_decks_right(self) -> None:
        state = play_texts(
            lay_out({"a": HORSES, "b": ["space-rescue_pod-a"]}), "a2 d a<lion b>pod b<?B"
        )
        assert state.book.count("a.deck", "film-lion-b") == 1
        assert state.book.count("b.deck", "space-rescue_pod-a") == 0
        assert [i for i in state.book.holding("b.deck") if is_unknown(i)] == ["?b.1"]
        assert not state.players["a"].loose

    def test_every_level_is_asked_for_by_itself(self) -> None:
        asked = {
            level: {p.ask for p in engine.list_prompts(engine.open(Setup(4, level=level)))}
            for level in engine.levels
        }
        assert asked["results"] == {"ask.win"}
        assert asked["summary"] == {"ask.win.summary"}
        assert asked["actions"] == asked["full"] == {"ask.deck"}

    def test_parks_and_deck_phases_are_asked_for_side_by_side(self) -> None:
        state = engine.open(Setup(4, level="actions"))
        state = play_texts(state, "a: cat, pony", "a: ok", "d: pig, cow", "d: ok")
        prompts = engine.list_prompts(state)
        assert [p.ask for p in prompts] == ["ask.start", "ask.deck", "ask.deck"]
        state = play_texts(state, "s a", "b: ok", "c: ok")
        assert [(p.ask, p.place) for p in engine.list_prompts(state)] == [
            ("ask.first", "green"),
            ("ask.start", "red"),
        ]
        assert all(p.seat == TABLE for p in some(engine.list_prompts(state)))


def test_out_names_whoever_has_no_card() -> None:
    state = play_texts(begin(lay_out({"a": [], "b": []}, known=False), "a"), "lion")
    assert find_breaches(engine, state, Out(park=PARK, by="b")) == ()


@pytest.mark.parametrize(("eyes", "shown"), [(None, "?a.1"), (TABLE, "?"), (0, "?"), (1, "?")])
def test_only_the_record_tells_one_unseen_card_from_another(eyes: int | None, shown: str) -> None:
    """The name of a card that nobody noted would say from which deck it came, and when."""
    state = begin(lay_out({"a": HORSES, "b": HORSES}, known=False), "a")
    state = play_texts(state, "?")
    cells = [
        cell
        for panel in engine.view(state, eyes).panels
        for row in panel.rows
        for cell in row.cells
    ]
    (flag,) = [cell for cell in cells if cell.place == "a.field"]
    assert (flag.text, flag.item) == (shown, shown if eyes is None else "")


def test_a_deck_whose_list_is_not_known_keeps_its_size() -> None:
    """Each side its own, whoever wins: all its cards are back in it after the duel."""
    decks = {"a": ["city-champion-s"] * 3, "b": ["city-newcomer-s"] * 2}
    state = lay_out(decks, known=False)
    players = {
        side: replace(player, size=len(decks[side]), touched=True)
        for side, player in state.players.items()
    }
    state = begin(replace(state, players=players), "a")
    assert state.duels[PARK].sizes == (3, 2)
    state = play_texts(state, "champion", "newcomer", "newcomer")
    assert state.outcomes[f"{PARK}.1"].winner == "a"
    assert {side: state.players[side].size for side in "ab"} == {"a": 3, "b": 2}


def test_rules_that_ask_about_one_duel_are_named_one_by_one() -> None:
    """For the notes on a dispute: each by its number, in the order in which they are asked."""
    judges = engine.rules_for(Reveal(park=PARK, card=HORSES[0]))
    assert judges[-3:] == ("C80", "C40", "C31")
