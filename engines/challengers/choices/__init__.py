"""The prompts and what is legal in answer: `match` (all prompts; results, trophies, finalists),
`deck` (the deck phase), `duel` (a duel under way)."""

from engines.challengers.choices.match import choices, list_prompts

__all__ = ["choices", "list_prompts"]
