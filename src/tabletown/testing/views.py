"""Checks of views: what a seat sees tells it nothing that it may not know, and can be imagined into a whole world."""

import random
from collections.abc import Sequence

from tabletown.engine.game import Game, Ply
from tabletown.engine.position import Position
from tabletown.engine.position_text import read_position, write_position
from tabletown.engine.state import NOBODY, record
from tabletown.engine.takebacks import take_back

WORLDS = 3  # imagined from each view
CHOICES = 12  # of a seat that decides in secret, which must all look alike
PLAYED_ON = 5  # plies that are made in a world which was imagined from the text of a view


def check_conservation(position: Position) -> None:
    """The title's own audit finds nothing impossible."""
    problem = position.title.positions.audit(position.state, record(position.cards.data))
    assert not problem, problem


# --- Views and worlds -----------------------------------------------------------------------------------------------


def check_views(position: Position, seed: int) -> None:
    """Nothing that a seat may not know reaches its view, and imagined worlds agree with what it knows."""
    for seat in range(NOBODY, position.players):
        view = position.view(seat)
        assert not view.state.rng.any(), "a view must not know the chance to come"
        assert _seen(view, seat) == view.states.tobytes(), "the view of a view must be itself"
        assert view.scores() is not None and position.title.scoring.sheet(view) is not None
        if seat in position.waiting:
            assert view.legal_actions_of(seat) == position.legal_actions_of(seat), "a view must know its own choices"
            same = view.sensible_actions_of(seat) == position.sensible_actions_of(seat)
            assert same, "which choices are worth considering depends on hidden things"
        for world_seed in range(seed, seed + WORLDS):
            world = view.imagine(world_seed)
            check_conservation(world)
            assert _seen(world, seat) == view.states.tobytes(), f"an imagined world contradicts seat {seat}'s view"
            assert str(world.view(seat)) == str(view), "the words of a view depend on what it may not know"
            _check_foresight(view, world, seat)


def _check_foresight(view: Position, world: Position, seat: int) -> None:
    """An action that reveals nothing leads to the same view from every world."""
    for action in view.legal_actions_of(seat) if seat >= 0 else []:
        after, foreseen = world.after(seat, action), view.after(seat, action)
        if after.state.reveals == view.state.reveals:
            same = _seen(after, seat) == _seen(foreseen, seat)
            assert same, "a move that reveals nothing depends on hidden things"


def _seen(position: Position, seat: int) -> bytes:
    """The bytes of a seat's view."""
    return position.view(seat).states.tobytes()


def leaves_something_open(position: Position) -> bool:
    """Whether worlds that are imagined from a view differ from each other, for any seat or a spectator."""
    for seat in range(NOBODY, position.players):
        view = position.view(seat)
        worlds = set()
        for seed in range(8):
            world = view.imagine(seed)
            world.states["rng"] = 0
            worlds.add(world.states.tobytes())
        if len(worlds) > 1:
            return True
    return False


def check_hidden(game: Game, found: bool) -> None:
    """Whether anything was hidden in a game is what the title's `meta.toml` says.

    Hiding that hides nothing would pass every other check. `found` says if any view left something open.
    """
    if game.title.meta.hidden:
        assert found, "the views leave nothing to imagine (where nothing is hidden, meta.toml says hidden = false)"
    else:
        assert not found, "a view leaves something to imagine, but meta.toml says hidden = false"


def check_all_is_open(position: Position) -> None:
    """A title in which nothing is hidden shows everything to everybody, except the chance to come."""
    everything = Position(position.title, position.cards, position.states.copy())
    everything.states["rng"] = 0
    for seat in range(NOBODY, position.players):
        same = _seen(position, seat) == everything.states.tobytes()
        assert same, f"something is hidden from seat {seat}, but meta.toml says hidden = false"


# --- Texts ----------------------------------------------------------------------------------------------------------


def check_position_text(position: Position, seed: int = 0) -> None:
    """The texts of a position and of its views read back to the same bytes; one of the views is played on from."""
    again = _again(position).states.tobytes()
    assert again == position.states.tobytes(), "position text does not read back to the same state"
    views = {seat: position.view(seat) for seat in range(NOBODY, position.players)}
    for seat, view in views.items():
        again_view = _again(view)
        same = again_view.seat == seat and again_view.states.tobytes() == view.states.tobytes()
        assert same, f"the text of seat {seat}'s view does not read back to that view"
    check_played_on(views[random.Random(seed + position.ply).randrange(NOBODY, position.players)], seed)


def check_played_on(view: Position, seed: int) -> None:
    """Playing on from a view begins in a whole world, with no unknown card in it, which agrees with the view."""
    assert view.seat is not None
    game = Game.from_position(view, seed)
    assert _seen(game, view.seat) == view.states.tobytes(), "a game from a view contradicts it"
    assert _again(game).states.tobytes() == game.states.tobytes(), "a game from a view still has unknown cards in it"
    choice = random.Random(seed)
    for _ in range(PLAYED_ON):
        if game.is_game_over():
            break
        seat = choice.choice(game.waiting)
        game.push_action(choice.choice(game.legal_actions_of(seat)), seat)
    check_conservation(game)


def _again(position: Position) -> Position:
    """A position, written as text and read."""
    return read_position(write_position(position), lambda _: position.title)


# --- Sealed decisions -----------------------------------------------------------------------------------------------


def check_sealed(game: Game) -> None:
    """Where several seats decide at once, the order does not matter, and each can take back; others see nothing of it.

    A view may show that a seat has decided, but not what: it is the same whatever the seat chose, until all have.
    """
    first = 0
    for last in range(1, len(game.history) + 1):
        if last < len(game.history) and game.at(last).state.reveals == game.at(first).state.reveals:
            continue
        if len(game.at(first).waiting) > 1:
            _check_segment(game, first, last)
        first = last


def _check_segment(game: Game, first: int, last: int) -> None:
    """The plies from `first` to `last`, of which only the last one reveals anything."""
    plies, end = game.history[first:last], game.at(last)
    for order in (sorted(plies, key=lambda ply: ply.seat), sorted(plies, key=lambda ply: -ply.seat)):
        again = _played(game.at(first), order)
        assert again.states.tobytes() == end.states.tobytes(), f"plies {first + 1} to {last} depend on their order"
    secret = last - (end.state.reveals != game.at(first).state.reveals or end.is_game_over())
    for number in range(first, secret):
        for seat in range(NOBODY, game.players):
            if seat != game.history[number].seat:
                before, after = (_sealed_view(game.at(n), seat) for n in (number, number + 1))
                told = before != after and len(_seen_of_choices(game.at(number), game.history[number].seat, seat)) > 1
                assert not told, f"seat {seat} sees what is decided in secret at ply {number + 1}"
    decided = game.history[first:secret]
    for seat in {ply.seat for ply in decided}:
        rest = _played(game.at(first), decided)
        ply = take_back(rest, seat)
        assert ply == [p for p in decided if p.seat == seat][-1], "another ply was taken back"
        rest.replay([ply])
        assert rest.states.tobytes() == game.at(secret).states.tobytes(), "taking back changed another decision"


def _played(start: Position, plies: Sequence[Ply]) -> Game:
    """A game from a position on."""
    game = Game(start.title, start.cards, start.states, seed=None)
    game.replay(plies)
    return game


def _seen_of_choices(position: Position, deciding: int, seat: int) -> set[bytes]:
    """What a seat would see after each choice of another seat: that a card was laid down, but not which."""
    actions = position.legal_actions_of(deciding)[:CHOICES]
    return {_sealed_view(position.after(deciding, action), seat) for action in actions}


def _sealed_view(position: Position, seat: int) -> bytes:
    """What a seat sees, apart from who has decided."""
    view = position.view(seat)
    view.states["waiting"], view.states["ply"] = 0, 0
    return view.states.tobytes()
