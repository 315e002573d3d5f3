"""Drawings keep what did not change. Whatever has been drawn before, a table looks as if drawn for the first time."""

import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tabletown import games
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.title import Title
from tabletown.render.scene import Scene

from ..marks import fewest, fewest_or_most, quick_if

TABLES = [
    (name, players)
    for name in games.names()
    for players in range(games.get(name).meta.players[0], games.get(name).meta.players[1] + 1)
]
SHARED = ("tabletown.games.offered", "tabletown.games.plain_state", "tabletown.render")


def clear_caches(title: Title) -> int:
    """Empty the cache of every function that the words or the drawing of a title may use; returns how many."""
    rooms = tuple(f"tabletown.games.{title.name}.{room}" for room in ("text", "drawing", "cards"))
    modules = [module for name, module in sys.modules.items() if name.startswith((*rooms, *SHARED))]
    found: dict[int, Any] = {
        id(value): value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")
    }
    for cached in found.values():
        cached.cache_clear()
    return len(found)


def looks(view: Position, viewer: int) -> Scene:
    """A view with all its moves, as a page shows it."""
    title = view.title
    actions = view.legal_actions_of(viewer) if viewer >= 0 else []
    buttons = {action: title.words.button(view, viewer, action) for action in actions}
    scene: Scene = title.drawing.draw(view, viewer, buttons)
    return scene


def views(title: Title, players: int, plies: int) -> Iterator[tuple[int, Position]]:
    """What every seat and a spectator see of a game played at random; the last of a list of choices is rarely made."""
    game, chance = Game.new(title, players, seed=3), random.Random(3)
    for _ in range(plies):
        yield from ((viewer, game.view(viewer)) for viewer in range(-1, players))
        if game.is_game_over():
            return
        actions = game.legal_actions
        game.push_action(chance.choice(actions if chance.random() < 0.2 else actions[:-1] or actions))


def check(name: str, players: int, plies: int, every: int) -> None:
    """Draw a game, ply by ply; then draw some of its views once more, each with empty caches."""
    title = games.get(name)
    drawn = [(viewer, view, looks(view, viewer)) for viewer, view in views(title, players, plies)]
    for viewer, view, scene in drawn[::every]:
        assert clear_caches(title) > len(SHARED)
        assert looks(view, viewer) == scene, (view, viewer)


@pytest.mark.parametrize(("name", "players"), quick_if(fewest, TABLES))
def test_drawing_with_warm_caches_is_drawing_with_empty_ones(name: str, players: int) -> None:
    check(name, players, plies=100, every=6 * (players + 1) + 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if fewest_or_most(*table)])
def test_a_whole_game_is_drawn_alike_with_warm_and_empty_caches(name: str, players: int) -> None:
    check(name, players, plies=2000, every=8 * (players + 1) + 1)
