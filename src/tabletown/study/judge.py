"""The judge: every seat's chance to win, in a position or after a line of moves, found by a title's mind."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.bots import playout
from tabletown.bots.minds.mind import Mind
from tabletown.bots.minds.network import POWERS
from tabletown.engine.observer import as_bytes
from tabletown.engine.position import Position
from tabletown.engine.state import MAX_SEATS, blank
from tabletown.study import judging_loops, playing_on_loops

TEMPLATE, PLAYING_ON = Path(judging_loops.__file__), Path(playing_on_loops.__file__)
WORLDS = 16  # imagined for every decision

Chances = NDArray[np.float64]
"""Every seat's chance to win; they add up to 1."""


@dataclass(frozen=True)
class Judged:
    """What lines of plies lead to, as far as the seat that decides can know: means over imagined worlds."""

    before: Chances
    after: list[Chances]  # of each line


class Judge:
    """Judges positions of a title with its mind. Not to be shared between threads.

    A seat's chance is what the mind sees in that seat's own view; all are made to add up to 1. It is the chance if all
    play on like the mind.
    """

    def __init__(self, mind: Mind, worlds: int = WORLDS) -> None:
        self.mind, self.worlds = mind, worlds
        title = mind.title
        playing = title.bind(Path(playout.__file__))
        self._kernels = title.bind(
            TEMPLATE, ply=playing.ply, win_shares=playing.win_shares, look_as=mind.kernels.look_as,
            chances=mind.kernels.chances,
        )  # fmt: skip
        self._kernels_to_play_on = title.bind(
            PLAYING_ON, ply=playing.ply, win_shares=playing.win_shares,
            liked_best=mind.kernels.liked_best,
        )  # fmt: skip
        self._states = blank(title.dtype, playout.STATES)
        self._raw = as_bytes(self._states)
        self._numbers = tuple(np.zeros((2, MAX_SEATS), np.int32))
        shares, looked = np.zeros((2, MAX_SEATS))
        self._judging = mind.lengths, mind.temperatures, POWERS, np.zeros(MAX_SEATS, np.int64), shares, looked
        self._cards: Any = None
        self._eyes: tuple[Any, ...] = ()

    def chances(self, position: Position) -> Chances:
        """Every seat's chance to win in a position in which everything is known; shares of the victory at its end."""
        values = np.zeros(MAX_SEATS)
        self._states[playout.WORLD] = position.states[0]
        self._kernels.judge(
            self._states,
            self._raw,
            position.cards.data,
            *self._numbers,
            *self._seeing(position),
            *self._judging,
            values,
        )
        return values[: position.players]

    def after(self, view: Position, lines: Sequence[Sequence[int]], seed: int) -> Judged:
        """What several lines of plies of the seat whose view this is lead to, in the same imagined worlds."""
        assert view.seat is not None
        plies, lengths = as_arrays(lines)
        before, after = np.zeros((self.worlds, MAX_SEATS)), np.zeros((len(lines), self.worlds, MAX_SEATS))
        self._kernels.judge_lines(
            view.states, view.seat, np.uint64(seed), plies, lengths, before, after, self._states, self._raw,
            view.cards.data, *self._numbers, *self._seeing(view), *self._judging,
        )  # fmt: skip
        return Judged(before.mean(axis=0)[: view.players], list(after.mean(axis=1)[:, : view.players]))

    def playouts(self, view: Position, lines: Sequence[Sequence[int]], worlds: int, seed: int) -> NDArray[np.float64]:
        """Play on to the end after several lines of plies of the seat whose view this is, in the same imagined worlds.

        Returns the shares of the victory: lines x worlds x seats. Every seat does what the mind likes best.
        """
        assert view.seat is not None
        title = self.mind.title
        plies, lengths = as_arrays(lines)
        results = np.zeros((len(lines), worlds, MAX_SEATS))
        self._kernels_to_play_on.play_on(
            view.states, view.seat, np.uint64(seed), plies, lengths, results, self._states, self._raw,
            view.cards.data, title.scratch(), np.zeros(title.max_legal, np.int64), *self._numbers,
            *self._seeing(view),
        )  # fmt: skip
        return results[:, :, : view.players]

    def _seeing(self, position: Position) -> tuple[Any, ...]:
        """Eyes for the cards of a position."""
        if position.cards is not self._cards:
            self._cards, self._eyes = position.cards, self.mind.eyes(self._states, position.cards)
        return self._eyes


def as_arrays(lines: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Lines of plies as kernels take them: a row for each, and their lengths."""
    lengths = np.array([len(line) for line in lines], np.int64)
    plies = np.zeros((len(lines), int(lengths.max())), np.int32)
    for row, line in zip(plies, lines, strict=True):
        row[: len(line)] = line
    return plies, lengths
