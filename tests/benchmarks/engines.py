"""Decoding and applying stored events, with and without checks, against python-chess."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import chess

from engines.protocol import Engine
from engines.registry import load_engine
from tests.traces import load

TRACES = Path(__file__).parent.parent / "data" / "traces"

Lines = list[tuple[Any, list[tuple[str, bytes]]]]
"""Opening states with the (verb, payload) of every event after them."""


@cache
def chess_games() -> list[list[chess.Move]]:
    """Return twenty random games of up to 80 moves."""
    chance = random.Random(1)
    games = []
    for _ in range(20):
        board = chess.Board()
        moves: list[chess.Move] = []
        while len(moves) < 80 and (legal := list(board.legal_moves)):
            moves.append(chance.choice(legal))
            board.push(moves[-1])
        games.append(moves)
    return games


def time_push() -> float:
    """Return the seconds that python-chess takes to push a move."""
    games = chess_games()
    started = time.process_time()
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push(move)
    return (time.process_time() - started) / sum(map(len, games))


def time_legal_push() -> float:
    """Return the seconds that python-chess takes to say whether a move is legal and to push it."""
    games = chess_games()
    started = time.process_time()
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.is_legal(move)
            board.push(move)
    return (time.process_time() - started) / sum(map(len, games))


def time_fold(engine: Engine[Any], lines: Lines) -> float:
    """Return the seconds that an engine takes to decode and apply an event."""
    decode, apply = engine.decode, engine.apply
    started = time.process_time()
    for state, events in lines:
        for verb, payload in events:
            state, _ = apply(state, decode(verb, payload))
    return (time.process_time() - started) / sum(len(events) for _, events in lines)


def time_checked_fold(engine: Engine[Any], lines: Lines) -> float:
    """Return the seconds that an engine takes to decode, apply and check an event."""
    decode, apply, check = engine.decode, engine.apply, engine.check
    started = time.process_time()
    for state, events in lines:
        for verb, payload in events:
            before, action = state, decode(verb, payload)
            state, moves = apply(before, action)
            check(before, action, moves)
    return (time.process_time() - started) / sum(len(events) for _, events in lines)


def encode_traces(engine: Engine[Any], game: str) -> Lines:
    """Return the events of all traces of a game, as they would be stored."""
    from importlib import import_module

    reader = import_module(f"tests.traces.{game.replace('-', '_')}")
    lines = []
    for path in sorted((TRACES / game).glob("*.json")):
        for trace in load(path):
            opened, actions = reader.read_actions(trace)
            lines.append((opened, [(a.verb, engine.encode(a)) for a in actions]))
    return lines


@cache
def load_traces(game: str) -> tuple[Engine[Any], Lines]:
    """Return the engine of a game and the events of its traces."""
    engine = load_engine(game)
    return engine, encode_traces(engine, game)


def build_measure(game: str) -> Callable[[], tuple[float, float]]:
    """Return what measures a game: seconds per event, and per move of chess."""

    def measure() -> tuple[float, float]:
        return time_fold(*load_traces(game)), time_push()

    return measure


def build_check_measure(game: str) -> Callable[[], tuple[float, float]]:
    """Return what measures a game's checks: seconds per event with them, and per legal move."""

    def measure() -> tuple[float, float]:
        return time_checked_fold(*load_traces(game)), time_legal_push()

    return measure
