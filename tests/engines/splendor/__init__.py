"""Tests of Splendor: cases, rules, notation, and the positions they are set in."""
