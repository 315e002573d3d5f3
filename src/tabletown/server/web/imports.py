"""Import: the page where a record is pasted or uploaded and becomes a replay."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tabletown.server.errors import Malformed, NotAllowed
from tabletown.server.html.templates import Templates
from tabletown.server.play.imports import Imports
from tabletown.server.web.guard import FORM_WITH_FILE, read_form
from tabletown.server.web.multipart import read_parts

_SHOWN = 64 * 1024  # characters of a refused text that are shown again


class ImportPages:
    """Endpoints of the page `/replays`."""

    def __init__(self, imports: Imports, templates: Templates) -> None:
        self._imports = imports
        self._templates = templates

    def form(self, request: Request) -> Response:
        """The empty form."""
        return self._page(request)

    async def take(self, request: Request) -> Response:
        """Import a record and redirect to its replay; or show what is wrong with it."""
        await run_in_threadpool(self._imports.check_rate)
        text = await _text(request)
        try:
            if not text.strip():
                raise NotAllowed("There is nothing to read yet: choose a file or paste a record.")
            table_id = await run_in_threadpool(self._imports.import_record, text)
        except NotAllowed as refusal:
            return self._page(request, refusal.status, str(refusal), text[:_SHOWN])
        return RedirectResponse(f"/tables/{table_id}/replay", 303)

    def _page(self, request: Request, status: int = 200, error: str = "", text: str = "") -> Response:
        return self._templates.page(request, "replays.html", status, error=error, text=text)


async def _text(request: Request) -> str:
    """The text of the record: the uploaded file, else the pasted text. Raises Malformed."""
    kind = request.headers.get("content-type", "")
    if not kind.lower().startswith(FORM_WITH_FILE):
        return (await read_form(request)).get("record", "")
    parts = await run_in_threadpool(
        read_parts, kind, await request.body()
    )  # a nasty megabyte takes a tenth of a second
    try:
        return (parts.get("file") or parts.get("record", b"")).decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("This is not a text file in UTF-8, so it is no record.") from None
