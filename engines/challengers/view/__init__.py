"""What certain eyes see of a match, and what the log says of an action."""

from engines.challengers.view.match import view

__all__ = ["view"]
