"""`tabletown new-game`: the folder of a new title, small and complete, to begin with."""

import re
from pathlib import Path
from typing import Annotated

import typer

from tabletown.cli.console import out
from tabletown.cli.errors import Unusable
from tabletown.games import names, own_names

EXAMPLES = ("tabletown new-game toytown", "tabletown new-game toytown --title 'Toy Town'")
SKELETON = Path(__file__).with_name("skeleton")
FILES = {".py", ".toml", ".md"}
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name: small letters, digits and underscores.")],
    title: Annotated[str, typer.Option(help="Its name for people; by default the same in words.")] = "",
) -> None:
    """Write the folder of a new game into the current folder: it can be played, tested and changed at once."""
    if not _NAME.fullmatch(name):
        raise Unusable(f"{name!r} cannot be the name of a game: take small letters, digits and underscores")
    if name in names():
        where = "Tabletown has" if name in own_names() else "there is"
        raise Unusable(f"{where} a game {name} already: choose another name")
    title = title or " ".join(word.capitalize() for word in name.split("_") if word)
    if not title.isprintable() or not 0 < len(title) <= 40 or set(title) & set('"\\<>'):
        raise Unusable("a title has at most 40 letters, on one line, without quotation marks, < and >")
    target = Path(name)
    if target.exists():
        raise Unusable(f"{target} exists already: choose another name, or another folder")
    if target.with_suffix(".py").exists():
        raise Unusable(f"{target}.py would hide the game of the same name: choose another name")
    try:
        for path in sorted(SKELETON.rglob("*")):
            if path.suffix in FILES and "__pycache__" not in path.parts:
                new = target / path.relative_to(SKELETON)
                new.parent.mkdir(parents=True, exist_ok=True)
                text = path.read_text(encoding="utf-8")
                new.write_text(text.replace("SKELETON_TITLE", title).replace("SKELETON_NAME", name), encoding="utf-8")
    except OSError as error:
        raise Unusable(f"{target} cannot be written: {error.strerror or error}") from None
    console = out()
    console.print(f"{title} is in the folder {name}: README.md says where to begin.", markup=False)
    console.print(f"Play it:   tabletown play {name} --titles {name}", markup=False)
    console.print(f"Test it:   pytest {name}", markup=False)
    console.print(f"Serve it:  tabletown serve --titles {name} --with {name}", markup=False)
    console.print(f"Install it, when it is done:  pip install ./{name}", markup=False)
