"""Two bots against each other, with changed seats in every second game.

python -m tabletown.examples.bot_match [--title uptown] [--bots greedy uniform] [--games 100]
"""

import argparse

import tabletown as tt
from tabletown import bots
from tabletown.bots import Budget


def play(title: str, players: list[bots.Bot], seed: int) -> tuple[int, ...]:
    """One game; returns every seat's place. A bot is shown its view of the table, never the table."""
    game = tt.new(title, players=len(players), seed=seed)
    while (seat := game.turn) is not None:
        action = players[seat].choose(game.view(seat), Budget(seed=seed * 1000 + game.ply))
        game.push_action(action, seat)
    outcome = game.outcome()
    assert outcome is not None
    return outcome.places


def main() -> None:
    """Play the match and print how many games each bot won."""
    parser = argparse.ArgumentParser(description="Two bots against each other.")
    parser.add_argument("--title", default="uptown")
    parser.add_argument("--bots", nargs=2, default=["greedy", "uniform"], metavar=("ONE", "TWO"))
    parser.add_argument("--games", type=int, default=100)
    args = parser.parse_args()
    pair = [bots.get(name) for name in args.bots]
    wins = [0.0, 0.0]
    for seed in range(args.games):
        first = seed % 2  # whoever sits at seat 0
        places = play(args.title, [pair[first], pair[1 - first]], seed)
        winners = [seat for seat, place in enumerate(places) if place == 1]
        for seat in winners:
            wins[first if seat == 0 else 1 - first] += 1 / len(winners)
    for name, won in zip(args.bots, wins, strict=True):
        print(f"{name:<10} {won:g} of {args.games}")


if __name__ == "__main__":
    main()
