"""Korean particles behind a word that people type: ``지훈이가`` is about ``지훈``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

SUBJECT: Final = (
    *("이", "가", "은", "는", "도", "이가", "이는", "이도", "께서"),
    *("님", "님이", "님은", "님도", "님께서", "씨", "씨가", "씨는"),
)
"""What stands behind whoever does something."""

MEANS: Final = ("로", "으로", "짜리로")
"""What stands behind the thing with which something is done."""

OTHERS: Final = (
    *(
        "을",
        "를",
        "의",
        "에",
        "에서",
        "만",
        "나",
        "이나",
        "아",
        "야",
        "씩",
        "짜리",
        "짜리를",
        "부터",
        "까지",
    ),
    *("랑", "이랑", "하고", "이하고", "과", "와", "이를", "이의", "보다", "이보다", "인", "이고"),
    *("이요", "요", "임", "입니다", "이다", "예요", "이에요", "이야", "이었고", "였고"),
    *("한테", "이한테", "에게", "이에게", "한테서", "이한테서", "에게서", "이에게서", "님한테"),
)
"""What stands behind other words."""

JOINING: Final = ("랑", "이랑", "하고", "이하고", "과", "와")
"""What stands between the entries of a list."""

PARTICLES: Final = frozenset((*SUBJECT, *MEANS, *OTHERS))

LONGEST: Final = max(map(len, PARTICLES))

KOREAN: Final = re.compile(r"[가-힣]")


class Stem(NamedTuple):
    """A word without a particle, and the particle, "" for none."""

    word: str
    particle: str = ""


def list_stems(word: str) -> Iterator[Stem]:
    """Yield a word as it stands, and without each particle that it may end in, the shortest first.

    >>> [stem.word for stem in list_stems("지훈이가")], [stem.word for stem in list_stems("3을")]
    (['지훈이가', '지훈이', '지훈'], ['3을', '3'])
    """
    yield Stem(word)
    if KOREAN.search(word) is None:
        return
    for length in range(1, LONGEST + 1):
        if word[-length:] in PARTICLES and len(word) > length:
            yield Stem(word[:-length], word[-length:])
