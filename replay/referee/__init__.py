"""Disputes and their evidence, audits of a record, and the doctor that finds gaps in it."""
