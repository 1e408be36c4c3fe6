"""Archives: matches as partitioned Parquet files, for keeping and for computing over many.

`layout` says which tables there are and where their files lie, `parquet` writes and reads one
file, `manifest` lists the files with their hashes. `writing` adds the matches of a ledger,
`reading` gives them back. `docs/archive.md` describes all of it for other programs.
"""
