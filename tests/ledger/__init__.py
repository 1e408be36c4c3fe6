"""Tests of the log, from its canonical bytes to two recorders racing for it."""
