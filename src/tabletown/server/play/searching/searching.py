"""Searching: a player looks for opponents, waits, is found or says "not now", stops, or begins with bots.

A player has one search, whichever window or server they ask. It lives in the database. That its player is still there
is noted in memory whenever they look at it, and written by the matchmaker (see matchmaker.py): reading never writes.
"""

import secrets
import threading
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.errors import NotAllowed, Outdated, TooMany
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.suspensions import must_not_be_suspended
from tabletown.server.play.searching.pairing import would_play
from tabletown.server.play.searching.strength import FindStrengths, RatingOfBot, bot_of_strength, unknown_strengths
from tabletown.server.play.searching.wishes import PACES, Wishes, sizes_of
from tabletown.server.play.seating import Seating
from tabletown.server.play.tables import DONE_ELSEWHERE, Tables
from tabletown.server.store.protocol import Player, SeatRow, SessionOver
from tabletown.server.store.search_protocol import Search

_A_WHILE_S = 60.0
_FULL = "Very many people look for opponents just now. Please try again in 1 minute, or take a seat at an open table."
_TOO_OFTEN = "That was a lot of searches in a short time."
_TOO_LATE = "Your table is laid already. If you cannot play, a bot can take your seat there."


@dataclass(frozen=True, slots=True)
class SearchTiming:
    """How long searching takes, in seconds.

    Those who have found each other have `found` to say "not now". Whoever was not seen for `away` is not paired, and
    for `gone` looks no longer. After `bots`, bots are offered. The matchmaker looks every `tick`.
    """

    found: float = 7.0
    away: float = 15.0
    gone: float = 60.0
    bots: float = 30.0
    tick: float = 1.0


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many look for opponents, without the one who asks: all, those who would play with them, by title and pace."""

    people: int
    alike: int
    by_wish: dict[tuple[str, str], int]


class Searching:
    """Begins and ends searches. `rate` limits how often; `timing` is public."""

    def __init__(
        self,
        tables: Tables,
        seating: Seating,
        rate: RateLimit,
        timing: SearchTiming | None = None,
        find_strengths: FindStrengths = unknown_strengths,
        rating_of_bot: RatingOfBot | None = None,
    ) -> None:
        self.timing = timing or SearchTiming()
        self.find_strengths = find_strengths
        self._tables = tables
        self._seating = seating
        self._rate = rate
        self._rating_of_bot = rating_of_bot
        self._seen: set[str] = set()
        self._lock = threading.Lock()

    def now(self) -> float:
        """The time by the clock that all servers share."""
        return self._tables.now()

    def check_rate(self, player: Player | None) -> None:
        """Count a search that a player (None: a stranger) is about to begin. Raises TooMany."""
        self._rate.check(player.id if player else "", _TOO_OFTEN)

    def check_player(self, player: Player | None, rated: bool) -> None:
        """Raise NotAllowed unless a player (None: a stranger) may look for opponents, at `rated` tables or others."""
        must_not_be_suspended(self._tables.store, player)
        if rated:
            self._seating.check_rated([SeatRow("human", "", owner=player.id if player else "")])

    def begin(self, player: Player, wishes: Wishes) -> Search:
        """Look for opponents. A search for the same goes on as it is; another one begins anew. Raises Refused."""
        self.check_player(player, wishes.rated)
        for title in wishes.titles:
            self._tables.must_be_ready(title)
        store, now = self._tables.store, self._tables.now()
        own = store.search_of(player.id)
        if own is not None and self._goes_on(own, now):
            if wishes_of(own) == wishes or own.meeting:
                self.seen(player)
                return own
        elif len(store.searches()) >= self._tables.limits.searches:
            self._tables.metrics.refused("searches")
            raise TooMany(_FULL, _A_WHILE_S)
        search = Search(
            secrets.token_hex(8), player.id, wishes.titles, wishes.pace, wishes.sizes, wishes.rated, now, now,
            about_my_strength=wishes.about_my_strength,
        )  # fmt: skip
        try:
            store.keep_search(search)
        except SessionOver:
            raise Outdated(DONE_ELSEWHERE) from None
        return search

    def of(self, player: Player | None) -> Search | None:
        """The search of a player, if it goes on or has just led to a table. It counts as having been looked at."""
        if player is None:
            return None
        search, now = self._tables.store.search_of(player.id), self._tables.now()
        if search is None or (search.table and not self._is_fresh(search, now)):
            return None
        self.seen(player)
        return search

    def _goes_on(self, search: Search, now: float) -> bool:
        return not search.table and search.seen > now - self.timing.gone

    def _is_fresh(self, search: Search, now: float) -> bool:
        """Whether the table of a search was laid a moment ago, so that its player is led there."""
        return now < search.due + self.timing.away

    def seen(self, player: Player) -> None:
        """Note that a player is looking at their search."""
        with self._lock:
            self._seen.add(player.id)

    def take_seen(self) -> set[str]:
        """The ids of the players who were seen since the last call."""
        with self._lock:
            seen, self._seen = self._seen, set()
        return seen

    def stop(self, player: Player) -> bool:
        """Stop looking, or say "not now" to those who were found: they go on looking. False if nothing was stopped.

        Raises NotAllowed if the table is laid.
        """
        search = self._tables.store.search_of(player.id)
        if search is not None and search.table:
            if self._is_fresh(search, self._tables.now()):
                raise NotAllowed(_TOO_LATE)
            return False
        return self._tables.store.end_search(player.id)

    def begin_with_bots(self, player: Player, key: str = "") -> str:
        """End the search, and lay a table for its first game with bots of the player's strength; returns its id.

        A `key` lays one table, however often it is asked. Raises Outdated without a search, NotAllowed if others were
        found meanwhile, and TooMany.
        """
        if key and (made := self._tables.store.table_by_key(key)):
            return made
        search = self._tables.store.search_of(player.id)
        if search is None or search.table:
            raise Outdated("You were not looking for opponents any more. Choose what you would play.")
        if search.meeting:
            raise NotAllowed("You have just found others: their table is laid in a moment.")
        title = search.titles[0]
        size = next(size for size in search.sizes if size in sizes_of(title))
        bot = bot_of_strength(player.id, title, self.find_strengths([player.id]), self._rating_of_bot)
        seats = [SeatRow("human", player.name or SEAT_NAMES[0], "", player.id, player.play_forced)]
        seats += [SeatRow("bot", colour, bot=bot) for colour in SEAT_NAMES[1:size]]
        self._seating.check_new_table(player, public=False)
        self._tables.store.end_search(player.id)
        return self._tables.create(title, seats, clock=PACES[search.pace], key=key)

    def knows_strength(self, search: Search) -> bool:
        """Whether the bots with which a search may be ended are chosen by the rating of its player."""
        strength = self.find_strengths([search.player_id])
        return self._rating_of_bot is not None and strength(search.player_id, search.titles[0]) is not None

    def crowd(self, player: Player | None) -> Crowd:
        """How many others look for opponents."""
        now = self._tables.now()
        searches = [search for search in self._tables.store.searches() if self._goes_on(search, now)]
        own = next((search for search in searches if player is not None and search.player_id == player.id), None)
        others = [search for search in searches if search is not own]
        strength = self.find_strengths({search.player_id for search in searches})
        alike = sum(would_play(own, other, strength) for other in others) if own else 0
        return Crowd(len(others), alike, Counter((title, search.pace) for search in others for title in search.titles))

    def company(self, search: Search) -> Collection[str]:
        """The ids of those who are in the meeting of a search."""
        if not search.meeting:
            return ()
        return {other.player_id for other in self._tables.store.searches() if other.meeting == search.meeting}


def wishes_of(search: Search) -> Wishes:
    """What the player of a search would play."""
    return Wishes(search.titles, search.pace, search.sizes, search.rated, search.about_my_strength)
