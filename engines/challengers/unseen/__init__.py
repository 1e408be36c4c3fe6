"""What is known of cards that nobody has seen.

`debts` (what pools owe; opens a booking), `decks` (naming unknown cards), `piles` (drawing and
refilling), `left_out` (sets that are not played), `redaction` (what each seat saw of an action).
Above the state, below the duel.
"""
