"""A real server under attack, and two players beside it who only want to play."""

import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from itertools import count

import httpx

from tabletown.server.limits import Limits, Rate
from tabletown.server.play.tables import Tables

from ..databases import File
from ..process import Nursery, Process
from ..seating import seat_at
from ..visitors import Browser

RATES = [limit.name for limit in fields(Limits) if isinstance(limit.default, Rate)]
"""The names of all rates."""

NARROW: dict[str, object] = dict.fromkeys(RATES, (4, 3600.0))
"""So that a flood need not be long. An address, which several players may share, may do four times as much."""

WIDE: dict[str, object] = dict.fromkeys(RATES, (10_000, 0.001))
"""So that hostile texts are read, and not refused because there are many."""

LIMITS: dict[str, object] = {"head_seconds": 2.0, "body_seconds": 2.0, "streams_per_address": 10}
NO_MAIL_SERVER = "smtp://127.0.0.1:1?from=games@home.example&tls=no"  # nobody is there, so mails wait for ever

WRITTEN = (
    "players", "sessions", "tables", "seats", "events", "written", "accounts", "tickets", "friend_asks", "blocks",
    "reports", "searches", "own_bots", "positions", "tournaments", "tournament_entries", "profile_sheets",
)  # fmt: skip
_LAID = "SELECT id FROM tables WHERE tournament != ''"  # by the site itself, some time after a tournament has begun
BUT = {
    "tables": "WHERE tournament = ''",
    "seats": f"WHERE table_id NOT IN ({_LAID})",
    "events": "WHERE table_id NOT IN (SELECT table_id FROM seats WHERE bot IS NOT NULL AND bot != '')"
    f" AND table_id NOT IN ({_LAID})",
}
_addresses = count(1)


class Siege:
    """A server in a process of its own, and a fair game on it.

    `check` is for after an attack: the server is well, the game goes on, and its log is as it should be.
    """

    def __init__(self, nursery: Nursery, place: File, rates: Mapping[str, object]) -> None:
        self.process = Process(nursery, place.url, limits={**LIMITS, **rates}, mail=NO_MAIL_SERVER)
        self.origin, self._place = self.process.origin, place
        self._players = [Browser(self.origin), Browser(self.origin)]
        self._attackers: list[Browser] = []
        self._moves = 0
        self._sit_down()

    def _sit_down(self) -> None:
        for player in self._players:  # each at an address of their own, or a few games would be too many
            player.http.headers["X-Forwarded-For"] = self.new_address()
            assert player.post("/you/forced", {"on": "0"}).status_code == 303  # every move of the log is one of theirs
        host, guest = self._players
        host.sit_down(bot="open", name="Ada")
        seat_at(host, guest, name="Bob")
        self._moves = 0

    @property
    def table(self) -> str:
        """The table of the fair game."""
        return self._players[0].table

    @property
    def mover(self) -> Browser:
        """The player whose turn it is."""
        return next(player for player in self._players if player.form().moves)

    def check(self) -> None:
        """After an attack, all is well."""
        assert self._players[0].http.get("/health").status_code == 200
        mover = self.mover
        form = mover.form()
        assert mover.move(form, form.moves[0]).status_code == 303
        self._moves += 1
        pages = [player.page() for player in self._players]
        store = self._place.open()
        with Tables(store, lambda *_: None).at(self.table) as table:  # replays the log, and checks every hash in it
            # anybody may say something at a table, and the guest brings a setting
            kinds = [entry.event.kind for entry in store.events(self.table)]
            kinds = [kind for kind in kinds if kind not in ("say", "forced")]
            assert kinds == ["sit", *["move"] * self._moves], kinds
            is_game_over = table.game.is_game_over()
        store.close()
        assert all(('id="h-finish"' in page) == is_game_over for page in pages)
        if is_game_over:
            self._sit_down()

    def owner(self, table: str) -> str:
        """The id of a player who sits at a table."""
        return str(self._place.execute(f"SELECT owner FROM seats WHERE table_id = '{table}' AND owner <> ''")[0][0])

    def new_address(self) -> str:
        """An address from which nobody has come yet."""
        number = next(_addresses)
        return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"

    def attacker(self) -> Browser:
        """Somebody from an address of their own."""
        self._attackers.append(Browser(self.origin, self.new_address()))
        return self._attackers[-1]

    def dismiss_attackers(self) -> None:
        """The attackers of a test go home."""
        while self._attackers:
            self._attackers.pop().http.close()

    def rows(self) -> dict[str, int]:
        """How many rows every table of the database has, without events where bots play: those move when they like."""
        return {name: self._place.execute(f"SELECT count(*) FROM {name} {BUT.get(name, '')}")[0][0] for name in WRITTEN}

    @contextmanager
    def writes_nothing(self) -> Iterator[None]:
        """What is done inside leaves no trace in the database."""
        before = self.rows()
        yield
        after = self.rows()
        after["searches"] = max(after["searches"], before["searches"])  # one ends by itself when nobody looks at it
        assert after == before, f"{before} became {after}"

    def dial(self) -> socket.socket:
        """A connection without a client library in between."""
        return socket.create_connection(("127.0.0.1", self.process.port), timeout=30)

    def close(self) -> None:
        """Go home."""
        for player in self._players:
            player.http.close()
        self.process.remove()


def get_account(who: Browser) -> None:
    """Somebody who has a name keeps their games from now on, by a ticket."""
    assert who.post("/keep/ticket").status_code == 200


def first_status(connection: socket.socket) -> int | None:
    """The status of the first answer on a connection; None if the server hangs up without one."""
    said = b""
    try:
        while b"\r\n" not in said:
            part = connection.recv(65536)
            if not part:
                return None
            said += part
    except ConnectionResetError:
        return None
    return int(said.split()[1])


def assert_refused_for_now(answer: httpx.Response) -> None:
    """Too often: a sentence, and when to try again."""
    assert answer.status_code == 429, answer.text
    assert int(answer.headers["retry-after"]) >= 1
    assert "Please" in answer.text
