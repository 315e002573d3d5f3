"""The rounds of a game, by the names that its title gives them."""

from tabletown.engine.game import Game
from tabletown.engine.log_sentences import chapter


def rounds_of(game: Game) -> list[str]:
    """The round of every ply as the log heads it. It is read from the full state, so use it for finished games only."""
    begun = game.first_ply
    return [chapter(game.at(ply)) for ply in range(begun, game.ply)]


def round_name(heading: str) -> str:
    """The round in a heading or a status: "Level 2" of "Level 2 (round end shown)", "Year 3" of "Year 3, Trading".

    >>> round_name("Level 2 (round end shown)"), round_name("Year 3, Trading")
    ('Level 2', 'Year 3')
    """
    return heading.partition(" (")[0].partition(",")[0]
