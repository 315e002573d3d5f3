"""Market in words."""
