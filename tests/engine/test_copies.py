"""Copies of games, positions and views: pickled, deep-copied, sent to other processes; equal and hashed by content."""

import copy
import multiprocessing
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

import tabletown as tt
from tabletown import games
from tabletown.engine.errors import PositionError
from tabletown.engine.game import Game
from tabletown.engine.position import Position

TITLES = games.names()


def played(title: str = "uptown", plies: int = 12, seed: int = 3) -> Game:
    game, choice = tt.new(title, seed=seed), random.Random(seed)
    for _ in range(plies):
        game.push_action(choice.choice(game.legal_actions))
    return game


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("again", [pickled, copy.deepcopy, copy.copy])
@pytest.mark.parametrize("title", TITLES)
def test_a_copy_is_the_same_game_and_a_game_of_its_own(title: str, again: Any) -> None:
    game = played(title)
    other = again(game)
    assert type(other) is Game
    assert other.title is game.title
    assert other.cards is game.cards
    assert other == game
    assert hash(other) == hash(game)
    assert other.snapshots() == game.snapshots()
    assert tt.dumps(other) == tt.dumps(game)
    before = game.snapshots()
    while other.history:
        other.pop()
    assert game.snapshots() == before
    assert other != game


@pytest.mark.parametrize("again", [pickled, copy.deepcopy, copy.copy])
@pytest.mark.parametrize("title", TITLES)
def test_copies_of_positions_and_views(title: str, again: Any) -> None:
    game = played(title)
    for position in (game.at(5), *(game.view(seat) for seat in range(-1, game.players))):
        other = again(position)
        assert type(other) is Position
        assert (other, hash(other), other.seat) == (position, hash(position), position.seat)
        assert other.state.ply == position.ply  # its fields are windows on its own memory
        other.state.ply += 1
        assert other != position


@pytest.mark.parametrize("title", TITLES)
def test_a_pickled_view_holds_nothing_that_is_hidden(title: str) -> None:
    """Worlds that the seat cannot tell apart give the same pickle, byte for byte."""
    view = played(title).view(0)
    pickles = {pickle.dumps(view.imagine(seed).view(0)) for seed in range(5)}
    assert pickles == {pickle.dumps(view)}
    assert len({view.imagine(seed) for seed in range(5)}) > 1  # there was something to hide
    assert len({view.imagine(seed).view(0) for seed in range(5)}) == 1


def test_a_game_from_a_position_is_pickled_with_its_start() -> None:
    game = Game.from_position(played().at(6))
    game.push_action(game.legal_actions[0])
    assert pickled(game) == game
    assert tt.dumps(pickled(game)) == tt.dumps(game)


def test_other_cards_travel_with_a_game() -> None:
    title = games.get("penny_lane")
    table = title.card_table()
    table["building"][0]["cost"] += 1
    game = tt.new("penny_lane", seed=1, cards=title.read_cards(table))
    assert pickled(game) == game
    assert pickled(game).cards.data.tobytes() == game.cards.data.tobytes() != title.cards.data.tobytes()
    assert tt.new("penny_lane", seed=1) != game


def test_a_pickle_of_another_release_is_refused() -> None:
    make, kept = played().view(0).__reduce__()
    title, cards, _, *rest = kept
    with pytest.raises(PositionError, match="another release"):
        make(title, cards, "0" * 16, *rest)


def test_games_and_positions_are_equal_by_content() -> None:
    game, again, other = played(), played(), played(seed=4)
    assert game == again
    assert game.at(5) == again.at(5) != game.at(6)
    assert game.view(0) == again.view(0) != game.view(1)
    assert game != other
    assert game != game.at(game.ply)  # a game has a past, a position has none
    assert game != "uptown"
    assert len({game.at(4), again.at(4), game.at(5)}) == 2
    again.pop()
    assert game != again
    assert {game.copy(): "kept"}[played()] == "kept"


def step(game: Game) -> tuple[Game, Position]:
    """In another process: make a ply; returns the game and what the seat sees."""
    seat = game.turn
    assert seat is not None
    game.push_action(game.legal_actions[0])
    return game, game.view(seat)


def stepped(game: Game) -> tuple[Game, Position]:
    return step(game.copy())


def test_games_go_through_multiprocessing() -> None:
    sent = [played("uptown", plies) for plies in range(3)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(step, sent) == [stepped(game) for game in sent]


def test_games_go_through_a_dask_cluster(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    sent = [played("uptown", plies) for plies in range(3)]
    with (
        dask.config.set(
            {
                "temporary-directory": str(tmp_path),
                "distributed.worker.daemon": False,
                "distributed.comm.timeouts.connect": "300s",
            }
        ),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None, death_timeout=300
        ) as cluster,  # on a busy machine a worker takes long to start
        distributed.Client(cluster) as client,
    ):
        assert client.gather(client.map(step, sent, pure=False)) == [stepped(game) for game in sent]
