"""Measuring games: how fast they run, how strong bots are, how balanced cards are."""
