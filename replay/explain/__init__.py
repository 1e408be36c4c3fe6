"""Answers to questions about a record: why, when, how much, what else was possible."""
