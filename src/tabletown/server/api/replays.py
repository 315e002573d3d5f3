"""Operations of those who study games: look at the past, bring a record from elsewhere, check a shuffle."""

from collections.abc import Iterator

from msgspec import UNSET

from tabletown.engine.position_text import write_position
from tabletown.server.api import requests, responses
from tabletown.server.api.convert import tell_lines
from tabletown.server.api.operations import STARTS, Call, Operation
from tabletown.server.api.problems import Impossible
from tabletown.server.errors import Malformed, NotAllowed, NotYours
from tabletown.server.play.imports import Imports
from tabletown.server.view.replays import Replays


class Studying:
    """The past of tables."""

    def __init__(self, replays: Replays, imports: Imports) -> None:
        self._replays = replays
        self._imports = imports

    def operations(self) -> Iterator[Operation]:
        """What can be asked for."""
        tag, table = "Studying", "/tables/{table}"
        yield Operation(
            "GET", f"{table}/replay", self.look_back, tag, responses.Moment,
            who="anybody", query=requests.LookBack, refusals=(NotYours, NotAllowed),
        )  # fmt: skip
        yield Operation("GET", f"{table}/check", self.check_shuffle, tag, responses.Check, who="nobody")
        yield Operation(
            "POST",
            "/records",
            self.bring_record,
            tag,
            responses.Brought,
            status=201,
            body=requests.Record,
            refusals=STARTS,
        )

    def look_back(self, call: Call) -> responses.Moment:
        """One ply of a table's past, as a seat saw it, as a spectator did, or with all cards `open`.

        Of a game that goes on you see your own seats' past, or a spectator's, and plies count as that reader saw them.
        A ply beyond the last one is the last one.
        """
        seat = "" if call.query.seat is UNSET else call.query.seat
        try:
            seen = self._replays.moment(call.table, call.player, seat, call.query.ply)
        except Malformed as refusal:  # it fits the description, but not this table
            raise Impossible("seat", str(refusal)) from None
        return responses.Moment(
            ply=seen.step,
            last=seen.last,
            seat=seen.view.key,
            seats=[view.key for view in seen.views],
            status=seen.scene.status,
            said=tell_lines(seen.said),
            scores=[seat.score for seat in seen.seats],
            position=write_position(seen.position),
            over=seen.over,
        )

    def check_shuffle(self, call: Call) -> responses.Check:
        """Whether a finished game was dealt as its fingerprint promised, and replays to the result it claims."""
        check = self._replays.check(call.table)
        findings = [responses.Finding(what=one.claim, holds=one.holds, found=one.found) for one in check.findings]
        return responses.Check(passed=check.passed, findings=findings)

    def bring_record(self, call: Call) -> responses.Brought:
        """Bring the record of a finished game from elsewhere: it becomes a table that can be looked back at.

        The same record leads to the same table, however often it is brought.
        """
        self._imports.count(call.asker.id)
        table_id = self._imports.bring(call.body.record)
        return responses.Brought(id=table_id, url=f"/tables/{table_id}/replay")
