"""The folder of a data set: both tables and a card, which appear when all games have been played.

Until then finished batches are kept in a folder `unfinished`, each file written whole or not at all. So the work can be
stopped at any time; the same command plays only what is missing.
"""

import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tabletown.lab.dataset.card import card
from tabletown.lab.dataset.plan import DatasetPlan
from tabletown.lab.dataset.tables import play_batch, schemas
from tabletown.lab.errors import LabError
from tabletown.lab.folder import AT_ONCE, write_atomically

PLAN, CARD = "plan.json", "README.md"
TABLES = ("games.parquet", "decisions.parquet")
UNFINISHED = "unfinished"


class DatasetFolder:
    """A data set on disk, finished or not."""

    def __init__(self, path: Path, plan: DatasetPlan) -> None:
        self.path, self.plan = path, plan

    @classmethod
    def begin(cls, path: Path, plan: DatasetPlan) -> "DatasetFolder":
        """The folder for a plan: a new or empty one, or one in which this plan was begun before; raises LabError."""
        plan = plan.checked()
        try:
            if (path / PLAN).exists():
                known = DatasetPlan.from_json((path / PLAN).read_text(encoding="utf-8"))
                if difference := plan.difference(known):
                    raise LabError(f"{path} holds another data set: now it is {difference}; choose another folder")
                return cls(path, plan)
            if path.exists() and (
                not path.is_dir() or any(not file.name.startswith(f".{PLAN}.") for file in path.iterdir())
            ):
                raise LabError(f"{path} holds other files; a data set needs a folder of its own")
            path.mkdir(parents=True, exist_ok=True)
            write_atomically(path / PLAN, plan.as_json().encode())
        except (OSError, UnicodeDecodeError) as error:
            raise LabError(f"{path} cannot be used for a data set: {getattr(error, 'strerror', error)}") from None
        return cls(path, plan)

    @property
    def finished(self) -> bool:
        """Whether everything is there; the card is written last."""
        return (self.path / CARD).exists()

    def missing(self) -> list[range]:
        """The batches of games that have not been played."""
        if self.finished:
            return []
        return [numbers for numbers in self.plan.batches() if not self._parts(numbers)[0].exists()]

    def play(
        self,
        executor: Executor,
        on_finished: Callable[[int], object] = lambda _: None,
        on_mishap: Callable[[str], object] = lambda _: None,
    ) -> None:
        """Play the missing batches on an executor's workers, then write both tables and the card.

        `on_finished` is called with the number of games of every finished batch, `on_mishap` with a sentence for every
        mishap of a bot. If a batch fails the others are finished, then its error is raised. Raises LabError if a file
        cannot be written.
        """
        if self.finished:
            return
        try:
            (self.path / UNFINISHED).mkdir(exist_ok=True)
            self._play(executor, on_finished, on_mishap)
            self._finish()
        except OSError as error:
            raise LabError(f"{self.path} cannot be written: {error.strerror or error}") from None

    def _play(
        self, executor: Executor, on_finished: Callable[[int], object], on_mishap: Callable[[str], object]
    ) -> None:
        waiting, failed = self.missing(), []
        running: dict[Future[tuple[pa.Table, pa.Table, list[str]]], range] = {}
        try:
            while waiting or running:
                while waiting and len(running) < AT_ONCE:
                    numbers = waiting.pop(0)
                    running[executor.submit(play_batch, self.plan, numbers)] = numbers
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    numbers = running.pop(future)
                    if (error := future.exception()) is not None:
                        failed.append(error)
                        continue
                    of_games, decisions, mishaps = future.result()
                    for path, table in reversed(list(zip(self._parts(numbers), (of_games, decisions), strict=True))):
                        write_atomically(
                            path, _as_bytes(table)
                        )  # that of the games last: with it the batch is finished
                    for mishap in mishaps:
                        on_mishap(mishap)
                    on_finished(len(numbers))
        finally:
            for future in running:
                future.cancel()
        if failed:
            raise failed[0]

    def _parts(self, numbers: range) -> tuple[Path, Path]:
        first, second = (self.path / UNFINISHED / f"{numbers.start:09d}.{name}" for name in TABLES)
        return first, second

    def _finish(self) -> None:
        digests = {}
        for place, (name, schema) in enumerate(zip(TABLES, schemas(self.plan), strict=True)):
            parts = (pq.read_table(self._parts(numbers)[place]) for numbers in self.plan.batches())
            _write_whole(self.path / name, schema, parts)
            digests[name] = sha256(self.path / name)
        write_atomically(self.path / CARD, card(self.plan, self.path, digests).encode())
        shutil.rmtree(self.path / UNFINISHED, ignore_errors=True)


def sha256(path: Path) -> str:
    """The digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _as_bytes(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd")
    found: bytes = sink.getvalue().to_pybytes()
    return found


def _write_whole(path: Path, schema: pa.Schema, parts: Iterator[pa.Table]) -> None:
    """Write a table of many parts, a row group for each; it appears when it is complete."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with pq.ParquetWriter(draft, schema, compression="zstd") as writer:
            for part in parts:
                writer.write_table(part)
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
