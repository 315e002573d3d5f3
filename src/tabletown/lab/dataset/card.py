"""The card of a data set: a README that says what is in it and how it was made, so that it can be made again."""

import shlex
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pyarrow.parquet as pq

from tabletown import games
from tabletown.lab.dataset.plan import DatasetPlan
from tabletown.lab.dataset.tables import Column, columns

PAGE = """\
---
license: mit
pretty_name: "{name} by {bots}"
tags: [board-games, reinforcement-learning, imitation-learning]
---

# {name}: {games} games of bots

{games} finished games of {name} for {players} players, played by {bots} with Tabletown {version}.
`games.parquet` has a row for each game with its whole record, `decisions.parquet` a row for each of their {decisions}
decisions.

## How it was made

    {command}

- Rules: `{rules}`. Mind of the title: {mind}.
- Bots, by how many seats they played: {seats}.
- Every game has a deal of its own, and the bots change seats from game to game. A bot without a budget of its own had
  {looks} evaluations for every decision. {repeatable}
- {mishaps}

## How to read it

```python
import pyarrow.parquet as pq, tabletown as tt
games = pq.read_table("games.parquet").to_pylist()
game = tt.loads(games[0]["record"])     # the whole game, replayed and checked
```

### `games.parquet`: {games} rows

{of_games}
### `decisions.parquet`: {decisions} rows

{of_decisions}
Rows are in the order of the games, and within a game in the order of its plies. Plies without a choice are among them
(`legal_count` is 1). A row tells nothing of a decision but what the seat that made it knew then.{observed}

## Files

{files}
## Licence

MIT, like Tabletown. The games are moves of programs, and hold no data of people. {name} belongs to its makers.
"""


def command(plan: DatasetPlan) -> str:
    """The command that makes the data set again."""
    words = [
        "tabletown", "dataset", plan.title, "--bots", ",".join(plan.bots), "--games", str(plan.games),
        "--players", str(plan.players), "--looks", str(plan.looks), "--seed", str(plan.seed),
        *(["--observations"] if plan.observations else []), *(["--chances"] if plan.chances else []), "-o", "FOLDER",
    ]  # fmt: skip
    return shlex.join(words)


def card(plan: DatasetPlan, folder: Path, digests: Mapping[str, str]) -> str:
    """The card of a data set whose tables are in a folder."""
    found = pq.read_table(folder / "games.parquet", columns=["bots", "mishaps", "plies"])
    seats = Counter(name for row in found["bots"].to_pylist() for name in row)
    mishaps = sum(found["mishaps"].to_pylist())
    of_games, of_decisions = columns(plan)
    observed = (
        f"\n\nObservations are of version {plan.observed}. "
        f"`tabletown.env.Observer({plan.title!r}, {plan.players}, {plan.observed}).names` says what each float is."
    )
    return PAGE.format(
        name=games.get(plan.title).meta.title,
        bots=" and ".join(plan.bots),
        games=plan.games,
        players=plan.players,
        version=plan.version,
        decisions=sum(found["plies"].to_pylist()),
        command=command(plan),
        rules=plan.rules,
        mind=f"`{plan.mind}`" if plan.mind else "none",
        seats=", ".join(f"`{name}` {number}" for name, number in sorted(seats.items())),
        looks=plan.looks,
        repeatable="The same command gives the same games."
        if plan.repeatable
        else "A bot thought for a time: the same command gives other games.",
        mishaps="No bot crashed, hung or answered illegally."
        if not mishaps
        else f"Bots failed {mishaps} times, and `greedy` answered instead: see the column `mishaps`.",
        of_games=_described(of_games),
        of_decisions=_described(of_decisions),
        observed=observed if plan.observations else "",
        files="".join(f"- `{name}`: SHA-256 `{digest}`\n" for name, digest in digests.items()),
    )


def _described(described: tuple[Column, ...]) -> str:
    rows = [f"| `{name}` | {kind} | {meaning} |\n" for name, kind, meaning in described]
    return "".join(["| Column | Type | What it says |\n|---|---|---|\n", *rows])
