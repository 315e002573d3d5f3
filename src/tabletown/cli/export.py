"""`tabletown export`: the finished games of public tables, out of a site's database."""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabletown.cli.console import out
from tabletown.cli.errors import Unusable
from tabletown.cli.files import check_target, write_file
from tabletown.engine.english import many
from tabletown.extras import extra

if TYPE_CHECKING:
    from tabletown.server.play.exports import ExportedGame

EXAMPLES = (
    "tabletown export --db games.db games.jsonl",
    "tabletown export --db games.db records/",
    "tabletown export --db games.db - --after 1767225600",
)


def command(
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="A file (.jsonl), a folder for one record each, or - for stdout.")
    ],
    db: Annotated[str, typer.Option("--db", metavar="FILE|URL", help="Where the site keeps its games.")],
    after: Annotated[float, typer.Option(help="Only games that ended later, in seconds since 1970.")] = 0.0,
) -> None:
    """Write all finished games of public tables, oldest first. The site may run meanwhile.

    A file holds one game a line as JSON, like the site's own /export/games.jsonl; a folder holds one record a game.
    """
    with extra("site"):
        from tabletown.server.play.exports import finished_games
        from tabletown.server.store.opening import is_url, open_store
        from tabletown.server.store.protocol import StoreError

    if not is_url(db) and not Path(db).is_file():
        raise Unusable(f"there is no database {db}")
    path = Path(target)
    if target != "-" and path.suffix == ".jsonl":
        check_target(path)
    try:
        with closing(open_store(db)) as store:
            games = finished_games(store, after)
            if target == "-":
                for game in games:
                    sys.stdout.write(game.line())
                return
            count = _lines(path, games) if path.suffix == ".jsonl" else _files(path, games)
    except StoreError as error:
        raise Unusable(f"the games cannot be read: {error}") from None
    out().print(f"{many(count, 'game')} written to {path}")


def _lines(path: Path, games: "Iterator[ExportedGame]") -> int:
    """Write all games to one file, which appears when it is complete; returns how many."""
    draft, count = path.absolute().with_name(f".{path.name}.part"), 0
    try:
        with draft.open("w", encoding="utf-8") as file:
            for game in games:
                file.write(game.line())
                count += 1
        draft.replace(path)
    except OSError as error:
        raise Unusable(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)
    return count


def _files(folder: Path, games: "Iterator[ExportedGame]") -> int:
    """Write one record per game to a folder; returns how many."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise Unusable(f"{folder} cannot be made: {error.strerror or error}") from None
    count = 0
    for game in games:
        write_file(folder / game.file, game.record)
        count += 1
    return count
