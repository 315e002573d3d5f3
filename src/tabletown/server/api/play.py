"""Operations of those who play: look, move, take back, ask for advice, hear when something happens, read the record."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence

from msgspec import UNSET
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from tabletown.server.api import requests, responses
from tabletown.server.api.operations import ACTS, EVENTS, TEXT, Call, Operation
from tabletown.server.api.problems import Impossible
from tabletown.server.api.table_answers import Seen
from tabletown.server.errors import Malformed, NotAllowed, NotFound, Outdated, TooMany
from tabletown.server.play import checked_text
from tabletown.server.play.remarks import plain
from tabletown.server.play.tables import Tables
from tabletown.server.store.protocol import Receipt
from tabletown.server.web.advice import Advisers
from tabletown.server.web.chat import Chat
from tabletown.server.web.live import LOBBY, Hub
from tabletown.server.web.tables import TablePages, seat_of
from tabletown.server.web.takebacks import GoingBack

Act = Callable[[int], Receipt]


class Playing:
    """What happens at a table."""

    def __init__(
        self,
        tables: Tables,
        seen: Seen,
        going_back: GoingBack,
        advisers: Advisers,
        chat: Chat,
        hub: Hub,
        pages: TablePages,
    ) -> None:
        self._going_back = going_back
        self._chat = chat
        self._tables = tables
        self._seen = seen
        self._advisers = advisers
        self._hub = hub
        self._pages = pages

    def operations(self) -> Iterator[Operation]:
        """What can be asked for."""
        tag, table = "Playing", "/tables/{table}"
        yield Operation("GET", table, self.get_table, tag, responses.Table, who="anybody", query=requests.Look)
        for path, do in (("moves", self.make_move), ("instead", self.move_instead)):
            yield Operation(
                "POST",
                f"{table}/{path}",
                do,
                tag,
                responses.Table,
                query=requests.Look,
                body=requests.MakeMove,
                refusals=ACTS,
            )
        for path, do, body in (
            ("undo", self.take_back, requests.Undo),
            ("restart", self.restart_turn, requests.Undo),
            ("ask", self.ask_to_go_back, requests.AskBack),
            ("answer", self.answer_question, requests.AnswerBack),
        ):
            yield Operation(
                "POST", f"{table}/{path}", do, tag, responses.Table, query=requests.Look, body=body, refusals=ACTS
            )
        yield Operation(
            "POST",
            f"{table}/advice",
            self.ask_advice,
            tag,
            responses.Advice,
            body=requests.Consult,
            refusals=(*ACTS, TooMany),
        )
        yield Operation(
            "POST", f"{table}/chat", self.say_something, tag, responses.Table,
            query=requests.Look, body=requests.Say, refusals=(NotFound, Outdated, NotAllowed, TooMany),
        )  # fmt: skip
        yield Operation("GET", f"{table}/record", self.get_record, tag, media=TEXT, who="anybody")
        yield Operation(
            "GET", f"{table}/events", self.listen_to_table, tag, media=EVENTS, who="anybody", query=requests.Listen
        )
        yield Operation(
            "GET",
            "/events",
            self.listen,
            tag,
            media=EVENTS,
            who="anybody",
            query=requests.ListenAll,
            refusals=(NotFound,),
        )

    def get_table(self, call: Call) -> responses.Table:
        """Look at a table: from your seat with a token, as somebody who watches without.

        Everything that you may do is among `moves`. `version` counts what you saw happen there, which others may count
        differently; a move names the version that it answers.
        """
        return self._seen.table(call, call.table)

    def make_move(self, call: Call) -> responses.Table:
        """Make a move, or several that belong together: all of them or none.

        When it is answered, it is kept for good. If the answer is lost, send the same request with the same key again:
        the move is made once, and the answer is the same. If the table has moved on, nothing is done and the answer
        (409) holds the table as it stands.
        """
        body: requests.MakeMove = call.body
        return self._act(call, lambda seat: self._tables.play(call.table, seat, body.move, body.version, _key(body)))

    def move_instead(self, call: Call) -> responses.Table:
        """Take back your last choice and make another one: both or none."""
        body: requests.MakeMove = call.body
        return self._act(call, lambda seat: self._tables.instead(call.table, seat, body.move, body.version, _key(body)))

    def take_back(self, call: Call) -> responses.Table:
        """Take back your last choice, as long as nobody has learned anything from it."""
        body: requests.Undo = call.body
        return self._act(call, lambda seat: self._tables.undo(call.table, seat, body.version, _key(body)))

    def restart_turn(self, call: Call) -> responses.Table:
        """Take back all that you have chosen in your turn, as far as nobody has learned anything from it."""
        body: requests.Undo = call.body
        return self._act(call, lambda seat: self._tables.restart(call.table, seat, body.version, _key(body)))

    def ask_to_go_back(self, call: Call) -> responses.Table:
        """Ask all others to go back to the beginning of a turn. If they agree, the game goes on from there."""
        body: requests.AskBack = call.body
        act = self._going_back.asking(call.table, body.turn)
        return self._act(call, lambda seat: act(seat, body.version, _key(body)))

    def answer_question(self, call: Call) -> responses.Table:
        """Agree to go back, or decline."""
        body: requests.AnswerBack = call.body
        act = self._going_back.answering(call.table, body.question, body.agree)
        return self._act(call, lambda seat: act(seat, body.version, _key(body)))

    def _act(self, call: Call, act: Act) -> responses.Table:
        with self._tables.at(call.table) as table:
            seat = seat_of(table, call.player, _named(call.body.seat))
        return self._seen.table(call, call.table, act(seat).version)

    async def ask_advice(self, call: Call) -> responses.Advice:
        """Ask what a strong player would do on your seat, from what it sees. It takes about a second."""
        seen, hints = await self._advisers.consult(call.table, call.player, _named(call.body.seat))
        return responses.Advice(
            version=seen.table.version,
            hints=[
                responses.Hint(move=hint.button.move, sentence=hint.button.sentence, percent=hint.percent, why=hint.why)
                for hint in hints
            ],
        )

    def say_something(self, call: Call) -> responses.Table:
        """Say something at a table, from your seat or while you watch. Everybody who can see the table hears it."""
        try:
            plain(call.body.text)
        except Malformed as refusal:
            raise Impossible("text", f"text: {refusal}") from None
        version = self._chat.speak(call.table, call.asker, call.body.text, _key(call.body))
        return self._seen.table(call, call.table, version)

    def get_record(self, call: Call) -> Response:
        """Read the whole game as text, with its seed, once it is over.

        It is a record, as `tabletown.loads` reads it.
        """
        return self._pages.record(call.request)

    async def listen_to_table(self, call: Call) -> Response:
        """Hear when a table changes for you: server-sent events.

        An event is called `version`, and its data are the id of the table and its version as you count, with a space
        between them. The first one comes at once. Whoever hears of a newer version than they know looks at the table.
        Nothing is lost with a broken stream: open it again.
        """
        return await self._stream(call, [call.table])

    async def listen(self, call: Call) -> Response:
        """Hear of up to 20 tables in one stream.

        Name them as `?table=ID&table=ID`. Unknown ones are left out.
        """
        return await self._stream(call, call.query.table)

    async def _stream(self, call: Call, tables: Sequence[str]) -> Response:
        known = await run_in_threadpool(self._tables.store.versions, tables)
        if LOBBY in tables:
            known[LOBBY] = 0
        if not known:
            raise NotFound
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if call.request.method == "HEAD":
            return Response(media_type=EVENTS, headers=headers)
        watched = await run_in_threadpool(self._pages.watched, call.player, known)
        frames = self._hub.stream(known, call.reader, watched)
        if call.query.seconds is not UNSET:
            frames = _for_a_while(frames, call.query.seconds)
        return StreamingResponse(frames, media_type=EVENTS, headers=headers)


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
    return checked_text.key_in({"key": body.key})


def _named(seat: int | None) -> dict[str, str]:
    return {} if seat is None else {"seat": str(seat)}
