"""Tests of the list of one evening: matches, times, winners, and who begins next."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ledger.location import locate_ledger
from ledger.store import Ledger
from replay.numbers import evenings
from tests import table
from tests.replay.cli.conftest import Run

NIGHT = datetime(2026, 11, 30, 20, 0).astimezone()

Clock = Callable[[datetime], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Set the clock of the ledger and of the evening."""

    def set_clock(moment: datetime) -> None:
        text = moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        monkeypatch.setattr("ledger.store.format_now", lambda: text)
        monkeypatch.setattr(evenings, "now_here", lambda: moment)
        monkeypatch.setattr(
            "replay.record.descriptions.find_today", lambda: moment.date().isoformat()
        )

    return set_clock


def play(run: Run, clock: Clock, opened: datetime, minutes: int, *new: str, result: str) -> None:
    """Open a match at a time, and close it so many minutes later."""
    clock(opened)
    run("new", *new, "--another")
    name = new[new.index("--name") + 1]
    clock(opened + timedelta(minutes=minutes))
    run("close", name, "--result", result)


@pytest.fixture
def night(run: Run, clock: Clock) -> None:
    """Three matches of an evening, the last one after midnight, and one of the next evening."""
    wizard = ("wizard", "Ana", "Bo", "Cy", "--level", "pad")
    play(run, clock, NIGHT, 75, *wizard, "--name", "oak", "--place", "attic", result="20,40,40")
    splendor = ("splendor", "Ana", "Bo", "--level", "results", "--first", "Bo")
    later = NIGHT + timedelta(hours=2)
    play(run, clock, later, 30, *splendor, "--name", "elm", "--title", "short", result="15,9")
    after = NIGHT + timedelta(hours=4, minutes=30)
    play(run, clock, after, 60, *wizard, "--name", "fir", "--first", "Bo", result="0,10,20")
    play(run, clock, NIGHT + timedelta(days=1), 5, *wizard, "--name", "ash", result="0,0,10")


def read_json(run: Run, *arguments: str) -> dict[str, Any]:
    """What the command prints as JSON."""
    found: dict[str, Any] = json.loads(run("evening", *arguments, "--json").stdout)
    return found


def test_an_evening_goes_on_after_midnight(run: Run, night: None) -> None:
    """Its matches stand in the order in which they began."""
    found = read_json(run, "2026-11-30")
    assert [each["name"] for each in found["matches"]] == ["oak", "elm", "fir"]
    assert [each["minutes"] for each in found["matches"]] == [75, 30, 60]
    assert [each["winners"] for each in found["matches"]] == [["Bo", "Cy"], ["Ana"], ["Cy"]]
    assert found["wins"] == [
        {"name": "Cy", "wins": 2},
        {"name": "Ana", "wins": 1},
        {"name": "Bo", "wins": 1},
    ]
    assert read_json(run, "2026-12-01")["matches"][0]["name"] == "ash"


def test_whoever_begins_next_is_whom_new_again_takes(run: Run, clock: Clock, night: None) -> None:
    """In each game the next one round the table after whoever began the last match."""
    found = read_json(run, "2026-11-30")
    assert found["next"] == [{"game": "wizard", "name": "Cy"}, {"game": "splendor", "name": "Ana"}]
    run("new", "splendor", "--again", "--name", "elm2", "--another")
    opening = json.loads(run("log", "elm2", "--json").stdout)[0]["payload"]
    assert opening["seats"][opening.get("first", 0)] == "Ana"


def test_the_list_says_all_of_it(run: Run, night: None) -> None:
    """Times by the clock, results, places and titles."""
    head, _columns, *rows = run("evening", "2026-11-30").stdout.splitlines()
    assert head == "2026-11-30, 3 matches, 2:45 played, 20:00–01:30"
    assert rows[0].split()[:2] == ["20:00", "wizard"]
    for text in ("Ana 20, Bo 40*, Cy 40*", "1:15", "finished", "attic", "oak"):
        assert text in rows[0]
    assert "0:30" in rows[1]
    assert "short" in rows[1]
    assert rows[2].startswith("00:30")
    assert rows[3:] == ["Won: Cy 2, Ana 1, Bo 1.", "Next to begin: Cy (wizard), Ana (splendor)."]


def test_the_list_fits_eighty_columns(
    run: Run, night: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match takes two lines there, and nothing is left out."""
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("evening", "2026-11-30").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) == 2 + 2 * 3 + 2
    assert "attic" in lines[3]
    assert "oak" in lines[3]


def test_the_list_is_korean_too(run: Run, night: None) -> None:
    """Its headings, its sums and how the matches ended."""
    said = run("evening", "2026-11-30", "--lang", "ko").stdout
    for text in ("시작", "게임", "끝남", "승리: Cy 2", "다음 시작: Cy (wizard)"):
        assert text in said


def test_without_a_date_it_is_tonight(run: Run, clock: Clock, night: None) -> None:
    """Until six o'clock tonight is the evening before, and that is said."""
    clock(NIGHT + timedelta(days=1, hours=9))  # 5:00
    assert read_json(run)["evening"] == "2026-12-01"
    assert "still the evening of 2026-12-01" in run("evening").stderr
    clock(NIGHT + timedelta(days=1, hours=3))  # 23:00
    assert "still the evening" not in run("evening").stderr


def test_without_a_match_tonight_it_is_the_last_evening(
    run: Run, clock: Clock, night: None
) -> None:
    """Which is said, too."""
    clock(NIGHT + timedelta(days=9))
    assert read_json(run)["evening"] == "2026-12-01"
    assert "the last evening" in run("evening").stderr


def test_what_is_hidden_void_or_a_what_if_is_no_match_of_the_evening(run: Run, night: None) -> None:
    """Neither are they in the sums."""
    run("hide", "oak")
    run("void", "elm")
    run("fork", "fir@1")
    assert [each["name"] for each in read_json(run, "2026-11-30")["matches"]] == ["fir"]


def test_a_match_that_was_recorded_later_has_no_time(run: Run, clock: Clock) -> None:
    """It belongs to the day on which it was played."""
    clock(NIGHT)
    run("new", "wizard", "Ana", "Bo", "Cy", "--name", "old", "--played", "2026-11-20")
    run("close", "old", "--result", "10,20,30")
    (found,) = read_json(run, "2026-11-20")["matches"]
    assert (found["began_at"], found["minutes"]) == (None, None)
    assert "–" in run("evening", "2026-11-20").stdout


@pytest.mark.parametrize("wrong", ["yesterday", "2026-11", "2026-02-30"])
def test_what_is_no_date_is_refused(run: Run, wrong: str) -> None:
    """With an example."""
    assert "2026-11-30" in run("evening", wrong, code=2).stderr


def test_an_empty_evening_names_the_last_one(run: Run, night: None) -> None:
    """And an empty ledger how to begin a match."""
    assert "foldtable evening 2026-12-01" in run("evening", "2020-01-01").stdout


def test_an_empty_ledger_has_no_evening(run: Run) -> None:
    """The first match is offered."""
    assert "foldtable new" in run("evening").stdout
    assert read_json(run)["matches"] == []


def test_an_evening_of_an_older_ledger_has_its_results(run: Run, night: None) -> None:
    """They are read from the events where the lists lack them."""
    before = read_json(run, "2026-11-30")
    with Ledger(locate_ledger()[0]) as ledger:
        table.forget_results(ledger)
    assert read_json(run, "2026-11-30") == before
