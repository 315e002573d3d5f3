"""The rules against plain Python written straight from their text: blocks on random maps, rivers step by step."""

import random

import numpy as np
import pytest

import tabletown as tt
from tabletown.engine.state import blank, record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.positions.map import split
from tabletown.games.milton_keynes.rules import advanced_setup, blocks, game_setup

from ....marks import quick_if
from ..helpers import CARDS
from .twin import MOST, TYPES, Building, Rivers, Square, Town


def grown(rng: random.Random, free: set[Square], size: int) -> set[Square]:
    """A random connected set of free squares, up to a size."""
    plots = {rng.choice(sorted(free))}
    while len(plots) < size:
        near = {(r + d, c + e) for r, c in plots for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))} & free - plots
        if not near:
            break
        plots.add(rng.choice(sorted(near)))
    return plots


def random_town(rng: random.Random, land: set[Square], river: set[Square], marsh: set[Square], players: int) -> Town:
    """Buildings of any kind beside each other, some of them on the river, until the map is more or less full."""
    free, standing = land | river, []
    for _ in range(rng.randrange(1, 26)):
        if not free:
            break
        kind = rng.choice(TYPES)
        plots = grown(rng, free, rng.randint(1, MOST.get(kind, 6)))
        standing.append(Building(rng.randrange(players), kind, frozenset(plots)))
        free -= plots
    return Town(river, marsh, standing)


def squares_of(words: np.ndarray) -> set[Square]:
    mask = int(words[0]) | int(words[1]) << s.SPLIT
    return {divmod(plot, s.COLUMNS) for plot in range(s.SQUARES) if mask >> plot & 1}


def words_of(plots: set[Square] | frozenset[Square]) -> tuple[int, int]:
    return split(row * s.COLUMNS + column for row, column in plots)


@pytest.mark.rules("S-1", "S-2", "S-3", "S-4", "S-5", "S-6")
@pytest.mark.parametrize("players", quick_if(lambda players: players == 4, [2, 3, 4, 5]))
def test_blocks_on_random_maps_agree(players: int) -> None:
    rng = random.Random(players)
    states = blank(s.STATE)
    state = record(states)
    for number in range(2500):
        states[:] = np.zeros(1, s.STATE)
        game_setup.clear(state)
        state.players, state.options = players, number % 2
        game_setup.use_map(state, CARDS)
        land, river, marsh = (squares_of(words) for words in (state.land, state.river, state.marsh))
        if state.options:  # any squares as river and marsh
            wet = rng.sample(sorted(land), rng.randrange(3, 15))
            river, marsh, land = set(wet[2:]), set(wet[:2]), land - set(wet)
            state.river, state.marsh, state.land = words_of(river), words_of(marsh), words_of(land)
        town = random_town(rng, land, river, marsh, players)
        for building in town.buildings:
            blocks.mark(state, *words_of(building.plots), building.owner, TYPES.index(building.type))
        blocks.count_blocks(state, CARDS)
        assert state.blocks[:players].tolist() == town.blocks(players), (number, town.buildings)
        again = state.blocks.tolist()
        blocks.count_blocks(state, CARDS)
        assert state.blocks.tolist() == again


@pytest.mark.rules("S-1")
def test_no_wall_holds_more_than_two_blocks() -> None:
    """Two standing blocks on a wall between buildings, one lying block inside."""
    rng, game = random.Random(1), tt.new("milton_keynes", players=5, seed=0)
    land, river, marsh = (squares_of(words) for words in (game.state.land, game.state.river, game.state.marsh))
    for _ in range(200):
        town = random_town(rng, land, river, marsh, 5)
        state = game.state.copy()
        for building in town.buildings:
            blocks.mark(state, *words_of(building.plots), building.owner, TYPES.index(building.type))
        for plot in range(s.SQUARES):
            for other in (plot + 1, plot + s.COLUMNS):
                if other < s.SQUARES and s.NONE not in (state.owner[plot], state.owner[other]):
                    most = 1 if state.anchor[plot] == state.anchor[other] else 2
                    both = blocks.wall(state, CARDS, plot, other) + blocks.wall(state, CARDS, other, plot)
                    assert both <= most


@pytest.mark.rules("ADV-2", "ADV-3", "ADV-4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rivers_agree_with_a_search_of_every_way(players: int) -> None:
    """That at most one bend decides whether a river can be finished; proved on all prefixes, sampled here."""
    rng, rivers = random.Random(players), Rivers(players)
    out = np.zeros(s.MAX_LEGAL, np.int32)
    for _ in range(60):
        state = record(blank(s.STATE))
        state.players, state.options = players, s.ADVANCED
        game_setup.use_map(state, CARDS)
        tiles: list[Square] = []
        while not tiles or not rivers.complete(tiles):
            n = advanced_setup.river_menu(state, out)
            found = [divmod(int(action) - s.TILE, s.COLUMNS) for action in out[:n]]
            assert found == rivers.choices(tiles), tiles
            tiles.append(rng.choice(found))
            complete = advanced_setup.lay_river(state, tiles[-1][0] * s.COLUMNS + tiles[-1][1])
            assert bool(complete) == rivers.complete(tiles)
        assert len(tiles) <= s.RIVER_TILES
