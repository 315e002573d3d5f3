"""Observations: a seat's view as a flat array of named floats, as a list of those that are not 0, or by feature."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.engine.errors import OptionError, Unfinished
from tabletown.engine.feature_kernel import encode, list_nonzero
from tabletown.engine.feature_program import Floats, compile_features
from tabletown.engine.features import Feature
from tabletown.engine.position import Position
from tabletown.engine.state import MAX_SEATS, Records
from tabletown.engine.title import Title

VERSIONS = (1, 2)
"""The versions of observations. In version 1 their length depends on the number of players, and cards are numbers."""
NEWEST = VERSIONS[-1]


class TitleObserver:
    """Turns views of one title into floats: from 0 to 1 in version 1, from -1 to 1 in version 2.

    Seats are relative to the observer: features of every seat begin with the observer ("[me]"), then follow the others
    in seat order ("[next]", "[+2]", ...). So one policy can play every seat. A spectator (seat -1) observes from seat
    0. In version 2 observations have one length for every number of players: seats that a game does not have are 0.

    Raises OptionError for a number of players that the title does not have, or Unfinished for a title without features.
    """

    def __init__(self, title: Title, players: int, version: int = NEWEST) -> None:
        players = title.check_players(players)
        if version not in VERSIONS:
            raise OptionError(f"observations have the versions {' and '.join(map(str, VERSIONS))}, not {version!r}")
        if version not in title.observing:
            raise Unfinished(f"{title.meta.title} has no features of version {version} for learners yet")
        self.title, self.players, self.version = title, players, version
        module = title.observing[version]
        self.features: tuple[Feature, ...] = module.FEATURES
        seats = players if version == 1 else title.meta.players[1]
        described = getattr(module, "DESCRIPTIONS", {})
        self.program = compile_features(self.features, module.LEFT_OUT, title.dtype, seats, described)
        self._module = module
        self._described: tuple[Any, Floats] | None = None

    @property
    def size(self) -> int:
        """How many floats an observation has."""
        return self.program.size

    @property
    def least(self) -> float:
        """The least value that a float can have."""
        return 0.0 if self.version == 1 else -1.0

    @property
    def names(self) -> tuple[str, ...]:
        """The name of every float: "account[me]", "height[next] site 2"."""
        return self.program.names

    @property
    def space_parts(self) -> Mapping[str, tuple[int, ...]]:
        """The shape of every feature in `parts`."""
        return {name: shape for name, (_, shape) in self.program.parts.items()}

    def flat(self, view: Position) -> Floats:
        """A seat's (or a spectator's) view as one array of floats.

        Raises OptionError for a full state, another title or another number of players.
        """
        self._check(view)
        assert view.seat is not None
        out: Floats = np.zeros(self.size, np.float32)
        program = self.program
        points = np.zeros((1, MAX_SEATS), np.int32)
        if program.has_points:
            points[0, : view.players] = view.scores()
        raw, table, described = as_bytes(view.states), program.table, self.descriptions(view.cards)
        encode(raw, 0, table, program.kinds, 0, len(table), view.seat, view.players, described, points, out[None], 0)
        return out

    def listed(self, view: Position) -> tuple[NDArray[np.int32], Floats]:
        """The floats of `flat` that are not 0: their indices, ascending, and their values."""
        flat = self.flat(view)
        indices, values = np.zeros((1, self.size), np.int32), np.zeros((1, self.size), np.float32)
        number = list_nonzero(flat[np.newaxis], 0, indices, values, 0)
        return indices[0, :number].copy(), values[0, :number].copy()

    def parts(self, view: Position) -> dict[str, Floats]:
        """The floats of `flat` by feature, each in the shape that `space_parts` says."""
        return self.split(self.flat(view))

    def split(self, flat: Floats) -> dict[str, Floats]:
        """Split any array whose last axis is an observation by feature, without copying."""
        lead = flat.shape[:-1]
        return {name: flat[..., part].reshape((*lead, *shape)) for name, (part, shape) in self.program.parts.items()}

    def descriptions(self, cards: Any) -> Floats:
        """The descriptions of a card set, as the kernel of features reads them."""
        if self._described is None or self._described[0] is not cards:
            tables = self._module.describe(cards) if self.program.described else {}
            self._described = cards, self.program.descriptions(tables)
        return self._described[1]

    def describe(self) -> str:
        """The table of features as Markdown: name, shape and meaning of each."""
        rows = [f"| {f.name} | {_shape(self.space_parts[f.name])} | {f.meaning} |" for f in self.features]
        return "\n".join(["| Feature | Floats | Meaning |", "|---|---|---|", *rows])

    def _check(self, view: Position) -> None:
        if view.title is not self.title:
            raise OptionError(f"this observer knows {self.title.meta.title}, not {view.title.meta.title}")
        if view.players != self.players:
            raise OptionError(f"this observer is for {self.players} players, not {view.players}")
        if view.seat is None:
            raise OptionError("an observer takes a seat's view, not a whole state: position.view(seat)")


def as_bytes(states: Records) -> NDArray[np.uint8]:
    """The bytes of some states, one row for each, in the same memory."""
    return np.asarray(states).view(np.uint8).reshape(len(states), states.dtype.itemsize)


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape)) or "1"
