"""The deck phase of Challengers! (C30 to C35), fully recorded or only what was kept."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.book import Book, Booking, begin_booking, is_unknown
from engines.challengers import engine
from engines.challengers.actions import Deck, Offer, Option, Pick, Remove
from engines.challengers.cards.catalog import BOX
from engines.challengers.state import State, park_of
from engines.challengers.unseen import decks, piles
from engines.challengers.unseen.debts import can_explain, open_booking
from engines.protocol import find_breaches
from engines.values import Action, Setup
from replay.speech.voice import Voice
from tests.engines.challengers.positions import list_breaches, list_reasons, play_texts
from tests.some import some

FIVE = {
    "castle-pig-a": 1,
    "film-cat-a": 1,
    "funfair-pony-a": 1,
    "haunted-spider-a": 1,
    "space-cow-a": 1,
}


def in_round(round_: int, level: str = "full", **options: object) -> State:
    """Return a match of two before a round."""
    state = engine.open(Setup(2, level=level, options=options))
    players = {side: replace(player, round=round_) for side, player in state.players.items()}
    return replace(state, players=players, rounds={"green": round_})


class TestOptions:
    @pytest.mark.parametrize("round_", range(1, 8))
    def test_c30_by_the_schedule(self, round_: int) -> None:
        state = in_round(round_, "actions")
        schedule = BOX.schedule[round_]
        for level in "ABC":
            for picks in (1, 2):
                broken = {
                    b.rule
                    for b in find_breaches(engine, state, Option(seat=0, level=level, picks=picks))
                }
                assert ("C30" in broken) == (schedule.get(level) != picks)

    def test_c30_one_option_only(self) -> None:
        state = play_texts(in_round(3), "a: b1")
        assert list_reasons(state, "a: a2") == ["C30.twice"]

    def test_c30_a_pick_says_which_option_was_chosen(self) -> None:
        state = play_texts(in_round(4), "a: lion")
        assert state.players["a"].option == ("B", 2)
        assert list_reasons(state, "a: cat") == ["C31.level"]

    @pytest.mark.parametrize(
        "action",
        [
            Option(seat=0, level="B", picks=1),
            Offer(seat=0, cards=FIVE),
            Pick(seat=0, card="castle-dragon-c"),
        ],
    )
    def test_c30_there_is_nothing_to_pick_after_the_last_round(self, action: Action) -> None:
        """Then no list of piles is told that would be empty."""
        voice = Voice(engine, "en", ("Ana", "Bo"))
        told = [voice.breach(breach) for breach in find_breaches(engine, in_round(8), action)]
        assert "C30: Ana has no pile to pick from now." in told
        assert not any("()" in each for each in some(told))

    def test_c30_a_card_of_no_pile_of_the_round(self) -> None:
        assert list_reasons(in_round(1), "a: lion") == ["C30.pick"]
        assert "C31.other" in list_reasons(in_round(1), "a: offer lion*3 shark*2")
        assert "C30.level" in list_reasons(in_round(3), "a: offer dragon*2 kraken*2 slime")

    def test_c30_decks_change_between_duels(self) -> None:
        state = play_texts(in_round(1), "a: ok", "b: ok", "s a")
        assert "C30.duel" in list_reasons(state, "a: remove dog")
        state = play_texts(in_round(1), "a: ok")
        assert "C30.done" in list_reasons(state, "a: remove dog")


class TestPicks:
    def test_c31_from_the_offer(self) -> None:
        state = play_texts(in_round(1), "a: offer pig, cat, pony, spider, cow", "a: cat, cow")
        assert state.book.count("a.deck", "film-cat-a") == 1
        assert list_reasons(state, "a: pony") == ["C31.many"]
        state = play_texts(state, "a: ok")
        assert dict(state.book.holding("discard.A")) == {
            "castle-pig-a": 1,
            "funfair-pony-a": 1,
            "haunted-spider-a": 1,
        }

    def test_c31_not_on_offer(self) -> None:
        state = play_texts(in_round(1), "a: offer pig, cat, pony, spider, cow")
        assert list_reasons(state, "a: parrot") == ["C31.offer"]

    def test_c31_five_are_drawn(self) -> None:
        assert list_reasons(in_round(1), "a: offer pig, cat, pony, spider") == ["C31.drawn"]
        state = play_texts(in_round(1), "a: offer pig, cat, pony, spider, cow")
        assert "C31.again" in list_reasons(state, "a: offer pig, cat, pony, spider, cow")
        assert "C31.other" in list_reasons(in_round(3), "a: offer pig, cat, pony, spider, lion")

    def test_c31_only_what_was_kept(self) -> None:
        state = play_texts(in_round(1), "a: cat, cow", "a: ok")
        assert state.book.size("a.deck") == 8
        assert state.book.size("discard.A") == 0

    def test_c31_unseen_cards_on_offer_and_picked(self) -> None:
        state = play_texts(in_round(1), "a: offer ?a*5", "a: ?a")
        (name,) = [item for item in state.book.holding("a.deck") if is_unknown(item)]
        assert name.startswith("?a-")
        assert "film-cat-a" in engine.list_possible_faces(state, name)

    def test_c31_others_see_backs(self) -> None:
        state = in_round(1)
        offer, pick = Offer(seat=0, cards=FIVE), Pick(seat=0, card="film-cat-a")
        assert engine.redact(state, offer, 0) == offer
        assert engine.redact(state, offer, 1) == Offer(seat=0, cards={"?A": 5})
        assert engine.redact(state, pick, -1) == Pick(seat=0, card="?A")
        remove = Remove(seat=0, card="city-dog-s")
        assert engine.redact(state, remove, 1) == Remove(seat=0, card="?S")
        assert engine.redact(state, Deck(seat=0, cards=FIVE), 1) == Deck(seat=0, cards={"?": 5})

    def test_c31_the_deck_as_it_is(self) -> None:
        state = play_texts(in_round(1), "a: deck newcomer*2 talent champion cat cow")
        deck = {"city-newcomer-s": 2, "city-talent-s": 1, "city-champion-s": 1}
        assert state.book.holding("a.deck") == deck | {"film-cat-a": 1, "space-cow-a": 1}
        assert state.book.count("box", "city-dog-s") == 7

    def test_c31_more_new_cards_than_the_round_allows(self) -> None:
        assert list_reasons(in_round(1), "a: deck newcomer*3 talent cat cow pig") == ["C31.list"]
        assert list_reasons(in_round(1), "a: deck newcomer*3 talent lion") == ["C30.list"]

    def test_c31_a_stated_deck_makes_an_unknown_one_known(self) -> None:
        state = play_texts(in_round(1, "results"), "a2")
        assert state.players["a"].loose
        assert list_reasons(state, "a: deck newcomer*3 talent cat cow pig lion") == []
        state = play_texts(state, "a: deck newcomer*3 talent cat cow pig lion")
        assert not state.players["a"].loose


class TestRedraw:
    def test_c32_before_the_first_pick_or_after_it(self) -> None:
        state = play_texts(in_round(1), "a: offer pig, cat, pony, spider, cow", "a: redraw")
        assert state.book.size("discard.A") == 5
        state = play_texts(
            state, "a: offer parrot, sailor, jester, hermit, butler", "a: parrot, butler"
        )
        state = play_texts(
            in_round(1), "a: offer pig, cat, pony, spider, cow", "a: cat", "a: redraw"
        )
        assert list_reasons(state, "a: offer parrot, sailor, jester, hermit, butler") == [
            "C31.drawn"
        ]
        play_texts(state, "a: offer parrot, sailor, jester, hermit", "a: hermit")

    def test_c32_once_and_not_when_all_is_picked(self) -> None:
        state = play_texts(in_round(1), "a: redraw")
        assert list_reasons(state, "a: redraw") == ["C32.twice"]
        state = play_texts(in_round(1), "a: cat, cow")
        assert list_reasons(state, "a: redraw") == ["C32.late"]


class TestWhenPicked:
    def test_c33_clones_bring_a_fan_and_show_themselves(self) -> None:
        state = play_texts(in_round(5), "a: clones")
        assert state.book.count("a.fans", "fan") == 1
        (pick,) = engine.parse("a: clones", in_round(5))
        assert engine.redact(state, pick, 1) == pick
        assert [line.n for line in engine.quote(state, pick)] == [1]

    def test_c33_a_fan_that_was_forgotten(self) -> None:
        state = in_round(5)
        assert list_reasons(state, "a: pick clones ~fans=0") == ["C33.fans"]
        (pick,) = engine.parse("a: pick clones ~fans=0", state)
        assert engine.apply(state, pick)[0].book.count("a.fans", "fan") == 0

    def test_c33_shapeshifter_for_any_card_also_itself(self) -> None:
        state = play_texts(in_round(1), "a: shapeshifter, cat")
        assert list_reasons(state, "a: cow for dog, talent") == ["C33.cost"]
        state = play_texts(state, "a: cow for shapeshifter")
        assert state.book.count("discard.A", "space-shapeshifter-a") == 1
        assert list_reasons(state, "a: pig for dog") == ["C33.undue"]

    def test_c33_scifi_geek_for_two_of_outer_space(self) -> None:
        state = play_texts(in_round(7), "a: geek")
        places = state.book.places | {
            "a.deck": {"space-cow-a": 2, "space-scifi_geek-c": 1, "city-dog-s": 1}
        }
        state = replace(state, book=replace(state.book, places=places))
        assert list_reasons(state, "a: kraken for dog, cow") == ["C33.cost"]
        state = play_texts(state, "a: kraken for cow*2")
        assert dict(state.book.holding("a.deck")) == {
            "space-scifi_geek-c": 1,
            "city-dog-s": 1,
            "ship-kraken-c": 1,
        }


class TestRemoving:
    def test_c34_cards_go_home(self) -> None:
        state = play_texts(in_round(1), "a: cat, cow -newcomer, cat")
        assert state.book.count("discard.A", "film-cat-a") == 1
        assert state.book.size("a.deck") == 6

    def test_c34_not_in_the_deck(self) -> None:
        state = play_texts(in_round(1), "a: -dog")
        (breach,) = list_breaches(state, "a: -dog")
        assert (breach.why, breach.at) == ("C34.absent", (0,))

    def test_c52_no_least_size(self) -> None:
        state = play_texts(in_round(1), "a: -newcomer*3, talent, dog, champion", "a: ok", "b: ok")
        assert play_texts(state, "s a").outcomes["green.1"].winner == "b"


class TestTrays:
    def test_c35_a_pile_that_runs_out_is_asked_about(self) -> None:
        state = in_round(1)
        places = state.book.places | {"pile.A": {"film-cat-a": 2}, "discard.A": {"space-cow-a": 4}}
        state = replace(state, book=replace(state.book, places=places))
        prompt = engine.list_prompts(state)[0]
        assert (prompt.ask, prompt.place) == ("ask.refill", "pile.A")
        state = play_texts(state, "refill a")
        assert (state.book.size("pile.A"), state.book.size("under.A")) == (2, 4)
        state = play_texts(state, "a: offer cat*2, cow*3")
        assert (state.book.size("pile.A"), state.book.size("under.A")) == (1, 0)
        assert list_reasons(state, "refill a") == ["C35.nothing"]

    def test_c35_only_when_empty_where_the_table_plays_so(self) -> None:
        state = in_round(1, tray_refill="when_empty")
        places = state.book.places | {"discard.A": {"space-cow-a": 4}}
        state = replace(state, book=replace(state.book, places=places))
        assert list_reasons(state, "refill a") == ["C35.left"]

    def test_c35_an_empty_pile_is_filled_by_drawing(self) -> None:
        state = in_round(1, tray_refill="when_empty")
        places = state.book.places | {"pile.A": {"film-cat-a": 2}, "discard.A": dict(FIVE)}
        state = replace(state, book=replace(state.book, places=places))
        state = play_texts(state, "a: offer cat, pig, pony, spider, cow")
        assert state.book.size("discard.A") == 0


def test_history_outlasts_the_duel() -> None:
    state = play_texts(
        in_round(1, "actions"), "a: cat, cow -dog", "a: ok", "b: ok", "s a", "w a 2 d"
    )
    state = play_texts(state, "a: ok", "b: ok")
    (breach,) = list_breaches(state, "a: f dog")
    assert (breach.why, breach.at) == ("C34.removed", (2,))


def test_c35_what_was_drawn_unseen_before_is_none_of_what_came_under_the_pile() -> None:
    state = in_round(1)
    places = state.book.places | {"pile.A": {"film-cat-a": 1, "castle-pig-a": 1}}
    state = replace(state, book=replace(state.book, places=places))
    (pick,) = engine.parse("a: ?a", state)
    state, _ = engine.apply(state, pick)
    (name,) = [item for item in state.book.holding("a.deck") if is_unknown(item)]
    places = state.book.places | {"discard.A": {"space-cow-a": 6}}
    state = play_texts(replace(state, book=replace(state.book, places=places)), "refill a")
    state = play_texts(state, "b: offer cow*4, ?a")
    assert set(engine.list_possible_faces(state, name)) == {"film-cat-a", "castle-pig-a"}


def test_c34_with_hindsight_an_unknown_card_is_removed_by_its_face() -> None:
    setup = Setup(2, level="actions", known={"?a-1": "film-cat-a"})
    state = engine.open(setup)
    for action in (Pick(seat=0, card="?A"), Remove(seat=0, card="?a-1")):
        state, _ = engine.apply(state, action)
    assert state.book.count("discard.A", "film-cat-a") == 1
    assert state.book.size("a.deck") == 6


CAT = "film-cat-a"


def owe_card(pile: dict[str, int], deck: dict[str, int]) -> Booking:
    """Return old discards out of which b has a card: one of the two that lie there was thrown out
    of a's deck unseen (as `deck` shows), one came from the pile."""
    places = {"b.deck": {"?b-2": 1}, "past.A.1": {"?a-1": 1, "?b-1": 1, "?b-2": -1}}
    pools = {"?b-2": "past.A.1", "?a-1": "a.deck", "?b-1": "pile.A"}
    book = Book(places | {"pile.A": pile, "a.deck": deck}, pools)
    state: State = engine.open(Setup(2))
    return open_booking(replace(state, book=book))


@pytest.mark.parametrize(("pile", "deck"), [({CAT: 1}, {}), ({}, {CAT: 1}), ({CAT: 1}, {CAT: 1})])
def test_c79_which_of_two_unknown_cards_it_was_stays_open(
    pile: dict[str, int], deck: dict[str, int]
) -> None:
    """A cat comes up that was drawn from old discards: one of the cards in there was a cat."""
    booking = owe_card(pile, {**deck, "?a-1": -1, "film-movie_star-a": 1})
    assert decks.can_be(booking, {}, "?b-2", CAT)
    booking.learn("?b-2", CAT, "b.deck", "C79")
    assert booking.places["past.A.1"] == {"?a-1": 1, "?b-1": 1, CAT: -1}
    assert [move.rule for move in booking.moves] == ["C79"]
    assert booking.close().totals()[CAT] == sum(pile.values()) + sum(deck.values())


def test_c79_what_nobody_can_have_had_is_not_explained() -> None:
    """Neither the pile nor the deck has had a cat: it comes from nowhere, and that is a breach."""
    booking = owe_card({"castle-pig-a": 1}, {"castle-pig-a": 1, "?a-1": -1})
    assert not decks.can_be(booking, {}, "?b-2", CAT)
    booking.learn("?b-2", CAT, "b.deck", "C79")
    assert [(move.source, move.rule) for move in booking.moves] == [("unaccounted", "BOOK")]


def test_c34_a_card_stays_in_its_deck_while_something_else_explains_what_is_owed() -> None:
    """The cat that b has may be the pile's: a still has its own, and the pile's only afterwards."""
    booking = owe_card({CAT: 1}, {CAT: 1, "?a-1": -1, "castle-pig-a": 1})
    booking.learn("?b-2", CAT, "b.deck", "C79")
    assert decks.can_leave(booking, {}, "a.deck", CAT)
    booking.move(1, CAT, "a.deck", "a.field", "C44")
    assert not can_explain({}, booking, "pile.A", CAT)
    booking = owe_card({}, {CAT: 1, "?a-1": -1, "castle-pig-a": 1})
    booking.learn("?b-2", CAT, "b.deck", "C79")
    assert not decks.can_leave(booking, {}, "a.deck", CAT)
    assert decks.can_leave(booking, {}, "a.deck", "castle-pig-a")


def test_c79_two_debts_are_not_paid_with_one_card() -> None:
    """Two cards of the old discards were seen again; only the pile's can have been either."""
    booking = owe_card({CAT: 1, "castle-pig-a": 1}, {"city-dog-s": 1, "?a-1": -1})
    booking.draw("past.A.1", "c.deck", "C31", "?c-1")
    booking.learn("?b-2", CAT, "b.deck", "C79")
    assert not decks.can_be(booking, {}, "?c-1", "castle-pig-a")
    assert decks.can_be(booking, {}, "?c-1", "city-dog-s")
    assert decks.list_possible_faces(booking, {}, "?c-1") == ()  # a starter has another back


def test_c79_a_card_that_came_off_a_deck_names_the_unknown_one_in_it() -> None:
    """It will come back to the deck: which of the deck's cards it was must not be forgotten."""
    booking = owe_card({CAT: 1}, {"?a-2": 1, "castle-pig-a": 1})
    booking.draw("pile.A", "a.deck", "C31", "?a-3")
    booking.draw("a.deck", "a.exhaust", "C78", "?a.1")
    decks.identify_card(booking, {}, "?a.1", CAT, "a.exhaust", "C79")
    assert booking.places["a.deck"] == {"?a-2": 1, "castle-pig-a": 1}
    assert booking.places["a.exhaust"] == {CAT: 1}
    assert booking.places["pile.A"] == {}


def test_c35_what_a_pile_owes_stays_with_what_it_held_then() -> None:
    """The pile that owes a cat is set apart when cards come under it: these do not pay for it."""
    booking = owe_card({"?b-1": 1, CAT: -1}, {CAT: 1, "?a-1": -1})
    booking.move(2, CAT, "box", "under.A", "C35")
    piles.raise_discards(booking, "A", 7)
    assert booking.places["past.A.7"][CAT] == -1
    assert booking.places["pile.A"][CAT] == 2


def test_c31_an_unseen_pick_from_an_offer_that_was_told_is_one_of_its_cards() -> None:
    """Who picked is not told which; the others of the five go to the discards unseen, and what was
    picked may come up in the duel."""
    state = play_texts(
        engine.open(Setup(2, level="full")), "a: offer cat, gangster, sailor, cow, merman"
    )
    state = play_texts(state, "a: ?A", "a: ?A")
    assert (state.book.size("a.offer"), state.book.size("a.deck")) == (3, 8)
    state = play_texts(state, "a: ok", "b: ok", "s a")
    assert state.book.size("discard.A") == 3
    (name, *_) = [item for item in state.book.holding("a.deck") if is_unknown(item)]
    assert len(engine.list_possible_faces(state, name)) == 5
    state = play_texts(state, "cow", "champion", "cat")
    assert state.book.size("unaccounted") == 0
    assert not [
        item for item, n in state.book.holding("a.deck").items() if is_unknown(item) and n > 0
    ]


def test_c32_an_offer_is_drawn_anew_as_large_as_what_was_left_of_it() -> None:
    state = play_texts(
        engine.open(Setup(2, level="full")), "a: offer cat, gangster, sailor, cow, merman"
    )
    state = play_texts(state, "a: ?A", "a: redraw")
    assert list_reasons(state, "a: offer pig=3, sailor") == []
    assert list_reasons(state, "a: offer pig=3, sailor=2") == ["C31.drawn"]


def test_what_was_paid_for_a_pick_is_told() -> None:
    state = play_texts(engine.open(Setup(2, level="full")), "a: shapeshifter")
    (pick,) = engine.parse("a: cat for dog", state)
    told = Voice(engine, "en", ("Ana", "Bo"), state).action(pick)
    assert told == "Ana picks Cat, 1 Dog taken out of the deck for it"


def test_c33_a_card_that_nobody_has_seen_may_allow_one_more_pick() -> None:
    state = play_texts(engine.open(Setup(2, level="full")), "a: ?A")
    assert list_reasons(state, "a: ?A for ?S") == []
    assert "C33.undue" in list_reasons(
        play_texts(engine.open(Setup(2, level="full")), "a: cat"), "a: ?A for ?S"
    )


def test_c31_a_pick_from_an_offer_is_of_that_offer_whatever_became_of_the_pile() -> None:
    """Another seat's offer has shuffled the discards under the pile in between."""
    state = play_texts(engine.open(Setup(2, level="full")), "a: offer ?A*5")
    booking = open_booking(state)
    piles.raise_discards(booking, "A", 7)
    state = replace(state, book=booking.close())
    (pick,) = engine.parse("a: ?a", state)
    after, _ = engine.apply(state, pick)
    assert (after.book.size("a.offer"), after.book.size("a.deck")) == (4, 7)
    assert after.book.size("pile.A") == state.book.size("pile.A")


def test_c79_the_unknown_card_that_can_be_explained_is_the_one_that_shows_itself() -> None:
    """Two unseen cards of the level, one from a pile that has no cat any more."""
    cat = "film-cat-a"
    places = {"b.deck": {"?b-1": 1, "?b-2": 1}, "past.A.1": {"castle-pig-a": 1}}
    pools = {"?b-1": "past.A.1", "?b-2": "pile.A"}
    booking = begin_booking(Book(places | {"pile.A": {cat: 1}}, pools))
    assert decks.rank_unknowns(booking, {}, "b.deck", cat) == ["?b-2", "?b-1"]
    assert decks.rank_unknowns(booking, {}, "b.deck", "castle-pig-a") == ["?b-1", "?b-2"]
    booking = begin_booking(Book(places | {"pile.A": {"castle-pig-a": 1}}, pools))
    assert decks.rank_unknowns(booking, {}, "b.deck", "castle-pig-a", ["?b-1"]) == ["?b-2", "?b-1"]


def after_the_first_duel() -> State:
    """Return a match of four after the duel of a and d; b and c are still in theirs, in the park to
    which the plans send a seat that is done next."""
    state = engine.open(Setup(4, level="actions"))
    state = play_texts(state, "a: ok", "b: ok", "c: ok", "d: ok", "s a", "s b", "g win a")
    assert park_of(state, "d") == "red"
    assert state.duels["red"].sides == ("b", "c")
    return state


class TestDeckPhaseBesideAnotherDuel:
    """d's duel is over, and the park of its next one is still taken by b and c."""

    def test_F22_whoever_has_finished_is_in_its_deck_phase(self) -> None:
        """The deck phase is asked for, and what d types in it is about its deck."""
        state = after_the_first_duel()
        assert "d.deck" in [prompt.place for prompt in engine.list_prompts(state)]
        (picked,) = engine.parse("d: cat", state)
        assert picked == Pick(seat=3, card="film-cat-a")
        assert list_reasons(state, "d: cat") == list_reasons(state, "d: ok") == []
        assert list_reasons(state, "d: deck newcomer*3 talent dog champion cat") == []

    def test_F22_whoever_plays_is_not(self) -> None:
        state = after_the_first_duel()
        assert list_reasons(state, "c: ok") == ["C30.duel"]
        assert find_breaches(engine, state, Deck(seat=1, cards={"city-dog-s": 1}))[0].rule == "C30"
        assert [row.active for row in engine.view(state, None).panels[0].rows] == [
            side in "bc" for side in "abcd"
        ]

    @pytest.mark.parametrize("text", ["s d", "win d", "r win d"])
    def test_F22_the_duel_of_others_is_not_theirs(self, text: str) -> None:
        """The next duel of d cannot begin, or end, in a park where b and c are playing."""
        assert list_reasons(after_the_first_duel(), text) == ["C21.others"]

    def test_F22_nobody_else_is_out_of_cards(self) -> None:
        assert list_reasons(after_the_first_duel(), "o d") == ["C52.nobody"]
