"""Bots: strength, honesty and repeatability."""

import math
from itertools import pairwise

import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.bots import Budget, UnknownBot
from tabletown.bots.greedy import Greedy
from tabletown.engine.game import Game
from tabletown.engine.position import Position

from ..marks import quick_if

LITTLE = Budget(seed=9, iterations=40)
QUICK = [name for name in games.names() if games.get(name).meta.minutes < 60]
"""Titles of which many games can be played; benchmarks/ladder.py plays all of them."""


def match(title: str, seed: int, seats: list[str]) -> Game:
    """A game between bots, each asked with its own view only."""
    game = tt.new(title, players=len(seats), seed=seed)
    while (seat := game.turn) is not None:
        view = game.view(seat)
        game.push_action(bots.get(seats[seat]).choose(view, Budget(seed=1000 * seed + game.ply, iterations=100)), seat)
    return game


@pytest.mark.parametrize(
    ("title", "players", "number"),
    quick_if(
        lambda title, *_: title in QUICK,
        [("uptown", 2, 400), ("penny_lane", 2, 200), ("paper_skylines", 2, 40), ("milton_keynes", 2, 4)],
    ),
)
def test_greedy_beats_uniform(title: str, players: int, number: int) -> None:
    """In at least 95 % of the games, seats rotated, every deal played from all seats; fewer games of long titles."""
    wins = 0
    for index in range(number):
        deal, seat = divmod(index, players)
        seats = ["uniform"] * players
        seats[seat] = "greedy"
        outcome = match(title, deal, seats).outcome()
        assert outcome is not None
        wins += outcome.winners == (seat,)
    assert wins >= math.ceil(0.95 * number), f"greedy won {wins} of {number}"


@pytest.mark.parametrize("title", games.names())
@pytest.mark.parametrize("name", bots.names())
def test_choices_depend_on_the_view_alone(title: str, name: str) -> None:
    """Worlds that differ only in what the seat cannot know lead to the same choice."""
    game = tt.new(title, players=3, seed=5)
    bot = bots.get(name)
    for _ in range(15):
        seat = game.turn
        assert seat is not None
        view = game.view(seat)
        choices = {bot.choose(view.imagine(world).view(seat), LITTLE) for world in range(2)}
        assert choices == {bot.choose(view, LITTLE)}
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
    with pytest.raises(UnknownBot, match=r"uniform, tourist, .*, search, reflex, master"):
        bots.get("stockfish")


# --- The ladder -----------------------------------------------------------------------------------------------------


def test_the_ladder_has_the_same_names_for_all() -> None:
    rungs = [bot.name for bot in bots.LADDER]
    assert bots.names() == ["uniform", *rungs]
    assert len(rungs) >= 6
    assert rungs[-3:] == ["search", "reflex", "master"]
    assert all(bots.get(name).name == name for name in rungs)
    assert len({bot.blurb for bot in bots.LADDER}) == len(rungs)


@pytest.mark.parametrize(("stronger", "weaker"), list(pairwise(reversed(bots.names()[:5]))))
@pytest.mark.parametrize("title", quick_if(lambda title: title == "uptown", QUICK))
def test_every_rung_beats_the_one_below(title: str, stronger: str, weaker: str) -> None:
    """At least 48 of 80 games, each deal from both seats; a gap of a hundred points is 51."""
    wins = 0.0
    for number in range(80):
        seats = [stronger, weaker] if number % 2 == 0 else [weaker, stronger]
        outcome = match(title, number // 2, seats).outcome()
        assert outcome is not None
        wins += (seats.index(stronger) in outcome.winners) / len(outcome.winners)
    assert wins >= 48, f"{stronger} won {wins} of 80 against {weaker}"


def test_a_tourist_overlooks_things_and_is_no_fool() -> None:
    """By the greedy bot's own ratings its choices are better than chance, and far from the best."""
    tourist, greedy = bots.get("tourist"), Greedy()
    game = tt.new("penny_lane", players=2, seed=3)
    gains: list[float] = []
    same = 0
    while game.turn is not None and len(gains) < 100:
        view, budget = game.view(game.turn), Budget(seed=game.ply)
        actions, ratings = greedy.ratings(view, budget.seed)
        if ratings.std() > 0:
            chosen = ratings[actions.index(tourist.choose(view, budget))]
            gains.append((chosen - ratings.mean()) / ratings.std())
            same += chosen == ratings.max()
        game.push_action(greedy.choose(view, budget))
    assert sum(gains) / len(gains) > 0.15
    assert same < 0.6 * len(gains)


def test_bots_that_cannot_remember_stay_as_they_are() -> None:
    greedy, search = bots.get("greedy"), bots.get("search")
    assert bots.for_game(greedy) is greedy
    player = bots.for_game(search)
    assert player is not search
    assert (player.name, player.blurb) == (search.name, search.blurb)


def test_warm_up_asks_the_chosen_ones_where_there_is_something_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def choose(view: Position, budget: Budget) -> int:
        asked.append(len(view.legal_actions))
        return view.legal_actions[0]

    monkeypatch.setattr(bots.get("search"), "choose", choose)
    for name in games.names():
        bots.warm_up(games.get(name), ["search"])
        bots.warm_up(games.get(name), ["uniform"])
    assert len(asked) == len(games.names())
    assert min(asked) > 1
