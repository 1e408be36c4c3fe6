"""The interface's language: English in the code, translations by gettext.

The words of the games are elsewhere (`engines.words`); these are the words of the program.
"""

from __future__ import annotations

import gettext
import locale
import os
from functools import cache
from pathlib import Path
from typing import Any, Final

from engines import LANGUAGES

VARIABLE: Final = "FOLDTABLE_LANG"
DOMAIN: Final = "foldtable"

_language = ""


def find_language() -> str:
    """Return the language asked for: FOLDTABLE_LANG, else the locale's, else English."""
    for wish in (os.environ.get(VARIABLE), *_list_locales()):
        if wish and wish[:2].lower() in LANGUAGES:
            return wish[:2].lower()
    return "en"


def _list_locales() -> list[str | None]:
    names = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return names if any(names) else [locale.getlocale()[0]]


def set_language(lang: str) -> None:
    """Let the program speak a language from now on."""
    global _language
    _language = lang


def language() -> str:
    """Return the language that the program speaks."""
    return _language or find_language()


@cache
def _load_translation(lang: str) -> gettext.NullTranslations:
    folder = Path(__file__).parent / "locale"
    return gettext.translation(DOMAIN, folder, [lang], fallback=True)


def _(text: str) -> str:
    """Return a text in the program's language."""
    return _wrap(_load_translation(language()).gettext(text))


def translate(text: str, lang: str) -> str:
    """Return a text in a language, whatever the program speaks."""
    return _load_translation(lang).gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """Return the right form for a number, in the program's language."""
    return _wrap(_load_translation(language()).ngettext(one, many, n))


def _wrap(text: str) -> str:
    """Return a translation; one that may have Korean particles chooses them when it is filled."""
    return KoreanText(text) if language() == "ko" else text


class KoreanText(str):
    """A Korean text with fields. Filled in, its particles take the form that the fields ask for.

    >>> KoreanText("{name}이(가) 없습니다.").format(name="밀밭")
    '밀밭이 없습니다.'
    """

    def format(self, *args: Any, **data: Any) -> str:
        """Return the text with its fields filled in."""
        from engines.words import choose_particles

        return choose_particles(self, data).format(*args, **data)
