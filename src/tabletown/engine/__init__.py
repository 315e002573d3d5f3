"""The game engine: states, kernels, games, positions and records, for any title. No module here knows a title."""
