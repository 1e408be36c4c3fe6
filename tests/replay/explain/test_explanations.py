"""Tests of explanations: the moves behind a number add up to it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engines.registry import list_games, load_engine
from engines.values import SEAT_LETTERS, NotationError, Seat
from ledger.clerk import Open
from ledger.store import Ledger
from replay.explain.explanations import (
    Account,
    Explanation,
    Subject,
    explain_number,
    find_subject,
    make_register,
)
from replay.fold.timeline import Timeline
from replay.lab.simulation import simulate_match
from replay.record.opening import open_match
from replay.record.session import Session
from replay.screens import terminal
from replay.speech.voice import Voice
from tests import table
from tests.conftest import LONG
from tests.replay.walks import wander
from tests.some import some

# -- the books add up ----------------------------------------------------------------------------


def list_subjects(timeline: Timeline) -> Iterator[tuple[Subject, str, str | None]]:
    """Yield every place of a match, and every item that was ever in it."""
    seen: set[tuple[str, str]] = set()
    for frame in timeline.frames:
        seen.update((place, item) for place, item, _ in frame.state.book.walk())
    for place in sorted({place for place, _ in seen}):
        yield Subject(place, place.__eq__, None), place, None
    for place, item in sorted(seen):
        yield Subject(f"{place}.{item}", place.__eq__, item), place, item


def count_pieces(state: Any, place: str, item: str | None) -> int:
    """Return how many pieces lie in a place."""
    return int(state.book.size(place) if item is None else state.book.count(place, item))


def assert_adds_up(found: Explanation) -> None:
    """Assert that each balance follows from the one before, and the last is the total."""
    balance = 0
    for step in found.postings:
        balance += step.n
        assert step.balance == balance
    assert found.total == balance


MOST = 2000 if LONG else 120


def assert_explained(timeline: Timeline, every: int) -> None:
    """Assert that registers are right at every few frames, for a random sample of subjects."""
    asked = list(list_subjects(timeline))
    chance = random.Random(len(asked))
    for index in [*range(0, len(timeline.frames), every), len(timeline.frames) - 1]:
        frame = timeline.frames[index]
        for subject, place, item in some(chance.sample(asked, min(MOST, len(asked)))):
            found = make_register(timeline, index, subject)
            assert found.total == count_pieces(frame.state, place, item), (
                frame.version,
                subject.name,
            )
            assert_adds_up(found)


@pytest.mark.parametrize("seed", range(20 if LONG else 2))
@pytest.mark.parametrize("game", list_games())
def test_registers_of_simulated_matches_are_right(ledger: Ledger, game: str, seed: int) -> None:
    """For every place and item, pieces whose face was learnt later included."""
    engine = load_engine(game)
    seats = engine.seats[seed % len(engine.seats)]
    info = simulate_match(ledger, engine, seats, seed)
    timeline = Timeline(ledger.events(info.match_id))
    assert_explained(timeline, len(timeline.frames) // (9 if LONG else 3))


@pytest.mark.parametrize("seed", range(20 if LONG else 2))
def test_registers_of_records_with_breaches_are_right(session: Session, seed: int) -> None:
    """The record is corrected and has pieces from nowhere."""
    for _step in wander(session, seed, 30):
        pass
    if session.timeline.closing is not None:
        session.reopen()
    table.type_accepted(
        table.open_desk(session), "b 2wr5 ! found it", "f 11 1kg3 ! no, that", "= a w3 ! seen"
    )
    assert_explained(session.timeline, 7 if LONG else 17)


@pytest.mark.parametrize("game", list_games())
def test_terms_of_points_add_up_to_the_score(ledger: Ledger, game: str) -> None:
    """For every seat, at many positions."""
    engine = load_engine(game)
    info = simulate_match(ledger, engine, engine.seats.stop - 1, 5, greedy=True)
    timeline = Timeline(ledger.events(info.match_id))
    for frame in some(timeline.frames[:: 1 if LONG else 9]):
        for score in some(engine.standing(frame.state).scores):
            found = explain_number(timeline, frame.version, f"{SEAT_LETTERS[score.seat]}.points")
            assert found.total == (score.total or 0)
            assert sum(part.term.n for part in found.terms) == found.total


def test_points_and_counted_points_are_told_apart(session: Session) -> None:
    """Counted points lie in a place. The score is more than those."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "= a points 2 ! counted")
    assert (
        terminal.name_subject(explain_number(session.timeline, None, "ana.points"), desk.voice)
        == "Ana: points"
    )
    last = len(session.timeline.frames) - 1
    asked = find_subject(session.timeline, session.timeline.frames[last], "a.points")
    counted = make_register(session.timeline, last, asked)
    assert terminal.name_subject(counted, desk.voice) == "Ana’s counted points"


def test_points_name_the_event_that_brought_them(session: Session) -> None:
    """It is the event that bought the card."""
    table.type_accepted(table.open_desk(session), "= a u5 ! counted", "b 2uu5", "?", "wrk")
    found = explain_number(session.timeline, None, "ana.points")
    assert [(part.term.item, part.term.n, part.version) for part in found.terms] == [
        ("2u-u5", 2, 19)
    ]


def test_where_nothing_has_a_price_it_is_said(session: Session) -> None:
    """Neither before the first event, nor of an event that costs nothing."""
    for version in (1, table.FIRST - 1):
        with pytest.raises(NotationError) as refused:
            explain_number(session.timeline, version, "price")
        assert (refused.value.key, refused.value.data["given"]) == ("nothing-there", "price")


# -- what can be asked ---------------------------------------------------------------------------


@pytest.fixture
def played(session: Session) -> Timeline:
    """Return a timeline of takes, a reservation and a purchase."""
    table.type_accepted(
        table.open_desk(session), "wug", "ukr", "uu ! so what", "r 2rk5", "?", "b 1wu3", "?"
    )
    return session.timeline


@pytest.mark.parametrize(
    ("what", "total", "versions"),
    [
        ("a.blue", 0, [17, 19, 23]),
        ("ana.blue", 0, [17, 19, 23]),
        ("Ana.sapphire", 0, [17, 19, 23]),
        ("a.사파이어", 0, [17, 19, 23]),
        ("a.u", 0, [17, 19, 23]),
        ("bo.gold", 1, [21]),
        ("bank.blue", 3, [1, 17, 18, 19, 23]),
        ("bank", 19, None),
        ("a.cards", 1, [23]),
        ("bo.hand", 1, [21]),
        ("b.reserved", 1, [21]),
        ("ana.tokens", 2, None),
        ("market.1.1", 1, None),
    ],
)
def test_holdings_are_explained(
    played: Timeline, what: str, total: int, versions: list[int] | None
) -> None:
    """By seat or place, by name in any language, all items or one."""
    found = explain_number(played, None, what)
    assert found.total == total
    assert_adds_up(found)
    if versions is not None:
        assert [step.version for step in found.postings] == versions


def test_a_piece_is_followed_from_place_to_place(played: Timeline) -> None:
    """From the market to the hand of the seat that reserved it."""
    found = explain_number(played, None, "2rk5")
    moves = [(step.version, step.move.target) for step in found.postings if step.move]
    assert moves[-1] == (21, "b.reserved")
    assert moves[0][1] == "market.2.4"


def test_every_posting_but_the_opening_has_a_rule(played: Timeline) -> None:
    """The opening balance has no move."""
    found = explain_number(played, None, "bank.blue")
    assert [step.move.rule if step.move else None for step in found.postings] == [
        None,
        "S4",
        "S4",
        "S5",
        "S7c",
    ]


def test_explanations_of_an_earlier_position(played: Timeline) -> None:
    """Later moves are left out."""
    assert explain_number(played, 18, "a.blue").total == 1
    assert [step.version for step in explain_number(played, 18, "a.blue").postings] == [17]
    assert explain_number(played, 1, "bank.blue").total == 4


def test_a_price_is_explained_term_by_term(played: Timeline) -> None:
    """An event without a price raises NotationError."""
    found = explain_number(played, 23, "price")
    assert found.total == 3
    assert {part.version for part in found.terms} == {23}
    with pytest.raises(NotationError):
        explain_number(played, 1, "price")


def test_outcomes_for_several_seats_are_several_sums(ledger: Ledger) -> None:
    """The last card of a round gives a trick to one seat and points to all."""
    opening = Open(game="wizard", rules="", name="w", seats=("Ann", "Bo", "Cy"))
    session = Session(ledger, open_match(ledger, opening, "tess"), "tess")
    table.type_accepted(table.open_desk(session), "r7", "1 0 1", "r8 r9 r10")
    found = explain_number(session.timeline, None, "price")
    assert found.total is None
    assert found.sums == {
        Account(Seat(0), "trick"): 1,
        Account(Seat(0), "points"): 30,
        Account(Seat(1), "points"): 20,
        Account(Seat(2), "points"): -10,
    }
    shown = terminal.print_plain(
        terminal.draw_explanation(found, Voice(session.engine, "en", opening.seats))
    )
    assert [line.split("=")[1].split(maxsplit=1) for line in shown.splitlines()[-4:]] == [
        ["1", "Ann: trick"],
        ["30", "Ann: points"],
        ["20", "Bo: points"],
        ["-10", "Cy: points"],
    ]


@pytest.mark.parametrize(
    "what", ["", ".", "a.", "z.red", "a.xyzzy", "nowhere", "bank.", "bank.xyzzy", "?", "a..b", "가"]
)
def test_an_unknown_subject_raises(played: Timeline, what: str) -> None:
    """The error is always a NotationError."""
    with pytest.raises(NotationError):
        explain_number(played, None, what)


@pytest.mark.parametrize("what", ["price 11", "price 1wu3", "가격 11", "값 1wu3", "quote b11"])
def test_G13_a_price_is_asked_without_the_word_to_buy(session: Session, what: str) -> None:
    """By the slot or the card alone, in both languages; as ``price b11`` has it."""
    table.type_accepted(table.open_desk(session), "= a w2u2g2r2k2 ! counted")
    found = explain_number(session.timeline, None, what)
    assert found == explain_number(session.timeline, None, "price b11")
    assert found.total == 3


def test_G13_what_has_no_price_is_refused_as_it_was(session: Session) -> None:
    """With the sentence about what was typed."""
    with pytest.raises(NotationError):
        explain_number(session.timeline, None, "price xyzzy")


def test_G13_prices_in_machi_koro(ledger: Ledger) -> None:
    """A card alone."""
    session = table.open_session(ledger, game="machi-koro")
    table.type_accepted(table.open_desk(session), "3")
    assert explain_number(session.timeline, None, "price ranch").total == 1
