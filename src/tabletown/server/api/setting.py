"""Operations by which tables come about and get their people: set one, find one, sit down, leave, play again."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress

import msgspec
from starlette.concurrency import run_in_threadpool

from tabletown import bots
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Title
from tabletown.games import names as title_names
from tabletown.server import fields
from tabletown.server.absence import Absence
from tabletown.server.api import asked, told
from tabletown.server.api.operations import ACTS, BASE, STARTS, Call, Operation
from tabletown.server.api.refusals import BadField, Impossible
from tabletown.server.api.seen import Seen
from tabletown.server.api.view import tell_summary
from tabletown.server.errors import NotFound, NotReady, TooMany
from tabletown.server.once import Once
from tabletown.server.pages import find_title
from tabletown.server.sitting import Sitting
from tabletown.server.store import Clock, Player, SeatRow
from tabletown.server.table import BrokenLog
from tabletown.server.tables import Tables

_FOLLOW = {"look": "getTable", "move": "makeMove", "sit": "sitDown", "listen": "listenToTable"}


class Setting:
    """Tables and their people."""

    def __init__(self, tables: Tables, seen: Seen, sitting: Sitting, absence: Absence) -> None:
        self._tables = tables
        self._seen = seen
        self._sitting = sitting
        self._absence = absence
        self._once: Once[str] = Once()

    def operations(self) -> Iterator[Operation]:
        """What can be asked for."""
        tag, table = "Tables", "/tables/{table}"
        yield Operation(
            "POST", "/tables", self.create_table, tag, told.Table,
            status=201, query=asked.Look, body=asked.NewTable, refusals=STARTS, links=_FOLLOW,
        )  # fmt: skip
        yield Operation("GET", "/lobby", self.list_lobby, tag, told.Summaries, who="anybody", query=asked.Listing)
        yield Operation("GET", "/players/me/tables", self.list_own_tables, tag, told.Summaries, query=asked.Listing)
        yield Operation(
            "GET", "/finished", self.list_finished, tag, told.FinishedGames, who="nobody", query=asked.Since
        )
        yield Operation(
            "POST", f"{table}/seats", self.sit_down, tag, told.Table,
            query=asked.Look, body=asked.Sit, refusals=ACTS,
        )  # fmt: skip
        yield Operation(
            "POST", f"{table}/away", self.leave_to_bot, tag, told.Table,
            query=asked.Look, body=asked.Away, refusals=ACTS,
        )  # fmt: skip
        yield Operation(
            "POST", f"{table}/back", self.come_back, tag, told.Table,
            query=asked.Look, body=asked.Back, refusals=ACTS,
        )  # fmt: skip
        yield Operation(
            "POST", f"{table}/rematch", self.play_again, tag, told.Table,
            query=asked.Look, refusals=(*ACTS, TooMany),
        )  # fmt: skip

    # Setting and finding tables

    async def create_table(self, call: Call) -> told.Table:
        """Set a table: a title, who sits where, its options, a clock, and whether everybody may find it.

        Seats are `me`, `open` or `bot`. Several seats may be yours: people, or bots, that share your token. Others sit
        down on open seats when they know the id of the table. With a `key`, the same request leads to the same table
        for some minutes, however often it is sent.
        """
        body: asked.NewTable = call.body
        if body.title not in title_names():
            raise BadField("title", f"title: there is no game {body.title!r}; there are {', '.join(title_names())}.")
        title = find_title(body.title)
        seats, options = _seats(title, body, call.asker), _options(title, body.options)
        clock = _clock(body.clock)

        def create() -> str:
            self._sitting.count(call.asker.id)
            return self._tables.create(title.name, seats, options, public=body.public, clock=clock)

        if body.key is None:
            table_id = await run_in_threadpool(create)
        else:
            same = hashlib.sha256(call.asker.id.encode() + msgspec.json.encode(body)).hexdigest()
            table_id = await self._once(same, lambda: run_in_threadpool(create))
        return await run_in_threadpool(self._seen.table, call, table_id)

    def list_lobby(self, call: Call) -> told.Summaries:
        """List public tables with open seats, newest first."""
        return self._summaries(self._tables.store.lobby(call.query.limit), call)

    def list_own_tables(self, call: Call) -> told.Summaries:
        """List the tables where you sit: those in play first, newest first."""
        return self._summaries(self._tables.store.tables_of(call.asker.id, call.query.limit), call)

    def _summaries(self, ids: list[str], call: Call) -> told.Summaries:
        tables = []
        for table_id in ids:
            # a title that is being set up, or a log of another release, is no reason to hide the others
            with suppress(NotFound, NotReady, BrokenLog), self._tables.at(table_id) as table:
                tables.append(tell_summary(table, call.player))
        return told.Summaries(tables=tables)

    def list_finished(self, call: Call) -> told.FinishedGames:
        """List public games that are over, in the order in which they ended.

        To follow them, ask again with the `ended` of the last one as `after`.
        """
        store = self._tables.store
        games = []
        for table_id, ended in store.finished(after=call.query.after, limit=call.query.limit):
            if row := store.table(table_id):
                games.append(
                    told.Finished(
                        id=row.id,
                        title=row.title,
                        rules=row.rules,
                        players=len(row.seats),
                        ended=ended,
                        record=f"{BASE}/tables/{row.id}/record",
                    )
                )
        return told.FinishedGames(games=games)

    # People at a table

    def sit_down(self, call: Call) -> told.Table:
        """Sit down on an open seat, or ask a bot to sit there.

        The first one gets it. Asked again for a seat that is yours already, it is answered as the first time.
        """
        body: asked.Sit = call.body
        bot = None if body.bot is None else known_bot(body.bot)
        with self._tables.at(call.table) as table:
            if body.seat >= len(table.seats):
                raise Impossible("seat", f"seat: this table has seats 0 to {len(table.seats) - 1}.")
            if bot is None and body.seat in table.seats_of(call.asker):
                return self._seen.at(table, call)
        if bot is not None:
            version = self._sitting.fill(call.table, call.asker, body.seat, bot)
        else:
            who = SeatRow("human", fields.name(body.name) or call.asker.name, owner=call.asker.id)
            version = self._tables.sit(call.table, body.seat, who).version
        self._tables.announce(call.table, version)
        return self._seen.table(call, call.table, version)

    def leave_to_bot(self, call: Call) -> told.Table:
        """Let a bot play on a seat: on your own at any time, on another when the table has waited long enough."""
        return self._change(call, known_bot(call.body.bot))

    def come_back(self, call: Call) -> told.Table:
        """Take your seat back from the bot."""
        return self._change(call, "")

    def _change(self, call: Call, bot: str) -> told.Table:
        with self._tables.at(call.table) as table:
            if call.body.seat >= len(table.seats) or table.seats[call.body.seat].kind != "human":
                raise Impossible("seat", "seat: nobody sits there who could leave or come back.")
        version = self._absence.change(call.table, call.asker, call.body.seat, bot)
        return self._seen.table(call, call.table, version)

    def play_again(self, call: Call) -> told.Table:
        """Play again with the same company, everybody one seat further. Whoever asks later gets the same table."""
        return self._seen.table(call, self._sitting.again(call.table, call.asker))


def known_bot(name: str) -> str:
    """The name of a bot; raises BadField."""
    if name not in bots.names():
        raise BadField("bot", f"bot: there is no bot {name!r}; there are {', '.join(bots.names())}.")
    return name


def _seats(title: Title, table: asked.NewTable, player: Player) -> list[SeatRow]:
    low, high = title.meta.players
    if not low <= len(table.seats) <= high:
        raise Impossible("seats", f"seats: {title.meta.title} is for {low} to {high} players.")
    if all(seat.who != "me" for seat in table.seats):
        raise Impossible("seats", "seats: one of them has to be yours (`me`).")
    rows: list[SeatRow] = []
    for seat, colour in zip(table.seats, SEAT_NAMES, strict=False):
        bot = known_bot(seat.bot)
        if seat.who == "me":
            first = not any(row.owner for row in rows)  # others who share the token are called like their seats
            rows.append(
                SeatRow("human", fields.name(seat.name) or (player.name if first else "") or colour, owner=player.id)
            )
        elif seat.who == "open":
            rows.append(SeatRow("open", colour))
        else:
            rows.append(SeatRow("bot", colour, bot=bot))
    return rows


def _options(title: Title, options: Mapping[str, bool]) -> dict[str, bool]:
    unknown = sorted(set(options) - set(title.meta.options))
    if unknown:
        has = ", ".join(title.meta.options) or "none"
        raise Impossible("options", f"options: {title.meta.title} has no option {unknown[0][:50]!r}; it has {has}.")
    return {option: options.get(option, False) for option in title.meta.options}


def _clock(clock: asked.NewClock | None) -> Clock | None:
    return None if clock is None else Clock(clock.seconds, clock.increment, clock.per_move, clock.on_flag)
