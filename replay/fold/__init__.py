"""From the stored stream to the match as it stands; nothing is stored here.

`line.read_line` reads a stream into the line (what counts after corrections, and
the closing in force), `timeline.Timeline` folds the line into frames. `closing`, `rulings` and
`hindsight` answer questions about a timeline.
"""
