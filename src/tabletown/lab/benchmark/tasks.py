"""The tasks of the benchmark, read from `tasks.toml`: which games are played, against whom, with which budget."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from tabletown.lab.errors import LabError

FILE = Path(__file__).with_name("tasks.toml")


@dataclass(frozen=True)
class Task:
    """One task: games of a title against one kind of opponent, every deal from each seat."""

    name: str
    title: str
    players: int
    opponent: str  # a rung of the ladder, with its budget: it sits in all other seats
    looks: int  # the budget of the evaluated bot for every decision, in evaluations: `Budget.iterations`
    deals: int
    seed: int
    options: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """How many games are played: every deal from each seat."""
        return self.deals * self.players


@dataclass(frozen=True)
class Pinned:
    """What the opponents of a title depend on: its rules and its mind. With others it would be another benchmark."""

    rules: str
    mind: str


@dataclass(frozen=True)
class Benchmark:
    """The benchmark of one version: results of different versions are not compared."""

    name: str
    version: int
    quick_deals: int  # of every task, in a quick run
    titles: dict[str, Pinned]
    tasks: tuple[Task, ...]

    def deals(self, task: Task, *, quick: bool = False) -> int:
        """How many deals of a task are played."""
        return min(task.deals, self.quick_deals) if quick else task.deals

    def chosen(self, patterns: Sequence[str] = ()) -> list[Task]:
        """The tasks whose names fit one of some patterns (`uptown-*`), by default all; raises LabError for none."""
        for pattern in patterns:
            if not any(fnmatchcase(task.name, pattern) for task in self.tasks):
                raise LabError(
                    f"no task is called {pattern!r}; tasks have names like {self.tasks[0].name}, and patterns like"
                    f" {self.tasks[0].title}-* take several: tabletown evaluate --list shows all"
                )
        return [task for task in self.tasks if not patterns or any(fnmatchcase(task.name, p) for p in patterns)]


@cache
def benchmark() -> Benchmark:
    """The benchmark of this release."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    tasks = tuple(Task(**(row | {"options": tuple(row.get("options", ()))})) for row in table["tasks"])
    titles = {name: Pinned(**pinned) for name, pinned in table["titles"].items()}
    return Benchmark(table["name"], table["version"], table["quick_deals"], titles, tasks)
