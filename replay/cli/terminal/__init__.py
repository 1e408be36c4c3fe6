"""Everything of the command line that reads keys or lines.

`live` is the prompt and `page` the board above it; `recorder` records from a pipe and prints what
the desk replies; `stepper` steps through a match. The commands `record`, `step` and those that
correct call it.
"""
