"""Splendor as people type it who have read the notation once: whole phrases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.splendor import engine
from engines.splendor.phrases import add_level
from engines.splendor.state import State
from engines.values import NotationError, Setup
from tests.engines.splendor.positions import find_refusal, seat, table
from tests.engines.typist import NAMES

RICH = seat("wwuuggrrrrry", reserved=["1u-r4"])


def write_in_full(text: str, state: State | None = None) -> list[str]:
    """Return in full what a phrase means."""
    laid = table(RICH, seat(), nobles=["w4u4"]) if state is None else state
    return [engine.write(action) for action in engine.parse(text, laid, NAMES)]


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("Ana takes red green blue", "a: take u1g1r1"),
        ("ana also takes red green blue please", "a: take u1g1r1"),
        ("ana picks up a white one, a green one and a red one", "a: take w1g1r1"),
        ("take a blue, a green and a black one", "a: take u1g1k1"),
        ("2 reds", "a: take r2"),
        ("ana white, red and black", "a: take w1r1k1"),
        ("Ana, takes RKW", "a: take w1r1k1"),
        ("Ana: t one ruby and one emerald and one onyx", "a: take g1r1k1"),
        ("t black+white+green", "a: take w1g1k1"),
        ("take 1 sapphire 1 ruby 1 diamond", "a: take w1u1r1"),
        ("2 white", "a: take w2"),
        ("took two rubies", "a: take r2"),
        ("Blue 1 Green 1 Black 1", "a: take u1g1k1"),
        ("the red & the white", "a: take w1r1"),
        ("Ana one onyx, one ruby, one diamond", "a: take w1r1k1"),
        ("onyx x2", "a: take k2"),
        ("take whitex2", "a: take w2"),
        ("2x red", "a: take r2"),
        ("blue and blue", "a: take u2"),
        ("ana take 2r", "a: take r2"),
        ("one black, one red, one blue.", "a: take u1r1k1"),
        ("a wug", "a: take w1u1g1"),
        ("Bo takes rkw", "b: take w1r1k1"),
        ("take red and white, returns a red", "a: take w1r1 -r1"),
        ("t blue green black, gives back two white", "a: take u1g1k1 -w2"),
        ("rwk - 1k 2u", "a: take w1r1k1 -u2k1"),
    ],
)
def test_F8_tokens_are_read_as_they_are_said(text: str, full: str) -> None:
    (written,) = write_in_full(text)
    assert sorted(written) == sorted(full)


@pytest.mark.parametrize(
    "text",
    [
        "buy 24",
        "Ana buys 2.4",
        "bought 2-4",
        "b 2 4",
        "b2 4",
        "buy level 2 slot 4",
        "buy row 2 card 4",
        "ana: buy card 4 of level 2",
        "buys the fourth card of row 2",
        "Ana b card 24",
        "b the fourth one in row 2",
        "b 2R K5",
        "b 2r: 5k",
        "buy 2 red 5 black",
        "buy level 2 ruby (5 onyxes)",
        "buys 2red 5black",
        "buy 2r kkkkk for 5 onyxes",
        "b 24 = kkkkk",
        "bought #24",
        "b L2 red 5k and pays 5 black",
        "b 24 paying five black",
    ],
)
def test_F6_a_card_that_is_bought_is_read_as_it_is_said(text: str) -> None:
    state = table(seat("kkkkky"), seat())
    assert write_in_full(text, state) == ["a: buy 2r-k5 @market.2.4 =k5"]


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("b 24 with gold", "k4y1"),
        ("b 24 with 1 gold", "k4y1"),
        ("buy 24 for 4 black and a gold", "k4y1"),
        ("buy 24 for nothing", "0"),
        ("buy 24 for free", "0"),
    ],
)
def test_F6_what_is_paid_is_read_as_it_is_said(text: str, paid: str) -> None:
    state = table(seat("kkkkky"), seat())
    assert write_in_full(text, state) == [f"a: buy 2r-k5 @market.2.4 ={paid}"]


def test_F9_whoever_says_only_the_gold_is_asked_for_the_rest() -> None:
    """Where it is open which tokens the gold saves."""
    state = table(seat("rrky"), seat())
    error = find_refusal("b 11 with gold", state)
    assert (error.key, error.data["due"]) == ("gold-for-what", {"red": 2, "black": 1})


@pytest.mark.parametrize(
    "text",
    [
        "buy 1ur4 from hand",
        "buy reserved 1u rrrr",
        "b 1u 4r from his hand",
        "buy level 1 blue 4 red",
        "buys her reserved blue r4",
        "buys the reserved one: 1u r4",
        "buys the 1u r4 one from hand",
        "buys her other reserved card, 1u r4",
        "buys his hidden card which is 1u r4",
    ],
)
def test_F6_a_card_in_hand_is_bought(text: str) -> None:
    (written,) = write_in_full(text)
    assert written.startswith("a: buy 1u-r4 @reserve")


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("res 24", "a: reserve 2r-k5 @market.2.4 +1"),
        ("Ana reserves 24, takes a gold", "a: reserve 2r-k5 @market.2.4 +1"),
        ("r 2-4 + gold", "a: reserve 2r-k5 @market.2.4 +1"),
        ("reserve 2 4 and takes gold", "a: reserve 2r-k5 @market.2.4 +1"),
        ("reserve level 2 ruby (5 onyxes) no gold", "a: reserve 2r-k5 @market.2.4 +0"),
        ("ana reserved 2r: 5k, returns white", "a: reserve 2r-k5 @market.2.4 +1 -w1"),
        ("draws level 2", "a: draw 2 ? +1"),
        ("Ana blind reserve 2", "a: draw 2 ? +1"),
        ("reserve a level 2 card blind", "a: draw 2 ? +1"),
        ("reserve from deck 2", "a: draw 2 ? +1"),
        ("reserve the top card of level 2", "a: draw 2 ? +1"),
        ("Ana reserves level 2 from the deck", "a: draw 2 ? +1"),
        ("reserves level 2 green", "a: reserve 2g-g5 @market.2.3 +1"),
        ("reserves the fourth level 2 card", "a: reserve 2r-k5 @market.2.4 +1"),
        ("Ana reserve blind 2", "a: draw 2 ? +1"),
        ("reserve level 2 blind - r", "a: draw 2 ? +1 -r1"),
        ("passes", "a: pass"),
    ],
)
def test_F8_a_reservation_is_read_as_it_is_said(text: str, full: str) -> None:
    assert write_in_full(text) == [full]


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("1 u k3", ["market.1.1 1u-k3"]),
        ("14 level 1 ruby (1 onyx, 1 emerald, 1 sapphire, 1 diamond)", ["market.1.4 1r-w1u1g1k1"]),
        ("new card 1g: 1r 1u 2k 1w", ["market.1.1 1g-w1u1r1k2"]),
        ("card 2 of level 1: 1 green 4 black", ["market.1.2 1g-k4"]),
        ("3-2 3r g7", ["market.3.2 3r-g7"]),
        ("1k: 3g, 1u k3", ["market.1.1 1k-g3", "market.1.2 1u-k3"]),
        ("1 black 3 green 1 red 3 white", ["market.1.1 1k-g3", "market.1.2 1r-w3"]),
        ("turned up: 1r, 3 white", ["market.1.1 1r-w3"]),
        ("it's 1g, 1 black, 1 blue, 1 red, 1 white", ["market.1.1 1g-w1u1r1k1"]),
        ("then L3 red 7g", ["market.3.1 3r-g7"]),
        ("2w-k3-r5", ["market.2.1 2w-r5k3"]),
        ("row 2, card 3: ruby level 2: 2 green, 1 white, 4 blue", ["market.2.3 2r-w1u4g2"]),
        ("noble 3g+3w+3u", ["nobles w3u3g3"]),
        ("r3 g3 k3", ["nobles g3r3k3"]),
        ("w3 u3 g3 3 white 3 black 3 red", ["nobles w3u3g3", "nobles w3r3k3"]),
        ("nobles 4u 4g, 4 green 4 red", ["nobles u4g4", "nobles g4r4"]),
        ("green 2 white 1 blue", ["market.1.1 1g-w2u1"]),
        ("blue kkk", ["market.1.1 1u-k3"]),
        ("red w u g k", ["market.1.1 1r-w1u1g1k1"]),
        ("1 red w3 came up", ["market.1.1 1r-w3"]),
        ("new one is 1r w3", ["market.1.1 1r-w3"]),
    ],
)
def test_F6_what_is_turned_up_is_read_as_it_is_said(text: str, full: list[str]) -> None:
    state = engine.open(Setup(seats=2))
    assert write_in_full(text, state) == [f"reveal {each}" for each in full]


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("= a.tokens onyx=5", ["count a.tokens black=5"]),
        ("= ana: 5 black", ["count a.tokens black=5"]),
        ("= a black=5", ["count a.tokens black=5"]),
        ("= bo has 3 rubies", ["count b.tokens red=3"]),
        ("= bo 7 points", ["count b.points points=7"]),
        ("= bank white=3 red=2", ["count bank red=2 white=3"]),
        ("= deck 1 = 30 cards", ["count deck.1 ?deck.1=30"]),
        ("= a gold 1, b red 2", ["count a.tokens gold=1", "count b.tokens red=2"]),
    ],
)
def test_F7_a_count_is_read_as_it_is_said(text: str, full: list[str]) -> None:
    written = [" ".join(sorted(each.split())) for each in write_in_full(text)]
    assert written == [" ".join(sorted(each.split())) for each in full]


@pytest.mark.parametrize("parts", [["gets k", "u", "g"], ["Ana took k", "k"], ["w", "u", "g"]])
def test_F8_tokens_between_semicolons_are_one_list(parts: list[str]) -> None:
    state = table(RICH, seat())
    assert engine.is_list(state, parts, NAMES)
    assert write_in_full(", ".join(parts), state)[0].startswith("a: take ")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("buy level 1 slot 1", "slot-unknown"),
        ("Ana buys row 1 card 1", "slot-unknown"),
        ("ana takes red purple", "no-such-token"),
        ("take 2", "tokens-form"),
        ("1u w1g1r3k1", "no-such-code"),
    ],
)
def test_F9_a_phrase_that_is_refused_says_what_is_missing(text: str, key: str) -> None:
    with pytest.raises(NotationError) as caught:
        engine.parse(text, engine.open(Setup(seats=2)), NAMES)
    assert caught.value.key == key


@pytest.mark.parametrize("text", ["ana 24", "24", "ana gets 24", "takes 24"])
def test_F9_a_slot_alone_is_asked_about(text: str) -> None:
    """The card there may be bought or reserved."""
    assert find_refusal(text, table(seat(), seat())).key == "slot-alone"


def test_F5_at_level_actions_no_slot_is_guessed() -> None:
    """Nobody follows the slots there; a card drawn unseen may still be the one that is bought."""
    state = engine.open(Setup(seats=2, level="actions"))
    (action,) = engine.parse("b 1kg3", state, NAMES)
    assert not list(engine.list_guesses(state, "b 1kg3", [action]))
    for text in ("d1", "p"):
        for each in engine.parse(text, state, NAMES):
            state, _ = engine.apply(state, each)
    actions = engine.parse("b 1kg3", state, NAMES)
    (message,) = engine.list_guesses(state, "b 1kg3", actions)
    assert message.data["others"] == ["a.reserved"]


@pytest.mark.parametrize(
    "text", ["Ana reserves the first card", "reserve one card", "r second card"]
)
def test_F8_one_card_or_the_first_is_asked_about(text: str) -> None:
    """It may be the first of any row; it is not the unseen card of level 1."""
    with pytest.raises(NotationError):
        write_in_full(text)


@pytest.mark.parametrize(
    ("wanted", "text", "reveals"),
    [
        ("market.1.1", "green, 2 white 1 blue", ["reveal 1g-w2u1"]),
        ("market.2.1", "green 5 green", ["reveal 2g-g5"]),
        # a card of another level, a cost of several cards, no cost
        ("market.2.1", "green, 2 white 1 blue", []),
        ("market.1.1", "green", []),
        # letters are tokens where no colour is named
        ("market.1.1", "g w2u1", []),
        ("market.1.1", "gw2u1", []),
        # nobles have no level, and where nothing is asked for nothing is told
        ("nobles", "green, 2 white 1 blue", []),
        ("", "green, 2 white 1 blue", []),
    ],
)
def test_a_card_of_the_level_that_is_asked_for_needs_no_level(
    wanted: str, text: str, reveals: list[str]
) -> None:
    state = replace(engine.open(Setup(2)), wanted=(wanted,) if wanted else ())
    assert list(add_level(text, state)) == reveals


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("row 1: 1k u4, 1u wkk and 1k wugr", ["1k-u4", "1u-w1k2", "1k-w1u1g1r1"]),
        ("level 1 has k u4, u wkk, k wugr", ["1k-u4", "1u-w1k2", "1k-w1u1g1r1"]),
        ("bottom row left to right 1k u4 1u wkk", ["1k-u4", "1u-w1k2"]),
        ("nobles are w4u4, r4k4 and three white three red three black", ["w4u4", "r4k4", "w3r3k3"]),
        ("12 is 1k u4", ["1k-u4"]),
        ("slot 12 shows 1k u4", ["1k-u4"]),
        ("1k u4 comes", ["1k-u4"]),
        ("1k u4 is next", ["1k-u4"]),
        ("now 1k u4 lies there", ["1k-u4"]),
        ("the next one is 1k u4", ["1k-u4"]),
        ("refilled with 1k u4", ["1k-u4"]),
    ],
)
def test_F6_what_is_laid_out_is_told_in_any_words(text: str, full: list[str]) -> None:
    state = engine.open(Setup(2))
    told = [engine.encode(action).decode() for action in engine.parse(text, state, NAMES)]
    assert [card for card in full if any(f'"{card}"' in line for line in told)] == full
    assert len(told) == len(full)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("ana buys the r u2g1", "a: buy 1r-u2g1 @market.1.1"),
        ("ana buys the ruby in 11", "a: buy 1r-u2g1 @market.1.1"),
        ("ana buys the red card in slot 1 of the first row", "a: buy 1r-u2g1 @market.1.1"),
        ("ana builds the red card in the bottom row", "a: buy 1r-u2g1 @market.1.1"),
        ("ana gets 11 for 2 blue and a green", "a: buy 1r-u2g1 @market.1.1"),
        ("ana pays 2 blue and 1 green for 11", "a: buy 1r-u2g1 @market.1.1"),
        ("ana keeps 11 for later", "a: reserve 1r-u2g1 @market.1.1"),
        ("ana sets 11 aside", "a: reserve 1r-u2g1 @market.1.1"),
    ],
)
def test_F6_a_card_is_pointed_at_in_any_words(text: str, full: str) -> None:
    state = engine.position(
        Setup(2), {"market.1.1": {"1r-u2g1": 1}, "a.tokens": {"blue": 2, "green": 1}}
    )
    (action,) = engine.parse(text, state, NAMES)
    assert engine.write(action).startswith(full)
