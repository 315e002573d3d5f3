"""Endpoints for those who think again: the whole turn by oneself, and further back if all others agree."""

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown.server.errors import Malformed
from tabletown.server.play.checked_text import number
from tabletown.server.play.tables import Tables
from tabletown.server.play.takebacks import answer, ask
from tabletown.server.store.protocol import Receipt
from tabletown.server.web.guard import read_form
from tabletown.server.web.tables import TablePages

Act = Callable[[int, int, str], Receipt]
"""Does something for a seat, in answer to a version, by a key."""


class GoingBack:
    """All of it as an answer to a version, and once however often a form is sent."""

    def __init__(self, tables: Tables, pages: TablePages) -> None:
        self._tables = tables
        self._pages = pages

    async def restart(self, request: Request) -> Response:
        """Take back all that one has done in one's turn."""
        fields, table_id = await read_form(request), request.path_params["table"]

        def act(seat: int, version: int, key: str) -> Receipt:
            return self._tables.restart(table_id, seat, version, key)

        return await run_in_threadpool(self._pages.answer, request, fields, act)

    async def ask(self, request: Request) -> Response:
        """Ask all others to go back to the turn `turn`."""
        fields, table_id = await read_form(request), request.path_params["table"]
        turn = number(fields.get("turn", ""), "turn")
        return await run_in_threadpool(self._pages.answer, request, fields, self.asking(table_id, turn))

    def asking(self, table_id: str, turn: int) -> Act:
        """How a seat asks all others to go back to a turn."""

        def act(seat: int, version: int, key: str) -> Receipt:
            wanted = ("ask", str(turn))
            return self._tables.act(table_id, seat, wanted, version, key, lambda t, game: ask(t, game, seat, turn))

        return act

    async def answer(self, request: Request) -> Response:
        """Answer the question `question`: `agree` or `decline`."""
        fields, table_id = await read_form(request), request.path_params["table"]
        question, said = fields.get("question", ""), fields.get("answer", "")
        if said not in ("agree", "decline"):
            raise Malformed("One agrees or declines.")
        act = self.answering(table_id, question, agrees=said == "agree")
        return await run_in_threadpool(self._pages.answer, request, fields, act)

    def answering(self, table_id: str, question: str, agrees: bool) -> Act:
        """How a seat answers such a question."""

        def act(seat: int, version: int, key: str) -> Receipt:
            wanted = ("agree" if agrees else "decline", question)
            return self._tables.act(
                table_id, seat, wanted, version, key, lambda t, game: answer(t, game, seat, question, agrees)
            )

        return act
