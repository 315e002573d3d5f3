"""`tabletown rename`: the host of a site takes an offensive name away."""

from typing import Annotated

import typer

from tabletown.cli.console import out
from tabletown.cli.databases import DB, opened, player_in

EXAMPLES = ("tabletown rename 5f0c9a8e7b6d4c3f2a1b0c9d8e7f6a5b --db games.sqlite3",)


def command(
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="The id of the player; 'tabletown reports' tells it.")
    ],
    db: DB = None,
) -> None:
    """Take the name of a player away: everywhere they are called by the colour of their seat.

    The site may run meanwhile, and shows it within seconds. The player may choose another name; suspend who goes on.
    """
    with opened(db, must_exist=True) as store:
        found = player_in(store, player)
        store.take_name(found.id)
    out().print(f"{found.id}: the name is gone", markup=False)
