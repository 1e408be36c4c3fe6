"""The append-only log in SQL. Knows no game: events are envelopes around payloads."""
