"""What everything in `replay` may use. It knows no match and no game.

`i18n` translates the texts of the interface, `errors` says in words what went wrong, `times` and
`values` read what events carry, `terminal_text` cleans texts that others wrote. `workers` does a
work of independent parts: here, in `processes` of this machine, or on a `cluster` with Dask;
`finished_parts` is the record from which it is resumed. Every other room calls this one.
"""
