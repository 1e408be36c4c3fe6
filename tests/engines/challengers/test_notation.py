"""The notation of Challengers!: short forms, their keystrokes, and what is no action."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines import LANGUAGES
from engines.challengers import engine
from engines.challengers.actions import (
    Choose,
    Deck,
    Finalists,
    Left,
    LookAt,
    Offer,
    Option,
    Out,
    Pick,
    Plans,
    Ready,
    Redraw,
    Refill,
    Remove,
    Result,
    Reveal,
    Seen,
    Start,
    Trophy,
    Win,
)
from engines.challengers.cards.catalog import BOX, CARDS, DECK, FINAL, PARKS, ROUNDS
from engines.challengers.names import card_names
from engines.challengers.state import State, find_starter, park_of, planned_sides
from engines.counts import Count
from engines.names import find, fold
from engines.protocol import find_breaches
from engines.values import Action, NotationError, Setup
from tests.engines.challengers.positions import PARK, begin, lay_out, play_texts
from tests.some import some

NAMES = ("Ana", "Bo", "Cy", "Dora", "Emi", "Finn", "Gus", "Hana")
EVENING = engine.open(Setup(8, level="results"))


def read(text: str, state: State = EVENING, names: tuple[str, ...] = NAMES) -> tuple[Action, ...]:
    """Return what a text means."""
    return engine.parse(text, state, names)


def keys(text: str) -> int:
    """Return the keystrokes of a line, Enter among them."""
    return len(text) + 1


class TestResults:
    def test_how_a_duel_ended_without_what_is_on_the_trophy(self) -> None:
        (win,) = read("a d14 sg g+2")
        assert win == Win(
            park="green", winner="a", reason="deck", reveals=14, first="g", fans={"g": 2}
        )
        assert read("ana x9") == (Win(park="green", winner="a", reason="bench", reveals=9),)
        (reveal,) = read("g dogs")
        assert isinstance(reveal, Reveal)

    @pytest.mark.parametrize(
        ("text", "side", "trophy"),
        [
            ("a", "a", None),
            ("a3", "a", 3),
            ("ana 3", "a", 3),
            ("w bo 2", "b", 2),
            ("h2", "h", 2),
            ("c", "c", None),
            ("f 3", "f", 3),
            ("g?", "g", None),
        ],
    )
    def test_who_has_won(self, text: str, side: str, trophy: int | None) -> None:
        (win,) = read(text)
        assert win == Win(
            park=park_of(EVENING, side), winner=side, trophy=trophy, hidden=trophy is not None
        )

    def test_a_summary(self) -> None:
        (win,) = read("a3 +2 e+1 x17 se e#7 a#4")
        assert win == Win(
            park="green",
            winner="a",
            trophy=3,
            hidden=True,
            fans={"a": 2, "e": 1},
            reason="bench",
            first="e",
            reveals=17,
            seats={"e": 7, "a": 4},
        )

    def test_what_joined_and_left(self) -> None:
        (win,) = read("a? d e<lion a>pod e<?b")
        assert isinstance(win, Win)
        assert (win.gained, win.lost) == (
            {"e": {"film-lion-b": 1, "?B": 1}},
            {"a": {"space-rescue_pod-a": 1}},
        )

    def test_in_a_park_that_is_named(self) -> None:
        assert read("w red c")[0] == Win(park="red", winner="c")
        assert read("r c3")[0] == Win(park="red", winner="c", trophy=3, hidden=True)

    def test_the_robot(self) -> None:
        state = engine.open(Setup(7))
        (win,) = read("robot", state)
        assert isinstance(win, Win)
        assert win.winner == "robot"

    def test_open_trophies_are_no_secret(self) -> None:
        assert read("a3", engine.open(Setup(2)))[0] == Win(park=PARK, winner="a", trophy=3)

    def test_F2_a_number_that_may_be_two_trophies_is_asked_about(self) -> None:
        """Two people play, nobody noted what was on Ana's trophy of round 4. `a6` may be that, or
        her win of round 5, on whose trophies there is a 6 as well."""
        state = play_texts(engine.open(Setup(2, level="results")), "a2", "b3", "a4", "a")
        with pytest.raises(NotationError) as refused:
            engine.parse("a6", state, NAMES[:2])
        assert refused.value.key == "trophy-or-won"
        assert refused.value.unclear
        earlier, won = refused.value.candidates
        assert engine.parse(earlier, state) == (Trophy(of="a", round=4, fans=6),)
        assert engine.parse(won, state) == (Win(park=PARK, winner="a", trophy=6),)

    @pytest.mark.parametrize(
        ("text", "meant"),
        [
            ("a5", Trophy(of="a", round=4, fans=5)),
            ("a7", Win(park=PARK, winner="a", trophy=7)),
            ("b6", Win(park=PARK, winner="b", trophy=6)),
        ],
    )
    def test_F2_a_number_that_is_on_one_trophy_only_is_understood(
        self, text: str, meant: Action
    ) -> None:
        """A 5 is on trophies of round 4 only, a 7 on those of round 5; Bo's are all noted."""
        state = play_texts(engine.open(Setup(2, level="results")), "a2", "b3", "a4", "a")
        assert engine.parse(text, state, NAMES[:2]) == (meant,)

    def test_an_evening_of_eight_in_twelve_keystrokes_a_duel(self) -> None:
        """29 duels in four parks and the final, each as a result and as a summary."""
        state = EVENING
        lengths = []
        for round_ in ROUNDS:
            for park in [p for p in state.rounds if p != FINAL]:
                one, other = planned_sides(state, park, round_)
                worth = BOX.trophies[round_][PARKS.index(park)]
                result = f"{one}{worth}"
                due = find_starter(state, (one, other))
                summary = f"{result} d17 s{(other, one, other)[due + 1]}"
                lengths += [keys(result), keys(summary)]
                state = play_texts(state, result if round_ % 2 else summary)
        for side, player in some(list(state.players.items())):
            assert player.round == 8, side
        assert {p.ask for p in engine.list_prompts(state)} == {"ask.win.final"}
        best = state.finalists[0]
        state = play_texts(state, f"{best}")
        assert max(lengths) <= 12
        assert engine.standing(state).winners == ("abcdefgh".index(best),)
        assert len(state.outcomes) == 29


class TestReveals:
    @pytest.mark.parametrize("robot", [False, True, None])
    def test_every_card_in_five_keystrokes(self, robot: bool | None) -> None:
        """Even if a deck held all cards at once: the beginning of a name, or an alias."""
        deck = [c for c in CARDS if robot is None or (CARDS[c].set == "robot") == robot]
        state = with_deck(*deck)
        for card in some(deck):
            text = shortest(card, state, deck)
            assert read(text, state) == (Reveal(park=PARK, card=card),)
            assert keys(text) <= 5, (card, text)

    @pytest.mark.parametrize(
        ("text", "card"),
        [
            ("dog", "city-dog-s"),
            ("dogb", "city-dog-b"),
            ("dog b", "city-dog-b"),
            ("개", "city-dog-s"),
            ("마구간", "castle-stable_boy-a"),
            ("make up", "film-makeup_artist-a"),
            ("?", "?"),
        ],
    )
    def test_names(self, text: str, card: str) -> None:
        state = play_texts(
            begin(lay_out({"a": ["city-champion-s"], "b": ["city-dog-s"]}), "a"), "champion"
        )
        assert read(text, state) == (Reveal(park=PARK, card=card),)

    def test_a_card_that_is_in_the_deck_comes_before_others(self) -> None:
        state = with_deck("haunted-vampire-c", "city-dog-s")
        assert read("va", state) == (Reveal(park=PARK, card="haunted-vampire-c"),)

    def test_several_parks_need_their_letter(self) -> None:
        state = engine.open(Setup(4, level="actions"))
        state, _ = engine.apply(state, Start(park="green", first="a"))
        state, _ = engine.apply(state, Start(park="red", first="b"))
        with pytest.raises(NotationError) as caught:
            read("dog", state)
        assert caught.value.key == "which-park"
        assert read("g dog", state) == (Reveal(park="green", card="city-dog-s"),)
        assert read("r dog", state) == (Reveal(park="red", card="city-dog-s"),)
        assert read("b: dog", state) == (Reveal(park="red", card="city-dog-s", by="b"),)
        assert keys("g dog") - keys("dog") == 2

    def test_a_card_that_one_park_alone_can_see_needs_no_letter(self) -> None:
        """By the decks: b and c meet in the red park, and c, who is on turn there, has no Dog left.
        Where a park waits for something else the letter is needed."""
        state = play_texts(
            engine.open(Setup(4, level="actions")), "c: -dog", *[f"{s}: ok" for s in "abcd"]
        )
        state = play_texts(state, "s a", "s c")
        assert read("dog", state) == (Reveal(park="green", card="city-dog-s"),)
        assert refuse("talent", state).key == "which-park"
        for letter in "gr":
            assert refuse(letter, state).key == "which-park"

    def test_what_the_table_did(self) -> None:
        state = with_deck("city-dog-s", "castle-horse-b")
        (reveal,) = read("dog ~captured=1 ~bonus=-2", state)
        assert reveal == Reveal(park=PARK, card="city-dog-s", actual={"captured": 1, "bonus": -2})
        with pytest.raises(NotationError):
            read("dog ~colour=1", state)


def with_deck(*cards: str) -> State:
    """Return a duel in which the side that reveals holds these cards."""
    robot = all(CARDS[card].set == "robot" for card in cards)
    side = "robot" if robot else "b"
    state = begin(lay_out({"a": ["city-champion-s", "city-talent-s"], side: list(cards)}), "a")
    state = play_texts(state, "champion")
    places = state.book.places | {DECK[side]: dict.fromkeys(cards, 1)}
    return replace(state, book=replace(state.book, places=places))


def shortest(card: str, state: State, deck: list[str]) -> str:
    """Return the least that can be typed for a card: the beginning of a word of its name or of an
    alias that means it and no other card of the deck."""
    names = card_names(state, deck)
    words = [word for name in names[card] if name.isascii() for word in (name, *fold(name).split())]
    starts = {word.casefold()[:length] for word in words for length in range(2, len(word) + 1)}
    for start in sorted(starts, key=lambda each: (len(each), each)):
        try:
            if find(start, names) == card:
                return start
        except NotationError:
            continue
    return card


class TestDuelVerbs:
    def duel(self) -> State:
        return play_texts(
            begin(lay_out({"a": ["city-dog-s"] * 3, "b": ["castle-horse-b"] * 3}), "a"), "dog"
        )

    @pytest.mark.parametrize(
        ("text", "action"),
        [
            ("o", Out(park=PARK)),
            ("o b", Out(park=PARK, by="b")),
            ("left b 2+", Left(park=PARK, of="b", cards=2, more=True)),
            ("left 2", Left(park=PARK, of="b", cards=2)),
            ("l dog", LookAt(seat=-1, park=PARK, top=("city-dog-s",))),
            ("seen b.bench dog", Seen(place="b.bench", card="city-dog-s")),
            ("t a 4 5", Trophy(of="a", round=4, fans=5)),
            ("refill b", Refill(level="B")),
            ("plans 2 1", Plans(of=(2, 1))),
            ("result 34/4 28/3", Result(fans=(34, 28), trophies=(4, 3))),
            ("= a 7", Count(holds={"a.fans": {"fan": 7}})),
            ("= a.deck city-dog-s=2", Count(holds={"a.deck": {"city-dog-s": 2}})),
            ("finalists a b", Finalists(sides=("a", "b"))),
            ("manual green", engine.parse("m", engine.open(Setup(2)))[0]),
        ],
    )
    def test_short_forms(self, text: str, action: Action) -> None:
        assert read(text, self.duel()) == (action,)

    def test_start(self) -> None:
        state = engine.open(Setup(2))
        assert read("s a", state) == (Start(park=PARK, first="a"),)
        assert read("s bo 9 8", state) == (Start(park=PARK, first="b", decks={"b": 9, "a": 8}),)

    def test_choices(self) -> None:
        state = begin(
            lay_out({"a": ["castle-dragon-c"] * 2, "b": ["haunted-butler-a", "city-dog-s"]}), "a"
        )
        state = play_texts(state, "dragon")
        bench = {"film-cat-a": 2, "castle-pig-a": 1}
        state = replace(
            state, book=replace(state.book, places=state.book.places | {"b.bench": bench})
        )
        state = play_texts(state, "butler")
        assert read("cat, cat", state) == (
            Choose(seat=1, park=PARK, cards=("film-cat-a", "film-cat-a")),
        )
        assert read("cat pig", state) == (
            Choose(seat=1, park=PARK, cards=("film-cat-a", "castle-pig-a")),
        )
        assert read("-", state) == (Choose(seat=1, park=PARK),)
        assert read("dog", state) == (Reveal(park=PARK, card="city-dog-s"),)

    def test_hidden_trophies_one_or_all(self) -> None:
        state = EVENING
        for hidden in ("trophy-hidden.one", "trophy-hidden"):
            (win,) = read("a", state)
            state, _ = engine.apply(state, win)
            with pytest.raises(NotationError) as caught:
                read("t a=1 2 3", state)
            assert caught.value.key == hidden
        assert read("t a 2", state) == (Trophy(of="a", round=2, fans=2),)
        assert read("t a=3 2", state) == (
            Trophy(of="a", round=1, fans=3),
            Trophy(of="a", round=2, fans=2),
        )


class TestDeckPhase:
    @pytest.mark.parametrize(
        ("text", "actions"),
        [
            ("a: cat, cow", (Pick(seat=0, card="film-cat-a"), Pick(seat=0, card="space-cow-a"))),
            ("ana: cat cow", (Pick(seat=0, card="film-cat-a"), Pick(seat=0, card="space-cow-a"))),
            ("a: -dog", (Remove(seat=0, card="city-dog-s"),)),
            (
                "a: cat -dog, talent",
                (
                    Pick(seat=0, card="film-cat-a"),
                    Remove(seat=0, card="city-dog-s"),
                    Remove(seat=0, card="city-talent-s"),
                ),
            ),
            ("a: movie star", (Pick(seat=0, card="film-movie_star-a"),)),
            ("a: cat for dog", (Pick(seat=0, card="film-cat-a", paid={"city-dog-s": 1}),)),
            ("a: a2", (Option(seat=0, level="A", picks=2),)),
            ("a: redraw", (Redraw(seat=0),)),
            ("a: ok", (Ready(seat=0),)),
            ("a: offer cat, ?*4", (Offer(seat=0, cards={"film-cat-a": 1, "?": 4}),)),
            (
                "a: deck newcomer*3 dog",
                (Deck(seat=0, cards={"city-newcomer-s": 3, "city-dog-s": 1}),),
            ),
            ("deck robot cyborg*4", (Deck(cards={"robot-cyborg-s": 4}),)),
        ],
    )
    def test_short_forms(self, text: str, actions: tuple[Action, ...]) -> None:
        state = engine.open(Setup(1 if "robot" in text else 2, level="actions"))
        assert read(text, state) == actions


NO_DECK = engine.open(Setup(2, level="actions"))


def with_stable_boys() -> State:
    """Return a deck phase in which a has three Stable Boys, a Make-up Artist and a Cat."""
    state = NO_DECK
    for card in (*["castle-stable_boy-a"] * 3, "film-makeup_artist-a", "film-cat-a"):
        state, _ = engine.apply(state, Pick(seat=0, card=card))
    return state


class TestNamesOfSeveralWords:
    """Without commas, words that belong together are one name."""

    @pytest.mark.parametrize(
        ("text", "picked", "removed"),
        [
            (
                "lion, director -talent -stable boy",
                ["film-lion-b", "film-director-b"],
                ["city-talent-s", "castle-stable_boy-a"],
            ),
            ("-cat -stable boy", [], ["film-cat-a", "castle-stable_boy-a"]),
            ("-make-up artist -cat", [], ["film-makeup_artist-a", "film-cat-a"]),
            ("x -cat, -stable boy*2", [], ["film-cat-a", *["castle-stable_boy-a"] * 2]),
            ("movie star pig", ["film-movie_star-a", "castle-pig-a"], []),
            ("pig movie star", ["castle-pig-a", "film-movie_star-a"], []),
            ("2 cat pig", ["film-cat-a", "film-cat-a", "castle-pig-a"], []),
            ("stable boy, boy", ["castle-stable_boy-a"] * 2, []),
            ("cat cat", ["film-cat-a"] * 2, []),
        ],
    )
    def test_one_card_a_name(self, text: str, picked: list[str], removed: list[str]) -> None:
        expected = (
            *(Pick(seat=0, card=card) for card in picked),
            *(Remove(seat=0, card=card) for card in removed),
        )
        assert read(f"a: {text}", with_stable_boys()) == expected

    @pytest.mark.parametrize(
        ("text", "key", "word"),
        [
            ("stabel boy", "no-such-card", "stabel"),
            ("movie star pgi", "no-such-card", "pgi"),
            ("castle-stable_boy-a boy", "one-or-two", "castle-stable_boy-a boy"),
            ("stable boy stable", "one-or-two", "stable boy stable"),
            ("cat 2 pig", "no-such-card", "2"),
            ("k lion -dog", "no-such-card", "-dog"),
            ("deck ?A ?x y", "no-such-card", "y"),
        ],
    )
    def test_what_may_be_one_card_or_two_is_neither(self, text: str, key: str, word: str) -> None:
        with pytest.raises(NotationError) as caught:
            read(f"a: {text}", with_stable_boys())
        assert (caught.value.key, caught.value.word) == (key, word)

    def test_words_that_can_be_split_in_two_ways_are_refused(self) -> None:
        """``bear cat fish`` is a Bear Cat and a Fish, or a Bear and a Cat Fish."""
        state = NO_DECK
        for name in ("bear cat", "bear", "cat fish", "fish"):
            state = play_texts(state, f"card {name} 3 a")
        with pytest.raises(NotationError) as caught:
            read("a: bear cat fish", state)
        assert caught.value.unclear
        assert set(caught.value.candidates) == {"bear cat, fish", "bear, cat fish"}


def test_letters_inside_a_name_are_an_abbreviation_from_three_on() -> None:
    """``ro`` is no Heroine: it may be a slip for ``ru``, the Rubber Duck."""
    state = with_deck("film-heroine-c", "funfair-rubber_duck-b")
    for text in ("ro", "oi"):
        with pytest.raises(NotationError) as caught:
            read(f"green {text}", state)
        assert caught.value.key in {"no-such-card", "several-fit"}
    assert read("roi", state) == (Reveal(park=PARK, card="film-heroine-c"),)


def refuse(text: str, state: State, names: tuple[str, ...] = NAMES) -> NotationError:
    """Return why a text is no action."""
    with pytest.raises(NotationError) as caught:
        read(text, state, names)
    return caught.value


class TestUnknownCardsThatWereSeen:
    """A bare name answers which card a Ghost sent to an exhaust pile, where it can be no other."""

    def haunt(self, *deck: str, level: str = "full") -> State:
        """Return a duel in which b's Ghost has exhausted a card of a's deck and b attacks on."""
        decks = {"a": ["castle-dragon-c", *deck], "b": ["haunted-ghost-b", "city-dog-s"]}
        state = play_texts(begin(lay_out(decks), "a"), "dragon", "ghost")
        return replace(state, level=level)

    @pytest.mark.parametrize("text", ["pi", "pig", "a: pig", "g pig"])
    def test_what_only_the_unknown_card_can_be_is_seen(self, text: str) -> None:
        state = self.haunt("castle-pig-a", "film-cat-a")
        (first, prompt, *_) = engine.list_prompts(state)
        assert first.ask == "ask.reveal"
        assert (prompt.ask, prompt.place) == ("ask.seen.exhaust", "a.exhaust")
        assert prompt.data["example"] in {"castle-pig-a", "film-cat-a"}
        assert read(text, state) == (Seen(place="a.exhaust", card="castle-pig-a"),)

    def test_what_only_the_deck_holds_is_revealed(self) -> None:
        state = self.haunt("castle-pig-a", "film-cat-a")
        assert read("dog", state) == (Reveal(park=PARK, card="city-dog-s"),)
        assert read("b: dog", state) == (Reveal(park=PARK, card="city-dog-s", by="b"),)

    def test_what_may_be_both_is_the_next_card_which_is_asked_for_first(self) -> None:
        state = self.haunt("castle-pig-a", "city-dog-s")
        assert read("dog", state) == (Reveal(park=PARK, card="city-dog-s"),)
        assert read("b: dog", state) == (Reveal(park=PARK, card="city-dog-s", by="b"),)
        assert read("a: dog", state) == (Seen(place="a.exhaust", card="city-dog-s"),)
        assert read("seen a dog", state) == (Seen(place="a.exhaust", card="city-dog-s"),)

    def test_where_it_is_not_asked_a_name_is_revealed(self) -> None:
        state = self.haunt("castle-pig-a", "film-cat-a", level="actions")
        assert read("pig", state) == (Reveal(park=PARK, card="castle-pig-a"),)

    def test_while_one_bench_is_asked_for_the_other_side_reveals(self) -> None:
        """A Cowboy has sent a card of a's to its bench."""
        decks = {"a": ["city-newcomer-s", "city-dog-s"] * 2, "b": ["film-cowboy-b", "city-dog-s"]}
        state = play_texts(begin(lay_out(decks), "a"), "newcomer", "cowboy")
        assert read("dog", state) == (Seen(place="a.bench", card="city-dog-s"),)
        assert read("b: dog", state) == (Reveal(park=PARK, card="city-dog-s", by="b"),)

    def test_a_card_that_did_not_come_to_the_bench_is_revealed(self) -> None:
        decks = {"a": ["city-newcomer-s", "city-dog-s"] * 2, "b": ["film-cowboy-b", "film-cat-a"]}
        state = play_texts(begin(lay_out(decks), "a"), "newcomer", "cowboy")
        assert read("cat", state) == (Reveal(park=PARK, card="film-cat-a"),)
        assert read("newcomer", state) == (Seen(place="a.bench", card="city-newcomer-s"),)


class TestSeatLetterAlone:
    """A letter alone is who has won, but not where it may be the beginning of a card."""

    def four(self, level: str, *texts: str) -> State:
        """Return a match of four in which a plays in the green park."""
        return play_texts(engine.open(Setup(4, level=level)), *texts)

    @pytest.mark.parametrize("level", ["actions", "full"])
    def test_in_a_duel_that_is_recorded_card_by_card(self, level: str) -> None:
        state = self.four(level, "s a")
        rival = next(side for side in planned_sides(state, "green", 1) if side != "a")
        error = refuse("d", state)
        assert (error.key, error.unclear) == ("won-or-card", True)
        assert {"win d", "city-dog-s"} <= set(error.candidates)
        for text in (rival, f"g {rival}"):
            error = refuse(text, state)
            (won, *_) = error.candidates
            assert read(won, state)[0] == read(f"w {rival}", state)[0]
        assert isinstance(read(f"{rival}?", state)[0], Win)

    def test_where_it_is_asked_who_starts(self) -> None:
        state = self.four("full", *[f"{side}: ok" for side in "abcd"])
        error = refuse("a", state)
        assert (error.key, list(error.candidates)) == ("won-or-starts", ["win a", "s a"])
        assert isinstance(read("s a", state)[0], Start)
        assert isinstance(read("win a", state)[0], Win)

    def test_where_the_first_card_is_asked_for(self) -> None:
        """Both decks are told, and the later trophy says who starts."""
        start = self.four("actions")
        state = play_texts(
            start, "a", planned_sides(start, "red", 1)[1], *[f"{side}: ok" for side in "abcd"]
        )
        asked = [prompt for prompt in engine.list_prompts(state) if prompt.ask == "ask.first"]
        assert asked
        for prompt in asked:
            side = planned_sides(state, prompt.place, 2)[0]
            assert refuse(side, state).key == "won-or-card"

    @pytest.mark.parametrize("level", ["results", "summary"])
    def test_where_results_are_recorded_it_is_the_result(self, level: str) -> None:
        (win,) = read("d", self.four(level, "s a"))
        assert isinstance(win, Win)

    def test_where_no_duel_is_under_way_it_is_the_result(self) -> None:
        (win,) = read("d", self.four("actions"))
        assert isinstance(win, Win)


class TestParkInFrontOfVerbs:
    """A park may stand in front of any verb of a duel, as well as behind it."""

    def two(self) -> State:
        """Return two duels under way."""
        state = engine.open(Setup(4, level="actions"))
        for park, side in (("green", "a"), ("red", planned_sides(state, "red", 1)[0])):
            state, _ = engine.apply(state, Start(park=park, first=side))
        return state

    @pytest.mark.parametrize(
        "text",
        ["l dogs, chas", "f dog", "c dog", "c -", "o", "left 2", "m -", "w {side} 3", "s {side}"],
    )
    @pytest.mark.parametrize("park", ["green", "red"])
    def test_in_front_and_behind(self, text: str, park: str) -> None:
        state = self.two()
        text = text.format(side=planned_sides(state, park, 1)[1])
        verb, _, rest = text.partition(" ")
        behind = read(f"{verb} {park[0]} {rest}".strip(), state)
        assert read(f"{park[0]} {text}", state) == behind
        assert read(f"{park} {text}", state) == behind
        assert getattr(behind[0], "park", None) == park

    def test_a_park_whose_duel_is_to_start(self) -> None:
        state = play_texts(engine.open(Setup(4, level="actions")), "s a")
        side = planned_sides(state, "red", 1)[1]
        assert read(f"r s {side}", state) == (Start(park="red", first=side),)

    def test_what_was_seen(self) -> None:
        assert read("g seen b dog", self.two())[0].verb == "seen"


class TestWordsThatAreNothing:
    """Only a card is asked in which park it was; other words are not understood."""

    @pytest.mark.parametrize("text", ["level", "xyzzy", "dgo", "finalist a", "what is this"])
    @pytest.mark.parametrize("seats", [2, 4])
    def test_outside_a_duel(self, text: str, seats: int) -> None:
        error = refuse(text, engine.open(Setup(seats, level="actions")))
        assert (error.key, error.word) == ("not-understood", text.split()[0])
        assert {"finalists", "city-dog-s"} <= set(error.candidates)

    def test_after_the_match(self) -> None:
        state = replace(engine.open(Setup(4)), over=True)
        assert refuse("xyzzy", state).key == "not-understood"

    @pytest.mark.parametrize("text", ["dog", "ta", "2", "-", "?", "dog/cat", "cat, pig"])
    def test_cards_and_numbers_are_asked_for_their_park(self, text: str) -> None:
        assert refuse(text, TestParkInFrontOfVerbs().two()).key == "which-park"


class TestAfterTheDeckPhase:
    """Whoever is done changes a deck only once that is undone."""

    @pytest.mark.parametrize("text", ["b: butler, spider", "b: butler", "b: -dog", "b: a2"])
    def test_what_can_only_be_about_the_deck_says_that_it_is_over(self, text: str) -> None:
        state = play_texts(NO_DECK, "a: ok", "b: ok")
        for action in some(read(text, state)):
            (first, *_) = find_breaches(engine, state, action)
            assert (first.rule, first.why, first.at) == ("C30", "C30.done", (1,))

    def test_a_card_of_the_deck_is_revealed(self) -> None:
        assert read("b: dog", play_texts(NO_DECK, "b: ok")) == (
            Reveal(park=PARK, card="city-dog-s", by="b"),
        )


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "key"),
        [
            ("", "not-understood"),
            ("zzz", "not-understood"),
            ("dog", "which-park"),
            ("g zzz", "no-such-card"),
            ("q: dog", "no-such-seat"),
            ("w", "win-form"),
            ("a3 what", "win-form"),
            ("s", "start-form"),
            ("s q", "no-such-seat"),
            ("start green a against", "start-form"),
            ("plans one", "plans-form"),
            ("plans 1 1", "plans-form"),
            ("t", "trophy-form"),
            ("t a 9 9", "out-of-range"),
            ("t a=1 2", "trophy-hidden"),
            ("finalists a", "finalists-form"),
            ("refill x", "refill-form"),
            ("pick cat", "whose-deck"),
            ("deck", "whose-deck"),
            ("result 1 2", "result-form"),
            ("card surfer", "card-form"),
            ("a: option x", "option-form"),
            ("a: pick", "pick-form"),
            ("a: remove", "remove-form"),
            ("a: redraw now", "not-understood"),
            ("left", "left-form"),
            ("seen", "seen-form"),
            ("seen a.nose dog", "seen-form"),
            ("f", "which-park"),
            ("reveal green", "reveal-form"),
            ("manual green move", "manual-form"),
            ("=", "count-form"),
            ("= q 7", "no-such-seat"),
        ],
    )
    def test_what_is_no_action_says_what_was_expected(self, text: str, key: str) -> None:
        with pytest.raises(NotationError) as caught:
            read(text, engine.open(Setup(4)), NAMES[:4])
        assert caught.value.key == key
        for lang in LANGUAGES:
            assert caught.value.key in engine.words(lang).text

    def test_several_that_fit_are_all_named(self) -> None:
        state = with_deck("haunted-vampire-c", "haunted-vacuum_cleaner-c")
        with pytest.raises(NotationError) as caught:
            read("va", state)
        assert caught.value.unclear
        assert set(caught.value.candidates) == {"haunted-vampire-c", "haunted-vacuum_cleaner-c"}


def test_a_park_and_a_side_in_front() -> None:
    """Whoever reveals in a park where it is not at home is named with the park."""
    state = play_texts(begin(lay_out({"a": ["city-dog-s"], "b": ["film-cat-a"]}), "a"), "dog")
    expected = Reveal(park=PARK, card="film-cat-a", by="b")
    assert engine.parse("g b: cat", state) == engine.parse("b: cat", state) == (expected,)
    with pytest.raises(NotationError):
        engine.parse("g x: cat", state)
