"""Tests of Challengers!: cases, rules, notation, and the positions they are set in."""
