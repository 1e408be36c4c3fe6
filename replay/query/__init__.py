"""Questions in SQL over a ledger or an archive.

`views` says which views there are and what their columns mean. `source` reads matches and events
from a ledger or an archive, `folding` derives moves, scores and breaches from them, `cache` keeps
what was derived. `tables` makes Arrow tables of all that, and `database` asks DuckDB, which can
read these tables and nothing else. `docs/query.md` has examples.
"""
