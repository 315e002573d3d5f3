"""Positions of UpTown as TOML: reading and writing a state, and refusing impossible ones."""
