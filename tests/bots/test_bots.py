"""Bots: strength, honesty and repeatability."""

import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.bots import Budget, UnknownBot
from tabletown.engine.game import Game
from tabletown.engine.position import Position


def match(title: str, seed: int, seats: list[str]) -> Game:
    """A game between bots, each asked with its own view only."""
    game = tt.new(title, players=len(seats), seed=seed)
    while (seat := game.turn) is not None:
        view = game.view(seat)
        game.push_action(bots.get(seats[seat]).choose(view, Budget(seed=1000 * seed + game.ply)), seat)
    return game


@pytest.mark.parametrize("title", games.names())
def test_greedy_beats_uniform(title: str) -> None:
    """At least 95 % of 1,000 two-player games, seats rotated, every deal played from both seats."""
    wins = 0
    for number in range(1000):
        seats = ["greedy", "uniform"] if number % 2 == 0 else ["uniform", "greedy"]
        outcome = match(title, number // 2, seats).outcome()
        assert outcome is not None
        wins += outcome.winners == (seats.index("greedy"),)
    assert wins >= 950, f"greedy won {wins} of 1000"


@pytest.mark.parametrize("title", games.names())
@pytest.mark.parametrize("name", bots.names())
def test_choices_depend_on_the_view_alone(title: str, name: str) -> None:
    """Worlds that differ only in what the seat cannot know lead to the same choice."""
    game = tt.new(title, players=3, seed=5)
    bot = bots.get(name)
    for _ in range(30):
        seat = game.turn
        assert seat is not None
        view = game.view(seat)
        choices = {bot.choose(view.imagine(world).view(seat), Budget(seed=9)) for world in range(3)}
        assert choices == {bot.choose(view, Budget(seed=9))}
        game.push_action(choices.pop(), seat)


@pytest.mark.parametrize("name", bots.names())
def test_bots_refuse_states_and_other_peoples_turns(name: str) -> None:
    game = tt.new("uptown", players=2, seed=5)
    assert game.turn is not None
    wrong: list[Position] = [game, game.view(-1), game.view(1 - game.turn)]
    for position in wrong:
        with pytest.raises(ValueError, match=r"view|not to act"):
            bots.get(name).choose(position, Budget())


def test_unknown_bots() -> None:
    with pytest.raises(UnknownBot, match="uniform, greedy"):
        bots.get("stockfish")
