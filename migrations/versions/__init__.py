"""The revisions, one file each, numbered in their order."""
