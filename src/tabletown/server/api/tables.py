"""Operations on tables and seats: create a table, list tables, sit down, leave to a bot, rematch."""

import hashlib
from collections.abc import Iterator, Mapping

import msgspec

from tabletown import bots
from tabletown.engine.errors import OptionError
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Title
from tabletown.games import names as title_names
from tabletown.server.api import requests, responses
from tabletown.server.api.convert import summary_response
from tabletown.server.api.operations import BASE, START_ERRORS, TABLE_ERRORS, Call, Operation
from tabletown.server.api.problems import BadField, Impossible
from tabletown.server.api.table_answers import TableAnswers
from tabletown.server.play import checked_text
from tabletown.server.play.absence import Absence
from tabletown.server.play.forced import SetForced
from tabletown.server.play.seating import Seating
from tabletown.server.play.table import is_known
from tabletown.server.play.tables import Tables
from tabletown.server.play.titles import find_title
from tabletown.server.play.waiting_rooms import WaitingRooms
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.own_bot_protocol import is_own_bot
from tabletown.server.store.protocol import Clock, Player, SeatRow, TableRow
from tabletown.server.view.lobby import Lobby

_FOLLOW = {"look": "getTable", "move": "makeMove", "sit": "sitDown", "listen": "listenToTable"}


class TableOperations:
    """Operations on tables and seats."""

    def __init__(
        self,
        tables: Tables,
        answers: TableAnswers,
        seating: Seating,
        absence: Absence,
        lobby: Lobby,
        rooms: WaitingRooms,
    ) -> None:
        self._rooms = rooms
        self._lobby = lobby
        self._tables = tables
        self._answers = answers
        self._seating = seating
        self._absence = absence

    def operations(self) -> Iterator[Operation]:
        """The operations on tables and seats."""
        tag, table = "Tables", "/tables/{table}"
        yield Operation(
            "POST", "/tables", self.create_table, tag, responses.tables.Table,
            status=201, query=requests.TableQuery, body=requests.NewTable, errors=START_ERRORS, links=_FOLLOW,
        )  # fmt: skip
        yield Operation(
            "GET", "/lobby", self.list_lobby, tag, responses.table_lists.Lobby,
            auth="optional", query=requests.ListQuery,
        )  # fmt: skip
        yield Operation(
            "GET", "/players/me/tables", self.list_own_tables, tag, responses.table_lists.Summaries,
            query=requests.ListQuery,
        )  # fmt: skip
        yield Operation(
            "GET", "/finished", self.list_finished, tag, responses.table_lists.FinishedGames,
            auth="none", query=requests.FinishedQuery,
        )  # fmt: skip
        yield Operation(
            "POST", f"{table}/seats", self.sit_down, tag, responses.tables.Table,
            query=requests.TableQuery, body=requests.Sit, errors=TABLE_ERRORS,
        )  # fmt: skip
        yield Operation(
            "POST", f"{table}/away", self.leave_to_bot, tag, responses.tables.Table,
            query=requests.TableQuery, body=requests.Away, errors=TABLE_ERRORS,
        )  # fmt: skip
        yield Operation(
            "POST", f"{table}/back", self.come_back, tag, responses.tables.Table,
            query=requests.TableQuery, body=requests.Back, errors=TABLE_ERRORS,
        )  # fmt: skip
        yield Operation(
            "POST", f"{table}/forced", self.set_forced, tag, responses.tables.Table,
            query=requests.TableQuery, body=requests.SetForced, errors=TABLE_ERRORS,
        )  # fmt: skip
        yield Operation(
            "POST", f"{table}/rematch", self.play_again, tag, responses.tables.Table,
            query=requests.RematchQuery, errors=TABLE_ERRORS,
        )  # fmt: skip
        yield Operation(
            "POST", f"{table}/withdraw", self.withdraw_table, tag, responses.tables.Table,
            query=requests.TableQuery, errors=TABLE_ERRORS,
        )  # fmt: skip

    # Creating and listing tables

    def create_table(self, call: Call) -> responses.tables.Table:
        """Set a table: a title, who sits where, its options, a clock, and whether everybody may find it.

        Seats are `me`, `open` or `bot`. Several seats may be yours: people, or bots, that share your token. Others sit
        down on open seats when they know the id of the table. With a `key`, the same request leads to the same table,
        however often it is sent.
        """
        body: requests.NewTable = call.body
        if body.title not in title_names():
            raise BadField("title", f"title: there is no game {body.title!r}; there are {', '.join(title_names())}.")
        title = find_title(body.title)
        seats, options = _seats(title, body, call.caller), _options(title, body.options)
        clock, edition = clock_of(body.clock), _edition(title, body.edition)

        key = _request_key(call.caller, "", body)
        made = self._tables.store.table_by_key(key) if key else ""
        if not made:
            if body.rated:
                self._seating.check_rated(seats)
            self._seating.check_new_table(call.caller, body.public, seats)
            made = self._tables.create(
                title.name, seats, options, edition=edition, public=body.public, clock=clock, rated=body.rated,
                note=checked_text.clean_note(body.note), key=key,
            )  # fmt: skip
        return self._answers.table(call, made)

    def list_lobby(self, call: Call) -> responses.table_lists.Lobby:
        """Look into the lobby: public tables with open seats, and games to watch."""
        return responses.table_lists.Lobby(
            tables=[summary_response(table) for table in self._lobby.open_tables(call.player, call.query.limit)],
            live=[summary_response(table) for table in self._lobby.live(call.player, call.query.limit)],
        )

    def list_own_tables(self, call: Call) -> responses.table_lists.Summaries:
        """List the tables where you sit: those that wait for you, those in play, those that are over."""
        found = self._lobby.own_tables(call.caller, call.query.limit)
        return responses.table_lists.Summaries(tables=[summary_response(table) for table in found])

    def list_finished(self, call: Call) -> responses.table_lists.FinishedGames:
        """List public games that are over, in the order in which they ended.

        To follow them, ask again with the `ended` of the last one as `after`.
        """
        games = [
            responses.table_lists.Finished(
                id=row.id,
                title=row.title,
                rules=row.rules,
                players=len(row.seats),
                ended=ended,
                record=f"{BASE}/tables/{row.id}/record",
            )
            for row, ended in self._finished(call.query.after, call.query.limit)
        ]
        return responses.table_lists.FinishedGames(games=games)

    def _finished(self, after: float, limit: int) -> list[tuple[TableRow, float]]:
        """Finished tables of rules that this release knows. A caller who gets some can go on after the last one."""
        store = self._tables.store
        while found := store.finished(after=after, limit=limit):
            rows = [(row, ended) for table_id, ended in found if (row := self._row(table_id)) and is_known(row)]
            if rows:
                return rows
            after = found[-1][1]
        return []

    def _row(self, table_id: str) -> TableRow | None:
        """A table as it was set up; None if it cannot be read."""
        try:
            return self._tables.store.table(table_id)
        except BrokenLog as error:
            self._tables.broken.report(table_id, error)
            return None

    # Seats

    def sit_down(self, call: Call) -> responses.tables.Table:
        """Sit down on an open seat, or ask a bot to sit there.

        The first caller gets it. Asked again for a seat that is yours already, or with the same key, it is answered as
        the first time.
        """
        body: requests.Sit = call.body
        bot = None if body.bot is None else known_bot(body.bot)
        with self._tables.at(call.table) as table:
            if body.seat >= len(table.seats):
                raise Impossible("seat", f"seat: this table has seats 0 to {len(table.seats) - 1}.")
            if bot is None and body.seat in table.seats_of(call.caller):
                return self._answers.of_locked(table, call)
        key = _request_key(call.caller, call.table, body)
        if bot is not None:
            version = self._seating.seat_bot(call.table, call.caller, body.seat, bot, key)
        else:
            name = _name(body.name, call.caller) or call.caller.name
            who = SeatRow("human", name, "", call.caller.id, _play_forced(body, call.caller))
            version = self._seating.sit(call.table, body.seat, who, key=key).version
        self._tables.announce(call.table, version)
        return self._answers.table(call, call.table, version)

    def leave_to_bot(self, call: Call) -> responses.tables.Table:
        """Let a bot play on a seat: on your own at any time, on another when the table has waited long enough."""
        return self._change(call, known_bot(call.body.bot))

    def come_back(self, call: Call) -> responses.tables.Table:
        """Take your seat back from the bot."""
        return self._change(call, "")

    def _change(self, call: Call, bot: str) -> responses.tables.Table:
        with self._tables.at(call.table) as table:
            if call.body.seat >= len(table.seats) or table.seats[call.body.seat].kind != "human":
                raise Impossible("seat", "seat: nobody sits there who could leave or come back.")
        version = self._absence.change(call.table, call.caller, call.body.seat, bot)
        return self._answers.table(call, call.table, version)

    def set_forced(self, call: Call) -> responses.tables.Table:
        """Choose whether moves without a choice play themselves on a seat of yours.

        They do, unless you say otherwise: each is a ply of its own in the log, and costs no time. Where that you had no
        choice is a secret of yours, such a move is made a few seconds later. A program that wants to answer every ply
        itself switches this off here, or with `play_forced` when it sits down.
        """
        receipt = self._tables.submit(call.table, SetForced(call.body.seat, call.body.on, call.caller))
        return self._answers.table(call, call.table, receipt.version)

    def play_again(self, call: Call) -> responses.tables.Table:
        """Play again with the same players, each one seat further. Players who ask later get the same table.

        With `people`, the bots' seats are open to everybody.
        """
        return self._answers.table(call, self._seating.rematch(call.table, call.caller, call.query.people))

    def withdraw_table(self, call: Call) -> responses.tables.Table:
        """Withdraw a table of yours that waits for players: nobody can sit down any more, and no list shows it."""
        version = self._rooms.withdraw(call.table, call.caller)
        return self._answers.table(call, call.table, version)


def _request_key(player: Player, table_id: str, body: requests.NewTable | requests.Sit) -> str:
    """An idempotency key from the player and the whole request; empty if the request has no key."""
    if not body.key:
        return ""
    return hashlib.sha256(player.id.encode() + table_id.encode() + msgspec.json.encode(body)).hexdigest()


def known_bot(name: str) -> str:
    """Check the name of a bot. Raises BadField."""
    if name not in bots.names():
        raise BadField("bot", f"bot: there is no bot {name!r}; there are {', '.join(bots.names())}.")
    return name


def _seats(title: Title, table: requests.NewTable, player: Player) -> list[SeatRow]:
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
                SeatRow(
                    "human",
                    _name(seat.name, player) or (player.name if first else "") or colour,
                    owner=player.id,
                    play_forced=_play_forced(seat, player),
                )
            )
        elif seat.who == "open":
            rows.append(SeatRow("open", colour))
        else:
            rows.append(SeatRow("bot", colour, bot=bot))
    return rows


def _name(wanted: str, player: Player) -> str:
    """Another name for a seat; a bot has only its own, by which it is known as one."""
    return player.name if is_own_bot(player.id) else checked_text.clean_name(wanted)


def _play_forced(seat: requests.NewSeat | requests.Sit, player: Player) -> bool:
    return player.play_forced if isinstance(seat.play_forced, msgspec.UnsetType) else seat.play_forced


def _edition(title: Title, name: str) -> str:
    try:
        title.edition_number(name)
    except OptionError as error:
        raise Impossible("edition", f"edition: {error}.") from None
    return name


def _options(title: Title, options: Mapping[str, bool]) -> dict[str, bool]:
    unknown = sorted(set(options) - set(title.meta.options))
    if unknown:
        has = ", ".join(title.meta.options) or "none"
        raise Impossible("options", f"options: {title.meta.title} has no option {unknown[0][:50]!r}; it has {has}.")
    return {option: options.get(option, False) for option in title.meta.options}


def clock_of(clock: requests.NewClock | None) -> Clock | None:
    """The clock that a request wants."""
    return None if clock is None else Clock(clock.seconds, clock.increment, clock.per_move, clock.on_flag)
