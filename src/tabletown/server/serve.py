"""Start the site on this machine."""

import gc
import threading
import webbrowser
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from socket import socket
from typing import Any

import platformdirs
import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from tabletown.bots.compiling import compile_title
from tabletown.engine.warm_up import Progress
from tabletown.games import names as title_names
from tabletown.server.app import create_app
from tabletown.server.connections import PassOn, bounded_protocol, keep, raise_descriptor_limit
from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.metrics import Metrics
from tabletown.server.metrics_server import serving_metrics
from tabletown.server.preparing import Preparation, Tell
from tabletown.server.settings import Settings
from tabletown.server.store.protocol import Store
from tabletown.study.compiling import compile_study

GRACE_S = 2
KEEP_ALIVE_S = 75  # that a connection may be quiet: people think longer than the five seconds that are usual
GARBAGE = 2_000  # new objects after which Python looks for garbage among them: two milliseconds; ten times for the next
SEARCHES = 1_000  # such looks among those that outlived one, before all objects are looked at


def default_database() -> Path:
    """Where games are kept if nobody says otherwise; the folder is made."""
    return platformdirs.user_data_path("tabletown", appauthor=False, ensure_exists=True) / "tabletown.sqlite3"


def warm_up(progress: Progress = lambda *_: None) -> None:
    """Compile whatever the first move would have to wait for, of all titles."""
    for name in title_names():
        compile_title(name, progress)
        compile_study(name)


def settle_in() -> None:
    """Prepare this process for many short requests.

    Compilers and titles are two hundred thousand objects that stay for ever: Python need not walk through them again
    and again in search of garbage, which takes a fifth of a second while all requests wait. The tables of a busy site
    take half as long, and are let go without such a search: it is for the few objects that hold each other.
    """
    gc.set_threshold(GARBAGE, gc.get_threshold()[1], SEARCHES)
    gc.collect()
    gc.freeze()


class Server(uvicorn.Server):
    """uvicorn waits for open responses before it ends the app, so live streams have to be ended first."""

    def __init__(self, config: uvicorn.Config, app: Starlette, started: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self._app = app
        self._call_when_started = started

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        if self.started:
            self._call_when_started()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """End the streams, then everything else."""
        self._app.state.site.hub.drain()
        await super().shutdown(sockets)


def open_in_browser(host: str, port: int) -> None:
    """Open the site in a browser of this machine; returns at once."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    threading.Thread(target=webbrowser.open, args=(f"http://{shown}:{port}/",), daemon=True).start()


def server_config(
    app: ASGIApp,
    limits: Limits = DEFAULTS,
    metrics: Metrics | None = None,
    *,
    pass_on: PassOn = keep,
    **options: Any,
) -> uvicorn.Config:
    """uvicorn's configuration, with our limits on connections; `options` are further ones of its own."""
    return uvicorn.Config(
        app,
        log_level="error",  # its warnings are about what clients send: they are counted, but must not fill a log
        access_log=False,  # the address of a table is an invitation
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=KEEP_ALIVE_S,
        http=bounded_protocol(raise_descriptor_limit(), limits, metrics, pass_on),
        **options,
    )


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    db: Store | str | Path | None = None,
    open_browser: bool = False,
    *,
    names: Iterable[str] = (),
    wait: bool = False,
    tell: Tell = lambda *_: None,
    settings: Settings | None = None,
    metrics_at: tuple[str, int] | None = None,
) -> None:
    """Serve until interrupted; a stop takes two seconds at most, and every move that was answered is kept.

    `names` are the names of the site in its addresses, besides `localhost` and its IP address (see web/hosts.py).
    The site listens at once, and titles are set up meanwhile: `tell` hears how far they are. With `wait` it listens
    when all of them are ready. `metrics_at` is a host and a port at which `/metrics` is served.
    """
    if wait:
        warm_up()
    preparation = None if wait else Preparation(tell=tell)
    settle_in()
    if preparation is not None:
        preparation.when_ready(settle_in)
    app = create_app(db or default_database(), settings, preparation=preparation, names=(host, *names))
    metrics: Metrics = app.state.site.metrics
    config = server_config(app, (settings or Settings()).limits, metrics, host=host, port=port)
    started = (lambda: open_in_browser(host, port)) if open_browser else (lambda: None)
    # a KeyboardInterrupt is the usual way to stop it
    with serving_metrics(metrics.snapshot, metrics_at), suppress(KeyboardInterrupt):
        Server(config, app, started).run()
