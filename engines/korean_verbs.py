"""The forms of a Korean verb that people type at a table, from its dictionary form.

``구입하다`` has ``구입``, ``구입함``, ``구입했다`` and others. The past is an entry of its own:
``샀다`` stands in the data beside ``사다``, from which it does not follow letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

NOUN_DOES: Final = (
    *("", "함", "했다", "했음", "했어", "했어요", "했습니다", "했고", "했는데", "했네", "했지"),
    *("한다", "합니다", "하기", "하고", "해", "해요", "해서", "하자", "할게", "할래", "하며"),
    *("하면서", "하네", "하겠음", "하겠습니다", "하다", "됨", "됐다", "됐음", "되었다"),
    *("완료", "완료했다", "완료함", "성공"),
)
"""What follows the noun of ``구입하다``."""

PAST: Final = (
    *("다", "음", "어", "어요", "습니다", "고", "는데", "네", "네요", "지", "지요", "죠"),
    *("으며", "더니", "으니까", "슴", "었음", "다가", "다고", "던", "거든", "구나", "대", "답니다"),
)
"""What follows the past stem of ``샀다``."""

SHORT: Final = ("", "요", "서", "라", "야", "야지", "줘", "주세요", "놓음", "둠")
"""What follows ``사``, which is left of ``샀다``."""

PLAIN: Final = (
    *("다", "고", "기", "지", "자", "게", "네", "네요", "면서", "며", "는", "는데", "던", "라"),
    *("겠다", "겠음", "겠어", "겠습니다", "는 중", "기로 함", "고 싶어", "고 나서"),
)
"""What follows the stem of ``사다``."""

FINALS: Final = 28
"""How many final consonants a syllable may have, none included."""

NIEUN, RIEUL, RIEUL_MIEUM, MIEUM, PIEUP, SSANG_SIOT = 4, 8, 10, 16, 17, 20
"""The numbers of some final consonants."""

DENIALS: Final = ("안", "못")
"""What says that something was not done."""


def list_forms(entry: str) -> Iterator[str]:
    """Yield the forms of a verb in its dictionary form, or in the past; other text as it is.

    Words in front of the verb stay: ``안 사다``.

    >>> forms = list(list_forms("버리다"))
    >>> "버림" in forms, "버린다" in forms, "버릴게" in forms, list(list_forms("찜"))
    (True, True, True, ['찜'])
    """
    ahead, space, verb = entry.rpartition(" ")
    yield from (f"{ahead}{space}{form}".strip() for form in _list_word_forms(verb))


def list_denials(entry: str) -> Iterator[str]:
    """Yield what says that something was not done: ``안 사다`` and its forms, with and without a
    space, of ``구입하다`` also ``구입 안 하다``."""
    for denial in DENIALS:
        for form in list_forms(entry):
            yield from (f"{denial} {form}", f"{denial}{form}")
        if entry.endswith("하다"):
            noun = entry.removesuffix("하다")
            for form in NOUN_DOES[1:]:
                yield from (f"{noun} {denial} {form}", f"{noun} {denial}{form}")


def _list_word_forms(verb: str) -> Iterator[str]:
    """Yield the forms of a verb without anything in front of it."""
    stem = verb.removesuffix("다")
    if stem == verb or not stem:
        yield verb
    elif stem.endswith("하") and len(stem) > 1:
        yield from (f"{stem[:-1]}{ending}" for ending in NOUN_DOES)
    elif find_final(stem) == SSANG_SIOT:
        yield from (f"{stem}{ending}" for ending in PAST)
        yield from (f"{replace_final(stem, 0)}{ending}" for ending in SHORT)
    else:
        yield from (f"{stem}{ending}" for ending in PLAIN)
        yield from _list_contracted_forms(stem)


def _list_contracted_forms(stem: str) -> Iterator[str]:
    """Yield the forms of a stem whose ending joins its last syllable: ``삼``, ``산다``."""
    final = find_final(stem)
    if final not in (0, RIEUL):
        yield from (f"{stem}{ending}" for ending in ("음", "는다", "을게", "을래", "습니다", "은"))
        return
    yield replace_final(stem, MIEUM if final == 0 else RIEUL_MIEUM)
    yield replace_final(stem, MIEUM)
    yield replace_final(stem, NIEUN)
    yield f"{replace_final(stem, NIEUN)}다"
    yield from (f"{replace_final(stem, RIEUL)}{ending}" for ending in ("게", "게요", "래", "래요"))
    yield f"{replace_final(stem, PIEUP)}니다"


def find_final(word: str) -> int:
    """Return the number of the final consonant of a Korean word, 0 for none."""
    return (ord(word[-1]) - ord("가")) % FINALS if "가" <= word[-1:] <= "힣" else 0


def replace_final(word: str, final: int) -> str:
    """Return a Korean word whose last syllable ends in another consonant.

    >>> replace_final("사", MIEUM), replace_final("샀", 0)
    ('삼', '사')
    """
    return word[:-1] + chr(ord(word[-1]) - find_final(word) + final)
