"""Observations a second time, slow and obvious: from the fields of a view, without bytes, offsets or kernels."""

from typing import Any

import numpy as np

from tabletown.engine.features import Bits, Encoding, Feature, Listed, Number, OneOf, Seat, SeatSet
from tabletown.engine.position import Position


def expected(feature: Feature, view: Position) -> list[float]:
    """The floats of one feature in order."""
    assert view.seat is not None
    seat, players, state = max(view.seat, 0), view.players, view.state
    rows = {"": None, "own": [seat], "each": [(seat + r) % players for r in range(players)]}[feature.seats]
    encoding, field = feature.encoding, np.asarray(state[feature.field])
    if isinstance(encoding, Listed):
        found = _lists(encoding, state, field, rows)
        return [number for entries in found for number in _members(encoding, entries)]
    if rows is not None:
        field = field[rows]
    words = len(encoding.words) if isinstance(encoding, Bits) else 1
    elements = field.reshape(-1, words).tolist()
    return [number for element in elements for number in floats(encoding, element, seat, players)]


def _lists(encoding: Listed, state: Any, field: Any, rows: list[int] | None) -> list[list[int]]:
    lengths = np.asarray(state[encoding.length]) if encoding.length else np.full(field.shape[:-1], field.shape[-1])
    if encoding.packed:
        ends = np.cumsum(lengths).reshape(lengths.shape)
        every = np.empty(lengths.shape, object)
        for place in np.ndindex(*lengths.shape):
            every[place] = field[ends[place] - lengths[place] : ends[place]].tolist()
    else:
        every = np.empty(field.shape[:-1], object)
        for place in np.ndindex(*every.shape):
            every[place] = field[place][: lengths[place]].tolist()
    if rows is not None:
        every = every[rows]
    return list(every.reshape(-1))


def _members(encoding: Listed, entries: list[int]) -> list[float]:
    out = [0.0] * len(encoding.names)
    for n, value in enumerate(entries):
        if 0 <= value - encoding.first < len(out):
            out[value - encoding.first] = min(1.0, (n + 1) / encoding.steps) if encoding.steps else 1.0
    return out


def floats(encoding: Encoding, words: list[int], seat: int, players: int) -> list[float]:
    """One element: one number, or the words of a mask."""
    value = words[0]
    if isinstance(encoding, Number):
        return [min(max((value - encoding.least) / (encoding.most - encoding.least), 0.0), 1.0)]
    if isinstance(encoding, Bits):
        pairs = zip(encoding.words, words, strict=True)
        return [float(word >> (encoding.first + b) & 1) for names, word in pairs for b in range(len(names))]
    if isinstance(encoding, Seat):
        mine = [float(value == (seat + r) % players) for r in range(players)]
        return [*mine, float(value not in range(players))]
    if isinstance(encoding, SeatSet):
        return [float(value >> ((seat + r) % players) & 1) for r in range(players)]
    assert isinstance(encoding, OneOf)
    known = [*range(encoding.first, encoding.first + len(encoding.names)), *encoding.special]
    return [float(value == one) for one in known]
