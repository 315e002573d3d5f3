"""The option `--db`: the database of a site, for all commands that need one."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabletown.cli.errors import Unusable
from tabletown.cli.files import check_target
from tabletown.extras import extra

if TYPE_CHECKING:
    from tabletown.server.store.people_protocol import Person
    from tabletown.server.store.sql import SqlStore

DB = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="FILE|URL",
        envvar="TABLETOWN_DB",
        show_envvar=True,
        help="Where games are kept: an SQLite file (by default in the user's data) or postgresql://...",
    ),
]


def located(db: str | None) -> str:
    """The file or URL of the database, by default in the user's data; raises Unusable if it cannot be written."""
    with extra("site"):  # the other commands need no web framework
        from tabletown.server.serve import default_database
        from tabletown.server.store.opening import is_url

    if db is None:
        return str(default_database())
    if not is_url(db):
        check_target(Path(db))
    return db


@contextmanager
def opened(db: str | None, *, must_exist: bool = False) -> "Iterator[SqlStore]":
    """Open the store at `--db`; raises Unusable if that fails or, with `must_exist`, if there is no such file."""
    with extra("site"):
        from tabletown.server.store.opening import is_url, open_store
        from tabletown.server.store.protocol import StoreError

    where = located(db)
    if must_exist and not is_url(where) and not Path(where).exists():
        raise Unusable(f"there is no file {where}")
    try:
        with closing(open_store(where)) as store:
            yield store
    except StoreError as error:
        raise Unusable(f"the games cannot be reached: {error}") from None


def player_in(store: "SqlStore", player_id: str) -> "Person":
    """The player of this id, under the id that they have now; raises Unusable if there is none."""
    found = store.person(player_id)
    if found is None:
        raise Unusable(f"there is no player {player_id} here: 'tabletown reports' tells the ids of players")
    return found
