"""Reconcile finds the slips in a record, and what their correction changes."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from engines.registry import list_games, load_engine
from engines.splendor.actions import Take
from engines.values import Choice, NotationError, Slot
from ledger.clerk import Amend, Insert, Strike
from ledger.event import draft_event
from replay.reconcile.candidates import Reconciliation, reconcile
from replay.reconcile.choices import MeasuredChoice, fill_from_table, skip_seldom
from replay.reconcile.effects import is_equal_but_plies
from replay.reconcile.facts import compare_facts, parse_facts
from replay.reconcile.search import BEFORE_ONSET, MAX_APPLIED, Search
from replay.reconcile.variants import Hints
from replay.record.session import Session
from tests import reconcile as planted
from tests.some import some
from tests.table import FIRST, open_desk, type_accepted

OPENING = ("wug", "rkw", "ugr", "kgw")
"""Ana, Bo, Ana, Bo take tokens: events 17 to 20."""


def play_lines(session: Session, *lines: str) -> None:
    """Type some lines that are all recorded."""
    type_accepted(open_desk(session), *lines)


def reconcile_facts(session: Session, *facts: str, at: int | None = None) -> Reconciliation:
    """Return the reconciliation of some facts, at the end or at event `at`."""
    timeline = session.timeline
    index = len(timeline.frames) - 1 if at is None else timeline.index(at)
    return reconcile(timeline, index, parse_facts(timeline, index, facts))


def is_explained(session: Session, found: Reconciliation) -> bool:
    """Return whether there are candidates and each of them leads to the facts."""
    for candidate in found.candidates:
        drafts = [draft_event(each.type, each) for each in candidate.corrections]
        after = session.timeline.imagine(drafts)
        if compare_facts(after.state.book, found.facts):
            return False
    return bool(found.candidates)


def test_a_record_that_agrees_needs_no_correction(session: Session) -> None:
    """Nothing differs, nothing is proposed."""
    play_lines(session, *OPENING)
    found = reconcile_facts(session, "ana.red=1", "bank.gold=5")
    assert (found.wanted, found.candidates, found.question) == ({}, (), None)


def test_a_forgotten_turn_is_inserted_where_it_was_due(session: Session) -> None:
    """Ana was recorded twice in a row; Bo has more than the record says."""
    play_lines(session, "wug", "a: ugr ! noted later", "rkw")
    found = reconcile_facts(session, "b.green=1", "b.blue=1", "b.red=2")
    best = found.candidates[0]
    assert [type(each) for each in best.corrections] == [Insert]
    assert best.corrections[0].after == FIRST  # type: ignore[union-attr]
    assert best.slips[0].kind == "forgotten"
    assert [rule for _, rule in ((v, b.rule) for v, b in best.consequences.vanish)] == ["S3"]
    assert is_explained(session, found)


def test_a_turn_recorded_twice_is_struck(session: Session) -> None:
    """The repetition is preferred to a turn that never happened."""
    play_lines(session, "wug", "a: wug ! we do not know", "rkw")
    found = reconcile_facts(session, "a.white=1", "a.blue=1", "a.green=1")
    best = found.candidates[0]
    assert best.slips[0].kind == "doubled"
    assert isinstance(best.corrections[0], Strike)


def test_a_payment_is_amended(session: Session) -> None:
    """Bo paid with other tokens than the usual ones."""
    play_lines(session, "wug", "rkw", "ugr", "kgw", "uwk", "draw 1", "b 1wu3", "pass ! asleep")
    found = reconcile_facts(session, "a.blue=1", "a.red=0", "bank.blue=3")
    best = found.candidates[0]
    assert best.slips[0].kind == "payment"
    assert isinstance(best.corrections[0], Amend)
    assert best.corrections[0].payload["paid"] == {"blue": 2, "red": 1}


def test_corrections_with_the_same_result_are_one_candidate(session: Session) -> None:
    """In which of Ana's turns she took the token cannot be told and does not matter."""
    play_lines(session, *OPENING)
    found = reconcile_facts(session, "a.blue=1", "a.black=1")
    best = found.candidates[0]
    assert best.slips[0].kind == "number"
    slips = (best.slips, *(each.slips for each in best.others))
    assert {each[0].frame for each in slips} >= {
        session.timeline.index(17),
        session.timeline.index(19),
    }


def test_nothing_is_looked_for_before_a_count(session: Session) -> None:
    """What was counted and right then went wrong later."""
    play_lines(session, "wug", "rkw", "count a.tokens white=1 blue=1 green=1 red=0", "ugr", "kgw")
    found = reconcile_facts(session, "a.red=0", "a.blue=2", "a.black=1")
    counted = session.timeline.index(19)
    assert found.candidates
    assert all(slip.frame >= counted for each in some(found.candidates) for slip in each.slips)


def test_a_count_that_failed_is_explained_by_what_came_before(session: Session) -> None:
    """Without facts, what is unaccounted is explained: Bo took black, not red, before the count."""
    play_lines(
        session, "wug", "rkw", "count b.tokens red=0 black=2 ! so it lies there", "ugr", "kgw"
    )
    found = reconcile_facts(session)
    best = found.candidates[0]
    assert best.corrections[0].target == 18  # type: ignore[union-attr]
    assert best.consequences.unaccounted == {}


def test_a_shortage_is_traced_to_where_it_began(session: Session) -> None:
    """Bo pays with a token that the record never gave him."""
    play_lines(session, *OPENING, "uwk", "b 1gr3=ggr ! paid so", "d1")
    assert session.timeline.state.book.holding("unaccounted") == {"green": -1}
    found = reconcile_facts(session)
    best = found.candidates[0]
    assert best.slips[0].frame <= session.timeline.index(22)
    assert best.consequences.unaccounted == {}


def test_the_past_is_reconciled_as_it_was(session: Session) -> None:
    """A photograph taken at event 18 shows what the record got wrong by then."""
    play_lines(session, *OPENING)
    found = reconcile_facts(session, "b.red=0", "b.green=1", at=18)
    best = found.candidates[0]
    assert best.corrections[0].target == 18  # type: ignore[union-attr]
    assert not any(
        slip.after and slip.frame == found.frame
        for each in some(found.candidates)
        for slip in each.slips
    )


def test_two_slips_are_found_when_one_is_not_enough(session: Session) -> None:
    """Ana took red for white, Bo was given a token less than recorded."""
    play_lines(session, *OPENING)
    found = reconcile_facts(session, "a.white=0", "a.red=2", "b.black=1", "b.blue=1", "bank.gold=5")
    assert found.candidates
    assert len(found.candidates[0].slips) == 2
    assert is_explained(session, found)


def test_what_cannot_be_explained_is_said_to_be_so(session: Session) -> None:
    """No two slips bring so much."""
    play_lines(session, *OPENING)
    found = reconcile_facts(session, "a.red=7", "a.black=7", "b.white=6", "a.gold=5")
    assert found.wanted
    assert found.candidates == ()


def test_an_answer_to_the_question_leaves_fewer_candidates(session: Session) -> None:
    """At least the candidate remains for which the answer is true."""
    play_lines(session, *OPENING)
    found = reconcile_facts(session, "bank.red=3")
    assert found.question is not None
    place, item = found.question
    n = found.candidates[0].holding.get(found.question, 0)
    further = reconcile(session.timeline, found.frame, {**found.facts, (place, item): n})
    assert 0 < further.total < found.total


@pytest.mark.parametrize("fact", ["a.points=3", "red=2", "a.red", "nowhere.red=1"])
def test_a_fact_names_what_can_be_counted(session: Session, fact: str) -> None:
    """Scores are computed; a piece lies somewhere."""
    with pytest.raises(NotationError):
        reconcile_facts(session, fact)


def test_facts_are_written_as_in_why(session: Session) -> None:
    """Names, letters, places; a place alone counts all its pieces."""
    play_lines(session, *OPENING)
    timeline = session.timeline
    read = parse_facts(
        timeline, len(timeline.frames) - 1, ["ana.red=1", "bank.gold=2", "b.tokens=6"]
    )
    assert read == {("a.tokens", "red"): 1, ("bank", "gold"): 2, ("b.tokens", "*"): 6}


def test_hints_leave_out_unknown_pieces() -> None:
    """A count of unknown pieces says how many there are, not what somebody may have noted."""
    hints = Hints({("a.deck", "?pile.A"): 1, ("a.deck", "city-dog-s"): -1, ("b.deck", "*"): 1})
    assert hints.items == ("city-dog-s",)


def test_a_repeated_bid_changes_only_plies() -> None:
    """A bid noted twice shifts the plies and nothing else; another bid is another position."""
    match = planted.plant(load_engine("wizard"), "number", 1)
    assert match is not None
    at = next(n for n, action in enumerate(match.true) if action.verb == "bid")
    played, bid = list(match.true[: at + 10]), match.true[at]
    once = planted.last_state(match, played)
    twice = planted.last_state(match, [*played[:at], bid, *played[at:]])
    other = msgspec.structs.replace(bid, bid=bid.bid + 1)  # type: ignore[attr-defined]
    otherwise = planted.last_state(match, [*played[:at], other, *played[at + 1 :]])
    assert once != twice
    assert is_equal_but_plies(once, twice)
    assert not is_equal_but_plies(once, otherwise)


def test_K3_what_differs_in_one_of_two_parts_is_not_alike() -> None:
    """One key of a dict, one entry of a tuple, one field of a state."""
    assert not is_equal_but_plies({"a": 1, "b": 2}, {"a": 1, "b": 3})
    assert not is_equal_but_plies({"a": 1, "b": 2}, {"a": 0, "b": 2})
    assert not is_equal_but_plies({"a": 1, "b": 2}, {"a": 1, "c": 2})
    assert not is_equal_but_plies(({"a": 1}, {"a": 2}), ({"a": 1}, {"a": 3}))
    assert not is_equal_but_plies(Take(seat=0, tokens={"red": 1}), Take(seat=0, tokens={"red": 2}))
    assert not is_equal_but_plies(Take(seat=0, tokens={"red": 1}), Take(seat=1, tokens={"red": 1}))


def test_K3_a_new_slip_is_one_correction_beside_an_old_count(session: Session) -> None:
    """An older count is still unaccounted; one slip after it is all that is looked for."""
    play_lines(session, "wug", "rkw", "count bank gold=4 ! one is lost", "ugr", "kgw")
    assert session.timeline.state.book.holding("unaccounted") == {"gold": 1}
    found = reconcile_facts(session, "b.black=1", "b.red=2")
    assert found.candidates
    best = found.candidates[0]
    assert len(best.slips) == 1
    assert best.slips[0].frame in {session.timeline.index(v) for v in (18, 22)}
    assert best.consequences.unaccounted == {"gold": 1}
    assert is_explained(session, found)


def test_bids_are_followed_no_farther_than_they_have_effects() -> None:
    """A whole match of bids, each of which may be wrong, is searched with room to spare."""
    error = planted.plant(load_engine("wizard"), "number", 1)
    assert error is not None
    timeline = planted.timeline_of(error.engine, error.setup, error.recorded)
    search = Search(timeline, len(timeline.frames) - 1, planted.count_table(error))
    exact = [each.slip for each in search.predictions if each.effect == search.wanted]
    assert error.ply + 1 in {slip.frame for slip in exact}
    assert search.since == 0
    assert search.predictor.applied < MAX_APPLIED / 2


def test_a_forgotten_offer_is_filled_in_from_what_was_seen_later() -> None:
    """Three cards of it lie on the table, a fourth was picked afterwards."""
    error = planted.plant(load_engine("challengers"), "forgotten", 50)
    assert error is not None
    assert error.true[error.ply].verb == "offer"
    assert planted.attempt(error).place == 1


def test_slots_are_filled_with_pieces_of_which_the_table_has_more() -> None:
    """Places that lose the pieces do not count; later mentions make up the number."""
    colours = ("red", "green", "blue", "white", "black")
    take = Take(seat=0, tokens={})
    choice = Choice(take, (Slot("tokens", dict.fromkeys(colours, 1), 3, 3),))
    added = {item: {("bank", item): -1, ("a.tokens", item): 1} for item in colours}
    template = MeasuredChoice(choice, {}, (added,))
    wanted = {("a.tokens", "red"): 1, ("bank", "white"): 1, ("b.tokens", "green"): 1}
    tokens = {"red": 1, "green": 1, "blue": 1}
    assert fill_from_table(template, wanted, ["gold", "blue", "white"]) == (
        Take(seat=0, tokens=tokens),
        2,
    )
    assert fill_from_table(template, wanted, ["gold"]) is None
    assert fill_from_table(template, {}, ["red", "green", "blue"]) is None


def test_what_is_seldom_done_is_left_out_where_there_is_anything_else() -> None:
    """It would use up the actions that may be tried."""
    usual = Choice(action=Take(seat=0, tokens={}))
    seldom = Choice(action=Take(seat=1, tokens={}), weight=0)
    assert list(skip_seldom([seldom, usual, seldom])) == [usual]
    assert list(skip_seldom([seldom])) == [seldom]


def test_a_slip_long_before_the_first_breach_is_found() -> None:
    """A card was not taken out of a deck; a whole duel later the deck should have run out."""
    error = planted.plant(load_engine("challengers"), "forgotten", 41)
    assert error is not None
    timeline = planted.timeline_of(error.engine, error.setup, error.recorded)
    search = Search(timeline, len(timeline.frames) - 1, planted.count_table(error))
    assert search.onsets[0] - error.ply > BEFORE_ONSET
    found = search.search_far()
    assert error.true[error.ply] in [each.slips[0].action for each in found]


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("seed", [200, 201])
def test_what_the_table_counts_is_true(game: str, seed: int) -> None:
    """Of unseen pieces nothing is counted where one record knows less of them than the other."""
    error = planted.plant(load_engine(game), "forgotten", seed, longest=150)
    assert error is not None
    counted = planted.count_table(error)
    assert counted
    assert compare_facts(planted.last_state(error, error.true).book, counted) == {}
    assert compare_facts(planted.last_state(error, error.recorded).book, counted) != {}


IMPOSSIBLE = {("wizard", "payment")}
"""The games that know no error of a kind: nothing is paid."""
POSSIBLE = sorted({*product(list_games(), planted.KINDS)} - IMPOSSIBLE)


@pytest.mark.parametrize(("game", "kind"), POSSIBLE)
def test_a_planted_error_is_found(game: str, kind: str) -> None:
    """The truth is among the first three; ``python -m tests.reconcile`` plays many games."""
    engine = load_engine(game)
    errors = (planted.plant(engine, kind, seed, longest=60) for seed in range(40, 60))
    error = next(each for each in errors if each is not None)
    assert 1 <= planted.attempt(error).place <= planted.FIRST
