"""Tests of `replay.base`."""
