"""What holds at every ply of every game: cards are accounted for, bounds are kept, and nothing is lost on the way."""

from collections import Counter
from functools import cache
from itertools import pairwise
from statistics import mean
from typing import Any

import pytest

import tabletown as tt
from tabletown.engine.position import Position
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.text import names

from ...shared import audit, many_games
from ..helpers import TITLE, name_of, places, seat, table, turn, walk

GAMES = [(players, seed) for players in (2, 3, 4) for seed in range(3)]
OPTIONS: dict[str, bool] = {"seat_handicap": True, "whole_game_turns": True}


@cache
@cache
def plies(players: int, seed: int) -> list[tuple[Position, str, tuple[int, ...], int, Position]]:
    """A random game as steps: before, verb, arguments, seat, after."""
    *_, game = walk(players, seed, OPTIONS if seed == 2 else None)
    found = [game.at(number) for number in range(game.ply + 1)]
    made = [(*TITLE.actions.decode(ply.action), ply.seat) for ply in game.history]
    return [(before, *ply, after) for (before, after), ply in zip(pairwise(found), made, strict=True)]


@pytest.mark.rules("PS-65", "PS-70")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_card_is_in_exactly_one_place(players: int, seed: int) -> None:
    for *_, after in plies(players, seed):
        state = after.state
        everywhere = Counter(names.members(state.pile) + names.members(state.box) + names.members(state.peeked))
        everywhere.update(int(c) for c in (*state.row, state.held) if c != s.NONE)
        for level in range(s.LEVELS):
            everywhere.update(int(c) for c in state.deck[level, : state.deck_left[level]] if c != s.ROUND_END)
        for p in range(players):
            everywhere.update(names.members(state.hand[p]))
            for slot in range(int(state.slots[p])):
                everywhere.update(names.built(after, p, slot) + names.tucked_cards(after, p, slot))
        cities = {c: n for c, n in everywhere.items() if c >= s.BUILDINGS}
        assert {c: n for c, n in everywhere.items() if c < s.BUILDINGS} == dict.fromkeys(range(s.BUILDINGS), 1)
        assert len(cities) == (0 if state.phase == s.CITY else players)
        assert audit(after) == ""


GOES_TO = {
    "plan": {"held", "built"}, "pay": {"pile"}, "keep": {"hand"}, "take": {"hand", "held", "tucked", "row"},
    "card": {"held", "tucked", "pile"},
}  # fmt: skip


@pytest.mark.rules("PS-23", "PS-25", "PS-30", "PS-31", "PS-33")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_chosen_cards_go_where_the_choice_says(players: int, seed: int) -> None:
    """Below level 4, where the pile can become a deck within the same ply."""
    for before, verb, args, actor, after in plies(players, seed):
        if verb in GOES_TO and after.state.level < s.LEVELS:
            name = name_of(args[0])
            came, went = places(before, actor)[name], places(after, actor)[name]
            assert went in GOES_TO[verb]
            assert came in ("hand", "row", "pile", "peeked")


@pytest.mark.rules("PS-52", "PS-55", "PS-59")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_points_are_never_lost_and_all_have_a_source(players: int, seed: int) -> None:
    for before, _, _, actor, after in plies(players, seed):
        change = after.state.score.astype(int) - before.state.score.astype(int)
        assert change.min() >= 0
        if not after.is_game_over():
            assert [p for p in range(players) if change[p]] in ([], [actor]) or before.state.phase == s.CITY
        assert (after.state.paid >= before.state.paid).all()
        assert (after.state.points.sum(axis=1) <= after.state.score).all()
        assert (after.state.claimed & before.state.claimed == before.state.claimed).all()


@pytest.mark.rules("PS-49", "PS-58")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_no_space_holds_two_meeples(players: int, seed: int) -> None:
    for *_, after in plies(players, seed):
        for track in range(s.TRACKS):
            between = [int(n) for n in after.state.track[:players, track] if 0 < n < 24]
            assert len(between) == len(set(between))
        above = [n for n in after.scores() if n]
        assert len(above) == len(set(above))


@pytest.mark.rules("PS-37", "PS-61")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_reveals_count_what_came_to_light(players: int, seed: int) -> None:
    """Undo never takes knowledge back: `reveals` moves exactly with decks, chips, thefts, the cities and turns."""
    for before, verb, _, actor, after in plies(players, seed):
        decks = (before.state.deck_left != after.state.deck_left).any()
        chip = (before.state.chip_owner != after.state.chip_owner).any()
        others = [p for p in range(players) if p != actor]
        robbed = any((after.state.hand_levels[p] < before.state.hand_levels[p]).any() for p in others)
        shown = decks or chip or robbed or verb == "end" or (before.state.phase == s.CITY != after.state.phase)
        assert (after.state.reveals != before.state.reveals) == shown


@pytest.mark.rules("PS-19", "PS-47", "PS-72")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_turns_levels_and_actions(players: int, seed: int) -> None:
    for before, verb, _, actor, after in plies(players, seed):
        if before.state.phase == s.CITY or after.is_game_over():
            continue
        level, who, left = turn(after)
        if verb == "end":
            assert who == (actor + 1) % players
            assert left == level
            assert level - turn(before)[0] in (0, 1)
        else:
            assert (level, who) == (turn(before)[0], actor)
            assert left <= level + (1 if after.state.gained else 0)
            assert abs(left - turn(before)[2]) <= 1


MOST_CHOICES = {
    s.CITY: 2, s.ACTION: 39, s.PLAN: 85, s.SPOT: 34, s.PAY: 85, s.HAND: 86, s.TAKE: 85, s.KEEP: 9, s.OWN: 32, s.ROB: 3,
    s.RIVAL: 96, s.TRACK: 3, s.TYPE: 5, s.OPTION: 2, s.YES_NO: 2, s.ACHIEVEMENT: 8,
}  # fmt: skip


@pytest.mark.rules("PS-21", "PS-45")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_choices_stay_within_their_bounds(players: int, seed: int) -> None:
    decisions = 0
    for before, *_ in plies(players, seed):
        for p in before.waiting:
            actions = before.legal_actions_of(p)
            phase = int(before.state.phase)
            assert 1 <= len(actions) <= MOST_CHOICES[phase] <= TITLE.max_legal
            assert actions == sorted(set(actions))
            assert len(actions) > 1 or phase == s.ACTION  # what has one entry is not asked
        assert all(not before.legal_actions_of(p) for p in range(players) if p not in before.waiting)
        decisions = 0 if before.state.phase == s.ACTION else decisions + 1
        assert decisions <= 22
        assert before.state.depth <= s.FRAMES


# --- The largest tables ---------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-18", "PS-18a")
def test_all_cards_in_one_hand_and_in_one_building() -> None:
    everything = [b.name for b in TITLE.cards.buildings]
    game = table(seat("[Philadelphia*]", ", ".join(everything[3:])), row=", ".join(everything[:3]),
                 deck=dict.fromkeys((1, 2, 3, 4), ""), marked=[1, 2, 3, 4], level=4)  # fmt: skip
    game.push("discard")
    assert len(game.legal_moves) == 82
    tower = " < ".join(["Philadelphia", *everything[3:]])
    game = table(seat(f"[{tower}*]"), row=", ".join(everything[:3]), deck=dict.fromkeys((1, 2, 3, 4), ""),
                 marked=[1, 2, 3, 4], level=4)  # fmt: skip
    assert int(game.state.height[0, 0]) == 83
    assert audit(game) == ""


@pytest.mark.rules("PS-18a")
def test_the_longest_list_of_choices() -> None:
    """Three cities of 32 slots whose top cards could be copied."""
    cards: list[str] = [b.name for b in TITLE.cards.buildings if b.name not in ("Embassy", "Riverboat Casino",
                        "Shipyard", "International Airport")]  # fmt: skip
    seats: list[dict[str, Any]] = [seat("[Philadelphia*] [Embassy]")]
    for home in ("Houston", "New York", "Los Angeles"):
        own, cards = cards[:26], cards[26:]
        seats.append(seat(" ".join([f"[{home}*]", *(f"[{name}]" for name in own)])))
    game = table(*seats, level=4, marked=[1, 2, 3, 4], deck=dict.fromkeys((1, 2, 3, 4), ""), row="-, -, -")
    game.push("mayor embassy")
    assert len(game.legal_moves) == 78


# --- Many games at native speed -------------------------------------------------------------------------------------


@pytest.mark.rules("PS-66", "PS-73")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hundreds_of_games_stay_within_the_bounds(players: int) -> None:
    states = many_games("paper_skylines", players, 300)
    assert (states["ended"] == s.LAST_LEVEL).all()
    assert (states["level"] == 4).all()
    assert (states["marked"] == 0b11110).all()
    assert states["score"].max() <= 5616
    assert states["slots"].max() <= s.SLOTS
    assert states["track"].max() <= 24
    assert (states["depth"] == 0).all()
    assert (states["points"].sum(axis=2) <= states["score"]).all()
    played = states["track"][:, :players]
    for track in range(s.TRACKS):
        first = states["ended_by"][:, track]
        assert ((played[:, :, track] == 24).any(axis=1) <= (first != s.NONE)).all()


@pytest.mark.parametrize(
    ("players", "best", "claims", "plies"), [(2, 28.2, 2.7, 264), (3, 18.6, 1.3, 251), (4, 13.0, 0.54, 218)]
)
def test_random_games_look_as_they_should(players: int, best: float, claims: float, plies: int) -> None:
    """Loose statistics: a change of a rule or a card that tilts the game shows here."""
    states = many_games("paper_skylines", players, 300)
    games = [tt.Position(TITLE, TITLE.cards, states[i : i + 1]) for i in range(len(states))]
    assert abs(mean(max(game.scores()) for game in games) - best) < 1.5
    assert abs(mean(int(c).bit_count() for c in states["claimed"][:, :players].ravel()) - claims) < 0.3
    assert abs(states["ply"].mean() - plies) < 15
    first = Counter(states["first"].tolist())
    assert min(first.values()) > 0.6 * len(games) / players
