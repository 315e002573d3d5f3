"""`tabletown lab`: plays many games and reports statistics of a title's cards, also compared with changed cards."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tabletown.cli.arguments import Json, Players
from tabletown.cli.console import complain, out, prepare, print_json
from tabletown.cli.errors import Unusable
from tabletown.cli.files import write_file
from tabletown.extras import extra
from tabletown.games import get

if TYPE_CHECKING:
    from tabletown.lab.estimates import Estimate
    from tabletown.lab.findings import Findings
    from tabletown.lab.folder import Folder
    from tabletown.lab.measures import CardRow
    from tabletown.lab.plan import Plan

EXAMPLES = (
    "tabletown lab uptown --games 20000",
    "tabletown lab penny_lane --bots keen --players 4 --sweep building.manor.cost=2..6 -o manor",
    "tabletown lab uptown --cards my_cards.toml --against default --cluster local",
    "tabletown lab --resume manor",
)
LOCAL = "local"
PATIENCE = "5s"  # to wait for a scheduler
FEW_ROWS = 5
MEASURES = ("effect, ± 95 %", "first look", "pick rate")


def command(
    title: Annotated[
        str | None, typer.Argument(metavar="TITLE", help="Which game; 'tabletown games' lists them.")
    ] = None,
    bot_names: Annotated[
        str,
        typer.Option(
            "--bots", help="Who plays; the last one fills the table. uniform, quick, keen and reflex are fast."
        ),
    ] = "quick",
    number: Annotated[int, typer.Option("--games", min=1, help="How many games, with each card set.")] = 2000,
    players: Players = None,
    seconds: Annotated[float, typer.Option(min=0.0, max=600, help="How long other bots may think.")] = 0.1,
    iterations: Annotated[
        int | None, typer.Option(min=1, help="How much a search thinks instead; then a seed repeats everything.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The first deal; the others follow.")] = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Batches played at once; by default as many as there are cores.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler (tcp://host:8786), or 'local'.")
    ] = None,
    device: Annotated[
        Literal["cpu", "cuda"], typer.Option(help="Where uniform, quick and keen play; cuda needs tabletown[cuda].")
    ] = "cpu",
    cards: Annotated[
        str, typer.Option(metavar="FILE", help="A card file, or the name of an edition, to play with.")
    ] = "default",
    against: Annotated[
        str | None, typer.Option(metavar="FILE", help="Compare with these cards; 'default' are the printed ones.")
    ] = None,
    sweep: Annotated[
        str | None, typer.Option(metavar="PATH=LOW..HIGH", help="Play with each of these values of one number.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="For the results; by default lab-TITLE.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Go on with what was begun there, instead of a TITLE.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play many games and report on seats, scores and cards, in FOLDER/report.html and in Parquet files.

    Stop it at any time: the same command, or --resume FOLDER, plays only what is missing. Needs tabletown\\[lab].
    """
    _check_extra()
    from tabletown.lab.findings import find
    from tabletown.lab.folder import Folder
    from tabletown.lab.report import page

    if (title is None) == (resume is None):
        raise Unusable("name a TITLE, or with --resume a folder, and not both")
    if resume is not None:
        found = Folder.resume(resume)
    else:
        assert title is not None
        names = tuple(name.strip() for name in bot_names.split(","))
        low, _ = get(title).meta.players
        plan = _plan(
            title, names, number, players or low, seconds, iterations, seed, device, (cards, against, sweep)
        )  # fmt: skip
        found = Folder.begin(folder or Path(f"lab-{title}"), plan)
    _play(found, threads or os.cpu_count() or 1, cluster)
    findings = find(found)
    write_file(found.path / "report.html", page(findings))
    if as_json:
        print_json(findings.as_dict())
    else:
        _show(findings)


def _check_extra() -> None:
    with extra("lab"):
        import matplotlib  # noqa: F401
        import pyarrow  # noqa: F401


def _plan(
    title: str, names: tuple[str, ...], number: int, players: int, seconds: float, iterations: int | None, seed: int,
    device: str, cards: tuple[str, str | None, str | None],
) -> "Plan":  # fmt: skip
    """The plan from the arguments; card files are checked."""
    from tabletown.lab.card_sets import SWEEP, read_source, sweep
    from tabletown.lab.plan import Plan

    own, against, spec = cards
    if against is not None and spec is not None:
        raise Unusable("--against compares two card sets, --sweep many: use one of them")
    played = get(title)
    sets, swept = [read_source(own, played)], ""
    if against is not None:
        sets.insert(0, read_source(against, played))
    elif spec is not None:
        sets = sweep(spec, sets[0], played)
        match = SWEEP.fullmatch(spec.strip())
        assert match is not None
        swept = match["path"]
    return Plan(title, names, number, players, seconds, iterations, seed, device, tuple(sets), swept)


# --- Playing --------------------------------------------------------------------------------------------------------


def _play(folder: "Folder", threads: int, cluster: str | None) -> None:
    from tabletown.engine.cuda_device import require_cuda

    plan, missing = folder.plan, folder.missing()
    if not missing:
        return
    if cluster is None:
        prepare(get(plan.title))
        if plan.device == "cuda":
            require_cuda()
    total = plan.games * len(plan.sets)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with (
        _executor(threads, cluster) as executor,
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress,
    ):
        done = total - sum(len(plan.numbers(job)) for job in missing)
        task = progress.add_task(f"{get(plan.title).meta.title}, {', '.join(plan.bots)}", total=total, completed=done)
        folder.play(executor, lambda games: progress.advance(task, games), complain)


@contextmanager
def _executor(threads: int, cluster: str | None) -> Iterator[Executor]:
    """Threads of this process, or the workers of a Dask cluster."""
    if cluster is None:
        with ThreadPoolExecutor(threads, "lab") as pool:
            yield pool
        return
    with extra("lab"):
        import distributed
    connect: Any = distributed.Client  # Dask has no types
    try:
        if cluster == LOCAL:
            # processes: one that is killed or runs out of memory does not take the others with it
            client = connect(n_workers=threads, threads_per_worker=1, dashboard_address=None)
        else:
            client = connect(cluster, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise Unusable(f"there is no Dask scheduler at {cluster}: {error}") from None
    with client:
        executor = client.get_executor(retries=3)
        yield executor
        executor.shutdown(wait=False)


# --- The summary at the end -----------------------------------------------------------------------------------------


def _show(findings: "Findings") -> None:
    from tabletown.lab.findings import extremes

    console, plan = out(), findings.folder.plan
    summary = findings.summaries[-1]
    console.print(f"{findings.title.meta.title} for {plan.players}, {summary.games} games by {', '.join(plan.bots)}",
                  style="bold")  # fmt: skip
    console.print(_facts(findings))
    console.print()
    if plan.swept:
        console.print(_sweep_table(findings))
    elif len(findings.summaries) == 2:
        overall, cards = _comparison(findings)
        console.print(overall)
        console.print()
        console.print(cards)
    else:
        looked = any(row.look for row in summary.rows)  # the better measure, where chance decides who is offered what
        best, worst = extremes(summary.rows, "look" if looked else "effect", count=FEW_ROWS)
        table = _table("card", "owners", *MEASURES)
        for row, _ in (*best, *worst):
            table.add_row(row.card.name, str(row.owners), *_effect(row))
        console.print(table)
    console.print(f"\nThe report is {findings.folder.path / 'report.html'}", soft_wrap=True)


def _comparison(findings: "Findings") -> tuple[Table, Table]:
    """What differs between two card sets: over all games, and the cards that differ most clearly."""
    changes, cards = findings.comparison()
    old, new = (summary.cards for summary in findings.summaries)
    overall = _table("over all games", old, new, "difference, ± 95 %")
    for change in changes:
        overall.add_row(
            change.name, f"{change.before:.2f}", f"{change.after:.2f}",
            f"{change.difference.value:+.2f} ±{change.difference.half:.2f}",
        )  # fmt: skip
    by_card = _table("card", "change of effect, ± 95 %", "of first look", "of pick rate")
    for card in cards[: 2 * FEW_ROWS]:
        by_card.add_row(card.card.name, *(_points(one) for one in (card.effect, card.look, card.picked)))
    return overall, by_card


def _points(one: "Estimate | None") -> str:
    """A difference of shares in points; empty where it is unknown."""
    return f"{100 * one.value:+.1f} ±{100 * one.half:.1f}" if one else ""


def _table(*headings: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for n, heading in enumerate(headings):
        table.add_column(heading, justify="right" if n else "left", no_wrap=n > 0)
    return table


def _effect(row: "CardRow") -> list[str]:
    """The effects of owning and of being offered a card, and its pick rate, as text; empty where unknown."""
    worth = [_points(one) for one in (row.effect, row.look)]
    return [*worth, f"{row.picked.value:.0%}" if row.picked else ""]


def _facts(findings: "Findings") -> Table:
    table = _table("cards", "wins of who begins", "mean score", "plies", "comebacks")
    for summary in findings.summaries:
        comebacks = summary.comebacks.get("half")
        table.add_row(
            summary.cards, f"{summary.turns[0].value:.1%}", f"{summary.score.value:.1f}", f"{summary.plies.value:.0f}",
            f"{comebacks.value:.0%}" if comebacks else "",
        )  # fmt: skip
    return table


def _sweep_table(findings: "Findings") -> Table:
    from tabletown.lab.comparing import sweep_value, swept_cards

    table = _table("card", "value", "owners", *MEASURES)
    for c in swept_cards(findings.folder.plan.swept, findings.collection):
        for summary in findings.summaries:
            row = summary.rows[c]
            table.add_row(row.card.name, str(sweep_value(summary)), str(row.owners), *_effect(row))
    return table
