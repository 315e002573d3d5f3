"""Pages from templates: the Jinja2 environment and what every page knows."""

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
from tabletown.server.html.icons import DOTS, LOGO, sign
from tabletown.server.html.log import lines_html, log_html, turns_html
from tabletown.server.html.page_parts import HEADER, Parts, shown_in
from tabletown.server.html.people import company
from tabletown.server.html.seats import chip, heading
from tabletown.server.html.zone_layout import places
from tabletown.server.play.bot_choices import BOTS, STRENGTHS, USUAL_BOT
from tabletown.server.view.table_view import Look

FOLDER = Path(__file__).parents[1]
THEMES = ("system", "light", "dark")
_KEPT = 4096  # pieces of pages: those of some hundred tables


def theme_of(connection: HTTPConnection) -> str:
    """The reader's choice, from a cookie, so that the first paint is right."""
    theme = connection.cookies.get("theme", "system")
    return theme if theme in THEMES else "system"


class Templates:
    """Renders templates; everything that is not markup of our own is escaped.

    `watchers` says how many people watch the table with an id.
    """

    def __init__(self, watchers: Callable[[str], int] = lambda _: 0) -> None:
        self._environment = Environment(
            loader=FileSystemLoader(FOLDER / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            # templates belong to the program: they need not be looked for again, nor forgotten (for which Jinja2 would
            # take a lock for each of those that make up a board, and threads would queue for it)
            auto_reload=False,
            cache_size=-1,
        )
        self._environment.globals.update(
            kept=lru_cache(maxsize=_KEPT)(self._kept),
            places=places,
            company=company,
            chip=chip,
            heading=heading,
            sign=sign,
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
            parts=Parts(),
            stats_html=html.stats_html,
            icon=html.icon,
            wanted=html.WANTED,
            seat_mark=html.seat_icon,
            panorama=panorama,
            cover_again=cover_again,
            once=_once,
            watchers=watchers,
            bot_options=_bot_options,
            usual_bot=USUAL_BOT,
            strengths=STRENGTHS,
        )

    def render(self, name: str, /, **context: Any) -> str:
        """The text of a template."""
        return self._environment.get_template(name).render(**context)

    def _kept(self, name: str, /, **values: Any) -> Markup:
        """A template that depends on nothing but these values: it is rendered once for them, and kept."""
        return Markup(self.render(name, **values))

    def page(self, connection: HTTPConnection, name: str, code: int = 200, **context: Any) -> HTMLResponse:
        """A whole page."""
        return HTMLResponse(self.render(name, theme=theme_of(connection), **context), code)

    def table_page(
        self, connection: HTTPConnection, look: Look, error: str = "", status: int = 200, hints: Sequence[object] = ()
    ) -> HTMLResponse:
        """The page of a table."""
        context = _context(connection, look, error, hints)
        return self._with_version(self.page(connection, "table.html", status, **context), look)

    def board(
        self, connection: HTTPConnection, look: Look, error: str = "", status: int = 200, hints: Sequence[object] = ()
    ) -> HTMLResponse:
        """What a move changes on a table's page, less what the browser has already (see page_parts.py)."""
        context = _context(connection, look, error, hints)
        parts = Parts(shown_in(connection.headers.get(HEADER, "")))
        return self._with_version(HTMLResponse(self.render("_table.html", parts=parts, **context), status), look)

    @staticmethod
    def _with_version(response: HTMLResponse, look: Look) -> HTMLResponse:
        response.headers["X-Table-Version"] = str(look.table.version)
        response.headers["ETag"] = etag(look.table.version, look.you)
        return response


def etag(version: int, seat: int) -> str:
    """A view is a function of the log and the seat."""
    return f'"{version}.{seat}"'


@cache
def _bot_options() -> Markup:
    """The bots as options of a list, the usual one chosen."""
    return Markup("").join(
        Markup('<option value="{}"{}>{}: {}</option>').format(
            bot.name, " selected" if bot.name == USUAL_BOT else "", bot.name.capitalize(), bot.blurb
        )
        for bot in BOTS
    )


def _once() -> Markup:
    """The hidden field by which a form that starts something is recognised when it is sent twice."""
    return Markup(f'<input type="hidden" name="key" value="{secrets.token_hex(16)}">')


def _context(connection: HTTPConnection, look: Look, error: str, hints: Sequence[object]) -> dict[str, Any]:
    fields = {field.name: getattr(look, field.name) for field in dataclasses.fields(look)}
    passed_on = look.table.over or any(seat.is_open for seat in look.seats)
    link = f"{connection.base_url}tables/{look.table.id}" if passed_on else ""  # with all that a browser needs
    return {**fields, "link": link, "error": error, "hints": hints}
