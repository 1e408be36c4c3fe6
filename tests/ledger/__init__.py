"""Tests of `ledger`."""
