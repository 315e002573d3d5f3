"""Pairing: what holds for any number of players, any size of table and any results."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletown.server.play.tournaments.matching import all_can_be_paired
from tabletown.server.play.tournaments.pairing import Round, meetings, pair, rests, seats_taken
from tabletown.server.play.tournaments.round_robin import full_rounds, round_robin
from tabletown.server.play.tournaments.swiss import swiss_round

PLAYERS = st.integers(2, 14)
SEEDS = st.text("ab", max_size=3)


def check_round(players: set[int], found: Round, at_table: int) -> None:
    """Everybody sits at one table or rests, and all tables are full."""
    there = [player for table in found.tables for player in table]
    assert sorted([*there, *found.byes]) == sorted(players)
    assert {len(table) for table in found.tables} <= {at_table}
    assert len(found.byes) == len(players) % at_table


def spread(counts: Counter[int], among: range) -> int:
    return max(counts[n] for n in among) - min(counts[n] for n in among)


# Round robin


@settings(max_examples=20, deadline=None)
@given(players=PLAYERS, seed=SEEDS)
def test_a_round_robin_of_two_is_complete(players: int, seed: str) -> None:
    plan = round_robin(tuple(range(players)), 2, full_rounds(players), seed)
    assert meetings(plan) == dict.fromkeys(combinations(range(players), 2), 1)
    assert spread(rests(plan), range(players)) == 0


@settings(max_examples=20, deadline=None)
@given(st.data(), st.integers(2, 5), st.integers(1, 6), SEEDS)
def test_a_round_robin_is_fair(data: st.DataObject, at_table: int, rounds: int, seed: str) -> None:
    """Byes differ by one at most, and so do the times that somebody sits on each seat."""
    players = data.draw(st.integers(at_table, 14))
    plan = round_robin(tuple(range(players)), at_table, rounds, seed)
    for found in plan:
        check_round(set(range(players)), found, at_table)
    assert spread(rests(plan), range(players)) <= 1
    for counts in seats_taken(plan).values():
        assert spread(counts, range(at_table)) <= 1


@settings(max_examples=10, deadline=None)
@given(st.data(), st.integers(3, 5), SEEDS)
def test_meetings_of_a_round_robin_are_about_even(data: st.DataObject, at_table: int, seed: str) -> None:
    """In as many rounds as it takes to meet everybody once, nobody meets anybody more than twice, or thrice at five."""
    players = data.draw(st.integers(at_table, 14))
    plan = round_robin(tuple(range(players)), at_table, -(-(players - 1) // (at_table - 1)), seed)
    assert max(meetings(plan).values()) <= (3 if at_table == 5 else 2)


@pytest.mark.parametrize("at_table", [3, 4, 5])
def test_as_many_tables_as_seats_meet_everybody_once(at_table: int) -> None:
    players = at_table**2
    plan = round_robin(tuple(range(players)), at_table, at_table + 1, "seed")
    assert meetings(plan) == dict.fromkeys(combinations(range(players), 2), 1)


# Swiss


def play(found: Round, points: dict[int, Fraction], chance: random.Random) -> None:
    for table in found.tables:
        order = list(table)
        chance.shuffle(order)
        for place, player in enumerate(order):
            points[player] = points.get(player, Fraction(0)) + len(table) - 1 - place


@settings(max_examples=25, deadline=None)
@given(st.data(), st.integers(2, 5), st.integers(1, 6), SEEDS)
def test_swiss_is_fair(data: st.DataObject, at_table: int, rounds: int, seed: str) -> None:
    """Also when players leave: nobody rests a second time before everybody has, no seat is far behind another."""
    players = set(range(data.draw(st.integers(at_table, 16))))
    chance, points, history = random.Random(seed), dict[int, Fraction](), list[Round]()
    for _ in range(rounds):
        if len(players) > at_table and data.draw(st.booleans()):
            players.discard(max(players))
        before = rests(history)
        found = swiss_round(sorted(players), points, history, at_table, seed)
        check_round(players, found, at_table)
        if found.byes:
            assert max(before[p] for p in found.byes) <= min([before[p] for p in players - set(found.byes)])
        history.append(found)
        play(found, points, chance)
    for counts in seats_taken(history).values():
        assert spread(counts, range(at_table)) <= 3


@settings(max_examples=25, deadline=None)
@given(players=st.integers(2, 10), rounds=st.integers(1, 9), seed=SEEDS)
def test_pairs_repeat_only_where_it_cannot_be_avoided(players: int, rounds: int, seed: str) -> None:
    chance, points, history = random.Random(seed), dict[int, Fraction](), list[Round]()
    everybody = list(range(players))
    for _ in range(rounds):
        met = meetings(history)
        found = swiss_round(everybody, points, history, 2, seed)
        if any(met[pair(*table)] for table in found.tables):
            fresh = {p: {q for q in everybody if q != p and not met[pair(p, q)]} for p in everybody}
            fewest = min(rests(history)[p] for p in everybody)
            may_rest = [p for p in everybody if rests(history)[p] == fewest] if players % 2 else [None]
            for resting in may_rest:
                assert not all_can_be_paired([p for p in everybody if p != resting], fresh)
        history.append(found)
        play(found, points, chance)


@pytest.mark.parametrize(("at_table", "players"), [(3, 9), (3, 15), (4, 16), (4, 32), (5, 25), (5, 40)])
def test_the_second_round_has_new_faces_only(at_table: int, players: int) -> None:
    chance, points, history = random.Random(1), dict[int, Fraction](), list[Round]()
    for _ in range(2):
        history.append(swiss_round(range(players), points, history, at_table, "seed"))
        play(history[-1], points, chance)
    assert max(meetings(history).values()) == 1


def test_people_with_as_many_points_meet() -> None:
    points = {player: Fraction(player // 4) for player in range(16)}
    found = swiss_round(range(16), points, [], 4, "seed")
    assert sorted(sorted(table) for table in found.tables) == [list(range(n, n + 4)) for n in (0, 4, 8, 12)]
    assert len({points[p] for table in swiss_round(range(16), points, [], 2, "s").tables for p in table}) == 4


@pytest.mark.parametrize("at_table", [2, 3, 4, 5])
def test_the_same_seed_gives_the_same_rounds(at_table: int) -> None:
    history = [swiss_round(range(17), {}, [], at_table, "seed")]
    again = swiss_round(range(17), {}, history, at_table, "seed")
    assert again == swiss_round(range(17), {}, history, at_table, "seed")
    assert history[0] != swiss_round(range(17), {}, [], at_table, "another")


# Matching


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 8), st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=16))
def test_matching_agrees_with_trying_everything(players: int, pairs: list[tuple[int, int]]) -> None:
    may = {p: {q for a, b in pairs for q in ((b,) if a == p else (a,) if b == p else ()) if q != p} for p in range(8)}

    def brute(left: frozenset[int]) -> bool:
        if not left:
            return True
        first = min(left)
        return any(brute(left - {first, other}) for other in may[first] & left)

    assert all_can_be_paired(range(players), may) == brute(frozenset(range(players)))
