"""Positions of Market."""
