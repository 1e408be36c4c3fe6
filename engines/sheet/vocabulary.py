"""The words of a sheet's notation: verbs, and what no id may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

VERBS: Final[Mapping[str, str]] = {
    word: verb
    for verb, words in {
        "row": "row 줄",
        "has": "has 소유",
        "decide": "decide 결정",
        "cell": "cell 칸",
        "result": "result 결과 final 최종",
        "win": "win wins winner won-by 승자 승리 우승",
        "order": "order 순위",
        "won": "won 성공",
        "lost": "lost 실패 패배",
        "score": "score",
        "line": "line 라인",
        "bids": "bids 입찰",
        "made": "made 달성",
        "pay": "pay 지불",
        "sides": "sides 편",
        "declare": "declare 선언",
        "places": "places 등수",
        "plus": "plus 추가",
        "fill": "rest 나머지",
        "end": "end 종료",
        "turn": "turn 차례",
        "next": "next 다음",
        "pass": "pass 패스",
        "roll": "roll 주사위",
        "out": "out 탈락",
        "back": "back 복귀",
        "move": "move 이동",
        "new": "new 새",
        "count": "count 세기",
    }.items()
    for word in words.split()
}
"""Typed word to the action that it begins."""

OTHERS: Final = (
    "all",
    "bank",
    "by",
    "each",
    "extra",
    "final",
    "named",
    "of",
    "pad",
    "piece",
    "place",
    "point",
    "rounds",
    "held",
    "reached",
    "sheet",
    "start",
    "total",
    "unaccounted",
    "last",
    "any",
)
"""Further words that mean something in a sheet, or name a place of every match."""

RESERVED: Final = frozenset({*(word for word in VERBS if word.isascii()), *OTHERS})
"""What no row, piece or place can be called."""
