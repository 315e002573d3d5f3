"""`check_game`: what must hold for any title, checked on random games at every number of players."""

import random
from collections.abc import Iterator, Sequence

import numpy as np

from tabletown import games as titles
from tabletown.engine.game import Game, Ply
from tabletown.engine.position import Position
from tabletown.engine.position_text import read_position, write_position
from tabletown.engine.record import read_record, write_record
from tabletown.engine.state import NOBODY, blank, record
from tabletown.engine.title import Title
from tabletown.testing import processes as fresh

MOST_PLIES = 10_000
OPENING = 100  # plies that are looked at closely; later ones, in long games, now and then
MANY = 24  # choices beyond which only some are put into words


def check_game(name: str, games: int = 3, seed: int = 1, processes: bool = True, players: int | None = None) -> None:
    """Raise AssertionError, with the seed and ply, if a title breaks what the rest of the project relies on.

    Plays `games` random games for every number of players (or the one that is given). With `processes`, also compares
    with the uncompiled rules and with Numba's CUDA simulator, which run in fresh processes.
    """
    title = titles.get(name)
    low, high = title.meta.players if players is None else (players, players)
    for players in range(low, high + 1):
        for game_seed in range(seed, seed + games):
            _check_one(title, players, game_seed)
        check_lists_equal_masks(title, players, seed)
    if processes:
        for players in range(low, high + 1):
            fresh.check_compiled_equals_interpreted(name, players, seed)
        fresh.check_device_equals_host(name, low, seed)


def _check_one(title: Title, players: int, seed: int) -> None:
    game = Game.new(title, players, seed)
    assert game.states.tobytes() == Game.new(title, players, seed).states.tobytes(), "a seed must deal one game"
    check_something_is_hidden(game)
    for position in random_play(game, seed):
        try:
            check_legal_list(position)
            check_conservation(position)
            if position.ply < OPENING or position.ply % 7 == 0:
                check_text(position, seed)
            if position.ply % (5 if position.ply < OPENING else 37) == 0:
                check_position_text(position)
                check_views(position, seed)
        except AssertionError as error:
            raise AssertionError(
                f"{title.name}, {players} players, seed {seed}, ply {position.ply}: {error}"
            ) from error
    check_end(game)
    check_record(game)
    check_undo(game)
    check_sealed(game)


def random_play(game: Game, seed: int) -> Iterator[Game]:
    """Play a game to its end with random legal actions of random waiting seats; yields it before every ply."""
    choice = random.Random(seed)
    while not game.is_over():
        yield game
        before, ply = game.copy(), game.ply
        seat = choice.choice(game.waiting)
        game.push_action(choice.choice(game.legal_actions(seat)), seat)
        assert game.ply == ply + 1, "a ply must be counted once"
        assert before.ply == ply, "a copy must not change with its original"
        assert game.ply < MOST_PLIES, f"the game does not end within {MOST_PLIES} plies"
    yield game


def check_legal_list(position: Position) -> None:
    """Every waiting seat has a choice; lists are ascending, in range, and leave the state alone."""
    before = position.states.tobytes()
    assert position.is_over() != bool(position.waiting), "somebody must be waiting until the game is over"
    for seat in range(position.players):
        actions = position.legal_actions(seat)
        assert bool(actions) == (seat in position.waiting), (
            f"seat {seat} waits without a choice, or chooses out of turn"
        )
        assert actions == sorted(set(actions)), f"legal actions {actions} are not ascending and unique"
        assert all(0 <= action < position.title.actions.count for action in actions), "an action is out of range"
        assert len(actions) <= position.title.max_legal, "max_legal is too small"
    assert position.states.tobytes() == before, "listing legal actions changed the state"


def check_text(position: Position, seed: int = 0) -> None:
    """Move texts are short lower-case ASCII, different from each other, and read back; every move has a sentence."""
    choice = random.Random(seed + position.ply)
    for seat in position.waiting:
        texts: dict[str, int] = {}
        actions = position.legal_actions(seat)
        for action in actions if len(actions) <= MANY else choice.sample(actions, MANY):
            text = position.say(action, seat)
            assert text.isascii() and text == text.lower() == " ".join(text.split()), f"move text {text!r}"
            assert texts.setdefault(text, action) == action, f"two actions are called {text!r}"
            assert position.parse(text, seat) == action, f"{text!r} reads back as another action"
            assert position.explain(action, seat), f"{text!r} has no sentence"
            button = position.title.words.button(position.view(seat), seat, action)
            assert button.move == text and button.sentence, f"the button of {text!r} is wrong"
    assert str(position)


def check_conservation(position: Position) -> None:
    """The title's own audit finds nothing impossible."""
    problem = position.title.positions.audit(position.state, record(position.cards.data))
    assert not problem, problem


def check_position_text(position: Position) -> None:
    """A position's text reads back to the same bytes; so does the text of a view, up to what it does not know."""
    again = read_position(write_position(position), titles.get)
    assert again.states.tobytes() == position.states.tobytes(), "position text does not read back to the same state"
    for seat in range(NOBODY, position.players):
        view = position.view(seat)
        world = read_position(write_position(view), titles.get)
        assert _seen(world, seat) == view.states.tobytes(), "a view's text does not read back to a world that agrees"


def check_views(position: Position, seed: int) -> None:
    """Nothing that a seat may not know reaches its view, and imagined worlds agree with what it knows."""
    for seat in range(NOBODY, position.players):
        view = position.view(seat)
        assert not view.state.rng.any(), "a view must not know the chance to come"
        assert _seen(view, seat) == view.states.tobytes(), "the view of a view must be itself"
        if seat in position.waiting:
            assert view.legal_actions(seat) == position.legal_actions(seat), "a view must know its own choices"
        for world_seed in range(seed, seed + 3):
            world = view.imagine(world_seed)
            check_conservation(world)
            assert _seen(world, seat) == view.states.tobytes(), f"an imagined world contradicts seat {seat}'s view"
            assert str(world.view(seat)) == str(view), "the words of a view depend on what it may not know"
            _check_foresight(view, world, seat)


def check_something_is_hidden(game: Game) -> None:
    """Worlds imagined from a view differ from each other: hiding that hides nothing would pass every other check."""
    worlds = set()
    for seed in range(8):
        world = game.view(NOBODY).imagine(seed)
        world.state.rng[:] = 0
        worlds.add(world.states.tobytes())
    assert len(worlds) > 1, f"{game.title.name}: a spectator's view leaves nothing to imagine"


def _check_foresight(view: Position, world: Position, seat: int) -> None:
    """An action that reveals nothing leads to the same view from every world."""
    for action in view.legal_actions(seat) if seat >= 0 else []:
        after, foreseen = world.after(seat, action), view.after(seat, action)
        if after.state.reveals == view.state.reveals:
            same = _seen(after, seat) == _seen(foreseen, seat)
            assert same, "a move that reveals nothing depends on hidden things"


def _seen(position: Position, seat: int) -> bytes:
    """The bytes of a seat's view."""
    return position.view(seat).states.tobytes()


def check_end(game: Game) -> None:
    """A finished game has an outcome with a reason, a winner and places in the order of the points."""
    outcome = game.outcome()
    assert outcome is not None and outcome.reason
    assert outcome.winners, "somebody must win"
    order = sorted(range(game.players), key=lambda seat: outcome.places[seat])
    points = [outcome.scores[seat] for seat in order]
    assert points == sorted(points, reverse=True), f"places {outcome.places} contradict the scores {outcome.scores}"
    sheet = game.title.scoring.sheet(game)
    totals = [sum(row[1][seat] for row in sheet) for seat in range(game.players)]
    assert totals == list(outcome.scores), f"the score sheet adds up to {totals}, the scores are {outcome.scores}"


def check_record(game: Game) -> None:
    """A record replays to the same bytes, in Python and in one native call."""
    again = read_record(write_record(game), titles.get).game
    assert again.states.tobytes() == game.states.tobytes(), "the record replays to another state"
    assert again.history == game.history
    native = Game.new(game.title, game.players, game.seed)
    native.replay(game.history)
    assert native.states.tobytes() == game.states.tobytes(), "the native replay differs"


def check_undo(game: Game) -> None:
    """Every ply can be taken back, down to the deal."""
    game = game.copy()
    while game.history:
        game.pop()
    assert game.states.tobytes() == Game.new(game.title, game.players, game.seed).states.tobytes()


def check_sealed(game: Game) -> None:
    """Where several seats decide at once, the order does not matter, and each can take back; others see nothing of it.

    A view may show that a seat has decided (`waiting`, `ply`), but nothing else until all have.
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
    secret = last - (end.state.reveals != game.at(first).state.reveals)
    for number in range(first, secret):
        for seat in range(NOBODY, game.players):
            if seat != game.history[number].seat:
                before, after = (_sealed_view(game.at(n), seat) for n in (number, number + 1))
                assert before == after, f"seat {seat} sees what is decided in secret at ply {number + 1}"
    decided = game.history[first:secret]
    for seat in {ply.seat for ply in decided}:
        rest = _played(game.at(first), decided)
        ply = rest.take_back(seat)
        assert ply == [p for p in decided if p.seat == seat][-1], "another ply was taken back"
        rest.replay([ply])
        assert rest.states.tobytes() == game.at(secret).states.tobytes(), "taking back changed another decision"


def _played(start: Position, plies: Sequence[Ply]) -> Game:
    """A game from a position on."""
    game = Game(start.title, start.cards, start.states, seed=None)
    game.replay(plies)
    return game


def _sealed_view(position: Position, seat: int) -> bytes:
    """What a seat sees, apart from who has decided."""
    view = position.view(seat)
    view.states["waiting"], view.states["ply"] = 0, 0
    return view.states.tobytes()


def check_lists_equal_masks(title: Title, players: int, seed: int, size: int = 8) -> None:
    """The loops over many games offer the same choices as single games, and leave alone what they refuse."""
    loops, cards, out = title.loops, title.cards.data, title.scratch()
    states, seats, masks = (
        blank(title.dtype, size),
        np.zeros(size, np.int8),
        np.zeros((size, title.actions.count), np.uint8),
    )
    keys = np.arange(seed, seed + size, dtype=np.uint64)
    loops.begin_all(states, cards, title.blank, keys, players, 0, seats, masks, out)
    dealt = states.tobytes()
    refused = loops.step_all(states, cards, np.full(size, title.actions.count, np.int32), seats, masks, out)
    assert refused == size and states.tobytes() == dealt, "an impossible action was accepted"
    singles = [Game.new(title, players, int(key)) for key in keys]
    choice = random.Random(seed)
    while (seats >= 0).any():
        actions = np.zeros(size, np.int32)
        for i, game in enumerate(singles):
            assert seats[i] == (NOBODY if game.turn is None else game.turn), "the seat to act differs"
            listed = game.legal_actions()
            assert np.flatnonzero(masks[i]).tolist() == listed, "the mask differs from the list"
            if listed:
                actions[i] = choice.choice(listed)
                game.push_action(int(actions[i]))
        assert loops.step_all(states, cards, actions, seats, masks, out) == 0, "a legal action was refused"
        assert all(states[i].tobytes() == g.states[0].tobytes() for i, g in enumerate(singles)), "states differ"
