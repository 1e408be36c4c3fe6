"""Tests of choices: at a terminal they fit on the screen, elsewhere nothing depends on one."""

from __future__ import annotations

import json

import pytest

from engines.registry import load_engine
from ledger.store import Ledger
from replay.base.i18n import set_language
from replay.base.screen import Screen, count_rows
from replay.base.terminal_text import count_columns
from replay.cli.settings import Settings
from replay.desk.choices import describe_choice, find_choices, list_choices
from replay.desk.desk import Desk
from replay.lab.simulation import simulate_match
from replay.record.session import Session
from tests import table
from tests.replay.cli.conftest import invoke as run
from tests.some import some

GAMES = ("splendor", "machi-koro", "wizard", "seven-wonders-duel", "challengers")

SMALL = Screen(80, 24)


def simulate(ledger: Ledger, game: str, lang: str = "en") -> Desk:
    """Return the desk of a match that was played to its end."""
    engine = load_engine(game)
    info = simulate_match(ledger, engine, max(2, engine.seats.start), 1)
    return table.open_desk(Session(ledger, info, "tess"), lang)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("game", GAMES)
def test_G5_choices_fit_on_a_small_screen(ledger: Ledger, game: str, lang: str) -> None:
    """In every position: with room for the question and what is typed; what is typed is whole."""
    set_language(lang)
    desk = simulate(ledger, game, lang)
    frames = desk.session.timeline.frames
    cut = 0
    for frame in some(frames[1 :: max(1, len(frames) // 40)]):
        found = find_choices(desk.table, "", frame.state)
        verbs = {each.choice.action.verb for each in found}
        given = {
            describe_choice(desk.table, each.choice, with_seat=with_seat)[0]
            for each in found
            for with_seat in (False, True)
        }
        for word in ("", *sorted(verbs)):
            lines = list_choices(desk.table, word, frame.state, SMALL)
            assert sum(count_rows(line, SMALL.width) for line in lines) <= 18, lines
            if lines[-1].startswith(("All of it, in full: ", "전체를 자세히: ")):
                cut += 1
                wide = [line for line in lines[1:] if count_columns(line) > SMALL.width]
                assert wide == []
            typed = [line.split("  ")[1] for line in lines if line.startswith("  ")]
            assert {each for each in typed if not each.startswith(("…", "??"))} <= given
    assert cut


@pytest.mark.parametrize("game", GAMES)
def test_G5_all_choices_are_listed_in_full(ledger: Ledger, game: str) -> None:
    """Everything at once, or of a kind; each kind has one heading."""
    desk = simulate(ledger, game)
    frames = desk.session.timeline.frames
    for frame in some(frames[1 :: max(1, len(frames) // 12)]):
        found = find_choices(desk.table, "", frame.state)
        verbs = [each.choice.action.verb for each in found]
        seats = {each.choice.action.seat for each in found if each.choice.action.seat >= 0}
        lines = list_choices(desk.table, "all", frame.state, SMALL)
        described = [
            describe_choice(desk.table, each.choice, with_seat=len(seats) > 1) for each in found
        ]
        assert {f"  {typed}  {meaning}" for typed, meaning in described} <= set(lines)
        headings = {v: sum(line.startswith(f"{v}: ") for line in lines) for v in verbs}
        assert headings == dict.fromkeys(verbs, 1)
        whole = {v: len(list_choices(desk.table, f"all {v}", frame.state)) for v in verbs}
        assert [v for v in verbs if whole[v] <= verbs.count(v)] == []


def test_G5_choices_at_the_prompt_know_the_screen(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody is asked; where nobody is, as many are listed as ever."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    (piped,) = desk.handle("choices")
    desk.table.confirm = lambda _texts, _harmless: True
    (shown,) = desk.handle("?")
    assert len(piped.shows) > 18 >= len(shown.shows)
    assert shown.shows[-1] == "All of it, in full: choices all"
    (kind,) = desk.handle("choices take")
    assert len(kind.shows) <= 18
    assert "more: choices all take" in table.join_replies([kind])
    (whole,) = desk.handle("choices all take")
    assert len(whole.shows) > 18
    assert "more" not in table.join_replies([whole])
    monkeypatch.setenv("LINES", "8")
    (tiny,) = desk.handle("choices")
    assert len(tiny.shows) == 2


def test_G5_the_shell_fits_choices_at_a_terminal(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe and --json have everything that they had."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    number = len(find_choices(desk.table, "", desk.session.state))
    piped = run("choices", "maple").stdout
    assert len(json.loads(run("choices", "maple", "--json").stdout)["choices"]) == number
    assert len(json.loads(run("choices", "maple", "all", "--json").stdout)["choices"]) == number
    whole = run("choices", "maple", "all").stdout.splitlines()
    assert len(whole) > number
    monkeypatch.setattr(Settings, "interactive", True)
    shown = run("choices", "maple").stdout.splitlines()
    assert len(piped.splitlines()) > 18 >= len(shown)
    assert run("choices", "maple", "all").stdout.splitlines() == whole
