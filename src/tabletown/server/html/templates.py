"""Templates: the Jinja2 environment, and rendering of whole pages and of boards."""

import dataclasses
import secrets
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from tabletown.engine.seat_marks import Names
from tabletown.render import composer_html, html
from tabletown.server.html.board_peek import board_peek
from tabletown.server.html.fonts import PRELOADED
from tabletown.server.html.home_picture import panorama
from tabletown.server.html.icons import DOTS, LOGO, page_icon
from tabletown.server.html.log import advised_html, line_html, lines_html, log_html, rule_link, turns_html
from tabletown.server.html.page_parts import HEADER, PageParts, shown_in
from tabletown.server.html.people import people_at
from tabletown.server.html.portraits import face, faces_sprite, house
from tabletown.server.html.seats import rival_areas, seat_chip, seat_heading
from tabletown.server.html.zone_layout import zones_by_place
from tabletown.server.play.bots.choices import BOTS, USUAL_BOT
from tabletown.server.play.table import Line
from tabletown.server.view.table_view import TableView
from tabletown.study.puzzle_shelf import puzzles_of

FOLDER = Path(__file__).parents[1]
THEMES = ("system", "light", "dark")
_CACHE_SIZE = 4096  # cached fragments: those of some hundred tables


def theme_of(connection: HTTPConnection) -> str:
    """The theme that the reader chose, from a cookie, so that the first paint is right."""
    theme = connection.cookies.get("theme", "system")
    return theme if theme in THEMES else "system"


class Templates:
    """Renders templates; all text is escaped unless it is Markup.

    `watchers` gives the number of spectators of a table, `is_signed_in` says whether a request bears a session.
    """

    def __init__(
        self,
        watchers: Callable[[str], int] = lambda _: 0,
        is_signed_in: Callable[[HTTPConnection], bool] = lambda _: False,
    ) -> None:
        self._is_signed_in = is_signed_in
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
            counts_html=html.counts_html,
            has_fit_sheet=_has_fit_sheet,
            has_puzzles=lambda title: bool(puzzles_of(title)),
            piece_html=html.piece_html,
            shape_html=html.shape_html,
            composer_html=composer_html.composer_html,
            composition_fields=composer_html.composition_fields,
            entry_form=html.entry_form,
            entry_html=html.entry_html,
            log_html=_log_html,
            advised_html=advised_html,
            line_html=line_html,
            rule_link=rule_link,
            lines_html=lines_html,
            turns_html=turns_html,
            stats_html=html.stats_html,
            icon=html.icon,
            wanted=html.WANTED,
            seat_mark=html.seat_icon,
            panorama=panorama,
            preloaded_fonts=PRELOADED,
            board_peek=board_peek,
            face=face,
            faces_sprite=faces_sprite,
            bot_house=house,
            bots=BOTS,
            key_field=_key_field,
            watchers=watchers,
            bot_options=_bot_options,
            usual_bot=USUAL_BOT,
        )

    def render(self, name: str, /, **context: Any) -> str:
        """Render a template to text."""
        return self._environment.get_template(name).render(**context)

    def _cached(self, name: str, /, **values: Any) -> Markup:
        """Render a template that depends only on these values; the result is cached."""
        return Markup(self.render(name, **values))

    def page(self, connection: HTTPConnection, name: str, code: int = 200, **context: Any) -> HTMLResponse:
        """A whole page."""
        reader = {"theme": theme_of(connection), "path": connection.url.path}
        return HTMLResponse(self.render(name, **reader, signed_in=self._is_signed_in(connection), **context), code)

    def table_page(
        self,
        connection: HTTPConnection,
        view: TableView,
        error: str = "",
        status: int = 200,
        hints: Sequence[object] = (),
    ) -> HTMLResponse:
        """The page of a table."""
        context = _context(connection, view, error, hints, PageParts(names_at(view)))
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
        parts = PageParts(names_at(view), shown_in(connection.headers.get(HEADER, "")))
        context = _context(connection, view, error, hints, parts)
        return self._with_version(HTMLResponse(self.render("_table.html", **context), status), view)

    @staticmethod
    def _with_version(response: HTMLResponse, view: TableView) -> HTMLResponse:
        response.headers["X-Table-Version"] = str(view.table.version)
        response.headers["ETag"] = etag(view.table.version, view.you)
        return response


def etag(version: int, seat: int) -> str:
    """The ETag of a view, which depends on the version and the seat only."""
    return f'"{version}.{seat}"'


@pass_context
def _log_html(context: Context, log: Sequence[Line], names: Names) -> Markup:
    """The log of the table that a page is about."""
    return log_html(log, names, context.environment.getattr(context["table"], "name"))


@cache
def _bot_options() -> Markup:
    """The bots as options of a select, with the default selected."""
    return Markup("").join(
        Markup('<option value="{}"{}>{}: {}</option>').format(
            bot.name, " selected" if bot.name == USUAL_BOT else "", bot.name.capitalize(), bot.blurb
        )
        for bot in BOTS
    )


@cache
def _has_fit_sheet(title: str) -> bool:
    """Whether there is a style sheet that fits the table of this title into the window."""
    return (FOLDER / "static" / f"fit-{title}.css").is_file()


def _key_field() -> Markup:
    """A hidden field with a new idempotency key: a form that is sent twice is carried out once."""
    return Markup(f'<input type="hidden" name="key" value="{secrets.token_hex(16)}">')


def names_at(view: TableView) -> Names:
    """The names of the players of a table, as its boards tell them to everybody."""
    return Names(tuple(seat.name for seat in view.seats))


def _context(
    connection: HTTPConnection, view: TableView, error: str, hints: Sequence[object], parts: PageParts
) -> dict[str, Any]:
    fields = {field.name: getattr(view, field.name) for field in dataclasses.fields(view)}
    shared = view.table.over or any(seat.is_open for seat in view.seats)
    link = f"{connection.base_url}tables/{view.table.id}" if shared else ""  # the whole URL, for sharing
    return {**fields, "link": link, "error": error, "hints": hints, "parts": parts}
