"""Observations: what is in them, that they tell nothing hidden, and that seats are relative."""

import doctest
import random
from collections.abc import Iterator
from types import ModuleType

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.bots import Budget
from tabletown.engine.errors import OptionError
from tabletown.engine.features import SCORES, Bits, Number, OneOf
from tabletown.engine.observer import VERSIONS
from tabletown.env import Observer, observer, vector
from tests.env.tables import TABLES
from tests.env.twin import expected

DENSE = 40
MANY = {"fewest": 205, "most": 225}
"""So many floats of version 2 at most are other than 0 on average, in games of `greedy`; docs/environments.md tells how
many in each title."""


def glimpses(title: str, players: int, seed: int, options: dict[str, bool] | None = None) -> Iterator[tt.Game]:
    """Positions of a random game: some of its opening, then now and then, and its end."""
    game, rng = tt.new(title, players=players, seed=seed, options=options), random.Random(seed)
    while not game.is_game_over():
        if game.ply % (4 if game.ply < DENSE else 45) == 0:
            yield game
        seat = rng.choice(game.waiting)
        game.push_action(rng.choice(game.legal_actions_of(seat)), seat)
    yield game


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_floats_are_what_the_table_says(title: str, players: int, version: int) -> None:
    """A second, slow implementation agrees on every float, and all lie between their limits."""
    observer = Observer(games.get(title), players, version)
    for game in glimpses(title, players, seed=players):
        view = game.view(game.ply % (players + 1) - 1)
        flat = observer.flat(view)
        assert flat.dtype == np.float32
        assert flat.shape == (observer.size,)
        assert flat.min() >= observer.least
        assert flat.max() <= 1
        parts = observer.parts(view)
        for feature in observer.features:
            wanted = expected(observer, feature, view)
            assert parts[feature.name].tolist() == wanted.tolist(), feature.name
        indices, values = observer.listed(view)
        assert indices.tolist() == flat.nonzero()[0].tolist()
        assert values.tolist() == flat[indices].tolist()


@pytest.mark.parametrize("title", games.names())
def test_one_length_for_every_number_of_players(title: str) -> None:
    fewest, most = games.get(title).meta.players
    names = {Observer(title, players).names for players in range(fewest, most + 1)}
    assert len(names) == 1
    assert Observer(title, fewest, 1).size < Observer(title, most, 1).size


@pytest.mark.parametrize("title", games.names())
def test_few_floats_are_other_than_0(title: str) -> None:
    greedy = bots.get("greedy")
    for players, most in zip(games.get(title).meta.players, MANY.values(), strict=True):
        observer, numbers = Observer(title, players), []
        for seed in (0, 1):
            game = tt.new(title, players=players, seed=seed)
            while not game.is_game_over():
                seat = game.waiting[0]
                if game.ply % 5 == 0:
                    numbers += [len(observer.listed(game.view(reader))[0]) for reader in (0, 1)]
                game.push_action(greedy.choose(game.view(seat), Budget(seed=game.ply)), seat)
        assert np.mean(numbers) < most, players


@pytest.mark.parametrize("title", games.names())
def test_other_cards_are_described_otherwise(title: str) -> None:
    """Descriptions are those of the card set of the game, not of the title."""
    known = games.get(title)
    observer = Observer(known, known.meta.players[0])
    tables = observer.program.described
    whole = observer.descriptions(known.cards)
    assert len(whole) == sum(one.things for one in tables.values())
    assert observer.descriptions(known.cards) is whole
    if tables:
        other = known.read_cards(known.card_table())
        assert observer.descriptions(other) is not whole
        assert np.array_equal(observer.descriptions(other), whole)
        assert len({row.tobytes() for row in whole}) > len(whole) // 4


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("title", games.names())
def test_numbers_fit_their_scales(title: str, version: int) -> None:
    """Nothing that happens in random games is cut off or, in version 1, has no place, whatever options are chosen."""
    known = games.get(title)
    most = known.meta.players[1]
    features = [feature for feature in Observer(known, most, version).features if feature.field != SCORES]
    for options in [{}, *({name: True} for name in known.meta.options)]:
        for game in glimpses(title, most, seed=3, options=options):
            for feature in features:
                field, encoding = np.asarray(game.state[feature.field]), feature.encoding
                if isinstance(encoding, Number):
                    assert field.min() >= encoding.least, feature.name
                    assert field.max() <= encoding.most, feature.name
                elif isinstance(encoding, OneOf) and version == 1:
                    places = {*range(encoding.first, encoding.first + len(encoding.names)), *encoding.special}
                    assert set(field.reshape(-1).tolist()) <= places, feature.name


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_nothing_hidden_is_told(title: str, players: int, version: int) -> None:
    """In two worlds that differ only in what a seat cannot know, it observes the same."""
    observer = Observer(games.get(title), players, version)
    differed = False
    for game in glimpses(title, players, seed=11):
        for seat in (-1, game.ply % players):
            view = game.view(seat)
            other = view.imagine(game.ply)
            differed = differed or other.states.tobytes() != game.states.tobytes()
            assert np.array_equal(observer.flat(view), observer.flat(other.view(seat)))
    assert differed, "the worlds must differ, or nothing was tested"


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_seats_are_relative(title: str, players: int) -> None:
    """What is public of a seat stands where each observer expects it: their place comes first."""
    observer = Observer(games.get(title), players)
    public = [f for f in observer.features if f.seats == "each" and isinstance(f.encoding, Number | Bits)]
    public = [f for f in public if f.field not in ("hand", "cash")]
    game = list(glimpses(title, players, seed=5))[-1]
    views = [observer.parts(game.view(seat)) for seat in range(players)]
    told = 0
    for feature in public:
        rows = [view[feature.name] for view in views]
        for seat in range(players):
            for r in range(players):
                assert np.array_equal(rows[seat][r], rows[(seat + r) % players][0]), feature.name
        told += len({row.tobytes() for row in rows}) > 1
    assert told, "the seats must differ, or nothing was tested"


def test_seats_are_called_by_the_observer() -> None:
    game = tt.new("uptown", players=3, seed=7)
    observer = Observer(games.get("uptown"), 3)
    turn = game.turn
    assert turn is not None
    places = {seat: observer.parts(game.view(seat))["current"].tolist() for seat in range(3)}
    assert places[turn] == [1, 0, 0, 0]  # of four seats
    assert places[(turn + 1) % 3] == [0, 0, 1, 0], "to the next player, the one before is two seats away"
    assert places[(turn + 2) % 3] == [0, 1, 0, 0]


def test_own_secrets_are_there() -> None:
    game = tt.new("milton_keynes", players=2, seed=1)
    observer = Observer(games.get("milton_keynes"), 2)
    while game.state.cash[0] == 0:
        game.push_action(game.legal_actions[0])
    parts = observer.parts(game.view(0))
    names = {name: value for name, value in zip(observer.names, observer.flat(game.view(0)), strict=True) if value}
    assert parts["cash"] == pytest.approx(game.state.cash[0] / 190)
    assert sum(name.startswith("hand[me] ") for name in names) == game.state.deeds_held[0]


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_names_and_shapes(title: str, players: int) -> None:
    observer = Observer(games.get(title), players)
    assert len(observer.names) == len(set(observer.names)) == observer.size
    assert sum(int(np.prod(shape)) for shape in observer.space_parts.values()) == observer.size
    described = observer.describe()
    for feature in observer.features:
        assert f"| {feature.name} | " in described
        assert feature.meaning.endswith(".")


def test_whole_states_and_other_tables_are_refused() -> None:
    observer, game = Observer(games.get("uptown"), 2), tt.new("uptown", players=2, seed=1)
    with pytest.raises(OptionError, match="not a whole state"):
        observer.flat(game)
    with pytest.raises(OptionError, match="2 players, not 3"):
        observer.flat(tt.new("uptown", players=3, seed=1).view(0))
    with pytest.raises(OptionError, match="knows UpTown, not Penny Lane"):
        observer.flat(tt.new("penny_lane", players=2, seed=1).view(0))
    with pytest.raises(OptionError, match="2 to 4 players"):
        Observer(games.get("uptown"), 9)


@pytest.mark.parametrize("module", [observer, vector])
def test_examples_in_docstrings(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
