"""The games. Every folder here with a `meta.toml` is a title; it is imported when it is first asked for.

A title that has no drawing yet can be asked for by name and played from Python; it is not listed.
"""

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Literal

from tabletown.engine.contract import KERNELS
from tabletown.engine.errors import Unfinished, UnknownTitle
from tabletown.engine.position import Position
from tabletown.engine.title import Meta, Title

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The titles that are open: those that can be played anywhere, pages included, by folder name."""
    return sorted(path.parent.name for path in FOLDER.glob("*/meta.toml"))


@cache
def get(name: str) -> Title:
    """A title by its name; raises UnknownTitle."""
    if not name.isidentifier() or not (FOLDER / name / "meta.toml").is_file():
        raise UnknownTitle(f"there is no game {name!r} here; there are: {', '.join(names())}")

    def module(part: str) -> object:
        return importlib.import_module(f"{__name__}.{name}.{part}")

    state, rules = module("state"), module("rules")
    return Title(
        name=name,
        meta=Meta.read(FOLDER / name / "meta.toml"),
        folder=FOLDER / name,
        dtype=state.STATE,  # type: ignore[attr-defined]
        actions=state.ACTIONS,  # type: ignore[attr-defined]
        max_legal=state.MAX_LEGAL,  # type: ignore[attr-defined]
        kernels={kernel: getattr(rules, kernel) for kernel in KERNELS},
        read_cards=module("cards").read_cards,  # type: ignore[attr-defined]
        words=module("text.words"),
        scoring=module("rules.scoring"),
        positions=module("positions.table"),
        load_drawing=lambda: drawing(name),
        picture=picture,
        observing=module("observing") if (FOLDER / name / "observing.py").is_file() else None,
        load_ownership=lambda: module("ownership"),
    )


def drawing(name: str) -> ModuleType:
    """The module that draws a title; raises Unfinished if it has no drawings yet."""
    if name not in names():
        raise Unfinished(f"{name} has no drawings yet; it can be played as text")
    return importlib.import_module(f"{__name__}.{name}.drawing.table")


def picture(position: Position, theme: Literal["light", "dark"] = "light") -> str:
    """A position as one stand-alone SVG, seen from the seat whose view it is (else from the seat to act)."""
    from tabletown.render.svg import picture as write_svg  # drawing is not needed to play

    seat = position.turn if position.seat is None else position.seat
    scene = position.title.drawing.draw(position, 0 if seat is None else seat, {})
    return write_svg(scene, theme)
