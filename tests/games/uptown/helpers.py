"""Short ways to set up an UpTown table, to make moves on it and to read what happened."""

import re
from collections.abc import Iterator
from typing import Any

import tabletown as tt
from tabletown import games
from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.games.uptown.rules import scoring

from .. import shared

TITLE = games.get("uptown")
SITE = re.compile(r"(\d):\[([^\]]*)\]")


def seat(street: str = "", *, account: int = 10, upcoins: int = 0, deck: str = "", left: int | None = None) -> str:
    """A `[[seat]]` of a position; streets in the notation "1:[P03A P01B] 4:[P04A]", ground floor first."""
    sites: list[list[str]] = [[], [], [], [], []]
    for number, floors in SITE.findall(street):
        sites[int(number) - 1] = floors.split()
    lines = ["[[seat]]", f"account = {account}", f"upcoins = {upcoins}", f"street = {sites}", f"deck = {deck.split()}"]
    return "\n".join(lines if left is None else [*lines, f"deck_left = {left}"])


def table(*seats: str, public: str = "", **header: Any) -> tt.Game:
    """A game that starts from a position: the seats, the open public cards, and other fields of the header."""
    lines = ['title = "uptown"', f"public = {public.split()}"]
    lines += [
        f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}" for name, value in header.items()
    ]
    return tt.loads("\n".join([*lines, *seats]))


def saved(name: str) -> tt.Game:
    """A game that starts from a position file."""
    return tt.load(shared.TESTS / "positions" / "uptown" / f"{name}.toml")


def accounts(game: Position) -> list[int]:
    return [int(x) for x in game.state.account[: game.players]]


def upcoins(game: Position) -> list[int]:
    return [int(x) for x in game.state.upcoins[: game.players]]


def income(game: Position, street: int = 0) -> int:
    """The income of a street before the limit at 0."""
    return int(scoring.street_income(game.state, record(game.cards.data), street))


def prestige(game: Position, street: int = 0) -> int:
    return int(scoring.street_prestige(game.state, record(game.cards.data), street))


def streets(game: Position) -> list[list[list[str]]]:
    """The ids of all projects by street, site and floor."""
    rows: list[dict[str, Any]] = TITLE.positions.write(game)["seat"]
    return [row["street"] for row in rows]


def finished(game: Position, street: int, site: int) -> bool:
    return bool(game.state.finished[street] >> (site - 1) & 1)


def compound_moves(game: tt.Game) -> int:
    """In how many ways the coming action can be carried out, sites included."""
    count = 0
    for action in game.legal_actions:
        trial = game.copy()
        trial.push_action(action)
        placing = trial.title.actions.decode(action)[0] in ("play", "buy", "public")
        count += len(trial.legal_actions) if placing else 1
    return count


def walk(players: int, seed: int) -> Iterator[tt.Game]:
    """A game of random moves, seen before every ply and once more when it is over."""
    return shared.walk("uptown", players, seed)
