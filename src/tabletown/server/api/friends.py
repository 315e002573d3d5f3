"""Operations on friends: ask, answer, end, who is here, challenges and invitations."""

import hashlib
from collections.abc import Iterator

import msgspec
from starlette.responses import Response

from tabletown.games import names as title_names
from tabletown.server.api import requests, responses
from tabletown.server.api.operations import Call, Operation
from tabletown.server.api.problems import BadField
from tabletown.server.api.table_answers import TableAnswers
from tabletown.server.api.tables import clock_of
from tabletown.server.errors import NotAllowed, NotFound, OtherRelease, Outdated, TooMany
from tabletown.server.play.people.friends import Friends
from tabletown.server.play.tables import Tables
from tabletown.server.play.titles import find_title
from tabletown.server.view.people_view import AskEntry, PeopleViews

_ERRORS = (NotFound, NotAllowed, Outdated, TooMany)


class FriendOperations:
    """Operations on friends."""

    def __init__(self, friends: Friends, views: PeopleViews, tables: Tables, answers: TableAnswers) -> None:
        self._friends = friends
        self._views = views
        self._tables = tables
        self._answers = answers

    def operations(self) -> Iterator[Operation]:
        """The operations on friends."""
        tag, friends = "Friends", "/players/me/friends"
        one = f"{friends}/{{player}}"
        yield Operation("GET", friends, self.list_friends, tag, responses.people.FriendList)
        yield Operation("POST", one, self.ask_to_be_friends, tag, responses.people.Person, errors=_ERRORS)
        yield Operation("DELETE", one, self.end_friendship, tag, status=204, errors=_ERRORS)
        yield Operation("POST", f"{one}/decline", self.decline_friend, tag, status=204, errors=(NotFound, TooMany))
        yield Operation(
            "POST", f"{one}/challenge", self.challenge_friend, tag, responses.tables.Table,
            status=201, body=requests.Challenge, errors=_ERRORS,
        )  # fmt: skip
        yield Operation(
            "POST", "/players/me/seen", self.set_seen_by_friends, tag, responses.people.FriendList,
            body=requests.SeenByFriends, errors=(TooMany,),
        )  # fmt: skip
        yield Operation(
            "POST", "/tables/{table}/decline", self.decline_invitation, tag, status=204,
            errors=(NotFound, OtherRelease, TooMany),
        )  # fmt: skip

    def list_friends(self, call: Call) -> responses.people.FriendList:
        """List your friends, who asks to be one, whom you have asked, and where friends have invited you."""
        view = self._views.friends(call.caller)
        return responses.people.FriendList(
            friends=[
                responses.people.Friend(
                    player=one.id,
                    name=one.name,
                    since=one.since,
                    here=one.is_here,
                    games=[game.id for game in one.games],
                )
                for one in view.friends
            ],
            asking=[_ask(one) for one in view.asking],
            asked=[_ask(one) for one in view.asked],
            invitations=[
                responses.people.FriendInvitation(
                    player=one.by,
                    name=one.name,
                    at=one.at,
                    table=one.table.id,
                    title=one.table.name,
                    seat=one.table.vacant[0].index,
                )
                for one in view.invitations
            ],
            seen_by_friends=view.seen,
        )

    def ask_to_be_friends(self, call: Call) -> responses.people.Person:
        """Ask a player to be friends, or say yes to one who asks you.

        Both of you need an account. A no is not told: you go on seeing that you have asked.
        """
        other = call.request.path_params["player"]
        self._friends.ask(call.caller, other)
        return person_response(self._views, call, other)

    def decline_friend(self, call: Call) -> Response:
        """Say no to a player who asks you. They are not told, and asking again changes nothing."""
        self._friends.decline(call.caller, call.request.path_params["player"])
        return Response(status_code=204)

    def end_friendship(self, call: Call) -> Response:
        """End a friendship, or take your request back."""
        self._friends.end(call.caller, call.request.path_params["player"])
        return Response(status_code=204)

    def challenge_friend(self, call: Call) -> responses.tables.Table:
        """Lay a table with an open seat for a friend, and invite them; you sit at the first seat.

        They find the invitation for two days. With a `key`, the same request leads to the same table.
        """
        body: requests.Challenge = call.body
        if body.title not in title_names():
            raise BadField("title", f"title: there is no game {body.title!r}; there are {', '.join(title_names())}.")
        other, key = call.request.path_params["player"], ""
        if body.key:
            key = hashlib.sha256(f"{call.caller.id} {other} ".encode() + msgspec.json.encode(body)).hexdigest()
        made = self._friends.challenge(call.caller, other, find_title(body.title), clock_of(body.clock), key)
        return self._answers.table(call, made)

    def decline_invitation(self, call: Call) -> Response:
        """Decline a friend's invitation to a table. They are not told."""
        if not self._tables.store.versions([call.table]):
            raise NotFound
        self._friends.decline_invitation(call.caller, call.table)
        return Response(status_code=204)

    def set_seen_by_friends(self, call: Call) -> responses.people.FriendList:
        """Choose whether friends see that you are here: while a stream of yours is open."""
        self._friends.set_seen(call.caller, call.body.on)
        return self.list_friends(call)


def person_response(views: PeopleViews, call: Call, player_id: str) -> responses.people.Person:
    """A player as the caller finds them."""
    seen = views.sheet(call.player, player_id)
    return responses.people.Person(
        player=seen.id,
        name=seen.name,
        kept=seen.kept,
        you=seen.is_you,
        relation=seen.relation,
        blocked=seen.blocked,
        blocked_with=seen.blocked_with.id if seen.blocked_with else None,
        muted=seen.muted,
    )


def _ask(one: AskEntry) -> responses.people.FriendAsk:
    return responses.people.FriendAsk(player=one.id, name=one.name, at=one.at)
