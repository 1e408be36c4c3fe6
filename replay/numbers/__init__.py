"""Numbers over many matches: evenings, and how long matches took.

`durations` adds up the time of a match without its pauses, `evenings` finds the matches of one
night.
"""
