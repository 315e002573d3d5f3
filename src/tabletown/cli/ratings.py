"""`tabletown ratings`: checks the ratings of a site against the logs of its rated games, or writes them again."""

from typing import Annotated

import typer

from tabletown.cli.console import out
from tabletown.cli.databases import DB, opened
from tabletown.cli.errors import Unusable
from tabletown.extras import extra

EXAMPLES = (
    "tabletown ratings --check",
    "tabletown ratings --db postgresql:///tabletown --recompute",
)


def command(
    db: DB = None,
    check: Annotated[
        bool, typer.Option("--check", help="Compute all ratings from the logs and compare; changes nothing.")
    ] = False,
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Compute all ratings from the logs and write them.")
    ] = False,
) -> None:
    """Compute the ratings of a site again from the logs of its rated games. The site may run meanwhile.

    They are a cache of the logs, so nothing is lost by it, and the numbers are the same whoever computes them.
    """
    if check == recompute:
        raise Unusable("say either --check or --recompute")
    with extra("site"):
        from tabletown.server.play.ratings import ratings

    with opened(db, must_exist=True) as store:
        if recompute:
            out().print(f"rated games counted: {ratings.recompute(store)}")
            return
        waiting, wrong = store.uncounted(), ratings.differing(store)
    if wrong:
        raise Unusable(
            f"{len(wrong)} rated games are counted in another way than their logs say; --recompute writes them again"
        )
    out().print("the ratings are those of the logs")
    if waiting:
        out().print(f"rated games that are not counted yet: {len(waiting)} (the site counts them within minutes)")
