"""Sheets: the format, the engine, and the cases."""
