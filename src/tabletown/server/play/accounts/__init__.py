"""Accounts: how a player keeps their games, and comes back to them with a key, a ticket or a code. Never a password."""
