"""Batches of games as Parquet tables: one row for every game and seat.

| Column | What it says |
|---|---|
| `cards` | the name of the card set |
| `game`, `deal`, `seed` | the game's number, its deal's (the same for games that were dealt alike), and its seed |
| `seat`, `turn` | the seat at the table, and its place in the order of the first turns |
| `bot` | the bot that played the seat |
| `score`, `place`, `win` | the result of the seat; `win` is a fraction for a shared victory |
| `plies`, `end` | how long the game was, and why it ended, in words |
| `lead_25`, `lead_50`, `lead_75` | points ahead of the best other seat at a quarter, half, three quarters; or null |
| `owned` | how many of each card the seat owned at the end; the names are in the file's metadata, under `cards` |
| `taken`, `offered` | how often it came to own each card, and whether it was ever on offer to it; or null |
| `looked` | whether the seat was the first to whom the card was on offer; or null |
| `mishaps` | how often a bot of this game failed and another one answered instead |
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from tabletown import games
from tabletown.lab.plan import Job, Plan, Seating
from tabletown.lab.playing import play_natively, play_on_device, play_with_bots, warm_up
from tabletown.lab.snapshots import GameStats

LEADS = ("lead_25", "lead_50", "lead_75")
COUNTS = ("owned", "taken", "offered", "looked")
NO_REASON = "unknown"


def play_batch(plan: Plan, job: Job) -> tuple[pa.Table, list[str]]:
    """Play one batch; returns its rows, and a sentence for every mishap of a bot.

    Arguments and result can be pickled, so this can run on another machine.
    """
    title, source = games.get(plan.title), plan.sets[job.cards]
    cards = source.cards(title)
    warm_up(plan.title, plan.bots)
    seatings = [plan.seating(number) for number in plan.numbers(job)]
    mishaps: list[str] = []
    if plan.device == "cuda":
        stats = play_on_device(title, cards, plan.players, seatings)
    elif plan.native:
        stats = play_natively(title, cards, plan.players, seatings)
    else:
        stats, mishaps = play_with_bots(plan, title, cards, seatings)
    return _table(plan, job, seatings, stats, mishaps), mishaps


def schema(plan: Plan) -> pa.Schema:
    """The columns of a batch, with the ids of the cards in the metadata."""
    title = games.get(plan.title)
    ids = [card.id for card in title.ownership.collection(plan.sets[0].cards(title))]
    words, counts = pa.dictionary(pa.int16(), pa.string()), pa.list_(pa.uint8(), len(ids))
    columns = [
        ("cards", words), ("game", pa.int64()), ("deal", pa.int64()), ("seed", pa.int64()), ("seat", pa.int8()),
        ("turn", pa.int8()), ("bot", words), ("score", pa.int32()), ("place", pa.int8()), ("win", pa.float32()),
        ("plies", pa.int32()), ("end", words), *((name, pa.int32()) for name in LEADS),
        *((name, counts) for name in COUNTS), ("mishaps", pa.int32()),
    ]  # fmt: skip
    return pa.schema(columns, metadata={"title": plan.title, "cards": json.dumps(ids)})


def _table(plan: Plan, job: Job, seatings: Sequence[Seating], stats: GameStats, mishaps: Sequence[str]) -> pa.Table:
    n, seats = len(seatings), plan.players
    endings = games.get(plan.title).words.ENDINGS
    winners = (stats.places == 1).sum(axis=1, keepdims=True)
    helped = {seating.number: 0 for seating in seatings}
    for text in mishaps:
        helped[int(text.partition(":")[0].removeprefix("game "))] += 1

    def each(values: Any) -> NDArray[Any]:
        """Repeat one value per game for each of its seats."""
        return np.repeat(np.asarray(values), seats)

    leads = [None] * 3 if stats.leads is None else [stats.leads[:, q].ravel() for q in range(3)]
    columns = [
        [plan.sets[job.cards].name] * (n * seats),
        each([seating.number for seating in seatings]),
        each([seating.deal for seating in seatings]),
        each([seating.seed for seating in seatings]),
        np.tile(np.arange(seats), n),
        ((np.arange(seats) - stats.first[:, None]) % seats).ravel(),
        [name for seating in seatings for name in seating.names],
        stats.scores.ravel(),
        stats.places.ravel(),
        np.where(stats.places == 1, 1.0 / winners, 0.0).ravel(),
        each(stats.plies),
        [endings.get(int(why), NO_REASON) for why in each(stats.ended)],
        *leads,
        *(getattr(stats, name) for name in COUNTS),
        each([helped[seating.number] for seating in seatings]),
    ]
    fields = schema(plan)
    arrays = [_column(values, field.type, n * seats) for values, field in zip(columns, fields, strict=True)]
    return pa.Table.from_arrays(arrays, schema=fields)


def _column(values: Any, kind: pa.DataType, rows: int) -> pa.Array:
    if values is None:
        return pa.nulls(rows, kind)
    if pa.types.is_fixed_size_list(kind):
        flat = pa.array(np.ascontiguousarray(values).astype(np.uint8).ravel())
        return pa.FixedSizeListArray.from_arrays(flat, type=kind)
    if pa.types.is_dictionary(kind):
        return pa.array(values, pa.string()).dictionary_encode().cast(kind)
    return pa.array(np.asarray(values)).cast(kind)
