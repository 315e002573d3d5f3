"""Operations on replays: read a step, check a shuffle, import a record."""

from collections.abc import Iterator

from msgspec import UNSET

from tabletown.engine.position_text import write_position
from tabletown.server.api import requests, responses
from tabletown.server.api.convert import line_responses
from tabletown.server.api.operations import START_ERRORS, Call, Operation
from tabletown.server.api.problems import Impossible
from tabletown.server.errors import Malformed, NotAllowed, NotYours
from tabletown.server.play.imports import Imports
from tabletown.server.view.replays import Replays


class ReplayOperations:
    """Operations on replays and records."""

    def __init__(self, replays: Replays, imports: Imports) -> None:
        self._replays = replays
        self._imports = imports

    def operations(self) -> Iterator[Operation]:
        """The operations on replays."""
        tag, table = "Studying", "/tables/{table}"
        yield Operation(
            "GET", f"{table}/replay", self.look_back, tag, responses.replays.Moment,
            auth="optional", query=requests.ReplayQuery, errors=(NotYours, NotAllowed),
        )  # fmt: skip
        yield Operation("GET", f"{table}/check", self.check_shuffle, tag, responses.replays.Check, auth="none")
        yield Operation(
            "POST", "/records", self.bring_record, tag, responses.replays.Brought,
            status=201, body=requests.Record, errors=START_ERRORS,
        )  # fmt: skip

    def look_back(self, call: Call) -> responses.replays.Moment:
        """Look at one ply of a table's past, as a seat saw it, as a spectator did, or with all cards `open`.

        Of a game that goes on you see your own seats' past, or a spectator's, and plies count as that reader saw them.
        A ply beyond the last one is the last one.
        """
        seat = "" if call.query.seat is UNSET else call.query.seat
        try:
            seen = self._replays.view_step(call.table, call.player, seat, call.query.ply)
        except Malformed as refusal:  # a valid value, but not for this table
            raise Impossible("seat", str(refusal)) from None
        return responses.replays.Moment(
            ply=seen.step,
            last=seen.last,
            seat=seen.viewpoint.key,
            seats=[view.key for view in seen.viewpoints],
            status=seen.scene.status,
            said=line_responses(seen.lines, [seat.name for seat in seen.seats]),
            scores=[seat.score for seat in seen.seats],
            position=write_position(seen.position),
            over=seen.over,
        )

    def check_shuffle(self, call: Call) -> responses.replays.Check:
        """Check whether a finished game was dealt as its fingerprint promised, and replays to the result it claims."""
        check = self._replays.check(call.table)
        findings = [
            responses.replays.Finding(what=one.claim, holds=one.holds, found=one.found) for one in check.findings
        ]
        return responses.replays.Check(passed=check.passed, findings=findings)

    def bring_record(self, call: Call) -> responses.replays.Brought:
        """Bring the record of a finished game from elsewhere: it becomes a table that can be looked back at.

        The same record leads to the same table, however often it is brought.
        """
        self._imports.check_rate(call.caller.id)
        table_id = self._imports.import_record(call.body.record)
        return responses.replays.Brought(id=table_id, url=f"/tables/{table_id}/replay")
