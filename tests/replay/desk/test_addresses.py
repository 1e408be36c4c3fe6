"""Tests of addresses: events by round and seat, in every game and for every command."""

from __future__ import annotations

import json

import pytest

from engines.registry import load_engine
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.explain.explanations import Explanation
from replay.fold.rounds import list_round, number_rounds
from replay.fold.timeline import Timeline
from replay.lab.simulation import simulate_match
from tests import table
from tests.replay.cli.conftest import invoke as run
from tests.some import some

PAD = ("1/1 0/0 0/0", "1/1 0/0 1/1", "0/1 1/1 1/1")


@pytest.fixture
def pad(ledger: Ledger) -> Desk:
    """The desk of a pad with three rounds, which are the events 2 to 4."""
    names = ("Ana", "Bo", "Cy")
    session = table.open_session(ledger, name="pad", game="wizard", level="pad", seats=names)
    desk = table.open_desk(session)
    table.type_accepted(desk, *PAD)
    return desk


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("amend round 2 1/1 1/1 0/0", "3 now reads"),
        ("amend Round 2: 1/1 1/1 0/0", "3 now reads"),
        ("amend 2라운드 1/1 1/1 0/0", "3 now reads"),
        ("amend round 2", "amend 3 round 1/1 0/0 1/1"),
        ("undo round 3", "Struck: 4"),
        ("rule round 2 stands miscounted", "Ruled."),
        ("diff round 1 round 2", ""),
        ("diff round 1..round 2", ""),
    ],
)
def test_G6_a_round_of_the_pad_is_an_event(pad: Desk, line: str, said: str) -> None:
    """Wherever the number of an event is typed."""
    replies = table.type_accepted(pad, line)
    assert said in table.join_replies(replies)


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("why c round 2", 30),
        ("why Cy 2라운드", 30),
        ("why c.points round 2", 50),
        ("why c.points @r1", 20),
        ("why c.points@2", 20),
    ],
)
def test_G6_why_takes_a_round(pad: Desk, line: str, total: int) -> None:
    """A seat alone: what the round brought; a number: what it was at the end of the round."""
    (reply,) = table.type_accepted(pad, line)
    (shown,) = reply.shows
    assert isinstance(shown, Explanation)
    assert shown.total == total
    assert all(each.version is not None for each in some(shown.terms))


def test_G6_an_unknown_round_is_named(pad: Desk) -> None:
    """With the rounds that there are; and a word that is no address with what it may be."""
    (reply,) = table.type_lines(pad, "amend round 9 1/1 0/0 0/0")
    assert "No round 9: this match has rounds 1 to 3" in str(reply.shows[0])
    (reply,) = table.type_lines(pad, "insert somewhere 1/1 0/0 0/0")
    assert "round 6" in str(reply.shows[0])


def test_G6_of_a_round_with_several_events_one_is_chosen(desk: Desk) -> None:
    """By the seat; without one they are listed, each with what to type."""
    table.type_accepted(desk, "wug", "wrk", "ugr", "grk")
    (reply,) = table.type_lines(desk, "amend round 2 wgr")
    assert "Which one is wrong?" in str(reply.shows[0])
    assert "amend 19 wgr  (Ana takes" in str(reply.shows[0])
    assert "amend 20 wgr  (Bo takes" in str(reply.shows[0])
    table.type_accepted(desk, "amend round 2 ana wgr")
    assert "20" in table.join_replies(table.type_accepted(desk, "amend round 2 bo"))


GAMES = ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers")


@pytest.mark.parametrize("game", GAMES)
def test_G6_every_action_is_in_a_round(game: str, ledger: Ledger) -> None:
    """Rounds are numbered without a gap, and each but the first begins after another."""
    engine = load_engine(game)
    info = simulate_match(ledger, engine, max(2, engine.seats.start), 1)
    timeline = Timeline(ledger.events(info.match_id))
    numbers = number_rounds(timeline)
    assert sorted(set(numbers) - {0}) == list(range(1, max(numbers) + 1))
    assert max(numbers) > 1
    found = [frame for n in range(1, max(numbers) + 1) for frame in list_round(timeline, n)]
    assert len(found) == sum(
        n > 0 and frame.action is not None
        for n, frame in zip(numbers, timeline.frames, strict=True)
    )


@pytest.mark.parametrize("game", GAMES)
def test_G6_shell_logs_shows_and_steps_by_round(game: str, ledger: Ledger) -> None:
    """`log --round`, `show M round N`, `step --round --seat`; the data have the round."""
    engine = load_engine(game)
    info = simulate_match(ledger, engine, max(2, engine.seats.start), 1)
    logged = json.loads(run("log", info.name, "--round", "2", "--json").output)
    assert logged
    assert {each["round"] for each in logged} == {2}
    heading = {"seven-wonders-duel": "Age 2"}.get(game, "Round 2")
    assert heading in run("log", info.name, "--round", "2").output
    shown = json.loads(run("show", f"{info.name}@round2", "--json").output)
    assert shown["at"] == logged[-1]["version"]
    assert json.loads(run("show", info.name, "round", "2", "--json").output) == shown
    stepped = json.loads(run("step", info.name, "--round", "2", "--json").output)
    assert [each["version"] for each in stepped][:: len(stepped) - 1 or 1] == [
        logged[0]["version"],
        logged[-1]["version"],
    ]
    keyed = run("step", info.name, given="r2\nq\n").output
    assert f"{logged[0]['version']:>4}  " in keyed
    assert (
        "2라운드" in run("log", info.name, "--round", "2", "--lang", "ko").output
        or heading == "Age 2"
    )


def test_G6_pipe_and_shell_amend_a_round(pad: Desk) -> None:
    """`foldtable amend pad round 2 …`, and the same typed at `foldtable record`."""
    assert "3 now reads" in run("amend", "pad", "round", "2", "1/1 1/1 0/0").output
    assert "4 now reads" in run("record", "pad", given="amend round 3 1/1 1/1 1/1\n").output
    told = json.loads(run("why", "pad", "c", "round", "2", "--json").output)
    assert told["total"] == 20
    assert {part["version"] for part in told["parts"]} == {3}
    assert "Struck" in run("undo", "pad", "round", "3").output
    run("fork", "pad@round1", "--name", "twig")
    assert "twig" in run("branches").output
