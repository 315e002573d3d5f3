"""Drawings of Penny Lane: from a view to a scene of zones and pieces. `table.py` puts a whole table together."""
