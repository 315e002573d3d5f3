"""Operations of playing: read a table, move, take back, advice, chat, live updates, the record."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace

from msgspec import UNSET
from starlette.responses import Response, StreamingResponse

from tabletown.engine.english import capital
from tabletown.engine.seat_marks import Names, in_words
from tabletown.server.api import requests, responses
from tabletown.server.api.operations import EVENTS, TABLE_ERRORS, TEXT, Call, Operation
from tabletown.server.api.problems import Impossible
from tabletown.server.api.table_answers import TableAnswers
from tabletown.server.errors import Malformed, NotAllowed, NotFound, Outdated, TooMany
from tabletown.server.play import checked_text
from tabletown.server.play.bots.advice import Advisers
from tabletown.server.play.commands import (
    AnswerToGoBack,
    AskToGoBack,
    Move,
    MoveInstead,
    RestartTurn,
    SeatCommand,
    TakeBack,
)
from tabletown.server.play.moves import SEPARATOR
from tabletown.server.play.records import file_name, record_of
from tabletown.server.play.remarks import clean_remark
from tabletown.server.play.speaking import Speaking
from tabletown.server.play.table import Table
from tabletown.server.play.tables import Tables
from tabletown.server.view.live import STREAM_HEADERS, Streams


class PlayOperations:
    """Operations at a table."""

    def __init__(
        self,
        tables: Tables,
        answers: TableAnswers,
        advisers: Advisers,
        speaking: Speaking,
        streams: Streams,
    ) -> None:
        self._tables = tables
        self._answers = answers
        self._advisers = advisers
        self._speaking = speaking
        self._streams = streams

    def operations(self) -> Iterator[Operation]:
        """The operations of playing."""
        tag, table = "Playing", "/tables/{table}"
        yield Operation(
            "GET", table, self.get_table, tag, responses.tables.Table, auth="optional", query=requests.TableQuery
        )
        for path, do in (("moves", self.make_move), ("instead", self.move_instead)):
            yield Operation(
                "POST", f"{table}/{path}", do, tag, responses.tables.Table,
                query=requests.TableQuery, body=requests.MakeMove, errors=TABLE_ERRORS,
            )  # fmt: skip
        for path, do, body in (
            ("undo", self.take_back, requests.Undo),
            ("restart", self.restart_turn, requests.Undo),
            ("ask", self.ask_to_go_back, requests.AskBack),
            ("answer", self.answer_question, requests.AnswerBack),
        ):
            yield Operation(
                "POST", f"{table}/{path}", do, tag, responses.tables.Table,
                query=requests.TableQuery, body=body, errors=TABLE_ERRORS,
            )  # fmt: skip
        yield Operation(
            "POST", f"{table}/advice", self.ask_advice, tag, responses.tables.Advice,
            body=requests.Consult, errors=TABLE_ERRORS,
        )  # fmt: skip
        yield Operation(
            "POST", f"{table}/chat", self.say_something, tag, responses.tables.Table,
            query=requests.TableQuery, body=requests.Say, errors=(NotFound, Outdated, NotAllowed, TooMany),
        )  # fmt: skip
        yield Operation("GET", f"{table}/record", self.get_record, tag, media=TEXT, auth="optional")
        yield Operation(
            "GET", f"{table}/events", self.listen_to_table, tag,
            media=EVENTS, auth="optional", query=requests.StreamQuery,
        )  # fmt: skip
        yield Operation(
            "GET", "/events", self.listen, tag,
            media=EVENTS, auth="optional", query=requests.StreamsQuery, errors=(NotFound, TooMany),
        )  # fmt: skip

    def get_table(self, call: Call) -> responses.tables.Table:
        """Look at a table: from your seat with a token, as a spectator without.

        Everything that you may do is among `moves`. `version` counts what you saw happen there, which others may count
        differently; a move names the version that it answers.
        """
        return self._answers.table(call, call.table)

    def make_move(self, call: Call) -> responses.tables.Table:
        """Make a move, or several that belong together: all of them or none.

        When it is answered, it is kept for good. If the answer is lost, send the same request with the same key again:
        the move is made once, and the answer is the same. If the table has moved on, nothing is done and the answer
        (409) holds the table as it stands.
        """
        body: requests.MakeMove = call.body
        return self._act(call, lambda seat: Move(seat, body.move))

    def move_instead(self, call: Call) -> responses.tables.Table:
        """Take back your last choice and make another one: both or none."""
        body: requests.MakeMove = call.body
        return self._act(call, lambda seat: MoveInstead(seat, body.move))

    def take_back(self, call: Call) -> responses.tables.Table:
        """Take back your last choice, as long as nobody has learned anything from it."""
        return self._act(call, TakeBack)

    def restart_turn(self, call: Call) -> responses.tables.Table:
        """Take back all that you have chosen in your turn, as far as nobody has learned anything from it."""
        return self._act(call, RestartTurn)

    def ask_to_go_back(self, call: Call) -> responses.tables.Table:
        """Ask all others to go back to the beginning of a turn. If they agree, the game goes on from there."""
        body: requests.AskBack = call.body
        return self._act(call, lambda seat: AskToGoBack(seat, body.turn))

    def answer_question(self, call: Call) -> responses.tables.Table:
        """Agree to go back, or decline."""
        body: requests.AnswerBack = call.body
        return self._act(call, lambda seat: AnswerToGoBack(seat, body.question, body.agree))

    def _act(self, call: Call, command: Callable[[int], SeatCommand]) -> responses.tables.Table:
        with self._tables.at(call.table) as table:
            seat = table.seat_for(call.player, call.body.seat)
        decision = replace(command(seat), named=call.body.seat is not None)
        receipt = self._tables.submit(call.table, decision, call.body.version, _key(call.body))
        return self._answers.table(call, call.table, receipt.version)

    async def ask_advice(self, call: Call) -> responses.tables.Advice:
        """Ask what a strong player would do on your seat, from what it sees. It takes about a second."""

        def see(table: Table) -> tuple[int, tuple[str, ...]]:
            return table.visibility.version(table.seats_of(call.player)), table.names

        (version, names), hints = await self._advisers.consult(call.table, call.player, call.body.seat, see)
        return responses.tables.Advice(
            version=version,
            hints=[
                responses.tables.Hint(
                    move=hint.move.partition(SEPARATOR)[0].strip(),
                    whole=hint.move,
                    sentence=capital(in_words(hint.line.text, hint.line.seat, Names(names, hint.line.seat))),
                    percent=hint.percent,
                    why=hint.why,
                )
                for hint in hints
            ],
        )

    def say_something(self, call: Call) -> responses.tables.Table:
        """Say something at a table, from your seat or while you watch. Everybody who can see the table hears it."""
        try:
            clean_remark(call.body.text)
        except Malformed as refusal:
            raise Impossible("text", f"text: {refusal}") from None
        receipt = self._speaking.say(call.table, call.caller, call.body.text, _key(call.body))
        return self._answers.table(call, call.table, receipt.version)

    def get_record(self, call: Call) -> Response:
        """Read the whole game as text, with its seed, once it is over.

        It is a record, as `tabletown.loads` reads it.
        """
        with self._tables.at(call.table) as table:
            return Response(
                record_of(table),
                media_type="text/plain; charset=utf-8",
                headers={"Content-Disposition": f'attachment; filename="{file_name(table)}"'},
            )

    async def listen_to_table(self, call: Call) -> Response:
        """Hear when a table changes for you: server-sent events.

        An event is called `version`, and its data are the id of the table and its version as you count, with a space
        between them. The first one comes at once. When the version is newer than the one you know, look at the table.
        Nothing is lost with a broken stream: open it again.
        """
        return await self._stream(call, [call.table])

    async def listen(self, call: Call) -> Response:
        """Hear of up to 20 tables in one stream.

        Name them as `?table=ID&table=ID`. Unknown ones are left out.
        """
        return await self._stream(call, call.query.table)

    async def _stream(self, call: Call, tables: Sequence[str]) -> Response:
        existing = await self._streams.existing(tables)
        if call.request.method == "HEAD":
            return Response(media_type=EVENTS, headers=STREAM_HEADERS)
        frames = await self._streams.frames(existing, call.reader, call.address)
        if call.query.seconds is not UNSET:
            frames = _for_a_while(frames, call.query.seconds)
        return StreamingResponse(frames, media_type=EVENTS, headers=STREAM_HEADERS)


async def _for_a_while(frames: AsyncIterator[str], seconds: float) -> AsyncIterator[str]:
    end = time.monotonic() + seconds
    try:
        while True:
            async with asyncio.timeout(end - time.monotonic()):
                frame = await anext(frames)
            yield frame
    except (TimeoutError, StopAsyncIteration):
        return


def _key(body: requests.MakeMove | requests.Undo | requests.AskBack | requests.AnswerBack | requests.Say) -> str:
    return checked_text.form_key({"key": body.key})
