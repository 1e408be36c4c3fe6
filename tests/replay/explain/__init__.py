"""Tests of `replay.explain`."""
