"""What a reader knows of a game is the same, whether it was followed from move to move or read at once."""

import pytest

import tabletown as tt
from tabletown.engine.game import Game
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.known_owners import KnownOwners, known_owners_in
from tabletown.server.play.memory import Remembered, recall

from ..finished import recorded

CHECKS = 5  # how often a game is compared with one that is read at once


def knows(memory: KnownOwners, players: int) -> tuple[object, ...]:
    """All that is known."""
    kinds = range(s.PERMIT_KINDS)
    return memory.owners(), [[memory.holds(seat, kind) for kind in kinds] for seat in range(players)]


def assert_same(game: Game, seat: int, known: dict[int, Remembered]) -> None:
    read = known_owners_in(game, seat)
    assert knows(recall(game, seat, known), game.players) == knows(read, game.players), f"at ply {game.ply}"


@pytest.mark.parametrize("seat", [-1, 1])
def test_followed_or_read_at_once(seat: int) -> None:
    whole = recorded("milton_keynes/3-hasty")
    game, known = Game.new(whole.title, whole.players, whole.seed or 0), dict[int, Remembered]()
    every = len(whole.history) // CHECKS
    for number, ply in enumerate(whole.history, 1):
        game.push_action(ply.action, ply.seat)
        recall(game, seat, known)
        if number % every == 0:
            assert_same(game, seat, known)
    assert known[seat].plies > len(whole.history) // 2


def test_taken_back_it_is_forgotten() -> None:
    game, known = recorded("milton_keynes/3-hasty"), dict[int, Remembered]()
    assert_same(game, 0, known)
    for _ in range(game.ply // 3):
        game.pop()
    assert_same(game, 0, known)
    game.push_action(game.legal_actions_of(game.waiting[0])[0], game.waiting[0])
    assert_same(game, 0, known)


def test_a_title_that_remembers_nothing() -> None:
    known: dict[int, Remembered] = {}
    assert recall(tt.new("uptown", players=2, seed=1), 0, known) is None
    assert known == {}
