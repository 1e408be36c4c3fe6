"""The typed language of the recorder.

`desk.Desk` takes a line and yields replies (`replies`). `commands` holds one record for each
command; the functions are in `questions`, `remarks` and `correction_dialogue`. They work on a
`table.Table`. `completion` is for Tab. `replay.cli` calls `Desk` and, for its own commands that
correct a match, `proposals` and `correction_dialogue` directly.
"""
