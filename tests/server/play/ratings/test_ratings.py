"""Ratings: counted once, in one order, and the same again from the log."""

import itertools
import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletown.server.play.accounts.joining import JoinSeats
from tabletown.server.play.people.privacy import Depart
from tabletown.server.play.ratings.ratings import LEAST_GAMES, Ratings, count_again, differing, recompute
from tabletown.server.play.ratings.results import SAME_PERSON, Result, SeatResult, who_left
from tabletown.server.play.ratings.scale import PROVISIONAL_GAMES, shown
from tabletown.server.play.ratings.strengths import HALF, MEMORY_S, NEWCOMER, Standings
from tabletown.server.play.tables import Tables
from tabletown.server.store import postgres_schema, sqlite_schema
from tabletown.server.store.backup import backup, restore
from tabletown.server.store.events import CameBack, LeftToBot, Moved, TimeRanOut
from tabletown.server.store.protocol import Player, VersionConflict
from tabletown.server.store.rating_protocol import Ended, Strength
from tabletown.server.store.sql import SqlStore

from ...databases import File, Place
from ...rated import DAY, give_account, play

PEOPLE = ("ada", "bob", "cyd", "dot", "eve")


@pytest.fixture
def store(place: Place) -> Iterator[SqlStore]:
    store = place.open()
    give_account(store, *PEOPLE)
    yield store
    store.close()


def ratings_on(store: SqlStore) -> Ratings:
    return Ratings(Tables(store, lambda *_: None))


def result(entities: list[str], places: list[int], ended: float = 0.0, table: str = "t") -> Result:
    seats = (SeatResult(who, place) for who, place in zip(entities, places, strict=True))
    return Result(Ended(table, "uptown", ended), tuple(seats))


# What a result does


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_better_places_rise_and_worse_ones_fall(players: int) -> None:
    people = list(PEOPLE[:players])
    standings = Standings()
    game = standings.count(result(people, list(range(1, players + 1))))
    means = [seat.after.mu for seat in game.seats]
    assert means == sorted(means, reverse=True)
    assert means[0] > NEWCOMER.mu > means[-1]
    assert all(seat.after.sigma < NEWCOMER.sigma and seat.after.games == 1 for seat in game.seats)


def test_who_shares_a_place_moves_alike() -> None:
    ada, bob, cyd = Standings().count(result(["ada", "bob", "cyd"], [1, 1, 3])).seats
    assert ada.after == bob.after
    assert ada.after.mu > cyd.after.mu
    ada, bob = Standings().count(result(["ada", "bob"], [1, 1])).seats
    assert ada.after.mu == pytest.approx(NEWCOMER.mu)


def test_a_bot_at_two_seats_is_one_bot() -> None:
    ada, *bots = Standings().count(result(["ada", "bot:greedy", "bot:greedy"], [2, 1, 3])).seats
    assert bots[0].after == bots[1].after
    assert bots[0].after.games == 1
    assert ada.weight == 1


def test_a_friend_counts_less_and_less() -> None:
    standings, weights = Standings(), []
    for number in range(6):
        weights.append(standings.count(result(["ada", "bob"], [1, 2], DAY * number)).seats[0].weight)
    assert weights[0] == 1
    assert weights == sorted(weights, reverse=True)
    assert weights[5] == pytest.approx(1 / (1 + 5 / HALF))
    # a newcomer counts in full, a table of both in between, and after thirty days all is as new
    assert standings.count(result(["ada", "cyd"], [1, 2], DAY * 6)).seats[0].weight == 1
    ada, _, cyd = standings.count(result(["ada", "bob", "dot"], [1, 2, 3], DAY * 7)).seats
    assert weights[5] < ada.weight < 1 == cyd.weight
    assert standings.count(result(["ada", "bob"], [1, 2], DAY * 8 + MEMORY_S)).seats[0].weight == 1


def test_a_friend_and_the_friends_bots_count_as_one_opponent() -> None:
    """Nobody gets further by beating a friend's bots in turn than by beating the friend."""
    standings, weights = Standings(), []
    for number, (who, owner) in enumerate([("bob", ""), ("bot-1", "bob"), ("bot-2", "bob"), ("bob", "")]):
        weights.append(standings.count(against(who, owner, DAY * number)).seats[0].weight)
    assert weights == [pytest.approx(1 / (1 + games / HALF)) for games in range(4)]
    # at one table with somebody new they are one of two; a bot of somebody else counts in full
    table = result(["ada", "bot-2", "cyd"], [1, 2, 3], DAY * 5)
    table = replace(table, seats=(table.seats[0], replace(table.seats[1], owner="bob"), table.seats[2]))
    assert standings.count(table).seats[0].weight == pytest.approx(1 / (1 + 4 / 2 / HALF))
    assert standings.count(against("bot-3", "dot", DAY * 6)).seats[0].weight == 1


def test_a_bot_has_met_only_whom_it_has_played() -> None:
    """What its owner has played says nothing about the bot: its first game with somebody counts in full."""
    standings = Standings()
    for number in range(3):
        standings.count(result(["ada", "bob"], [1, 2], DAY * number))
    ada, bot = standings.count(against("bot-1", "bob", DAY * 3)).seats
    assert ada.weight == pytest.approx(1 / (1 + 3 / HALF))
    assert bot.weight == 1


def against(bot: str, owner: str, ended: float) -> Result:
    """Ada wins against somebody, or against a bot of an owner."""
    return Result(Ended("t", "uptown", ended), (SeatResult("ada", 1), SeatResult(bot, 2, owner=owner)))


def test_less_weight_moves_less() -> None:
    standings = Standings({"ada": Strength(25.0, 3.0, 20), "bob": Strength(25.0, 3.0, 20)})
    first = standings.count(result(["ada", "bob"], [1, 2])).seats[0]
    for number in range(1, 10):
        last = standings.count(result(["ada", "bob"], [number % 2 + 1, 2 - number % 2], DAY * number)).seats[0]
    assert abs(last.after.mu - last.before.mu) < abs(first.after.mu - first.before.mu) / 2


# Looking up many


def test_many_are_looked_up_at_once(store: SqlStore) -> None:
    """What is read for many is what is read for each."""
    play(store, "one", ["ada", "bob", "bot:greedy"], 100.0)
    play(store, "two", ["ada", "cyd"], 200.0, seed=2)
    ratings = ratings_on(store)
    ratings.count_all()
    among = store.strengths_among(["ada", "bob", "dot", "bot:greedy", "nobody"])
    assert among == {one: store.strengths_of(one) for one in ("ada", "bob", "bot:greedy")}
    assert store.strengths_among([]) == {}
    assert ratings.of_many(["ada", "cyd", "dot"]) == {one: ratings.of(one) for one in ("ada", "cyd")}
    assert ratings.of_many([]) == {}


# The result of a log


def test_the_scale_says_what_it_does_not_know() -> None:
    rating = shown("uptown", NEWCOMER)
    assert (rating.mean, rating.low, rating.high) == (1500, 1000, 2000)
    assert rating.provisional
    assert rating.missing == PROVISIONAL_GAMES
    assert not shown("uptown", replace(NEWCOMER, games=PROVISIONAL_GAMES)).provisional


def test_places_are_those_of_the_game(store: SqlStore) -> None:
    game = play(store, "one", PEOPLE[:3], 100.0, seed=3)
    ratings_on(store).count_all()
    counted = store.counted_game("one")
    outcome = game.outcome()
    assert counted is not None
    assert outcome is not None
    assert [seat.place for seat in counted.seats] == list(outcome.places)
    assert [seat.entity for seat in counted.seats] == ["ada", "bob", "cyd"]


def test_leaving_is_the_last_place(store: SqlStore) -> None:
    game = play(store, "stays", PEOPLE[:3], 100.0)
    outcome = game.outcome()
    assert outcome is not None
    winner = outcome.places.index(1)
    digest = game.at(game.ply - 1).digest()
    gone = LeftToBot(winner, game.ply - 1, digest, "tourist")
    play(store, "leaves", PEOPLE[:3], 200.0, 1, gone)
    play(store, "returns", PEOPLE[:3], 300.0, 1, gone, CameBack(winner, game.ply - 1, digest))
    ratings_on(store).count_all()
    places = {}
    for table in ("stays", "leaves", "returns"):
        counted = store.counted_game(table)
        assert counted is not None
        places[table] = [seat.place for seat in counted.seats]
        assert counted.seats[winner].away == (table == "leaves")
    assert places["leaves"][winner] == 3
    assert sorted(places["leaves"]) == [1, 2, 3]
    assert places["stays"] == places["returns"]


def test_who_ran_out_of_time_and_did_not_move_again_has_left(store: SqlStore) -> None:
    game = play(store, "one", PEOPLE[:2], 100.0)
    row, log = store.table("one"), store.events("one")
    assert row is not None
    last = game.history[-1].seat
    flag = replace(log[0], event=TimeRanOut(1 - last, 0, "", "clock"))
    assert who_left(row, [*log, flag]) == {1 - last}
    assert who_left(row, [flag, *log]) == set()
    by_clock = replace(log[0], event=Moved(1 - last, 1, "", 0, by="clock"))
    assert who_left(row, [flag, by_clock]) == {1 - last}


def test_only_rated_tables_count(store: SqlStore) -> None:
    play(store, "for fun", PEOPLE[:2], 100.0, rated=False)
    ratings_on(store).count_all()
    assert store.counted_game("for fun") is None
    assert ratings_on(store).of("ada") == {}


# Again from the log


def write_many(store: SqlStore, games: int, seed: int = 5) -> list[str]:
    """Games of two to four seats, of people and bots, of which several end at the same moment."""
    choose, ids = random.Random(seed), []
    for number in range(games):
        who = choose.sample([*PEOPLE, "bot:greedy", "bot:tenant"], choose.choice([2, 3, 4]))
        ids.append(f"table-{choose.random()}")
        play(store, ids[-1], who, 1000.0 + DAY * (number // 2), choose.randrange(6))
    return ids


def test_the_log_gives_the_same_numbers_again(store: SqlStore) -> None:
    ratings = ratings_on(store)
    choose = random.Random(5)
    for number in range(12):
        who = choose.sample([*PEOPLE, "bot:greedy", "bot:tenant"], choose.choice([2, 3, 4]))
        play(store, f"table-{choose.random()}", who, 1000.0 + DAY * (number // 2), choose.randrange(6))
        ratings.count_all()
    kept = store.counted_games("uptown")
    assert len(kept) == 12
    assert kept == count_again(store, "uptown")
    assert differing(store) == []
    # the newest strength of everybody is the one of their last game
    last = {seat.entity: seat.after for game in kept for seat in game.seats}
    assert {who: store.strengths_of(who)["uptown"] for who in last} == last
    store.write(lambda db: db.execute("UPDATE rated_seats SET mu = mu + 1 WHERE table_id = ?", (kept[3].game.table,)))
    assert differing(store) == [kept[3].game.table]
    assert recompute(store) == 12
    assert store.counted_games("uptown") == kept
    assert {who: store.strengths_of(who)["uptown"] for who in last} == last


def test_a_game_that_ended_earlier_is_counted_in_its_place(store: SqlStore) -> None:
    ratings = ratings_on(store)
    for number in (1, 3, 5):
        play(store, f"t{number}", PEOPLE[:2], DAY * number, number)
        ratings.count_all()
    play(store, "t2", PEOPLE[1:4], DAY * 2, 2)  # its server was late
    play(store, "s3", PEOPLE[:2], DAY * 3, 2)
    ratings.count_all()
    assert [game.game.table for game in store.counted_games("uptown")] == ["t1", "t2", "s3", "t3", "t5"]
    assert differing(store) == []


def test_a_backup_holds_the_ratings(store: SqlStore, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("backup")
    write_many(store, 4)
    ratings_on(store).count_all()
    backup(store, folder / "all.backup")
    other = File(folder / "other.sqlite3").open()
    restore(folder / "all.backup", other)
    assert other.counted_games("uptown") == store.counted_games("uptown")
    assert differing(other) == []
    assert other.is_listed("ada")
    other.close()


def test_bots_of_players_count_the_same_again(store: SqlStore, tmp_path: Path) -> None:
    """Counted one by one, all at once, restored from a backup, and when the bot and its owner are deleted."""
    ratings = ratings_on(store)
    store.make_bot("bob", "bot-1", "Robo", "hash-1", 3)
    for number, other in enumerate(["bob", "bot-1", "bob", "bot-1", "bot-1"]):
        play(store, f"t{number}", ["ada", other], DAY * number + 1, number)
        ratings.count_all()
    kept = store.counted_games("uptown")
    assert [game.seats[0].weight for game in kept] == [pytest.approx(1 / (1 + games / HALF)) for games in range(5)]
    assert kept == count_again(store, "uptown")
    backup(store, tmp_path / "all.backup")
    other_store = File(tmp_path / "other.sqlite3").open()
    restore(tmp_path / "all.backup", other_store)
    assert count_again(other_store, "uptown") == kept
    other_store.close()
    for gone in ("bot-1", "bob"):
        store.delete_player(gone)
        assert count_again(store, "uptown") == kept
    recompute(store)
    assert store.counted_games("uptown") == kept


def test_what_was_counted_in_another_way_is_counted_again(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database of before knows whose bots there are, and everything in it is counted again, once."""
    with monkeypatch.context() as before:
        for schema in (sqlite_schema, postgres_schema):
            first = next(n for n, step in enumerate(schema.MIGRATIONS) if "ADD COLUMN counting" in step)
            before.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:first])
        place.open().close()
    for player in ("ada", "bob", "bot-1"):
        place.execute(f"INSERT INTO players (id, name, created) VALUES ('{player}', '{player}', 1000.0)")
    place.execute("INSERT INTO own_bots (player_id, owner, name, made) VALUES ('bot-1', 'bob', 'Robo', 1000.0)")
    store = place.open()
    assert store.owners_of_bots(["ada", "bob", "bot-1"]) == {"bot-1": "bob"}
    for number, other in enumerate(["bob", "bot-1"]):
        play(store, f"t{number}", ["ada", other], DAY * number + 1, number)
    ratings = ratings_on(store)
    ratings.count_all()
    right = store.counted_games("uptown")
    assert store.uncounted() == []
    # as it was counted before: with a bot that is nobody's, and without the number of the way
    store.write(lambda db: db.execute("UPDATE rated_seats SET weight = 1, mu = mu + 1 WHERE table_id = 't1'"))
    store.write(lambda db: db.execute("UPDATE rated_games SET counting = 1"))
    assert [game.table for game in store.uncounted()] == ["t0", "t1"]
    assert ratings.at_table("t1", "uptown").seats  # what is known meanwhile
    ratings.count_all()
    assert store.counted_games("uptown") == right
    assert store.uncounted() == []
    store.close()


# People


def test_a_player_and_their_bot_at_one_table_do_not_count(store: SqlStore) -> None:
    """It cannot come about at the site, but where what was played in another browser is joined later."""
    store.make_bot("ada", "bot-1", "Robo", "hash-1", 3)
    play(store, "twice", ["ada", "bot-1"], 100.0)
    ratings = ratings_on(store)
    ratings.count_all()
    assert ratings.at_table("twice", "uptown").why == SAME_PERSON


def test_one_person_at_two_seats_does_not_count(store: SqlStore) -> None:
    play(store, "twice", ["ada", "ada"], 100.0)
    ratings = ratings_on(store)
    ratings.count_all()
    assert ratings.at_table("twice", "uptown").why == SAME_PERSON
    assert ratings.of("ada") == {}


def test_a_game_is_counted_again_when_two_players_turn_out_to_be_one(store: SqlStore) -> None:
    store.write(lambda db: db.execute("DELETE FROM accounts WHERE player_id = ?", ("bob",)))
    play(store, "against himself", ["ada", "bob"], 100.0)
    play(store, "with others", ["bob", "cyd"], 200.0)
    tables = Tables(store, lambda *_: None)
    ratings = Ratings(tables)
    ratings.count_all()
    assert ratings.of("bob")["uptown"].games == 2
    store.write(lambda db: db.execute("UPDATE players SET joined_to = 'ada' WHERE id = 'bob'"))
    ratings.count_all()
    assert ratings.of("bob") == {}
    assert ratings.of("ada")["uptown"].games == 1
    assert ratings.at_table("against himself", "uptown").why == SAME_PERSON
    assert [game.table for game in ratings.history("ada", "uptown")] == ["with others"]
    assert store.uncounted() == []
    before = store.counted_games("uptown")
    for table in ("against himself", "with others"):  # that the tables are told changes nothing
        tables.submit(table, JoinSeats("bob", "ada"))
    recompute(store)
    assert store.counted_games("uptown") == before


def test_who_is_deleted_has_no_name_and_changes_nobody(store: SqlStore) -> None:
    for number in range(LEAST_GAMES):
        play(store, f"t{number}", PEOPLE[:3], DAY * number + 1, number)
    tables = Tables(store, lambda *_: None)
    ratings = Ratings(tables)
    ratings.count_all()
    assert {line.name for line in ratings.best("uptown")} == {"Ada", "Bob", "Cyd"}
    kept = ratings.of("ada"), store.counted_games("uptown")
    store.delete_player("bob")
    for number in range(LEAST_GAMES):
        tables.submit(f"t{number}", Depart("bob", "greedy"))
    ratings.count_all()
    recompute(store)
    assert (ratings.of("ada"), store.counted_games("uptown")) == kept
    assert {line.name for line in ratings.best("uptown")} == {"Ada", "Cyd"}
    assert not ratings.is_listed(Player("bob"))


def test_a_list_is_ordered_by_what_is_sure_and_names_only_who_wants_it(store: SqlStore) -> None:
    for number in range(8):
        play(store, f"t{number}", ["ada", "bot:greedy", *PEOPLE[1 : 2 + (number > 4)]], DAY * number + 1, number)
    ratings = ratings_on(store)
    ratings.count_all()
    ratings.set_listed(Player("bob"), False)
    lines = ratings.best("uptown", Player("ada"))
    assert [line.rank for line in lines] == [1, 2, 3]  # cyd has played three games
    assert sorted((line.name, line.bot, line.is_you) for line in lines) == [
        ("", "", False), ("", "greedy", False), ("Ada", "", True),
    ]  # fmt: skip
    lows = [line.rating.low for line in lines]
    assert lows == sorted(lows, reverse=True)
    assert ratings.of_bot("greedy")["uptown"].games == 8


def test_a_history_says_how_it_came_about(store: SqlStore) -> None:
    ratings = ratings_on(store)
    for number in range(3):
        play(store, f"t{number}", PEOPLE[:2], DAY * number + 1, number)
    ratings.count_all()
    games = ratings.history("ada", "uptown")
    assert [(game.table, game.players) for game in games] == [("t0", 2), ("t1", 2), ("t2", 2)]
    assert games[-1].rating == ratings.of("ada")["uptown"]
    assert [game.rating.mean for game in games] == list(itertools.accumulate([g.change for g in games], initial=1500))[
        1:
    ]
    assert ratings.history("ada", "milton_keynes") == ratings.history("eve", "uptown") == []


# Several servers


def test_who_is_late_looks_again(store: SqlStore) -> None:
    play(store, "one", PEOPLE[:2], 100.0)
    version = store.rating_version("uptown")
    games = count_again(store, "uptown")
    store.write_ratings("uptown", version, games)
    with pytest.raises(VersionConflict):
        store.write_ratings("uptown", version, games)
    assert store.counted_games("uptown") == games


def test_two_servers_that_count_at_once_count_once(store: SqlStore, place: Place) -> None:
    stores = [store, place.open(), place.open()]
    write_many(store, 6)
    begin, failed = threading.Barrier(len(stores)), []

    def count(own: SqlStore) -> None:
        try:
            begin.wait(30)
            ratings_on(own).count_all()
        except BaseException as error:
            failed.append(error)
            raise

    threads = [threading.Thread(target=count, args=(own,)) for own in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert len(store.counted_games("uptown")) == 6
    assert differing(store) == []
    for own in stores[1:]:
        own.close()
