"""Play card sets with several numbers changed at once, and print what the first look at each changed card is worth.

    python benchmarks/card_trials.py uptown --try six P55.cost=6 P42.cost=6 --try five P55.cost=5 P42.cost=5
    python benchmarks/card_trials.py uptown --printed --edition balanced_2 --seed 7 --players 2 4 --games 9000 5000

A number is named by its path in the card file; the kind of card may be left out. Cards of one deck hardly touch each
other, so many can be tried in the same games. An edition that was chosen so needs fresh deals: another `--seed`.
Everything is kept in the folder, so that the same command goes on where it was stopped.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tabletown import games
from tabletown.engine.card_paths import number_at
from tabletown.engine.title import Title
from tabletown.lab.card_sets import DEFAULT, CardSource
from tabletown.lab.comparing import swept_cards
from tabletown.lab.estimates import Estimate
from tabletown.lab.findings import Findings, find
from tabletown.lab.folder import Folder
from tabletown.lab.plan import Plan


def whole_path(title: Title, short: str) -> str:
    """`project_card.P55.cost` for `P55.cost`."""
    table = title.card_table()
    for path in (short, *(f"{kind}.{short}" for kind, rows in table.items() if isinstance(rows, list))):
        try:
            number_at(table, path)
        except ValueError:
            continue
        return path
    raise SystemExit(f"{title.meta.title} has no number {short!r}; a path looks like P55.cost or P42.a.prestige")


def trial(title: Title, words: list[str]) -> CardSource:
    """A card set from a name and changes like `P55.cost=6`."""
    name, *changes = words
    pairs = (change.partition("=") for change in changes)
    return CardSource(name, changes={whole_path(title, path): int(number) for path, _, number in pairs})


def points(one: Estimate | None) -> str:
    return f"{100 * one.value:+.1f} ±{100 * one.half:.1f}" if one else "–"


def show(findings: Findings, paths: list[str], title: Title) -> None:
    """Tables of all card sets: the games as a whole, and the cards that a set changes."""
    sets = findings.folder.plan.sets
    print(f"\nfor {findings.folder.plan.players}, {findings.summaries[0].games:,} games with each set\n")
    print("| Cards | who begins wins | mean score | winner's score | plies |\n|---|---|---|---|---|")
    for one in findings.summaries:
        wins, score, winning, plies = one.turns[0], one.score, one.winning_score, one.plies
        print(
            f"| {one.cards} | {100 * wins.value:.1f} % ±{100 * wins.half:.1f} | {score.value:.2f} ±{score.half:.2f} | "
            f"{winning.value:.2f} ±{winning.half:.2f} | {plies.value:.1f} |"
        )
    if len(findings.summaries) == 2:
        overall, _ = findings.comparison()
        differences = [f"{one.name} {one.difference.value:+.3f} ±{one.difference.half:.3f}" for one in overall]
        print("Differences: " + ", ".join(differences))
    print(f"\n| Number | {' | '.join(one.cards for one in findings.summaries)} |\n|---|{len(sets) * '---|'}")
    tables = [source.table(title) for source in sets]
    for path in paths:
        cards = swept_cards(path, findings.collection) or [
            c for c, card in enumerate(findings.collection) if card.piece in path.split(".")
        ]
        cells = []
        for table, summary in zip(tables, findings.summaries, strict=True):
            row = summary.rows[cards[0]]
            rates = [summary.rows[c].picked for c in cards]
            picked = " ".join(f"{rate.value:.0%}" for rate in rates if rate)
            cells.append(f"{number_at(table, path)}: {points(row.look)} ({picked})")
        names = " or ".join(findings.collection[c].name for c in cards)
        print(f"| {names}, `{path}` | {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--bots", default="reflex")
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--games", type=int, nargs="+", default=[6000], help="for each number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--try", dest="tries", nargs="+", action="append", default=[], metavar=("NAME", "PATH=NUMBER"))
    parser.add_argument("--edition", action="append", default=[], help="play with the cards of this edition, too")
    parser.add_argument("--printed", action="store_true", help="play with the printed cards first")
    parser.add_argument("--iterations", type=int, help="for bots that think")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, default=Path("trials"))
    args = parser.parse_args()
    title = games.get(args.title)
    tried = [trial(title, words) for words in args.tries]
    sets = [CardSource(DEFAULT)] if args.printed else []
    sets += [CardSource(name, edition=name) for name in args.edition] + tried
    changes = [one.changes for one in tried] + [one.changes for one in title.editions if one.name in args.edition]
    paths = list(dict.fromkeys(path for one in changes for path in one))
    for players, number in zip(args.players, args.games, strict=True):
        how = {"iterations": args.iterations, "seed": args.seed, "sets": tuple(sets)}
        plan = Plan(args.title, (args.bots,), number, players, **how)
        started = time.perf_counter()
        folder = Folder.begin(args.output / f"{args.title}-{args.bots}-{players}", plan)
        with ThreadPoolExecutor(args.threads) as executor:
            folder.play(executor)
        show(find(folder), paths, title)
        print(f"\n{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
