"""Answers about people and the caller: friends, invitations, blocks, hidden remarks, reports."""

from typing import Annotated, Literal

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


class KeptReport(ResponseBody):
    """A report that you made."""

    id: str
    about: str
    kind: Annotated[str, Meta(description="`remark`, `name` or `behaviour`")]
    table: str
    remark: Annotated[int, Meta(description="The number of the remark at the table; 0 without one")]
    name: Annotated[str, Meta(description="The name, if the report is about it")]
    text: str
    at: float
    closed: Annotated[float | None, Meta(description="When the host closed it")]


class PersonAt(ResponseBody):
    """Somebody at a table: at a seat, or somebody who has said something."""

    player: Annotated[str, Meta(description="Their id, for friends, blocks and reports; it gives no rights")]
    name: str
    seats: list[int]
    remarks: Annotated[list[int], Meta(description="The numbers of what they said, as the table lists it")]


class PeopleAt(ResponseBody):
    """The people at a table, without bots."""

    people: list[PersonAt]


class Person(ResponseBody):
    """A player as others find them."""

    player: str
    name: str
    kept: Annotated[bool, Meta(description="Whether they keep their games: only then they can be asked")]
    you: bool
    relation: Annotated[
        Literal["none", "asked", "asking", "friends"],
        Meta(description="You have asked; they ask; or both have said yes. A no is not told"),
    ]
    blocked: Annotated[bool, Meta(description="Whether you have blocked them, or the owner of a bot")]
    blocked_with: Annotated[str | None, Meta(description="For a bot: the id of its owner, if you have blocked them")]
    muted: Annotated[bool, Meta(description="Whether their remarks are hidden from you everywhere")]


class Friend(ResponseBody):
    """A friend of yours."""

    player: str
    name: str
    since: float
    here: Annotated[bool, Meta(description="Whether they are here now, if they want it seen")]
    games: Annotated[list[str], Meta(description="Public games of theirs that you can watch, by id")]


class FriendAsk(ResponseBody):
    """Somebody who asks you, or whom you have asked."""

    player: str
    name: str
    at: float


class FriendInvitation(ResponseBody):
    """A friend's invitation to a table with an open seat."""

    player: str
    name: str
    at: float
    table: str
    title: str
    seat: Annotated[int, Meta(description="The first seat that is open")]


class FriendList(ResponseBody):
    """Your friends, who asks, whom you have asked, where you are invited, and whether friends see you here."""

    friends: list[Friend]
    asking: list[FriendAsk]
    asked: list[FriendAsk]
    invitations: list[FriendInvitation]
    seen_by_friends: bool


class Silenced(ResponseBody):
    """Somebody whom you have blocked, or whose remarks are hidden from you."""

    player: str
    name: str
    table: Annotated[str, Meta(description="For hidden remarks: at which table; empty for all")]
    bots: Annotated[list[str], Meta(description="For a block: the ids of their bots, for which it holds, too")]


class SilencedPlayers(ResponseBody):
    """Whom you have blocked, and whose remarks are hidden from you."""

    blocked: list[Silenced]
    muted: list[Silenced]


class OwnReports(ResponseBody):
    """The reports that you made, the newest first."""

    reports: list[KeptReport]
