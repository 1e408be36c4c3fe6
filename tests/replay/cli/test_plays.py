"""Tests of `import` with the plays of other programs: the report, what it stores, what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.replay.cli.conftest import Run
from tests.replay.plays.samples import SAMPLES

TABLE = "Date,Game,Ann,Bo,Winner\n2026-03-14,Splendor,15,12,Ann\n2026-03-14,Chess,1,0,Ann\n"


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A table of two plays."""
    path = tmp_path / "plays.csv"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


def test_a_file_is_recognised_and_its_report_says_what_came_of_it(run: Run, table: str) -> None:
    """What is new, what is not imported and why, and how to take it back."""
    said = run("import", table).stdout
    assert said.startswith("plays.csv: a table with a column for each person, 2 plays")
    assert "new: " in said
    (digits,) = [line.split("--undo ")[1][:8] for line in said.splitlines() if "--undo" in line]
    assert "known already: " in run("import", table).stdout
    assert "no longer count" in run("import", "--undo", digits).stdout
    assert json.loads(run("matches", "--json").stdout) == []
    assert "counts again: " in run("import", table).stdout


def test_a_dry_run_stores_nothing(run: Run, table: str, maple: str, tmp_path: Path) -> None:
    """Neither plays nor a match file."""
    exported = tmp_path / "maple.match.json"
    run("export", maple, "-o", str(exported))
    other = str(tmp_path / "other.db")
    found = json.loads(
        run("import", table, str(exported), "--dry-run", "--json", "--db", other).stdout
    )
    assert [each.get("new") for each in found][1] == 7
    assert found[0]["stored"] == 0
    assert json.loads(run("matches", "--all", "--json", "--db", other).stdout) == []


def test_a_match_of_an_import_is_shown_logged_and_verified(run: Run, table: str) -> None:
    """With where it comes from."""
    run("import", table)
    listed = json.loads(run("matches", "--json", "--game", "splendor").stdout)
    (match,) = listed
    assert match["winners"] == ["Ann"]
    assert "15" in run("show", match["name"]).stdout
    assert "logged elsewhere as Splendor" in run("log", match["name"]).stdout
    assert "intact" in run("verify", match["name"]).stdout


def test_a_broken_file_does_not_stop_the_next(run: Run, table: str, tmp_path: Path) -> None:
    """Its failure is said on stderr, and the exit code is that of a file that cannot be read."""
    broken = tmp_path / "bgstats.json"
    broken.write_bytes((SAMPLES / "bgstats-b.json").read_bytes()[:5000])
    result = run("import", str(broken), table, code=7)
    assert "bgstats.json" in result.stderr
    assert "new: " in result.stdout


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ((), "Which file?"),
        (("--undo", "nothing.csv"), "No match that counts"),
        (("FILE", "--dates", "ydm"), "no order of days"),
        (("FILE", "--columns", "Date"), "names no column"),
        (("FILE", "--columns", "Date=when"), "is called “when”"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_words(
    run: Run, table: str, arguments: tuple[str, ...], part: str
) -> None:
    """With what would be accepted."""
    result = run("import", *(table if each == "FILE" else each for each in arguments), code=None)
    assert result.exit_code != 0
    assert part in result.stderr


def test_G10_the_report_is_korean(run: Run, table: str) -> None:
    """Every line of it."""
    said = run("import", table, "--lang", "ko").stdout
    assert "새 경기: " in said
    assert "사람: 2" in said
