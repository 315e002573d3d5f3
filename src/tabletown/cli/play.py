"""`tabletown play`: a game at this terminal, against bots or with friends at the same keyboard."""

from pathlib import Path
from typing import Annotated

import typer

from tabletown import bots
from tabletown.cli.arguments import EditionName, Players, Seed, TitleName
from tabletown.cli.console import complain, prepare
from tabletown.cli.errors import Unusable
from tabletown.cli.files import check_target, read_saved
from tabletown.cli.play_session import PlaySession
from tabletown.cli.seats import read_seat
from tabletown.engine.game import Game
from tabletown.engine.title import Title
from tabletown.games import get

NO_BOTS = "none"
EXAMPLES = (
    "tabletown play uptown",
    "tabletown play uptown --bots greedy,uniform --seat sky --record game.txt",
    "tabletown play uptown --players 4 --bots none",
    "tabletown play uptown --from game.txt --record game.txt",
    "printf '1\\n1\\nquit\\n' | tabletown play uptown --seed 7",
)


def command(
    title: TitleName,
    players: Players = None,
    bot_names: Annotated[
        str,
        typer.Option("--bots", help="The other players, in seat order and repeated as needed; 'none' for a hot seat."),
    ] = "greedy",
    seat: Annotated[str, typer.Option(help="Where you sit: a number from 1, or a name like sky.")] = "1",
    seed: Seed = None,
    edition: EditionName = "",
    begin: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Go on with a saved game, or from a position.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the game there when it ends or you quit.")
    ] = None,
    every_ply: Annotated[
        bool, typer.Option("--every-ply", help="Ask for each ply, also where there is only one choice.")
    ] = False,
) -> None:
    """Play here: type the number of a move or its text; 'help' says what else can be typed.

    Moves can also come from a pipe, one per line; then the first mistake ends the game, with exit code 2.
    """
    game_title = get(title)
    names = [] if bot_names == NO_BOTS else [name.strip() for name in bot_names.split(",")]
    game_title.edition_number(edition)  # raises for one that there is not
    game = _continued(game_title, begin, players, seed, edition) if begin else None
    count = game.players if game else _count(game_title, players, names)
    if len(names) >= count:
        raise Unusable(f"{len(names)} bots leave no seat for you at a table for {count}")
    own = read_seat(seat, count)
    seated = _seat_bots(names, own, count)
    if record:
        check_target(record)
    prepare(game_title)
    if seated:
        bots.warm_up(game_title, names)
    PlaySession(game or Game.new(game_title, count, seed, edition=edition), seated, record, every_ply).play()


def _continued(title: Title, file: Path, players: int | None, seed: int | None, edition: str) -> Game:
    """The game of a file, to be continued; raises Unusable if it does not fit the other arguments."""
    saved = read_saved(file)
    if saved.position.title is not title:
        raise Unusable(f"{file} holds a game of {saved.position.title.name}, not of {title.name}")
    if seed is not None or edition or players not in (None, saved.position.players):
        what = "--seed, --players and --edition deal a new game"
        raise Unusable(f"{what}; {file} holds one for {saved.position.players}")
    return saved.game or Game.from_position(saved.position)


def _count(title: Title, players: int | None, names: list[str]) -> int:
    """The number of players: as many as asked for, else enough for the bots that were named."""
    count = max(title.meta.players[0], len(names) + 1) if players is None else players
    title.check_players(count)
    return count


def _seat_bots(names: list[str], own: int, count: int) -> dict[int, bots.Bot]:
    others = [seat for seat in range(count) if seat != own] if names else []
    found = [bots.get(name) for name in names]
    return {seat: _player(found[i % len(found)]) for i, seat in enumerate(others)}


def _player(bot: bots.Bot) -> bots.Bot:
    """A bot for one seat. What one of others does wrong is said on stderr, and a simpler bot answers in its place."""
    if bots.is_own(bot):
        return bot
    return bots.Careful(bots.for_game(bot), tell=lambda mishap: complain(str(mishap)))
