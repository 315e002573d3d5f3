"""The games. Every folder here with a `meta.toml` is a title; it is imported when it is first asked for."""

import importlib
from functools import cache
from pathlib import Path
from typing import Literal

from tabletown.engine.contract import KERNELS, OPTIONAL
from tabletown.engine.errors import UnknownTitle
from tabletown.engine.position import Position
from tabletown.engine.title import Meta, Title

FOLDER = Path(__file__).parent
_added: dict[str, Title] = {}  # titles of other packages, by name


def names() -> list[str]:
    """The titles that are open: those that can be played anywhere, pages included, by folder name."""
    return sorted({*(path.parent.name for path in FOLDER.glob("*/meta.toml")), *_added})


def get(name: str) -> Title:
    """A title by its name; raises UnknownTitle."""
    return _added[name] if name in _added else _own(name)


def add(title: Title) -> None:
    """Add a title of another package: it is found and listed like those here, in place of one added under its name.

    Raises ValueError for the name of a title that is here.
    """
    if (FOLDER / title.name).is_dir():
        raise ValueError(f"{title.name} is a title of Tabletown: choose another name")
    _added[title.name] = title


@cache
def _own(name: str) -> Title:
    if not name.isidentifier() or not (FOLDER / name / "meta.toml").is_file():
        raise UnknownTitle(f"there is no game {name!r} here; there are: {', '.join(names())}")
    return read_title(FOLDER / name, f"{__name__}.{name}")


def read_title(folder: Path, package: str) -> Title:
    """The title in a folder, whose modules belong to a package. Its name is that of the folder."""

    def module(part: str) -> object:
        return importlib.import_module(f"{package}.{part}")

    state, rules = module("state"), module("rules")
    return Title(
        name=folder.name,
        meta=Meta.read(folder / "meta.toml"),
        folder=folder,
        dtype=state.STATE,  # type: ignore[attr-defined]
        actions=state.ACTIONS,  # type: ignore[attr-defined]
        max_legal=state.MAX_LEGAL,  # type: ignore[attr-defined]
        kernels={name: getattr(rules, name) for name in (*KERNELS, *(n for n in OPTIONAL if hasattr(rules, n)))},
        read_cards=module("cards").read_cards,  # type: ignore[attr-defined]
        words=module("text.words"),
        scoring=module("rules.scoring"),
        positions=module("positions.table"),
        load_drawing=lambda: importlib.import_module(f"{package}.drawing.table"),
        picture=picture,
        observing={
            int(file.stem[1:]): module(f"observing.{file.stem}") for file in sorted(folder.glob("observing/v*.py"))
        },
        load_ownership=lambda: module("ownership"),
    )


def picture(position: Position, theme: Literal["light", "dark"] = "light") -> str:
    """A position as one stand-alone SVG, seen from the seat whose view it is (else from the seat to act)."""
    from tabletown.render.svg import picture as write_svg  # drawing is not needed to play

    seat = position.turn if position.seat is None else position.seat
    scene = position.title.drawing.draw(position, 0 if seat is None else seat, {})
    return write_svg(scene, theme)
