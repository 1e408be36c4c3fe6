"""Tests of `replay.record`."""
