"""Seats are typed with the letters of a match at every door, and shown wherever one is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledger.clerk import Open
from ledger.store import Ledger
from replay.record.opening import open_match
from tests.replay.cli.conftest import Run

COLOURS = ("--seats", "Dusk,Amber,Moss,Blue", "--level", "results", "--name", "colours")


@pytest.fixture
def colours(run: Run) -> str:
    """A match of Challengers! of people who are named by colours."""
    run("new", "challengers", *COLOURS)
    return "colours"


def test_F1_new_says_how_everybody_is_typed(run: Run) -> None:
    """In words, and as data."""
    said = run("new", "challengers", *COLOURS)
    assert "d Dusk, a Amber, m Moss, b Blue" in said.stderr
    told = json.loads(run("new", "wizard", "Ana", "Bo", "Cy", "--another", "--json").stdout)
    assert told["letters"] == ["a", "b", "c"]


def test_F1_new_takes_letters_that_are_chosen(run: Run) -> None:
    """Unless two people would be meant by one of them, or a word of the game."""
    for letters in ("a,d,m,b", "d,d,m,b", "d,a,m", "d,a,m,g", "1,2,3,4"):
        said = run("new", "challengers", *COLOURS, "--letters", letters, code=2)
        assert "cannot type a seat" in said.stderr
    said = run("new", "challengers", *COLOURS, "--letters", "D A M E")
    assert "e Blue" in said.stderr


def test_F1_pipe_a_is_amber_and_the_board_says_so(run: Run, colours: str) -> None:
    """Who is typed `a` is called so, on the board and in the log."""
    assert "Amber wins" in run("record", colours, given="a2\n").stdout
    rows = [row.split()[:2] for row in run("show", colours).stdout.splitlines()]
    for row in (["d", "Dusk"], ["a", "Amber"], ["m", "Moss"], ["b", "Blue"]):
        assert row in rows
    assert "d Dusk, a Amber, m Moss, b Blue" in run("log", colours).stdout


def test_F1_pipe_a_letter_of_nobody_is_refused_with_all_seats(run: Run, colours: str) -> None:
    """The refusal says who can be typed how; so does the help."""
    said = run("record", colours, given="e: ok\n", code=None)
    assert "d Dusk, a Amber, m Moss, b Blue" in said.stderr
    for asked in ("help", "help seats"):
        assert "d Dusk, a Amber" in run("record", colours, given=f"{asked}\n").output


def test_F1_shell_the_letters_name_places_signers_and_who_gave_up(run: Run, colours: str) -> None:
    """`why`, `close --conceded` and `sign` take what the prompt takes."""
    run("record", colours, given="a2\n")
    assert "Amber" in run("why", colours, "a.points").stdout
    assert "Dusk" in run("why", colours, "d.points").stdout
    refused = run("why", colours, "c.points", code=None)
    assert refused.exit_code
    assert "d Dusk" in refused.stderr
    assert "Moss" in run("close", colours, "--conceded", "m").stdout
    assert "Dusk" in run("sign", colours, "d").output


def test_F1_json_keeps_the_ids_of_the_places(run: Run, colours: str) -> None:
    """What a program reads does not depend on the letters."""
    run("record", colours, given="a2\n")
    shown = json.loads(run("show", colours, "--json").stdout)
    assert "b.trophies" in shown["places"]
    assert "m.trophies" not in shown["places"]


def test_F1_korean_names_are_typed_with_the_letters_of_their_places(run: Run) -> None:
    """They have no Latin initial; letters can be chosen for them."""
    people = ("new", "wizard", "--seats", "민수,지영,하늘")
    assert "a 민수, b 지영, c 하늘" in run(*people).stderr
    said = run(*people, "--letters", "m,i,e", "--another").stderr
    assert "m 민수, i 지영, e 하늘" in said


@pytest.mark.parametrize(
    ("lang", "refused"), [("en", "“a” fits several people"), ("ko", "‘a’에 맞는 사람이 여럿")]
)
def test_F1_an_ambiguous_letter_of_an_older_match_is_refused(
    run: Run, tmp_path: Path, lang: str, refused: str
) -> None:
    """It has no letters of its own: `a` is the first seat, Dusk, and how Amber begins."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        people = ("Dusk", "Amber", "Moss", "Blue")
        opening = Open(game="challengers", rules="", seats=people, level="results", name="old")
        open_match(ledger, opening, "test")
    for door in (("record", "old", "-e", "a"), ("why", "old", "a.points")):
        said = run("--lang", lang, *door, code=None)
        assert said.exit_code
        assert refused in said.stderr
        assert "Dusk; Amber" in said.stderr
    assert run("record", "old", "-e", "am 2").exit_code == 0


def test_F2_the_log_names_everybody_of_a_score_sheet(run: Run) -> None:
    """Nobody counts seats to see whose points they are."""
    run("new", "wizard", "Ana", "Bo", "Cy", "--level", "results", "--name", "sheet")
    said = run("record", "sheet", given="result 15 12 30\n").stdout
    assert "Ana 15, Bo 12, Cy 30" in said


def test_F2_pipe_a_number_that_may_be_two_trophies_is_refused(run: Run) -> None:
    """The trophy of round 4 that nobody noted, or the win of round 5: both are shown as typed."""
    run("new", "challengers", "Ana", "Bo", "--level", "results", "--name", "duo")
    said = run("record", "duo", given="a2; b3; a4; a; a6\n", code=None)
    assert said.exit_code
    assert "t a 4 6; win a 6" in said.stderr
    after = run("record", "duo", given="win a 6; t a 4 5\n").stdout
    assert "6 on the trophy" in after


def test_F3_pipe_somebody_else_gets_no_fans(run: Run, colours: str) -> None:
    """Amber met Moss: Dusk took nothing in that duel."""
    said = run("record", colours, given="a2 d+1\n", code=None)
    assert "C21" in said.output
    assert said.exit_code


def test_F29_pipe_an_action_that_could_not_be_read_again_is_not_recorded(run: Run) -> None:
    """A number that no payload may hold."""
    run("new", "wizard", "Ana", "Bo", "Cy", "--level", "pad", "--name", "pad")
    said = run("record", "pad", given="x a 9999999\n", code=None)
    assert said.exit_code
    assert json.loads(run("show", "pad", "--json").stdout)["at"] == 1
