"""Adding to a match: opening, recording and correcting it, and what a correction changes."""
