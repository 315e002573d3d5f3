"""`tabletown serve`: runs the web server of the site on this machine."""

import socket
import sys
from contextlib import closing
from typing import Annotated

import typer
from rich.text import Text

from tabletown.cli.console import out, prepare
from tabletown.cli.databases import DB, located
from tabletown.cli.errors import Unusable
from tabletown.cli.offering import offer_bots, offer_titles
from tabletown.extras import extra
from tabletown.games import get, names

EXAMPLES = (
    "tabletown serve",
    "tabletown serve --host 0.0.0.0 --port 8080 --db games.db --no-open",
    "tabletown serve --public-url https://games.example --no-open",
    "tabletown serve --metrics 9100 --no-open",
    "tabletown serve --public-url https://games.example --mail smtp://me:secret@mail.example?from=me@games.example",
    "tabletown serve --titles my_games --with bazaar --bot my_bots:Bold",
    "tabletown serve --db postgresql://tabletown@db.example/tabletown --workers 4 --no-open",
)


def command(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen at.")] = 8000,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name of the site in its addresses, such as games.example; repeat it for more."),
    ] = None,
    public_url: Annotated[
        str,
        typer.Option(metavar="URL", help="The site's address for visitors: for links, and for keys (passkeys)."),
    ] = "",
    mail: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="TABLETOWN_MAIL",
            show_envvar=True,
            help="The mail server: smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS, or smtps://; it needs --public-url.",
        ),
    ] = "",
    db: DB = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Whether to open the site in a browser.")
    ] = True,
    wait: Annotated[
        bool, typer.Option("--wait", help="Listen only when all games are set up, which the first time takes minutes.")
    ] = False,
    memory: Annotated[
        int,
        typer.Option(min=1, help="MiB for tables that were used (of all workers); others are read anew."),
    ] = 256,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that serve the site together; about as many as there are cores.")
    ] = 1,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="[HOST:]PORT", help="Serve metrics for Prometheus at this address as well."),
    ] = None,
    with_names: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="NAME",
            help="Offer a game of others (of --titles, or installed); repeat it.",
        ),
    ] = None,
    bot_names: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="MODULE:CLASS", help="Offer a bot of your own under its name; repeat it."),
    ] = None,
) -> None:
    """Run the site: play in the browser, against bots. Ctrl-C ends it; no move is lost.

    It listens at once. The first time, games are set up in the background for some minutes, one after another. With
    --workers several processes serve one address; several servers may share one database. Games of others are code:
    they are offered only if --with names them, and each is checked first.
    """
    if workers > 1 and sys.platform == "win32":
        raise Unusable("--workers needs a system on which processes can share an address; on Windows use 1")
    where = located(db)
    _check_free(host, port)
    metrics_at = _metrics_address(metrics, host, port) if metrics else None
    offer_titles(with_names)  # before the site is imported, which asks for all titles
    offer_bots(bot_names or ())
    with extra("site"):  # the other commands need no web framework
        from tabletown.server.connections import raise_descriptor_limit
        from tabletown.server.play.mail.mail_server import BadMailUrl, read_mail_url
        from tabletown.server.preparing import Stage
        from tabletown.server.public_url import BadPublicUrl, PublicUrl
        from tabletown.server.serve import run
        from tabletown.server.settings import Settings
        from tabletown.server.store.opening import open_store
        from tabletown.server.store.protocol import StoreError
        from tabletown.server.workers.supervisor import WorkersFailed, run_workers

    try:
        PublicUrl(public_url)
    except BadPublicUrl as error:
        raise Unusable(f"--public-url {error}") from None
    try:
        if mail:
            read_mail_url(mail)
    except BadMailUrl as error:
        raise Unusable(f"--mail: {error}") from None
    if mail and not public_url:
        raise Unusable("--mail needs --public-url: links in mails begin with it, like https://games.example")
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    console = out()
    told: set[str] = set()
    playable: set[str] = set()

    def tell(name: str, stage: Stage) -> None:
        title = get(name).meta.title
        if stage.failed:
            console.print(Text(f"{title} could not be set up"))
        elif stage.bots:
            console.print(Text(f"{title} is ready"))
        elif stage.ready and stage.total and name not in playable:
            playable.add(name)
            console.print(Text(f"{title} can be played; its bots are being set up"))
        elif not stage.ready and name not in told:
            told.add(name)
            console.print(Text(f"{title} is being set up, which takes up to two minutes the first time"))

    try:
        with closing(open_store(where)) as store:
            if wait:
                prepare(*(get(name) for name in names()))
            console.print(Text.assemble("Tabletown is at ", (f"http://{shown}:{port}/", "bold"), " (Ctrl-C ends it)"))
            each = "" if workers == 1 else " in each process"
            console.print(Text(f"It takes up to {raise_descriptor_limit():,} connections at a time{each}"))
            if metrics_at:
                console.print(Text(f"Metrics are at http://{_in_url(metrics_at[0])}:{metrics_at[1]}/metrics"))
            settings = Settings(table_memory=memory << 20, public_url=public_url, mail=mail)
            if workers == 1:
                return run(
                    host,
                    port,
                    store,
                    open_browser,
                    names=name or (),
                    wait=wait,
                    tell=tell,
                    settings=settings,
                    metrics_at=metrics_at,
                )
        # workers open the database themselves; it exists now, and is up to date
        run_workers(
            workers,
            host,
            port,
            where,
            open_browser,
            names=name or (),
            wait=wait,
            tell=tell,
            settings=settings,
            metrics_at=metrics_at,
        )
    except StoreError as error:
        raise Unusable(f"the games cannot be kept: {error}") from None
    except WorkersFailed as error:
        raise Unusable(f"the site could not be started: {error}") from None


def _metrics_address(text: str, site_host: str, site_port: int) -> tuple[str, int]:
    """The host and port of `[HOST:]PORT`. Raises Unusable, also if the site itself listens there."""
    host, _, number = text.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not (number.isascii() and number.isdecimal() and 0 < int(number) < 65536):
        raise Unusable(f"--metrics {text}: a port is a number from 1 to 65535, perhaps with a host before it")
    port = int(number)
    if port == site_port and (host == site_host or {host, site_host} & {"0.0.0.0", "::"}):
        raise Unusable("the metrics need an address of their own, because that of the site is public: choose a port")
    _check_free(host, port)
    return host, port


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _check_free(host: str, port: int) -> None:
    """Raise Unusable if the server cannot listen at this address, before anything is started."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise Unusable(f"cannot listen at {host} port {port}: {error.strerror or error}") from None
