"""Adding to a match.

`opening` opens and forks matches. `session.Session` records: `plan` drafts events and imagines the
timeline with them, `commit` stores them. `corrections` plans undo, redo, amendments, insertions
and shifts; `consequences` compares a match before and after a correction.
"""
