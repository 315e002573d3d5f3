"""Positions of Milton Keynes as TOML: reading and writing a state, and refusing impossible ones."""
