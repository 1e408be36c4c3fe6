"""Tests of `replay.lab`."""
