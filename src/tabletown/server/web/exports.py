"""Export: the endpoints of the open database."""

import re
from collections.abc import Callable, Iterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tabletown.games import names as title_names
from tabletown.server.errors import Malformed, NotReady
from tabletown.server.html.templates import Templates
from tabletown.server.play.exports import finished_games
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.tables import Tables

_TIME = re.compile(r"[0-9]{1,12}(\.[0-9]{1,9})?", re.ASCII)
_JSONL = "application/x-ndjson"


class ExportPages:
    """Endpoints of the page `/export`."""

    def __init__(
        self, tables: Tables, templates: Templates, is_ready: Callable[[str], bool], exports: RateLimit
    ) -> None:
        self._tables = tables
        self._templates = templates
        self._is_ready = is_ready
        self._exports = exports

    def about(self, request: Request) -> Response:
        """The page that explains the export."""
        return self._templates.page(request, "export.html", origin=f"{self._templates.link_base(request)}/")

    def games(self, request: Request) -> Response:
        """All finished public games, or those that ended later than `after`, as lines of JSON."""
        after = request.query_params.get("after") or "0"
        if not _TIME.fullmatch(after):
            raise Malformed("The field after is a time in seconds since 1970, like 1767225600.5.")
        for name in title_names():
            if not self._is_ready(name):
                raise NotReady(name)
        headers = {"Content-Disposition": 'attachment; filename="tabletown-games.jsonl"'}
        if request.method == "HEAD":
            return Response(media_type=_JSONL, headers=headers)
        self._exports.check("", "All games were downloaded very often in a short time.")
        return StreamingResponse(self._lines(float(after)), media_type=_JSONL, headers=headers)

    def _lines(self, after: float) -> Iterator[str]:
        """The lines, made one at a time in a thread when the client is ready for the next."""
        for game in finished_games(self._tables.store, after, self._tables.broken):
            yield game.line()
