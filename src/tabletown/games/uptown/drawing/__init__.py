"""Drawings of UpTown: from a view to a scene of zones and pieces. `table.py` puts a whole table together."""
