"""Searching: players who look for opponents, and how they find each other."""
