"""Privacy: what is kept about a player, as data to take along, and how a player is deleted.

Deleting takes the name, the remarks and the sessions of a player out of the database, and the account with its keys and
tickets. Games stay, with "A former player" at the seat. The log of a table is not rewritten: it gets one more event
(`Departed`), by which every server learns that names and remarks have changed. In a game that goes on, a bot takes the
seat, if there is another player who would otherwise wait for ever.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from tabletown.server.errors import NotFound, NotReady, OtherRelease
from tabletown.server.play.accounts.joining import Joining
from tabletown.server.play.commands import Change, Command
from tabletown.server.play.fair_play import STAND_IN, is_strict
from tabletown.server.play.people.kept_data import (
    KeptAccount,
    KeptBot,
    KeptCompany,
    KeptEvent,
    KeptInvitation,
    KeptKey,
    KeptMail,
    KeptMute,
    KeptNote,
    KeptPerson,
    KeptProfile,
    KeptRatedGame,
    KeptRemark,
    KeptReport,
    KeptResult,
    KeptSearch,
    KeptSeat,
    KeptSuspension,
    KeptTable,
    KeptTableMail,
    KeptTicket,
    KeptTournament,
    PlayerData,
)
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.ratings.scale import shown
from tabletown.server.play.remarks import spoken_text
from tabletown.server.play.table import SPECTATOR, Table
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import AnyEvent, BrokenLog, Departed, LeftToBot, Moved, Said, SatDown
from tabletown.server.store.own_bot_protocol import OwnBot
from tabletown.server.store.protocol import Player, Store, StoreError
from tabletown.server.store.search_protocol import Search
from tabletown.server.store.tournament_protocol import TournamentRow


def kept_company(store: Store, player_id: str) -> KeptCompany:
    """What is kept about a player and others, as far as the player has done it or may know it."""
    me, suspension = store.person(player_id), store.suspension(player_id)
    return KeptCompany(
        seen_by_friends=me is not None and me.seen_by_friends,
        friends=tuple(KeptPerson(one.person.id, one.person.name, one.since) for one in store.friends_of(player_id)),
        asked=tuple(KeptPerson(one.person.id, one.person.name, one.since) for one in store.asked_by(player_id)),
        blocked=tuple(KeptPerson(one.person.id, one.person.name, one.at) for one in store.blocked_by(player_id)),
        muted=tuple(KeptMute(one.person.id, one.person.name, one.at, one.table) for one in store.muted_by(player_id)),
        invitations=tuple(KeptInvitation(one.table, one.at) for one in store.invitations(player_id, since=0.0)),
        reports=tuple(
            KeptReport(r.id, r.about, r.kind, r.table, r.remark, r.name, r.text, r.at, r.closed)
            for r in store.reports_by(player_id)
        ),
        suspension=KeptSuspension(suspension.until, suspension.reason) if suspension else None,
    )


class Privacy:
    """Collects and deletes what is kept about players. `bot` plays on for a player who leaves a running game."""

    def __init__(self, tables: Tables, joining: Joining, bot: str, rate: RateLimit) -> None:
        self._tables = tables
        self._joining = joining
        self._bot = bot
        self._rate = rate

    def data(self, player: Player) -> PlayerData:
        """Everything that is kept about a player. Raises TooMany."""
        self._rate.check(player.id, "That was asked very often in a short time.")
        store = self._tables.store
        own = {player.id, *store.joined_to(player.id)}
        return PlayerData(
            name=player.name,
            play_forced=player.play_forced,
            joined=store.joined(player.id) or 0.0,
            sessions=tuple(store.sessions_of(player.id)),
            account=self._kept_account(player, len(own) - 1),
            rated_games=tuple(self._rated_games(player.id)),
            company=kept_company(store, player.id),
            mail=self._kept_mail(player),
            tables=self._kept_tables(player, own),
            tournaments=tuple(self._kept_tournament(row, player) for row in store.tournaments_of(player.id)),
            profile=self._kept_profile(player),
            search=_kept_search(store.search_of(player.id)),
            notes=tuple(KeptNote(*room) for room in store.rooms_of(player.id)),
            bots=tuple(self._kept_bot(bot) for bot in store.own_bots(player.id)),
        )

    def _kept_tables(self, player: Player, own: Collection[str]) -> tuple[KeptTable, ...]:
        found = (self._kept_table(table_id, player, own) for table_id in self._tables.store.traces_of(player.id))
        return tuple(table for table in found if table is not None)

    def _kept_bot(self, bot: OwnBot) -> KeptBot:
        return KeptBot(
            bot.id,
            bot.name,
            bot.made,
            bot.token_made,
            bot.used,
            tables=self._kept_tables(Player(bot.id), [bot.id]),
            rated_games=tuple(self._rated_games(bot.id)),
        )

    def _kept_tournament(self, row: TournamentRow, player: Player) -> KeptTournament:
        """What a tournament holds about a player."""
        entries = self._tables.store.entries(row.id)
        entry = next((entry for entry in entries if entry.player == player.id), None)
        own = row.organiser == player.id
        return KeptTournament(
            id=row.id,
            title=row.title,
            created=row.created,
            organiser=own,
            written=row.name if own else "",
            number=entry.number if entry else 0,
            name=entry.name if entry else "",
            joined=entry.joined if entry else None,
            left_after=entry.left_after if entry else None,
            rests_in=entry.rests_in if entry else 0,
        )

    def _kept_profile(self, player: Player) -> KeptProfile:
        store = self._tables.store
        results = (
            KeptResult(table, one.seat, one.place, one.score, one.gave_up)
            for table, one in store.seat_results(player.id)
        )
        return KeptProfile(store.seen_by(player.id), tuple(store.put_away_by(player.id)), tuple(results))

    def _kept_account(self, player: Player, joined: int) -> KeptAccount | None:
        store = self._tables.store
        since = store.account_since(player.id)
        if since is None:
            return None
        keys = tuple(KeptKey(key.name, key.created, key.used) for key in store.keys_held_by(player.id))
        tickets = tuple(KeptTicket(t.made, t.confirmed, t.ended, t.ended_by) for t in store.tickets_of(player.id))
        return KeptAccount(since, keys, tickets, joined, store.is_listed(player.id))

    def _rated_games(self, player_id: str) -> Iterator[KeptRatedGame]:
        """The rated games of a player, by title, oldest first."""
        store = self._tables.store
        for title in store.strengths_of(player_id):
            for counted in store.counted_games_of(player_id, title):
                game, seat = counted.game, next(one for one in counted.seats if one.entity == player_id)
                after = shown(title, seat.after)
                yield KeptRatedGame(
                    game.table, title, game.ended, seat.place, seat.away, seat.weight,
                    after.mean, after.range, after.games,
                )  # fmt: skip

    def _kept_mail(self, player: Player) -> KeptMail | None:
        store = self._tables.store
        box = store.mailbox(player.id)
        if box is None:
            return None
        notes = store.notes_of(player.id).items()
        return KeptMail(
            address=box.address,
            confirmed=box.confirmed,
            wanted=box.wanted,
            wanted_since=box.wanted_since,
            turns=box.turns,
            refused=box.refused,
            waiting=tuple(one.kind for one in store.outbox_of(player.id)),
            tables=tuple(KeptTableMail(table, note.told, note.seen, note.muted) for table, note in notes),
        )

    def _kept_table(self, table_id: str, player: Player, own: Collection[str]) -> KeptTable | None:
        """What a table holds about a player, who has played under the ids `own`.

        It is read from the log, so no title has to be ready.
        """
        store = self._tables.store
        try:
            row, logged = store.table(table_id), store.events(table_id)
        except BrokenLog as error:
            self._tables.broken.report(table_id, error)
            return None
        if row is None:
            return None
        seats = {seat: who.name for seat, who in enumerate(row.seats) if who.owner in own}
        remarks, events = [], []
        for entry in logged:
            event = entry.event
            if isinstance(event, SatDown) and event.owner in own:
                seats[event.seat] = event.name
            if isinstance(event, Said):
                if event.owner in own and event.text:
                    remarks.append(KeptRemark(entry.at, spoken_text(event)))
            elif event.seat in seats:
                # without version, ply and digest: they would tell how often others have decided in secret
                action = event.action if isinstance(event, Moved) else None
                events.append(KeptEvent(entry.at, event.kind, event.seat, action))
        return KeptTable(
            id=table_id,
            title=row.title,
            created=row.created,
            public=row.public,
            seats=tuple(KeptSeat(seat, name) for seat, name in sorted(seats.items())),
            remarks=tuple(remarks),
            events=tuple(events),
            keys=tuple(store.keys_of(table_id, player.id)),
        )

    def delete(self, player: Player) -> None:
        """Delete a player and their bots for good. Durable when it returns; deleting twice changes nothing more."""
        bots = [bot.id for bot in self._tables.store.own_bots(player.id)]
        self._tables.store.delete_player(player.id)
        with suppress(StoreError):  # then `finish_deleting` tells the tables later
            for player_id in (player.id, *bots):
                self._leave_tables(player_id)

    def finish_deleting(self) -> None:
        """Tell the tables of deleted players that have not been told, because a server stopped or a title compiles."""
        for player_id in self._tables.store.departing():
            self._leave_tables(player_id)

    def _leave_tables(self, player_id: str) -> None:
        told_all = True
        for before in self._tables.store.joined_to(player_id):  # first, so that all seats are those of one player
            told_all &= self._joining.tell_tables(before, player_id)
        for table_id in self._tables.store.traces_of(player_id):
            try:
                self._tables.submit(table_id, Depart(player_id, self._bot))
            except (NotReady, OtherRelease):  # told when the title is ready, or by a release that knows its rules
                told_all = False
            except NotFound:
                continue
            except BrokenLog as error:  # nobody is shown this table
                self._tables.broken.report(table_id, error)
        if told_all:
            self._tables.store.departed(player_id)


def _kept_search(search: Search | None) -> KeptSearch | None:
    """A search, without the ids by which others could be found in it."""
    if search is None:
        return None
    found = bool(search.meeting)
    return KeptSearch(
        search.titles, search.pace, search.sizes, search.rated, search.about_my_strength, search.began, search.seen,
        found, search.table,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Depart(Command):
    """Take a deleted player out of a table; asked twice, it is done once."""

    player_id: str
    bot: str

    def change(self, table: Table, version: int, now: float) -> Change | None:
        """A bot takes the player's seats, if others play on; the name and the remarks go."""
        if self.player_id in table.departed:
            return None
        ply, digest = table.game.ply, table.game.digest()
        own = table.seats_of(Player(self.player_id))
        events: list[AnyEvent] = []
        seats = list(table.seats)
        bot = STAND_IN if is_strict(table.row) else self.bot
        if not table.game.is_game_over() and self._leaves_others(table):
            for seat in own:
                if not seats[seat].bot:
                    events.append(LeftToBot(seat, ply, digest, bot))
                    seats[seat] = replace(seats[seat], bot=bot)
        events.append(Departed(own[0] if own else SPECTATOR, ply, digest, self.player_id))
        return Change(events, seats=seats)

    def _leaves_others(self, table: Table) -> bool:
        """Whether anybody else plays at the table, may sit down there, or waits for its end in a tournament."""
        return bool(table.row.tournament) or any(
            row.kind == "open" or row.owner not in ("", self.player_id) for row in table.seats
        )
