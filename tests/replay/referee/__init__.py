"""Tests of `replay.referee`."""
