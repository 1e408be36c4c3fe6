"""The tournament of Challengers!: parks, plans, trophies, finals, and who has won."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from engines.book import is_unknown
from engines.challengers import engine
from engines.challengers.actions import Finalists, Plans, Result, Trophy, Win
from engines.challengers.cards.catalog import BOX, CARDS, FINAL, ROBOT, ROUNDS, trophy_fans
from engines.challengers.state import State, planned_sides, seat_of
from engines.protocol import find_breaches
from engines.values import DecodeError, Setup, SetupError
from tests.engines.challengers.positions import find_broken, list_reasons, play_texts
from tests.some import some


def play_rounds(state: State, rounds: tuple[int, ...] = ROUNDS) -> State:
    """Return the table after rounds in which the first side of every pairing has won."""
    for round_ in rounds:
        for park in [p for p in state.rounds if p != FINAL]:
            one, other = planned_sides(state, park, round_)
            state, _ = engine.apply(state, Win(park=park, winner=one, loser=other))
    return state


def show_all(state: State, best: bool = False) -> State:
    """Return the table with every hidden trophy shown, each with the least or most it can be."""
    for prompt in engine.list_prompts(state):
        if prompt.ask == "ask.trophy":
            worth = BOX.trophies[prompt.data["round"]]
            fans = max(worth) if best else min(worth)
            action = Trophy(of=prompt.place[:1], round=prompt.data["round"], fans=fans)
            state, _ = engine.apply(state, action)
    return state


def test_the_round_of_an_action() -> None:
    """That of its park or of its side, the eighth in the final, else the earliest still played."""
    state = engine.open(Setup(4, level="results"))
    (park, *_), (one, other) = list(state.rounds), planned_sides(state, next(iter(state.rounds)), 1)
    state, _ = engine.apply(state, Win(park=park, winner=one, loser=other))
    late = next(p for p in state.rounds if p not in (park, FINAL))
    assert engine.find_round(state, Win(park=park, winner=one, loser=other)) == 2
    assert engine.find_round(state, Win(park=late, winner=one, loser=other)) == 1
    assert engine.find_round(state, Trophy(of=one, round=3, fans=1)) == 3
    assert engine.find_round(state, Win(park=FINAL, winner=one, loser=other)) == 8


class TestParksAndPlans:
    def test_c20_one_park_for_two_sides_rounded_up(self) -> None:
        parks = [len([p for p in engine.open(Setup(n)).rounds if p != FINAL]) for n in range(1, 9)]
        assert parks == [1, 1, 2, 2, 3, 3, 4, 4]

    @pytest.mark.parametrize("seats", range(1, 9))
    def test_c21_two_sides_in_every_park_of_every_round(self, seats: int) -> None:
        state = engine.open(Setup(seats))
        for round_ in ROUNDS:
            met = [planned_sides(state, park, round_) for park in state.rounds if park != FINAL]
            assert all(len(pair) == 2 for pair in some(met))
            assert sorted(side for pair in met for side in pair) == sorted(state.players)

    @pytest.mark.parametrize(("seats", "least", "most"), [(4, 2, 3), (6, 1, 2), (8, 1, 1)])
    def test_c21_how_often_a_pair_meets(self, seats: int, least: int, most: int) -> None:
        state = engine.open(Setup(seats))
        met = Counter(
            planned_sides(state, park, r) for r in ROUNDS for park in state.rounds if park != FINAL
        )
        pairs = Counter(frozenset(pair) for pair in met.elements())
        assert len(pairs) == seats * (seats - 1) // 2
        assert (min(pairs.values()), max(pairs.values())) == (least, most)

    @pytest.mark.parametrize("seats", [1, 3, 5, 7])
    def test_c94_the_robot_holds_the_plan_that_is_left(self, seats: int) -> None:
        state = engine.open(Setup(seats))
        assert state.plans[-1] == ROBOT
        assert dict(state.book.holding("robot.deck"))["robot-cyborg-s"] == 4

    def test_c21_plans_are_dealt(self) -> None:
        state = play_texts(engine.open(Setup(4)), "plans 2 1 4 3")
        assert state.plans == ("b", "a", "d", "c")
        state = play_texts(engine.open(Setup(3)), "plans 4 1 2")
        assert state.plans == ("b", "c", ROBOT, "a")

    def test_c21_plans_beyond_the_table(self) -> None:
        assert find_broken(engine.open(Setup(4)), "plans 1 2 3 8") == {"C21"}
        begun = play_rounds(engine.open(Setup(4, level="results")), (1,))
        assert find_broken(begun, "plans 2 1 3 4") == {"C21"}

    def test_c21_others_than_planned_are_recorded_all_the_same(self) -> None:
        state = engine.open(Setup(4, level="results"))
        win = Win(park="green", winner="a", loser="b")
        assert {b.rule for b in find_breaches(engine, state, win)} == {"C21"}
        state, _ = engine.apply(state, win)
        assert state.outcomes["green.1"].loser == "b"
        assert state.players["b"].round == 2

    def test_c21_a_side_cannot_be_in_the_next_round_already(self) -> None:
        state = engine.open(Setup(4, level="results"))
        state = play_texts(state, "a")
        one, other = planned_sides(state, "green", 2)
        late = [side for side in (one, other) if state.players[side].round < 2]
        assert late
        assert find_broken(state, f"w green {one}") == {"C21"}


class TestTrophies:
    def test_c60_the_winner_has_the_trophy_of_the_round(self) -> None:
        state = play_texts(engine.open(Setup(2, level="results")), "a3")
        assert dict(state.book.holding("a.trophies")) == {"trophy-1-3": 1}
        assert engine.standing(state).scores[0].total == 3

    def test_c60_a_number_that_is_on_no_trophy_of_the_round(self) -> None:
        assert "C60" in find_broken(engine.open(Setup(2, level="results")), "a 9")

    def test_c61_hidden_trophies_make_the_standing_provisional(self) -> None:
        state = play_texts(engine.open(Setup(4, level="results")), "a", "b")
        score = engine.standing(state).scores[0]
        (line,) = score.lines
        assert (line.label, line.data) == (
            "line.trophy.hidden",
            {"round": 1, "least": 2, "most": 3},
        )
        assert score.total == 2
        board = engine.view(state, None)
        assert board.panels[0].rows[0].cells[0].text == "2–3"
        assert board.notes[0].text == "note.provisional"

    def test_c61_what_the_winner_keeps_to_itself_others_do_not_see(self) -> None:
        state = engine.open(Setup(4, level="results"))
        (win,) = engine.parse("a3", state)
        assert isinstance(win, Win)
        assert win.hidden
        assert engine.redact(state, win, 0) == win
        assert engine.redact(state, win, 1) == replace(win, trophy=None, hidden=False)
        state, _ = engine.apply(state, win)
        shown = [engine.view(state, eyes).panels[0].rows[0].cells for eyes in (None, 0, 1, -1)]
        assert [cells[2].text for cells in shown] == ["1:3", "1:3", "1:?", "1:?"]
        state = play_texts(state, "t a 1 3")
        assert engine.view(state, 1).panels[0].rows[0].cells[2].text == "1:3"

    def test_c61_open_trophies_are_asked_for_at_once(self) -> None:
        state = play_texts(engine.open(Setup(2, level="actions")), "w a")
        prompt = engine.list_prompts(state)[0]
        assert (prompt.ask, prompt.place) == ("ask.trophy", "a.trophies")
        assert engine.parse("a2", state) == (Trophy(of="a", round=1, fans=2),)
        state = play_texts(state, "a2")
        assert trophy_fans(next(iter(state.book.holding("a.trophies")))) == 2

    def test_c60_a_trophy_that_shows_something_else(self) -> None:
        state = play_texts(engine.open(Setup(2, level="results")), "a3")
        assert find_broken(state, "t a 1 2") == {"C60"}
        assert find_broken(state, "t b 1 2") == {"C60"}

    def test_c60_each_number_is_on_so_many_backs_only(self) -> None:
        state = engine.open(Setup(8, level="results"))
        state = play_texts(state, f"{planned_sides(state, 'green', 1)[0]}3")
        assert "BOOK" in find_broken(state, f"{planned_sides(state, 'red', 1)[0]}3")

    def test_c60_consolation(self) -> None:
        state = engine.open(Setup(2, level="results", options={"consolation_fan": True}))
        state = play_texts(state, "a2")
        assert state.book.count("b.fans", "fan") == 1

    def test_c96_the_robots_trophy_goes_to_the_box(self) -> None:
        state = engine.open(Setup(7, level="results"))
        park = next(p for p in state.rounds if ROBOT in planned_sides(state, p, 1))
        state, moves = engine.apply(state, Win(park=park, winner=ROBOT))
        assert [m.rule for m in moves if m.target == "box"] == ["C96"]
        assert len(engine.standing(state).scores) == 7


class TestFinal:
    def test_c91_the_two_best_meet_once_all_trophies_are_shown(self) -> None:
        state = play_rounds(engine.open(Setup(6, level="results")))
        assert state.finalists == ()
        assert {p.ask for p in engine.list_prompts(state)} == {"ask.trophy"}
        state = show_all(state)
        totals = {s.seat: (s.total, *s.ties) for s in engine.standing(state).scores}
        best = sorted(totals, key=lambda seat: totals[seat], reverse=True)[:2]
        assert [seat_of(side) for side in state.finalists] == best
        assert [p.place for p in engine.list_prompts(state)] == [FINAL]

    def test_c92_whoever_wins_the_final_wins(self) -> None:
        state = show_all(play_rounds(engine.open(Setup(5, level="results"))))
        best, second = state.finalists
        state = play_texts(state, f"{second}")
        standing = engine.standing(state)
        assert standing.winners == (seat_of(second),)
        assert (standing.reason, standing.rule) == ("end.final", "C92")
        ranks = {score.seat: score.rank for score in standing.scores}
        assert (ranks[seat_of(second)], ranks[seat_of(best)]) == (1, 2)
        assert engine.list_prompts(state) == ()

    def test_c92_the_final_has_no_trophy(self) -> None:
        state = show_all(play_rounds(engine.open(Setup(4, level="results"))))
        assert find_broken(state, f"{state.finalists[0]}5") == {"C92"}

    def test_c92_after_the_final_nothing_is_played(self) -> None:
        state = show_all(play_rounds(engine.open(Setup(4, level="results"))))
        state = play_texts(state, state.finalists[0])
        assert "C92" in find_broken(state, "w green a over b")

    def test_c92_before_the_final_decks_only_shrink(self) -> None:
        state = show_all(play_rounds(engine.open(Setup(4, level="actions"))))
        side = state.finalists[0]
        prompt = next(p for p in engine.list_prompts(state) if p.seat == seat_of(side))
        assert prompt.ask == "ask.trim"
        assert {c.action.verb for c in engine.choices(state, prompt)} == {"remove", "ready"}
        assert find_broken(state, f"{side}: lion") >= {"C92"}
        assert find_broken(state, f"{side}: -newcomer") == set()

    def test_c91_even_seats_the_table_decides(self) -> None:
        state = engine.open(Setup(4, level="results"))
        for round_ in ROUNDS:
            for park in ("green", "red"):
                one, other = planned_sides(state, park, round_)
                state, _ = engine.apply(state, Win(park=park, winner=one, loser=other))
        places = {p: h for p, h in state.book.places.items() if not p.endswith(".trophies")}
        for side in "abcd":
            places[f"{side}.trophies"] = {"trophy-3-3": 1} if side in "ab" else {"trophy-2-2": 1}
        places["c.fans"] = places["d.fans"] = {"fan": 1}
        state = replace(state, book=replace(state.book, places=places))
        (prompt,) = engine.list_prompts(state)
        assert prompt.ask == "ask.finalists"
        offered = [c.action for c in engine.choices(state, prompt)]
        assert offered == [Finalists(sides=("a", "b"))]
        places["c.trophies"] = {"trophy-3-3": 1}
        places.pop("c.fans")
        even = replace(state, book=replace(state.book, places=places))
        (prompt,) = engine.list_prompts(even)
        assert len(list(engine.choices(even, prompt))) == 3
        assert find_broken(even, "finalists a d") == {"C91"}
        decided = play_texts(even, "finalists a c")
        assert planned_sides(decided, FINAL, 8) == ("a", "c")

    def test_c91_more_trophies_then_the_later_one(self) -> None:
        state = play_rounds(engine.open(Setup(3, level="results")))
        places = {p: h for p, h in state.book.places.items() if not p.endswith(".trophies")}
        places["a.trophies"] = {"trophy-4-6": 1}
        places["b.trophies"] = {"trophy-1-3": 1, "trophy-2-3": 1}
        places["c.trophies"] = {"trophy-5-6": 1}
        for park in ("green", "red"):
            places.pop(f"{park}.trophies", None)
        state = replace(state, book=replace(state.book, places=places))
        scores = engine.standing(state).scores
        assert [score.total for score in scores] == [6, 6, 6]
        assert [score.rank for score in scores] == [3, 1, 2]

    def test_c91_a_final_too_early(self) -> None:
        state = engine.open(Setup(4, level="results"))
        assert find_broken(state, "finalists a b") == {"C91"}
        assert find_broken(state, "w final a over b") == {"C91"}

    def test_c93_no_final_for_two(self) -> None:
        state = engine.open(Setup(2))
        assert FINAL not in state.rounds
        with pytest.raises(DecodeError):
            engine.admit(state, Win(park=FINAL, winner="a"))


class TestTwoAndOne:
    def test_c93_eleven_ahead_ends_it(self) -> None:
        state = play_texts(engine.open(Setup(2, level="results")), "a2", "a2", "a3")
        assert not state.over
        state = play_texts(state, "a 5")
        standing = engine.standing(state)
        assert (standing.over, standing.winners, standing.rule) == (True, (0,), "C93")
        assert standing.reason == "end.lead"

    def test_c93_tokens_count_for_the_lead(self) -> None:
        state = play_texts(engine.open(Setup(2, level="results")), "a2 +2", "a2", "a3 +2")
        assert state.over

    def test_c93_hidden_trophies_lead_only_as_far_as_is_certain(self) -> None:
        state = play_texts(engine.open(Setup(2, level="results")), "w a", "w a", "w a")
        assert engine.standing(state).scores[0].total == 7
        state, _ = engine.apply(state, Win(park="green", winner="a"))
        assert state.over

    def test_c93_after_seven_rounds_the_most_fans(self) -> None:
        state = engine.open(Setup(2, level="results"))
        state = play_texts(state, "a2", "b2", "a3", "b5", "a6", "b7", "a9")
        standing = engine.standing(state)
        assert (standing.winners, standing.reason) == ((0,), "end.rounds")
        assert [score.total for score in standing.scores] == [20, 14]

    def test_c93_even_is_shared(self) -> None:
        state = engine.open(Setup(2, level="results"))
        state = play_texts(state, "result 20/3 20/3")
        assert engine.standing(state).winners == (0, 1)

    def test_c97_alone_against_the_robot(self) -> None:
        state = engine.open(Setup(1, level="results"))
        assert planned_sides(state, "green", 1) == ("a", ROBOT)
        state = play_texts(state, "robot 2")
        assert state.book.size("robot.trophies") == 1
        state = play_texts(state, "robot 2", "robot 3", "robot 5")
        standing = engine.standing(state)
        assert (standing.over, standing.winners, standing.rule) == (True, (), "C97")

    @pytest.mark.parametrize(
        ("level", "size", "unknown", "there"),
        [
            (1, 8, 0, {"robot-alpha-s", "robot-beta-s", "robot-good_bot-s", "robot-champ-s"}),
            (2, 8, 1, {"robot-beta-s", "robot-good_bot-s", "robot-champ-s"}),
            (3, 8, 2, {"robot-good_bot-s", "robot-champ-s"}),
            (4, 8, 3, {"robot-champ-s"}),
            (5, 9, 5, set()),
        ],
    )
    def test_c97_five_levels(self, level: int, size: int, unknown: int, there: set[str]) -> None:
        state = engine.open(Setup(1, options={"solo_level": level}))
        deck = state.book.holding("robot.deck")
        assert state.book.size("robot.deck") == size
        assert {item for item in deck if not is_unknown(item)} == there | {"robot-cyborg-s"}
        names = [item for item in deck if is_unknown(item)]
        assert [len(engine.list_possible_faces(state, name)) for name in names] == [6] * unknown

    def test_c97_the_challenge_mixes_three_more_cards_in(self) -> None:
        state = engine.open(Setup(1, options={"solo_level": 2, "challenge": True}))
        (name,) = [item for item in state.book.holding("robot.deck") if is_unknown(item)]
        solo = {"robot-robogram-solo", "robot-chatbot-solo", "robot-autocorrect-solo"}
        assert solo < set(engine.list_possible_faces(state, name))

    def test_c97_only_alone(self) -> None:
        for options in ({"solo_level": 2}, {"challenge": True}):
            with pytest.raises(SetupError):
                engine.open(Setup(2, options=options))


class TestSheet:
    def test_c90_a_bare_score_sheet_is_a_match(self) -> None:
        state = play_texts(engine.open(Setup(3, level="results")), "result 34/4 28/3 20/1 final b")
        standing = engine.standing(state)
        assert (standing.over, standing.winners, standing.reason) == (True, (1,), "end.sheet")
        assert [score.total for score in standing.scores] == [34, 28, 20]

    def test_c92_a_sheet_without_the_final_has_no_winner(self) -> None:
        state = play_texts(engine.open(Setup(3, level="results")), "result 34 28 20")
        assert engine.standing(state).winners == ()

    def test_F18_whoever_won_the_final_comes_first(self) -> None:
        """Then the other finalist, though it has more fans."""
        state = play_texts(engine.open(Setup(4)), "result 34/4 36/3 20/2 10/1 final a")
        standing = engine.standing(state)
        assert standing.winners == (0,)
        assert [score.rank for score in standing.scores] == [1, 2, 3, 4]

    def test_F18_the_fourth_is_not_in_the_final(self) -> None:
        table = engine.open(Setup(4))
        assert list_reasons(table, "result 34/4 36/3 20/2 10/1 final d") == ["C91.finalist"]
        assert list_reasons(table, "result 34 36 34 10 final c") == []
        assert list_reasons(table, "result 34/4 36/3 34/2 10/1 final c") == ["C91.finalist"]
        assert list_reasons(engine.open(Setup(2)), "result 20 12 final b") == ["C93.winner"]

    def test_F18_what_the_sheet_does_not_decide_is_open(self) -> None:
        final = engine.standing(play_texts(engine.open(Setup(3)), "result 34 28 20"))
        assert (final.winners, final.tied, final.reason) == ((), (0, 1), "end.sheet.open")
        even = engine.standing(play_texts(engine.open(Setup(2)), "result 20 20"))
        assert (even.winners, even.tied, even.reason) == ((), (0, 1), "end.sheet.tied")
        told = engine.standing(play_texts(engine.open(Setup(2)), "result 20/4 20/3"))
        assert (told.winners, told.tied) == ((0,), ())

    @pytest.mark.parametrize("text", ["result b", "result - final b", "result final b"])
    def test_F19_only_the_winner_is_known(self, text: str) -> None:
        state = play_texts(engine.open(Setup(3, level="results")), text)
        standing = engine.standing(state)
        assert (standing.over, standing.winners) == (True, (1,))
        assert [score.total for score in standing.scores] == [None, None, None]
        assert engine.parse(engine.write(Result(winner="b")), state) == (Result(winner="b"),)

    def test_c90_a_sheet_that_differs_from_the_record(self) -> None:
        state = show_all(play_rounds(engine.open(Setup(4, level="results"))))
        state = play_texts(state, state.finalists[0])
        right = tuple(score.total or 0 for score in engine.standing(state).scores)
        winner = state.finalists[0]
        assert find_breaches(engine, state, Result(fans=right, winner=winner)) == ()
        wrong = (right[0] + 1, *right[1:])
        assert {b.rule for b in find_breaches(engine, state, Result(fans=wrong))} == {"C90"}
        other = state.finalists[1]
        assert {b.rule for b in find_breaches(engine, state, Result(fans=right, winner=other))} == {
            "C92"
        }

    def test_count_of_fan_tokens(self) -> None:
        state = play_texts(engine.open(Setup(2, level="results")), "a2 +2")
        assert find_broken(state, "= a 2") == set()
        assert find_broken(state, "= a 3") == {"COUNT"}
        (count,) = engine.parse("= a 3", state)
        state, _ = engine.apply(state, count)
        assert engine.standing(state).scores[0].total == 5


class TestSetup:
    def test_c23_sets_that_are_not_played_are_in_no_pile(self) -> None:
        state = engine.open(
            Setup(2, options={"sets": "castle,film_studio,funfair,shipwreck,haunted_house"})
        )
        assert state.book.find("space-ufo-b") is None
        assert state.book.count("pile.B", "castle-horse-b") == 3

    def test_F26_city_and_five_sets_lie_in_the_piles(self) -> None:
        """Nobody said which: Outer Space is left out, as in a first game."""
        state = engine.open(Setup(4))
        assert [state.book.size(f"pile.{level}") for level in "ABC"] == [82, 82, 56]
        assert not any(item.startswith("space") for item in some(state.book.holding("pile.A")))

    def test_F26_a_card_of_the_set_that_was_left_out_brings_it_in(self) -> None:
        """No accusation: the table plays with it, and without one of which nothing was seen."""
        state = play_texts(engine.open(Setup(2, level="actions")), "a: merman, cow")
        assert [state.book.size(f"pile.{level}") for level in "ABC"] == [79, 83, 56]
        assert state.book.count("pile.A", "space-cow-a") == CARDS["space-cow-a"].copies - 1
        assert state.book.count("pile.A", "ship-merman-a") == CARDS["ship-merman-a"].copies - 1
        left = {item.partition("-")[0] for item in state.book.holding("spare")}
        assert left == {"haunted"}

    def test_F26_a_table_that_plays_with_all_six_is_not_accused(self) -> None:
        state = engine.open(Setup(8, level="actions"))
        cards = ("cow", "merman", "spider", "clown", "cat", "pig")
        for seat, card in zip("abcdef", cards, strict=True):
            state = play_texts(state, f"{seat}: {card}")
        assert not state.book.size("spare")

    def test_F26_with_hindsight_the_sets_are_known_at_once(self) -> None:
        state = engine.open(Setup(2, known={"?a.1": "space-cow-a"}))
        assert state.book.count("pile.A", "space-cow-a") == CARDS["space-cow-a"].copies
        assert state.book.count("pile.A", "ship-merman-a") == 0

    def test_F26_matches_of_the_first_revision_fold_as_they_did(self) -> None:
        state = engine.open(Setup(4, rules="challengers-2022/1"))
        assert [state.book.size(f"pile.{level}") for level in "ABC"] == [96, 98, 66]

    def test_F26_alone_the_robot_reveals_its_own_cards(self) -> None:
        """After a bare result, too: early on nothing can have added a card to its deck."""
        state = play_texts(engine.open(Setup(1, level="actions")), "a 2")
        assert not state.players["robot"].loose
        state = play_texts(state, "a: ok", "s a", "newcomer")
        assert find_broken(state, "bot: lion") == {"C31", "BOOK"}
        later = replace(
            engine.open(Setup(1, options={"sets": ["outer_space"]})), rounds={"green": 6}
        )
        later, _ = engine.apply(later, Win(park="green", winner="a"))
        assert later.players["robot"].loose

    def test_c23_an_unknown_set(self) -> None:
        with pytest.raises(SetupError) as caught:
            engine.open(Setup(2, options={"sets": ["atlantis"]}))
        assert caught.value.key == "no-such-set"

    @pytest.mark.parametrize("seats", [0, 9])
    def test_seats(self, seats: int) -> None:
        with pytest.raises(SetupError):
            engine.open(Setup(seats))

    def test_unknown_options_and_levels(self) -> None:
        for options in ({"colour": 1}, {"reveal_bonus": "sometimes"}, {"cardsets": 3}):
            with pytest.raises(SetupError):
                engine.open(Setup(2, options=options))
        with pytest.raises(SetupError):
            engine.open(Setup(2, level="everything"))

    def test_what_a_match_does_not_have_is_not_admitted(self) -> None:
        state = engine.open(Setup(2))
        for action in (
            Win(park="purple", winner="a"),
            Win(park="green", winner="c"),
            Trophy(of="robot", round=1, fans=2),
            Plans(seat=0, of=(1, 2)),
            Result(fans=(1,)),
        ):
            with pytest.raises(DecodeError):
                engine.admit(state, action)


def starters(level: str = "actions") -> State:
    """Return a match of two whose decks are the six starters each, none of which moves cards."""
    return play_texts(engine.open(Setup(2, level=level)), "a: ok", "b: ok")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("a d12", ""),
        ("a d6", ""),
        ("a d5", "C52.few"),
        ("a d13", "C52.many"),
        ("a x8", ""),
        ("a x7", "C51.few"),
    ],
)
def test_c51_c52_a_duel_takes_as_many_cards_as_there_are(text: str, rule: str) -> None:
    """Six cards are in each deck: all of the loser's come up, and no more than all; for a seventh
    name seven must be beaten."""
    state = starters()
    whys = [
        b.why for action in engine.parse(text, state) for b in find_breaches(engine, state, action)
    ]
    assert whys == ([rule] if rule else [])


def test_c52_where_effects_move_cards_any_number_may_be_right() -> None:
    """A Rescue Pod brings a card that nobody drafted; a deck of which nothing is known, too."""
    state = play_texts(engine.open(Setup(2, level="actions")), "a: rescue pod", "a: ok", "b: ok")
    for table in (state, engine.open(Setup(2, level="summary"))):
        assert find_broken(table, "a d99") == set()
