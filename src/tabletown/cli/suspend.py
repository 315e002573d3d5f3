"""`tabletown suspend`: the host of a site suspends a player for some days."""

import time
from typing import Annotated

import typer

from tabletown.cli.console import out
from tabletown.cli.databases import DB, opened, player_in
from tabletown.cli.errors import Unusable

EXAMPLES = ('tabletown suspend 5f0c9a8e7b6d4c3f2a1b0c9d8e7f6a5b --days 3 --reason "Insults at two tables"',)
_DAY_S = 86_400.0
_MAX_REASON = 200


def command(
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="The id of the player; 'tabletown reports' tells it.")
    ],
    days: Annotated[float, typer.Option(min=0.01, max=3650, help="For how many days.")],
    reason: Annotated[str, typer.Option(help="Why. The player reads it.")] = "",
    db: DB = None,
) -> None:
    """Suspend a player: they read everything and play on where they sit, but begin nothing new and do not speak.

    They cannot sit down, lay tables, chat, ask or challenge, and nobody is brought together with them. Suspending again
    replaces the days and the reason.
    """
    why = " ".join("".join(char if char.isprintable() else " " for char in reason).split())
    if len(why) > _MAX_REASON:
        raise Unusable(f"a reason has at most {_MAX_REASON} characters")
    with opened(db, must_exist=True) as store:
        found = player_in(store, player)
        until = store.now() + days * _DAY_S
        store.suspend(found.id, until, why)
    day = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(until))
    out().print(f"{found.id}: suspended until {day}", markup=False)
