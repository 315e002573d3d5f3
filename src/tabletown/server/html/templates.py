"""Templates: the Jinja2 environment, and rendering of whole pages and of boards."""

import dataclasses
import secrets
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from tabletown.render import html
from tabletown.server.html.home_picture import cover_again, panorama
from tabletown.server.html.icons import DOTS, LOGO, page_icon
from tabletown.server.html.log import lines_html, log_html, turns_html
from tabletown.server.html.page_parts import HEADER, PageParts, shown_in
from tabletown.server.html.people import people_at
from tabletown.server.html.seats import rival_areas, seat_chip, seat_heading
from tabletown.server.html.zone_layout import zones_by_place
from tabletown.server.play.bots.choices import BOTS, STRENGTHS, USUAL_BOT
from tabletown.server.view.table_view import TableView

FOLDER = Path(__file__).parents[1]
THEMES = ("system", "light", "dark")
_CACHE_SIZE = 4096  # cached fragments: those of some hundred tables


def theme_of(connection: HTTPConnection) -> str:
    """The theme that the reader chose, from a cookie, so that the first paint is right."""
    theme = connection.cookies.get("theme", "system")
    return theme if theme in THEMES else "system"


class Templates:
    """Renders templates; all text is escaped unless it is Markup.

    `watchers` gives the number of spectators of a table.
    """

    def __init__(self, watchers: Callable[[str], int] = lambda _: 0) -> None:
        self._environment = Environment(
            loader=FileSystemLoader(FOLDER / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            # templates do not change while the server runs, so they are never reloaded nor dropped from the cache (for
            # that, Jinja2 would take a lock for each template of a board, and threads would queue for it)
            auto_reload=False,
            cache_size=-1,
        )
        self._environment.globals.update(
            cached=lru_cache(maxsize=_CACHE_SIZE)(self._cached),
            zones_by_place=zones_by_place,
            people_at=people_at,
            seat_chip=seat_chip,
            seat_heading=seat_heading,
            rival_areas=rival_areas,
            page_icon=page_icon,
            dots=DOTS,
            logo=LOGO,
            sprite=html.sprite,
            zone_html=html.zone_html,
            zone_heading=html.zone_heading,
            piece_html=html.piece_html,
            shape_html=html.shape_html,
            entry_form=html.entry_form,
            entry_html=html.entry_html,
            log_html=log_html,
            lines_html=lines_html,
            turns_html=turns_html,
            parts=PageParts(),
            stats_html=html.stats_html,
            icon=html.icon,
            wanted=html.WANTED,
            seat_mark=html.seat_icon,
            panorama=panorama,
            cover_again=cover_again,
            key_field=_key_field,
            watchers=watchers,
            bot_options=_bot_options,
            usual_bot=USUAL_BOT,
            strengths=STRENGTHS,
        )

    def render(self, name: str, /, **context: Any) -> str:
        """Render a template to text."""
        return self._environment.get_template(name).render(**context)

    def _cached(self, name: str, /, **values: Any) -> Markup:
        """Render a template that depends only on these values; the result is cached."""
        return Markup(self.render(name, **values))

    def page(self, connection: HTTPConnection, name: str, code: int = 200, **context: Any) -> HTMLResponse:
        """A whole page."""
        return HTMLResponse(self.render(name, theme=theme_of(connection), **context), code)

    def table_page(
        self,
        connection: HTTPConnection,
        view: TableView,
        error: str = "",
        status: int = 200,
        hints: Sequence[object] = (),
    ) -> HTMLResponse:
        """The page of a table."""
        context = _context(connection, view, error, hints)
        return self._with_version(self.page(connection, "table.html", status, **context), view)

    def board(
        self,
        connection: HTTPConnection,
        view: TableView,
        error: str = "",
        status: int = 200,
        hints: Sequence[object] = (),
    ) -> HTMLResponse:
        """The part of a table's page that changes with a move, without what the browser has (see page_parts.py)."""
        context = _context(connection, view, error, hints)
        parts = PageParts(shown_in(connection.headers.get(HEADER, "")))
        return self._with_version(HTMLResponse(self.render("_table.html", parts=parts, **context), status), view)

    @staticmethod
    def _with_version(response: HTMLResponse, view: TableView) -> HTMLResponse:
        response.headers["X-Table-Version"] = str(view.table.version)
        response.headers["ETag"] = etag(view.table.version, view.you)
        return response


def etag(version: int, seat: int) -> str:
    """The ETag of a view, which depends on the version and the seat only."""
    return f'"{version}.{seat}"'


@cache
def _bot_options() -> Markup:
    """The bots as options of a select, with the default selected."""
    return Markup("").join(
        Markup('<option value="{}"{}>{}: {}</option>').format(
            bot.name, " selected" if bot.name == USUAL_BOT else "", bot.name.capitalize(), bot.blurb
        )
        for bot in BOTS
    )


def _key_field() -> Markup:
    """A hidden field with a new idempotency key: a form that is sent twice is carried out once."""
    return Markup(f'<input type="hidden" name="key" value="{secrets.token_hex(16)}">')


def _context(connection: HTTPConnection, view: TableView, error: str, hints: Sequence[object]) -> dict[str, Any]:
    fields = {field.name: getattr(view, field.name) for field in dataclasses.fields(view)}
    shared = view.table.over or any(seat.is_open for seat in view.seats)
    link = f"{connection.base_url}tables/{view.table.id}" if shared else ""  # the whole URL, for sharing
    return {**fields, "link": link, "error": error, "hints": hints}
