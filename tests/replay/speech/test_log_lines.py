"""Tests of the lines of the log: every kind of event in words."""

from __future__ import annotations

from typing import get_args

import pytest

from ledger.clerk import (
    CLERKS,
    Amend,
    Clerk,
    Close,
    Decision,
    Describe,
    Dispute,
    Fork,
    HouseRule,
    Insert,
    Join,
    Leave,
    Note,
    Open,
    Rename,
    Ruling,
    Sign,
    Source,
    Strike,
    Swap,
    Void,
    Waive,
)
from replay.desk.desk import Desk
from replay.speech import log_lines
from tests import table

TAKE = {"seat": 1, "tokens": {"red": 1, "blue": 1}}

SENTENCES: list[tuple[Clerk, str]] = [
    (Open(game="splendor", rules="", seats=("Ana", "Bo")), "opened: Splendor, Ana, Bo"),
    (
        Open(game="splendor", rules="", seats=("A", "B"), house=(HouseRule(id="H1", waives="S5"),)),
        "opened: Splendor, A, B; H1 S5 is waived",
    ),
    (Fork(parent="m", base_version=17, base_hash=""), "branches off at 17"),
    (Close(how="finished"), "closed: finished"),
    (Close(how="abandoned"), "closed: abandoned"),
    (Close(how="conceded", seat=1), "closed: Bo conceded"),
    (
        Close(how="finished", points=(15, 12), winners=(0,)),
        "closed: finished; Ana 15, Bo 12. Ana wins.",
    ),
    (Close(how="conceded", seat=1, winners=(0,)), "closed: Bo conceded; Ana wins."),
    (
        Describe(title="Tuesday", place="", played="2026-11-30"),
        "title: Tuesday; place: –; played: 2026-11-30",
    ),
    (Source(program="bgstats", id="x", game="Azul"), "logged elsewhere as Azul"),
    (
        Source(
            program="bgstats",
            id="x",
            game="Azul",
            file="plays.json",
            board="Night",
            expansions=("Crystal Mosaic",),
            minutes=1,
            uncounted="ignored",
        ),
        "logged elsewhere as Azul, plays.json, Night, Crystal Mosaic, 1 minute, never counted, as "
        "the source says",
    ),
    (Void(reason="a trial"), "the match does not count (a trial)"),
    (Rename(seat=1, name="Dee"), "seat b is Dee from here on"),
    (Swap(seats=(0, 1)), "Ana and Bo have changed seats"),
    (Leave(seat=1), "Bo has left"),
    (Leave(seat=1, reason="the last train"), "Bo has left (the last train)"),
    (Join(seat=1), "Bo is back"),
    (Join(seat=2, name="Dee"), "Dee has joined"),
    (Join(seat=2, name="Dee", points=40), "Dee has joined; points: 40"),
    (Strike(target=17), "strikes 17"),
    (Strike(target=17, reason="a slip"), "strikes 17 (a slip)"),
    (
        Amend(target=17, kind="take", payload=TAKE),
        "17 reads: Bo takes 1 sapphire, 1 ruby",
    ),
    (
        Amend(target=17, kind="log.note", payload={"text": "tea"}),
        "17 reads: # tea",
    ),
    (Amend(target=17, kind="take", payload={"x": 1}), '17 reads: take {"x":1}'),
    (Amend(target=17, kind="log.note", payload={"x": 1}), '17 reads: log.note {"x":1}'),
    (
        Insert(after=17, kind="take", payload=TAKE, reason="forgotten"),
        "after 17: Bo takes 1 sapphire, 1 ruby (forgotten)",
    ),
    (Waive(rule="S5"), "S5 is waived from here on."),
    (Waive(rule="S5", waived=False), "S5 holds again from here on."),
    (Note(text="tea"), "# tea"),
    (Dispute(at=17, claim="too many", by="Bo"), "17 is disputed by Bo: too many"),
    (
        Dispute(at=17, claim="too many", rules=("S5", "S4"), by="Bo"),
        "17 is disputed by Bo: too many [S5, S4]",
    ),
    (
        Ruling(at=17, rules=("S5",), decision="taken-back", reason="agreed", by="tess"),
        "17 taken back, ruled by tess [S5]: agreed",
    ),
    (
        Ruling(at=17, reason="agreed", by="tess", house=HouseRule(id="H1", text="No gold.")),
        "17 stands, ruled by tess: agreed → H1",
    ),
    (Sign(seat=0, version=20, seal="1234 abcd"), "Ana acknowledges 1234 abcd."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda each: repr(each)[:40])
def test_a_clerk_event_is_described(desk: Desk, event: Clerk, sentence: str) -> None:
    """What cannot be decoded is shown as JSON."""
    assert log_lines.describe_clerk(event, desk.voice) == sentence


def test_every_kind_of_clerk_event_has_a_sentence() -> None:
    """A new kind needs one here."""
    assert {event.type for event, _ in SENTENCES} == set(CLERKS)


def test_an_amended_and_an_inserted_event_are_marked(desk: Desk) -> None:
    """The mark names the correction. The stored event is described as it was recorded."""
    table.type_accepted(desk, "wug", "amend 17 rgk", "insert 17 b: kgr")
    timeline, voice = desk.session.timeline, desk.voice
    amended = log_lines.describe_frame(timeline.at(17), voice)
    assert amended == "Ana takes 1 emerald, 1 ruby, 1 onyx  (as corrected by 18)"
    inserted = log_lines.describe_frame(timeline.at(19), voice)
    assert inserted == "Bo takes 1 emerald, 1 ruby, 1 onyx  (inserted)"
    stored = log_lines.describe_event(timeline.events[16], voice)
    assert stored == "Ana takes 1 diamond, 1 sapphire, 1 emerald"


def test_a_line_names_the_rules_that_are_broken(desk: Desk) -> None:
    """The number of the event comes first, the rules last."""
    table.type_accepted(desk, "www ! agreed")
    line = log_lines.write_log_line(desk.session.timeline.at(17), desk.voice)
    assert line == "  17  Ana takes 3 diamonds  [S5]"


@pytest.mark.parametrize("decision", get_args(Decision))
def test_every_decision_has_a_name(decision: Decision) -> None:
    """It is the decision itself, without its hyphen."""
    assert log_lines.name_decision(decision) == decision.replace("-", " ")


LAID = (
    (2, "Diamond level 1 (3 sapphires) at level 1, slot 1"),
    (3, "Sapphire level 1 (3 onyxes) at level 1, slot 2"),
    (4, "Emerald level 1 (3 rubies) at level 1, slot 3"),
    (5, "Ruby level 1 (3 diamonds) at level 1, slot 4"),
)


def test_four_facts_of_one_kind_are_one_line(desk: Desk) -> None:
    """With the numbers of the first and the last; three are three lines."""
    frames = desk.session.timeline.frames[1:5]
    joined = " · ".join(text for _number, text in LAID)
    assert list(log_lines.write_log_lines(frames, desk.voice)) == [f" 2–5  {joined}"]
    single = [f"{number:>4}  {text}" for number, text in LAID[:3]]
    assert list(log_lines.write_log_lines(frames[:3], desk.voice)) == single


def test_actions_and_facts_that_break_a_rule_stand_alone(desk: Desk) -> None:
    """However many of one kind there are, and whatever stands before and behind them."""
    wrong = ("11 1wr2k1 ! a", "12 1ur4 ! b", "13 1gk4 ! c", "14 1rw4 ! d")
    table.type_accepted(desk, "wug", "wrk", "ugr", "wuk", *wrong)
    frames = [frame for frame in desk.session.timeline.frames[16:] if frame.action is not None]
    lines = list(log_lines.write_log_lines(frames, desk.voice))
    assert [line.split()[0] for line in lines] == [str(frame.version) for frame in frames]
