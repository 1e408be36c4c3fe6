"""Tests of `replay.desk`."""
