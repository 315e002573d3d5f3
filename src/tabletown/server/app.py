"""The app: puts the site, its pages, their addresses and the guard before them together."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.types import Receive, Scope, Send

from tabletown.server.api.operations import BASE
from tabletown.server.api.service import refuse as refuse_program
from tabletown.server.play.siblings import Alone, Siblings
from tabletown.server.preparing import Preparation, TitleStages
from tabletown.server.routes import site_routes
from tabletown.server.settings import Settings
from tabletown.server.site import Site
from tabletown.server.site_pages import SitePages
from tabletown.server.store.opening import open_store
from tabletown.server.store.protocol import Store
from tabletown.server.web.compression import Compression
from tabletown.server.web.guard import Guard, is_api
from tabletown.server.web.hosts import Hosts
from tabletown.server.web.mail import STOP


def create_app(
    store: Store | str | Path,
    settings: Settings | None = None,
    *,
    preparation: TitleStages | None = None,
    siblings: Siblings | None = None,
    names: Iterable[str] = (),
    origins: frozenset[str] = frozenset(),
) -> Starlette:
    """The ASGI app of the site.

    `store` is a store, or the path or URL of one (see store/opening.py), which the app opens and closes. The titles of
    `preparation` are compiled while the app runs; without it, all count as ready. `siblings` are the other processes
    that serve the same address. `names` are the names under which visitors ask for the site, besides its address (see
    web/hosts.py). `origins` are further origins from which forms are accepted, for a proxy that changes the host name.
    """
    own = isinstance(store, str | Path)
    opened = open_store(store) if isinstance(store, str | Path) else store
    preparation = preparation or Preparation([])
    site = Site(opened, settings or Settings(), preparation, siblings or Alone())
    pages = SitePages(site)
    public = site.public_url

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with site.running():
            yield
        if own:
            opened.close()

    async def refuse(scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
        say = refuse_program if is_api(scope) else pages.errors.refuse
        await say(scope, receive, send, status, message)

    app = Starlette(
        routes=site_routes(pages, site.api),
        middleware=[
            Middleware(
                Guard,
                refuse=refuse,
                hosts=Hosts([*names, public.host] if public.host else names),
                origins=origins | {public.origin} if public.origin else origins,
                uploads=frozenset({"/replays", f"{BASE}/records"}),
                limits=site.tables.limits,
                metrics=site.metrics,
                from_anywhere=(STOP,),
            ),
            Middleware(Compression),
        ],
        exception_handlers=pages.errors.handlers,
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.site = site
    return app
