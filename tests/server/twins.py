"""Twin worlds: two tables that differ only in what a reader may not know must look the same, byte for byte."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice

import httpx
from httpx import Response

from tabletown.engine.game import Game
from tabletown.engine.state import Records
from tabletown.engine.takebacks import last_ply
from tabletown.server.play.commands import Move
from tabletown.server.play.table import Table

from .seating import TOKEN, seat_at
from .visitors import Running, Visitor, without_secrets

PAGES = ("", "/board", "/record", "/chat", "/check", "/replay", "/replay?ply=1", "/replay/step?ply=2", "/moves")
ANSWERS = ("", "/record", "/check", "/replay", "/replay?ply=1", "/events?seconds=0")
REFUSED: Mapping[str, Mapping[str, str | int]] = {
    "moves": {"move": "nonsense", "version": 0},
    "undo": {"version": 999_999_999},
    "restart": {"version": 0},
    "ask": {"turn": 0, "version": 0},
    "away": {"seat": 9},
}
"""Forms, and bodies for the API, that no table accepts."""

_FRAME = 6  # lines of a stream: the first frame has the version
_PATIENCE_S = 600.0  # thousands of pages are drawn, perhaps on a busy machine
_numbers = count(1)


def keep_opened(game: Game, worlds: Sequence[Records]) -> None:
    """Give imagined worlds the sealed decisions that their next ply turned over: from it on, the reader knows them."""
    fields = getattr(game.title.words, "OPENED", ())
    states = [game.at(ply).states for ply in range(game.ply + 1)]
    for here, following, world in zip(states, states[1:], worlds, strict=False):
        if following["reveals"] != here["reveals"]:
            for field in fields:
                world[field] = here[field]


def twin(visitor: Visitor, reader: int, seed: int) -> str:
    """A table that looks the same to the reader, with everything else dealt anew: now and at every earlier ply."""
    with visitor.site.tables.at(visitor.table) as table:
        row = replace(table.row, id=f"twin-{seed}", seed=seed, salt="0" * 32, commitment=f"{seed:064x}")
        other = Table(row)
        other.version, other.visibility, other.notes = table.version, table.visibility, list(table.notes)
        other.timeline, other.begun, other.times = table.timeline, table.begun, list(table.times)
        other.seats, other.peopled = list(table.seats), table.peopled
        other.game = table.game.copy()
        other.game.seed = seed
        worlds = [table.game.at(ply).view(reader).imagine(seed + ply).states for ply in range(table.game.ply + 1)]
        keep_opened(table.game, worlds)
        for ply, world in enumerate(worlds):
            world["ply"] = ply  # views do not tell it where plies are hidden, but the history of a game goes by it
        other.game.states[:] = worlds[-1]
        other.game._past = [world.tobytes() for world in worlds[:-1]]
        assert other.game.digest() != table.game.digest()  # there was something to hide
    visitor.site.store.create_table(row, "players")
    visitor.site.tables._kept[row.id] = other
    return row.id


@dataclass
class Comparison:
    """What was compared: pairs of worlds, answers of each world, their bytes; and which answers differed."""

    pairs: int = 0
    answers: int = 0
    size: int = 0
    differences: list[str] = field(default_factory=list)

    def add(self, other: "Comparison") -> None:
        """Count another comparison as well."""
        self.pairs += other.pairs
        self.answers += other.answers
        self.size += other.size
        self.differences += other.differences


def compare_worlds(running: Running, title: str, players: int, choose: random.Random, moments: int = 2) -> Comparison:
    """Play a game with random moves, and compare twins of it at some moments, for every seat and a spectator."""
    watching, *people = (running.visitor() for _ in range(players + 1))
    for visitor in (watching, *people):
        visitor.http.timeout = httpx.Timeout(_PATIENCE_S)
    host, *guests = people
    host.sit_down(title=title, players=str(players), bot="open", name="Ada")
    for seat, guest in enumerate(guests, 1):
        seat_at(host, guest, seat, name=f"Guest {seat}")
    compared = Comparison()
    for _ in range(moments):
        play_on(host, choose, choose.randrange(1, 20))
        if host.is_game_over():
            break
        for reader, who in enumerate([watching, *people], -1):
            if not _has_twin(host, reader):
                continue
            other = twin(host, reader, 1_000_000 + next(_numbers))
            compared.add(compare_tables(who, host.table, other, f"{title}, {players} players, seat {reader}"))
            del host.site.tables._kept[other]
    for visitor in (*people, watching):
        visitor.http.close()
    return compared


def _has_twin(visitor: Visitor, reader: int) -> bool:
    """Whether `twin` can make one: not if the reader may take back a decision after which others decided in secret.

    To show what else the reader could choose, those decisions are made again, and in another world they may not be
    possible. What a reader sees then is compared in play/test_sealed.py and play/test_second_thoughts.py.
    """
    with visitor.site.tables.at(visitor.table) as table:
        own = last_ply(table.game, reader) if reader >= 0 else None
        return own is None or all(ply.seat == reader for ply in table.game.history[own:])


def play_on(visitor: Visitor, choose: random.Random, plies: int) -> None:
    """Make random moves, for whichever seat may move."""
    tables = visitor.site.tables
    for _ in range(plies):
        with tables.at(visitor.table) as table:
            if table.game.is_game_over():
                return
            seat = choose.choice(table.game.waiting)
            move = table.game.say(choose.choice(table.game.legal_actions_of(seat)), seat)
            version = table.visibility.version(table.seats_of_same_owner(seat))
        tables.submit(visitor.table, Move(seat, move), version)


def compare_tables(who: Visitor, table: str, other: str, about: str) -> Comparison:
    """Compare all that a reader can get of two tables."""
    compared = Comparison(pairs=1)
    for (path, one), (_, two) in zip(_everything(who, table), _everything(who, other), strict=True):
        compared.answers += 1
        compared.size += len(one)
        if one != two:
            compared.differences.append(f"{about}: {path}")
    return compared


def _everything(who: Visitor, table: str) -> Iterator[tuple[str, str]]:
    """Every page, stream, answer and refusal that a reader can get of a table, by its path."""
    bearer = {"Authorization": f"Bearer {token}"} if (token := who.http.cookies.get(TOKEN)) else {}
    for path in PAGES:
        yield path, _text(who.http.get(f"/tables/{table}{path}"), table)
    for path in ANSWERS:
        yield f"API {path}", _text(who.http.get(f"/api/v1/tables/{table}{path}", headers=bearer), table)
    for path, body in REFUSED.items():
        key = {} if path == "away" else {"key": "a-key-of-twins"}
        form = {name: str(value) for name, value in {**body, **key}.items()}
        yield f"form {path}", _text(who.post(f"/tables/{table}/{path}", form), table)
        answer = who.http.post(f"/api/v1/tables/{table}/{path}", json={**body, **key}, headers=bearer)
        yield f"API {path}", _text(answer, table)
    with who.http.stream("GET", f"/tables/{table}/events") as stream:
        yield "stream", "\n".join(islice(stream.iter_lines(), _FRAME)).replace(table, "ID")


def _text(answer: Response, table: str) -> str:
    """Status, what readers are told of the version, and the text, without what no two tables share."""
    version = answer.headers.get("x-table-version"), answer.headers.get("etag")
    return f"{answer.status_code} {version} {without_secrets(answer.text.replace(table, 'ID'))}"
