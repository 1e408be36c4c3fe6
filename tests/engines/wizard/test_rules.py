"""Wizard by its rulebook: every test bears the number of the rule it is about."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from rich.cells import cell_len

from engines import LANGUAGES
from engines.book import is_unknown
from engines.protocol import find_breaches
from engines.values import Action, Breach, DecodeError, Seat, Setup, SetupError
from engines.wizard import engine
from engines.wizard.actions import (
    Bid,
    Bids,
    Count,
    Deal,
    Flip,
    Hand,
    Penalty,
    Play,
    Redeal,
    Result,
    Round,
    Trick,
    Tricks,
    Trump,
)
from engines.wizard.catalog import COPIES, FOLK_CARDS, NO_TRUMP, POINTS, SUITS
from engines.wizard.state import State
from engines.wizard.tricks import find_possible_winners, find_winner
from replay.lab.conformance import conform, conform_all
from replay.screens.terminal import draw, print_plain
from replay.speech.voice import Voice
from tests.engines.wizard.cases import apply_all, at_round, find_broken, type_lines
from tests.some import some


def start(seats: int = 3, level: str = "actions", first: int = 0, **options: Any) -> State:
    """Return the table at the start of a match."""
    state: State = engine.open(Setup(seats=seats, first=first, level=level, options=options))
    return state


def start_round(number: int, seats: int = 3, level: str = "actions", **options: Any) -> State:
    """Return the table at the start of a round in which seat 0 leads."""
    first = (-number) % seats
    return at_round(Setup(seats=seats, first=first, level=level, options=options), number)


def list_reasons(state: State, action: Action) -> list[str]:
    """Return what is said about an action, by key."""
    return [breach.why or breach.rule for breach in find_breaches(engine, state, action)]


def totals(state: State) -> list[int | None]:
    """Return the totals by seat."""
    return [score.total for score in engine.standing(state).scores]


def find_breach(state: State, action: Action) -> Breach:
    """Return the one breach of an action."""
    (breach,) = find_breaches(engine, state, action)
    return breach


# Set-up, deal, trump


@pytest.mark.parametrize(("seats", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_w4_rounds(seats: int, rounds: int) -> None:
    state = start(seats)
    assert state.table.cards == tuple(range(1, rounds + 1))
    assert sum(COPIES.values()) == 60


def test_w5_every_hand_is_dealt_unseen_from_all_sixty() -> None:
    state = start_round(7, seats=4)
    assert [state.book.size(f"{letter}.hand") for letter in "abcd"] == [7, 7, 7, 7]
    assert state.book.size("deck") == 60 - 28 - 1
    assert state.book.size("flip") == 1


def test_w6_w7_the_first_dealer_is_set_and_the_deal_passes_on() -> None:
    state = start(4, level="pad", first=2)
    dealers = []
    for _ in range(5):
        dealers.append(state.dealer)
        tricks = (state.cards, 0, 0, 0)
        state = apply_all(state, Round(bids=(0, 0, 0, 0), tricks=tricks))
    assert dealers == [2, 3, 0, 1, 2]


def test_w7_a_wrong_dealer_is_a_breach_and_deals_all_the_same() -> None:
    state = start(3, first=0)
    assert find_broken(state, Deal(seat=0)) == set()
    assert find_broken(state, Deal(seat=1)) == {"W7"}
    state = apply_all(state, Deal(seat=1))
    assert (state.dealer, state.turn) == (1, 2)
    state = type_lines(state, "y1", "0 0 1", "b1 b2 b3")
    assert state.dealer == 1, "round 2 is dealt by whom it would have been anyway"


def test_w9_what_is_turned_up_cannot_be_played_or_held() -> None:
    state = type_lines(start(), "g8", "0 0 0")
    assert "W9.played" in list_reasons(state, Play(seat=1, card="g8"))
    assert "W9.played" in list_reasons(state, Hand(seat=1, cards={"g8": 1}))
    assert list_reasons(state, Flip(card="g9")) == ["W9.again"]


def test_w9_what_has_been_played_cannot_have_been_turned_up() -> None:
    state = type_lines(start(level="summary"), "0 0 0", "b: play g8")
    breach = next(b for b in find_breaches(engine, state, Flip(card="g8")) if b.rule == "W9")
    assert breach.why == "W9.elsewhere"
    assert breach.at == (3,)


def test_w10_w11_trump() -> None:
    assert type_lines(start(), "g8").trump == "green"
    assert type_lines(start(), "N").trump == "none"
    assert type_lines(start(), "?").trump == ""
    assert type_lines(start(), "r").trump == "red"


def test_w12_the_dealer_names_trump_before_the_bids() -> None:
    state = type_lines(start(3, first=2), "W")
    assert [prompt.seat for prompt in engine.list_prompts(state)] == [2]
    assert list_reasons(state, Trump(seat=1, suit="red")) == ["W12.dealer"]
    assert list_reasons(state, Bid(seat=0, bid=1)) == ["W12.before"]
    bid_first = type_lines(state, "a: 1")
    assert list_reasons(bid_first, Trump(seat=2, suit="red")) == ["W12.late"]
    named = type_lines(state, "r")
    assert named.trump == "red"
    assert list_reasons(named, Trump(seat=2, suit="blue")) == ["W12.again"]


def test_w12_none_cannot_be_named_and_without_a_wizard_nothing_is() -> None:
    state = type_lines(start(3), "W")
    assert list_reasons(state, Trump(seat=0, suit="none")) == ["W12.none"]
    assert list_reasons(type_lines(start(3), "g8"), Trump(seat=0, suit="blue")) == ["W12.uncalled"]


def test_w13_in_the_last_round_there_is_no_trump() -> None:
    state = start_round(20)
    assert state.trump == "none"
    assert engine.list_prompts(state)[0].ask == "ask.bid"
    assert "W13" in find_broken(state, Flip(card="b7"))


# Bids


def test_w20_order_and_range() -> None:
    state = type_lines(start_round(3, seats=4), "y1")
    assert [p.seat for p in engine.list_prompts(state)] == [0]
    assert list_reasons(state, Bid(seat=1, bid=1)) == ["W20.order"]
    assert list_reasons(state, Bid(seat=0, bid=4)) == ["W20.range"]
    assert list_reasons(state, Bid(seat=0, bid=-1)) == ["W20.range"]
    assert find_broken(type_lines(state, "3"), Bid(seat=0, bid=2)) == {"W21"}


def test_w20_no_card_before_the_bids() -> None:
    state = type_lines(start(), "y1")
    assert list_reasons(state, Play(seat=1, card="b7")) == ["W20.before"]
    state = type_lines(state, "b: play b7")
    state = type_lines(state, "b8 b9")
    assert state.pad == (), "it cannot be scored"
    assert list_reasons(state, Play(seat=0, card="b10"))[0] == "W20.missing"
    state = type_lines(state, "1 0 0")
    assert state.pad[0].points == (30, 20, 20)


def test_w21_the_sum_is_free() -> None:
    state = start(level="pad")
    assert find_broken(state, Round(bids=(1, 0, 0), tricks=(1, 0, 0))) == set()
    assert find_broken(state, Round(bids=(0, 0, 0), tricks=(1, 0, 0))) == set()


@pytest.mark.parametrize(
    ("options", "number", "bids", "legal"),
    [
        ({}, 1, (0, 0, 1), False),
        ({}, 1, (1, 1, 0), True),
        ({"exempt_first_rounds": 1}, 1, (0, 0, 1), True),
        ({"exempt_first_rounds": 1}, 2, (1, 1, 0), False),
        ({"zero_always_allowed": True}, 2, (1, 1, 0), True),
        ({"zero_always_allowed": True}, 2, (1, 0, 1), False),
        ({"only_if_dealer_sole_leader": True}, 2, (1, 0, 1), True),
    ],
)
def test_v1_plus_minus_one(
    options: dict[str, Any], number: int, bids: tuple[int, ...], legal: bool
) -> None:
    """The dealer of these rounds is seat 2, the last to bid."""
    state = start_round(number, level="pad", bid_sum_rule="not_equal", **options)
    assert state.dealer == 2
    tricks = (number, 0, 0)
    expected = set() if legal else {"V1"}
    assert find_broken(state, Round(bids=bids, tricks=tricks)) == expected
    for seat in (0, 1):
        assert find_broken(state, Bid(seat=seat, bid=bids[seat])) == set()
        state = apply_all(state, Bid(seat=seat, bid=bids[seat]))
    assert find_broken(state, Bid(seat=2, bid=bids[2])) == expected
    (prompt,) = engine.list_prompts(state)
    offered = {getattr(choice.action, "bid", None) for choice in engine.choices(state, prompt)}
    assert (bids[2] in offered) == legal


def test_v1_binds_a_sole_leader() -> None:
    state = start_round(2, level="pad", bid_sum_rule="not_equal", only_if_dealer_sole_leader=True)
    ahead = apply_all(state, Count(holds={"c.points": {"points": 30}}))
    level = apply_all(ahead, Count(holds={"a.points": {"points": 30}}))
    line = Round(bids=(1, 0, 1), tricks=(1, 1, 0))
    assert find_broken(ahead, line) == {"V1"}
    assert find_broken(level, line) == set()


def test_v2_simultaneous_bids_have_no_order() -> None:
    state = type_lines(start_round(2, bid_mode="simultaneous"), "y1")
    assert [prompt.ask for prompt in engine.list_prompts(state)] == ["ask.bids", *["ask.bid"] * 3]
    for seat in range(3):
        assert find_broken(state, Bid(seat=seat, bid=1)) == set()
    assert engine.parse("1 0 1", state) == (Bids(bids=(1, 0, 1)),)
    assert list_reasons(state, Play(seat=0, card="b1")) == ["V2.before"]


def test_v3_secret_bids_are_told_at_the_end() -> None:
    state = type_lines(start_round(2, bid_mode="secret"), "y1")
    assert [prompt.ask for prompt in engine.list_prompts(state)] == ["ask.play"]
    assert list_reasons(state, Bids(bids=(1, 0, 1))) == ["V3.early"]
    state = type_lines(state, "b13 b2 b3", "b12 b4 b5")
    assert state.pad == ()
    assert engine.list_prompts(state)[0].ask == "ask.bids"
    assert "V3.missing" in list_reasons(state, Flip(card="r1"))
    state = type_lines(state, "2 0 1")
    assert state.pad[0].points == (40, 20, -10)
    assert (state.number, state.flip) == (3, "")


# Tricks


def test_w30_w31_w32_turns() -> None:
    state = type_lines(start_round(2), "y1", "0 0 0")
    assert list_reasons(state, Play(seat=1, card="b5")) == ["W30"]
    state = type_lines(state, "b5")
    assert list_reasons(state, Play(seat=2, card="b6")) == ["W32.turn"]
    assert list_reasons(state, Play(seat=0, card="b6")) == ["W32.twice"]
    state = type_lines(state, "b9 b6")
    breach = find_breach(state, Play(seat=0, card="b1"))
    assert (breach.rule, breach.at) == ("W31", (6,))


def test_w32_out_of_turn_the_others_still_follow() -> None:
    state = type_lines(start_round(3), "y1", "0 0 0", "b5", "c: b6")
    assert state.turn == 1
    state = type_lines(state, "b7")
    assert (state.turn, len(state.taken_tricks)) == (1, 1)


def test_w33_following_with_a_known_hand() -> None:
    state = type_lines(start_round(2), "y1", "0 0 0", "b: h b4 r2", "b5")
    breach = find_breach(state, Play(seat=1, card="r2"))
    assert breach.rule == "W33"
    assert breach.data["held"] == ["b4"]
    assert breach.at == (4,), "the event that told the hand"
    state = apply_all(state, Play(seat=1, card="r2"))
    assert find_broken(type_lines(state, "b6", "b7 b8"), Play(seat=1, card="b4")) == set(), (
        "it is said once"
    )


def test_w33_a_hand_told_later_convicts() -> None:
    state = type_lines(start_round(3), "y1", "0 0 0", "b5 r2 b6")
    breach = find_breach(state, Hand(seat=1, cards={"b4": 1}))
    assert (breach.why, breach.at) == ("W33.shown", (5,))


def test_w34_wizards_and_jesters_at_any_time() -> None:
    state = type_lines(start_round(3), "y1", "0 0 0", "b: h b4 W N", "b5")
    for card in ("b4", "W", "N"):
        assert find_broken(state, Play(seat=1, card=card)) == set()


@pytest.mark.parametrize(
    ("told", "proven"), [("c: h b3", False), ("b: h r3", False), ("b: h b3", True)]
)
def test_w33_only_the_suit_in_the_hand_itself_convicts(told: str, proven: bool) -> None:
    """Bo did not follow blue: another hand, or another suit in his, says nothing about it."""
    state = type_lines(start_round(3), "y1", "0 0 0", "b5 g1 b7", told)
    assert [claim.proven for claim in state.claims] == [proven]


def test_w33_a_card_of_the_suit_ends_that_claim_and_no_other() -> None:
    """Bo and Cy follow neither blue nor, later, red; then Bo plays blue."""
    state = type_lines(start_round(4), "y1", "0 0 0", "b5 g1 g2", "r5 g3 g4")
    before = [(claim.seat, claim.suit) for claim in state.claims]
    assert before == [(1, "blue"), (2, "blue"), (1, "red"), (2, "red")]
    state = type_lines(state, "b: b7")
    assert [(claim.seat, claim.suit) for claim in state.claims] == [
        (2, "blue"),
        (1, "red"),
        (2, "red"),
    ]


def test_w36_the_suit_is_not_cancelled_by_a_later_wizard() -> None:
    state = type_lines(start_round(2, seats=4), "y1", "0 0 0 0", "c: h b4 r2", "b5 W")
    assert find_broken(state, Play(seat=2, card="r2")) == {"W33"}


@pytest.mark.parametrize(
    ("cards", "trump", "rule", "taker"),
    [
        ("b5 W W", "y1", "W37(1)", 1),
        ("b5 y2 b13", "y1", "W37(2)", 1),
        ("b5 r13 b6", "y1", "W37(3)", 2),
        ("N N N", "y1", "W37(4)", 0),
        ("N b2 r13", "N", "W37(3)", 1),
    ],
)
def test_w37_the_trick_is_counted_by_its_rule(
    cards: str, trump: str, rule: str, taker: int
) -> None:
    state = type_lines(start_round(2), trump, "0 0 0")
    *first, last = engine.parse(cards, state)
    state = apply_all(state, *first)
    lines = engine.quote(state, last)
    assert [line.rule for line in lines if line.n] == [rule]
    after, moves = engine.apply(state, last)
    counted = [move for move in moves if move.item == "trick"]
    assert [(move.target, move.rule) for move in counted] == [(f"{'abc'[taker]}.tricks", rule)]
    assert after.turn == taker


def test_w37_why_says_it_in_words() -> None:
    state = type_lines(start_round(2), "y1", "0 0 0", "b5 r9")
    lines = engine.quote(state, Play(seat=2, card="y2"))
    said = [engine.words("en").say(line.label, **line.data) for line in lines]
    assert said == [
        "blue is led",
        "yellow is trump",
        "0: blue 5, of the colour led, beaten",
        "1: red 9, neither trump nor of the colour led",
        "2: yellow 2, the highest trump",
    ]


def test_w37_why_says_how_a_trick_stands_that_is_not_over() -> None:
    state = type_lines(start_round(2), "y1", "0 0 0", "b5")
    lines = engine.quote(state, Play(seat=1, card="y9"))
    said = [engine.words("en").say(line.label, **line.data) for line in lines]
    assert said == [
        "so far, 2 of 3 cards",
        "blue is led",
        "yellow is trump",
        "0: blue 5, of the colour led, beaten",
        "1: yellow 9, the highest trump",
    ]
    assert not any(line.n for line in some(lines))


def test_w37_given_to_the_wrong_seat_and_played_on() -> None:
    state = type_lines(start_round(2), "y1", "0 0 0", "b5 b9")
    (action,) = engine.parse("b6 ~winner=a", state)
    breach = find_breach(state, action)
    assert (breach.rule, breach.why, breach.at) == ("W37(3)", "W37.wrong", (4, 5))
    state = apply_all(state, action)
    assert (state.turn, state.book.count("a.tricks", "trick")) == (0, 1)
    assert find_broken(state, Play(seat=0, card="r1")) == set()


def test_w37_where_trump_is_not_known_the_table_says_who_won() -> None:
    state = type_lines(start_round(2), "?", "0 0 0", "b5 b9 r3")
    assert engine.list_prompts(state)[0].ask == "ask.trick"
    state = type_lines(state, "c")
    assert state.turn == 2
    certain = type_lines(start_round(2), "?", "0 0 0", "b5 b9 W")
    assert certain.turn == 2


def test_w2_a_card_played_twice_by_two_seats() -> None:
    state = type_lines(start_round(3), "y1", "0 0 0", "b5 b9 b6")
    breach = next(
        b for b in find_breaches(engine, state, Play(seat=1, card="b5")) if b.rule == "W2"
    )
    assert (breach.why, breach.at) == ("W2.twice", (4,))
    after = apply_all(state, Play(seat=1, card="b5"))
    assert after.book.count("unaccounted", "b5") == -1
    after = type_lines(after, "b7 b8", "r1 r2 r3")
    assert after.number == 4
    assert dict(after.book.holding("unaccounted")) == {}, "the next deck is whole again"


def test_w2_a_card_told_of_in_another_hand() -> None:
    state = type_lines(start_round(3), "y1", "0 0 0", "c: h b5")
    breach = next(
        b for b in find_breaches(engine, state, Play(seat=0, card="b5")) if b.rule == "W2"
    )
    assert (breach.why, breach.at) == ("W2.held", (4,))


def explain(state: State, text: str) -> list[str]:
    """Return the labels of the cards in the trick that an action ends."""
    (action,) = engine.parse(text, state)
    shown = [term for term in engine.quote(state, action) if "card" in term.data]
    return [term.label.removeprefix("line.") for term in shown]


@pytest.mark.parametrize(
    ("turned", "cards", "labels"),
    [
        ("y1", "b5 ? b9", ["lead-beaten", "unseen", "undecided"]),
        ("y1", "b9 b5 ?", ["undecided", "lead-beaten", "unseen"]),
        ("y1", "b5 y3 ?", ["lead-beaten", "undecided", "unseen"]),
        ("y1", "y5 ? y3", ["undecided", "unseen", "trump-beaten"]),
        ("y1", "? b9 b3", ["unseen", "undecided", "beaten"]),
        ("y1", "? b9 r3", ["unseen", "undecided", "undecided"]),
        ("y1", "? b9 y3", ["unseen", "beaten", "undecided"]),
        ("y1", "W ? b3", ["first-wizard", "unseen", "stray"]),
        ("y1", "? W b3", ["unseen", "undecided", "beaten"]),
        ("y1", "? W W", ["unseen", "undecided", "later-wizard"]),
        ("y1", "N ? N", ["undecided", "unseen", "jester"]),
        ("?", "b5 r9 b7", ["lead-beaten", "undecided", "undecided"]),
    ],
)
def test_K4_no_card_reads_beaten_that_may_have_won(
    turned: str, cards: str, labels: list[str]
) -> None:
    before, _, last = cards.rpartition(" ")
    assert explain(type_lines(start_round(2), turned, "1 1 0", before), last) == labels


def test_K4_a_trick_given_to_somebody_whose_card_nobody_noted() -> None:
    state = type_lines(start_round(2), "y1", "1 1 0")
    assert explain(type_lines(state, "b5 b9"), "trick c") == ["lead-beaten", "undecided"]
    assert explain(type_lines(state, "b5 W"), "trick c") == ["lead-beaten", "first-wizard"]


def test_K4_in_the_colour_war_only_the_strongest_card_may_win() -> None:
    state = type_lines(start_round(2, mode="colour_war"), "1 1 0")
    assert explain(type_lines(state, "b5 ?"), "r4") == ["undecided", "unseen", "weaker"]


@pytest.mark.parametrize("seed", range(40))
def test_K4_a_card_may_win_if_some_unseen_card_lets_it(seed: int) -> None:
    """Compared with every card that the unseen one may be, in random tricks."""
    chance = random.Random(seed)
    deck = [card for card, n in COPIES.items() for _ in range(n)]
    cards = chance.sample(deck, 4)
    hidden = chance.randrange(4)
    cards[hidden] = "?"
    trump = chance.choice([*SUITS, NO_TRUMP])
    left = list((Counter(deck) - Counter(cards)).elements())
    wins = [find_winner([*cards[:hidden], c, *cards[hidden + 1 :]], trump) for c in left]
    due = {win.position for win in wins if win is not None} - {hidden}
    assert find_possible_winners(cards, trump) == due


def test_w2_a_fifth_jester_counting_the_one_turned_up() -> None:
    state = type_lines(start_round(2), "N", "0 0 0", "N N N")
    breach = next(b for b in find_breaches(engine, state, Play(seat=0, card="N")) if b.rule == "W2")
    assert (breach.why, breach.at) == ("W2.fifth", (4, 5, 6))


def test_w32_a_known_hand_does_not_hold_it() -> None:
    state = type_lines(start_round(2), "y1", "0 0 0", "a: h b5 b6")
    assert "W32.held" in list_reasons(state, Play(seat=0, card="b7"))


def test_w5_more_cards_than_dealt() -> None:
    state = type_lines(start_round(1), "y1", "0 0 0")
    assert "W5.many" in list_reasons(state, Hand(seat=0, cards={"b1": 1, "b2": 1}))
    assert "W5.many" in list_reasons(state, Hand(seat=0, cards={"?": 2}))
    state = type_lines(state, "a: b5")
    assert "W5.played" in list_reasons(state, Play(seat=0, card="b6"))


def test_K4_a_hand_told_after_a_card_of_it_was_played_exceeds_the_round() -> None:
    """The card played counts beside those told to be left; told again it counts once."""
    state = type_lines(start_round(2), "y1", "0 0 0", "b7 g3 r2")
    for cards in ({"b8": 1, "b9": 1}, {"b7": 1, "?": 2}, {"b7": 1, "b8": 1, "b9": 1}):
        assert "W5.many" in list_reasons(state, Hand(seat=0, cards=cards))
    for cards in ({"b7": 1, "b8": 1}, {"b8": 1, "?": 1}, {"b8": 1}, {"?": 2}):
        assert "W5.many" not in list_reasons(state, Hand(seat=0, cards=cards))
    told = apply_all(state, Hand(seat=0, cards={"b8": 1}))
    assert "W5.many" in list_reasons(told, Hand(seat=0, cards={"b9": 1}))


# Scores, end


def test_w50_w51_every_point_has_its_round_and_rule() -> None:
    state = type_lines(start(level="pad"), "0/0 1/0 1/1", "2/1 0/0 0/1")
    assert totals(state) == [10, 10, 20]
    lines = engine.standing(state).scores[0].lines
    assert [(line.n, line.rule) for line in lines] == [(20, "W50"), (-10, "W51")]
    line = Round(bids=(3, 0, 0), tricks=(3, 0, 0))
    after, moves = engine.apply(state, line)
    points = [move for move in moves if move.item == "points"]
    assert [(m.n, m.source, m.target, m.rule) for m in points] == [
        (50, "pad", "a.points", "W50"),
        (20, "pad", "b.points", "W50"),
        (20, "pad", "c.points", "W50"),
    ]
    quoted = [(line.n, line.rule) for line in engine.quote(state, line)]
    assert quoted == [(20, "W50"), (30, "W50"), (20, "W50"), (20, "W50")]
    assert totals(after) == [60, 30, 40]


def test_w50_points_written_wrong() -> None:
    state = start(level="pad")
    (action,) = engine.parse("0/0 1/0 1/1 ~c=40", state)
    breach = find_breach(state, action)
    assert (breach.rule, breach.data["due"]) == ("W50", 30)
    assert totals(apply_all(state, action)) == [20, -10, 40]


def test_w52_totals_fall_below_nothing() -> None:
    state = type_lines(start(level="pad"), "1/0 1/0 0/1", "0/2 0/0 0/0")
    assert totals(state) == [-30, 10, 10]
    (count,) = engine.parse("= -30 10 10", state)
    assert find_breaches(engine, state, count) == ()
    (wrong,) = engine.parse("= a -20", state)
    assert find_broken(state, wrong) == {"COUNT"}
    after = apply_all(state, wrong)
    assert totals(after) == [-20, 10, 10]
    assert engine.standing(after).scores[0].lines[-1].rule == "COUNT"


def test_w53_tricks_that_cannot_be() -> None:
    state = type_lines(start_round(4, level="summary"), "1 1 1", "a a")
    assert list_reasons(state, Tricks(tricks=(2, 1, 0))) == ["W53"]
    breach = find_breach(state, Tricks(tricks=(1, 2, 1)))
    assert (breach.why, breach.at) == ("W53.fewer", (3, 4))
    assert engine.parse("2 1", state) == (Tricks(tricks=(2, 1, 1)),)


def test_w53_a_trick_that_is_not_complete() -> None:
    state = type_lines(start_round(1), "y1", "0 0 0", "b1 b2")
    assert list_reasons(state, Tricks(tricks=(0, 1, 0))) == ["W53.open"]
    assert list_reasons(state, Trick(seat=1)) == ["W32.missing"]


@pytest.mark.parametrize("level", ["results", "pad", "full"])
@pytest.mark.parametrize(("text", "won"), [("result b", (1,)), ("result Ana, Cy", (0, 2))])
def test_F19_only_the_winner_is_known(level: str, text: str, won: tuple[int, ...]) -> None:
    state = start(level=level)
    (action,) = engine.parse(text, state, ("Ana", "Bo", "Cy"))
    assert find_breaches(engine, state, action) == ()
    assert engine.parse(engine.write(action), state) == (action,)
    standing = engine.standing(apply_all(state, action))
    assert (standing.over, standing.winners, standing.reason) == (True, won, "end.named")
    assert [score.total for score in standing.scores] == [None, None, None]
    names = ("Ana", "Bo", "Cy")
    for lang in LANGUAGES:
        said = Voice(engine, lang, names)
        ending = said.ending(standing)
        assert [seat for seat, name in enumerate(names) if name in ending] == list(won)
        message = engine.describe(action)
        assert "{" not in said.say(message.key, message.data)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("result 60 40 20 a", ""),
        ("result 60 40 20 b", "W60"),
        ("result 60 60 20 a", "W61"),
        ("result 60 60 20 a b", ""),
    ],
)
def test_F19_a_winner_against_the_totals_is_a_breach(text: str, rule: str) -> None:
    state = start(level="results")
    (action,) = engine.parse(text, state)
    assert find_broken(state, action) == {rule} - {""}


def test_F19_a_winner_against_the_rounds_is_a_breach() -> None:
    state = type_lines(start(level="pad", rounds=1), "1/1 0/0 0/0")
    for text, rules in (("result a", set()), ("result b", {"W60"})):
        (action,) = engine.parse(text, state)
        assert find_broken(state, action) == rules
        assert engine.standing(apply_all(state, action)).winners == (0,), "the record knows better"


def test_F19_a_match_broken_off_has_the_winner_that_was_named() -> None:
    state = type_lines(start(level="pad"), "1/1 0/0 0/0", "result b")
    standing = engine.standing(state)
    assert (standing.winners, standing.scores[0].total) == ((1,), 30)


def test_F18_a_tie_that_no_sheet_decides_is_open() -> None:
    state = type_lines(start(level="results", tie_break="most_exact_rounds"), "result 60 60 20")
    standing = engine.standing(state)
    assert (standing.winners, standing.tied, standing.reason) == ((), (0, 1), "end.tied")
    state = start(level="results", tie_break="most_exact_rounds")
    (action,) = engine.parse("result 60 60 20 b", state)
    assert find_broken(state, action) == set()
    assert engine.standing(apply_all(state, action)).winners == (1,)


def test_w60_the_end_and_playing_on() -> None:
    state = type_lines(start(level="pad", rounds=2), "1/1 0/0 0/0")
    assert list_reasons(state, Result(points=(0, 0, 0))) == ["W60.early"]
    state = type_lines(state, "0/0 2/2 0/0")
    standing = engine.standing(state)
    assert standing.over
    assert (standing.winners, standing.rule) == ((1,), "W60")
    assert engine.list_prompts(state) == ()
    for action in (Bid(seat=0, bid=1), Play(seat=0, card="b1"), Flip(card="b1")):
        assert "W60.over" in list_reasons(state, action)
        apply_all(state, action)
    assert find_broken(state, Result(points=(50, 60, 40))) == set()
    assert find_broken(state, Result(points=(50, 60, 30))) == {"W52"}


@pytest.mark.parametrize(
    ("tie_break", "winners"),
    [("shared", (0, 1)), ("most_exact_rounds", (0,)), ("highest_bid_sum", (1,))],
)
def test_w61_ties(tie_break: str, winners: tuple[int, ...]) -> None:
    state = start(level="pad", rounds=3, tie_break=tie_break)
    state = type_lines(state, "0/0 1/1 0/0", "0/0 0/2 3/0", "0/0 3/1 0/2")
    state = apply_all(state, Count(holds={POINTS[0]: {"points": 60}, POINTS[1]: {"points": 60}}))
    assert engine.standing(state).winners == winners


def test_results_alone() -> None:
    state = type_lines(start(level="results"), "result 250 -30 250")
    standing = engine.standing(state)
    assert standing.winners == (0, 2)
    assert [score.rank for score in standing.scores] == [1, 3, 1]
    assert standing.rule == "W61"


# Variants


def test_v4_only_in_the_first_round_and_by_agreement() -> None:
    state = start(level="full", clairvoyant_first_round=True)
    assert engine.parse("a: h b7", state) == (Hand(seat=0, cards={"b7": 1}, forehead=True),)
    assert find_broken(state, Hand(seat=0, cards={"b7": 1})) == {"V4"}
    assert find_broken(start(), Hand(seat=0, cards={"b7": 1}, forehead=True)) == {"V4"}


def test_v4_a_seat_sees_all_foreheads_but_its_own() -> None:
    state = start()
    action = Hand(seat=0, cards={"b7": 1}, forehead=True)
    assert engine.redact(state, action, 0) == Hand(seat=0, cards={"?": 1}, forehead=True)
    assert engine.redact(state, action, 1) == action
    held = Hand(seat=0, cards={"b7": 1, "W": 2})
    assert engine.redact(state, held, 0) == held
    for eyes in (1, -1):
        assert engine.redact(state, held, eyes) == Hand(seat=0, cards={"?": 3})


def test_v5_colour_war() -> None:
    state = start(3, mode="colour_war", folks="gbyr")
    assert state.table.cards == tuple(range(4, 16))
    assert sum(state.table.cards) == 114
    assert state.table.folks == ("green", "blue", "yellow")
    assert state.book.size("a.hand") == 4
    faces = {card for card in state.book.holding("a.deck") if not is_unknown(card)}
    assert faces == set(FOLK_CARDS["green"])
    assert engine.list_prompts(state)[0].ask == "ask.bid"
    state = type_lines(state, "1 1 2")
    assert find_broken(state, Play(seat=1, card="g7")) >= {"V5a"}
    with pytest.raises(DecodeError):
        engine.admit(state, Play(seat=1, card="r7"))
    assert type_lines(state, "W y13 g12").turn == 1, "W is the seat's own wizard"
    assert type_lines(state, "b7 y7 g7").turn == 1
    assert type_lines(state, "b7 y8 g1").turn == 2


def test_v5_in_the_last_round_every_card_is_known() -> None:
    state = start_round(12, mode="colour_war")
    text = engine.view(state, None).panels[-1].rows[0].cells[2].text
    assert text == "=b13,12,11,10,9,8,7,6,5,4,3,2,1 bW bN"


@pytest.mark.parametrize(
    ("seats", "options", "key"),
    [
        (2, {}, "seats-out-of-range"),
        (7, {}, "seats-out-of-range"),
        (3, {"bid_sum_rule": "not_equal", "bid_mode": "simultaneous"}, "nobody-bids-last"),
        (3, {"bid_sum_rule": "not_equal", "bid_mode": "secret"}, "nobody-bids-last"),
        (3, {"zero_always_allowed": True}, "needs-plus-minus-one"),
        (3, {"exempt_first_rounds": 1}, "needs-plus-minus-one"),
        (3, {"only_if_dealer_sole_leader": True}, "needs-plus-minus-one"),
        (5, {"mode": "colour_war"}, "war-seats"),
        (3, {"mode": "colour_war", "clairvoyant_first_round": True}, "war-clairvoyant"),
        (3, {"mode": "colour_war", "length": "tournament"}, "war-length"),
        (3, {"folks": "rbgy"}, "folks-need-war"),
        (3, {"mode": "colour_war", "rounds": 41}, "no-such-value"),
        (6, {"rounds": 41}, "no-such-value"),
        (3, {"length": "tournament", "clairvoyant_first_round": True}, "clairvoyant-one-card"),
        (3, {"dragon": True}, "no-such-option"),
        (3, {"bid_mode": "shouted"}, "no-such-value"),
    ],
)
def test_what_does_not_combine_is_refused(seats: int, options: dict[str, Any], key: str) -> None:
    with pytest.raises(SetupError) as error:
        engine.open(Setup(seats=seats, options=options))
    assert error.value.key == key
    for lang in LANGUAGES:
        assert "{" not in engine.words(lang).say(key, **error.value.data)


def test_what_combines_can_be_opened() -> None:
    for bid_mode, rule, v4 in product(
        ("ordinary", "simultaneous", "secret"), ("free", "not_equal"), (False, True)
    ):
        if rule == "free" or bid_mode == "ordinary":
            start(4, bid_mode=bid_mode, bid_sum_rule=rule, clairvoyant_first_round=v4)
    start(3, mode="colour_war", bid_sum_rule="not_equal", exempt_first_rounds=1)
    start(4, length="tournament", clairvoyant_first_round=True, rounds=5)


def test_w4_shorter_games() -> None:
    state = start(4, rounds=2, level="pad")
    assert state.table.cards == (1, 2)
    assert start(3, length="tournament").table.cards == tuple(range(2, 21, 2))


# Rulings


def test_r3_a_round_is_dealt_again() -> None:
    state = type_lines(start_round(3), "y1", "0 0 0", "b5 r2 b6")
    number, dealer = state.number, state.dealer
    state = type_lines(state, "redeal")
    assert (state.number, state.dealer, state.turn) == (number, dealer, 0)
    assert (state.bids, state.taken_tricks, state.claims) == ((None, None, None), (), ())
    assert state.book.size("deck") == 60 - 9 - 1
    assert find_broken(type_lines(state, "y1", "0 0 0"), Play(seat=0, card="b5")) == set()


def test_r3_the_round_just_scored_is_dealt_again() -> None:
    state = type_lines(start(), "y1", "0 0 1", "b1 b2 b3")
    assert totals(state) == [-10, 20, -10]
    assert find_broken(state, Redeal(round=1)) == set()
    again = apply_all(state, Redeal(round=1))
    assert (again.number, again.dealer, again.pad) == (1, 0, ())
    assert totals(again) == [0, 0, 0]
    assert find_broken(type_lines(state, "g1", "0 0 0"), Redeal(round=1)) == {"R3"}


def test_r3_after_the_end() -> None:
    state = type_lines(start(level="pad", rounds=1), "1/1 0/0 0/0")
    assert engine.standing(state).over
    again = type_lines(state, "redeal")
    assert not engine.standing(again).over
    assert (again.number, totals(again)) == (1, [0, 0, 0])


def test_r4_penalty_points_stand_beside_the_rounds() -> None:
    state = type_lines(start(level="pad"), "1/1 0/0 0/0", "x b 20")
    assert totals(state) == [30, 0, 20]
    lines = engine.standing(state).scores[1].lines
    assert [(line.n, line.rule) for line in lines] == [(20, "W50"), (-20, "R4")]
    assert find_breaches(engine, state, Penalty(seat=1, points=20)) == ()
    assert state.pad[0].points == (30, 20, 20)


# Levels


def test_levels_change_between_rounds() -> None:
    state = start(level="pad")
    state = type_lines(state, "1/1 0/0 0/0")
    state = type_lines(state, "level full")
    assert engine.list_prompts(state)[0].ask == "ask.flip"
    state = type_lines(state, "y1", "0 1 1", "c: h b5 r2", "b5 b6 b7")
    assert [prompt.ask for prompt in engine.list_prompts(state)] == ["ask.play"]
    state = type_lines(state, "r3 r2 r1")
    assert state.number == 3
    state = type_lines(state, "level summary", "0 0 0", "a b c")
    assert state.pad[2].tricks == (1, 1, 1)
    state = type_lines(state, "level pad", "t b", "1 0 2", "1 1 2", "level actions", "N", "0 0 0")
    assert len(state.pad) == 4
    assert state.pad[3].trump == "blue"
    assert [prompt.ask for prompt in engine.list_prompts(state)] == ["ask.play"]


def test_a_round_may_be_caught_up_with() -> None:
    state = type_lines(start_round(4), "y1", "1 1 1", "b5 b9 b6")
    state = type_lines(state, "trick a", "trick b")
    assert [row.cells[0].n for row in engine.view(state, None).panels[-1].rows] == [1, 1, 1]
    assert state.turn == 1
    state = type_lines(state, "1 2 1")
    assert state.pad[0].tricks == (1, 2, 1)


def test_a_match_may_end_with_the_totals_alone() -> None:
    state = type_lines(start(level="pad"), "1/1 0/0 0/0", "level results")
    action = Result(points=(100, 90, 20))
    assert find_broken(state, action) == set()
    standing = engine.standing(apply_all(state, action))
    assert standing.winners == (0,)
    assert [line.label for line in standing.scores[0].lines] == ["line.round", "line.sheet"]


def test_unseen_cards_keep_the_record_sound() -> None:
    """After a card that nobody noted, a hand told in part proves nothing any more."""
    state = type_lines(start_round(3), "y1", "0 0 0", "b: h b4", "b5 ? b6", "trick c")
    state = type_lines(state, "b9", "b7")
    assert state.turn == 1
    assert find_broken(state, Play(seat=1, card="r2")) == set()


# What is drawn and said


def render(state: State, lang: str = "en") -> list[str]:
    """Draw the whole board as a terminal of any width does, without colour."""
    voice = Voice(engine, lang, ["Benjamin", "Charlotte", "김철수", "Dee", "Eve", "Fay"])
    board = draw(engine.view(state, None), voice, frozenset(), plain=True)
    return print_plain(board, width=200).splitlines()


def test_the_board_fits_80_columns_with_six_seats() -> None:
    state = start(6, level="pad")
    for number in range(1, 10):
        state = type_lines(state, " ".join([f"0/{number}", *[f"{number}/0"] * 5]))
    state = type_lines(state, "level full", "10 10 10 10 10 10")
    state = type_lines(
        state, "a: h b13 b11 b9 g10 g8 g6 r12 r4 y7 y5", "b: h W W N g13 g12 y13 y12 r13 r1 r2"
    )
    for position in (state, type_lines(state, "y5 y13 y1 y2 y3 N")):
        for lang in LANGUAGES:
            lines = render(position, lang)
            assert max(map(cell_len, lines)) <= 80, "\n".join(lines)


def test_columns_that_are_seats_bear_their_names_and_a_trick_says_who_led() -> None:
    state = type_lines(start_round(3), "y1", "1 1 1", "b5 b9 b6", "r3 W")
    lines = render(state)
    assert lines[0].split()[-6:] == ["a", "Benja…", "b", "Charl…", "c", "김철수"]
    tricks = next(n for n, line in enumerate(lines) if line.startswith("Table"))
    assert [line.split() for line in lines[tricks : tricks + 3]] == [
        ["Table", "a", "Benja…", "b", "Charl…", "c", "김철수"],
        ["last", "trick", ">b5", "b9!", "b6"],
        ["trick", ">r3", "W"],
    ]


def test_the_pad_reads_as_on_paper() -> None:
    state = type_lines(start(level="pad"), "0/0 1/0 1/1", "2/1 0/0 0/1", "x a 10")
    pad = engine.view(state, None).panels[0]
    assert [[cell.text for cell in row.cells] for row in pad.rows] == [
        ["20 0/0", "-10 1/0", "30 1/1"],
        ["10 2/1", "10 0/0", "20 0/1"],
        ["-10 0", "", ""],
        ["0 ·", "10 ·", "20 · D"],
    ]
    assert pad.columns == (Seat(0), Seat(1), Seat(2))


def test_hands_are_shown_as_far_as_these_eyes_know() -> None:
    state = type_lines(start(level="full"), "y1", "a: h b7")
    text = {
        eyes: engine.view(state, eyes).panels[-1].rows[0].cells[1].text for eyes in (None, -1, 0, 1)
    }
    assert text == {None: "b7", -1: "", 0: "b7", 1: ""}


def test_every_word_is_there_in_both_languages() -> None:
    state = type_lines(start_round(3), "y1", "0 0 0", "b5 r2 b6")
    breach = next(
        b for b in find_breaches(engine, state, Play(seat=1, card="b4")) if b.rule == "W33"
    )
    assert "redeal" in engine.words("ko").say(breach.why, **breach.data)
    assert "penalty" in engine.words("en").say(breach.why, **breach.data)
    for rule in (*(f"P{n}" for n in range(1, 7)), *(f"R{n}" for n in range(1, 6))):
        assert rule in engine.rulebook
    assert len(engine.catalog()) == 52 + 2 + 8


def test_what_a_match_does_not_have_is_refused() -> None:
    state = start(3)
    for action in (
        Play(seat=0, card="bW"),
        Play(seat=3, card="b1"),
        Bids(bids=(0, 0)),
        Round(bids=(0, 0, 0), tricks=(1, 0)),
        Play(seat=0, card="b1", actual={"winner": "d"}),
        Tricks(tricks=(1, 0, 0), actual={"e": "10"}),
    ):
        with pytest.raises(DecodeError):
            engine.admit(state, action)
    for verb, payload in (
        ("play", '{"seat":0,"card":"b14"}'),
        ("play", '{"card":"b1"}'),
        ("flip", '{"seat":1,"card":"b1"}'),
        ("trump", '{"seat":0,"suit":"pink"}'),
        ("penalty", '{"seat":0,"points":0}'),
        ("level", '{"level":"everything"}'),
        ("tricks", '{"tricks":[-1,1,1]}'),
        ("hand", '{"seat":0,"cards":{"b1":0}}'),
        ("bid", '{"seat":0,"bid":1,"actual":{"a":"much"}}'),
        ("play", '{"seat":0,"card":"b1","actual":{"winner":"z"}}'),
    ):
        with pytest.raises(DecodeError):
            engine.decode(verb, payload)


VARIANTS: dict[str, dict[str, Any]] = {
    "base": {},
    "V1": {"bid_sum_rule": "not_equal"},
    "V2": {"bid_mode": "simultaneous"},
    "V3": {"bid_mode": "secret"},
    "V4": {"clairvoyant_first_round": True},
    "V5": {"mode": "colour_war"},
}
GAMES = 50


@pytest.mark.parametrize("seats", engine.seats)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_laws_hold(variant: str, seats: int) -> None:
    """Fifty games of each number of seats and variant over all levels, every one with its own
    sub-options; of one to three rounds, so that all of it takes seconds."""
    options = VARIANTS[variant]
    if variant == "V5" and seats > 4:
        with pytest.raises(SetupError):
            engine.open(Setup(seats, options=options))
        return
    for rounds, games in ((1, GAMES - 15), (2, 12), (3, 3)):
        given = options | {"rounds": rounds}
        assert conform_all(engine, games, seed=seats, seats=(seats,), options=given) == []


def test_the_laws_hold_in_whole_matches() -> None:
    """One whole match of six with the hands, one without: the last round has no stock."""
    setups = [Setup(seats=6, level="full"), Setup(seats=6, level="actions")]
    assert conform(engine, setups, len(setups)) == []


def test_F15_penalty_stands_where_it_was_given() -> None:
    """Typed after round 2 it stands below round 2 on the pad, and after round 2 in `why`."""
    state = type_lines(
        start(level="pad"), "1/1 0/0 0/0", "2/2 0/0 0/0", "x a 20", "1/1 1/1 1/1", "x b 10"
    )
    pad = engine.view(state, None).panels[0]
    assert [row.label for row in pad.rows] == ["1", "2", "±", "3", "±", "4"]
    assert [row.cells[0].text for row in pad.rows[:4]] == ["30 1/1", "70 2/2", "-20 50", "80 1/1"]
    assert pad.rows[4].cells[1].text == "-10 60"
    ana, bo, _cy = engine.standing(state).scores
    assert [(term.label, term.n) for term in ana.lines] == [
        ("line.round", 30),
        ("line.round", 40),
        ("line.penalty", -20),
        ("line.round", 30),
    ]
    assert [term.label for term in bo.lines][-1] == "line.penalty"
    assert (ana.total, bo.total) == (80, 60)


@pytest.mark.parametrize(("told", "cards"), [("= round 5", 5), ("= round 3", 3)])
def test_another_round_begins_with_all_cards_in_the_deck(told: str, cards: int) -> None:
    """What was played and told of the one before is dropped; the same round goes on."""
    state = type_lines(start_round(3), "y1", "0 0 0", "b: h b4 W N", "a: b5")
    after = type_lines(state, told)
    assert [after.book.size(hand) for hand in ("a.hand", "b.hand", "c.hand")] == (
        [cards] * 3 if cards != 3 else [2, 3, 3]
    )
    assert after.book.count("b.hand", "W") == after.book.count("played", "b5") == (cards == 3)
    assert after.book.size("deck") == 60 - 3 * cards - 1
    assert after.trick == (() if cards != 3 else state.trick)
