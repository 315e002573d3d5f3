"""Observations a second time, slow and obvious: from the fields of a view, without bytes, offsets or kernels."""

from typing import Any

import numpy as np

from tabletown.engine.feature_program import Floats
from tabletown.engine.features import Bits, Described, Encoding, Feature, Listed, Number, OneOf, Points, Seat, SeatSet
from tabletown.engine.observer import TitleObserver
from tabletown.engine.position import Position


def expected(observer: TitleObserver, feature: Feature, view: Position) -> Floats:
    """The floats of one feature, in its shape: of seats that the game does not have, all are 0."""
    shape = observer.space_parts[feature.name]
    seats = shape[0] if feature.seats == "each" else 1
    found = _of_players(observer, feature, view)
    missing = [0.0] * (len(found) // view.players) * (seats - view.players) if feature.seats == "each" else []
    return np.array([*found, *missing], np.float32).reshape(shape)


def _of_players(observer: TitleObserver, feature: Feature, view: Position) -> list[float]:
    assert view.seat is not None
    seat, players, state = max(view.seat, 0), view.players, view.state
    seats = observer.players if observer.version == 1 else observer.title.meta.players[1]
    every = [(seat + r) % players for r in range(players)]
    rows = {"": None, "own": [seat], "each": every}[feature.seats]
    encoding = feature.encoding
    if isinstance(encoding, Points):
        return [min(max(view.scores()[row] / encoding.most, -1.0), 1.0) for row in rows or ()]
    field = np.asarray(state[feature.field])
    if isinstance(encoding, Listed | Described):
        listed = isinstance(encoding, Listed) or encoding.listed
        entries = _lists(encoding, state, field, rows) if listed else _single(field, rows)
        if feature.partly:
            entries = _first(entries, len(rows or [0]), len(feature.axes[0]))
        if isinstance(encoding, Listed):
            return [number for entry in entries for number in _members(encoding, entry)]
        table = observer.title.observing[observer.version].describe(view.cards)[encoding.of]
        return [number for entry in entries for number in _described(encoding, table, entry)]
    if rows is not None:
        field = field[rows]
    if feature.partly:
        field = field[:, : len(feature.axes[0])]
    words = len(encoding.words) if isinstance(encoding, Bits) else 1
    elements = field.reshape(-1, words).tolist()
    return [number for element in elements for number in floats(encoding, element, seat, players, seats)]


def _single(field: Any, rows: list[int] | None) -> list[list[int]]:
    chosen = field if rows is None else field[rows]
    return [[int(value)] for value in np.atleast_1d(chosen).reshape(-1)]


def _first(entries: list[list[int]], rows: int, number: int) -> list[list[int]]:
    """The first entries of every row."""
    length = len(entries) // rows
    return [entry for row in range(rows) for entry in entries[row * length : row * length + number]]


def _lists(encoding: Listed | Described, state: Any, field: Any, rows: list[int] | None) -> list[list[int]]:
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


def _described(encoding: Described, table: Floats, entries: list[int]) -> list[float]:
    total = np.zeros(table.shape[1], np.float32)
    for value in entries[-1:] if encoding.top else entries:
        if 0 <= value - encoding.first < len(table):
            total += table[value - encoding.first] / np.float32(encoding.share)
    return [float(value) for value in np.clip(total, -1, 1)]


def floats(encoding: Encoding, words: list[int], seat: int, players: int, seats: int) -> list[float]:
    """One element: one number, or the words of a mask."""
    value = words[0]
    absent = [0.0] * (seats - players)
    if isinstance(encoding, Number):
        return [min(max((value - encoding.least) / (encoding.most - encoding.least), 0.0), 1.0)]
    if isinstance(encoding, Bits):
        pairs = zip(encoding.words, words, strict=True)
        return [float(word >> (encoding.first + b) & 1) for names, word in pairs for b in range(len(names))]
    if isinstance(encoding, Seat):
        mine = [float(value == (seat + r) % players) for r in range(players)]
        return [*mine, *absent, *([float(value not in range(players))] if encoding.nobody else [])]
    if isinstance(encoding, SeatSet):
        return [*(float(value >> ((seat + r) % players) & 1) for r in range(players)), *absent]
    assert isinstance(encoding, OneOf)
    known = [*range(encoding.first, encoding.first + len(encoding.names)), *encoding.special]
    return [float(value == one) for one in known]
