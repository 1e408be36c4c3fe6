"""What everything in `replay` may use: translation, times, terminal text, walking over values."""
