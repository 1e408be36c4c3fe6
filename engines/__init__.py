"""Pure rules of tabletop games: no SQL, no screen, no clock, no randomness."""

from typing import Final

LANGUAGES: Final = ("en", "ko")
"""The languages in which every game has its words."""
