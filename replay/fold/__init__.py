"""From the stored stream to the match as it stands: line, timeline, what is in force."""
