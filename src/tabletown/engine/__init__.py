"""How any game runs. No module here knows a title."""
