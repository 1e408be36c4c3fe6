"""Whole games played by other engines, replayed by ours and compared after every step.

One module per format. Each has `FORMATS` (the formats it reads) and `replay`, which yields, for
every step of a trace, the differences between what the trace says and what our engine says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

from engines.protocol import Engine, find_breaches
from engines.values import Action


class Step(NamedTuple):
    """One step of a trace: where it is, and where it differs from ours."""

    where: str
    differences: list[str]


class Report(NamedTuple):
    """The result of replaying traces. `first` is the first step with a difference, by game."""

    games: int
    steps: int
    mismatches: int
    first: dict[str, Step]


def find_readers() -> dict[str, Any]:
    """Return the module that reads each format."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    return {fmt: m for m in modules if hasattr(m, "FORMATS") for fmt in m.FORMATS}


def format_of(trace: dict[str, Any]) -> str:
    """Return the format of a trace; Splendor's have none and are known by their version."""
    if "format" in trace:
        return str(trace["format"])
    return f"{trace.get('game')}-{trace.get('trace_format')}"


def load(path: Path) -> list[dict[str, Any]]:
    """Return the traces in a file: one, or an array of them."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return content if isinstance(content, list) else [content]


def find_differences(path: str, theirs: Any, ours: Any) -> Iterator[str]:
    """Yield where two values differ."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in sorted(set(theirs) | set(ours)):
            yield from find_differences(f"{path}/{key}", theirs.get(key), ours.get(key))
    elif theirs != ours:
        yield f"{path}: trace {theirs!r}, ours {ours!r}"


def apply_checked(engine: Engine[Any], state: Any, action: Action, found: list[str]) -> Any:
    """Return the state after an action that went through its payload and its notation.

    Breaches are added to `found`, and where the action is read back differently.
    """
    decoded = engine.decode(action.verb, engine.encode(action))
    if decoded != action:
        found.append(f"payload: {action} came back as {decoded}")
    parsed = engine.parse(engine.write(action), state)
    if parsed != (action,):
        found.append(f"notation: {engine.write(action)!r} came back as {parsed}")
    found.extend(f"breach {b.rule} {b.why} {b.data}" for b in find_breaches(engine, state, decoded))
    state, _ = engine.apply(state, decoded)
    return state


def catch_errors(steps: Iterator[Step]) -> Iterator[Step]:
    """Yield the steps of a replay. An error in it becomes a last step with a difference."""
    where = "start"
    try:
        for step in steps:
            where = step.where
            yield step
    except Exception as error:
        yield Step(f"after {where}", [f"{type(error).__name__}: {error}"])


def replay_files(paths: list[Path]) -> Report:
    """Replay all traces in some files or folders."""
    known = find_readers()
    games = steps = mismatches = 0
    first: dict[str, Step] = {}
    files = [
        f for path in paths for f in (sorted(path.rglob("*.json")) if path.is_dir() else [path])
    ]
    for file in files:
        for number, trace in enumerate(load(file)):
            fmt = format_of(trace)
            name = f"{file.name}[{number}]" if number else file.name
            games += 1
            if fmt not in known:
                mismatches += 1
                first[name] = Step("file", [f"no reader for the format {fmt}"])
                continue
            for step in catch_errors(known[fmt].replay(trace)):
                steps += 1
                if step.differences:
                    mismatches += len(step.differences)
                    first.setdefault(name, step)
    return Report(games, steps, mismatches, first)
