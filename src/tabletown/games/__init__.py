"""The games. Every folder here with a `meta.toml` is a title; it is imported when somebody asks for it."""

import importlib
from functools import cache
from pathlib import Path
from typing import Literal

from tabletown.engine.errors import UnknownTitle
from tabletown.engine.position import Position
from tabletown.engine.title import Meta, Title

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The titles that can be played, by folder name."""
    return sorted(path.parent.name for path in FOLDER.glob("*/meta.toml"))


@cache
def get(name: str) -> Title:
    """A title by its name; raises UnknownTitle."""
    if name not in names():
        raise UnknownTitle(f"there is no game {name!r} here; there are: {', '.join(names())}")

    def module(part: str) -> object:
        return importlib.import_module(f"{__name__}.{name}.{part}")

    state, rules, scoring, hidden = module("state"), module("rules"), module("scoring"), module("hidden")
    homes = {"setup": rules, "legal": rules, "apply": rules, "scores": scoring, "ranking": scoring}
    homes |= {"hide": hidden, "resample": hidden, "evaluate": module("hints")}
    return Title(
        name=name,
        meta=Meta.read(FOLDER / name / "meta.toml"),
        folder=FOLDER / name,
        dtype=state.STATE,  # type: ignore[attr-defined]
        actions=state.ACTIONS,  # type: ignore[attr-defined]
        max_legal=state.MAX_LEGAL,  # type: ignore[attr-defined]
        kernels={kernel: getattr(home, kernel) for kernel, home in homes.items()},
        read_cards=module("cards").read_cards,  # type: ignore[attr-defined]
        words=module("words"),
        scoring=scoring,
        positions=module("positions"),
        load_drawing=lambda: importlib.import_module(f"{__name__}.{name}.drawing"),
        picture=picture,
    )


def picture(position: Position, theme: Literal["light", "dark"] = "light") -> str:
    """A position as one stand-alone SVG, seen from the seat whose view it is (else from the seat to act)."""
    from tabletown.render.svg import picture as write_svg  # drawing is not needed to play

    seat = position.turn if position.seat is None else position.seat
    scene = position.title.drawing.draw(position, 0 if seat is None else seat, {})
    return write_svg(scene, theme)
