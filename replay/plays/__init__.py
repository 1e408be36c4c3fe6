"""Plays that other programs logged: who played, when, and what came of it. No moves.

`reading` recognises a file and reads it into a `PlayFile` of plays; a module for each format does
the work (`bgstats`, `bgg`, `csv_wide`, `csv_long`). Nothing here stores anything.
"""
