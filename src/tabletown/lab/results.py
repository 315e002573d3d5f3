"""The games of a folder of results as arrays, by card set."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from tabletown.lab.batches import COUNTS, LEADS
from tabletown.lab.errors import LabError
from tabletown.lab.folder import Folder

FACTS = ("cards", "ids")  # fields that are not per game


@dataclass(frozen=True)
class Results:
    """Games with one card set, in the order of their numbers. The first axis is the game, the second the seat."""

    cards: str  # the name of the card set
    ids: tuple[str, ...]  # of the cards, in the order of the last axis
    game: NDArray[np.int64]
    deal: NDArray[np.int64]
    turn: NDArray[np.int8]  # 0 for the seat that began
    bot: NDArray[np.str_]
    score: NDArray[np.int32]
    place: NDArray[np.int8]
    win: NDArray[np.float32]
    plies: NDArray[np.int32]
    end: NDArray[np.str_]
    leads: NDArray[np.int32] | None  # (games, quarters, seats)
    owned: NDArray[np.uint8]  # (games, seats, cards)
    taken: NDArray[np.uint8] | None
    offered: NDArray[np.uint8] | None
    looked: NDArray[np.uint8] | None

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.game)

    @property
    def players(self) -> int:
        """How many seats."""
        return int(self.turn.shape[1])

    def head(self, games: int) -> "Results":
        """The first `games` games."""
        cut: dict[str, Any] = {
            name: None if value is None else value[:games] for name, value in vars(self).items() if name not in FACTS
        }
        return replace(self, **cut)

    @property
    def had(self) -> NDArray[np.uint8]:
        """How many of each card a seat had: at the end, or taken during the game, whichever is more."""
        return self.owned if self.taken is None else np.maximum(self.owned, self.taken)


def read_results(folder: Folder) -> dict[str, Results]:
    """All finished games of a folder, by card set; raises LabError if there are none yet."""
    tables_by_set: dict[str, list[pa.Table]] = {source.name: [] for source in folder.plan.sets}
    for table in folder.tables():
        tables_by_set[table["cards"][0].as_py()].append(table)
    if not all(tables_by_set.values()):
        raise LabError(f"no batch of {folder.path} is finished for every card set: there is nothing to report")
    return {name: from_tables(name, tables, folder.plan.players) for name, tables in tables_by_set.items()}


def from_tables(name: str, tables: Iterable[pa.Table], players: int) -> Results:
    """Parquet tables of one card set as arrays."""
    table = pa.concat_tables(tables).unify_dictionaries().combine_chunks()
    metadata: Mapping[bytes, bytes] = table.schema.metadata
    ids = tuple(json.loads(metadata[b"cards"]))
    n = table.num_rows // players

    def seats(column: str) -> Any:
        return table[column].to_numpy().reshape(n, players)

    def words(column: str) -> Any:
        array = table[column].combine_chunks()
        values = np.array(array.dictionary.to_pylist() or [""])
        return values[array.indices.to_numpy()].reshape(n, players)

    def counts(column: str) -> Any:
        array = table[column].combine_chunks()
        if array.null_count:
            return None
        return array.flatten().to_numpy().reshape(n, players, len(ids))

    leads = None
    if not table[LEADS[0]].null_count:
        leads = np.stack([seats(column) for column in LEADS], axis=1)
    owned, taken, offered, looked = (counts(column) for column in COUNTS)
    return Results(
        cards=name,
        ids=ids,
        game=seats("game")[:, 0],
        deal=seats("deal")[:, 0],
        turn=seats("turn"),
        bot=words("bot"),
        score=seats("score"),
        place=seats("place"),
        win=seats("win"),
        plies=seats("plies")[:, 0],
        end=words("end")[:, 0],
        leads=leads,
        owned=owned,
        taken=taken,
        offered=offered,
        looked=looked,
    )
