"""Play the game of each title that the home page replays while no game is in play: `games/TITLE/sample.txt`.

PYTHONPATH=. python benchmarks/sample_games.py [TITLE ...]

Bots search with a fixed number of iterations and fixed seeds, so the same release writes the same records. The seeds
were chosen for close games that the first seat wins: its area is the one that is shown.
"""

import sys

import tabletown as tt
from tabletown import bots
from tabletown.bots import Budget
from tabletown.engine.record import write_record
from tabletown.games import get

SEEDS = {"milton_keynes": 3, "paper_skylines": 3, "penny_lane": 2, "uptown": 5}
PLAYERS = ("search", "builder", "greedy")
ITERATIONS = 200


def sample(title: str) -> str:
    """The record of the sample game of a title."""
    seed = SEEDS[title]
    game = tt.new(title, players=len(PLAYERS), seed=seed)
    seats = [bots.get(name) for name in PLAYERS]
    while (seat := game.turn) is not None:
        budget = Budget(seed=seed * 100_000 + game.ply, iterations=ITERATIONS)
        game.push_action(seats[seat].choose(game.view(seat), budget), seat)
    return write_record(game, [name.capitalize() for name in PLAYERS])


def main(titles: list[str]) -> None:
    """Write the records into the folders of the titles."""
    for title in titles or sorted(SEEDS):
        (get(title).folder / "sample.txt").write_text(sample(title))


if __name__ == "__main__":
    main(sys.argv[1:])
