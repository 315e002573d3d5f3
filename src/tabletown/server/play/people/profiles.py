"""Profiles: the page of a player who keeps their games, and who may see which of its sheets.

The id of a player names them in addresses; it gives no rights. A player without an account has no page.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from tabletown.server.errors import Malformed, NotFound, NotYours
from tabletown.server.play.people.friendship import AreFriends
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Player

Sheet = Literal["ratings", "rungs", "games", "streak", "reviews"]
SeenBy = Literal["everyone", "friends", "me"]

SHEETS: tuple[Sheet, ...] = get_args(Sheet)
SEEN_BY: tuple[SeenBy, ...] = get_args(SeenBy)
USUALLY: Mapping[Sheet, SeenBy] = {
    "ratings": "everyone",
    "rungs": "everyone",
    "games": "friends",
    "streak": "friends",
    "reviews": "me",
}
"""By whom each sheet may be seen, until its player chooses."""

MANY_TABLES = 50
"""So many tables can be put away at once."""

NOBODY = "There is nobody of that name in this address. Perhaps they have deleted themselves."
_TOO_OFTEN = "That was a lot of changes in a short time."


@dataclass(frozen=True, slots=True)
class ProfileAccess:
    """What a reader may see of a profile: the sheets that are `shown`, and by whom each may be seen."""

    player: Player
    is_you: bool
    kept: bool
    seen_by: Mapping[Sheet, SeenBy]
    seen_as: SeenBy  # the owner ("me"), a friend or anybody else
    shown: frozenset[Sheet] = field(default_factory=frozenset)


class Profiles:
    """Finds profiles, and keeps what their players choose. `changes` limits how often."""

    def __init__(self, tables: Tables, are_friends: AreFriends, changes: RateLimit) -> None:
        self._tables = tables
        self._store = tables.store
        self.are_friends = are_friends
        self._changes = changes

    def access(self, player_id: str, reader: Player | None, seen_as: SeenBy = "me") -> ProfileAccess:
        """What a reader may see of a player's profile. Raises NotFound if there is no such player.

        The player themselves may look `seen_as` somebody else would.
        """
        if "\0" in player_id:
            raise NotFound(NOBODY)
        if reader is not None and reader.id == player_id:
            kept = self._store.account_since(reader.id) is not None
            return self._access(reader, seen_as, is_you=True, kept=kept)
        account = self._store.accounts_among([player_id]).get(player_id, "")
        player = self._store.player(account or player_id)
        if player is None:
            raise NotFound(NOBODY)
        if not account:
            if self._is_gone(player_id):
                raise NotFound(NOBODY)
            return ProfileAccess(player, False, False, USUALLY, "everyone")
        if reader is not None and reader.id == account:
            return self._access(reader, seen_as, is_you=True, kept=True)
        friend = reader is not None and self.are_friends(account, reader.id)
        return self._access(player, "friends" if friend else "everyone", is_you=False, kept=True)

    def _is_gone(self, player_id: str) -> bool:
        """Whether a player was deleted, or never was."""
        return not self._store.is_here(player_id)

    def _access(self, player: Player, seen_as: SeenBy, *, is_you: bool, kept: bool) -> ProfileAccess:
        chosen = self.seen_by(player.id)
        shown = frozenset(sheet for sheet in SHEETS if _may_see(chosen[sheet], seen_as))
        return ProfileAccess(player, is_you, kept, chosen, seen_as, shown)

    def seen_by(self, player_id: str) -> dict[Sheet, SeenBy]:
        """By whom each sheet of a player may be seen."""
        kept = self._store.seen_by(player_id)
        return {sheet: _chosen(sheet, kept.get(sheet)) for sheet in SHEETS}

    def open_sheets(self, sheet: Sheet, player_ids: Collection[str], reader: Player | None) -> dict[str, str]:
        """Those of these players whose sheet a reader may see, as on their profiles, and whose account each of them is.

        For a browser that was joined to an account, that is another player. Readers see what is theirs. However many
        players there are, the database is asked three times at most.
        """
        if not player_ids:
            return {}
        accounts = self._store.accounts_among(player_ids)
        chosen = self._store.seen_by_among(set(accounts.values()), sheet)
        friends = {row.person.id for row in self._store.friends_of(reader.id)} if reader and chosen else set()
        found = {}
        for player_id, account in accounts.items():
            is_you = reader is not None and reader.id in (player_id, account)
            seen_as: SeenBy = "me" if is_you else "friends" if account in friends else "everyone"
            if _may_see(_chosen(sheet, chosen.get(account)), seen_as):
                found[player_id] = account
        return found

    def let_see(self, player: Player, sheet: str, seen_by: str) -> None:
        """Choose by whom a sheet may be seen, once the player keeps their games. Raises Malformed and TooMany."""
        if sheet not in SHEETS:
            raise Malformed(f"There is no such sheet. There are: {', '.join(SHEETS)}.")
        if seen_by not in SEEN_BY:
            raise Malformed(f"A sheet may be seen by one of: {', '.join(SEEN_BY)}.")
        self._changes.check(player.id, _TOO_OFTEN)
        self._store.let_see(player.id, sheet, seen_by)

    def put_away(self, player: Player, table_ids: Iterable[str], away: bool) -> None:
        """Put tables of a player away, out of their own lists, or back. Raises Malformed, NotYours and TooMany."""
        wanted = list(dict.fromkeys(table_ids))
        if not wanted:
            raise Malformed("Choose at least one game.")
        if len(wanted) > MANY_TABLES:
            raise Malformed(f"Choose {MANY_TABLES} games at most.")
        self.must_be_at(player, wanted)
        self._changes.check(player.id, _TOO_OFTEN)
        self._store.put_away(player.id, wanted, away)

    def must_be_at(self, player: Player, table_ids: list[str]) -> None:
        """Raise NotYours unless the player sits or sat at all of these tables."""
        if not set(self._store.played_among(player.id, table_ids)).issuperset(table_ids):
            raise NotYours("Only those who sit or sat at a table can put it away or give it up.")


def _chosen(sheet: Sheet, kept: str | None) -> SeenBy:
    """By whom a sheet may be seen, by what is kept of its player's choice."""
    return next((one for one in SEEN_BY if one == kept), USUALLY[sheet])


def _may_see(seen_by: SeenBy, seen_as: SeenBy) -> bool:
    return SEEN_BY.index(seen_as) >= SEEN_BY.index(seen_by)
