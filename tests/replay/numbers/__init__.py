"""Tests of numbers over many matches."""
