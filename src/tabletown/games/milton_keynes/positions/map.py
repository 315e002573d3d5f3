"""The map of a position: labels of plots, river and marsh of the advanced set-up, buildings."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tabletown.engine.errors import PositionError
from tabletown.engine.position_fields import entries, strings
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import BUILDING_IDS
from tabletown.games.milton_keynes.rules import advanced_setup, blocks, game_setup
from tabletown.games.milton_keynes.rules.squares import contains, put, remove
from tabletown.games.milton_keynes.text.names import slug, square_of, squares

MARSHES = 2
TAKES_A_PLOT = ("air", "sewage")


# --- Plots ----------------------------------------------------------------------------------------------------------


def plot_named(name: Any, where: str) -> int:
    """The square with a label; raises PositionError."""
    plot = square_of(name.lower()) if isinstance(name, str) else None
    if plot is None:
        raise PositionError(f"{name!r} in {where} is no plot; plots are called a1 to i9")
    return plot


def plots_named(value: Any, where: str) -> list[int]:
    """A list of different plots."""
    plots = [plot_named(name, where) for name in entries(value, where, "plots like ['b4', 'g7']")]
    for plot in plots:
        if plots.count(plot) > 1:
            raise PositionError(f"{slug(plot)} is named twice in {where}")
    return plots


def split(plots: Iterable[int]) -> tuple[int, int]:
    """A set of squares as its two words."""
    mask = sum(1 << plot for plot in set(plots))
    return mask & ((1 << s.SPLIT) - 1), mask >> s.SPLIT


def slugs(words: Any) -> list[str]:
    """The labels of a set."""
    return [slug(square) for square in squares(words)]


# --- River and marsh ------------------------------------------------------------------------------------------------


def write_layout(state: Any) -> dict[str, Any]:
    """River and marsh where the players lay them out themselves; the standard map goes without saying."""
    if not state.options & s.ADVANCED:
        return {}
    return {"river": [slug(int(tile)) for tile in state.tiles[: state.laid]], "marsh": slugs(state.marsh)}


def read_layout(state: Any, cards: Any, table: Mapping[str, Any]) -> str:
    """Lay out the map; returns what is still to be laid: "river", "marsh" or nothing."""
    if "river" not in table:
        if "marsh" in table:
            raise PositionError("marsh belongs to an advanced map: write river as well, its tiles in the order laid")
        game_setup.use_map(state, cards)
        return ""
    state.options = s.ADVANCED
    game_setup.use_map(state, cards)
    out = np.zeros(s.MAX_LEGAL, np.int32)
    complete = False
    for tile in plots_named(table["river"], "river"):
        menu = out[: advanced_setup.river_menu(state, out)] - s.TILE if state.laid < s.RIVER_TILES else ()
        if complete or tile not in menu:
            after = f"after {slug(int(state.tiles[state.laid - 1]))}" if state.laid else "first"
            raise PositionError(f"the river cannot go to {slug(tile)} {after}: name tiles in the order laid (ADV-3)")
        complete = bool(advanced_setup.lay_river(state, tile))
    marshes = plots_named(table.get("marsh", []), "marsh")
    if not complete:
        if marshes:
            raise PositionError("the river must reach another edge before marshes are laid (ADV-4)")
        return "river"
    for plot in marshes:
        if state.passes == MARSHES or plot not in out[: advanced_setup.marsh_menu(state, out)] - s.TILE:
            raise PositionError(f"no marsh can lie on {slug(plot)}: there are two, on free squares of the rim (ADV-5)")
        put(state.marsh, plot)
        remove(state.land, plot)
        state.passes += 1
    missing = state.passes < MARSHES
    if not missing:
        state.passes = 0
    return "marsh" if missing else ""


# --- Buildings ------------------------------------------------------------------------------------------------------


def write_buildings(state: Any, seat: int) -> list[str]:
    """A seat's buildings by their first labels; a river plot stands behind a plus."""
    texts = []
    river, owners, anchors = set(squares(state.river)), state.owner.tolist(), state.anchor.tolist()
    for anchor in range(s.SQUARES):
        if owners[anchor] == seat and anchors[anchor] == anchor:
            plots = [plot for plot in range(s.SQUARES) if anchors[plot] == anchor]
            words = [BUILDING_IDS[state.kind[anchor]], *(slug(plot) for plot in plots if plot not in river)]
            for plot in plots:
                if plot in river:
                    words += ["+", slug(plot)]
            texts.append(" ".join(words))
    return texts


def read_buildings(state: Any, seat: int, texts: Any) -> None:
    """Put a seat's buildings on the map."""
    where = f"{SEAT_NAMES[seat]}'s buildings"
    for text in strings(texts, where, s.SQUARES, "buildings like 'estate g7' or 'sewage f6 f8 + f7'"):
        kind, _, rest = text.lower().partition(" ")
        own, plus, taken = rest.partition("+")
        if kind not in BUILDING_IDS:
            raise PositionError(f"{text!r} in {where} must begin with one of {', '.join(BUILDING_IDS)}")
        plots = plots_named(own.split() + taken.split(), where)
        if not plots:
            raise PositionError(f"{text!r} in {where} names no plot")
        if plus and (kind not in TAKES_A_PLOT or len(taken.split()) != 1):
            raise PositionError(f"{text!r} in {where}: behind + stands the one plot that a sewage or air requisitioned")
        _build(state, seat, BUILDING_IDS.index(kind), plots)


def _build(state: Any, seat: int, kind: int, plots: list[int]) -> None:
    for plot in plots:
        if state.owner[plot] != s.NONE:
            raise PositionError(f"two buildings stand on {slug(plot)}")
        if not contains(state.land, plot) and not contains(state.river, plot):
            raise PositionError(f"nothing can be built on {slug(plot)}: it is marsh, rock, or outside the map")
    low, high = split(plots)
    blocks.mark(state, low, high, seat, kind)
