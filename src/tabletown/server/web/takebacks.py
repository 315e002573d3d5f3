"""Take-backs: the forms to restart a turn, and to go back further if all others agree."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown.server.errors import Malformed
from tabletown.server.play.checked_text import parse_number
from tabletown.server.play.commands import AnswerToGoBack, AskToGoBack, RestartTurn
from tabletown.server.web.guard import read_form
from tabletown.server.web.tables import TablePages


class TakeBackForms:
    """Endpoints for take-backs. A form is carried out once, however often it is sent."""

    def __init__(self, pages: TablePages) -> None:
        self._pages = pages

    async def restart(self, request: Request) -> Response:
        """Take back all that the seat has chosen in its turn."""
        return await run_in_threadpool(self._pages.submit, request, await read_form(request), RestartTurn)

    async def ask(self, request: Request) -> Response:
        """Ask all others to go back to the turn `turn`."""
        fields = await read_form(request)
        turn = parse_number(fields.get("turn", ""), "turn")
        return await run_in_threadpool(self._pages.submit, request, fields, lambda seat: AskToGoBack(seat, turn))

    async def answer(self, request: Request) -> Response:
        """Answer the question `question`: `agree` or `decline`."""
        fields = await read_form(request)
        question, said = fields.get("question", ""), fields.get("answer", "")
        if said not in ("agree", "decline"):
            raise Malformed("The answer is agree or decline.")
        return await run_in_threadpool(
            self._pages.submit, request, fields, lambda seat: AnswerToGoBack(seat, question, said == "agree")
        )
