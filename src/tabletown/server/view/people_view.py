"""What a reader sees of other people: the sheet behind a name, their friends, and where they are invited."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from tabletown.server.errors import NotFound, NotReady, OtherRelease
from tabletown.server.play.people.friends import Friends
from tabletown.server.play.people.names import readable
from tabletown.server.play.people.peace import NOBODY, Peace
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.people_protocol import Invitation, Person
from tabletown.server.store.protocol import Player
from tabletown.server.view.table_summary import TableSummary, summaries, summarize

Relation = Literal["none", "asked", "asking", "friends"]
"""How a reader and a person stand: nothing yet, the reader has asked, the person asks, or both have said yes."""

_GAMES_EACH = 3  # games to watch of one friend
SOMEBODY = "Somebody"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name was found: at a table, perhaps as a seat or at a remark. Empty elsewhere."""

    table: str = ""
    title: str = ""
    seat: int = -1
    remark: int = 0
    text: str = ""  # of the remark


@dataclass(frozen=True, slots=True)
class SilencedEntry:
    """Somebody whom the reader has blocked or muted; `table` is empty for everywhere. A block holds for `bots`, too."""

    id: str
    name: str
    table: str = ""
    bots: "tuple[SilencedEntry, ...]" = ()


@dataclass(frozen=True, slots=True)
class PersonSheet:
    """A person as a reader sees them. `known` is whether the reader has a session, `you_keep` an account."""

    id: str
    name: str
    kept: bool
    is_you: bool
    known: bool
    you_keep: bool
    relation: Relation
    blocked: bool
    muted: bool
    muted_here: bool
    place: Place
    blocked_with: SilencedEntry | None = None  # the owner of a bot, whose block holds for it


@dataclass(frozen=True, slots=True)
class FriendEntry:
    """A friend in a list: whether they are here (False also if they do not want it seen), and games to watch."""

    id: str
    name: str
    since: float
    is_here: bool
    games: tuple[TableSummary, ...]


@dataclass(frozen=True, slots=True)
class AskEntry:
    """Somebody who asks, or was asked."""

    id: str
    name: str
    at: float


@dataclass(frozen=True, slots=True)
class InvitationEntry:
    """A friend's invitation to a table that waits."""

    by: str
    name: str
    at: float
    table: TableSummary


@dataclass(frozen=True, slots=True)
class FriendsView:
    """All that a reader sees of friends and of those whom they would rather not meet."""

    kept: bool
    seen: bool  # by friends
    friends: tuple[FriendEntry, ...]
    asking: tuple[AskEntry, ...]
    asked: tuple[AskEntry, ...]
    invitations: tuple[InvitationEntry, ...]
    blocked: tuple[SilencedEntry, ...]
    muted: tuple[SilencedEntry, ...]

    @property
    def here(self) -> int:
        """How many friends are here."""
        return sum(friend.is_here for friend in self.friends)


class PeopleViews:
    """Makes views of people. `is_here` says whether a player has a page of the site open that follows what happens."""

    def __init__(self, tables: Tables, peace: Peace, friends: Friends, is_here: Callable[[str], bool]) -> None:
        self._tables = tables
        self._store = tables.store
        self._peace = peace
        self._friends = friends
        self._is_here = is_here

    # The sheet behind a name

    def sheet(self, reader: Player | None, player_id: str, table_id: str = "", remark: int = 0) -> PersonSheet:
        """The sheet of a player, found at a table and at a remark, if those are given. Raises NotFound."""
        person = self._peace.person(player_id)
        if not table_id:
            return self._sheet(reader, person, person.name, Place())
        with self._tables.at(table_id) as table:
            return self._sheet(reader, person, *_found_at(table, person, remark))

    def at_seat(self, reader: Player | None, table_id: str, seat: int) -> PersonSheet:
        """The sheet of the player who sits on a seat. Raises NotFound."""
        with self._tables.at(table_id) as table:
            if not 0 <= seat < len(table.seats) or not table.seats[seat].owner:
                raise NOBODY
            person = self._peace.person(table.seats[seat].owner)
            place = Place(table.row.id, table.title.meta.title, seat)
            return self._sheet(reader, person, table.names[seat], place)

    def at_remark(self, reader: Player | None, table_id: str, remark: int) -> PersonSheet:
        """The sheet of the player who made a remark. Raises NotFound."""
        with self._tables.at(table_id) as table:
            owner = next((said.owner for said in table.remarks if said.number == remark), "")
            if not owner:
                raise NOBODY
            person = self._peace.person(owner)
            return self._sheet(reader, person, *_found_at(table, person, remark))

    def _sheet(self, reader: Player | None, person: Person, name: str, place: Place) -> PersonSheet:
        store = self._store
        relation: Relation = "none"
        blocked = muted = muted_here = False
        owner: Person | None = None
        if reader is not None and reader.id != person.id:
            relation = self._relation(reader, person)
            blocked = person.id in store.blocks_with(reader.id)[0]
            owner = self._peace.blocked_owner(reader, person) if blocked else None
            hidden = [row.table for row in store.muted_by(reader.id) if row.person.id == person.id]
            muted, muted_here = "" in hidden, bool(place.table) and place.table in hidden
        return PersonSheet(
            id=person.id,
            name=readable(name) or SOMEBODY,
            kept=person.kept,
            is_you=reader is not None and reader.id == person.id,
            known=reader is not None,
            you_keep=reader is not None and store.account_since(reader.id) is not None,
            relation=relation,
            blocked=blocked,
            muted=muted,
            muted_here=muted_here,
            place=place,
            blocked_with=SilencedEntry(owner.id, _name(owner)) if owner else None,
        )

    def _relation(self, reader: Player, person: Person) -> Relation:
        if self._store.are_friends(reader.id, person.id):
            return "friends"
        if any(row.person.id == person.id for row in self._store.asking(reader.id)):
            return "asking"
        return "asked" if any(row.person.id == person.id for row in self._store.asked_by(reader.id)) else "none"

    # Friends

    def friends(self, reader: Player | None) -> FriendsView:
        """The friends of a reader; for a stranger, none."""
        if reader is None:
            return FriendsView(False, False, (), (), (), (), (), ())
        circle, silence = self._friends.circle(reader), self._peace.silence(reader)
        bots = self._store.bots_of_blocked(reader.id) if silence.blocked else []
        me = self._store.person(reader.id)
        games = self._games([row.person.id for row in circle.friends], reader)
        friends = [
            FriendEntry(
                row.person.id,
                _name(row.person),
                row.since,
                row.person.seen_by_friends and self._is_here(row.person.id),
                tuple(games.get(row.person.id, ())),
            )
            for row in circle.friends
        ]
        return FriendsView(
            kept=me is not None and me.kept,
            seen=me is not None and me.seen_by_friends,
            friends=tuple(sorted(friends, key=lambda friend: (not friend.is_here, friend.name.casefold(), friend.id))),
            asking=tuple(AskEntry(row.person.id, _name(row.person), row.since) for row in circle.asking),
            asked=tuple(AskEntry(row.person.id, _name(row.person), row.since) for row in circle.asked),
            invitations=tuple(self._entries(reader, circle.invitations)),
            blocked=tuple(
                SilencedEntry(
                    row.person.id,
                    _name(row.person),
                    bots=tuple(SilencedEntry(bot.id, _name(bot)) for owner, bot in bots if owner == row.person.id),
                )
                for row in silence.blocked
            ),
            muted=tuple(SilencedEntry(row.person.id, _name(row.person), row.table) for row in silence.muted),
        )

    def invitations(self, reader: Player | None) -> list[InvitationEntry]:
        """Where a reader is invited."""
        return self._entries(reader, self._friends.invitations(reader)) if reader else []

    def _entries(self, reader: Player, invitations: Iterable[Invitation]) -> list[InvitationEntry]:
        found = []
        for one in invitations:
            with suppress(NotFound, NotReady, OtherRelease, BrokenLog), self._tables.at(one.table) as table:
                summary = summarize(table, reader)
                if summary.vacant and not summary.yours:
                    found.append(InvitationEntry(one.by.id, _name(one.by), one.at, summary))
        return found

    def _games(self, players: list[str], reader: Player) -> dict[str, list[TableSummary]]:
        """Public games in play of these players, at which the reader does not sit."""
        if not players:
            return {}
        pairs = self._store.public_games_of(players)
        ids = dict.fromkeys(table_id for _, table_id in pairs)
        shown = {table.id: table for table in summaries(self._tables, ids, reader) if not table.yours}
        games: dict[str, list[TableSummary]] = {}
        for player_id, table_id in pairs:
            of_one = games.setdefault(player_id, [])
            if table_id in shown and len(of_one) < _GAMES_EACH:
                of_one.append(shown[table_id])
        return games


def _name(person: Person) -> str:
    return readable(person.name) or SOMEBODY


def _found_at(table: Table, person: Person, remark: int) -> tuple[str, Place]:
    """The name of a person at a table, and the place, as far as they have been there."""
    title = table.title.meta.title
    for said in table.remarks:
        if remark and said.number == remark and said.owner == person.id:
            name = table.names[said.seat] if said.seat >= 0 else said.name
            return name, Place(table.row.id, title, said.seat, remark, said.text)
    for seat, row in enumerate(table.seats):
        if row.owner == person.id:
            return table.names[seat], Place(table.row.id, title, seat)
    return person.name, Place(table.row.id, title)
