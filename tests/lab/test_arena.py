"""The arena: who sits where, what is counted, and on what it runs."""

from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

import tabletown as tt
from tabletown import bots
from tabletown.engine.errors import OptionError, UnknownTitle
from tabletown.lab.arena import ArenaError, Match, PlayedGame, entrant, play, play_one, summary
from tabletown.lab.deals import deal_seed
from tabletown.lab.sequential import verdict


class Here(Executor):
    """Runs everything at once, in this thread."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def test_every_deal_is_played_from_each_seat() -> None:
    pairings = list(Match("uptown", ("greedy", "uniform"), games=6, seed=40).pairings())
    assert [(p.seed, p.names) for p in pairings[:4]] == [
        (deal_seed(40, 0), ("greedy", "uniform")),
        (deal_seed(40, 0), ("uniform", "greedy")),
        (deal_seed(40, 1), ("greedy", "uniform")),
        (deal_seed(40, 1), ("uniform", "greedy")),
    ]
    assert [p.deal for p in pairings] == [0, 0, 1, 1, 2, 2]


def test_the_last_bot_fills_the_table() -> None:
    pairings = list(Match("penny_lane", ("greedy", "uniform"), games=8, players=4).pairings())
    assert Counter(p.names.index("greedy") for p in pairings) == {0: 2, 1: 2, 2: 2, 3: 2}
    assert all(p.names.count("uniform") == 3 for p in pairings)


def test_with_more_bots_than_seats_all_meet_on_the_same_deals() -> None:
    pairings = list(Match("uptown", ("greedy", "uniform", "tourist"), games=12, seed=5).pairings())
    met = Counter(frozenset(p.names) for p in pairings)
    assert set(met.values()) == {4}
    assert {p.seed for p in pairings if "tourist" in p.names} == {deal_seed(5, 0), deal_seed(5, 1)}
    assert len({(p.seed, p.names) for p in pairings}) == 12


def test_counting() -> None:
    match = Match("uptown", ("greedy", "uniform"), games=4)
    played = [
        PlayedGame(0, 0, ("greedy", "uniform"), (20, 10), (1, 2), 50),
        PlayedGame(1, 0, ("uniform", "greedy"), (12, 12), (1, 1), 50),
        PlayedGame(2, 1, ("greedy", "uniform"), (30, 25), (1, 2), 50),
        PlayedGame(3, 1, ("uniform", "greedy"), (31, 25), (1, 2), 50),
    ]
    result = summary(match, played).as_dict()
    greedy, uniform = result["bots"]
    assert set(result) == {"title", "players", "games", "bots", "seats"}
    assert set(greedy) == {"name", "games", "wins", "win_rate", "interval", "rating"}
    assert (greedy["name"], greedy["games"], greedy["wins"], greedy["win_rate"]) == ("greedy", 4, 2.5, 0.625)
    assert greedy["interval"][0] < 0.625 < greedy["interval"][1]
    assert greedy["rating"] > 1500 > uniform["rating"]
    assert [(row["seat"], row["wins"], row["mean_score"]) for row in result["seats"]] == [
        ("Orange", 3.5, 23.25),
        ("Sky", 0.5, 18.0),
    ]


def test_a_match_repeats_itself_on_any_executor() -> None:
    match = Match("uptown", ("builder", "uniform"), games=4, iterations=40, seed=3, records=True)
    here = play(match, Here())
    with ThreadPoolExecutor(2) as threads:
        assert play(match, threads).played == here.played
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert play(match, processes).played == here.played


def test_records_can_be_read_and_name_the_players() -> None:
    played = play_one(next(Match("uptown", ("greedy", "uniform"), games=1, records=True).pairings()))
    game = tt.loads(played.record)
    assert game.scores() == list(played.scores)
    assert 'players = ["Orange (greedy)", "Sky (uniform)"]' in played.record
    assert played.mishaps == ()


def test_somebody_is_told_of_every_game() -> None:
    told: list[int] = []
    play(Match("uptown", ("greedy", "uniform"), games=4), Here(), lambda game: told.append(game.number))
    assert sorted(told) == [0, 1, 2, 3]


def test_a_broken_bot_loses_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> int:
        raise RuntimeError("gearbox")

    monkeypatch.setattr(bots.get("uniform"), "choose", crash)
    played = play_one(next(Match("uptown", ("uniform", "greedy"), games=1).pairings()))
    assert played.mishaps
    assert played.mishaps[0].startswith("uniform crashed: RuntimeError")


def test_bots_may_have_budgets_of_their_own() -> None:
    match = Match("uptown", ("search@40", "search@0.01s", "greedy"), seconds=0.3)
    assert entrant(match, "search@40") == ("search", bots.Budget(iterations=40))
    assert entrant(match, "search@0.01s") == ("search", bots.Budget(0.01))
    assert entrant(match, "greedy") == ("greedy", bots.Budget(0.3))
    result = play(Match("uptown", ("search@20", "search@40"), games=2), Here())
    assert [row.name for row in result.bots] == ["search@20", "search@40"]
    assert not any(game.mishaps for game in result.played)


def test_a_match_ends_when_it_is_clear_who_wins() -> None:
    with ThreadPoolExecutor(1) as pool:
        result = play(Match("uptown", ("greedy", "uniform"), games=400, at_least=0.5), pool)
    assert 60 <= len(result.played) <= 70
    assert verdict(result.bots[0].wins, len(result.played), 0.5) is True


def test_a_verdict_waits_until_it_is_clear() -> None:
    assert verdict(59, 59, 0.5) is None
    assert verdict(60, 60, 0.5) is True
    assert verdict(20, 60, 0.6) is False
    assert verdict(36, 60, 0.6) is None


def test_what_cannot_be_played() -> None:
    for match, error, words in (
        (Match("uptown", ("greedy@soon", "uniform")), ArenaError, "like @0.5s or @200, not @soon"),
        (Match("uptown", ("greedy", "uniform"), at_least=1.0), ArenaError, "between 0 and 1"),
        (Match("downtown", ("greedy",)), UnknownTitle, "downtown"),
        (Match("uptown", ("greedy", "stockfish")), bots.UnknownBot, "stockfish"),
        (Match("uptown", ("greedy",), players=9), OptionError, "2 to 4"),
        (Match("uptown", ("greedy", "greedy")), ArenaError, "once"),
        (Match("uptown", ("greedy",), games=0), ArenaError, "a game"),
    ):
        with pytest.raises(error, match=words):
            play(match, Here())
