"""The notation of Wizard: what people type, what it costs them, and what is written."""

from __future__ import annotations

import pytest

from engines import LANGUAGES
from engines.values import Action, DecodeError, NotationError, Setup
from engines.wizard import engine
from engines.wizard.actions import (
    Bid,
    Bids,
    Count,
    Deal,
    Flip,
    Hand,
    Level,
    Penalty,
    Play,
    Redeal,
    Result,
    Round,
    Trick,
    Tricks,
    Trump,
)
from engines.wizard.state import State
from replay.speech.voice import Voice
from tests.engines.wizard.cases import at_round, type_lines
from tests.engines.wizard.test_rules import start, start_round
from tests.some import some

NAMES = ["Ana", "Bo", "Cy", "Di"]


def read(state: State, text: str) -> tuple[Action, ...]:
    """Return what a text is read as, with names at the table."""
    return engine.parse(text, state, NAMES)


def bid_all(number: int = 3, seats: int = 4) -> State:
    """Return a table where cards are to be played, seat 0 first."""
    return type_lines(start_round(number, seats), "y1", " ".join(["0"] * seats))


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("b7", ["b7"]),
        ("B7", ["b7"]),
        ("h7", ["b7"]),
        ("e13 d1 y2", ["g13", "r1", "y2"]),
        ("b7 g2 b9 W", ["b7", "g2", "b9", "W"]),
        ("b7g2b9W", ["b7", "g2", "b9", "W"]),
        ("w Z n J", ["W", "W", "N", "N"]),
        ("wizard jester", ["W", "N"]),
        ("?", ["?"]),
        ("blue 7", ["b7"]),
        ("bl7 yellow2", ["b7", "y2"]),
        ("파랑7", ["b7"]),
        ("파7 초 2 빨13 노1", ["b7", "g2", "r13", "y1"]),
        ("인간7 거인2", ["b7", "y2"]),
        ("위자드 광대", ["W", "N"]),
        ("위 광", ["W", "N"]),
        ("bW", ["W"]),
        ("play b7 g2", ["b7", "g2"]),
    ],
)
def test_cards(text: str, cards: list[str]) -> None:
    state = bid_all()
    actions = read(state, text)
    assert [action.card for action in actions if isinstance(action, Play)] == cards
    assert [action.seat for action in actions] == list(range(len(cards)))


def test_a_line_may_run_over_the_end_of_a_trick() -> None:
    actions = read(bid_all(), "b7 g2 b9 b1 b8 g3")
    assert [action.seat for action in actions] == [0, 1, 2, 3, 2, 3]


def test_seats_are_letters_or_names() -> None:
    assert read(bid_all(), "c: b7") == (Play(seat=2, card="b7"),)
    assert read(bid_all(), "cy: b7") == (Play(seat=2, card="b7"),)
    assert read(bid_all(), "b7 b8 b9 b1 ~winner=bo")[-1] == Play(
        seat=3, card="b1", actual={"winner": "b"}
    )


def test_what_is_turned_up() -> None:
    state = start()
    assert read(state, "g5") == (Flip(card="g5"),)
    assert read(state, "g") == read(state, "t g") == read(state, "초록") == (Flip(card="green"),)
    assert read(state, "b") == (Flip(card="blue"),)
    assert read(state, "?") == (Flip(card="?"),)
    assert read(state, "W") == read(state, "up Z") == (Flip(card="W"),)
    assert read(state, "t n") == (Flip(card="N"),)
    named = type_lines(state, "W")
    assert read(named, "b") == read(named, "t 파랑") == (Trump(seat=0, suit="blue"),)
    assert read(named, "c: t r") == (Trump(seat=2, suit="red"),)


def test_bids_and_tricks() -> None:
    state = type_lines(start_round(2, seats=4), "y1")
    assert read(state, "2") == (Bid(seat=0, bid=2),)
    assert read(state, "c: 2") == (Bid(seat=2, bid=2),)
    assert read(state, "1 0 2 0") == tuple(
        Bid(seat=seat, bid=bid) for seat, bid in enumerate((1, 0, 2, 0))
    )
    later = at_round(engine_setup(dealer=1), 2)
    order = [action.seat for action in read(type_lines(later, "y1"), "1 0 2 0")]
    assert order == [3, 0, 1, 2], "in the order of bidding, told in the order of the seats"
    assert read(type_lines(state, "1"), "1 0 2 0")[0] == Bid(seat=1, bid=0), (
        "what is told is not told again"
    )
    done = type_lines(state, "1 0 2 0")
    assert read(done, "1 1 0 0") == read(done, "1 1 0") == (Tricks(tricks=(1, 1, 0, 0)),)


def engine_setup(dealer: int) -> Setup:
    """Return a set-up of four in which a seat deals round 1."""
    return Setup(seats=4, first=dealer, level="actions")


def test_the_pad() -> None:
    state = start(level="pad")
    line = Round(bids=(2, 1, 0), tricks=(1, 0, 0))
    assert read(state, "2/1 1/0 0/0") == read(state, "round 2/1 1/0 0/0") == (line,)
    assert read(state, "2/1 1/0 0") == read(state, "2/1 1/0 0/") == (line,)
    summary = type_lines(start_round(2, level="summary"), "0 0 0")
    assert read(summary, "a") == read(summary, "trick ana") == (Trick(seat=0),)
    assert read(summary, "a bo") == (Trick(seat=0), Trick(seat=1))
    assert read(state, "y") == (Flip(card="yellow"),)


def test_hands_are_told_by_cards_alone_where_they_are_asked_for() -> None:
    state = type_lines(start_round(2, level="full"), "y1")
    assert engine.list_prompts(state)[0].ask == "ask.hand"
    assert read(state, "b7 W") == (Hand(seat=0, cards={"b7": 1, "W": 1}),)
    assert read(state, "?") == (Hand(seat=0, cards={"?": 2}),)
    assert read(state, "cy: b7 W") == (Hand(seat=2, cards={"b7": 1, "W": 1}),)
    assert read(state, "h cy ?") == (Hand(seat=2, cards={"?": 2}),)
    assert read(state, "h cy b7 ?") == (Hand(seat=2, cards={"b7": 1, "?": 1}),)
    state = type_lines(state, "b7 W", "?", "g3 g4")
    assert engine.list_prompts(state)[0].ask == "ask.bid"
    assert [action.verb for action in read(type_lines(state, "0 0 0"), "b7 b8")] == ["play", "play"]


def test_once_the_bids_are_in_only_a_card_is_asked_for() -> None:
    """A card that is named then is played; a hand may still be told with its verb."""
    state = type_lines(start_round(2, level="full"), "y1")
    assert {prompt.ask for prompt in engine.list_prompts(state)} == {"ask.hand", "ask.bid"}
    state = type_lines(state, "0 0 0")
    assert [prompt.ask for prompt in engine.list_prompts(state)] == ["ask.play"]
    assert read(state, "b7") == (Play(seat=0, card="b7"),)
    assert read(state, "h a b7 W") == (Hand(seat=0, cards={"b7": 1, "W": 1}),)
    assert engine.list_prompts(type_lines(state, "h a b7 W"))[0].ask == "ask.play"


@pytest.mark.parametrize(("seats", "example"), [(3, "1 0 2"), (4, "1 0 2 1"), (6, "1 0 2 1 0 2")])
def test_bids_are_asked_for_in_the_order_of_the_seats(seats: int, example: str) -> None:
    """With an example that is itself an answer."""
    state = type_lines(start_round(3, seats=seats, bid_mode="simultaneous"), "y1")
    asked = engine.list_prompts(state)[0]
    assert asked.data == {"seats": list(range(seats)), "example": example}
    assert [action.verb for action in engine.parse(example, state)] == ["bids"]
    with pytest.raises(NotationError) as error:
        read(state, "bids 1")
    for lang in LANGUAGES:
        assert example in engine.words(lang).say("bids-form", **error.value.data)
        assert "Ana, Bo" in Voice(engine, lang, ("Ana", "Bo", "Cy")).prompt(asked)


def test_an_example_of_bids_bids_no_more_than_there_are_cards() -> None:
    """Round 1 has one card."""
    state = type_lines(start_round(1, bid_mode="simultaneous"), "y1")
    assert engine.list_prompts(state)[0].data["example"] == "1 0 1"


def test_six_seats_have_letters_that_are_no_verbs() -> None:
    state = type_lines(at_round_of_six(), "0 0 0 0 0 0")
    taken = [action.seat for letter in "abcdef" for action in engine.parse(letter, state)]
    assert taken == [0, 1, 2, 3, 4, 5]


def at_round_of_six() -> State:
    """Return a table of six recorded by trick winners."""
    return start_round(6, seats=6, level="summary")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("h b7 g2 W W", Hand(seat=0, cards={"b7": 1, "g2": 1, "W": 2})),
        ("bo: h b7", Hand(seat=1, cards={"b7": 1})),
        ("h bo b7", Hand(seat=1, cards={"b7": 1})),
        ("손 bo 파7", Hand(seat=1, cards={"b7": 1})),
        ("x bo 20", Penalty(seat=1, points=20)),
        ("벌점 b 20", Penalty(seat=1, points=20)),
        ("b: penalty -10", Penalty(seat=1, points=-10)),
        ("redeal", Redeal()),
        ("redeal 2", Redeal(round=2)),
        ("deal c", Deal(seat=2)),
        ("level pad", Level(level="pad")),
        ("level sum", Level(level="summary")),
        ("result 120 -40 0 10", Result(points=(120, -40, 0, 10))),
        ("= bo 120", Count(holds={"b.points": {"points": 120}})),
        ("= b tricks 2", Count(holds={"b.tricks": {"trick": 2}})),
        ("= b hand 3", Count(holds={"b.hand": {"?deck": 3}})),
        ("count b.points points=-20", Count(holds={"b.points": {"points": -20}})),
        ("bids 1 0 0 1", Bids(bids=(1, 0, 0, 1))),
    ],
)
def test_other_actions_in_short_form(text: str, action: Action) -> None:
    assert read(type_lines(start_round(3, seats=4), "y1"), text) == (action,)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "not-understood"),
        ("dance", "not-understood"),
        ("b14", "no-such-card"),
        ("G7", "green-or-giant"),
        ("t G", "green-or-giant"),
        ("t pink", "not-understood"),
        ("1 0", "bids-form"),
        ("2/1 1", "round-form"),
        ("x b", "penalty-form"),
        ("x b 0", "penalty-form"),
        ("redeal now", "number-form"),
        ("level deep", "no-level"),
        ("result 1 2", "result-form"),
        ("q: b7", "no-such-seat"),
        ("= b hats 3", "count-form"),
        ("b7 ~noble=a", "no-such-outcome"),
        ("redeal ~a=10", "no-such-outcome"),
        ("bid", "number-form"),
    ],
)
def test_what_cannot_be_read_says_what_was_expected(text: str, key: str) -> None:
    state = type_lines(start_round(3, seats=4), "y1")
    with pytest.raises(NotationError) as error:
        read(state, text)
    assert error.value.key == key
    for lang in LANGUAGES:
        said = engine.words(lang).say(key, **error.value.data)
        assert said != key
        assert "{" not in said


def test_a_letter_that_is_a_seat_and_a_colour_is_not_guessed() -> None:
    with pytest.raises(NotationError) as error:
        read(start(level="pad"), "b")
    assert error.value.unclear
    assert set(error.value.candidates) == {"trump", "trick"}


def test_what_is_written_is_read_back_anywhere() -> None:
    actions: list[Action] = [
        Deal(seat=1),
        Hand(seat=1, cards={"b7": 1, "W": 2, "?": 3}),
        Hand(seat=1, cards={"b7": 1}, forehead=True),
        Hand(seat=1, cards={}),
        Flip(card="?"),
        Flip(card="blue"),
        Flip(card="g13"),
        Trump(seat=0, suit="none"),
        Trump(seat=2, suit="red"),
        Bid(seat=0, bid=-3, actual={"a": "10"}),
        Bids(bids=(0, 1, 2)),
        Play(seat=2, card="?"),
        Play(seat=2, card="N", actual={"winner": "b", "c": "-10"}),
        Trick(seat=1, actual={"b": "0"}),
        Tricks(tricks=(1, 0, 0)),
        Round(bids=(-1, 0, 99), tricks=(1, 2, 3)),
        Redeal(round=3),
        Penalty(seat=0, points=-5),
        Level(level="full"),
        Result(points=(1, -2, 3)),
        Count(holds={"a.points": {"points": -20}, "b.hand": {"?deck": 2, "b7": 1}}),
    ]
    states = [
        start(),
        start(level="pad"),
        start(level="full", clairvoyant_first_round=True),
        type_lines(start(), "W"),
        type_lines(start(bid_mode="secret"), "y1"),
        type_lines(start(rounds=1, level="pad"), "0/0 0/0 0/1"),
        start_round(3, mode="colour_war"),
    ]
    written = set()
    for state in some(states):
        for action in some(actions):
            try:
                engine.admit(state, action)
            except DecodeError:
                continue
            assert engine.parse(engine.write(action), state) == (action,), engine.write(action)
            written.add(action.verb)
    assert written == {action.verb for action in actions}


def test_while_bids_are_secret_cards_beside_the_flip_are_hands() -> None:
    """V3: nobody sees when the bids are made; with the trump, cards alone begin to be played."""
    state = start_round(2, level="full", bid_mode="secret")
    assert engine.parse("b7 g2", state) == (Hand(seat=0, cards={"b7": 1, "g2": 1}),)
    assert engine.parse("b: W ?", state) == (Hand(seat=1, cards={"W": 1, "?": 1}),)
    state = type_lines(state, "b7 g2", "y1")
    assert engine.parse("b7", state) == (Play(seat=0, card="b7"),)


def keys(line: str) -> int:
    """Return the keystrokes of a line, Enter among them."""
    return len(line) + 1


def test_budget_of_cards() -> None:
    """A game of six with unknown hands: at most four keystrokes a card, whole tricks a line."""
    state = type_lines(start_round(3, seats=6), "y1", "0 0 0 0 0 0")
    line = "b13 g12 b11 W N r10"
    assert len(engine.parse(line, state)) == 6
    assert keys(line) <= 4 * 6
    assert keys("b7 g2 b9 W") == 11
    one = "b13"
    assert keys(one) <= 4


def test_budget_of_the_pad() -> None:
    """A round of four on the pad: trump, bids and tricks in 4, 8 and 8; or all in one line."""
    state = type_lines(start_round(2, seats=4, level="pad"))
    lines = ("t b", "1 0 2 0", "1 1 0 0")
    assert [keys(line) for line in lines] == [4, 8, 8]
    assert type_lines(state, *lines).number == 3
    short = "1/1 0/1 2/0 0"
    assert keys(short) <= 20
    assert type_lines(state, short).number == 3
    assert type_lines(state, short).pad[-1].bids == (1, 0, 2, 0)
