"""Tests of results that people counted: at the closing, or on a score sheet."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.replay.cli.conftest import Run

GAMES = [
    ("splendor", "result 15/9 12/8", (15, 12)),
    ("machi-koro", "result 4 2", (4, 2)),
    ("seven-wonders-duel", "result 60 57", (60, 57)),
    ("challengers", "result 36 34 final a", (36, 34)),
    ("wizard", "result 120 40 -20", (120, 40, -20)),
]


def begin(run: Run, game: str, seats: int = 2, **options: str) -> None:
    """Open the match maple of a game."""
    people = ("Ana", "Bo", "Cy")[:seats]
    given = [part for name, value in options.items() for part in (f"--{name}", value)]
    run("new", game, *people, "--name", "maple", "--another", *given)


def read_show(run: Run, where: str = "maple") -> dict[str, Any]:
    """Return what `show --json` says."""
    found: dict[str, Any] = json.loads(run("show", where, "--json").stdout)
    return found


def test_F17_a_result_given_at_the_closing_is_kept_and_shown(run: Run) -> None:
    """By show, log, matches and their JSON; nobody is on turn any more."""
    begin(run, "splendor", 3)
    run("close", "maple", "--result", "15,12,9")
    shown = run("show", "maple").stdout
    assert "closed: finished; Ana 15, Bo 12, Cy 9. Ana wins." in shown
    assert [line.split() for line in shown.splitlines()[1:5]] == [
        ["result", "total", "rank"],
        ["a", "Ana", "15", "1"],
        ["b", "Bo", "12", "2"],
        ["c", "Cy", "9", "3"],
    ]
    assert ">" not in shown
    assert "Ana 15, Bo 12, Cy 9. Ana wins." in run("log", "maple").stdout
    assert "Ana 15*, Bo 12, Cy 9" in run("matches").stdout
    found = read_show(run)
    assert found["awaits"] == []
    assert (found["closing"]["points"], found["closing"]["winners"]) == ([15, 12, 9], [0])
    (match,) = json.loads(run("matches", "--json").stdout)
    assert [each["points"] for each in match["standing"]] == [15, 12, 9]


def test_F17_a_half_recorded_match_shows_both(run: Run) -> None:
    """The board as it was recorded, and the result; the position before is as it was."""
    begin(run, "wizard", 3, level="pad")
    run("record", "maple", given="1/1 0/0 0/0\n")
    run("close", "maple", "--result", "30,40,-10")
    shown = run("show", "maple").stdout
    assert "30 1/1" in shown
    assert "b Bo    40     1" in shown
    assert ">" not in shown
    assert "> 2" in run("show", "maple@2").stdout
    assert "result" not in run("show", "maple@2").stdout


def test_F17_a_closing_against_the_record_names_its_own_winner(run: Run) -> None:
    """Where the game is over by the record, too."""
    begin(run, "splendor")
    run("record", "maple", given="result 15/9 12/8\n")
    run("close", "maple", "--result", "12,15")
    last = run("show", "maple").stdout.splitlines()[-1]
    assert last == "closed: finished; Ana 12, Bo 15. Bo wins."


@pytest.mark.parametrize(("game", "sheet", "points"), GAMES, ids=lambda each: str(each)[:10])
def test_F17_a_score_sheet_is_the_board(
    run: Run, game: str, sheet: str, points: tuple[int, ...]
) -> None:
    """Not an opening position with nought points beside “Ana wins”."""
    begin(run, game, len(points))
    run("record", "maple", given=f"{sheet}\n")
    heading, head, *rows, ending = run("show", "maple").stdout.splitlines()
    assert heading.startswith("maple@2")
    assert head.split()[:2] == ["result", "total"]
    assert [int(row.split()[2]) for row in rows] == list(points)
    assert ending.endswith("Ana wins.")
    (panel,) = read_show(run)["board"]["panels"]
    assert [row["cells"][0]["n"] for row in panel["rows"]] == list(points)


@pytest.mark.parametrize("game", ["splendor", "machi-koro"])
def test_F17_a_score_sheet_in_a_match_that_was_played_counts(run: Run, game: str) -> None:
    """It differs from the record and the table lets it stand: its points are the result."""
    begin(run, game)
    played, sheet = {
        "splendor": ("wug", "result 15/9 12/8"),
        "machi-koro": ("1\n-\n1\n-", "result 4 2"),
    }[game]
    run("record", "maple", given=f"{played}\n{sheet} ! nobody wrote the rest down\n")
    run("close", "maple")
    said = run("show", "maple").stdout
    assert said.splitlines()[-1].endswith("Ana wins.")
    (match,) = json.loads(run("matches", "--json").stdout)
    assert match["winners"] == ["Ana"]
    assert [each["points"] for each in match["standing"]] == (
        [15, 12] if game == "splendor" else [4, 2]
    )


def test_F17_the_result_is_korean_too(run: Run) -> None:
    """The table and the closing."""
    begin(run, "splendor")
    run("close", "maple", "--result", "15,12")
    shown = run("show", "maple", "--lang", "ko").stdout
    assert "합계" in shown
    assert "Ana 15, Bo 12" in shown
