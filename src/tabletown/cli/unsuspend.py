"""`tabletown unsuspend`: the host of a site ends a suspension."""

from typing import Annotated

import typer

from tabletown.cli.console import out
from tabletown.cli.databases import DB, opened, player_in
from tabletown.cli.errors import Unusable

EXAMPLES = ("tabletown unsuspend 5f0c9a8e7b6d4c3f2a1b0c9d8e7f6a5b",)


def command(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The id of the player.")],
    db: DB = None,
) -> None:
    """End the suspension of a player before its time."""
    with opened(db, must_exist=True) as store:
        found = player_in(store, player)
        if not store.unsuspend(found.id):
            raise Unusable(f"{found.id} is not suspended")
    out().print(f"{found.id}: no longer suspended", markup=False)
