"""Reconcile: what was counted at the table against the record, and the slips that explain it."""
