"""Numbers over many matches: evenings, people, places and groups.

`durations` adds up the time of a match without its pauses, `evenings` finds the matches of one
night. `directory` knows who is who, from the facts in the journal of the ledger; `naming` plans
such facts, and `tallies` counts matches by person, place and group.
"""
