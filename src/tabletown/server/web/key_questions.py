"""What a browser is asked about keys, as JSON for the script `static/keep.js`."""

from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tabletown.server.errors import Refused, retry_headers
from tabletown.server.play.accounts.keys import Question
from tabletown.server.web.cookies import ASKED

JSON = "application/json"


def key_question(request: Request, ask: Callable[[], Question]) -> Response:
    """The question that `ask` makes, with the cookie by which this browser is known again; or why there is none."""
    try:
        question = ask()
    except Refused as error:
        body = msgspec.json.encode({"message": str(error)})
        return Response(body, error.status, media_type=JSON, headers=retry_headers(error))
    response = Response(question.options, media_type=JSON)
    ASKED.set(response, request, question.asker)
    return response
