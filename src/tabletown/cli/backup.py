"""`tabletown backup`: writes the whole database of a site to one file."""

from pathlib import Path
from typing import Annotated

import typer

from tabletown.cli.console import out
from tabletown.cli.databases import DB, opened
from tabletown.cli.errors import Unusable
from tabletown.cli.files import check_target
from tabletown.extras import extra

EXAMPLES = (
    "tabletown backup monday.backup",
    "tabletown backup --db postgresql:///tabletown monday.backup",
    "tabletown backup --keep-days 30 monday.backup",
)


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist.")],
    db: DB = None,
    keep_days: Annotated[
        float | None,
        typer.Option(min=0, help="Then delete the backups beside it that are older than so many days."),
    ] = None,
) -> None:
    """Write all games, players and sessions into one file, for `tabletown restore`. The site may run meanwhile.

    The file is the same for SQLite and PostgreSQL, so it is also the way from one to the other.
    """
    check_target(file)
    with extra("site"):
        from tabletown.server.store.backup import BackupError, backup, delete_older

    with opened(db, must_exist=True) as store:
        try:
            contents = backup(store, file)
            deleted = [] if keep_days is None else delete_older(file, keep_days)
        except BackupError as error:
            raise Unusable(str(error)) from None
    out().print(f"{file}: {contents}")
    for path in deleted:
        out().print(f"{path}: deleted")
