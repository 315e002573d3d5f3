"""Observations: a seat's view as a flat array of named floats, or as a dict of arrays by feature."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from tabletown import games
from tabletown.engine.errors import OptionError, Unfinished
from tabletown.engine.feature_kernel import encode
from tabletown.engine.feature_program import compile_features
from tabletown.engine.features import Feature
from tabletown.engine.position import Position
from tabletown.engine.state import Records
from tabletown.engine.title import Title

Floats = NDArray[np.float32]


class Observer:
    """Turns views of one title, with one number of players, into floats between 0 and 1.

    Seats are relative to the observer: features of every seat begin with the observer ("[me]"), then follow the others
    in seat order ("[next]", "[+2]", ...). So one policy can play every seat. A spectator (seat -1) observes from seat
    0.

    `title` is a title or its name. Raises UnknownTitle, OptionError for a number of players that the title does not
    have, or Unfinished for a title without features.

    >>> import tabletown as tt
    >>> observer = Observer("uptown", players=2)
    >>> view = tt.new("uptown", players=2, seed=7).view(1)
    >>> observer.parts(view)["phase"].tolist()
    [0.0, 1.0, 0.0, 0.0, 0.0]
    >>> dict(zip(observer.names, observer.flat(view).tolist()))["current me"]
    1.0
    """

    def __init__(self, title: Title | str, players: int) -> None:
        title = games.get(title) if isinstance(title, str) else title
        title.check_players(players)
        if title.observing is None:
            raise Unfinished(f"{title.meta.title} has no features for learners yet")
        self.title, self.players = title, players
        self.features: tuple[Feature, ...] = title.observing.FEATURES
        self.program = compile_features(self.features, title.observing.LEFT_OUT, title.dtype, players)

    @property
    def size(self) -> int:
        """How many floats an observation has."""
        return self.program.size

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
        out, program = np.zeros(self.size, np.float32), self.program
        raw, table = as_bytes(view.states), program.table
        encode(raw, 0, table, program.kinds, 0, len(table), view.seat, self.players, out[np.newaxis], 0)
        return out

    def parts(self, view: Position) -> dict[str, Floats]:
        """The floats of `flat` by feature, each in the shape that `space_parts` says."""
        return self.split(self.flat(view))

    def split(self, flat: Floats) -> dict[str, Floats]:
        """Split any array whose last axis is an observation by feature, without copying."""
        lead = flat.shape[:-1]
        return {name: flat[..., part].reshape((*lead, *shape)) for name, (part, shape) in self.program.parts.items()}

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
