"""Templates: the Jinja2 environment, and rendering of whole pages and of boards."""

import dataclasses
import secrets
import time
from collections.abc import Callable, MutableMapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from tabletown import games
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.seat_marks import Names
from tabletown.render import composer_html, html
from tabletown.server.html.board_peek import board_peek
from tabletown.server.html.fonts import PRELOADED
from tabletown.server.html.home_picture import panorama
from tabletown.server.html.icons import DOTS, LOGO, page_icon
from tabletown.server.html.log import advised_html, line_html, lines_html, rule_link, turns_html
from tabletown.server.html.page_parts import HEADER, PageParts, Part, part, shown_in
from tabletown.server.html.people import people_at
from tabletown.server.html.person_house import house_svg
from tabletown.server.html.portraits import face, faces_sprite, house
from tabletown.server.html.profile_pictures import bunting_svg, curve_svg, histogram_svg, luck_svg, street_svg
from tabletown.server.html.seats import rival_areas, seat_chip, seat_heading
from tabletown.server.html.square import small_table, square
from tabletown.server.html.ticket import ticket_skyline
from tabletown.server.html.tournament_pictures import lantern, street, string, table_picture
from tabletown.server.html.zone_layout import zones_by_place
from tabletown.server.play.bots.choices import STRENGTHS, USUAL_BOT, choosable
from tabletown.server.public_url import PublicUrl
from tabletown.server.view.table_view import TableView
from tabletown.server.view.tournament_view import ordinal
from tabletown.study.puzzle_shelf import puzzles_of
from tabletown.study.short_lessons import short_lessons_of

FOLDER = Path(__file__).parents[1]
THEMES = ("system", "light", "dark")
_CACHE_SIZE = 4096  # cached fragments: those of some hundred tables


def theme_of(connection: HTTPConnection) -> str:
    """The theme that the reader chose, from a cookie, so that the first paint is right."""
    theme = connection.cookies.get("theme", "system")
    return theme if theme in THEMES else "system"


class _Environment(Environment):
    """An environment whose globals are final when the first template is loaded.

    Jinja2 would look them up in two dicts, one by one, for every template that is rendered.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


class Templates:
    """Renders templates; all text is escaped unless it is Markup.

    `watchers` gives the number of spectators of a table, `is_signed_in` says whether a request bears a session, and
    `public_url` what links begin with.
    """

    def __init__(
        self,
        watchers: Callable[[str], int] = lambda _: 0,
        is_signed_in: Callable[[HTTPConnection], bool] = lambda _: False,
        public_url: PublicUrl | None = None,
    ) -> None:
        self._public_url = public_url or PublicUrl()
        self._is_signed_in = is_signed_in
        self._environment = _Environment(
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
        self.part = lru_cache(maxsize=_CACHE_SIZE)(self._part)
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
            has_mind=lambda title: mind_of(games.get(title)) is not None,
            has_puzzles=lambda title: bool(puzzles_of(title)),
            number_of_lessons=lambda title: len(short_lessons_of(title)),
            piece_html=html.piece_html,
            shape_html=html.shape_html,
            composer_html=composer_html.composer_html,
            composition_fields=composer_html.composition_fields,
            entry_form=html.entry_form,
            entry_html=html.entry_html,
            advised_html=advised_html,
            line_html=line_html,
            rule_link=rule_link,
            lines_html=lines_html,
            turns_html=turns_html,
            stats_html=html.stats_html,
            square=square,
            small_table=small_table,
            icon=html.icon,
            wanted=html.WANTED,
            seat_mark=html.seat_icon,
            panorama=panorama,
            preloaded_fonts=PRELOADED,
            board_peek=board_peek,
            face=face,
            faces_sprite=faces_sprite,
            bot_house=house,
            person_house=house_svg,
            street_svg=street_svg,
            bunting_svg=bunting_svg,
            curve_svg=curve_svg,
            luck_svg=luck_svg,
            histogram_svg=histogram_svg,
            bots=choosable(),
            lantern=lantern,
            tournament_street=street,
            lantern_string=string,
            round_table=table_picture,
            ordinal=ordinal,
            key_field=_key_field,
            day=_day,
            ticket_skyline=ticket_skyline,
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

    def _part(self, name: str, /, table_id: str, **values: Any) -> Part:
        """A template that depends only on these values and is a part of a table's page; the result is cached."""
        return part(self.render(name, table_id=table_id, **values).strip(), table_id)

    def page(self, connection: HTTPConnection, name: str, code: int = 200, **context: Any) -> HTMLResponse:
        """A whole page."""
        reader = {"theme": theme_of(connection), "path": connection.url.path}
        return HTMLResponse(self.render(name, **reader, signed_in=self._is_signed_in(connection), **context), code)

    def link_base(self, connection: HTTPConnection) -> str:
        """What links that a reader passes on begin with, without a slash at the end."""
        return self._public_url.base(connection)

    def table_page(
        self,
        connection: HTTPConnection,
        view: TableView,
        error: str = "",
        status: int = 200,
        hints: Sequence[object] = (),
    ) -> HTMLResponse:
        """The page of a table."""
        context = self._context(connection, view, error, hints, PageParts(names_at(view), template=self.part))
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
        parts = PageParts(names_at(view), shown_in(connection.headers.get(HEADER, "")), self.part)
        context = self._context(connection, view, error, hints, parts)
        return self._with_version(HTMLResponse(self.render("_table.html", **context), status), view)

    def _context(
        self, connection: HTTPConnection, view: TableView, error: str, hints: Sequence[object], parts: PageParts
    ) -> dict[str, Any]:
        fields = {field.name: getattr(view, field.name) for field in dataclasses.fields(view)}
        shared = view.table.over or any(seat.is_open for seat in view.seats)
        link = f"{self.link_base(connection)}/tables/{view.table.id}" if shared else ""  # for sharing
        return {**fields, "link": link, "error": error, "hints": hints, "parts": parts}

    @staticmethod
    def _with_version(response: HTMLResponse, view: TableView) -> HTMLResponse:
        response.headers["X-Table-Version"] = str(view.table.version)
        response.headers["ETag"] = etag(view.table.version, view.you)
        return response


def etag(version: int, seat: int) -> str:
    """The ETag of a view, which depends on the version and the seat only."""
    return f'"{version}.{seat}"'


def _bot_options() -> Markup:
    """The bots as options of a select, with the default selected."""
    return Markup("").join(
        Markup('<option value="{}"{}>{}: {}</option>').format(
            bot.name, " selected" if bot.name == USUAL_BOT else "", bot.name.capitalize(), bot.blurb
        )
        for bot in choosable()
    )


@cache
def _has_fit_sheet(title: str) -> bool:
    """Whether there is a style sheet that fits the table of this title into the window."""
    return (FOLDER / "static" / f"fit-{title}.css").is_file()


def _key_field() -> Markup:
    """A hidden field with a new idempotency key: a form that is sent twice is carried out once."""
    return Markup(f'<input type="hidden" name="key" value="{secrets.token_hex(16)}">')


def _day(seconds: float) -> str:
    """A day as it is shown: 3 Nov 2026."""
    return time.strftime("%d %b %Y", time.gmtime(seconds)).lstrip("0")


def names_at(view: TableView) -> Names:
    """The names of the players of a table, as its boards tell them to everybody."""
    return Names(tuple(seat.name for seat in view.seats))
