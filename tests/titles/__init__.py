"""Titles that exist for tests only."""
