"""Modest Plans."""
