"""Tampering with records: whatever is changed is found, and it is said what."""
