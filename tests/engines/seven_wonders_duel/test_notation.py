"""What people type at a table of 7 Wonders Duel, and what they see."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median

import pytest
from msgspec.structs import replace

from engines.counts import Count
from engines.seven_wonders_duel import engine
from engines.seven_wonders_duel.actions import (
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Paid,
    Raze,
    Result,
    Reveal,
    Revive,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.catalog import CARDS, SLOT
from engines.seven_wonders_duel.layout import list_accessible_slots
from engines.seven_wonders_duel.state import State
from engines.values import Action, NotationError, Setup
from ledger.clerk import Open
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.record.opening import open_match
from replay.record.session import Session
from replay.screens.terminal import draw, print_plain
from replay.speech.voice import Voice
from tests.engines.seven_wonders_duel.positions import LAST, OTHER, City, lay_out, play_all
from tests.some import some
from tests.traces.seven_wonders_duel import Table

DATA = Path(__file__).parents[2] / "data"
EVENING = DATA.parent.parent / "examples" / "seven-wonders-duel-evening.txt"
TRACES = sorted((DATA / "traces" / "seven-wonders-duel").glob("*.json"))
NAMES = ("Ana", "Bo")
MOST_KEYS = 5
"""The most keystrokes that an event may take, as a median over an evening."""


def table() -> State:
    """Return a table at which seat a can do most things."""
    mine = City(["theater"], 20, planned=["the-pyramids", "the-sphinx"])
    theirs = City(["quarry", "press"], 20, tokens=["economy"])
    return lay_out(mine, theirs, slots={LAST: "baths", OTHER: "altar"})


def make_build(card: str, slot: int, bank: int = 0, opponent: int = 0) -> Build:
    """Return seat a's construction of a card."""
    return Build(seat=0, card=card, slot=slot, paid=Paid(bank, opponent))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("b altar", make_build("altar", 20)),
        ("20", make_build("altar", 20)),
        ("b20", make_build("altar", 20)),
        ("b alt", make_build("altar", 20)),
        ("7.2", make_build("altar", 20)),
        ("b 제단", make_build("altar", 20)),
        ("b ㅁㅇㅌ", make_build("baths", 19, 0, 3)),
        ("b baths", make_build("baths", 19, 0, 3)),
        ("19 =1+2", make_build("baths", 19, 1, 2)),
        ("b baths =3", make_build("baths", 19, 3)),
        ("b 19 temple =5", make_build("temple", 19, 5)),
        ("build theater @0 =0", make_build("theater", 0)),
        ("건설 목욕탕", make_build("baths", 19, 0, 3)),
        ("d baths", Discard(seat=0, card="baths", slot=19, taken=2)),
        ("19-", Discard(seat=0, card="baths", slot=19, taken=2)),
        ("d 19 +4", Discard(seat=0, card="baths", slot=19, taken=4)),
        ("버리기 목욕탕", Discard(seat=0, card="baths", slot=19, taken=2)),
        ("d ? +2", Discard(seat=0, card="?", slot=0, taken=2)),
        ("t law", Token(seat=0, token="law")),  # noqa: S106
        ("k law", Keep(seat=0, token="law")),  # noqa: S106
        ("x press", Raze(seat=0, card="press")),
        ("m palace", Revive(seat=0, card="palace")),
        ("begin bo", Begin(seat=0, who=1)),
        ("g 3 5", Backs(guilds=(3, 5))),
        ("g -", Backs(guilds=())),
        ("g ?", Backs(guilds=None)),
        ("9 altar", Reveal(place="slot.9", card="altar")),
        ("9 ?", Reveal(place="slot.9", card="?")),
        ("board law", Reveal(place="board", card="law")),
        ("= b 7", Count(holds={"b.coins": {"coin": 7}})),
        ("= bo 7", Count(holds={"b.coins": {"coin": 7}})),
        ("= pawn a 3", Count(holds={"a.track": {"space": 12}, "b.track": {"space": 6}})),
        ("= b.city altar=1", Count(holds={"b.city": {"altar": 1}})),
        ("= b city altar, 목욕탕", Count(holds={"b.city": {"altar": 1, "baths": 1}})),
        ("result mil a", Result(kind="military", winner=0)),
        ("result 과학 bo", Result(kind="science", winner=1)),
        ("result 60 57", Result(kind="civilian", winner=0, sheet=({"total": 60}, {"total": 57}))),
        ("result 60 / 60", Result(kind="civilian", sheet=({"total": 60}, {"total": 60}))),
    ],
)
def test_short_forms(text: str, action: Action) -> None:
    assert engine.parse(text, table(), NAMES) == (action,)


@pytest.mark.parametrize(
    "text",
    [
        "w pyramids < baths",
        "w 피라미드 < 목욕탕",
        "w 1 < 19",
        "19 w1",
        "19 w pyramids",
        "19 w1 =0+10",
        "불가사의 기자 < 19",
    ],
)
def test_a_wonder_with_a_card(text: str) -> None:
    due = Paid(0, 3 * 3 + 3)
    action = Wonder(seat=0, wonder="the-pyramids", card="baths", slot=19, paid=due)
    if "=" in text:
        action = Wonder(seat=0, wonder="the-pyramids", card="baths", slot=19, paid=Paid(0, 10))
    assert engine.parse(text, table(), NAMES) == (action,)


def test_what_the_table_did_otherwise() -> None:
    (action,) = engine.parse("b altar ~shields=0 ~coins=2", table())
    assert action == Build(
        seat=0, card="altar", slot=20, paid=Paid(), actual={"shields": 0, "coins": 2}
    )
    for text in ("b altar ~loss=1", "b altar ~shields=x", "d baths ~coins=1"):
        with pytest.raises(NotationError, match="no-such-outcome"):
            engine.parse(text, table())


def test_a_name_alone_answers_what_is_asked() -> None:
    state = engine.open(Setup(seats=2))
    told = engine.parse("law, econ, ?, strat, mas", state)
    assert [action.card for action in told if isinstance(action, Reveal)] == [
        "law",
        "economy",
        "?",
        "strategy",
        "masonry",
    ]
    state, _ = play_all(state, *told, "pyr, sphinx, zeus, colossus")
    assert engine.parse("피라", state) == (Draft(seat=0, wonder="the-pyramids"),)
    owed = lay_out(b=City(["press"]), board=["law"], drawn=["economy"], discarded=["palace"])
    for pending, text, action in (
        ("token", "law", Token(seat=0, token="law")),  # noqa: S106
        ("keep", "eco", Keep(seat=0, token="economy")),  # noqa: S106
        ("keep", "t eco", Keep(seat=0, token="economy")),  # noqa: S106
        ("grey", "press", Raze(seat=0, card="press")),
        ("revive", "pal", Revive(seat=0, card="palace")),
        ("begin", "b", Begin(seat=0, who=1)),
        ("begin", "an", Begin(seat=0, who=0)),
    ):
        state = replace_pending(owed, pending)
        assert engine.parse(text, state, NAMES) == (action,), text


def replace_pending(state: State, pending: str) -> State:
    """Return the table at which a choice is owed."""
    return replace(state, pending=pending, lifted=18)


def test_a_card_that_was_turned_up_goes_to_the_first_place_asked_for() -> None:
    state = engine.open(Setup(seats=2, options={"wonders": "first-game"}))
    state, _ = play_all(state, "?, ?, ?, ?, ?")
    first, second = engine.parse("altar, baths", state)
    assert (first, second) == (
        Reveal(place="slot.1", card="altar"),
        Reveal(place="slot.2", card="baths"),
    )


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "not-understood"),
        ("hello", "not-understood"),
        ("21", "no-such-slot"),
        ("9", "slot-empty"),
        ("b castle", "no-such-card"),
        ("b t", "several-fit"),
        ("w pyramids", "wonder-form"),
        ("19 w3", "no-such-wonder"),
        ("w castle < 19", "no-such-wonder"),
        ("t altar", "no-such-token"),
        ("g x", "backs-form"),
        ("?", "nothing-wanted"),
        ("begin cy", "no-such-seat"),
        ("board", "reveal-form"),
        ("= a", "count-form"),
        ("= pawn a 12", "pawn-form"),
        ("result", "result-winner"),
        ("result mil", "result-winner"),
        ("result 1 2 3", "result-form"),
        ("altar, ", "not-understood"),
        ("reveal 9 altar ~coins=2", "no-such-outcome"),
    ],
)
def test_what_is_no_action(text: str, key: str) -> None:
    with pytest.raises(NotationError) as error:
        engine.parse(text, table(), NAMES)
    assert error.value.key == key
    for lang in ("en", "ko"):
        assert error.value.key in engine.words(lang).text


def test_what_is_turned_up_has_no_outcome() -> None:
    """Neither at the first question, where a name alone is a wonder that lies on offer."""
    with pytest.raises(NotationError) as error:
        engine.parse("pyramids ~coins=2", engine.open(Setup(seats=2)))
    assert error.value.key == "no-such-outcome"


def test_a_slot_that_nobody_told_of_needs_a_name() -> None:
    state = engine.open(Setup(seats=2, options={"wonders": "first-game"}))
    with pytest.raises(NotationError, match="slot-unknown"):
        engine.parse("15", state)
    assert engine.parse("b 15 altar", state) == (make_build("altar", 15),)


def test_every_name_finds_its_card_in_both_languages() -> None:
    state = table()
    for piece in some(piece for piece in engine.catalog() if piece.kind == "card"):
        for name in (
            piece.id,
            engine.words("en").name(piece.id),
            engine.words("ko").name(piece.id),
        ):
            (action,) = engine.parse(f"b {name} =0", state)
            assert isinstance(action, Build)
            assert action.card == piece.id


# --- a whole evening, and the screen ----------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk for a new match of two."""
    ledger = Ledger(tmp_path / "ledger.db")
    info = open_match(ledger, Open(game=engine.name, rules="", seats=NAMES), "test")
    session = Session(ledger, info, "test")
    return Desk(session, Voice(session.engine, "en", NAMES))


def test_an_evening_is_recorded_in_few_keystrokes_and_decided(desk: Desk) -> None:
    keys: list[float] = []
    for line in EVENING.read_text(encoding="utf-8").splitlines():
        before = desk.session.timeline.version
        for reply in some(desk.handle(line)):
            assert reply.kind in ("recorded", "told"), (line, reply.shows)
        recorded = desk.session.timeline.version - before
        keys += [(len(line) + 1) / recorded] * recorded
    assert median(keys) <= MOST_KEYS
    standing = desk.session.engine.standing(desk.session.state)
    assert (standing.winners, standing.reason) == ((1,), "end.science")
    assert not any(frame.breaches for frame in some(desk.session.timeline.frames))


def test_the_table_fits_a_narrow_terminal_from_beginning_to_end() -> None:
    trace = json.loads(TRACES[0].read_text(encoding="utf-8"))
    game = Table(trace)
    for step in some(trace["steps"]):
        game.step(step)
        for lang in ("en", "ko"):
            board = engine.view(game.state, None)
            changed = frozenset((f"slot.{n}", "") for n in range(1, 21))
            text = print_plain(draw(board, Voice(engine, lang, NAMES), changed, plain=True), 80)
            assert max(len(line) for line in text.splitlines()) <= 80
            pyramids = [panel for panel in board.panels if panel.layout == "pyramid"]
            shown = [cell for panel in pyramids for row in panel.rows for cell in row.cells]
            slots = {cell.place for cell in shown if cell.place}
            assert len(slots) == (20 if game.state.age else 0)


def test_the_layout_stays_a_layout_in_eighty_columns() -> None:
    trace = json.loads(TRACES[0].read_text(encoding="utf-8"))
    game = Table(trace)
    for step in trace["steps"][:8]:
        game.step(step)
    board = engine.view(game.state, None)
    (pyramid,) = [panel for panel in board.panels if panel.layout == "pyramid"]
    for lang in ("en", "ko"):
        words = engine.words(lang)
        names = [words.say(cell.text) for row in pyramid.rows for cell in row.cells]
        widest = max(columns(name) for name in names)
        assert 6 * (widest + 1 + 2) <= 80, "six cards side by side, a mark and a gap each"


def columns(text: str) -> int:
    """Return how many columns a text takes: a Korean syllable takes two."""
    return sum(2 if "가" <= letter <= "힣" else 1 for letter in text)


def test_a_card_that_was_not_told_of_lies_where_it_is_asked_for() -> None:
    """Of several slots that can be reached and that nobody has told of, the one asked about."""
    state = engine.open(Setup(seats=2, options={"wonders": "first-game"}))
    free = [SLOT[slot] for slot in list_accessible_slots(state)]
    state = replace(state, wanted=("board", free[3], free[4]))
    (action, *_) = engine.parse("d press", state, ("Ana", "Bo"))
    assert SLOT[action.slot] == free[3]  # type: ignore[attr-defined]


# --- found at the table -----------------------------------------------------------------------

OPEN_CARDS = (
    "altar, baths, tavern, press, theater, stable,"
    " garrison, palisade, workshop, quarry, glassworks, lumber yard"
)


def start(level: str, **options: str) -> State:
    """Return the beginning of a match."""
    return engine.open(Setup(seats=2, options=options, level=level))


@pytest.mark.parametrize("text", [OPEN_CARDS, OPEN_CARDS.replace(",", "")])
def test_F5_cards_are_told_in_the_same_order_at_every_level(text: str) -> None:
    """Typed from the top, row by row, twelve names land where they lie."""
    full, _ = play_all(start("full", wonders="first-game"), "?, ?, ?, ?, ?", text)
    coarse, _ = play_all(start("actions", wonders="first-game"), text)
    shown = [[state.book.sole(slot) for slot in SLOT.values()] for state in (full, coarse)]
    assert [[card for card in cards if card in CARDS] for cards in shown] == [
        [card for card in shown[0] if card in CARDS]
    ] * 2
    assert shown[0][0] == shown[1][0] == "altar"
    assert shown[0][19] == shown[1][19] == "lumber-yard"


def test_F5_a_card_told_after_a_turn_is_one_that_can_be_reached() -> None:
    state, _ = play_all(start("actions", wonders="first-game"), OPEN_CARDS, "d 19", "d 20")
    (action,) = engine.parse("apothecary", state)
    assert isinstance(action, Reveal)
    assert action.place in {SLOT[slot] for slot in list_accessible_slots(state)}


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("level", ["full", "actions"])
def test_F5_a_guessed_slot_is_said(tmp_path: Path, level: str, lang: str) -> None:
    """Four slots are uncovered and unseen; the card is built from the first of them."""
    desk = sit_down(tmp_path, level, lang)
    ask = [
        reply
        for line in (OPEN_CARDS, "d 15", "d 16", "d 17", "d 18")
        for reply in desk.handle(line)
    ]
    assert {reply.kind for reply in ask} == {"recorded"}
    (reply,) = desk.handle("d pharmacist")
    assert reply.kind == "recorded"
    (said,) = reply.shows
    voice = Voice(engine, lang, NAMES)
    assert voice.place("slot.10") in str(said)
    assert voice.place("slot.11") in str(said)


def test_F5_a_slot_that_was_named_is_no_guess(tmp_path: Path) -> None:
    desk = sit_down(tmp_path, "actions", "en")
    lines = (OPEN_CARDS, "d 15", "d 16", "d 17", "d 18", "d 11 pharmacist")
    replies = [reply for line in lines for reply in desk.handle(line)]
    assert replies[-1].shows == ()


def test_F5_a_card_told_into_a_guessed_slot_is_said(tmp_path: Path) -> None:
    desk = sit_down(tmp_path, "actions", "en")
    (reply,) = desk.handle("altar, baths")
    assert "row by row" in str(reply.shows[0])


def sit_down(tmp_path: Path, level: str, lang: str) -> Desk:
    """Return a desk at a match whose wonders are given and whose tokens nobody noted."""
    ledger = Ledger(tmp_path / "ledger.db")
    opening = Open(
        game=engine.name,
        rules="",
        seats=NAMES,
        options={"wonders": "first-game"},
        level=level,
    )
    session = Session(ledger, open_match(ledger, opening, "test"), "test")
    desk = Desk(session, Voice(session.engine, lang, NAMES))
    if level == "full":
        list(desk.handle("??, ??, ??, ??, ??"))
    return desk


@pytest.mark.parametrize("level", ["full", "actions"])
@pytest.mark.parametrize(
    "text", ["sphinx, zeus", "sphinx zeus", "p sphinx, zeus", "스핑크스, 제우스"]
)
def test_F8_two_wonders_are_chosen_in_one_line(text: str, level: str) -> None:
    """With commas or spaces; semicolons are the desk's."""
    state = start(level)
    if level == "full":
        state, _ = play_all(state, "?, ?, ?, ?, ?")
    state, _ = play_all(state, "offer pyramids, sphinx, zeus, colossus", "pyramids")
    told = engine.parse(text, state, NAMES)
    assert told == (
        Draft(seat=1, wonder="the-sphinx"),
        Draft(seat=1, wonder="the-statue-of-zeus"),
    )
    assert play_all(state, *told)[1] == set()


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("law economy strategy masonry agriculture", 5),
        ("law, economy, ?", 3),
        ("board law economy", 2),
        ("board law, economy", 2),
    ],
)
def test_F8_tokens_are_listed_with_commas_or_spaces(text: str, n: int) -> None:
    told = engine.parse(text, start("full"), NAMES)
    assert [getattr(action, "place", "") for action in told] == ["board"] * n


@pytest.mark.parametrize("text", ["= b tokens law, economy", "= b tokens law economy"])
def test_F8_counted_tokens_are_listed_with_commas_or_spaces(text: str) -> None:
    counted = Count(holds={"b.tokens": {"law": 1, "economy": 1}})
    assert engine.parse(text, table(), NAMES) == (counted,)


def test_F8_a_score_sheet_with_commas() -> None:
    assert engine.parse("result 60, 57", table()) == engine.parse("result 60 57", table())


def test_F30_an_unseen_card_can_be_discarded_or_spent_by_its_slot() -> None:
    """Nobody saw which card it was; that is a fact of tables."""
    state = start("full", wonders="first-game")
    (action,) = engine.parse("d 15", state)
    assert action == Discard(seat=0, card="?", slot=15, taken=2)
    assert engine.parse("15-", state) == (action,)
    after, cited = play_all(state, action)
    assert cited == set()
    assert after.book.holding("slot.15") == {}
    (action,) = engine.parse("w pyramids < 15 =0", state)
    assert action == Wonder(seat=0, wonder="the-pyramids", card="?", slot=15, paid=Paid())


@pytest.mark.parametrize("text", ["board law", "slot.1 altar"])
def test_F30_naming_again_what_lies_there_uses_up_no_question(text: str) -> None:
    state, _ = play_all(start("full", wonders="first-game"), "law, economy", text)
    again, cited = play_all(state, text)
    assert cited == set()
    assert again.wanted == state.wanted
