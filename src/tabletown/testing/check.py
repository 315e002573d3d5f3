"""`check_game`: what must hold for any title, checked on random games with every option and number of players."""

import random
from collections.abc import Iterator

import numpy as np

from tabletown import games as titles
from tabletown.engine.errors import IllegalMove, Unfinished
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.record import read_record, write_record
from tabletown.engine.state import NOBODY, blank
from tabletown.engine.takebacks import can_take_back, take_back
from tabletown.engine.title import Title
from tabletown.testing import processes as fresh
from tabletown.testing import views
from tabletown.testing.bots import check_bots
from tabletown.testing.failures import located
from tabletown.testing.options import Options, dealt_again, tables

MOST_PLIES = 10_000
OPENING = 100  # plies that are looked at closely; later ones, in long games, now and then
MANY = 24  # choices beyond which only some are put into words


def check_game(
    name: str,
    games: int = 3,
    seed: int = 1,
    processes: bool = True,
    players: int | None = None,
    options: Options | None = None,
    bounds: bool = False,
) -> None:
    """Raise AssertionError, with the seed and ply, if a title breaks what the rest of the project relies on.

    Plays `games` random games, and one in which all bots are asked, for every number of players (or the one that is
    given) with no option, each option alone and all together (or the `options` that are given), and one by each older
    number of the rules, because games that began by them are still played. With `processes`, also compares with the
    uncompiled rules and with Numba's CUDA simulator, which run in fresh processes. With `bounds`, plays once more in a
    process that refuses every index which is negative or beyond its array: compiled rules would otherwise pass over it
    in silence. The rules are compiled once more for that, which takes minutes the first time.
    """
    title = titles.get(name)
    chosen_tables = list(tables(title, players, options))
    for number, chosen in chosen_tables:
        for game_seed in range(seed, seed + games):
            check_random_game(title, number, game_seed, chosen)
        for older in range(1, title.meta.rules):
            check_random_game(title, number, seed, chosen, rules=older)
        check_lists_equal_masks(title, number, seed, chosen)
        check_bots(title, number, seed, chosen)
    if processes:
        for number, chosen in chosen_tables:
            fresh.check_compiled_equals_interpreted(name, number, seed, options=title.options_mask(chosen))
        fresh.check_device_equals_host(name, chosen_tables[0][0], seed)
    if bounds:
        fresh.check_within_bounds(name, seed, players, options)


def check_random_game(
    title: Title, players: int, seed: int, options: Options | None = None, rules: int | None = None
) -> None:
    """Play one random game to its end and check it at every ply; raises AssertionError that says where."""
    game = Game.new(title, players, seed, options, rules=rules)
    with located(game):
        check_play(game, seed)
        check_end(game)
        check_over_is_final(game)
        check_record(game)
        check_undo(game)
        views.check_sealed(game)


def check_play(game: Game, seed: int) -> None:
    """Play a game to its end, with checks at every ply, and thorough ones now and then."""
    assert game.states.tobytes() == dealt_again(game).states.tobytes(), "a seed must deal one game"
    hidden, drawn = False, set()
    for position in random_play(game, seed):
        check_legal_list(position)
        views.check_conservation(position)
        if position.ply < OPENING or position.ply % 7 == 0:
            check_text(position, seed)
        if position.ply % (5 if position.ply < OPENING else 37) == 0:
            views.check_position_text(position, seed)
            views.check_views(position, seed)
            hidden = hidden or views.leaves_something_open(position)
            if not position.title.meta.hidden:
                views.check_all_is_open(position)
        if int(position.state.phase) not in drawn:
            drawn.add(int(position.state.phase))
            check_drawing(position)
    views.check_hidden(game, hidden)


def random_play(game: Game, seed: int) -> Iterator[Game]:
    """Play a game to its end with random legal actions of random waiting seats; yields it before every ply."""
    choice = random.Random(seed)
    while not game.is_game_over():
        yield game
        before, ply = game.copy(), game.ply
        seat = choice.choice(game.waiting)
        game.push_action(choice.choice(game.legal_actions_of(seat)), seat)
        assert game.ply == ply + 1, "a ply must be counted once"
        assert before.ply == ply, "a copy must not change with its original"
        assert game.ply < MOST_PLIES, f"the game does not end within {MOST_PLIES} plies"
    yield game


# --- At every ply ---------------------------------------------------------------------------------------------------


def check_legal_list(position: Position) -> None:
    """Every waiting seat has a choice; lists are ascending, in range, and leave the state alone.

    Some of the actions, at least one, are worth considering.
    """
    before = position.states.tobytes()
    assert position.is_game_over() != bool(position.waiting), "somebody must be waiting until the game is over"
    for seat in range(position.players):
        actions = position.legal_actions_of(seat)
        assert bool(actions) == (seat in position.waiting), (
            f"seat {seat} waits without a choice, or chooses out of turn"
        )
        assert actions == sorted(set(actions)), f"legal actions {actions} are not ascending and unique"
        assert all(0 <= action < position.title.actions.count for action in actions), "an action is out of range"
        assert len(actions) <= position.title.max_legal, "max_legal is too small"
        sensible = position.sensible_actions_of(seat)
        assert bool(sensible) == bool(actions), f"no action of seat {seat} is worth considering"
        assert sensible == [action for action in actions if action in set(sensible)], (
            f"the actions worth considering, {sensible}, are not some of the legal ones in their order"
        )
    assert position.states.tobytes() == before, "listing legal actions changed the state"


def check_text(position: Position, seed: int = 0) -> None:
    """Move texts are short lower-case ASCII, different from each other, and read back; every move has a sentence."""
    choice = random.Random(seed + position.ply)
    for seat in position.waiting:
        texts: dict[str, int] = {}
        actions = position.legal_actions_of(seat)
        for action in actions if len(actions) <= MANY else choice.sample(actions, MANY):
            text = position.say(action, seat)
            assert text.isascii() and text == text.lower() == " ".join(text.split()), f"move text {text!r}"
            assert texts.setdefault(text, action) == action, f"two actions are called {text!r}"
            assert position.parse(text, seat) == action, f"{text!r} reads back as another action"
            assert position.explain(action, seat), f"{text!r} has no sentence"
            button = position.title.words.button(position.view(seat), seat, action)
            assert button.move == text and button.sentence, f"the button of {text!r} is wrong"
    assert str(position)


def check_drawing(position: Position) -> None:
    """The view of every seat, and of a spectator, can be drawn, if the title has drawings."""
    for seat in range(NOBODY, position.players):
        try:
            picture = position.title.picture(position.view(seat))
        except Unfinished:
            return
        assert picture.startswith("<svg"), f"seat {seat}'s view has no picture"


# --- After the end --------------------------------------------------------------------------------------------------


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


def check_over_is_final(game: Game) -> None:
    """No seat can take back anything, or move, once the game is over."""
    for seat in range(game.players):
        assert not can_take_back(game, seat), f"seat {seat} is offered to take back a ply after the end"
        try:
            take_back(game, seat)
        except IllegalMove:
            continue
        raise AssertionError(f"seat {seat} took back a ply after the end")


def check_record(game: Game) -> None:
    """A record replays to the same bytes, in Python and in one native call."""
    again = read_record(write_record(game), lambda _: game.title).game
    assert again.states.tobytes() == game.states.tobytes(), "the record replays to another state"
    assert again.history == game.history
    native = dealt_again(game)
    native.replay(game.history)
    assert native.states.tobytes() == game.states.tobytes(), "the native replay differs"


def check_undo(game: Game) -> None:
    """Every ply can be taken back by a program, down to the deal."""
    again = game.copy()
    while again.history:
        again.pop()
    assert again.states.tobytes() == dealt_again(game).states.tobytes(), "taking back all plies leads to another deal"


# --- Many games at once ---------------------------------------------------------------------------------------------


def check_lists_equal_masks(
    title: Title, players: int, seed: int, options: Options | None = None, size: int = 8
) -> None:
    """The loops over many games offer the same choices as single games, and leave alone what they refuse."""
    loops, cards, out = title.loops, title.cards.data, title.scratch()
    states, seats, masks = (
        blank(title.dtype, size),
        np.zeros(size, np.int8),
        np.zeros((size, title.actions.count), np.uint8),
    )
    keys = np.arange(seed, seed + size, dtype=np.uint64)
    loops.begin_all(states, cards, title.blank, keys, players, title.options_mask(options), seats, masks, out)
    dealt = states.tobytes()
    refused = loops.step_all(states, cards, np.full(size, title.actions.count, np.int32), seats, masks, out)
    assert refused == size and states.tobytes() == dealt, "an impossible action was accepted"
    singles = [Game.new(title, players, int(key), options) for key in keys]
    choice = random.Random(seed)
    while (seats >= 0).any():
        actions = np.zeros(size, np.int32)
        for i, game in enumerate(singles):
            assert seats[i] == (NOBODY if game.turn is None else game.turn), "the seat to act differs"
            listed = game.legal_actions
            assert np.flatnonzero(masks[i]).tolist() == listed, "the mask differs from the list"
            if listed:
                actions[i] = choice.choice(listed)
                game.push_action(int(actions[i]))
        assert loops.step_all(states, cards, actions, seats, masks, out) == 0, "a legal action was refused"
        assert all(states[i].tobytes() == g.states[0].tobytes() for i, g in enumerate(singles)), "states differ"
