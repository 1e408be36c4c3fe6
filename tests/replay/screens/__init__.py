"""Tests of boards and pages."""
