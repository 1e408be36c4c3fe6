"""Tests mirror the rooms and read like the rulebook."""
