"""What holds at every ply of every game (section 9 of the rules), and the bounds of section 13."""

from collections import Counter
from itertools import pairwise

import pytest

import tabletown as tt
from tabletown.engine.position import Position
from tabletown.engine.state import blank
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import blocks
from tabletown.games.milton_keynes.text.names import squares

from ....marks import quick_if
from ...shared import audit
from ..helpers import CARDS, TITLE, cash, default, numbers, walk

GAMES = quick_if(
    lambda players, *_: players == 2, [(2, 2, False), (2, 3, True), (3, 3, True), (4, 4, False), (5, 5, True)]
)
LAYING = (s.RIVER, s.MARSH)
SET_UP = (*LAYING, s.CHARACTER)


def deeds_everywhere(game: Position) -> Counter[int]:
    """Every deed by its plot: deck, lots, hands (pouches are in them), tables, and one that is in question."""
    state = game.state
    found = Counter(int(deed) for deed in state.deck[: state.deck_left])
    for seat in range(s.SEATS):
        found.update(squares(state.hand[seat]))
        found.update(squares(state.lot[seat]))
    found.update(plot for plot in squares(state.built) if plot not in squares(state.river))
    if state.cleared != s.NONE:
        found[int(state.cleared)] += 1
    return found


def permits_everywhere(game: Position) -> list[int]:
    state = game.state
    found = [int(state.permits[:, kind].sum()) for kind in range(s.PERMIT_KINDS)]
    for kind in (*state.permit_deck[: state.permits_left], *state.on_offer):
        if kind != s.NONE:
            found[kind] += 1
    return found


def buildings(game: Position) -> dict[int, list[int]]:
    """The plots of every building by its anchor."""
    found: dict[int, list[int]] = {}
    for plot in range(s.SQUARES):
        if game.state.owner[plot] != s.NONE:
            found.setdefault(int(game.state.anchor[plot]), []).append(plot)
    return found


def connected(plots: list[int]) -> bool:
    cells = {divmod(plot, s.COLUMNS) for plot in plots}
    reached = {min(cells)}
    for _ in cells:
        reached |= {(r, c) for r, c in cells if any(abs(r - x) + abs(c - y) == 1 for x, y in reached)}
    return reached == cells


@pytest.mark.rules("MK-2", "MK-4", "MK-6", "MK-13", "MK-15", "MK-42")
@pytest.mark.parametrize(("players", "seed", "advanced"), GAMES)
def test_at_every_ply(players: int, seed: int, advanced: bool) -> None:
    """The title's own audit always, and every few plies a count that does not rely on it."""
    for game in walk(players, seed, advanced):
        assert audit(game) == ""
        for seat in range(players):
            actions = game.legal_actions_of(seat)
            assert bool(actions) == (seat in game.waiting)
            assert actions == sorted(set(actions))
            assert len(actions) <= TITLE.max_legal
        if game.ply % 5 == 0:
            check_cards(game)
            check_buildings(game)


def check_cards(game: Position) -> None:
    state = game.state
    assert sum(cash(game)) <= 190
    land = set() if state.phase in LAYING else set(squares(state.land))
    assert deeds_everywhere(game) == Counter(land)
    if state.phase not in SET_UP:
        assert permits_everywhere(game) == CARDS.permits.tolist()
    for marker, floor in zip(numbers(game, "marker"), numbers(game, "floor"), strict=True):
        assert 10 <= floor <= marker <= 50
    assert state.items.max() <= s.ITEMS
    assert state.on_sale <= s.ON_SALE
    assert state.lots <= game.players


def check_buildings(game: Position) -> None:
    state = game.state
    for anchor, plots in buildings(game).items():
        assert connected(plots)
        assert len(plots) <= {s.COMMONS: 1, s.DUMP: 3}.get(int(state.kind[anchor]), 6)
        assert len({(int(state.owner[p]), int(state.kind[p]), int(state.extent[p])) for p in plots}) == 1
        assert anchor == min(plots)
    before = state.blocks.tolist()
    blocks.count_blocks(state, CARDS)
    assert state.blocks.tolist() == before


@pytest.mark.rules("MK-9", "MK-28", "MK-50", "MK-54")
@pytest.mark.parametrize(("players", "seed", "advanced"), GAMES)
def test_from_ply_to_ply(players: int, seed: int, advanced: bool) -> None:
    """Floors never fall, the deed deck never grows between years, and nothing is left over from phase to phase."""
    *_, game = walk(players, seed, advanced)
    deck: dict[int, int] = {}  # where nobody is asked before the Spring Sale, its lots are dealt already
    for before, after in pairwise(game.at(ply) for ply in range(game.ply + 1)):
        floors = zip(numbers(before, "floor"), numbers(after, "floor"), strict=True)
        assert all(new >= old for old, new in floors)
        if after.state.year != before.state.year:
            deck[int(after.state.year)] = int(after.state.deck_left) + int(after.state.on_sale)
        assert after.state.reveals >= before.state.reveals
        if after.state.phase < s.POUCH:
            assert not after.state.items.any()
    sizes = list(deck.values())
    assert sizes == sorted(sizes, reverse=True)
    assert int(game.state.year) <= 20


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [0, s.ADVANCED])
def test_many_games_end_within_the_bounds(players: int, options: int) -> None:
    states = blank(TITLE.dtype, 300)
    TITLE.loops.random_games(states, TITLE.cards.data, TITLE.blank, 1, 300, players, options, TITLE.scratch())
    assert (states["ended"] != 0).all()
    assert states["year"].max() <= 20
    assert states["cash"].sum(axis=1).max() <= 190
    assert states["blocks"].sum(axis=1).max() <= 282
    assert (states["permits"].sum(axis=(1, 2)) + states["permits_left"] == 32).all()
    assert (states["marker"][:, :players] <= 50).all()
    problems = {audit(tt.Position(TITLE, TITLE.cards, states[i : i + 1].copy())) for i in range(0, len(states), 10)}
    assert problems == {""}


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("advanced", [False, True])
def test_defaults_alone_play_a_legal_game(players: int, advanced: bool) -> None:
    game = tt.new("milton_keynes", players=players, seed=9, options={"advanced": advanced})
    while not game.is_game_over():
        default(game)
        assert audit(game) == ""
    assert int(game.state.year) == 3
