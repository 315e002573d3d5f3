"""The kernels against the slow twin: choices, money, stars, income and links on thousands of positions."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules import guild

from ....marks import quick_if
from ..helpers import TITLE, income, links, pennies, score, seat, table
from .twin import Lane, Twin, read_buildings

BUILDINGS, BOARDS = read_buildings(TITLE.folder / "cards.toml")
ORDER = [TITLE.positions.card_id(TITLE.cards, card) for card in range(35)]


def twin_of(game: tt.Game) -> Twin:
    """A twin that starts where a freshly dealt game starts."""
    dealt = TITLE.positions.write(game)
    lanes = [Lane(BUILDINGS, BOARDS[row["board"]]) for row in dealt["seat"]]
    return Twin(ORDER, lanes, dealt["supply"], dealt["deck"][::-1], int(game.state.mayor))


def choose(moves: list[str], rng: random.Random) -> str:
    """Random, but the long lists of cells and numbers do not crowd out the rest, and building comes before the rest."""
    verb = rng.choice(sorted({move.split()[0] for move in moves}))
    if rng.random() < 0.5 and any(move.startswith("guild") for move in moves):
        verb = "guild"
    few = [move for move in moves if move.split()[0] == verb]
    return rng.choice(few[:4] if verb == "tower" else few)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", quick_if(lambda seed: seed < 2, range(6)))
def test_whole_games_agree(players: int, seed: int) -> None:
    """24 games from the deal to the winner, compared in everything they hold before every single decision."""
    game, rng = tt.new("penny_lane", players=players, seed=100 * players + seed), random.Random(seed)
    twin = twin_of(game)
    talk = twin.game()
    question = next(talk)
    while True:
        asked, options = question
        assert game.turn == asked
        assert sorted(game.legal_moves) == sorted(options)
        compare(game, twin)
        move = choose(sorted(options), rng)
        game.push(move)
        try:
            question = talk.send(move)
        except StopIteration:
            break
    compare(game, twin)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason == twin.reason
    assert list(outcome.winners) == twin.winners()


def compare(game: Position, twin: Twin) -> None:
    seats = range(game.players)
    held = TITLE.positions.write(game)
    assert pennies(game) == twin.pennies
    assert game.scores() == [twin.lanes[p].stars() for p in seats]
    assert [income(game, p) for p in seats] == [twin.lanes[p].income() for p in seats]
    assert [sorted(row["lane"]) for row in held["seat"]] == [standing(lane) for lane in twin.lanes]
    assert [row["bonus"] for row in held["seat"]] == [lane.bonus for lane in twin.lanes]
    assert (held["supply"], held["round"]) == (sorted(twin.supply, key=ORDER.index), twin.round)
    assert game.state.mayor == twin.mayor
    if game.state.phase in (s.TURN, s.OVER):
        assert held["deck"] == twin.deck[::-1]
        assert held["used"] == twin.used


def standing(lane: Lane) -> list[str]:
    """A lane as positions write it."""
    return sorted(f"{row}{column:+d} {card} {lane.people[row, column]}" for (row, column), card in lane.cards.items())


@st.composite
def lanes_of_any_shape(draw: st.DrawFn, most: int = 34) -> Lane:
    """A lane on which every cell was legal when it was built, with any citizens; often longer than games get."""
    lane = Lane(BUILDINGS, BOARDS[draw(st.integers(1, 5))], bonus=draw(st.integers(0, 1)))
    for card in draw(st.lists(st.sampled_from(ORDER), unique=True, max_size=most)):
        cells = lane.open_cells(card.partition("#")[0])
        cell = cells[draw(st.integers(0, 99)) % len(cells)]
        lane.cards[cell] = card
        lane.people[cell] = draw(st.integers(0, lane.printed(cell, "jobs") or lane.printed(cell, "slots")))
    return lane


def game_with(lane: Lane, *, money: int = 3, **header: Any) -> tt.Game:
    fields = seat(board=lane.board["id"], bonus=lane.bonus, pennies=money) | {"lane": standing(lane)}
    return table(fields, **header)


@given(lane=lanes_of_any_shape())
def test_lanes_of_any_shape_agree(lane: Lane) -> None:
    game = game_with(lane)
    assert links(game) == (lane.links("penny"), lane.links("point"))
    assert (score(game), income(game)) == (lane.stars(), lane.income())


@given(lane=lanes_of_any_shape(30))
def test_cells_on_lanes_of_any_shape_agree(lane: Lane) -> None:
    """Where a building of either row could go, as the kernels see it."""
    game, cards = game_with(lane), record(TITLE.cards.data)
    state, out = game.state, TITLE.scratch()
    for row in (s.UPPER, s.LOWER):
        new = next(b for b in TITLE.cards.buildings if b.row == row)
        state.adding = new.index
        n = guild.cells(state, cards, 0, out)
        found = [TITLE.actions.decode(int(action))[1][0] - s.COLUMNS for action in out[:n]]
        assert found == [column for _, column in lane.open_cells(new.id)]


@given(lane=lanes_of_any_shape(12), money=st.integers(0, 12), used=st.integers(0, 2))
def test_choices_and_prices_on_lanes_of_any_shape_agree(lane: Lane, money: int, used: int) -> None:
    """Everything that can be done at the start of a turn, and what is left after paying for it."""
    spaces = {"bank": used, "gazette": used, "masons_guild": used}
    game = game_with(lane, money=money, used=spaces)
    dealt = TITLE.positions.write(game)
    rival = Lane(BUILDINGS, BOARDS[dealt["seat"][1]["board"]])
    twin = Twin(ORDER, [lane, rival], dealt["supply"], dealt["deck"][::-1], 0)
    twin.pennies[0], twin.used = money, dict(spaces)
    assert sorted(game.legal_moves) == sorted(twin.turn(0))
    for move in game.legal_moves:
        verb, _, rest = move.partition(" ")
        game.push(move)
        if verb == "guild":
            assert pennies(game)[0] == money - twin.guild_cost(0, rest.replace("-", "_"))
        elif verb == "gazette":
            assert pennies(game)[0] == money - twin.gazette_cost(0, int(rest))
        game.pop()
