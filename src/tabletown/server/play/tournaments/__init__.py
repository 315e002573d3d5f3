"""Tournaments: who plays whom in which round, what counts, and how a round follows another."""
