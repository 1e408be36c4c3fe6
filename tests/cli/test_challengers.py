"""Challengers! from the command line: what a full record of the decks brings to light."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run

DECKS = """\
a: pony, cat -dog; a: ok
b: gangster, jester; b: ok
s a
"""


@pytest.fixture
def match(run: Run) -> str:
    """A match of Ana and Bo in which both decks are known; Ana starts."""
    run("new", "challengers", "Ana", "Bo", "--level", "actions", "--name", "one")
    run("record", "one", given=DECKS)
    return "one"


class TestKnownDecks:
    def test_a_card_that_was_removed(self, run: Run, match: str) -> None:
        """The finding names the removal; without it there is none."""
        told = run("record", match, "-e", "dog", code=1).stderr
        assert "C34: Dog was removed from Ana’s deck. (see 4)" in told
        run("record", match, "-e", "dog ! she swears that it was there")
        assert "C34: Dog was removed from Ana’s deck. (see 4)" in run("log", match).stdout
        found = json.loads(run("verify", match, "--json").stdout)[0]["findings"]
        assert ("ruled", "C34", 10) in [(f["kind"], f["rule"], f["version"]) for f in found]
        run("undo", match, "4")
        assert "BREACH" not in run("log", match).stdout
        assert "C34" not in [f["rule"] for f in audit(run, match) if f["kind"] != "ruled"]

    def test_a_card_once_too_often(self, run: Run, match: str) -> None:
        """The finding names the pick."""
        run("record", match, given="cat; champion\nf cat ! a second one\n")
        told = "BREACH C31: Ana has no further Cat; revealed already: 1. (see 3)"
        assert told in run("log", match).stdout

    def test_a_card_that_never_came(self, run: Run, match: str) -> None:
        """Nothing can be cited."""
        told = run("record", match, "-e", "lion", code=1).stderr
        assert "C31" in told
        assert "(see" not in told


def audit(run: Run, match: str) -> list[dict[str, str]]:
    """Return what an audit finds in a match."""
    found: list[dict[str, str]] = json.loads(run("verify", match, "--json").stdout)[0]["findings"]
    return found


def test_nobody_has_a_second_dog(run: Run) -> None:
    """C24: whatever was not told of a deck phase, starters are as many as at the beginning."""
    run("new", "challengers", "Ana", "Bo", "--level", "actions", "--name", "loose")
    run("record", "loose", given="s a\nchampion\ndog\n")
    told = run("record", "loose", "-e", "dog", code=1).stderr
    assert "C31: Bo has no further Dog; revealed already: 1." in told
