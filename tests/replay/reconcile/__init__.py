"""Tests of `replay.reconcile`."""
