"""The board: `match` (the whole match as some eyes see it), `duel` (the panel of a duel); and `log`
(an action in words)."""

from engines.challengers.view.match import view

__all__ = ["view"]
