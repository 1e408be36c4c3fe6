"""The rules that an action may break: `match` (the tournament; `RULES` lists which rules each kind
of action must answer), `deck` (the deck phase), `duel`; and `admission` (what a match has at all).
"""

from engines.challengers.rules.match import RULES

__all__ = ["RULES"]
