"""The append-only log in SQL. It knows no game: an event is an envelope around a payload.

`store.Ledger` opens a file, appends, reads and finds; `replay` uses nothing else to reach the
tables. `rows` reads and writes the rows of events, `headlines` what listings show of matches,
`journal` what happened to the ledger as a whole. `event` makes drafts, canonical JSON, hashes and
seals. `clerk` holds the events about the record itself, `batches` groups events that were entered
together. `database` says what all of them need of a database, `location` which one it is, `opening`
opens it. `sqlite_database` is one in a file: `sqlite` knows the file, its locks and its errors,
`schema` what is in it. `postgres_database`, `postgres`, `postgres_errors` and `postgres_schema` are
the same for a server. `copying` copies whole ledgers, `restoring` brings a backup back. `errors`
are what all of them raise.
"""
