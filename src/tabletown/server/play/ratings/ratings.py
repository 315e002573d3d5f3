"""The ratings of the site: counted when a rated game ends, computed again from the log, and looked up.

The log is the truth. What the store keeps of ratings is a cache, written in the order in which games ended. If a server
stops between the end of a game and the counting, housekeeping counts it later; if a game turns out to have ended before
one that was counted, all games from it on are counted again. So the numbers never depend on who counts, or when.
"""

import logging
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tabletown.games import names as title_names
from tabletown.server.errors import NotReady, OtherRelease
from tabletown.server.play.ratings.results import BOT, UNREADABLE, Result, read_result
from tabletown.server.play.ratings.scale import DEVIATIONS, PROVISIONAL_GAMES, Rating, shown
from tabletown.server.play.ratings.strengths import MEMORY_S, Standings
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.own_bot_protocol import is_own_bot
from tabletown.server.store.protocol import Player, Store, StoreError, VersionConflict
from tabletown.server.store.rating_protocol import CountedGame, CountedSeat, Ended, ListedStrength

__all__ = ["PROVISIONAL_GAMES", "GameRatings", "RankedPlayer", "RatedGame", "Rating", "Ratings", "SeatRating"]

LEAST_GAMES = 5
"""After so many rated games a player or bot stands in the list of a title."""
LISTED = 100
_LATELY_S = 86_400.0
_TRIES = 50

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rated game of a player: the rating after it, how much it changed, and the place (from 1) of so many players."""

    table: str
    ended: float
    rating: Rating
    change: int
    place: int
    players: int


@dataclass(frozen=True, slots=True)
class SeatRating:
    """What a rated game did to whoever sat at a seat: the rating after it, the change, and whether they had left."""

    seat: int
    rating: Rating
    change: int
    away: bool


@dataclass(frozen=True, slots=True)
class GameRatings:
    """What a rated game did to all; or, in `why`, that it does not count, or is not counted yet."""

    seats: tuple[SeatRating, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A line of a list of ratings. Name and `player`, the id, are empty for a player who does not want to be named."""

    rank: int
    name: str
    bot: str  # the name of the bot, if it is one
    is_you: bool
    rating: Rating
    player: str = ""


class Ratings:
    """Counts rated games, and knows the ratings of players and bots."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    # Counting

    def game_over(self, title: str) -> None:
        """Count what has ended lately. If that fails now, housekeeping does it later."""
        try:
            self._count_title(title, self._tables.now() - _LATELY_S)
        except StoreError as error:
            log.warning("a rated game is counted later: %s", error)

    def count_all(self) -> None:
        """Count all rated games that have ended and were not counted, and again those in which players were joined."""
        for title in dict.fromkeys(ended.title for ended in self._tables.store.uncounted()):
            self._count_title(title)

    def _count_title(self, title: str, since: float = 0.0) -> None:
        store = self._tables.store
        try:
            self._tables.must_be_ready(title)
        except NotReady:
            return
        for _ in range(_TRIES):
            version = store.rating_version(title)
            waiting = store.uncounted(title, since)
            results = list(self._results(title, waiting[0].point)) if waiting else []
            if not results:
                return
            try:
                store.write_ratings(title, version, _count(store, title, results))
                return
            except VersionConflict:  # another server has counted: look again
                continue
        raise StoreError("the ratings change too often to be written")

    def _results(self, title: str, since: tuple[float, str]) -> Iterator[Result]:
        """The results of the rated games of a title from a point on. Those of other releases are left for those."""
        return read_results(self._tables.store, self._tables.store.rated_tables(title, since))

    # Looking

    def of(self, player_id: str) -> dict[str, Rating]:
        """The ratings of a player by title; titles without a rated game are missing."""
        return {title: shown(title, found) for title, found in self._tables.store.strengths_of(player_id).items()}

    def of_many(self, entities: Collection[str]) -> dict[str, dict[str, Rating]]:
        """The ratings of many by title, read at once: of players by their ids, of bots as "bot:" and the name.

        Those without a rated game are missing.
        """
        strengths = self._tables.store.strengths_among(entities) if entities else {}
        return {one: {title: shown(title, found) for title, found in of.items()} for one, of in strengths.items()}

    def of_bot(self, name: str) -> dict[str, Rating]:
        """The ratings of a bot by title."""
        return self.of(BOT + name)

    def history(self, player_id: str, title: str) -> list[RatedGame]:
        """The rated games of a player in a title, oldest first."""
        found = []
        for game in self._tables.store.counted_games_of(player_id, title):
            seat = next(seat for seat in game.seats if seat.entity == player_id)
            after, ended = _seat_rating(title, seat), game.game
            found.append(RatedGame(ended.table, ended.ended, after.rating, after.change, seat.place, len(game.seats)))
        return found

    def at_table(self, table_id: str, title: str) -> GameRatings:
        """What the rated game of a table did to everybody there. It is counted now, if it was not yet."""
        game = self._tables.store.counted_game(table_id)
        if game is None:
            self.game_over(title)
            game = self._tables.store.counted_game(table_id)
        if game is None:
            return GameRatings((), "This game is not counted yet; that is done within minutes.")
        return GameRatings(tuple(_seat_rating(game.game.title, seat) for seat in game.seats), game.why)

    def best(self, title: str, reader: Player | None = None, limit: int = LISTED) -> list[RankedPlayer]:
        """The list of a title, by the lower end of the range: who is strong, and is known to be."""
        found = self._tables.store.strongest(title, LEAST_GAMES, DEVIATIONS, LISTED)
        # by the numbers that are shown, which are rounded: nobody stands above a higher one
        found.sort(key=lambda one: (-shown(title, one.strength).low, -shown(title, one.strength).mean, one.entity))
        return [_ranked(rank, title, one, reader) for rank, one in enumerate(found[:limit], 1)]

    def is_listed(self, player: Player | None) -> bool:
        """Whether a player wants to be named in lists."""
        return player is not None and self._tables.store.is_listed(player.id)

    def set_listed(self, player: Player, on: bool) -> None:
        """Set whether a player is named in lists. Without an account nothing happens."""
        self._tables.store.set_listed(player.id, on)


def read_results(store: Store, games: Sequence[Ended]) -> Iterator[Result]:
    """The results of finished rated games, in order. Those of rules that only another release knows are left out."""
    for game in games:
        try:
            row, logged = store.table(game.table), store.events(game.table)
            assert row is not None
            owners = {seat.owner for seat in row.seats} | {getattr(entry.event, "owner", "") for entry in logged}
            yield read_result(game, row, logged, store.people_behind(owners - {""}), _owners_of_bots(store, owners))
        except OtherRelease:
            continue
        except BrokenLog:
            yield Result(game, (), UNREADABLE)


def _count(store: Store, title: str, results: Sequence[Result]) -> list[CountedGame]:
    """Count games that are the last ones of a title, after what the store keeps of those before."""
    point = results[0].game.point
    entities = {seat.entity for result in results for seat in result.seats}
    meetings = store.meetings(title, point[0] - MEMORY_S, point, entities)
    owners = _owners_of_bots(store, {entity for _, seated in meetings for entity in seated})
    standings = Standings.at(
        store.strengths_before(title, point, entities),
        [(at, {entity: owners.get(entity, entity) for entity in seated}) for at, seated in meetings],
    )
    return [standings.count(result) for result in results]


def _owners_of_bots(store: Store, entities: Collection[str]) -> dict[str, str]:
    """Whose bots these are, as far as they are players' own."""
    bots = [entity for entity in entities if is_own_bot(entity)]
    return store.owners_of_bots(bots) if bots else {}


def count_again(store: Store, title: str) -> list[CountedGame]:
    """Count all rated games of a title from the log alone."""
    standings = Standings()
    return [standings.count(result) for result in read_results(store, store.rated_tables(title))]


def recompute(store: Store) -> int:
    """Write all ratings again from the log; returns how many games were counted."""
    counted = 0
    for title in title_names():
        while True:
            version, games = store.rating_version(title), count_again(store, title)
            try:
                store.replace_ratings(title, version, games)
                break
            except VersionConflict:  # a server has counted meanwhile
                continue
        counted += len(games)
    return counted


def differing(store: Store) -> list[str]:
    """The tables whose games the store has counted in another way than the log says.

    What ended after a game that is still to be counted is left out: it will be counted again anyway.
    """
    found = []
    for title in title_names():
        until = min((ended.point for ended in store.uncounted(title)), default=(math.inf, ""))
        kept = {game.game.table: game for game in store.counted_games(title) if game.game.point < until}
        again = {game.game.table: game for game in count_again(store, title) if game.game.point < until}
        found += [table for table in {**again, **kept} if kept.get(table) != again.get(table)]
    return found


def _seat_rating(title: str, seat: CountedSeat) -> SeatRating:
    before, after = shown(title, seat.before), shown(title, seat.after)
    return SeatRating(seat.seat, after, after.mean - before.mean, seat.away)


def _ranked(rank: int, title: str, one: ListedStrength, reader: Player | None) -> RankedPlayer:
    bot = one.entity.removeprefix(BOT) if one.entity.startswith(BOT) else ""
    is_you = reader is not None and one.entity == reader.id
    player = one.entity if one.name and not bot else ""
    return RankedPlayer(rank, one.name, bot, is_you, shown(title, one.strength), player)
