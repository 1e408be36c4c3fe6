"""7 Wonders Duel as people type it who have read the notation once: whole phrases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.seven_wonders_duel import engine
from engines.seven_wonders_duel.state import State
from engines.values import NotationError, Setup
from replay.speech.voice import Voice
from tests.engines.typist import Typist

NAMES = ("Ana", "Bo")
TYPIST: Typist[State] = Typist(engine, NAMES)
TOKENS = "law, economy, strategy, masonry, urbanism"
DRAFTED = ("sphinx, zeus, colossus, pyramids", "sphinx", "zeus, colossus", "pyramids")
"""What is on offer first, and who picks what."""

SECOND = ("library, piraeus, appian, mausoleum", "library", "piraeus, appian", "mausoleum")
LAID = (
    "lumber yard, clay pool, quarry, glassworks, press, guard tower, "
    "stable, workshop, theater, altar, baths, tavern"
)


def start(*texts: str) -> State:
    """Return the table after some texts."""
    return TYPIST.type_texts(engine.open(Setup(seats=2)), TOKENS, *texts)


def write_in_full(text: str, state: State) -> list[str]:
    """Return in full what a phrase means."""
    return [engine.write(action) for action in engine.parse(text, state, NAMES)]


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("the sphinx", ["a: draft the-sphinx"]),
        ("Ana takes the sphinx", ["a: draft the-sphinx"]),
        ("ana picks Sphinx", ["a: draft the-sphinx"]),
        ("chooses the statue of zeus", ["a: draft the-statue-of-zeus"]),
        ("drafts colossus", ["a: draft the-colossus"]),
        ("zeus for ana", ["a: draft the-statue-of-zeus"]),
    ],
)
def test_F8_a_draft_is_read_as_it_is_said(text: str, full: list[str]) -> None:
    assert write_in_full(text, start(DRAFTED[0])) == full


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("ana takes the mausoleum", ["a: draft the-mausoleum"]),
        ("bo: library", ["b: draft the-great-library"]),
        ("bo great library and pyramids", ["b: draft the-great-library", "b: draft the-pyramids"]),
    ],
)
def test_F8_what_somebody_takes_is_no_offer(text: str, full: list[str]) -> None:
    """A wonder that somebody takes is drafted, also where nobody told which are on offer."""
    assert write_in_full(text, engine.open(Setup(seats=2))) == full


@pytest.mark.parametrize("text", ["pass takes the sphinx", "nobody takes the sphinx"])
def test_F8_nobody_of_that_name_takes_a_wonder(text: str) -> None:
    """As the first line of a match it is refused, not taken for what is on offer."""
    with pytest.raises(NotationError):
        write_in_full(text, engine.open(Setup(seats=2)))


@pytest.mark.parametrize(
    "text",
    [
        "the tokens are law, economy and strategy",
        "tokens: law, economy, strategy",
        "progress tokens law, economy, strategy",
    ],
)
def test_F8_a_list_may_have_a_label(text: str) -> None:
    """What is told stands in front of it."""
    assert write_in_full(text, engine.open(Setup(seats=2))) == [
        "reveal board law",
        "reveal board economy",
        "reveal board strategy",
    ]


@pytest.fixture(name="laid")
def lay_out_first_age() -> State:
    """The first age, all open cards told."""
    return start(*DRAFTED, *SECOND, LAID)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("Ana builds the altar", "a: build altar"),
        ("ana buys altar for nothing", "a: build altar"),
        ("bo: constructs Baths", "b: build baths"),
        ("build slot 18", "a: build altar"),
        ("ana b card 18 free", "a: build altar"),
        ("takes 18", "a: build altar"),
        ("sells the baths for 2 coins", "a: discard baths"),
        ("Ana discards baths, takes 2", "a: discard baths"),
        ("trashes slot 19", "a: discard baths"),
        ("ana sold 19 +2", "a: discard baths"),
        ("builds altar (free)", "a: build altar"),
        ("takes card 18 for no coins", "a: build altar"),
        ("dumps BATHS (+2)", "a: discard baths"),
        ("discards the baths (gets 2)", "a: discard baths"),
        ("sells card 19 for two coins", "a: discard baths"),
        ("builds the sphinx with the tavern", "a: wonder the-sphinx < tavern"),
        ("wonder sphinx using tavern", "a: wonder the-sphinx < tavern"),
        ("Ana uses the tavern for the sphinx", "a: wonder the-sphinx < tavern"),
        ("sphinx with 20", "a: wonder the-sphinx < tavern"),
        ("builds sphinx (tavern)", "a: wonder the-sphinx < tavern"),
        ("altar", "a: build altar"),
        ("ana the altar", "a: build altar"),
        ("bo: tavern", "b: build tavern"),
        ("altar for bo", "b: build altar"),
        ("ana altar for 0", "a: build altar"),
        ("bo baths, pays a coin", "b: build baths"),
        ("baths, two coins", "a: build baths"),
        ("baths 2", "a: build baths"),
        ("altar 18", "a: build altar"),
        ("18 altar", "a: build altar"),
        ("18 altar bo", "b: build altar"),
        ("baths, buys the stone from the bank for 2", "a: build baths"),
        ("builds baths with her stone", "a: build baths"),
        ("ana altar (free, she has the right card)", "a: build altar"),
        ("altar by chain", "a: build altar"),
        ("tavern bo", "b: build tavern"),
        ("ana does the tavern", "a: build tavern"),
        ("throws the tavern away, gets 2 coins", "a: discard tavern"),
        ("bo gets rid of the tavern", "b: discard tavern"),
        ("ana has no money, discards the tavern", "a: discard tavern"),
        ("ana sphinx, tavern under it", "a: wonder the-sphinx < tavern"),
        ("builds her sphinx with the tavern", "a: wonder the-sphinx < tavern"),
    ],
)
def test_F8_a_turn_is_read_as_it_is_said(laid: State, text: str, full: str) -> None:
    (written,) = write_in_full(text, laid)
    assert written.startswith(f"{full} @")


@pytest.mark.parametrize("text", ["build 18 for 0 coins", "build 18 =0", "b altar paying zero"])
def test_F11_the_usual_price_that_is_said_stays_the_usual_price(laid: State, text: str) -> None:
    """Where it was typed as a payment, it stays what was typed."""
    (parsed,) = engine.parse_with_intents(text, laid, NAMES)
    assert ("paid" in parsed.intent) == ("=" not in text)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("the lumber yard and the clay pool", ["slot.1 lumber-yard", "slot.2 clay-pool"]),
        ("slot 2: the quarry", ["slot.2 quarry"]),
        ("new: glassworks", ["slot.1 glassworks"]),
        ("reveals the garrison", ["slot.1 garrison"]),
        ("garrison comes up", ["slot.1 garrison"]),
        ("age 1: lumber yard, clay pool", ["slot.1 lumber-yard", "slot.2 clay-pool"]),
        ("top row: lumber yard, clay pool", ["slot.1 lumber-yard", "slot.2 clay-pool"]),
        ("1st age: lumber yard, clay pool", ["slot.1 lumber-yard", "slot.2 clay-pool"]),
        ("lumber yard/clay pool", ["slot.1 lumber-yard", "slot.2 clay-pool"]),
        ("lumber yard and clay pool in the top row", ["slot.1 lumber-yard", "slot.2 clay-pool"]),
        ("20 tavern and 19 baths", ["slot.20 tavern", "slot.19 baths"]),
        ("20 tavern 19 baths", ["slot.20 tavern", "slot.19 baths"]),
        ("tavern in 20 and baths in 19", ["slot.20 tavern", "slot.19 baths"]),
        ("20 = tavern", ["slot.20 tavern"]),
        ("20 is the tavern", ["slot.20 tavern"]),
    ],
)
def test_F8_what_is_turned_up_is_read_as_it_is_said(text: str, full: list[str]) -> None:
    state = start(*DRAFTED, *SECOND)
    assert write_in_full(text, state) == [f"reveal {each}" for each in full]


@pytest.mark.parametrize("text", ["b castle", "slot 99", "builds nothing at all", "new: castle"])
def test_F9_what_is_no_phrase_is_refused(laid: State, text: str) -> None:
    with pytest.raises(NotationError):
        write_in_full(text, laid)


@pytest.mark.parametrize("text", ["press is destroyed", "bo loses the press", "destroys press"])
def test_F8_a_card_that_is_razed_is_read_as_it_is_said(text: str) -> None:
    """Whoever loses it is the other one."""
    state = TYPIST.type_texts(
        engine.open(Setup(seats=2)),
        TOKENS,
        "sphinx, circus maximus, colossus, pyramids",
        "circus maximus",
        "sphinx, colossus",
        "pyramids",
        *SECOND,
        "lumber yard, clay pool, quarry, glassworks, stable, guard tower",
        "press, workshop, theater, altar, baths, tavern",
        "tavern",
        "press",
        "= a 20",
        "circus maximus < baths",
    )
    assert state.pending == "grey"
    assert write_in_full(text, state) == ["a: raze press"]


@pytest.mark.parametrize("text", ["Ana lets Bo start", "bo begins", "says bo goes first", "bo"])
def test_F8_who_begins_is_read_as_it_is_said(laid: State, text: str) -> None:
    """The chooser may begin the sentence."""
    state = replace(laid, pending="begin")
    assert write_in_full(text, state) == ["a: begin b"]


def test_F2_the_name_behind_an_action_is_a_person_or_a_word_of_the_game(laid: State) -> None:
    """Somebody called Altar is not taken for the card, nor the card for her."""
    parsed = engine.parse("tavern bo", laid, ("Ana", "Bo"))
    assert [action.seat for action in parsed] == [1]
    (built,) = engine.parse("19 baths", laid, ("Ana", "Baths"))
    assert built.seat == 0
    with pytest.raises(NotationError):
        engine.parse("rename b bo", laid, NAMES)


def test_a_count_of_the_pawn_says_where_it_stands(laid: State) -> None:
    """Not of how many spaces its track is."""
    (counted,) = engine.parse("= pawn b 3", laid, NAMES)
    for lang in ("en", "ko"):
        voice = Voice(engine, lang, NAMES)
        said = voice.action(counted)
        assert "3" in said
        assert "12" not in said
        assert "Bo" in said
    (middle,) = engine.parse("= pawn 0", laid, NAMES)
    assert Voice(engine, "en", NAMES).action(middle) == "counted: the conflict pawn in the middle"
