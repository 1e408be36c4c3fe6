"""Pure rules of tabletop games: no SQL, no screen, no clock, no randomness.

What all games share lies in the modules of this package, every game in a package of its own.
Read `protocol` first (the questions that an engine answers), then `values` (what goes in and out),
`book` (where every piece is) and `splendor`, the game with the fewest special cases. `game` and
`modules` are what an engine is made of; `registry` finds the installed ones.
"""

from typing import Final

LANGUAGES: Final = ("en", "ko")
"""The languages in which every game has its words."""
