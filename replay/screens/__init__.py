"""Screens draw what engines describe; they know no game."""
