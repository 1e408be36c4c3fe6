"""Tests of `replay.archive`."""
