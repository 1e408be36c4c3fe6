"""Tests of `replay.query`."""
