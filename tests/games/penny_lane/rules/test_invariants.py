"""What holds at every ply of every game: cards, citizens and pennies are accounted for, bounds are kept."""

from collections import Counter
from functools import cache
from statistics import mean

import numpy as np
import pytest

import tabletown as tt
from tabletown.engine.position import Position
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.text import notation

from ....marks import quick_if
from ...shared import audit, many_games
from ..helpers import TITLE, everything_but, income, lane_of, pass_all, pennies, seat, table, walk

GAMES = quick_if(lambda _, seed: seed == 0, [(players, seed) for players in (2, 3, 4, 5) for seed in range(4)])
PLAYERS = [2, 3, 4, 5]


def cards_everywhere(game: Position) -> Counter[int]:
    state = game.state
    found = Counter(int(c) for c in state.supply[: state.supply_left])
    found.update(int(c) for c in state.deck[: state.deck_left])
    found.update(int(c) for c in state.drawn if c != s.NONE)
    if state.adding != s.NONE and state.phase == s.CELL:
        found[int(state.adding)] += 1
    for p in range(game.players):
        found.update(int(c) for c in state.lane[p, : state.length[p]])
    return found


def citizens(game: Position) -> list[int]:
    """How many citizens are on each lane."""
    return [
        int(game.state.bonus[p]) + sum(number for _, number in lane_of(game, p).values()) for p in range(game.players)
    ]


@cache
def plies(players: int, seed: int) -> list[tuple[Position, str, tuple[int, ...], int, Position]]:
    """A random game as steps: before, verb, arguments, seat, after."""
    *_, game = walk(players, seed)
    steps = []
    for number, ply in enumerate(game.history):
        verb, args = TITLE.actions.decode(ply.action)
        steps.append((game.at(number), verb, args, ply.seat, game.at(number + 1)))
    return steps


def upkeep_follows(before: Position, after: Position) -> bool:
    """Whether a pass was the last of its round, and the game went on."""
    return not after.is_game_over() and (before.state.rounds, s.TURN) != (after.state.rounds, after.state.phase)


@pytest.mark.rules("PL-3")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_card_is_in_exactly_one_place(players: int, seed: int) -> None:
    for game in walk(players, seed):
        assert cards_everywhere(game) == Counter(range(35))
        assert audit(game) == ""


@pytest.mark.rules("PL-34", "PL-38", "PL-52", "PL-59")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_citizens_come_with_houses_and_upkeep_and_leave_for_main_street(players: int, seed: int) -> None:
    """Whatever else happens, nobody appears on a lane or vanishes from it."""
    for before, verb, args, actor, after in plies(players, seed):
        change = [new - old for new, old in zip(citizens(after), citizens(before), strict=True)]
        expected = [0] * players
        if verb == "at":
            expected[actor] = int(before.cards.buildings[int(before.state.adding)].slots)
        elif verb == "to" and args[0] in (s.TO_BARRACKS, s.TO_TEMPLE):
            expected[actor] = -1
        elif verb == "pass" and upkeep_follows(before, after):
            expected = [1 - int(before.state.bonus[p]) for p in range(players)]
        assert change == expected


def gains(before: Position, verb: str, args: tuple[int, ...], actor: int, after: Position) -> list[int]:
    """What a ply should bring each seat, from the rules and what the position before it shows."""
    change = [0] * before.players
    state = before.state
    if verb in ("bank", "town_hall", "black_market", "guild", "gazette", "tower"):
        cost = notation.cost(before, actor, verb, *args)
        assert cost >= 1
        change[actor] -= cost
    if verb == "bank":
        smelters = sum(name == "smelter" and crew for name, crew in lane_of(before, actor).values())
        change[actor] += 2 + (not state.used[s.BANK]) + smelters
    elif verb == "town_hall":
        change[actor] += 1
    elif verb == "lane":
        types = state.types[args[0]].tolist()
        change[actor] += types[s.HOUSING] if state.moved_job == s.BARRACKS else min(types[:3])
    elif verb == "name":
        change[args[0]] += 1
    elif verb == "pass" and upkeep_follows(before, after):
        change = [income(before, p) for p in range(before.players)]
        if before.players == 2:
            for p in (0, 1):
                change[1 - p] += sum(crew for name, crew in lane_of(before, p).values() if name == "farmers_coop")
    return change


@pytest.mark.rules("PL-8", "PL-14", "PL-17", "PL-53")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_penny_is_accounted_for(players: int, seed: int) -> None:
    for before, verb, args, actor, after in plies(players, seed):
        change = [new - old for new, old in zip(pennies(after), pennies(before), strict=True)]
        assert change == gains(before, verb, args, actor, after)
        assert min(pennies(after)) >= 0


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_reveals_count_what_came_to_light(players: int, seed: int) -> None:
    """Undo never takes knowledge back: `reveals` moves exactly when somebody saw a new card."""
    for before, verb, _, _, after in plies(players, seed):
        refilled = int(after.state.supply_left) - int(before.state.supply_left)
        shown = verb in ("black_market", "keep") or (refilled > 0 and verb in ("at", "from", "stop"))
        assert (after.state.reveals != before.state.reveals) == shown


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_lanes_stay_in_one_piece(players: int, seed: int) -> None:
    """Every building hangs together with the board, in its own row, outside column 0."""
    for game in walk(players, seed):
        for p in range(players):
            cells = {(cell[0], int(cell[1:])) for cell in lane_of(game, p)}
            assert len(cells) == game.state.length[p]
            reached = {cell for cell in cells if abs(cell[1]) == 1}
            for _ in cells:
                reached |= {c for c in cells if any(near(c, r) for r in reached)}
            assert reached == cells
            assert all(column for _, column in cells)


def near(a: tuple[str, int], b: tuple[str, int]) -> bool:
    return abs(a[1] - b[1]) == (1 if a[0] == b[0] else 0)


MOST_CHOICES = {
    s.TURN: 48, s.KEEP: 2, s.CELL: 35, s.GARAGE: 28, s.SOURCE: 30, s.DESTINATION: 19, s.LANE: 5, s.SWAP: 34,
    s.SWAP_WITH: 34, s.RECIPIENT: 4,
}  # fmt: skip


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_choices_stay_within_their_bounds(players: int, seed: int) -> None:
    turns: Counter[int] = Counter()
    most = (12, 13 * players) if players <= 3 else (15, 16 * players)
    for game in walk(players, seed):
        if game.is_game_over():
            continue
        actions = game.legal_actions
        assert 1 <= len(actions) <= MOST_CHOICES[int(game.state.phase)] <= TITLE.max_legal
        assert actions == sorted(set(actions))
        turns[int(game.state.rounds)] += game.state.phase == s.TURN
        assert int(game.state.used[:6].sum()) <= most[0]
        assert all(not game.legal_actions_of(p) for p in range(players) if p != game.turn)
    assert max(turns.values()) <= most[1]


# --- The largest lanes ----------------------------------------------------------------------------------------------


def longest_lane() -> str:
    """Upper buildings to column 23, then houses from there on: the farthest that 34 buildings reach."""
    upper = [b.name for b in TITLE.cards.buildings if not b.slots][:23]
    lower = [b.name for b in TITLE.cards.buildings if b.slots]
    cells = [f"T+{n} {name}" for n, name in enumerate(upper, 1)]
    return ", ".join([*cells, *(f"B+{n} {name}" for n, name in enumerate(lower, 23))])


@pytest.mark.rules("G2")
def test_the_farthest_column_can_be_reached_and_drawn_in_text() -> None:
    game = table(seat(longest_lane(), pennies=99))
    assert max(int(cell[1:]) for cell in lane_of(game)) == 33
    assert int(game.state.length[0]) == 34
    assert "+33" in str(game)
    last = next(b.slug for b in TITLE.cards.buildings if b.index == game.state.supply[0])
    game.push(f"guild {last}")
    assert game.legal_moves  # the last card still finds a place within the columns


def test_the_longest_lists_of_choices() -> None:
    """Everything on one lane: all lists fit into `max_legal`."""
    game = table(seat(everything_but("museum"), bonus=1, pennies=99), seat(), used={"masons_guild": 1})
    assert len(game.legal_actions) <= TITLE.max_legal
    game.push("tower 32")
    assert len(game.legal_actions) == 34
    for _ in range(64):
        game.push_action(game.legal_actions[-1])
    assert game.turn == 1


@pytest.mark.rules("PL-41a")
def test_a_turn_with_everything_on_offer() -> None:
    """Pass, Bank, Town Hall, Black Market, five cards, one or two citizens, 1 to 32 swaps: 43 choices."""
    lane = "[board 1, bonus 1] T+1 Tailor(2), T+2 Fountain"
    game = table(seat(lane, pennies=99), supply="florist loft museum manor mansion")
    assert len(game.legal_actions) == 43


def test_scores_and_incomes_beyond_any_game_do_not_overflow() -> None:
    """Every building but one on one lane, all jobs filled and all slots empty."""
    jobs = {b.name: b.jobs for b in TITLE.cards.buildings}
    cells = [part.split(" ", 1) for part in everything_but("museum").split(", ")]
    game = table(seat(", ".join(f"{cell} {name}({jobs[name]})" for cell, name in cells), pennies=1974))
    assert 40 <= game.scores()[0] <= 85
    pass_all(game)
    assert game.is_game_over()


# --- Many games at native speed -------------------------------------------------------------------------------------


@pytest.mark.rules("PL-49", "PL-51")
@pytest.mark.parametrize("players", PLAYERS)
def test_thousands_of_games_stay_within_the_bounds(players: int) -> None:
    states = many_games("penny_lane", players, 2000)
    assert (states["ended"] != 0).all()
    assert states["rounds"].max() <= s.LAST_ROUND
    assert states["pennies"].min() >= 0
    assert states["pennies"].max() <= 1974
    assert states["length"].sum(axis=1).max() <= (33 if players <= 3 else 34)
    assert np.abs(states["column"].astype(int)).max() <= 33
    assert states["citizens"].max() <= 3
    assert (states["citizens"].sum(axis=1) + states["bonus"].sum(axis=1)).max() <= 46
    assert states["known_bottom"].max() <= 30
    total = states["length"].sum(axis=1) + states["supply_left"] + states["deck_left"]
    assert (total == 35).all()
    short = states["supply_left"] < 5
    assert (short == (states["ended"] == s.SUPPLY_SHORT))[states["ended"] != s.TEN_STARS].all()
    assert (states["deck_left"][short] == 0).all()


@pytest.mark.parametrize(
    ("players", "rounds", "best", "by_stars"),
    [
        (2, 14.1, 11.0, (0.95, 1.0)),
        (3, 12.8, 10.8, (0.9, 1.0)),
        (4, 11.3, 10.0, (0.6, 0.9)),
        (5, 10.4, 8.7, (0.2, 0.5)),
    ],
)
def test_random_games_look_as_they_should(
    players: int, rounds: float, best: float, by_stars: tuple[float, float]
) -> None:
    """Loose statistics: a change of a rule or a card that tilts the game shows here."""
    states = many_games("penny_lane", players, 600)
    games = [tt.Position(TITLE, TITLE.cards, states[i : i + 1]) for i in range(len(states))]
    assert abs(states["rounds"].mean() - rounds) < 1
    assert states["rounds"].min() >= 4
    assert abs(mean(max(game.scores()) for game in games) - best) < 0.6
    assert by_stars[0] <= (states["ended"] == s.TEN_STARS).mean() <= by_stars[1]
    mayors = Counter(states["mayor"].tolist())
    assert min(mayors.values()) > 0.6 * len(games) / players
