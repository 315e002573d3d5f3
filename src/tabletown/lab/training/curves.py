"""Curves of a training run as a picture: what the log of its folder says."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from tabletown.lab.errors import LabError
from tabletown.lab.ratings import wilson

CURVES, LOG = "curves.svg", "log.jsonl"
INK, BLUE, ORANGE = "#333333", "#2a6fa8", "#c8642b"
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9, "axes.spines.top": False,
    "axes.spines.right": False, "axes.edgecolor": "#bbbbbb", "text.color": INK, "axes.labelcolor": INK,
    "svg.hashsalt": "curves",
}  # fmt: skip


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The reports of a run, oldest first; raises LabError if there is none. A line that was cut off is left out."""
    try:
        lines = (folder / LOG).read_text(encoding="utf-8").splitlines()
    except OSError:
        raise LabError(f"{folder} has no log of a training run") from None
    return list(_parsed(lines))


def _parsed(lines: list[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            yield json.loads(line)
        except ValueError:
            continue


def draw_curves(folder: Path) -> Path:
    """Draw the curves of a run to its folder; returns the path of the picture. Raises LabError without a log."""
    reports = read_log(folder)
    millions = [report["decisions"] / 1e6 for report in reports]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(9, 6), layout="constrained")
        FigureCanvasSVG(figure)
        (loss, entropy), (strength, pace) = figure.subplots(2, 2)
        _line(loss, "loss of the chances", millions, [report["lessons"]["chances"] for report in reports])
        _line(entropy, "entropy of the policy", millions, [report["lessons"]["entropy"] for report in reports])
        _line(pace, "million decisions a second", millions, [report["pace"] / 1e6 for report in reports])
        _ratings(strength, reports)
        figure.savefig(folder / CURVES, format="svg", metadata={"Date": None, "Creator": None})
    return folder / CURVES


def _line(axes: Axes, name: str, millions: list[float], values: list[float]) -> None:
    axes.plot(millions, values, color=BLUE, linewidth=1.2)
    axes.set_title(name, loc="left")
    axes.set_xlabel("million decisions")
    axes.set_ylim(bottom=0)


def _ratings(axes: Axes, reports: list[dict[str, Any]]) -> None:
    """The share of victories of every checkpoint: against the first one, and against a bot if there was an exam."""
    found: dict[str, list[tuple[float, float, int]]] = {}
    for report in reports:
        for match, result in (report.get("rated") or {}).items():
            opponent = match.partition(" against ")[2]
            if not opponent.isdigit() or int(opponent) == 1:
                name = "the first checkpoint" if opponent.isdigit() else opponent
                found.setdefault(name, []).append((result["decisions"] / 1e6, result["won"], result["games"]))
    for colour, (name, results) in zip((BLUE, ORANGE, INK), found.items(), strict=False):
        results.sort()
        at, share = [row[0] for row in results], [row[1] / row[2] for row in results]
        bounds = [wilson(won, games) for _, won, games in results]
        axes.plot(at, share, color=colour, marker="o", markersize=3, linewidth=1.2, label=f"against {name}")
        axes.fill_between(at, [low for low, _ in bounds], [high for _, high in bounds], color=colour, alpha=0.15)
    axes.set_title("victories of checkpoints", loc="left")
    axes.set_xlabel("million decisions")
    axes.set_ylim(0, 1)
    if found:
        axes.legend(frameon=False, loc="lower right")
