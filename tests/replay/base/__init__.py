"""Tests of replay.base."""
