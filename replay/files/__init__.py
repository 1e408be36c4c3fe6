"""Files that a match is exported to and imported from, and files of card sets.

`exchange` exports a match and imports a file: entry points `export_match`, `read_match_file`,
`import_file`, used by the commands export, import and verify. `match_file` is the format and its
checks, `signing` the signatures (evidence of a dispute uses them too). `card_sets` reads card sets
for the desk and for new matches; `json_positions` finds the line of a fault in one.
"""
