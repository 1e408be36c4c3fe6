"""The panel Review: looking back at matches.

Positions, accounts of numbers, lists of matches, the report and questions in SQL, a module each;
`listing` draws logs and prompts for them.
"""
