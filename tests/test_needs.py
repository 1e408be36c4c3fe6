"""What people ask for, as scenarios by their numbers, as far as Splendor can show them."""

from __future__ import annotations

import json
import random
import re
import socket
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.book import is_unknown
from ledger.clerk import Close
from ledger.event import encode_event
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.desk.desk import Desk
from replay.fold.timeline import Timeline
from replay.record.corrections import plan_amendment
from replay.record.opening import fork_match
from replay.record.session import Session
from tests import table
from tests.conftest import LONG
from tests.replay.cli.conftest import invoke
from tests.replay.cli.killed import record_until_killed, run
from tests.replay.walks import deal_actions, dump_scores
from tests.some import some

FOLDTABLE = invoke
"""The command, run in this process."""


def listed(*arguments: str) -> Any:
    """What a command prints as JSON."""
    return json.loads(FOLDTABLE(*arguments, "--json").stdout)


# -- entering things fast ------------------------------------------------------------------------


def test_01_one_line_opens_a_recording() -> None:
    """Unknown people sit down like any others; nobody registers."""
    name = FOLDTABLE("new", "splendor", "ann", "bo").stdout.strip()
    FOLDTABLE("record", name, given="wug\n")
    assert listed("matches")[0]["seats"] == ["ann", "bo"]


def test_02_again_with_the_same_people() -> None:
    """The next one begins; the options stay."""
    FOLDTABLE("new", "splendor", "ann", "bo", "cy", "-o", "voluntary_fewer", "--name", "one")
    FOLDTABLE("close", "one", "--abandoned")
    FOLDTABLE("new", "--again", "--name", "two")
    FOLDTABLE("close", "two", "--abandoned")
    FOLDTABLE("new", "--again", "--name", "three")
    openings = [listed("log", name)[0]["payload"] for name in ("one", "two", "three")]
    assert [opening.get("first", 0) for opening in openings] == [0, 1, 2]
    assert {tuple(opening["seats"]) for opening in openings} == {("ann", "bo", "cy")}
    assert {str(opening["options"]) for opening in openings} == {"{'voluntary_fewer': True}"}


TYPED = {
    "wug": 4,
    "wgr-w": 6,
    "uu": 4,
    "r24": 4,
    "2rr6": 6,
    "b11": 4,
    "1wg4": 6,
    "d1": 4,
    "u": 6,
    "p": 4,
}
"""What is typed, and how many keys it may take, Enter included."""


def test_03_no_slower_than_paper(desk: Desk) -> None:
    """Each kind of event stays in its budget, and is understood as it stands."""
    for line, keys in TYPED.items():
        assert len(line) + 1 <= keys
        (reply,) = desk.handle(line)
        assert reply.kind in ("recorded", "told", "breach"), line
        table.type_lines(desk, "! typed for the test")
    kinds = [event.type for event in desk.session.timeline.events[16:]]
    assert {"take", "reserve", "reveal", "buy", "draw", "log.strike", "pass"} <= set(kinds)
    assert median(len(line) + 1 for line in TYPED) <= 6


def test_04_one_side_is_typed_the_other_follows(session: Session) -> None:
    """Who buys gives what the card costs; the bank gets it, the card goes, a slot is refilled."""
    table.type_accepted(table.open_desk(session), "uu", "wgr", "ukr", "wg ! enough")
    before = session.state.book
    table.type_accepted(table.open_desk(session), "b11")
    book = session.state.book
    assert book.count("a.tokens", "blue") == before.count("a.tokens", "blue") - 3
    assert book.count("bank", "blue") == before.count("bank", "blue") + 3
    assert book.holding("a.cards") == {"1w-u3": 1}
    assert book.sole("market.1.1") != "1w-u3"


def test_05_nothing_can_be_entered_and_an_empty_line_is_not_it(desk: Desk) -> None:
    """A pass, a zero, no tokens: each is typed."""
    table.type_accepted(desk, "", "   ")
    assert desk.session.timeline.version == 16
    table.type_accepted(desk, "p ! asleep", "= b 0 ! counted", "result 0 15 ! enough")
    kinds = [frame.entry.kind for frame in desk.session.timeline.actions()][-3:]
    assert kinds == ["pass", "count", "result"]
    assert desk.session.timeline.frames[-2].action.points == (0, 15)  # type: ignore[union-attr]


# -- correcting ----------------------------------------------------------------------------------


def test_11_an_early_turn_is_corrected_late(desk: Desk) -> None:
    """Everything after it is judged again, and it is said what that changes."""
    table.type_accepted(
        desk, "uug ! two and one", "wgr", "ugr", "wgk", "b11", "1wg4", "wr ! enough"
    )
    before = [breach.rule for breach in desk.session.timeline.at(17).breaches]
    said = table.join_replies(table.type_accepted(desk, "amend 17 wgr ! misheard"))
    assert "S4" in before
    assert "no longer a breach: 17 S4" in said
    assert "now a breach: 22 S7c" in said
    assert "unaccounted: -2 sapphires" in said
    totals = desk.session.consequences(
        plan_amendment(desk.session.timeline, 17, table.parse_action(desk.session, "= b points 20"))
    ).totals
    assert totals[1] == (0, 20)


def test_12_undo_and_redo_are_inverse(desk: Desk) -> None:
    """`u` takes back one, `u` again another; `redo` restores; random walks end where they began."""
    table.type_accepted(desk, "wug", "wrk", "ugr", "wgk")
    states = {frame.version: frame.state for frame in desk.session.timeline.frames}
    table.type_accepted(desk, "u")
    assert desk.session.state == states[19]
    table.type_accepted(desk, "u", "redo", "redo")
    assert desk.session.state == states[20]
    chance = random.Random(12)
    depth = 0
    for _ in some(range(300 if LONG else 40)):
        undo = depth == 0 or (depth < 4 and chance.random() < 0.5)
        table.type_accepted(desk, "u" if undo else "redo")
        depth += 1 if undo else -1
        assert desk.session.state == states[20 - depth]
    table.type_accepted(desk, *["redo"] * depth)
    assert desk.session.state == states[20]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
@given(steps=st.lists(st.sampled_from(["play", "u", "redo"]), min_size=1, max_size=14))
def test_13_after_any_undo_recording_goes_on(ledger: Ledger, steps: list[str]) -> None:
    """The next event is accepted, and the fold is that of the same line typed afresh."""
    session = table.open_session(ledger, name="", level="actions")
    for number, step in enumerate(steps):
        try:
            if step == "play":
                session.record(deal_actions(session, number, 1))
            elif step == "u":
                session.undo()
            else:
                session.redo()
        except NothingToDo:
            continue
    session.record(deal_actions(session, 99, 1))
    afresh = table.open_session(ledger, name="", level="actions")
    afresh.record([frame.action for frame in session.timeline.actions() if frame.action])
    assert afresh.state == session.state
    assert [f.breaches for f in afresh.timeline.actions()] == [
        f.breaches for f in session.timeline.actions()
    ]


def test_14_a_wrong_press_ended_the_game(desk: Desk) -> None:
    """A closed match is reopened; an amendment begins from the old reading and blanks nothing."""
    session = desk.session
    table.type_accepted(desk, "wug", "wrk")
    session.close(Close(how="finished", points=(15, 12), winners=(0,)))
    before = session.state
    FOLDTABLE("reopen", "maple")
    session.refresh()
    assert session.timeline.closing is None
    assert session.state == before
    (reply,) = desk.handle("amend 17")
    assert reply.prefill.startswith("amend 17 a: take ")
    assert [each.kind for each in desk.handle(reply.prefill)] == ["refused"]  # nothing changed
    assert session.state == before


def test_15_an_edit_leaves_a_trace(session: Session) -> None:
    """Old reading and new, when, by whom; nothing in the store is overwritten."""
    session.record([table.parse_action(session, "wug")])
    stored = session.ledger.events(session.info.match_id)
    FOLDTABLE("amend", "maple", "17", "wur", "!", "misheard", "--actor", "Cy")
    FOLDTABLE("undo", "maple", "5", "--actor", "Di")
    assert session.ledger.events(session.info.match_id)[:17] == stored
    raw = {row["version"]: row for row in listed("log", "maple", "--raw")}
    assert raw[17]["payload"]["tokens"] == {"blue": 1, "green": 1, "white": 1}
    assert raw[18]["payload"]["payload"]["tokens"] == {"blue": 1, "red": 1, "white": 1}
    assert (raw[18]["payload"]["reason"], raw[18]["actor"], raw[19]["actor"]) == (
        "misheard",
        "Cy",
        "Di",
    )
    assert raw[18]["recorded_at"] >= raw[17]["recorded_at"]
    assert raw[17]["state"] == "amended by 18"
    assert raw[5]["state"] == "struck by 19"
    said = FOLDTABLE("log", "maple", "--raw").stdout
    assert "amended by 18" in said
    assert "struck by 19" in said


def test_18_what_is_illegal_is_stored_with_its_finding(session: Session) -> None:
    """The table lets it stand: exit 0. Nobody has said so: exit 1."""
    FOLDTABLE("record", "maple", "-e", "b11=r2", code=1)
    assert listed("log", "maple")[-1]["version"] == 16
    FOLDTABLE("record", "maple", "-e", "b11=r2 ! a present")
    (bought,) = (event for event in listed("log", "maple") if event["type"] == "buy")
    assert {breach["rule"] for breach in bought["breaches"]} >= {"S7c", "BOOK"}


def test_19_another_name_changes_no_event_and_no_hash(session: Session) -> None:
    """It is an event more; everybody is called by it from then on."""
    session.record([table.parse_action(session, "wug")])
    before = session.ledger.events(session.info.match_id)
    session.amend(1, replace(session.timeline.opening, seats=("Anna", "Bo")))
    after = session.ledger.events(session.info.match_id)
    assert [(encode_event(e), e.hash) for e in after[:17]] == [
        (encode_event(e), e.hash) for e in before
    ]
    assert "Anna takes" in FOLDTABLE("log", "maple").stdout
    assert "Ana " not in FOLDTABLE("log", "maple").stdout


# -- not losing anything -------------------------------------------------------------------------


def test_20_killed_and_resumed(tmp_path: Path) -> None:
    """At most the line being typed is lost; `foldtable record` goes on with the last match."""
    db = tmp_path / "killed.db"
    lines = ["wug", "wrk", "ugr", "wgk", "ukr", "wur"]
    with Ledger(db) as ledger:
        table.open_session(ledger, level="actions")
    said = record_until_killed(db, "maple", lines, 3)
    with Ledger(db) as ledger:
        kept = ledger.find("maple").version - 1
    assert len(said) <= kept <= len(lines)
    rest = "".join(f"{line}\n" for line in lines[kept:])
    assert run(db, "record", given=rest).returncode == 0
    with Ledger(db) as ledger:
        timeline = Timeline(ledger.events(ledger.find("maple").match_id))
    assert len(list(timeline.actions())) == 6


def test_21_a_live_match_is_not_swapped_for_an_empty_one(session: Session) -> None:
    """`new` refuses with exit 4 and names both commands."""
    said = FOLDTABLE("new", "splendor", "Ana", "Bo", code=4).stderr
    assert "foldtable record maple" in said
    assert "--another" in said
    assert [match["name"] for match in listed("matches")] == ["maple"]


def test_22_nothing_needs_a_network(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor a login: every door is closed, and everything works."""

    def closed(*_: object, **__: object) -> None:
        raise AssertionError("somebody wanted to go out")

    monkeypatch.setattr(socket, "socket", closed)
    monkeypatch.setattr(socket, "create_connection", closed)
    monkeypatch.setattr(socket, "getaddrinfo", closed)
    monkeypatch.delenv("FOLDTABLE_ACTOR")
    FOLDTABLE("record", "maple", given="wug\nwrk\n")
    FOLDTABLE("show", "maple")
    FOLDTABLE("why", "maple", "ana.blue")
    FOLDTABLE("close", "maple", "--abandoned")
    FOLDTABLE("export", "maple")
    FOLDTABLE("verify", "--all")
    FOLDTABLE("new", "splendor", "Cy", "Di")


# -- looking back --------------------------------------------------------------------------------


def test_23_why_lists_everything_that_made_a_number(session: Session) -> None:
    """With event numbers; it sums up to what is shown."""
    FOLDTABLE("record", "maple", given="= a u5 ! counted\nb22\n?\nwrk\n= a points 4 ! counted\n")
    shown = {
        score["seat"]: score["total"] for score in listed("show", "maple")["standing"]["scores"]
    }
    found = listed("why", "maple", "ana.points")
    assert found["total"] == shown[0] == 4
    assert sum(part["n"] for part in found["parts"]) == 4
    assert [part["version"] for part in found["parts"] if part.get("item") == "2u-u5"] == [19]
    said = FOLDTABLE("why", "maple", "ana.sapphire").stdout.splitlines()
    assert [line.split()[0] for line in said] == ["17", "19", "="]


def test_24_rewinding_shows_the_score_of_then(ledger: Ledger) -> None:
    """For every n: the score at M@n is that of a match recorded only to n."""
    info = table.simulate(ledger, 24, 2, greedy=True)
    whole = Timeline(ledger.events(info.match_id))
    growing = Timeline(whole.events[:1])
    for event in some(whole.events[1:]):
        growing.extend([event])
        assert dump_scores(whole.at(event.version).state) == dump_scores(growing.state)
    middle = listed("show", f"{info.name}@60")["standing"]["scores"]
    then = whole.engine.standing(whole.at(60).state).scores
    assert [score["total"] for score in middle] == [score.total for score in then]


def test_26_the_log_is_filtered(session: Session) -> None:
    """From an event on, one seat's, one kind."""
    session.record(deal_actions(session, 26, 30))
    everything = listed("log", "maple")
    found = listed("log", "maple", "--since", "20", "--seat", "bo", "--type", "take")
    assert found == [
        event
        for event in everything
        if event["version"] >= 20 and event["payload"].get("seat") == 1 and event["type"] == "take"
    ]
    assert 0 < len(found) < len(everything)


def test_27_a_payment_is_one_line(session: Session) -> None:
    """Of five gems of three kinds."""
    FOLDTABLE("record", "maple", given="= a w2u1y2 ! counted\nb11=w2u1y2 ! with gold\n?\n")
    said = FOLDTABLE("log", "maple", "--since", "18").stdout.splitlines()
    (bought,) = (line for line in said if " buys " in line)
    assert "2 diamonds, 1 sapphire, 2 gold" in bought


def test_28_times_by_turn_and_by_seat(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pause is nobody's."""
    clock = iter(["20:00:00", "20:01:00", "20:01:30", "20:04:30", "23:00:00"])
    monkeypatch.setattr("ledger.store.format_now", lambda: f"2030-11-30T{next(clock)}.000Z")
    session.note("we begin")
    for line in ("wug", "wrk", "ugr", "wgk"):
        session.record([table.parse_action(session, line)])
    said = FOLDTABLE("log", "maple", "--times", "--since", "18").stdout
    assert "2030-11-30 20:04:30" in said
    assert re.search(r"^Ana: 0:04:00$", said, re.MULTILINE)
    assert re.search(r"^Bo: 0:00:30$", said, re.MULTILINE)


def test_30_an_address_keeps_its_meaning(session: Session) -> None:
    """Whatever is corrected, inserted or undone later."""
    session.record(deal_actions(session, 30, 20))
    meant = {n: listed("log", f"maple@{n}")[-1] for n in (20, 25, 30)}
    FOLDTABLE("insert", "maple", "18", "b: wug", "!", "forgotten")
    FOLDTABLE("undo", "maple", "19")
    FOLDTABLE("amend", "maple", "22", "a: ugr")
    for n, event in some(meant.items()):
        found = next(e for e in listed("log", "maple") if e["version"] == n)
        assert (found["type"], found["payload"]) == (event["type"], event["payload"])
        assert listed("show", f"maple@{n}")["at"] == n
    branch = fork_match(session.ledger, session.ledger.find("maple"), 25, "tess")
    assert branch.base_version == 25


# -- disputes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rule", "facts"),
    [
        ("www", "S5", ("3 diamonds",)),
        ("b11", "S7c", ("Ana", "3 sapphires")),
        ("r 1kg3", "S6", ("Onyx level 1",)),
        ("b: wug", "S3", ("Ana", "Bo")),
        ("b 2kk6=y1", "S7c", ("6 onyxes", "1 gold")),
    ],
)
def test_46_why_it_is_illegal(desk: Desk, line: str, rule: str, facts: tuple[str, ...]) -> None:
    """The rule's id, its sentence, and the facts."""
    (reply,) = desk.handle(line)
    said = table.join_replies([reply])
    assert rule in {breach.rule for breach in reply.breaches}
    assert desk.voice.rule_text(rule) in said
    own = "\n".join(text for text in said.splitlines() if text.startswith(f"{rule}:"))
    assert own
    for fact in some(facts):
        assert fact in said
    source = desk.session.engine.rulebook.rules[rule].source
    assert source


# -- access --------------------------------------------------------------------------------------


def test_52_colour_is_never_the_only_carrier(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any, every number still has its gem's letter, and what changed its mark."""
    monkeypatch.setenv("NO_COLOR", "1")
    session.record(deal_actions(session, 52, 14))
    said = FOLDTABLE("show", "maple").stdout
    book = session.state.book
    bank = next(line for line in said.splitlines() if line.startswith("Bank"))
    found = dict(re.findall(r"([wugrky]) (\d+)", bank))
    colours = dict(zip("wugrky", ("white", "blue", "green", "red", "black", "gold"), strict=True))
    assert {c: int(n) for c, n in found.items()} == {
        letter: book.count("bank", colour) for letter, colour in colours.items()
    }
    markets = [holding for place, holding in book.places.items() if place.startswith("market")]
    for card in some(card for holding in markets for card in holding if not is_unknown(card)):
        assert card.partition("-")[2] in said
    assert "*" in said
    assert "> " in said


SCENARIOS = (1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 24, 26, 27, 28, 30, 46, 52)


def test_every_scenario_has_its_test() -> None:
    """Those that the foundation must hold."""
    tests: dict[str, Callable[..., None]] = globals()
    for number in SCENARIOS:
        assert any(name.startswith(f"test_{number:02}_") for name in tests), number
