"""Reading and growing a line with an engine: the application."""
