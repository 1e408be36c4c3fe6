"""Tests of `replay.fold`."""
