"""Plots of the report as inline SVG, whose colours are CSS variables, so that they follow the light or dark theme."""

import io
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from tabletown.engine.seats import SEAT_COLOURS
from tabletown.lab.estimates import Estimate
from tabletown.lab.measures import ORDINALS, CardRow, Summary, behind
from tabletown.lab.results import Results

# Matplotlib needs concrete colours; these are replaced by the CSS variables of the page in its output.
NAMES = {
    "#010101": "ink",
    "#020202": "quiet",
    "#030303": "line",
    "#040404": "accent",
    "#050505": "good",
    "#060606": "bad",
}
INK, QUIET, LINE, ACCENT, GOOD, BAD = NAMES
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "text.parse_math": False, "font.family": "sans-serif", "font.size": 10,
    "axes.edgecolor": LINE,
    "axes.labelcolor": QUIET, "xtick.color": QUIET, "ytick.color": QUIET, "text.color": INK, "axes.spines.top": False,
    "axes.spines.right": False, "figure.facecolor": "none", "axes.facecolor": "none", "grid.color": LINE,
    "axes.axisbelow": True, "axes.titlecolor": INK,
}  # fmt: skip
WIDTH = 7.2
MOST_BINS = 40
LABELS = 10


def draw(name: str, height: float, paint: Callable[[Axes], None], label: str) -> str:
    """A plot as `<svg>` in a frame that scrolls: `paint` draws on its axes, `label` is its text for screen readers."""
    # ids must differ between the plots of a page, and be the same in every run
    with mpl.rc_context({**STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        FigureCanvasSVG(figure)
        paint(figure.subplots())
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = file.getvalue()
    svg = svg[svg.index("<svg") :]
    for colour, variable in NAMES.items():
        svg = svg.replace(colour, f"var(--{variable})")
    end = svg.index(">")
    head = f'<svg class="plot" role="img" aria-label="{escape(label)}" viewBox="0 0 {WIDTH * 72:g} {height * 72:g}" '
    head += 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    return f'<div class="frame">{head}{svg[end + 1 :]}</div>'


def _percent(axis: Any) -> None:
    axis.set_major_formatter(lambda value, _: f"{100 * value:.3g}%")


def _points(value: float, _: Any) -> str:
    return f"{100 * value:+.0f}" if abs(value) > 1e-9 else "0"


def _edges(values: Any) -> Any:
    """The edges of histogram bars between integers, all of the same width."""
    low, high = int(values.min()), int(values.max())
    step = max(1, -(-(high - low + 1) // MOST_BINS))
    return np.arange(low, high + step + 1, step) - 0.5


def _row(ax: Axes, y: float, one: Estimate, colour: str, marker: str = "o") -> None:
    ax.plot([one.low, one.high], [y, y], color=colour, linewidth=1.6, solid_capstyle="round")
    ax.plot([one.value], [y], marker, color=colour, markersize=5)


def seats(summary: Summary) -> str:
    """Plot the share of wins by turn order."""

    def paint(ax: Axes) -> None:
        for turn, one in enumerate(summary.turns):
            _row(ax, -turn, one, ACCENT)
        ax.axvline(1 / summary.players, color=QUIET, linewidth=1, linestyle=(0, (3, 3)))
        ax.set_yticks(
            [-turn for turn in range(summary.players)], [f"moves {ORDINALS[t]}" for t in range(summary.players)]
        )
        ax.set_ylim(-summary.players + 0.5, 0.5)
        ax.set_xlabel("share of wins")
        _percent(ax.xaxis)
        ax.grid(axis="x", linewidth=0.6)

    return draw(f"seats {summary.cards}", 0.55 + 0.34 * summary.players, paint, "Share of wins by turn order")


def scores(results: Results) -> str:
    """Plot a histogram of scores, of winners and of others."""

    def paint(ax: Axes) -> None:
        won = results.place == 1
        lots = [results.score[won], results.score[~won]]
        weights = [np.full(len(lot), 1 / results.score.size) for lot in lots]
        ax.hist(lots, _edges(results.score), weights=weights, stacked=True, color=[ACCENT, LINE],
                label=["winners", "others"], rwidth=0.92)  # fmt: skip
        ax.legend(frameon=False, labelcolor=INK)
        ax.set_xlabel("points at the end")
        ax.set_ylabel("share of seats")
        _percent(ax.yaxis)

    return draw(f"scores {results.cards}", 2.5, paint, "How often each score was reached, by winners and by others")


def lengths(results: Results) -> str:
    """Plot a histogram of the plies of games."""

    def paint(ax: Axes) -> None:
        ax.hist(
            results.plies,
            _edges(results.plies),
            weights=np.full(results.games, 1 / results.games),
            color=ACCENT,
            rwidth=0.92,
        )
        ax.set_xlabel("plies of a game")
        ax.set_ylabel("share of games")
        _percent(ax.yaxis)

    return draw(f"lengths {results.cards}", 2.2, paint, "How long games were, in plies")


def comebacks(results: Results) -> str:
    """Plot the share of wins by the lead at half time."""

    def paint(ax: Axes) -> None:
        assert results.leads is not None
        lead, win = results.leads[:, 1].ravel(), results.win.ravel()
        reach = max(1, int(np.quantile(np.abs(lead), 0.99)))
        step = max(1, round(2 * reach / 24))
        bins = np.round(np.clip(lead, -reach, reach) / step).astype(int)
        for number in np.unique(bins):
            here = bins == number
            if here.sum() >= 10:
                rate = win[here].mean()
                error = 1.96 * np.sqrt(max(rate * (1 - rate), 0.25 / here.sum()) / here.sum())
                ax.plot([number * step] * 2, [max(0, rate - error), min(1, rate + error)], color=ACCENT, linewidth=1.4)
                ax.plot([number * step], [rate], "o", color=ACCENT, markersize=4)
        ax.axvline(0, color=QUIET, linewidth=1, linestyle=(0, (3, 3)))
        ax.set_ylim(-0.03, 1.03)
        ax.set_xlabel("points ahead of the best other seat at half time")
        ax.set_ylabel("share of wins")
        _percent(ax.yaxis)
        ax.grid(axis="y", linewidth=0.6)

    share = f"{behind(results, 1).mean():.0%}"
    return draw(f"comebacks {results.cards}", 2.5, paint, f"Wins by the lead at half time; {share} came from behind")


def ranked(name: str, rows: Sequence[tuple[str, Estimate]], label: str) -> str:
    """Plot a ranked list of differences of win shares with intervals, coloured by their sign if it is clear."""

    def paint(ax: Axes) -> None:
        for place, (_, one) in enumerate(rows):
            _row(ax, -place, one, GOOD if one.low > 0 else BAD if one.high < 0 else QUIET)
        ax.axvline(0, color=QUIET, linewidth=1, linestyle=(0, (3, 3)))
        ax.set_yticks([-place for place in range(len(rows))], [words for words, _ in rows])
        ax.set_ylim(-len(rows) + 0.3, 0.7)
        ax.set_xlabel(label)
        ax.xaxis.set_major_formatter(_points)
        ax.grid(axis="x", linewidth=0.6)

    return draw(f"ranked {name}", 0.6 + 0.2 * len(rows), paint, f"{label}, with 95 % intervals")


def _to_label(rows: Sequence[CardRow]) -> list[CardRow]:
    """The cards to label: those with the largest effects whose names do not overlap."""
    named: list[tuple[float, float]] = []
    chosen: list[CardRow] = []
    reach = max((abs(row.effect.value) for row in rows if row.effect), default=1.0)
    for row in sorted(rows, key=lambda row: -abs(row.effect.value) if row.effect else 0.0):
        if len(chosen) < LABELS and row.effect and row.picked:
            x, y = row.picked.value, row.effect.value / reach
            if all(abs(x - a) > 0.25 or abs(y - b) > 0.11 for a, b in named):
                named.append((x, y))
                chosen.append(row)
    return chosen


def popularity(name: str, rows: Sequence[CardRow]) -> str:
    """Plot pick rate against effect, one dot per card."""
    shown = [row for row in rows if row.effect is not None and row.picked is not None]

    def paint(ax: Axes) -> None:
        for row in shown:
            one = row.effect
            assert one is not None
            assert row.picked is not None
            colour = GOOD if one.low > 0 else BAD if one.high < 0 else QUIET
            ax.plot([row.picked.value], [one.value], "o", color=colour, markersize=4.5, alpha=0.85)
        for row in _to_label(shown):
            assert row.effect is not None
            assert row.picked is not None
            right = row.picked.value > 0.8
            ax.annotate(row.card.name, (row.picked.value, row.effect.value), (-6 if right else 6, 3), fontsize=8.5,
                        textcoords="offset points", ha="right" if right else "left")  # fmt: skip
        ax.axhline(0, color=QUIET, linewidth=1, linestyle=(0, (3, 3)))
        ax.set_xlabel("pick rate")
        ax.set_ylabel("effect, percentage points")
        _percent(ax.xaxis)
        ax.yaxis.set_major_formatter(_points)

    return draw(f"popularity {name}", 3.4, paint, "Pick rate and effect of every card")


def curve(name: str, xs: Sequence[int], lines: dict[str, list[Estimate | None]], label: str, percent: bool) -> str:
    """Plot numbers with intervals along the values of a sweep."""

    def paint(ax: Axes) -> None:
        for n, (line, ones) in enumerate(lines.items()):
            points = [(x, one) for x, one in zip(xs, ones, strict=True) if one]
            colour = ACCENT if n == 0 else SEAT_COLOURS[(n + 2) % len(SEAT_COLOURS)]
            ax.plot([x for x, _ in points], [one.value for _, one in points], "o-", color=colour, linewidth=1.6,
                    markersize=4.5, label=line)  # fmt: skip
            for x, one in points:
                ax.plot([x, x], [one.low, one.high], color=colour, linewidth=1.4)
        ax.set_xticks(list(xs))
        ax.set_ylabel(label)
        ax.grid(axis="y", linewidth=0.6)
        if percent:
            _percent(ax.yaxis)
        if len(lines) > 1:
            ax.legend(frameon=False, labelcolor=INK)

    return draw(f"curve {name}", 2.3, paint, f"{label} along the sweep")
