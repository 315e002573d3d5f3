"""Records: a saved game as text, a TOML header and then one ply per line.

title = "uptown"
rules = "uptown/1"
players = ["Orange", "Sky"]
seed = 7
scores = [31, 28]
digest = "9f86d081884c7d65..."
---
1 sky play corner-office
2 sky site 1
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tabletown.engine.errors import RecordError, TabletownError
from tabletown.engine.game import Game
from tabletown.engine.position_text import read_position, write_position
from tabletown.engine.seats import SEAT_NAMES, seat_index
from tabletown.engine.title import Title
from tabletown.engine.toml import multiline, read_toml, write_toml
from tabletown.engine.toml import names as list_of_names

MOST_PLIES = 100_000
LINE = "---"


@dataclass(frozen=True)
class Record:
    """A saved game: the game itself, replayed, the players' names by seat, and further facts of its header."""

    game: Game
    names: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)


def write_record(game: Game, names: Sequence[str] = (), **facts: Any) -> str:
    """A game as the text of a record.

    `names` are the players' names by seat, by default those of the seats; `facts` are further header fields, like
    `date`. Raises RecordError if there are more or fewer names than seats.
    """
    title = game.title
    header: dict[str, Any] = {"title": title.name, "rules": game.rules}
    header["players"] = list(names) or list(SEAT_NAMES[: game.players])
    if len(header["players"]) != game.players:
        raise RecordError(f"{len(names)} names for {game.players} seats")
    mask = int(game.states["options"][0])
    if mask:
        header["options"] = title.options_names(mask)
    if game.seed is not None:
        header["seed"] = game.seed
    elif game.start is not None:
        first = game.root()
        header["start"] = multiline(write_position(first))
    header |= facts
    if game.is_game_over():
        header["scores"] = game.scores()
    header["digest"] = game.digest()
    return write_toml(header) + LINE + "\n" + "".join(_lines(game))


def _lines(game: Game) -> list[str]:
    first = game.first_ply
    lines = []
    for index, ply in enumerate(game.history):
        text = game.at(first + index).say(ply.action, ply.seat)
        lines.append(f"{first + index + 1} {SEAT_NAMES[ply.seat].lower()} {text}\n")
    return lines


def read_record(text: str, find: Callable[[str], Title], cards: Any = None, *, verify: bool = True) -> Record:
    """Read a record and replay its game; with `verify`, its scores and digest must agree with the replay.

    The game is played by the rules that the record names. Raises RecordError that names the ply, or another
    TabletownError for a title, rules, option, seed or start position that does not exist.
    """
    head, line, body = text.partition(f"\n{LINE}\n")
    if not line:
        raise RecordError(f"a record has a header and, after a line {LINE}, one ply per line")
    header = read_toml(head, "the header", RecordError)
    game, names = _begin(header, find, cards)
    first = head.count("\n") + 3  # the line after the one that ends the header
    lines = [(number, row) for number, row in enumerate(body.split("\n"), first) if row.strip()]
    if len(lines) > MOST_PLIES:
        raise RecordError(f"{len(lines)} plies are more than any game has ({MOST_PLIES})")
    for number, row in lines:
        _play(game, row, number)
    if verify:
        _check(game, header)
    known = {"title", "rules", "players", "options", "seed", "start", "scores", "digest"}
    return Record(game, names, {key: value for key, value in header.items() if key not in known})


def _begin(header: dict[str, Any], find: Callable[[str], Title], cards: Any) -> tuple[Game, tuple[str, ...]]:
    name = header.get("title")
    if not isinstance(name, str):
        raise RecordError('a record begins with its title, like title = "uptown"')
    title = find(name)
    if "rules" not in header:
        raise RecordError(f'a record names the rules it was played by, like rules = "{title.rules}"')
    number, edition = title.rules_of(header["rules"])
    names = list_of_names(header.get("players"), "players", RecordError)
    if "start" in header:
        if not isinstance(header["start"], str):
            raise RecordError("start must be a position as text")
        start = read_position(header["start"], find, cards, number)
        if start.rules != header["rules"]:
            raise RecordError(f"the record is of the rules {header['rules']!r}, its start of {start.rules!r}")
        if start.seat is not None:
            raise RecordError("a record starts from a whole position; from a view every replay would be another game")
        game = Game.from_position(start)
    else:
        if type(header.get("seed")) is not int:
            raise RecordError("a record needs the seed that dealt it, or a start position")
        options = dict.fromkeys(list_of_names(header.get("options", []), "options", RecordError), True)
        game = Game.new(title, len(names), header["seed"], options, cards, number, edition)
    if game.players != len(names):
        raise RecordError(f"{len(names)} names for {game.players} seats")
    return game, tuple(names)


def _play(game: Game, row: str, line: int) -> None:
    where = f"ply {game.ply + 1}"
    number, _, rest = row.strip().partition(" ")
    seat_name, _, move = rest.partition(" ")
    seat = seat_index(seat_name, game.players)
    if number != str(game.ply + 1) or seat is None or not move:
        raise RecordError(f"{where}: {row.strip()[:80]!r} should look like '{game.ply + 1} orange MOVE'", line)
    try:
        game.push(move, seat)
    except TabletownError as error:
        raise RecordError(f"{where}: {error}", line) from None


def _check(game: Game, header: dict[str, Any]) -> None:
    if "scores" in header and (not game.is_game_over() or header["scores"] != game.scores()):
        raise RecordError(f"the record claims the scores {header['scores']}, the replay gives {game.scores()}")
    if "digest" in header and header["digest"] != game.digest():
        raise RecordError("the record replays to another final state than its digest says")
