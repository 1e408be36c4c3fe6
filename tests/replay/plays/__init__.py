"""Tests of plays that other programs logged."""
