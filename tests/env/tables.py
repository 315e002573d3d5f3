"""Which tables the tests of environments look at: every title with every number of players."""

from tabletown import games

TABLES = [
    (name, players)
    for name in games.names()
    for players in range(games.get(name).meta.players[0], games.get(name).meta.players[1] + 1)
]
