"""Operations on other people: who is at a table, blocks, hidden remarks, reports to the host."""

from collections.abc import Iterator

from starlette.responses import Response

from tabletown.server.api import requests, responses
from tabletown.server.api.friends import person_response
from tabletown.server.api.operations import Call, Operation
from tabletown.server.errors import NotAllowed, NotFound, OtherRelease, Outdated, TooMany
from tabletown.server.play.people.names import readable
from tabletown.server.play.people.peace import Peace, silenced_at
from tabletown.server.play.people.privacy import kept_company
from tabletown.server.play.tables import Tables
from tabletown.server.view.people_view import SOMEBODY, PeopleViews, SilencedEntry

_ERRORS = (NotFound, NotAllowed, Outdated, TooMany)


class PeaceOperations:
    """Operations on other people."""

    def __init__(self, peace: Peace, views: PeopleViews, tables: Tables) -> None:
        self._peace = peace
        self._views = views
        self._tables = tables

    def operations(self) -> Iterator[Operation]:
        """The operations on other people."""
        tag, blocks, mutes = "Peace", "/players/me/blocks/{player}", "/players/me/mutes/{player}"
        yield Operation("GET", "/players/{player}", self.get_person, tag, responses.people.Person, auth="optional")
        yield Operation(
            "GET", "/tables/{table}/people", self.list_people, tag, responses.people.PeopleAt, auth="optional"
        )
        yield Operation("GET", "/players/me/blocks", self.list_silenced, tag, responses.people.SilencedPlayers)
        yield Operation("POST", blocks, self.block_player, tag, status=204, errors=_ERRORS)
        yield Operation("DELETE", blocks, self.end_block, tag, status=204, errors=(NotFound, NotAllowed, TooMany))
        yield Operation("POST", mutes, self.mute_player, tag, status=204, body=requests.Mute, errors=_ERRORS)
        yield Operation(
            "DELETE", mutes, self.unmute_player, tag, status=204, query=requests.MuteQuery, errors=(NotFound, TooMany)
        )
        yield Operation("GET", "/players/me/reports", self.list_own_reports, tag, responses.people.OwnReports)
        yield Operation(
            "POST", "/players/me/reports", self.report_player, tag, responses.people.OwnReports,
            status=201, body=requests.NewReport, errors=(*_ERRORS, OtherRelease),
        )  # fmt: skip

    def get_person(self, call: Call) -> responses.people.Person:
        """Look at a player: the name, and how you stand with them."""
        return person_response(self._views, call, call.request.path_params["player"])

    def list_people(self, call: Call) -> responses.people.PeopleAt:
        """List the people at a table, those who sit there and those who have said something, with their ids."""
        found: dict[str, responses.people.PersonAt] = {}
        with self._tables.at(call.table) as table:
            silenced = silenced_at(self._tables.store, table, call.player)
            for seat, row in enumerate(table.seats):
                if row.owner:
                    name = table.names[seat]
                    one = found.setdefault(
                        row.owner, responses.people.PersonAt(player=row.owner, name=name, seats=[], remarks=[])
                    )
                    one.seats.append(seat)
            for said in table.remarks:
                if said.owner not in silenced:
                    name = readable(said.name) or SOMEBODY
                    one = found.setdefault(
                        said.owner, responses.people.PersonAt(player=said.owner, name=name, seats=[], remarks=[])
                    )
                    one.remarks.append(said.number)
        return responses.people.PeopleAt(people=list(found.values()))

    def list_silenced(self, call: Call) -> responses.people.SilencedPlayers:
        """List whom you have blocked, and whose remarks are hidden from you."""
        view = self._views.friends(call.caller)
        return responses.people.SilencedPlayers(
            blocked=[_silenced(one) for one in view.blocked], muted=[_silenced(one) for one in view.muted]
        )

    def block_player(self, call: Call) -> Response:
        """Block a player. They are not told: for them, a seat beside you is always taken.

        You are not brought together, their remarks are hidden from you, and they can neither ask nor challenge you. A
        friendship ends with it. Where you share a table already, the game goes on.
        """
        self._peace.block(call.caller, call.request.path_params["player"])
        return Response(status_code=204)

    def end_block(self, call: Call) -> Response:
        """End a block. For a bot that is blocked with its owner, end the block of the owner."""
        self._peace.unblock(call.caller, call.request.path_params["player"])
        return Response(status_code=204)

    def mute_player(self, call: Call) -> Response:
        """Hide the remarks of a player from you, at one table or everywhere. They are not told."""
        self._peace.mute(call.caller, call.request.path_params["player"], call.body.table)
        return Response(status_code=204)

    def unmute_player(self, call: Call) -> Response:
        """Show the remarks of a player again, at one table or everywhere."""
        self._peace.unmute(call.caller, call.request.path_params["player"], call.query.table)
        return Response(status_code=204)

    def report_player(self, call: Call) -> responses.people.OwnReports:
        """Tell the host of the site about a remark, a name, or how somebody behaves. They are not told who did."""
        body: requests.NewReport = call.body
        if body.table:
            with self._tables.at(body.table) as table:
                self._peace.report(call.caller, body.player, body.kind, body.text, body.key, table, body.remark)
        else:
            self._peace.report(call.caller, body.player, body.kind, body.text, body.key)
        return self.list_own_reports(call)

    def list_own_reports(self, call: Call) -> responses.people.OwnReports:
        """List the reports that you made, and whether the host has closed them."""
        kept = kept_company(self._tables.store, call.caller.id).reports
        return responses.people.OwnReports(
            reports=[
                responses.people.KeptReport(
                    id=one.id, about=one.about, kind=one.kind, table=one.table, remark=one.remark, name=one.name,
                    text=one.text, at=one.at, closed=one.closed,
                )
                for one in kept
            ]
        )  # fmt: skip


def _silenced(one: SilencedEntry) -> responses.people.Silenced:
    return responses.people.Silenced(player=one.id, name=one.name, table=one.table, bots=[bot.id for bot in one.bots])
