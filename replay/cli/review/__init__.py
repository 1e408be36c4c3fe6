"""The panel Review: looking back at a match.

Positions, accounts of numbers, lists of matches and the report, a module each; `listing` draws
logs and prompts for them.
"""
