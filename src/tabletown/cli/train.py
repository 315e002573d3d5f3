"""`tabletown train`: makes a mind for a title by self-play, on a GPU if there is one."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tabletown.bots.minds.mind import read_mind
from tabletown.cli.arguments import TitleName
from tabletown.cli.console import out, prepare
from tabletown.cli.errors import Unusable
from tabletown.extras import extra
from tabletown.games import get

if TYPE_CHECKING:
    from tabletown.lab.training.run import Report, Run

EXAMPLES = (
    "tabletown train uptown --device cuda --decisions 2000000000 -o runs/uptown",
    "tabletown train uptown --device cpu --decisions 2000000 --games 1024 --minutes 10",
    "tabletown train penny_lane -o runs/lane --begin runs/older/mind --exam 60",
)


def command(
    title: TitleName,
    folder: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="For the run, which goes on if one is there."),
    ] = None,
    decisions: Annotated[int, typer.Option(min=1, help="How many decisions to learn from.")] = 1_000_000_000,
    minutes: Annotated[float | None, typer.Option(min=0.0, help="Stop after so long; the run can go on later.")] = None,
    device: Annotated[
        Literal["cpu", "cuda"], typer.Option(help="Where to train; cuda needs tabletown[cuda].")
    ] = "cuda",
    games: Annotated[int, typer.Option(min=64, help="Games that are played side by side.")] = 32_768,
    steps: Annotated[int, typer.Option(min=16, help="Of every game between two updates; long games need more.")] = 32,
    players: Annotated[
        str, typer.Option(help="Numbers of players, each for as many games; by default all, the fewest twice.")
    ] = "",
    hidden: Annotated[str, typer.Option(help="The widths of the network's layers.")] = "512,256,256",
    imitation: Annotated[
        int, typer.Option(min=0, help="Decisions of the native policy that are imitated first.")
    ] = 20_000_000,
    league: Annotated[float, typer.Option(min=0, max=1, help="Share of games against older networks.")] = 0.2,
    native: Annotated[
        float, typer.Option(min=0, max=1, help="Share of games against the native policy, from time to time.")
    ] = 0.25,
    trace: Annotated[
        float, typer.Option(min=0, max=1, help="Weight of later surprises in the credit of a decision.")
    ] = 0.97,
    lead: Annotated[
        float, typer.Option(min=0, max=1, help="Weight of points, beside victories, in what it learns to reach.")
    ] = 0.3,
    entropy: Annotated[float, typer.Option(min=0, help="How much it tries what it does not like best.")] = 0.01,
    checkpoints: Annotated[int, typer.Option(min=1, help="How many to keep and compare.")] = 20,
    exam: Annotated[
        int, typer.Option(min=0, help="Games that every checkpoint plays against search, on the CPU meanwhile.")
    ] = 0,
    begin: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Begin with the mind in this folder, of the same shape.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the first network and all deals.")] = 0,
) -> None:
    """Train a mind by self-play. FOLDER/mind has it in the end, FOLDER/curves.svg shows how it went.

    Checkpoints are rated on the way, against each other and against search. An interrupted run goes on with the same
    command.
    """
    with extra("train"):
        from tabletown.lab.training.curves import draw_curves
        from tabletown.lab.training.rating import Examiner
        from tabletown.lab.training.run import Run
        from tabletown.lab.training.settings import TrainingSettings
    name = get(title).name
    folder = folder or Path(f"train-{name}")
    settings = TrainingSettings(
        name, decisions, games, _numbers(players), steps, _numbers(hidden), imitation=imitation, league=league,
        native=native, trace=trace, lead=lead, entropy=entropy, checkpoints=checkpoints, seed=seed, device=device,
    )  # fmt: skip
    prepare(get(title))
    run = Run(settings, folder)
    if begin is not None and run.decisions == 0:
        run.begin_as(read_mind(begin))
    examiner = Examiner(name, number=exam, workers=max((os.cpu_count() or 2) - 1, 1)) if exam else None
    try:
        _train(run, None if minutes is None else 60 * minutes, examiner)
    except KeyboardInterrupt:
        run.save()
        raise
    finally:
        if examiner:
            examiner.close()
    draw_curves(folder)
    out().print(f"{run.decisions:,} decisions of {run.games:,} games; the mind is in {folder / 'mind'}")
    out().print(f"It plays under the name {folder / 'mind' / 'weights.npz'}", style="dim")


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",") if text)
    except ValueError:
        raise Unusable(f"give whole numbers with commas between them, like 512,256,256, not {text!r}") from None


def _train(run: "Run", seconds: float | None, examiner: object) -> None:
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("training", total=run.settings.decisions, completed=run.decisions)

        def show(report: "Report") -> None:
            words = f"{report.pace / 1e6:.2f} M decisions/s, {report.games:,} games"
            progress.update(task, completed=report.decisions, description=words)
            for match, result in (report.rated or {}).items():
                share = result["won"] / result["games"]
                progress.console.print(f"{report.decisions:>14,}  {match}: {share:.1%} of {result['games']}")

        run.train(show, seconds, examiner)  # type: ignore[arg-type]
