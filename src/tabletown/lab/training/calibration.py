"""Calibration: how well a mind's chances agree with what happens, and the temperatures that make them agree.

A mind plays many games against itself, one look per decision. Of every game one decision is kept, with the chances that
the mind saw and with the result. A temperature for each number of players and third of the game makes them agree. How
well they do is told of other games than those that chose the temperatures.
"""

import argparse
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown.bots import playout
from tabletown.bots.minds.looking import THIRDS
from tabletown.bots.minds.mind import CARD, Mind, MindCard, read_mind
from tabletown.bots.minds.network_kernel import LOGIT_BITS
from tabletown.engine.observer import as_bytes
from tabletown.engine.state import MAX_SEATS, blank
from tabletown.lab.training import reflex_loops

TEMPLATE = Path(reflex_loops.__file__)
TEMPERATURES = np.geomspace(0.5, 3.0, 101)
BINS = 10
FIRST_SEED = 1 << 40  # far from those that anything else deals
APART = 1 << 32  # more games than anybody plays of one seed


@dataclass(frozen=True)
class Sample:
    """One decision of each of many games for one number of players."""

    players: int
    foreseen: NDArray[np.float64]  # logits of all seats' chances, relative to the seat that decided
    results: NDArray[np.float64]  # the seats' shares of the victory, likewise
    plies: NDArray[np.int64]  # made before the decision
    lengths: NDArray[np.int64]  # of the whole games, in plies


@dataclass(frozen=True)
class Bin:
    """Chances between two bounds: how many there were, their mean, and how often they came true."""

    number: int
    foreseen: float
    happened: float


def sample_games(
    mind: Mind, players: int, number: int, threads: int = 1, options: Mapping[str, bool] | None = None, seed: int = 0
) -> Sample:
    """Let a mind play games against itself, and keep one decision of each. Other seeds are other games."""
    title, cards = mind.title, mind.title.cards
    mask, first = title.options_mask(options), FIRST_SEED + seed * APART
    loops, playing = title.loops, title.bind(Path(playout.__file__))
    kernels = title.bind(
        TEMPLATE, begin=loops.begin, act=loops.act, win_shares=playing.win_shares,
        liked_best=mind.kernels.liked_best,
    )  # fmt: skip
    keys = np.arange(first, first + number, dtype=np.uint64)
    seats, plies, lengths = np.zeros((3, number), np.int64)
    foreseen, results = np.zeros((number, MAX_SEATS), np.int64), np.zeros((number, MAX_SEATS))

    def work(part: slice) -> None:
        states = blank(title.dtype, playout.STATES)
        points, places = np.zeros((2, MAX_SEATS), np.int32)
        kernels.play_games(
            keys[part], players, mask, cards.data, title.blank, states, as_bytes(states), title.scratch(), points,
            places, np.zeros(title.max_legal, np.int64), seats[part], plies[part], lengths[part], foreseen[part],
            results[part], *mind.eyes(states, cards),
        )  # fmt: skip

    cuts = np.linspace(0, number, max(threads, 1) + 1).astype(int)
    with ThreadPoolExecutor(max(threads, 1)) as pool:
        list(pool.map(work, [slice(a, b) for a, b in pairwise(cuts)]))
    turned = (seats[:, None] + np.arange(players)) % players
    relative = np.take_along_axis(results, turned, axis=1)
    return Sample(players, foreseen[:, :players] / 2.0**LOGIT_BITS, relative, plies, lengths)


def shares(logits: NDArray[np.float64], temperature: Any = 1.0) -> NDArray[np.float64]:
    """Chances from logits, at a temperature."""
    scaled = logits / temperature
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    found: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return found


def thirds(sample: Sample) -> NDArray[np.int64]:
    """The third of a usual game in which each decision was made."""
    return np.minimum(THIRDS * sample.plies // usual_length(sample), THIRDS - 1)


def usual_length(sample: Sample) -> int:
    """The plies of a usual game."""
    return max(round(float(sample.lengths.mean())), 1)


def best_temperatures(sample: Sample) -> list[float]:
    """For each third of the game, the temperature at which the results are likeliest."""
    found, third = [], thirds(sample)
    for n in range(THIRDS):
        rows = third == n
        if not rows.any():
            found.append(1.0)
            continue
        logits, results = sample.foreseen[rows], sample.results[rows]
        losses = [-(results * np.log(shares(logits, warmth) + 1e-12)).sum() for warmth in TEMPERATURES]
        found.append(round(float(TEMPERATURES[int(np.argmin(losses))]), 3))
    return found


def calibrated(card: MindCard, samples: list[Sample]) -> MindCard:
    """A card with the temperatures and lengths of games that follow from samples."""
    plies = {str(sample.players): usual_length(sample) for sample in samples}
    temperatures = {str(sample.players): best_temperatures(sample) for sample in samples}
    return replace(card, plies=dict(card.plies) | plies, temperatures=dict(card.temperatures) | temperatures)


def agreement(sample: Sample, temperatures: list[float]) -> list[Bin]:
    """How chances at these temperatures agree with results, in ten bins; all seats' chances count."""
    warmth = np.array(temperatures)[thirds(sample)][:, None]
    foreseen, happened = shares(sample.foreseen, warmth).ravel(), sample.results.ravel()
    place = np.minimum((foreseen * BINS).astype(int), BINS - 1)
    bins = []
    for n in range(BINS):
        rows = place == n
        number = int(rows.sum())
        means = (float(foreseen[rows].mean()), float(happened[rows].mean())) if number else (0.0, 0.0)
        bins.append(Bin(number, *means))
    return bins


def table(sample: Sample, temperatures: list[float]) -> str:
    """How chances agree with results, as a table in Markdown."""
    rows = [
        f"| {n / BINS:.0%} to {(n + 1) / BINS:.0%} | {found.number:,} | {found.foreseen:.1%} | {found.happened:.1%} |"
        for n, found in enumerate(agreement(sample, temperatures))
        if found.number
    ]
    return "\n".join(["| Chance | Cases | foreseen | came true |", "|---|---|---|---|", *rows])


def main(arguments: list[str] | None = None) -> None:
    """Calibrate the mind in a folder: `python -m tabletown.lab.training.calibration FOLDER --games 20000`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the mind, whose card gets the temperatures")
    parser.add_argument("--games", type=int, default=20_000, help="for each number of players; as many more to check")
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players (default: all)")
    parser.add_argument("--options", nargs="+", default=[], metavar="NAME", help="options of the title in all games")
    parser.add_argument("--seed", type=int, default=0, help="of the games (default 0)")
    parser.add_argument("--check", action="store_true", help="only tell how the temperatures of the card agree")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    mind, samples, options = read_mind(asked.folder), [], dict.fromkeys(asked.options, True)
    fewest, most = mind.title.meta.players
    for players in asked.players or range(fewest, most + 1):

        def play(seed: int, players: int = players) -> Sample:
            return sample_games(mind, players, asked.games, asked.threads, options, seed)

        if asked.check:
            temperatures = mind.card.temperatures[str(players)]
        else:
            samples.append(play(2 * asked.seed))
            temperatures = best_temperatures(samples[-1])
        print(f"{mind.title.meta.title} for {players}, {asked.games:,} games, temperatures {temperatures}\n")
        print(table(play(2 * asked.seed + 1), temperatures), end="\n\n", flush=True)
    if samples:
        (asked.folder / CARD).write_text(calibrated(mind.card, samples).as_toml(), encoding="utf-8")


if __name__ == "__main__":
    main()
