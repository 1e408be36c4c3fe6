"""Tests of Machi Koro: cases, rules, notation, and the positions they are set in."""
