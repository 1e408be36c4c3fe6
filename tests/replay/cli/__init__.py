"""Tests of the commands, mostly run in this process."""
