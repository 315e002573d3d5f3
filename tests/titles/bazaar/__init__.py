"""Bazaar: a title for tests whose declaration has a field of every kind, and moves with arguments of every kind."""
