"""The panel Admin: checks, the database, random play, help.

Checks of the ledger, keys, the database, random play and help, a module each.
"""
