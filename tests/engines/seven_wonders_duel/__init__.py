"""Tests of 7 Wonders Duel: cases, rules, notation, and the positions they are set in."""
