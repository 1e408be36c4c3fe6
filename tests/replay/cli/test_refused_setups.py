"""Options that do not go together are refused with the reason, in words and in both languages."""

from __future__ import annotations

import pytest

from tests.replay.cli.conftest import Run

REFUSED = {
    "V1 with V2": ("Ana,Bo,Cy", "bid_sum_rule=not_equal bid_mode=simultaneous", "bids last"),
    "V1 with V3": ("Ana,Bo,Cy", "bid_sum_rule=not_equal bid_mode=secret", "bids last"),
    "V1's exemption alone": ("Ana,Bo,Cy", "exempt_first_rounds=2", "plus-minus-one"),
    "V1's zero alone": ("Ana,Bo,Cy", "zero_always_allowed", "plus-minus-one"),
    "V1's leader alone": ("Ana,Bo,Cy", "only_if_dealer_sole_leader", "plus-minus-one"),
    "V4 without a round of one": (
        "Ana,Bo,Cy",
        "clairvoyant_first_round length=tournament",
        "one card",
    ),
    "V5 with V4": ("Ana,Bo,Cy", "mode=colour_war clairvoyant_first_round", "one card"),
    "V5 of five": ("Ana,Bo,Cy,Dee,Eve", "mode=colour_war", "four folks"),
    "V5 of a tournament's length": ("Ana,Bo,Cy", "mode=colour_war length=tournament", "12 rounds"),
    "V5 of too many rounds": ("Ana,Bo,Cy", "mode=colour_war rounds=41", "39, 40"),
    "folks without V5": ("Ana,Bo,Cy", "folks=rbgy", "colour war only"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_combination_is_refused_with_its_reason(run: Run, case: str) -> None:
    """Exit 2, one line, and no match is opened."""
    people, options, reason = REFUSED[case]
    given = [word for option in options.split() for word in ("-o", option)]
    said = run("new", "wizard", "--seats", people, *given, code=2)
    assert reason in said.stderr
    assert len(said.stderr.splitlines()) == 1
    told = run("new", "wizard", "--seats", people, *given, "--lang", "ko", code=2).stderr
    assert any("가" <= letter <= "힣" for letter in told)
    assert run("matches", "--json").stdout.strip() == "[]"


def test_conform_keeps_to_what_is_given_and_refuses_what_cannot_be(run: Run) -> None:
    """Seats, level and options as in `new`."""
    given = ("--seats", "3", "--level", "pad", "-o", "rounds=2", "-o", "bid_mode=secret")
    assert run("conform", "wizard", "--games", "3", *given).stdout == "3 games, 0 findings\n"
    said = run("conform", "wizard", "--seats", "6", "-o", "mode=colour_war", code=2)
    assert "four folks" in said.stderr
