"""A game of random moves, told in sentences: python -m tabletown.examples.random_game [TITLE] [SEED]"""

import random
import sys

import tabletown as tt


def main(title: str = "uptown", seed: int = 7) -> None:
    """Play one game and print every ply, the last table and the outcome."""
    game = tt.new(title, players=3, seed=seed)
    choose = random.Random(seed)
    while not game.is_game_over():
        action = choose.choice(game.legal_actions)
        print(f"{game.ply + 1:>3} seat {game.turn} {game.explain(action)}")
        game.push_action(action)
    print()
    print(game)
    print(game.outcome())


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
