"""Commands that are killed at a random moment, and what the ledger holds afterwards."""
