"""The two tables of a data set: what their columns mean, and how they are made by replaying what was played."""

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from tabletown import games
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.game import Game
from tabletown.engine.observer import TitleObserver
from tabletown.engine.record import read_record
from tabletown.lab.arena import PlayedGame, play_one
from tabletown.lab.dataset.plan import DatasetPlan

Column = tuple[str, pa.DataType, str]

GAMES: tuple[Column, ...] = (
    ("game", pa.int64(), "the number of the game, from 0"),
    ("seed", pa.int64(), "the seed of its deal: `tabletown.new(title, players, seed)` deals it again"),
    ("rules", pa.string(), "the rules that it was played by, with their number"),
    ("players", pa.int8(), "how many seats it has"),
    ("bots", pa.list_(pa.string()), "who played, by seat, with the budget if it is the bot's own"),
    ("scores", pa.list_(pa.int32()), "the points at the end, by seat"),
    ("places", pa.list_(pa.int8()), "the places at the end, by seat: 1 for every winner"),
    ("plies", pa.int32(), "how many plies it has: so many rows has the other table of it"),
    ("mishaps", pa.int32(), "how often a bot crashed, hung or answered illegally, and `greedy` answered instead"),
    ("record", pa.string(), "the whole game as text: `tabletown.loads(record)` replays it"),
)
DECISIONS: tuple[Column, ...] = (
    ("game", pa.int64(), "the number of the game"),
    ("ply", pa.int32(), "how many plies were made before"),
    ("seat", pa.int8(), "who decided, from 0"),
    ("action", pa.int32(), "what was done: an action of the title, as environments number them"),
    ("text", pa.string(), "the same as a move, as in the record"),
    ("legal_count", pa.int32(), "how many actions were legal: 1 if there was no choice"),
    ("legal", pa.list_(pa.int32()), "the legal actions"),
)
CHANCES: tuple[Column, ...] = (
    ("chances", pa.list_(pa.float32()), "each seat's chance to win, as the title's mind judges what this seat sees"),
)
OBSERVATIONS: tuple[Column, ...] = (
    ("indices", pa.list_(pa.int32()), "which floats of the seat's observation are not 0, ascending"),
    ("values", pa.list_(pa.float32()), "those floats"),
)


def columns(plan: DatasetPlan) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    """The columns of both tables: name, type, and what it means."""
    return GAMES, (*DECISIONS, *(CHANCES if plan.chances else ()), *(OBSERVATIONS if plan.observations else ()))


def schemas(plan: DatasetPlan) -> tuple[pa.Schema, pa.Schema]:
    """The schemas of both tables; their metadata name the title and its rules."""
    told = {"title": plan.title, "rules": plan.rules}
    if plan.observations:
        told["observations"] = str(plan.observed)
    of_games, of_decisions = columns(plan)
    return (
        pa.schema([(name, kind) for name, kind, _ in of_games], metadata=told),
        pa.schema([(name, kind) for name, kind, _ in of_decisions], metadata=told),
    )


def play_batch(plan: DatasetPlan, numbers: range) -> tuple[pa.Table, pa.Table, list[str]]:
    """Play some games: their rows in both tables, and a sentence for every mishap of a bot."""
    pairings = list(plan.pairings(numbers))
    played = [play_one(pairing) for pairing in pairings]
    of_games, of_decisions = schemas(plan)
    rows = [_game(plan, game, pairing.seed, len(game.names)) for game, pairing in zip(played, pairings, strict=True)]
    decisions = [row for game in played for row in _decisions(plan, game)]
    mishaps = [f"game {game.number}: {text}" for game in played for text in game.mishaps]
    return pa.Table.from_pylist(rows, of_games), pa.Table.from_pylist(decisions, of_decisions), mishaps


def _game(plan: DatasetPlan, game: PlayedGame, seed: int, players: int) -> dict[str, Any]:
    return {
        "game": game.number, "seed": seed, "rules": plan.rules, "players": players, "bots": list(game.names),
        "scores": list(game.scores), "places": list(game.places), "plies": game.plies, "mishaps": len(game.mishaps),
        "record": game.record,
    }  # fmt: skip


def _decisions(plan: DatasetPlan, played: PlayedGame) -> Iterator[dict[str, Any]]:
    """The decisions of a game, by replaying its record: what a row says of a seat comes from that seat's view."""
    title = games.get(plan.title)
    game: Game = read_record(played.record, games.get).game
    observer = TitleObserver(title, plan.players, plan.observed) if plan.observations else None
    mind = mind_of(title) if plan.chances else None
    for index, ply in enumerate(game.history):
        view = game.at(game.first_ply + index).view(ply.seat)
        legal: Sequence[int] = view.legal_actions_of(ply.seat)
        row = {
            "game": played.number, "ply": view.ply, "seat": ply.seat, "action": ply.action,
            "text": view.say(ply.action, ply.seat), "legal_count": len(legal), "legal": legal,
        }  # fmt: skip
        if mind is not None:
            row["chances"] = mind.look(view).chances()
        if observer is not None:
            indices, values = observer.listed(view)
            row |= {"indices": indices, "values": values}
        yield row
