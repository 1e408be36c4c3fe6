"""The rules that judge an action, by what they are about: the match, the deck, a duel."""

from engines.challengers.rules.match import RULES

__all__ = ["RULES"]
