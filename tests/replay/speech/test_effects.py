"""Tests of effects: what an action did to people is said with it, in every game."""

from __future__ import annotations

import json
import re

import pytest

from engines.registry import load_engine
from engines.values import TABLE, UNACCOUNTED, Move, Setup, owner_of
from replay.lab.dealer import Dealer
from replay.speech.effects import describe_effects
from replay.speech.voice import Voice
from tests.replay.cli.conftest import invoke as run

NAMES = ("Ana", "Bo", "Cy", "Di")

HIDDEN = ("loot-", "space", "?")
"""What is told by another word, or is told of all pieces alike."""


def takes_from_others(move: Move, seat: int) -> bool:
    """Return whether a move takes something from somebody else than `seat`."""
    giver, taker = owner_of(move.source), owner_of(move.target)
    if move.name or giver in (None, seat) or UNACCOUNTED in (move.source, move.target):
        return False
    return taker != giver and not move.item.startswith(HIDDEN) and move.item != "trick"


@pytest.mark.parametrize("game", ["machi-koro", "wizard", "seven-wonders-duel", "challengers"])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_G2_what_is_taken_from_others_is_said(game: str, lang: str) -> None:
    """Whoever loses coins, points or cards by somebody else's action is named."""
    engine, concerned = load_engine(game), 0
    setup = Setup(seats=2 if game == "seven-wonders-duel" else 3)
    voice = Voice(engine, lang, NAMES[: setup.seats])
    for seed in range(2):
        for before, action in Dealer(engine, seed).play(setup):
            _after, moves = engine.apply(before, action)
            text = f"{voice.action(action)} {describe_effects(moves, action.seat, voice)}"
            assert not re.search(r"[{}]|effect\.|  ·|· [·+]", text), text
            for move in moves:
                if takes_from_others(move, action.seat):
                    concerned += 1
                    giver = owner_of(move.source)
                    assert giver is not None
                    assert voice.seat(giver) in text or "opponent" in text or "상대" in text, text
    assert concerned or game == "challengers"  # whose cards go from place to place of their owner


@pytest.mark.parametrize(
    ("game", "lang", "moves", "seat", "told"),
    [
        (
            "machi-koro",
            "en",
            [Move(2, "coin", "b.coins", "a.coins", "M15", cause="cafe")],
            TABLE,
            "· Ana +2 Café (from Bo)",
        ),
        (
            "machi-koro",
            "ko",
            [Move(2, "coin", "b.coins", "a.coins", "M26", cause="stadium")],
            TABLE,
            "· Ana +2 경기장 (Bo에게서)",
        ),
        (
            "seven-wonders-duel",
            "en",
            [
                Move(2, "space", "b.track", "a.track", "D28"),
                Move(1, "loot-2", "b.loot", "box", "D30"),
                Move(2, "coin", "b.coins", "bank", "D30"),
            ],
            0,
            "· Ana +2 military · Bo loses 2 coins (loot)",
        ),
        (
            "seven-wonders-duel",
            "en",
            [
                Move(3, "coin", "bank", "a.coins", "D49"),
                Move(3, "coin", "b.coins", "bank", "D49"),
            ],
            0,
            "· Bo loses 3 coins",
        ),
        (
            "seven-wonders-duel",
            "ko",
            [Move(1, "clay-pit", "b.city", "discard", "D50")],
            0,
            "· Bo가 점토 구덩이를 잃음",
        ),
        (
            "wizard",
            "en",
            [
                Move(1, "trick", "unwon", "b.tricks", "W37(1)"),
                Move(10, "points", "b.points", "pad", "W51"),
                Move(30, "points", "pad", "c.points", "W50"),
                Move(1, "trick", "b.tricks", "unwon", "W5"),
            ],
            0,
            "· Bo wins the trick · Bo −10 points · Cy +30 points",
        ),
        (
            "challengers",
            "en",
            [
                Move(1, "ship-merman-a", "b.bench", "b.exhaust", "C78"),
                Move(1, "?b.1", "b.deck", "b.exhaust", "C78"),
                Move(2, "city-newcomer-s", "c.field", "c.bench", "C47"),
                Move(2, "fan", "bank", "a.fans", "C77", cause="funfair-clown-a"),
            ],
            TABLE,
            "· Merman to Bo’s exhaust pile · unseen card to Bo’s exhaust pile "
            "· 2 Newcomers to Cy’s bench · Ana +2 fans (Clown)",
        ),
        ("splendor", "en", [Move(1, "red", "bank", "a.tokens", "S4")], 0, ""),
        (
            "splendor",
            "en",
            [Move(1, "red", "b.tokens", "a.tokens", "S4")],
            0,
            "· Ana takes 1 ruby from Bo",
        ),
    ],
)
def test_G2_effects_are_told_in_words(
    game: str, lang: str, moves: list[Move], seat: int, told: str
) -> None:
    """A café and whose coins it takes; loot; a lost card; tricks and points; cards sent away."""
    said = describe_effects(moves, seat, Voice(load_engine(game), lang, NAMES[:3]))
    assert said == told


def test_G2_pipe_the_echo_and_the_log_say_it() -> None:
    """A recorded roll is echoed with the coins that it took; `log --json` has the same text."""
    run("new", "machi-koro", "Ana", "Bo", "--name", "cafe", "--level", "full")
    lines = "= a.cards cafe=1\n1\n-\n3\n"
    echo = run("record", "cafe", given=lines).output
    assert "Ana +1 Café (from Bo)" in echo
    told = json.loads(run("log", "cafe", "--json").output)
    assert "Ana +1 Café (from Bo)" in told[-1]["text"]
    korean = run("log", "cafe", "--lang", "ko").output
    assert "(Bo에게서)" in korean
