"""Ratings: how strong players and bots are in each game, computed from the logs of rated tables."""
