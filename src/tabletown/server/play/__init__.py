"""What happens at a table, without HTTP: moves, seats, clocks, take-backs, remarks, bots, records."""
