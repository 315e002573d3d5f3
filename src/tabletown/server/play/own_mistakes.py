"""A player's own mistakes: from the finished games at which the player sat and that were reviewed.

Only moves that the player made count: not those of a bot that stood in, nor those that played themselves. Guided first
games, and games that go on with another one, whose deal is known, do not count.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from tabletown import games
from tabletown.bots.minds.mind import mind_of
from tabletown.server.errors import NotAllowed, NotFound, NotReady, OtherRelease
from tabletown.server.play.bots.kept_answers import KeptAnswers
from tabletown.server.play.openings import has_opening
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.reviews import Reviews
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.protocol import Player
from tabletown.study.mistakes import Mistake, mistakes_in
from tabletown.study.review import Choice

TABLES = 100  # of a player that are looked at; those in play come first in the store's list
KEPT = 2000  # games whose mistakes are kept in memory


@dataclass(frozen=True, slots=True)
class OwnMistakes:
    """What a player's reviewed games tell.

    `reviewed` are these games, the newest first, each a table and the name of its title; `not_reviewed` are the other
    finished ones, of titles with a mind, which reviews need.
    """

    reviewed: tuple[tuple[str, str], ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    not_reviewed: tuple[tuple[str, str], ...] = ()


class MistakeFinder:
    """Finds the mistakes of players, within a rate limit."""

    def __init__(self, tables: Tables, reviews: Reviews, rate: RateLimit) -> None:
        self._tables = tables
        self._reviews = reviews
        self._rate = rate
        self._kept = KeptAnswers[tuple[str, tuple[int, ...]], tuple[Mistake, ...]](KEPT)

    def of(self, player: Player | None) -> OwnMistakes:
        """The mistakes of a player; none of a stranger. Raises TooMany."""
        if player is None:
            return OwnMistakes()
        self._rate.check(player.id, "That was a lot of games to look through in a short time.")
        reviewed, mistakes, left = [], list[Mistake](), []
        for table_id in self._tables.store.tables_of(player.id, TABLES):
            with suppress(NotFound, NotReady, NotAllowed, OtherRelease, BrokenLog):
                title, seats = self._finished(table_id, player)
                found = self._mistakes(table_id, seats) if seats else None
                if found is not None:
                    reviewed.append((table_id, title))
                    mistakes += found
                elif seats and mind_of(games.get(title)):
                    left.append((table_id, title))
        return OwnMistakes(tuple(reviewed), tuple(mistakes), tuple(left))

    def _finished(self, table_id: str, player: Player) -> tuple[str, tuple[int, ...]]:
        """The title of a table, and the player's seats there if its game is over and counts."""
        with self._tables.at(table_id) as table:
            counts = table.begun and table.game.is_game_over() and not table.row.lesson and not has_opening(table)
            return table.title.name, table.seats_of(player) if counts else ()

    def _mistakes(self, table_id: str, seats: tuple[int, ...]) -> tuple[Mistake, ...] | None:
        """The mistakes of these seats; None if the game was not reviewed. A finished game does not change any more."""
        known = self._kept.find((table_id, seats))
        if known is not None:
            return known
        state = self._reviews.state(table_id)
        if state.review is None or not state.whole:
            return None
        with self._tables.at(table_id) as table:
            made = _made_by_player(table, seats)
        found = mistakes_in(state.review, table_id, lambda choice: _is_own(choice, made))
        self._kept.keep((table_id, seats), found)
        return found


def _made_by_player(table: Table, seats: Sequence[int]) -> frozenset[int]:
    """The numbers of the plies that the owner of these seats made."""
    plies = enumerate(table.timeline.plies)
    return frozenset(number for number, ply in plies if ply.seat in seats and ply.made_by == "own")


def _is_own(choice: Choice, made: frozenset[int]) -> bool:
    return not made.isdisjoint(choice.decision.plies)
