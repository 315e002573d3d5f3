"""Drawings of Milton Keynes: from a view to a scene of zones and pieces. `table.py` puts a whole table together."""
