"""Study: reviews of games."""
