"""Checks of bots: each of them can play the title, with every option and every number of players."""

import random
from collections import Counter

from tabletown import bots
from tabletown.bots import Bot, Budget
from tabletown.engine.game import Game
from tabletown.engine.title import Title
from tabletown.testing.failures import located
from tabletown.testing.options import Options

TIMES = 2  # how often the bots are asked in each phase; what happens between is random
ITERATIONS = 16  # of a search: the fewest that it makes


def check_bots(title: Title, players: int, seed: int, options: Options | None = None) -> None:
    """Every bot answers every kind of decision with a legal action.

    A random game is played to its end. In each phase all bots are asked a few times, and one of their moves is made.
    """
    game = Game.new(title, players, seed, options)
    choice = random.Random(seed)
    players_of = [{name: bots.for_game(bots.get(name)) for name in bots.own_names()} for _ in range(players)]
    asked: Counter[int] = Counter()
    with located(game):
        while not game.is_game_over():
            seat, phase = choice.choice(game.waiting), int(game.state.phase)
            actions = game.legal_actions_of(seat)
            if len(actions) > 1 and asked[phase] < TIMES:
                asked[phase] += 1
                actions = [check_choice(bot, game, seat, seed) for bot in players_of[seat].values()]
            game.push_action(choice.choice(actions), seat)


def check_choice(bot: Bot, game: Game, seat: int, seed: int) -> int:
    """The action that a bot chooses from a seat's view, which must be legal."""
    try:
        action = bot.choose(game.view(seat), Budget(seed=seed + game.ply, iterations=ITERATIONS))
    except IndexError as error:
        raise AssertionError(f"{bot.name} cannot choose for seat {seat}: {error}") from error
    assert action in game.legal_actions_of(seat), f"{bot.name} chose {action} for seat {seat}, which is not legal"
    return action
