"""Tests of reading and growing a line."""
