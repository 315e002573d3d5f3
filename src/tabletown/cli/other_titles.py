"""`--titles DIR`: folders with games of others, for every command."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from tabletown.cli.console import complain
from tabletown.engine.errors import BadTitle
from tabletown.games import FOLDER, own_names
from tabletown.games.finding import FOLDERS, remember, titles_in

TitleFolders = Annotated[
    list[Path] | None,
    typer.Option(
        "--titles",
        metavar="DIR",
        help=f"A folder with a game of others, or with several; repeat it for more. {FOLDERS} does the same.",
        show_default=False,
    ),
]


def find_in(folders: list[Path] | None) -> None:
    """Let this process, and those that it starts, find the titles in folders.

    Raises BadTitle if one has none, or is a title whose name Tabletown has; one of several is only told.
    """
    for folder in folders or ():
        found = titles_in(folder)
        for title in found:
            if title.name in own_names() and not title.is_relative_to(FOLDER):
                said = f"{title.name} is a title of Tabletown: rename the one in {title}"
                if found == [folder.resolve()]:
                    raise BadTitle(said)
                complain(said)
            remember(title)


def with_titles(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command that takes `--titles` as well."""

    def run(others: TitleFolders = None, **arguments: Any) -> Any:
        find_in(others)
        return command(**arguments)

    signature = inspect.signature(command)
    others = inspect.Parameter("others", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=TitleFolders)
    run.__signature__ = signature.replace(parameters=[*signature.parameters.values(), others])  # type: ignore[attr-defined]
    run.__annotations__ = {**command.__annotations__, "others": TitleFolders}
    run.__name__, run.__module__, run.__doc__ = command.__name__, command.__module__, command.__doc__
    return run
