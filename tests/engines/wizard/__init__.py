"""Tests of Wizard: cases, rules, notation, and the positions they are set in."""
