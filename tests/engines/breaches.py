"""The breaches of a case, and which lines of the rules a table of cases reaches."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Final

from engines import LANGUAGES
from engines.book import BOOK
from engines.protocol import Engine, find_breaches
from engines.values import Action, Breach
from replay.speech.voice import Voice
from tests.korean_texts import TWO_FORMS, find_english, list_pieces

KOREAN_NAMES: Final = ("지훈", "민지", "수아", "은별", "태오", "하람", "이든", "서준")
"""People whose names end in a consonant, or in none."""

HANGUL: Final = re.compile("[가-힣]")


def find_rule_breaches(engine: Engine[Any], state: Any, action: Action) -> list[Breach]:
    """Return the breaches of an action, beside what the book finds missing."""
    return [b for b in find_breaches(engine, state, action) if b.rule != BOOK]


def list_reasons(breaches: Sequence[Breach]) -> list[tuple[str, str]]:
    """Return (rule, why) of breaches; the rule is the reason where there is no other."""
    return [(breach.rule, breach.why or breach.rule) for breach in breaches]


def assert_sayable(engine: Engine[Any], breaches: Sequence[Breach], names: Sequence[str]) -> None:
    """Check that every breach has a sentence in every language, without an open field.

    In Korean there is no English word in it, and every particle has one form.
    """
    for lang in LANGUAGES:
        people = KOREAN_NAMES[: len(names)] if lang == "ko" else names
        for breach in breaches:
            said = Voice(engine, lang, people).reason(breach)
            assert "{" not in said
            json.dumps(said)
            if lang == "ko":
                assert HANGUL.search(said), said
                english = find_english(said, list_pieces(engine.name))
                assert [word for word in english if "-" not in word] == [], said
                assert TWO_FORMS.search(said) is None, said


def list_missed(modules: Sequence[ModuleType], run: Callable[[], None]) -> list[str]:
    """Return the lines on which the rules in `modules` yield a breach, and that `run` misses.

    `run` checks all cases. Lines are watched while it runs.
    """
    wanted = {
        (str(path), line)
        for path in (Path(str(module.__file__)) for module in modules)
        for line in list_breach_lines(path)
    }
    files = {path for path, _ in wanted}
    reached: set[tuple[str, int]] = set()

    def watch(frame: FrameType, event: str, _argument: Any) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        if event == "line":
            reached.add((frame.f_code.co_filename, frame.f_lineno))
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        run()
    finally:
        sys.settrace(before)
    assert wanted
    return sorted(f"{Path(path).name}:{line}" for path, line in wanted - reached)


RETURNING: Final = {
    ("Breaches", ast.Yield),
    ("Iterator[Breach]", ast.Yield),
    ("Breach", ast.Return),
}
"""What a function that is about breaches returns, and how it does so."""


def list_breach_lines(path: Path) -> list[int]:
    """Return the lines on which a module yields a breach, or makes one for a rule to yield."""
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.returns is not None
    ]
    return [
        node.lineno
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Yield | ast.Return)
        if (ast.unparse(function.returns or function), type(node)) in RETURNING
    ]
