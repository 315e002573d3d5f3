"""Drawings of Paper Skylines: from a view to a scene of zones and pieces. `table.py` puts a whole table together."""
