"""Properties of whatever people type, and of whatever lies in files of others."""
