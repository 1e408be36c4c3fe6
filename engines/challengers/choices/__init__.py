"""What may be done next, by what it is about: the match, the deck, a duel."""

from engines.challengers.choices.match import awaits, choices

__all__ = ["awaits", "choices"]
