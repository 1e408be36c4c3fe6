"""Tests of `replay.files`."""
