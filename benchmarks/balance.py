"""Rank a title's cards, sweep a number of those that are farthest off, and write suggested changes as Markdown.

    nice -n 10 python benchmarks/balance.py penny_lane --games 40000 --sweep-games 6000 --beside keen -o balance

With `--beside` another policy plays the same deals, and the text says how far the two disagree. Everything is kept in
the folder, so that the same command goes on where it was stopped.
"""

import argparse
import re
import textwrap
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import numpy as np

from tabletown import games
from tabletown.lab.card_changes import SuggestedChange, suggest_change
from tabletown.lab.estimates import Estimate
from tabletown.lab.findings import FEW, Findings, extremes, find
from tabletown.lab.folder import Folder
from tabletown.lab.measures import CardRow
from tabletown.lab.plan import Plan

MOST = 10
WIDTH = 120  # of a line of text
MEANING = {"look": "first look", "effect": "owning it"}


def played(path: Path, plan: Plan, executor: Executor) -> Findings:
    folder = Folder.begin(path, plan)
    folder.play(executor)
    return find(folder)


def points(one: Estimate | None) -> str:
    return f"{100 * one.value:+.1f} ({100 * one.low:+.1f} to {100 * one.high:+.1f})" if one else "–"


def change(suggestion: SuggestedChange) -> tuple[str, str]:
    if suggestion.number is None:
        return "no number that could be changed so", "–"
    what = f"`{suggestion.number.path}` {suggestion.value}"
    if suggestion.best is None:
        return f"{what}: no nearer with {' or '.join(map(str, suggestion.tried))}", "–"
    return f"{what} → {suggestion.best}", points(suggestion.tried[suggestion.best])


def table(measure: str, suggestions: list[SuggestedChange], others: dict[str, dict[str, CardRow]]) -> list[str]:
    lines = [
        f"| Card | {MEANING[measure]} | {' | '.join(others)} | owners win | pick rate | change | then |",
        f"|---|---|{len(others) * '---|'}---|---|---|---|",
    ]
    for one in suggestions:
        row = one.row
        name = row.card.name + (f" ({row.card.piece})" if row.card.piece else "")
        win = f"{row.win.value:.0%}" if row.win else "–"
        picked = f"{row.picked.value:.0%}" if row.picked else "–"
        elsewhere = " | ".join(points(getattr(rows[row.card.id], measure)) for rows in others.values())
        what, then = change(one)
        lines.append(f"| {name} | {points(one.now)} | {elsewhere} | {win} | {picked} | {what} | {then} |")
    return lines


def disagreement(one: Findings, other: Findings, measure: str, name: str) -> str:
    """How differently two lots of games rank the cards."""
    pairs = [
        (getattr(a, measure), getattr(b, measure))
        for a, b in zip(one.summaries[0].rows, other.summaries[0].rows, strict=True)
        if getattr(a, measure) and getattr(b, measure) and min(a.owners, b.owners) >= FEW
    ]
    if len(pairs) < 3:
        return ""
    values = np.array([(a.value, b.value) for a, b in pairs])
    alike = np.corrcoef(values.T)[0, 1]
    apart = float(np.abs(values[:, 0] - values[:, 1]).mean())
    clear = sum(b.low * b.high > 0 for _, b in pairs)
    against = sum(a.low * a.high > 0 and b.low * b.high > 0 and a.value * b.value < 0 for a, b in pairs)
    apart_clearly = sum(abs(a.value - b.value) > 1.96 * np.hypot(a.error, b.error) for a, b in pairs)
    return (
        f" By {MEANING[measure]}, the two lists correlate by {alike:.2f} over {len(pairs)} cards and are "
        f"{100 * apart:.1f} points apart on average, {apart_clearly} of them beyond their intervals; clearly off the "
        f"other way here: {against} of the {clear} that are clearly off for `{name}`."
    )


def rows_by_id(findings: Findings) -> dict[str, CardRow]:
    return {row.card.id: row for row in findings.summaries[0].rows}


def write(docs: Path, heading: str, text: str) -> None:
    """Put a chapter in place of the one with the same heading, or at the end."""
    old = docs.read_text(encoding="utf-8") if docs.exists() else ""
    chapter = re.compile(rf"^## {re.escape(heading)}\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
    new = chapter.sub(lambda _: text + "\n", old) if chapter.search(old) else f"{old.rstrip()}\n\n{text}\n"
    docs.write_text(new.rstrip() + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--bots", default="reflex")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--more-players", type=int, default=4, help="for the comparison with another number of players")
    parser.add_argument("--more-games", type=int, default=5_000)
    parser.add_argument("--sweep-games", type=int, default=3_000)
    parser.add_argument("--beside", help="play the first games with these bots, too, and compare")
    parser.add_argument("--beside-games", type=int, help="by default as many")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, default=Path("balance"))
    parser.add_argument("--docs", type=Path, help="a Markdown file whose chapter on the title is replaced")
    args = parser.parse_args()
    home, bots, started = args.output / args.title, (args.bots,), time.process_time()
    home.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(args.threads) as executor:
        base = played(home / "base", Plan(args.title, bots, args.games, args.players), executor)
        more = played(home / "more", Plan(args.title, bots, args.more_games, args.more_players), executor)
        name, summary = games.get(args.title).meta.title, base.summaries[0]
        lines = [
            f"## {name}", "",
            f"{args.games:,} games for {args.players} by `{args.bots}`, {args.more_games:,} for {args.more_players}; "
            f"each change on {args.sweep_games:,} of the same deals. Whoever begins wins {summary.turns[0].value:.1%} "
            f"({summary.turns[0].low:.1%} to {summary.turns[0].high:.1%}) of games for {args.players}.",
        ]  # fmt: skip
        others = {f"for {args.more_players}": rows_by_id(more)}
        if args.beside:
            number = args.beside_games or args.games
            beside = played(home / "beside", Plan(args.title, (args.beside,), number, args.players), executor)
            others[f"by `{args.beside}`"] = rows_by_id(beside)
            lines[-1] += f" `{args.beside}` played {number:,} of these deals, too."
            lines[-1] += "".join(disagreement(base, beside, measure, args.beside) for measure in MEANING)
        for measure in ("look", "effect"):
            rows = [row for row in summary.rows if (measure == "look") == (row.look is not None)]
            over, under = extremes(rows, measure, MOST)
            for what, ends in (("Overpowered", over), ("Underpowered", under[::-1])):
                wrong = [row for row, one in ends if (one.value > 0) == (what == "Overpowered")]
                if not wrong:
                    continue
                suggestions = [suggest_change(base, row, measure, args.sweep_games, executor, home) for row in wrong]
                clear = sum(one.now.low > 0 or one.now.high < 0 for one in suggestions)
                lines += [
                    "",
                    f"### {what}, by {MEANING[measure]}",
                    "",
                    f"{clear} of these {len(suggestions)} clearly so.",
                    "",
                ]
                lines += table(measure, suggestions, others)
                print(f"{what} by {measure}: {time.process_time() - started:.0f} s of CPU time so far", flush=True)
    lines[2] = textwrap.fill(lines[2], WIDTH)
    text = "\n".join(lines)
    (home / "balance.md").write_text(text + "\n", encoding="utf-8")
    if args.docs:
        write(args.docs, name, text)
    print(text)


if __name__ == "__main__":
    main()
