"""Bots and hints at tables: who thinks next, in which thread, and how strong."""
