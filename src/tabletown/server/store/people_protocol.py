"""The part of the store protocol about people who know each other: friends, blocks, mutes, reports, suspensions.

Each method that writes is one transaction, so that two people who ask each other in the same moment become friends,
whichever processes they talk to. A player who was deleted is in none of these rows.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, Protocol

ReportKind = Literal["remark", "name", "behaviour"]
"""What a report is about: something that was said, a name, or how somebody plays."""

Asked = Literal["asked", "friends"]
"""What became of a request: it waits, as far as the asker is told, or both have said yes."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player as others find them. `kept` is whether they have an account."""

    id: str
    name: str
    kept: bool
    seen_by_friends: bool = False


@dataclass(frozen=True, slots=True)
class FriendRow:
    """Somebody in a list of friends or of requests, and since when."""

    person: Person
    since: float


@dataclass(frozen=True, slots=True)
class Silenced:
    """Somebody whom a player has blocked or muted. An empty `table` is every table."""

    person: Person
    at: float
    table: str = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A friend's invitation to an open seat."""

    table: str
    by: Person
    at: float


@dataclass(frozen=True, slots=True)
class Report:
    """What a player told the host about another one. `remark` is its number at the table, 0 without one.

    A report about a `name` holds the name, because it may be changed later.
    """

    id: str
    reporter: str
    about: str
    kind: ReportKind
    table: str
    remark: int
    name: str
    text: str
    at: float
    closed: float | None = None


@dataclass(frozen=True, slots=True)
class Suspension:
    """Until when a player may begin nothing new, and why."""

    player_id: str
    until: float
    reason: str


class PeopleStore(Protocol):
    """What every database offers for friends and peace."""

    def person(self, player_id: str) -> Person | None:
        """A player as others find them, under the id that they have now; None if there is none, or they left."""

    # Friends

    def ask_friend(self, player_id: str, other: str, *, silently: bool, most: int) -> Asked | None:
        """Ask a player to be friends; who was asked by them before becomes their friend.

        `silently` keeps it from them for good. None if the asker has `most` friends and requests already. Raises
        SessionOver if one of them was deleted or joined to another.
        """

    def decline_friend(self, player_id: str, asker: str) -> None:
        """Decline a request. The asker is not told, and asking again changes nothing."""

    def end_friend(self, player_id: str, other: str) -> None:
        """End a friendship, and take back a request."""

    def friends_of(self, player_id: str) -> list[FriendRow]:
        """The friends of a player, by name."""

    def asked_by(self, player_id: str) -> list[FriendRow]:
        """Whom a player has asked, whether or not they declined; the newest first."""

    def asking(self, player_id: str) -> list[FriendRow]:
        """Who asks a player and waits for an answer; the newest first."""

    def are_friends(self, player_id: str, other: str) -> bool:
        """Whether both have said yes."""

    def public_games_of(self, player_ids: Collection[str], limit: int = 100) -> list[tuple[str, str]]:
        """Players among these and public games in play at which they sit, the newest first."""

    def set_seen_by_friends(self, player_id: str, on: bool) -> None:
        """Set whether friends see that a player is here."""

    # Invitations

    def invite(self, table_id: str, player_id: str, by: str) -> None:
        """Invite a player to an open seat of a table; twice is once."""

    def invitations(self, player_id: str, since: float) -> list[Invitation]:
        """Invitations of friends, made after `since`, to seats that are still open; the newest first."""

    def decline_invitation(self, table_id: str, player_id: str) -> None:
        """Decline an invitation. The friend is not told."""

    # Peace

    def block(self, player_id: str, other: str, most: int) -> bool:
        """Block a player, which ends a friendship; False if `most` are blocked already."""

    def unblock(self, player_id: str, other: str) -> None:
        """End a block."""

    def mute(self, player_id: str, other: str, table_id: str, most: int) -> bool:
        """Hide the remarks of a player, at a table or everywhere (empty); False if there are `most` already."""

    def unmute(self, player_id: str, other: str, table_id: str) -> None:
        """Show the remarks of a player again, at a table; with an empty id, everywhere."""

    def blocked_by(self, player_id: str) -> list[Silenced]:
        """Whom a player has blocked, the newest first."""

    def bots_of_blocked(self, player_id: str) -> list[tuple[str, Person]]:
        """The bots of players whom a player has blocked, each with the id of its owner: the block holds for them."""

    def muted_by(self, player_id: str) -> list[Silenced]:
        """Whose remarks a player has hidden, the newest first."""

    def blocks_with(self, player_id: str) -> tuple[frozenset[str], frozenset[str]]:
        """The ids of the players whom a player has blocked, and of those who have blocked the player."""

    def silenced_for(self, player_id: str, table_id: str) -> frozenset[str]:
        """The ids of the players whose remarks a player does not see at a table."""

    # Reports

    def report(self, report: Report, key: str, most: int) -> bool:
        """Keep a report, once for every key; False if the reporter has `most` open ones already."""

    def reports_by(self, player_id: str) -> list[Report]:
        """The reports that a player made, the newest first."""

    def open_reports(self) -> list[Report]:
        """All reports that the host has not closed, oldest first."""

    def close_report(self, report_id: str) -> bool:
        """Close a report; False if there is no open one of this id."""

    # The host

    def remove_remark(self, table_id: str, number: int) -> bool:
        """Remove the text of a remark; the log goes on with an event that says so. False if there is none."""

    def take_name(self, player_id: str) -> bool:
        """Take the name of a player away, here, at all seats and in tournaments; False if there is no such player."""

    def suspend(self, player_id: str, until: float, reason: str) -> bool:
        """Suspend a player; False if there is none of this id."""

    def unsuspend(self, player_id: str) -> bool:
        """End a suspension; False if there is none."""

    def suspension(self, player_id: str) -> Suspension | None:
        """The suspension of a player that is in force, or None."""

    def suspended(self, player_ids: Collection[str]) -> frozenset[str]:
        """Those of these players who are suspended now."""
