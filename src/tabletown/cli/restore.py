"""`tabletown restore`: reads a backup into an empty database."""

from pathlib import Path
from typing import Annotated

import typer

from tabletown.cli.console import out
from tabletown.cli.databases import DB, opened
from tabletown.cli.errors import Unusable
from tabletown.extras import extra

EXAMPLES = ("tabletown restore monday.backup", "tabletown restore monday.backup --db postgresql:///tabletown")


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `tabletown backup` has written.")],
    db: DB = None,
) -> None:
    """Fill an empty database with a backup, of SQLite or PostgreSQL: all of it or nothing.

    A database with anything in it is refused and stays as it is.
    """
    if not file.is_file():
        raise Unusable(f"there is no file {file}")
    with extra("site"):
        from tabletown.server.store.backup import BackupError, check_is_backup, restore

    try:
        check_is_backup(file)  # before a database is made for it
        with opened(db) as store:
            contents = restore(file, store)
    except BackupError as error:
        raise Unusable(str(error)) from None
    out().print(f"restored: {contents}")
