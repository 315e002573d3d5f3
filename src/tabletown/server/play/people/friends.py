"""Friends: players with an account who both said yes.

A no is never told: whoever was declined goes on seeing that they asked, and asking again changes nothing. Who is here
now is told to friends only, and only of those who want it. A challenge is a table with an open seat and an invitation.
"""

from dataclasses import dataclass

from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Title
from tabletown.server.errors import Full, NotAllowed, Outdated
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.people.peace import LEFT, Peace
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.suspensions import must_not_be_suspended
from tabletown.server.play.seating import Seating
from tabletown.server.play.tables import Tables
from tabletown.server.store.people_protocol import Asked, FriendRow, Invitation, Person
from tabletown.server.store.protocol import Clock, Player, SeatRow, SessionOver

INVITED_S = 2 * 86_400.0  # for how long an invitation stands
_OFTEN = "That was a lot about friends in a short time."
NO_ACCOUNT = "Friends are people who keep their games. Choose “Keep my games” first, so that friends find you again."
THEY_HAVE_NONE = "They play without an account, so there is nothing by which you would find each other again."


@dataclass(frozen=True, slots=True)
class Circle:
    """The friends of a player, who asks them, whom they asked, and where they are invited."""

    friends: tuple[FriendRow, ...]
    asking: tuple[FriendRow, ...]
    asked: tuple[FriendRow, ...]
    invitations: tuple[Invitation, ...]


class Friends:
    """Requests, answers and challenges. `rate` limits how often."""

    def __init__(self, tables: Tables, seating: Seating, peace: Peace, rate: RateLimit) -> None:
        self._tables = tables
        self._store = tables.store
        self._seating = seating
        self._peace = peace
        self._rate = rate

    def circle(self, player: Player) -> Circle:
        """All that a player sees of friends."""
        store = self._store
        return Circle(
            tuple(store.friends_of(player.id)),
            tuple(store.asking(player.id)),
            tuple(store.asked_by(player.id)),
            tuple(self.invitations(player)),
        )

    def invitations(self, player: Player) -> list[Invitation]:
        """The invitations of a player that still stand."""
        return self._store.invitations(player.id, self._store.now() - INVITED_S)

    def ask(self, player: Player, other: str) -> Asked:
        """Ask a player to be friends, or say yes to them. Raises Refused."""
        person = self._friend_to_be(player, other)
        self._rate.check(player.id, _OFTEN)
        blocked, blocked_by = self._store.blocks_with(player.id)
        if person.id in blocked:
            raise NotAllowed("You have blocked them. End the block first.")
        most = self._tables.limits.friends
        try:
            done = self._store.ask_friend(player.id, person.id, silently=person.id in blocked_by, most=most)
        except SessionOver:
            raise Outdated(LEFT) from None
        if done is None:
            raise Full(f"Friends and requests are {most} at most. Take some requests back first.", "friends")
        return done

    def _friend_to_be(self, player: Player, other: str) -> Person:
        """Another player who may be asked. Raises Refused."""
        person = self._peace.person(other)
        if person.id == player.id:
            raise NotAllowed("That is you.")
        if self._store.account_since(player.id) is None:
            raise NotAllowed(NO_ACCOUNT)
        if not person.kept:
            raise NotAllowed(THEY_HAVE_NONE)
        must_not_be_suspended(self._store, player)
        return person

    def decline(self, player: Player, asker: str) -> None:
        """Say no to a request. The asker is not told. Raises Refused."""
        person = self._peace.person(asker)
        self._rate.check(player.id, _OFTEN)
        self._store.decline_friend(player.id, person.id)

    def end(self, player: Player, other: str) -> None:
        """End a friendship, or take back a request. Raises Refused."""
        person = self._peace.person(other)
        self._rate.check(player.id, _OFTEN)
        try:
            self._store.end_friend(player.id, person.id)
        except SessionOver:
            raise Outdated(LEFT) from None

    def set_seen(self, player: Player, on: bool) -> None:
        """Set whether friends see that a player is here. Raises Refused."""
        self._rate.check(player.id, _OFTEN)
        self._store.set_seen_by_friends(player.id, on)

    # Challenges

    def challenge(self, player: Player, other: str, title: Title, clock: Clock | None, key: str) -> str:
        """Lay a table with a seat for a friend and invite them, once for every `key`; returns its id. Raises Refused.

        Where a title needs more than two players, bots take the other seats.
        """
        person = self._peace.person(other)
        if not self._peace.are_friends(player.id, person.id):
            raise NotAllowed("Only friends can be challenged. Ask to be friends first.")
        must_not_be_suspended(self._store, player)
        table_id = self._store.table_by_key(key) if key else ""
        if not table_id:
            self._rate.check(player.id, _OFTEN)
            self._seating.check_new_table(player, public=False)
            low, _ = title.meta.players
            seats = [
                SeatRow("human", player.name or SEAT_NAMES[0], "", player.id, player.play_forced),
                SeatRow("open", SEAT_NAMES[1]),
                *(SeatRow("bot", colour, bot=USUAL_BOT) for colour in SEAT_NAMES[2:low]),
            ]
            options = dict.fromkeys(title.meta.options, False)
            table_id = self._tables.create(title.name, seats, options, clock=clock, key=key)
        try:
            self._store.invite(table_id, person.id, player.id)
        except SessionOver:
            raise Outdated(LEFT) from None
        return table_id

    def decline_invitation(self, player: Player, table_id: str) -> None:
        """Decline an invitation. The friend is not told. Raises Refused."""
        self._rate.check(player.id, _OFTEN)
        self._store.decline_invitation(table_id, player.id)
