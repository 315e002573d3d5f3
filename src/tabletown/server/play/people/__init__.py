"""Players: their sessions, names and data, and how often they may do something."""
