"""The benchmark: what its tasks are, what is measured, and what a file of results may be."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from tabletown import bots, games
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.errors import OptionError
from tabletown.engine.position import Position
from tabletown.lab.benchmark.evaluating import begin, check, evaluate, extended, find_candidate, task_match
from tabletown.lab.benchmark.results import (
    Result,
    TaskResult,
    baselines,
    find_result,
    markdown,
    read_result,
    write_result,
)
from tabletown.lab.benchmark.tasks import Task, benchmark
from tabletown.lab.errors import LabError

ROOT = Path(__file__).parents[2]
TINY = Task("uptown-2-greedy", "uptown", 2, "greedy", looks=12, deals=2, seed=3)


def played(bot: bots.Bot, task: Task = TINY, *, threads: int = 1, quick: bool = False) -> tuple[TaskResult, list[str]]:
    with ThreadPoolExecutor(threads) as pool:
        return evaluate(bot, task, pool, quick=quick)


def made(*rows: TaskResult, bot: str = "greedy", quick: bool = False) -> Result:
    result = begin(bot, "", quick=quick)
    for row in rows:
        result = extended(result, row)
    return result


class Counting:
    """The greedy bot, which remembers the budgets that it was given."""

    name, blurb = "counting", "counts"

    def __init__(self) -> None:
        self.budgets: list[bots.Budget] = []
        self.choices = 0

    def choose(self, view: Position, budget: bots.Budget) -> int:
        assert view.seat is not None
        self.budgets.append(budget)
        self.choices += len(view.legal_actions_of(view.seat)) > 1
        return bots.get("greedy").choose(view, budget)


class Liar:
    name, blurb = "liar", "answers illegally"

    def choose(self, view: Position, budget: bots.Budget) -> int:
        return 9999


# --- The tasks ------------------------------------------------------------------------------------------------------


def test_the_benchmark_is_what_its_version_says() -> None:
    """Other rules or minds give other results: whoever changes one raises the version and plays the baselines again."""
    assert set(benchmark().titles) == set(games.names())
    for name, pinned in benchmark().titles.items():
        title = games.get(name)
        mind = mind_of(title)
        assert mind is not None
        assert (title.rules, mind.digest) == (pinned.rules, pinned.mind), name


def test_every_task_can_be_played() -> None:
    names = [task.name for task in benchmark().tasks]
    assert len(set(names)) == len(names)
    for task in benchmark().tasks:
        match = task_match(Liar(), task)
        match.check()
        assert match.games == task.games == 120
        assert task.name.startswith(f"{task.title}-{task.players}-{task.opponent.partition('@')[0]}")


def test_every_title_has_tasks_for_the_fewest_and_the_most_players() -> None:
    for name in games.names():
        wanted = {(players, bot) for players in games.get(name).meta.players for bot in ("greedy", "reflex", "search")}
        assert wanted <= {
            (task.players, task.opponent.partition("@")[0]) for task in benchmark().tasks if task.title == name
        }


def test_every_deal_is_played_from_each_seat_against_one_kind_of_opponent() -> None:
    task = next(task for task in benchmark().tasks if task.name == "uptown-4-search")
    pairings = list(task_match(Liar(), task).pairings())[: 2 * task.players]
    assert [pairing.names.index("liar") for pairing in pairings] == [0, 3, 2, 1] * 2
    assert all(pairing.names.count("search@100") == 3 for pairing in pairings)
    assert len({pairing.seed for pairing in pairings}) == 2


def test_tasks_are_chosen_by_name() -> None:
    assert [task.name for task in benchmark().chosen(["uptown-2-greedy", "uptown-4-g*"])] == [
        "uptown-2-greedy",
        "uptown-4-greedy",
    ]
    assert benchmark().chosen() == list(benchmark().tasks)
    with pytest.raises(LabError, match=r"no task is called 'chess-\*'; tasks have names like uptown-2-greedy"):
        benchmark().chosen(["uptown-*", "chess-*"])


# --- Evaluating -----------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_result() -> None:
    task = replace(TINY, opponent="search@8")
    first, again = (msgspec.to_builtins(played(bots.get("search"), task, threads=n)[0]) for n in (1, 2))
    assert first.pop("seconds_per_decision") > 0
    again.pop("seconds_per_decision")
    assert first == again
    other = msgspec.to_builtins(played(bots.get("search"), replace(task, seed=4))[0])
    assert {name: other[name] for name in ("points", "decisions")} != {
        name: first[name] for name in ("points", "decisions")
    }


def test_a_bot_has_the_budget_of_the_task_and_its_decisions_are_counted() -> None:
    bot = Counting()
    result, mishaps = played(bot)
    assert {budget.iterations for budget in bot.budgets} == {12}
    assert result.decisions == bot.choices > 0
    assert (result.games, result.deals, result.mishaps, mishaps) == (4, 2, 0, [])
    assert 0 <= result.low <= result.score <= result.high <= 1
    assert result.score == result.wins / 4
    assert 0 < result.points < 100


def test_a_bot_is_evaluated_against_itself_and_with_options() -> None:
    result, _ = played(bots.get("greedy"))
    assert (result.opponent, result.games) == ("greedy", 4)
    with pytest.raises(OptionError, match="sunshine"):
        played(bots.get("greedy"), replace(TINY, options=("sunshine",)))


def test_a_quick_run_has_few_deals() -> None:
    result, _ = played(bots.get("uniform"), replace(TINY, deals=60), quick=True)
    assert result.deals == benchmark().quick_deals < 60
    assert made(result, quick=True).heading == "greedy (quick)"


def test_a_bot_that_misbehaves_is_found_out() -> None:
    result, mishaps = played(Liar())
    assert result.mishaps == len(mishaps) >= result.decisions > 0
    assert result.opponent_mishaps == 0
    assert mishaps[0].startswith("uptown-2-greedy, game 1: liar answered illegally: 9999")
    assert made(result, bot="liar").misbehaved
    assert "*" in markdown([made(result, bot="liar")])
    assert not made(played(bots.get("greedy"))[0]).misbehaved


def test_policies_are_candidates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_policies.py").write_text(
        "import numpy as np\ndef last(observation, mask):\n    return mask.nonzero()[0][-1]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    bot, digest = find_candidate("my_policies:last")
    assert digest
    result, mishaps = played(bot)
    assert (result.mishaps, mishaps) == (0, [])
    assert find_candidate("reflex") == (bots.get("reflex"), "")


def test_a_policy_of_another_title_is_refused_before_it_plays(tmp_path: Path) -> None:
    arrays = {"hidden": np.zeros((1575, 4), np.float32), "policy": np.ones((4, 38), np.float32)}
    np.savez(tmp_path / "agent.npz", title="uptown", version=2, **arrays)  # type: ignore[arg-type]
    bot, digest = find_candidate(str(tmp_path / "agent.npz"))
    assert len(digest) == 16
    check(bot, benchmark().chosen(["uptown-*"]))
    with pytest.raises(LabError, match=r"agent cannot play penny_lane-2-greedy: .* choose the tasks"):
        check(bot, benchmark().chosen())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("stockfish", "there is no bot 'stockfish'"),
        ("search@1000", "name it without a budget, search"),
        ("nowhere:Bold", "no module nowhere"),
        ("nothing.npz", "there is no file nothing.npz"),
    ],
)
def test_who_is_no_candidate(name: str, words: str) -> None:
    with pytest.raises(bots.UnknownBot.__mro__[1], match=words):
        find_candidate(name)


# --- Files of results -----------------------------------------------------------------------------------------------


def row(task: Task, score: float = 0.5) -> TaskResult:
    return TaskResult(
        task.name, task.title, f"{task.title}/1", "", task.players, task.opponent, task.looks, task.seed, task.deals,
        task.games, score * task.games, score, score / 2, score, 20.0, 500, 0.001, 0, 0,
    )  # fmt: skip


def test_a_file_reads_back(tmp_path: Path) -> None:
    first, second = benchmark().tasks[:2]
    result = made(row(second), row(first, 0.25))
    assert [found.task for found in result.tasks] == [first.name, second.name]
    (tmp_path / "file.json").write_bytes(write_result(result))
    assert find_result(str(tmp_path / "file.json")) == result


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: b"", "is no file of results"),
        (lambda data: b"[1, 2]", "is no file of results"),
        (lambda data: b'{"benchmark": "chess", "tasks": []}', "is no file of results"),
        (lambda data: data.replace(b'"version": 1', b'"version": 2'), "version 2 of the benchmark, and this release"),
        (
            lambda data: data.replace(b'"wins": 60.0', b'"wins": "all"'),
            "is a damaged file of results: Expected `float`",
        ),
        (lambda data: data.replace(b"uptown-2-greedy", b"uptown-9-greedy"), "has no task 'uptown-9-greedy'"),
    ],
)
def test_what_is_no_file_of_results(tmp_path: Path, change: Callable[[bytes], Any], words: str) -> None:
    path, data = tmp_path / "file.json", write_result(made(row(benchmark().tasks[0])))
    assert change(data) != data
    path.write_bytes(change(data))
    with pytest.raises(LabError, match=words):
        read_result(path)


def test_no_file_at_all() -> None:
    with pytest.raises(LabError, match=r"there is no file nowhere\.json, and the results that are kept here are of"):
        find_result("nowhere.json")


def test_a_table_has_what_any_of_the_results_has() -> None:
    first, second, third = benchmark().tasks[:3]
    text = markdown([made(row(first, 0.25)), made(row(third), bot="agent.npz", quick=True)])
    assert text.splitlines() == [
        "| Task | Par | `greedy` | `agent.npz` (quick) |",
        "| --- | ---: | ---: | ---: |",
        f"| `{first.name}` | 50 % | 25.0 % (12 to 25) | – |",
        f"| `{third.name}` | 50 % | – | 50.0 % (25 to 50) |",
    ]
    assert second.name not in text


def test_baselines_are_whole_and_stand_in_the_docs() -> None:
    kept = [find_result(name) for name in baselines()]
    assert [result.bot for result in kept] == list(baselines())
    assert kept
    for result in kept:
        assert (result.quick, result.misbehaved, result.digest) == (False, False, "")
        for found in result.tasks:
            (task,) = benchmark().chosen([found.task])
            pinned = benchmark().titles[task.title]
            assert (found.rules, found.mind, found.games) == (pinned.rules, pinned.mind, task.games)
            assert (found.opponent, found.looks, found.seed) == (task.opponent, task.looks, task.seed)
            assert found.opponent_mishaps == 0
    assert markdown(kept) in (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
