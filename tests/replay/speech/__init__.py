"""Tests of `replay.speech`."""
