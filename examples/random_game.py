"""A game of random moves, told in sentences: python examples/random_game.py [TITLE] [SEED]"""

import random
import sys

import tabletown as tt


def main(title: str = "uptown", seed: int = 7) -> None:
    game = tt.new(title, players=3, seed=seed)
    choose = random.Random(seed)
    while not game.is_over():
        action = choose.choice(game.legal_actions())
        print(f"{game.ply + 1:>3} seat {game.turn} {game.explain(action)}")
        game.push_action(action)
    print()
    print(game)
    print(game.outcome())


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
