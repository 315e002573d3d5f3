"""`tabletown games`: the list of games."""

from rich.table import Table
from rich.text import Text

from tabletown.cli.arguments import Json
from tabletown.cli.console import complain, out, print_json
from tabletown.engine.title import Title
from tabletown.games import get, names, problems

EXAMPLES = ("tabletown games", "tabletown games --json")


def command(as_json: Json = False) -> None:
    """List the games with players, playing time, weight and makers."""
    titles = [get(name) for name in names()]
    for problem in problems():
        complain(problem)
    if as_json:
        print_json([_facts(title) for title in titles])
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("name", "game", "players", "minutes", "weight", "makers"):
        table.add_column(heading, justify="right" if heading == "minutes" else "left")
    for title in titles:
        meta = title.meta
        makers = ", ".join(f"{who} ({what})" for what, who in meta.makers.items())
        players = f"{meta.players[0]}-{meta.players[1]}"
        name = Text(title.name, style="bold")
        table.add_row(name, meta.title, players, str(meta.minutes), meta.weight, makers)
    out().print(table)


def _facts(title: Title) -> dict[str, object]:
    meta = title.meta
    return {
        "name": title.name,
        "title": meta.title,
        "rules": title.rules,
        "players": list(meta.players),
        "minutes": meta.minutes,
        "weight": meta.weight,
        "makers": dict(meta.makers),
        "options": dict(meta.options),
        "blurb": meta.blurb,
    }
