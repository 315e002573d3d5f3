"""The search: what it finds, what it may not know, and that it keeps its budget."""

import random
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.bots import Budget, Search
from tabletown.bots.search import RatedAction, merge, tree_size
from tabletown.bots.search_memory import SearchMemory, SearchSettings
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.position_text import read_position

from ..marks import quick_if
from . import sealed

SOME = Budget(iterations=300, seed=5)
TITLES = games.names()
QUICK = [name for name in TITLES if games.get(name).meta.minutes < 60]


def decisions(title: str, players: int, seed: int, every: int, number: int) -> list[Position]:
    """Views of seats that have a choice, spread over a random game."""
    game, rng = tt.new(title, players=players, seed=seed), random.Random(seed)
    views: list[Position] = []
    while game.turn is not None and len(views) < number:
        actions = game.legal_actions
        if len(game.sensible_actions) > 1 and game.ply >= every * len(views):
            views.append(game.view(game.turn))
        game.push_action(rng.choice(actions))
    return views


# --- What it finds --------------------------------------------------------------------------------------------------


def test_it_finds_the_only_winning_move() -> None:
    """Sky has one action left; of eight cards one wins, on one of its sites, and the greedy bot misses it."""
    text = Path(__file__).with_name("last_action.toml").read_text()
    game = Game.from_position(read_position(text, games.get))
    greedy, search = game.copy(), game.copy()
    for played, name in ((greedy, "greedy"), (search, "search")):
        while (seat := played.turn) is not None:
            played.push_action(bots.get(name).choose(played.view(seat), SOME), seat)
    won, lost = search.outcome(), greedy.outcome()
    assert won is not None
    assert lost is not None
    assert search.at(game.ply).say(search.history[0].action) == "public tar-roof"
    assert won.winners == (1,)
    assert lost.winners == (0,)


@pytest.mark.parametrize("title", quick_if(lambda title: title == "uptown", QUICK))
def test_it_beats_greedy(title: str) -> None:
    """Few games with few iterations, always the same ones: it wins at least seven in ten."""
    wins, total = 0.0, 20
    for number in range(total):
        game = tt.new(title, players=2, seed=number // 2)
        players = [bots.get("greedy"), bots.get("search")]
        for ply in range(10_000):
            seat = game.turn
            if seat is None:
                break
            budget = Budget(iterations=150, seed=1000 * number + ply)
            game.push_action(players[(seat + number) % 2].choose(game.view(seat), budget), seat)
        outcome = game.outcome()
        assert outcome is not None
        me = (1 + number) % 2
        wins += (me in outcome.winners) / len(outcome.winners)
    assert wins >= 14, f"it won {wins} of {total}"


# --- What it may not know -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_worlds_that_differ_only_in_hidden_cards_get_the_same_choice(title: str) -> None:
    search = bots.get("search")
    for view in decisions(title, 3, seed=4, every=9, number=4):
        seat = view.seat
        assert seat is not None
        worlds = [view.imagine(seed) for seed in range(3)]
        assert len({world.states.tobytes() for world in worlds}) == 3, "the worlds should differ"
        answers = {search.choose(world.view(seat), SOME) for world in worlds}
        assert answers == {search.choose(view, SOME)}


@pytest.fixture(scope="module")
def two_sealed() -> Game:
    return sealed.new_game()


def test_the_other_seat_does_not_see_what_was_committed(two_sealed: Game) -> None:
    """If the seeker could see the number, playing safe would be best; it cannot, so any number is."""
    options = Search().rated_actions(two_sealed.view(sealed.HIDER), Budget(iterations=2000))
    assert options[0].action != sealed.SAFE
    assert options[0].chance == pytest.approx(0.75, abs=0.1)
    safe = next((option for option in options if option.action == sealed.SAFE), None)
    assert safe is None or safe.chance < 0.6


def test_the_searching_seat_does_not_see_it_either(two_sealed: Game) -> None:
    """The hider has committed: the seeker's choice and hopes are the same, whatever it was."""
    answers = set()
    for number in range(sealed.NUMBERS):
        game = two_sealed.copy()
        game.push_action(number, sealed.HIDER)
        options = Search().rated_actions(game.view(sealed.SEEKER), Budget(iterations=2000))
        assert all(option.chance < 0.4 for option in options if option.visits > 100)
        answers.add(tuple(options))
    assert len(answers) == 1


def test_seats_may_commit_in_any_order(two_sealed: Game) -> None:
    game = two_sealed.copy()
    game.push_action(bots.get("search").choose(game.view(sealed.SEEKER), SOME), sealed.SEEKER)
    game.push_action(bots.get("search").choose(game.view(sealed.HIDER), SOME), sealed.HIDER)
    assert game.is_game_over()


# --- The budget, the seed, the memory -------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("players", quick_if(lambda players: players == 2, [2, 4]))
def test_the_same_seed_gives_the_same_search(title: str, players: int) -> None:
    for view in decisions(title, players, seed=2, every=15, number=4):
        first, second = (Search().rated_actions(view, SOME) for _ in range(2))
        assert first == second
        assert sum(option.visits for option in first) == 300 - 1  # the first iteration makes the root
        assert Search().rated_actions(view, Budget(iterations=300, seed=6)) != first


def test_iterations_are_kept_exactly_and_shared_by_threads() -> None:
    view = decisions("uptown", 2, seed=2, every=5, number=2)[1]
    options = Search().rated_actions(view, Budget(iterations=400, threads=4))
    assert sum(option.visits for option in options) == 400 - 4
    capped = Search(most_iterations=64).rated_actions(view, Budget(iterations=400))
    assert sum(option.visits for option in capped) == 63


def test_no_time_is_time_enough_for_a_legal_move() -> None:
    view = decisions("uptown", 2, seed=2, every=5, number=2)[1]
    assert Search().choose(view, Budget(seconds=0.0)) in view.legal_actions


def test_a_budget_of_time_is_kept_by_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that runs as the search works, a hundred iterations a second: at most 20 % beyond the budget."""
    view = decisions("uptown", 2, seed=2, every=5, number=2)[1]
    now = 0.0
    real = SearchMemory.think

    def think(memory: SearchMemory, view: Position, seat: int, seed: int, iterations: int) -> None:
        nonlocal now
        now += iterations / 100
        real(memory, view, seat, seed, iterations)

    monkeypatch.setattr(SearchMemory, "think", think)
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    for seconds in (0.5, 2.0, 5.0):
        now = 0.0
        Search().choose(view, Budget(seconds=seconds))
        assert seconds <= now <= 1.2 * seconds


def test_threads_think_without_the_lock() -> None:
    """A search in another thread does not stop this one: kernels release the GIL."""
    view = decisions("uptown", 2, seed=2, every=5, number=2)[1]
    Search().choose(view, SOME)
    done = threading.Event()
    memory = SearchMemory(view.title, SearchSettings(), 1 << 12)

    def work() -> None:
        memory.think(view, view.seat or 0, 1, 3000)  # one call into compiled code
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    turns = 0
    while not done.is_set():
        turns += 1
    worker.join()
    assert turns > 100


def test_it_remembers_its_tree_for_the_next_ply_of_the_turn() -> None:
    game = tt.new("uptown", players=2, seed=7)
    player = bots.for_game(bots.get("search"))
    assert isinstance(player, Search)
    assert game.turn is not None
    seat = game.turn
    first = player.rated_actions(game.view(seat), SOME)
    game.push_action(first[0].action, seat)
    assert game.turn == seat
    second = player.rated_actions(game.view(seat), SOME)
    alone = Search().rated_actions(game.view(seat), SOME)
    assert sum(option.visits for option in second) > sum(option.visits for option in alone)
    again = player.rated_actions(game.view(seat), SOME)  # the same ply once more: nothing is used twice
    assert again == alone


def test_a_tree_without_room_still_answers() -> None:
    view = decisions("penny_lane", 2, seed=2, every=5, number=2)[1]
    memory = SearchMemory(view.title, SearchSettings(), 8)
    assert view.seat is not None
    memory.think(view, view.seat, 1, 500)
    assert memory.nodes == 8
    assert memory.iterations == 500
    assert sum(visits for visits, _ in memory.action_stats(view, view.seat).values()) == 499


@pytest.mark.parametrize("title", TITLES)
def test_what_comes_back_adds_up(title: str) -> None:
    """Chances are shares of one game: for two seats, what the root's actions bring lies between 0 and 1."""
    for view in decisions(title, 2, seed=3, every=20, number=5):
        for option in Search().rated_actions(view, SOME):
            assert 0.0 <= option.chance <= 1.0


def test_threads_are_merged_by_visits() -> None:
    assert merge([{1: (10, 5.0), 2: (0, 0.0)}, {1: (10, 7.0), 3: (30, 3.0)}]) == [
        RatedAction(3, 0.1, 30),
        RatedAction(1, 0.6, 20),
    ]


def test_the_size_of_a_tree_follows_the_budget() -> None:
    assert tree_size(Budget(iterations=100), None) == tree_size(Budget(seconds=0.01), None) == 1 << 13
    assert tree_size(Budget(iterations=100_000), None) >= 100_000
    assert tree_size(Budget(seconds=10_000), None) == 1 << 20
    assert tree_size(Budget(seconds=10_000), 500) == 1 << 13


def test_the_key_of_a_node_is_the_view() -> None:
    """Worlds of one view have one root: all iterations but the first pass through it, whatever was imagined."""
    for title in TITLES:
        for view in decisions(title, 3, seed=8, every=12, number=6):
            assert view.seat is not None
            memory = SearchMemory(view.title, SearchSettings(moves=0), 1 << 12)
            memory.think(view, view.seat, 3, 50)
            found = memory.action_stats(view, view.seat)
            assert set(found) == set(view.sensible_actions_of(view.seat))
            assert np.sum([visits for visits, _ in found.values()]) == 49
