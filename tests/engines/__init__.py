"""Tests of the engines: cases, rules, traces, laws."""
