"""Puzzles: they are positions of real games with one clearly best move, and can be written and read back."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.errors import IllegalMove
from tabletown.engine.game import Game
from tabletown.engine.position_text import read_position
from tabletown.study.errors import StudyError
from tabletown.study.judge import Judge
from tabletown.study.puzzles import MARGIN, Puzzle, actions_of, find_puzzles, from_data, moves_of, theme_of, whole_move
from tabletown.study.spreading import spread

TRACKS = ("profit", "prestige", "population")
SEED = 3  # a game of UpTown for two with a puzzle


@cache
def game_of_minds(seed: int) -> Game:
    game = tt.new("uptown", players=2, seed=seed)
    while (seat := game.turn) is not None:
        game.push_action(bots.get("reflex").choose(game.view(seat), bots.Budget(seed=game.ply)), seat)
    return game


@cache
def puzzles(seed: int) -> tuple[Puzzle, ...]:
    return tuple(find_puzzles(game_of_minds(seed), seed))


def test_a_puzzle_is_a_view_of_the_game() -> None:
    game = game_of_minds(SEED)
    assert puzzles(SEED)
    for puzzle in puzzles(SEED):
        view = puzzle.view()
        assert view.seat == puzzle.seat == view.turn
        assert view.states.tobytes() == game.at(view.ply).view(puzzle.seat).states.tobytes()
        assert puzzle.chance - max(puzzle.rival_chances) >= MARGIN
        assert 1 <= puzzle.difficulty <= 5


def test_the_best_move_is_not_what_greedy_plays() -> None:
    for puzzle in puzzles(SEED):
        view = puzzle.view()
        line = puzzle.line()
        assert moves_of(view, line) == puzzle.best
        assert whole_move(bots.get("greedy"), view, bots.Budget(seed=1)) != line


def test_puzzles_repeat_and_are_read_back() -> None:
    again = tuple(find_puzzles(game_of_minds(SEED), SEED))
    assert again == puzzles(SEED)
    for puzzle in again:
        assert from_data(json.loads(json.dumps(puzzle.as_data()))) == puzzle
        with pytest.raises(StudyError, match="no puzzle"):
            from_data({"id": puzzle.id})


@pytest.mark.parametrize("title", games.names())
def test_every_verb_has_a_theme(title: str) -> None:
    assert set(games.get(title).words.THEMES) == set(games.get(title).actions.verbs)


def test_gifts_and_roofs_are_themes_of_uptown() -> None:
    """What a move is about follows from its card and its site."""
    found = set()
    for seed in range(4):
        game = tt.new("uptown", players=2, seed=seed)
        while (seat := game.turn) is not None:
            move = whole_move(bots.get("reflex"), game.view(seat), bots.Budget(seed=game.ply))
            theme = theme_of(game.view(seat), move)
            found.add(theme)
            for action in move:
                said = game.say(action)
                game.push_action(action, seat)
            assert (theme == "a gift") == (said.startswith("site ") and not said[5:].isdigit()), (theme, said)
    assert {"a gift", "a roof", "a purchase", "the public card"} <= found


def test_links_are_a_theme_of_penny_lane() -> None:
    """Where a building is laid so that half-links meet, as its button says; elsewhere it is a new building."""
    found = set()
    for seed in range(3):
        game = tt.new("penny_lane", players=2, seed=seed)
        while (seat := game.turn) is not None:
            view = game.view(seat)
            for action in view.legal_actions_of(seat):
                button = view.title.words.button(view, seat, action)
                if button.move.startswith("at "):
                    theme, none = theme_of(view, (action,)), "Completes no link" in button.notes
                    assert theme == ("a place in the lane" if none else "a link")
                    found.add(theme)
            game.push_action(bots.get("reflex").choose(view, bots.Budget(seed=game.ply)), seat)
    assert found == {"a link", "a place in the lane"}


def test_hops_are_a_theme_of_paper_skylines() -> None:
    """On the picture of the rules a step on profit passes 5 and 6; if prestige is free, others pass none."""
    plate = Path(games.__file__).with_name("paper_skylines") / "plates" / "hop.toml"
    text = plate.read_text(encoding="utf-8").replace("tracks = [5, 3, 1]", "tracks = [5, 0, 1]")
    view = read_position(text, games.get).view(0)
    themes = {track: theme_of(view, actions_of(view, ("advance", f"track {track}"))) for track in TRACKS}
    assert themes == {"profit": "a hop", "prestige": "a step on a track", "population": "a step on a track"}


def test_moves_that_are_not_legal_are_refused() -> None:
    view = puzzles(SEED)[0].view()
    with pytest.raises(IllegalMove):
        actions_of(view, ("pass",))


def test_playouts_end_and_share_their_luck() -> None:
    position = tt.new("uptown", players=3, seed=SEED)
    seat = position.turn
    assert seat is not None
    judge, view = Judge(mind_of(position.title)), position.view(seat)  # type: ignore[arg-type]
    line = whole_move(bots.get("reflex"), view, bots.Budget(seed=1))
    results = judge.playouts(view, [line, line], 40, seed=4)
    assert np.array_equal(results[0], results[1])  # the same move in the same worlds
    assert np.allclose(results.sum(axis=2), 1)
    assert not np.array_equal(results[0], judge.playouts(view, [line], 40, seed=400)[0])


def test_a_mixture_has_all_themes_and_difficulties() -> None:
    one = puzzles(SEED)[0]
    many = [replace(one, id=str(n), theme="a roof", difficulty=1 + n % 2) for n in range(20)]
    few = [replace(one, id=f"gift {n}", theme="a gift", difficulty=3) for n in range(2)]
    chosen = spread([*many, *few], 8)
    assert [puzzle.id for puzzle in chosen] == ["0", "1", "2", "3", "4", "5", "gift 0", "gift 1"]
    assert spread(many, 100) == many
