"""A folder of results: the plan, and one Parquet file for every finished batch.

Files are written atomically under the name of their batch. So a run can be killed at any time: finished batches stay,
unfinished ones are played again, and nothing is counted twice.
"""

import os
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tabletown.lab.batches import play_batch
from tabletown.lab.errors import LabError
from tabletown.lab.plan import Job, Plan

AT_ONCE = 128  # batches submitted to the executor at a time, so that their results do not fill the memory


class Folder:
    """The results of one plan on disk."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan

    @classmethod
    def begin(cls, path: Path, plan: Plan) -> "Folder":
        """A folder for a plan: a new one, or one in which this plan was begun before; raises LabError for another."""
        plan = plan.checked()
        if (path / "plan.json").exists():
            known = cls.resume(path)
            if difference := plan.difference(known.plan):
                raise LabError(
                    f"{path} holds the results of another plan: now it is {difference}; "
                    "choose another folder, or go on with that plan by --resume"
                )
            return known
        try:
            (path / "batches").mkdir(parents=True, exist_ok=True)
            write_atomically(path / "plan.json", plan.as_json().encode())
        except OSError as error:
            raise LabError(f"{path} cannot be used for results: {error.strerror or error}") from None
        return cls(path, plan)

    @classmethod
    def resume(cls, path: Path) -> "Folder":
        """A folder that was begun before; raises LabError if the rules or cards are no longer those of its plan."""
        try:
            plan = Plan.from_json((path / "plan.json").read_text(encoding="utf-8"))
        except OSError:
            raise LabError(f"{path} holds no results of the lab: there is no plan.json") from None
        now = plan.checked()
        if difference := now.difference(plan):
            raise LabError(
                f"the games of {path} cannot be played on: now it would be {difference}; begin in another folder"
            )
        return cls(path, plan)

    def file(self, job: Job) -> Path:
        """Where the results of a batch are kept."""
        return self.path / "batches" / f"{job.name}.parquet"

    def missing(self) -> list[Job]:
        """The batches that are not finished."""
        return [job for job in self.plan.jobs() if not self.file(job).exists()]

    def tables(self) -> Iterator[pa.Table]:
        """The results of the batches that are finished with every card set, in order."""
        unfinished = {job.batch for job in self.missing()}
        for job in self.plan.jobs():
            if job.batch not in unfinished:
                yield pq.read_table(self.file(job))

    def play(
        self,
        executor: Executor,
        on_finished: Callable[[int], object] = lambda _: None,
        on_mishap: Callable[[str], object] = lambda _: None,
    ) -> None:
        """Play the missing batches on an executor's workers.

        `on_finished` is called with the number of games of every finished batch, `on_mishap` with a sentence for every
        mishap of a bot. A batch that failed is not written; the others are finished, then its error is raised.
        """
        waiting, failed = self.missing(), []
        running: dict[Future[tuple[pa.Table, list[str]]], Job] = {}
        try:
            while waiting or running:
                while waiting and len(running) < AT_ONCE:
                    job = waiting.pop(0)
                    running[executor.submit(play_batch, self.plan, job)] = job
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    job = running.pop(future)
                    if (error := future.exception()) is not None:
                        failed.append(error)
                        continue
                    table, mishaps = future.result()
                    self._write(job, table)
                    for mishap in mishaps:
                        on_mishap(mishap)
                    on_finished(len(self.plan.numbers(job)))
        finally:
            for future in running:
                future.cancel()
        if failed:
            raise failed[0]

    def _write(self, job: Job, table: pa.Table) -> None:
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        write_atomically(self.file(job), sink.getvalue().to_pybytes())


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file atomically: readers see all of it or nothing, even after a crash."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)
