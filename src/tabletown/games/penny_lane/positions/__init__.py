"""Positions of Penny Lane as TOML: reading and writing a state, and refusing impossible ones."""
