"""A site that runs, and visitors who see only what a browser would."""

import re
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from html.parser import HTMLParser
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import urlencode

import httpx
from httpx import Response
from starlette.types import ASGIApp

from tabletown import bots
from tabletown.bots import Bot, Budget
from tabletown.bots.bot import acting_seat
from tabletown.engine.position import Position
from tabletown.server.app import create_app
from tabletown.server.limits import Limits, Rate
from tabletown.server.play.bots.players import BotTiming
from tabletown.server.play.siblings import Siblings
from tabletown.server.preparing import Preparation
from tabletown.server.serve import Server, server_config
from tabletown.server.settings import Settings
from tabletown.server.site import Site
from tabletown.server.store.protocol import LoggedEvent

StartSite = Callable[..., "Running"]
V = TypeVar("V", bound="Visitor")
Choose = Callable[[str, Position, Budget], int]
OFTEN = Rate(burst=1000, seconds=0.001)
PATIENT = (
    "table_rate",
    "search_rate",
    "seat_rate",
    "undo_rate",
    "absence_rate",
    "advice_rate",
    "puzzle_rate",
    "analysis_rate",
    "position_rate",
    "sign_in_rate",
    "account_rate",
    "tournament_rate",
    "friend_rate",
    "peace_rate",
    "report_rate",
)  # often in tests
LIMITS = {limit.name for limit in fields(Limits)}
QUICK = {"least": 0.0, "think": 0.02, "patience": 5.0, "forced": (0.0, 0.0), "grace": 0.0}
UNHURRIED: dict[str, Any] = {"forced": (3600.0, 3600.0), "grace": 3600.0}
"""The pace of a site at which no ply plays itself after a while: what a page offers stays until a player takes it."""
PATIENCE_S = 180.0
"""How long tests wait for what must come: long, because the machine may be busy with all else."""
FRAGMENT = {"Accept": "text/x-fragment"}


@dataclass
class Form:
    """What a browser knows of the form of a table: its hidden fields and its buttons."""

    fields: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    instead: list[str] = field(default_factory=list)
    undo: str = ""


class _FormReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.form: Form | None = None
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form" and values.get("id") == "moves":
            self.form, self._inside = Form(), True
        if not self._inside or self.form is None:
            return
        if tag == "input" and values.get("type") == "hidden":
            self.form.fields[values["name"]] = values["value"]
        if tag == "button" and values.get("name") == "move":
            self.form.moves.append(values["value"])
        if tag == "button" and values.get("name") == "instead":
            self.form.instead.append(values["value"])
        if tag == "button" and values.get("formaction", "").endswith("/undo"):
            self.form.undo = values["formaction"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False


def read_form(page: str) -> Form:
    """The form on the page of a table."""
    reader = _FormReader()
    reader.feed(page)
    assert reader.form is not None, "there is no form for moves on this page"
    return reader.form


class Running:
    """A site that listens on a port of this machine, in a thread.

    Its bots move at once and think shortly, unless `pace` says otherwise; `choose` gives all of them another mind.
    `around` may put something between it and the net. All else are settings or limits, by their names.
    """

    def __init__(
        self,
        db: str | Path,
        port: int = 0,
        around: Callable[[ASGIApp], ASGIApp] | None = None,
        *,
        pace: Mapping[str, Any] = MappingProxyType({}),
        choose: Choose | None = None,
        preparation: Preparation | None = None,
        siblings: Siblings | None = None,
        names: Iterable[str] = (),
        origins: frozenset[str] = frozenset(),
        **settings: Any,
    ) -> None:
        settings = {**dict.fromkeys(PATIENT, OFTEN), "advice_seconds": 0.02, **settings}
        if choose:
            settings["find_bot"] = lambda name: Scripted(bots.get(name), choose)
        limits = {name: settings.pop(name) for name in list(settings) if name in LIMITS}
        behaviour = Settings(bot_timing=BotTiming(**{**QUICK, **pace}), limits=Limits(**limits), **settings)
        app = create_app(db, behaviour, preparation=preparation, siblings=siblings, names=names, origins=origins)
        self.site: Site = app.state.site
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port: int = self._socket.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        config = server_config(around(app) if around else app, behaviour.limits, self.site.metrics)
        self.protocol = config.http
        self.server = Server(config, app)
        # a daemon: a site that a broken test forgets must not keep the tests from ending
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._visitors: list[Visitor] = []
        self._thread.start()
        wait_until(lambda: self.server.started)

    def visitor(self) -> "Visitor":
        """Somebody new, without cookies."""
        return self.welcome(Visitor(self))

    def welcome(self, visitor: V) -> V:
        """Let a visitor stay until the site stops."""
        self._visitors.append(visitor)
        return visitor

    def stop(self) -> None:
        """Stop as on Ctrl-C."""
        for visitor in self._visitors:
            visitor.http.close()
        self.server.should_exit = True
        self._thread.join()


class Browser:
    """Somebody with a browser of their own, on this machine or, as a proxy would say, at another `address`."""

    def __init__(self, origin: str, address: str = "") -> None:
        self.origin = origin
        proxied = {"X-Forwarded-For": address} if address else {}
        self.http = httpx.Client(base_url=origin, timeout=PATIENCE_S, trust_env=False, headers=proxied)
        self.table = ""

    def post(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> Response:
        """Send a form as a browser does."""
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
        return self.http.post(path, content=urlencode(fields or {}), headers={**form, **headers})

    def sit_down(self, **fields: str) -> str:
        """Start a table; returns its id."""
        answer = self.post("/tables", {"title": "uptown", "players": "2", "bot": "uniform", **fields})
        assert answer.status_code == 303, answer.text
        self.table = answer.headers["location"].removeprefix("/tables/")
        return self.table

    def page(self) -> str:
        """The page of the table."""
        answer = self.http.get(f"/tables/{self.table}")
        assert answer.status_code == 200
        return answer.text

    def form(self) -> Form:
        """The form on that page."""
        return read_form(self.page())

    def move(self, form: Form, move: str, name: str = "move", **headers: str) -> Response:
        """Press a button of a form."""
        return self.post(f"/tables/{self.table}/moves", {**form.fields, name: move}, **headers)


class Visitor(Browser):
    """A browser at a site of this process, which can be looked into."""

    def __init__(self, running: Running) -> None:
        super().__init__(running.origin)
        self.protocol, self.server = running.protocol, running.server
        self.site = running.site

    def form(self) -> Form:
        """The form on the page of the table, once the bots have moved."""
        self.wait_for_turn()
        return super().form()

    def log(self) -> list[LoggedEvent]:
        """What the store holds of the table."""
        return self.site.store.events(self.table)

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        with self.site.tables.at(self.table) as table:
            return table.game.is_game_over()

    def wait_for_turn(self) -> None:
        """Wait until no bot is to move."""
        wait_until(lambda: self.table not in self.site.store.awaiting_bots())


def wait_until(condition: Callable[[], bool], seconds: float = PATIENCE_S, pause: float = 0.005) -> None:
    """Wait for something that other threads or processes bring about; it is looked for every `pause` seconds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(pause)


class Scripted:
    """A bot of the house that does what a function says."""

    def __init__(self, bot: Bot, choose: Choose) -> None:
        self.name, self.blurb, self._choose = bot.name, bot.blurb, choose

    def choose(self, view: Position, budget: Budget) -> int:
        return self._choose(self.name, view, budget)


def first_legal(name: str, view: Position, budget: Budget) -> int:
    """A bot without surprises."""
    return view.legal_actions_of(acting_seat(view))[0]


def without_secrets(page: str) -> str:
    """A page without what may differ between two tables that look the same: ids, fingerprints and keys."""
    page = re.sub(r"/tables/[\w-]+", "/tables/ID", page)
    page = re.sub(r'data-table="[\w-]+"', 'data-table="ID"', page)
    page = re.sub(r'name="key" value="\w+"', 'name="key" value="KEY"', page)
    return re.sub(r"\b[0-9a-f]{64}\b", "FINGERPRINT", page)
