"""How long a mind takes to judge a position as a seat sees it: hide, encode, network.

    python benchmarks/looks.py --games 2

Minds play games against themselves. Every position with a choice is then judged again and again, as `master` does it in
its tree; the least time counts, because other programs may be running. The call from Python is part of it, which
`master` does not pay, whose kernels call each other.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator

from tabletown import bots, games
from tabletown.bots.playout import STATES, WORLD
from tabletown.engine.game import Game
from tabletown.engine.observer import as_bytes
from tabletown.engine.state import blank
from tabletown.lab.deals import deal_seed


def positions(name: str, players: int, number: int) -> Iterator[Game]:
    """A game of minds before each decision that is one."""
    reflex, game = bots.get("reflex"), Game.new(games.get(name), players, deal_seed(0, number))
    while (seat := game.turn) is not None:
        if len(game.legal_actions) > 1:
            yield game
        game.push_action(reflex.choose(game.view(seat), bots.Budget(seed=game.ply)), seat)


def least(call: Callable[[], object], times: int) -> float:
    """The least time of a call, in microseconds."""
    found = []
    for _ in range(times):
        began = time.perf_counter_ns()
        call()
        found.append(time.perf_counter_ns() - began)
    return min(found) / 1000


def measure(name: str, players: int, number: int, times: int) -> tuple[int, float, float]:
    """How many positions were judged, and the mean and the longest time of one look, in microseconds."""
    mind = bots.mind_of(games.get(name))
    assert mind is not None
    states = blank(mind.title.dtype, STATES)
    raw, took = as_bytes(states), []
    for deal in range(number):
        for game in positions(name, players, deal):
            eyes, seat = mind.eyes(states, game.cards), game.turn
            states[WORLD] = game.states[0]
            arguments = (states, raw, game.cards.data[0], seat, *eyes)
            took.append(least(lambda arguments=arguments: mind.kernels.look_as(*arguments), times))  # type: ignore[misc]
    return len(took), statistics.mean(took), max(took)


def main() -> None:
    """Print a line for every title, for as few and as many players as it takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2, help="of each title and number of players")
    parser.add_argument("--times", type=int, default=30, help="that every position is judged")
    asked = parser.parse_args()
    print(f"{'title':16}players  positions  mean µs  longest µs")
    for name in games.names():
        for players in games.get(name).meta.players:
            n, mean, longest = measure(name, players, asked.games, asked.times)
            print(f"{name:16}{players:7}{n:11}{mean:9.1f}{longest:12.1f}", flush=True)


if __name__ == "__main__":
    main()
