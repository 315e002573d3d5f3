"""Data sets: games of strong bots as Parquet, one table of games and one of decisions, with a card that says how."""
