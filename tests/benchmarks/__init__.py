"""Speed as ratios to a reference in the same run; medians, never a timed test."""
