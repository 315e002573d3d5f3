"""`tabletown remarks`: the host of a site removes a remark."""

from typing import Annotated

import typer

from tabletown.cli.console import out
from tabletown.cli.databases import DB, opened
from tabletown.cli.errors import Unusable

EXAMPLES = ("tabletown remarks remove 8rVxm2Qk0aZsT1yB 14 --db games.sqlite3",)


def command(
    action: Annotated[str, typer.Argument(metavar="remove", help="What to do: remove.")],
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of the table: the end of its address.")],
    number: Annotated[int, typer.Argument(metavar="NUMBER", min=1, help="The number of the remark there.")],
    db: DB = None,
) -> None:
    """Remove the text of a remark; 'tabletown reports' tells its number. The site may run meanwhile.

    Running servers stop showing it within seconds. The log of the game stays as it is, with a note that it was removed.
    """
    if action != "remove":
        raise Unusable(f"a remark can be removed, not {action!r}: tabletown remarks remove TABLE NUMBER")
    with opened(db, must_exist=True) as store:
        if not store.remove_remark(table, number):
            raise Unusable(f"there is no remark {number} at a table {table}")
    out().print(f"remark {number} at table {table}: removed")
