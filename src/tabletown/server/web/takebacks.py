"""Forms for taking back: the whole turn alone, and further back if all others agree."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown.server.errors import Malformed
from tabletown.server.play.checked_text import number
from tabletown.server.play.commands import AnswerToGoBack, AskToGoBack, RestartTurn
from tabletown.server.web.guard import read_form
from tabletown.server.web.tables import TablePages


class TakeBackForms:
    """Endpoints that answer a version, and do their work once however often a form is sent."""

    def __init__(self, pages: TablePages) -> None:
        self._pages = pages

    async def restart(self, request: Request) -> Response:
        """Take back all that the seat has done in its turn."""
        return await run_in_threadpool(self._pages.answer, request, await read_form(request), RestartTurn)

    async def ask(self, request: Request) -> Response:
        """Ask all others to go back to the turn `turn`."""
        fields = await read_form(request)
        turn = number(fields.get("turn", ""), "turn")
        return await run_in_threadpool(self._pages.answer, request, fields, lambda seat: AskToGoBack(seat, turn))

    async def answer(self, request: Request) -> Response:
        """Answer the question `question`: `agree` or `decline`."""
        fields = await read_form(request)
        question, said = fields.get("question", ""), fields.get("answer", "")
        if said not in ("agree", "decline"):
            raise Malformed("The answer is agree or decline.")
        return await run_in_threadpool(
            self._pages.answer, request, fields, lambda seat: AnswerToGoBack(seat, question, said == "agree")
        )
