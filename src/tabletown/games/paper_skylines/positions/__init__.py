"""Positions of Paper Skylines as TOML: reading and writing a state, and refusing impossible ones."""
