"""The game object: pushing, taking back, views, replays and what it refuses."""

import random
from itertools import permutations

import pytest

import tabletown as tt
from tabletown.engine.errors import IllegalMove, InvalidMove, OptionError, UnknownTitle
from tabletown.engine.game import Game, Ply
from tabletown.engine.seats import seat_index
from tabletown.engine.takebacks import can_take_back, is_sealed, last_ply, take_back


@pytest.fixture
def game() -> Game:
    return tt.new("uptown", players=3, seed=7)


def play(game: Game, plies: int, seed: int = 0) -> None:
    choice = random.Random(seed)
    for _ in range(plies):
        game.push_action(choice.choice(game.legal_actions))


def test_a_refused_move_changes_nothing(game: Game) -> None:
    before = game.states.tobytes()
    for error, move in [(InvalidMove, "dance"), (IllegalMove, "pass"), (InvalidMove, "")]:
        with pytest.raises(error):
            game.push(move)
    with pytest.raises(IllegalMove):
        game.push_action(-1)
    assert game.turn is not None
    with pytest.raises(IllegalMove, match="not to act"):
        game.push(game.legal_moves[0], seat=(game.turn + 1) % 3)
    assert game.states.tobytes() == before
    assert game.history == []


def test_pop_restores_and_ends_at_the_start(game: Game) -> None:
    start = game.digest()
    play(game, 10)
    while game.history:
        game.pop()
    assert game.digest() == start
    with pytest.raises(IndexError, match="no ply"):
        game.pop()


def test_taking_back_ends_at_the_last_reveal(game: Game) -> None:
    seat = game.turn
    assert seat is not None
    assert not can_take_back(game, seat)
    before = game.digest()
    choosing = next(m for m in game.legal_moves if m.startswith("play"))
    action = game.push(choosing)
    assert last_ply(game, seat) == 0  # choosing a project reveals nothing
    assert not can_take_back(game, (seat + 1) % 3)  # it is not theirs
    with pytest.raises(IllegalMove, match="nothing to take back"):
        take_back(game, (seat + 1) % 3)
    assert take_back(game, seat) == Ply(seat, action)
    assert game.digest() == before
    game.push(choosing)
    game.push(game.legal_moves[0])
    assert not can_take_back(game, seat)  # the next card lies open now


def test_nothing_is_taken_back_after_the_end(game: Game) -> None:
    """Not even a last ply that revealed nothing; a program may still explore with pop."""
    while not game.is_game_over():
        play(game, 1)
    last = game.history[-1]
    game.states["reveals"] = game.at(game.ply - 1).state.reveals
    assert not any(can_take_back(game, seat) for seat in range(3))
    with pytest.raises(IllegalMove, match="the game is over, nothing can be taken back"):
        take_back(game, last.seat)
    assert game.is_game_over()
    assert game.pop() == last
    assert not game.is_game_over()


@pytest.fixture
def cities() -> Game:
    """Three players who keep one of two cards each, in secret; the last choice reveals all."""
    return tt.new("paper_skylines", players=3, seed=7)


def test_who_decides_in_secret_takes_back_alone(cities: Game) -> None:
    choices = {seat: cities.legal_actions_of(seat) for seat in range(3)}
    assert is_sealed(cities)
    cities.push_action(choices[0][0], 0)
    cities.push_action(choices[1][0], 1)
    assert take_back(cities, 0) == Ply(0, choices[0][0])
    assert cities.history == [Ply(1, choices[1][0])]
    assert cities.waiting == (0, 2)
    cities.push_action(choices[0][1], 0)
    assert [ply.seat for ply in cities.history] == [1, 0]
    assert not can_take_back(cities, 2)
    cities.push_action(choices[2][0], 2)
    assert not is_sealed(cities)
    assert not any(can_take_back(cities, seat) for seat in range(3))


def test_secret_decisions_come_to_the_same_in_any_order(cities: Game) -> None:
    choices = [Ply(seat, cities.legal_actions_of(seat)[seat % 2]) for seat in range(3)]
    ends = set()
    for order in permutations(choices):
        game = cities.copy()
        game.replay(order)
        ends.add(game.digest())
        for seat in range(3):  # and each may change its mind on the way
            changed = cities.copy()
            changed.replay(order[:2])
            if can_take_back(changed, seat):
                ply = take_back(changed, seat)
                changed.replay([ply, order[2]])
                ends.add(changed.digest())
    assert len(ends) == 1


def test_copies_are_independent(game: Game) -> None:
    other = game.copy()
    play(other, 5)
    assert game.ply == 0
    assert other.ply == 5
    assert len(other.history) == 5


def test_at_shows_the_past(game: Game) -> None:
    digests = [game.digest()]
    for _ in range(6):
        play(game, 1, seed=game.ply)
        digests.append(game.digest())
    assert [game.at(ply).digest() for ply in range(7)] == digests
    with pytest.raises(IndexError, match=r"0\.\.6"):
        game.at(7)


def test_replay_is_all_or_nothing(game: Game) -> None:
    other = game.copy()
    play(other, 8)
    with pytest.raises(IllegalMove, match="ply 4"):
        game.replay([*other.history[:3], Ply(0, 999)])
    assert game.ply == 0
    game.replay(other.history)
    assert game.digest() == other.digest()


def test_after_leads_to_the_next_position_and_changes_nothing(game: Game) -> None:
    seat, before = game.turn, game.states.tobytes()
    assert seat is not None
    action = game.legal_actions[0]
    after, from_view = game.after(seat, action), game.view(seat).after(seat, action)
    assert game.states.tobytes() == before
    assert (after.seat, from_view.seat) == (None, seat)
    game.push_action(action)
    assert after.states.tobytes() == game.states.tobytes()
    assert from_view.ply == game.ply


def test_outcome_and_scores() -> None:
    game = tt.new("uptown", players=2, seed=3)
    assert game.outcome() is None
    play(game, 3)
    while not game.is_game_over():
        play(game, 1, game.ply)
    outcome = game.outcome()
    assert outcome is not None
    assert list(outcome.scores) == game.scores()
    assert outcome.winners == tuple(s for s in range(2) if outcome.places[s] == 1)
    assert game.turn is None
    assert game.legal_moves == []
    with pytest.raises(IllegalMove, match="over"):
        game.push("pass")


def test_views_are_positions_of_their_own(game: Game) -> None:
    view = game.view(1)
    assert view.seat == 1
    assert view.states is not game.states
    assert "view" in repr(view)
    assert "spectator" in repr(game.view(-1))
    with pytest.raises(IndexError, match="seat 3"):
        game.view(3)


def test_a_view_lists_the_choices_of_its_own_seat(cities: Game) -> None:
    """Also where seats decide in secret, so that a view shows nobody who has decided already."""
    cities.push_action(cities.legal_actions[0])
    for seat in cities.waiting:
        view = cities.view(seat)
        assert view.legal_actions == view.legal_actions_of(seat) == cities.legal_actions_of(seat) != []
        assert view.legal_moves == cities.legal_moves_of(seat)
        assert view.parse(view.legal_moves[0]) == view.legal_actions[0]
    assert cities.view(-1).legal_actions == []


@pytest.mark.parametrize("players", [1, 5, 0, True, "2"])
def test_player_counts_that_the_title_has_not(players: int) -> None:
    with pytest.raises(OptionError, match="2 to 4 players"):
        tt.new("uptown", players=players)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7"])
def test_seeds_that_are_none(seed: int) -> None:
    with pytest.raises(OptionError, match="seed"):
        tt.new("uptown", seed=seed)


def test_unknown_titles_and_options() -> None:
    with pytest.raises(UnknownTitle, match="uptown"):
        tt.new("monopoly")
    with pytest.raises(OptionError, match="no option"):
        tt.new("uptown", options={"fast": True})


def test_without_a_seed_games_differ() -> None:
    assert len({tt.new("uptown").digest() for _ in range(4)}) == 4


def test_seats_are_found_by_name() -> None:
    assert seat_index("SKY", 2) == 1
    assert seat_index("green", 2) is None
