"""Study: what can be learned from games, with the minds of the titles: reviews of decisions, luck apart from skill."""
