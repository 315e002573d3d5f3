"""Summaries of finished games: made once, when a game ends or later, and kept in the store.

Profiles and statistics are made from them, so that no page has to replay thousands of games. A summary follows from the
log alone. Every server makes those that are missing, so databases of older releases get theirs, too, and the store
keeps the first one of each table.
"""

import asyncio
import logging
from collections import OrderedDict

from anyio.to_thread import run_sync

from tabletown import bots
from tabletown.engine.position import Position
from tabletown.server.errors import NotFound, NotReady, OtherRelease
from tabletown.server.play.fair_play import is_strict
from tabletown.server.play.openings import has_opening
from tabletown.server.play.table import Table, title_and_rules
from tabletown.server.play.tables import Tables
from tabletown.server.store.events import BrokenLog
from tabletown.server.store.profile_protocol import GameKind, GameSummary, SeatAccount, SeatResult
from tabletown.server.store.protocol import StoreError
from tabletown.study.errors import StudyError
from tabletown.study.kept_review import read_accounts
from tabletown.study.review import Account

log = logging.getLogger(__name__)

POLL_S = 30.0
_AT_ONCE = 50
_REMEMBERED = 1_000
_IMPORTED = "import-"  # how the ids of records begin that come from elsewhere


class Summaries:
    """Makes and keeps summaries. Several servers on one database may do so at once."""

    def __init__(self, tables: Tables, poll: float = POLL_S) -> None:
        self._tables = tables
        self._poll = poll
        self._done: OrderedDict[str, None] = OrderedDict()  # tables that need not be looked at again

    async def watch(self) -> None:
        """Make the summaries that are missing, for as long as the server runs."""
        while True:
            try:
                await run_sync(self.catch_up)
            except StoreError:
                pass  # the database may be back next time
            except Exception:  # the task must go on
                log.exception("games cannot be summed up")
            await asyncio.sleep(self._poll)

    def catch_up(self) -> int:
        """Make all summaries that are missing and can be made now; returns how many."""
        made, last = 0, (0.0, "")
        while found := self._tables.store.unsummed(last, _AT_ONCE):
            made += sum(self.sum_up(table_id) for _, table_id in found)
            last = found[-1]
        return made

    def changed(self, table_id: str) -> None:
        """A table has changed: if its game is over, keep its summary now. What fails is caught up later."""
        if table_id in self._done or not self._tables.may_be_over(table_id):
            return
        try:
            self.sum_up(table_id)
        except StoreError as error:
            log.warning("a game will be summed up later: %s", error)
        except Exception:  # the move that ended the game is made: its player must not see an error
            log.exception("a game cannot be summed up")

    def sum_up(self, table_id: str) -> bool:
        """Keep the summary of a table, if its game is over and its title can be played now."""
        store = self._tables.store
        summary: GameSummary | None = None
        try:
            with self._tables.at(table_id) as table:
                if not table.game.is_game_over():
                    return False
                if not table_id.startswith(_IMPORTED):
                    summary = summarize_game(table)
        except (NotFound, NotReady, OtherRelease):
            return False
        except BrokenLog as error:
            self._tables.broken.report(table_id, error)
            store.summed(table_id, broken=True)
            return False
        if summary is not None:
            store.keep_summary(summary)
            # a review that is kept from now on finds the summary; one that was kept before is found here
            for text in store.reviews_of(table_id):
                try:
                    store.keep_accounts(table_id, seat_accounts(read_accounts(text)))
                except StudyError:
                    log.warning("the review of a table cannot be read")
        store.summed(table_id)
        self._done[table_id] = None
        while len(self._done) > _REMEMBERED:
            self._done.popitem(last=False)
        return True


def seat_accounts(accounts: list[Account]) -> list[SeatAccount]:
    """What a review says of each seat, as the store keeps it."""
    return [SeatAccount(seat, one.accuracy, one.luck, one.choices) for seat, one in enumerate(accounts)]


def summarize_game(table: Table) -> GameSummary:
    """The summary of a table whose game is over. Call it under the table's lock."""
    _, _, edition = title_and_rules(table.row)
    outcome = table.game.outcome()
    assert outcome is not None
    kind: GameKind = "lesson" if table.row.lesson else "continued" if has_opening(table) else "game"
    gone = set(table.gave_up)
    if is_strict(table.row):  # as for ratings, who was away at the end is last
        gone |= {seat for seat, row in enumerate(table.seats) if row.kind == "human" and row.bot}
    places = places_of(outcome.places, gone)
    began = table.timeline.start if table.timeline.start is not None else table.row.created
    ended = table.timeline.plies[-1].at if table.timeline.plies else table.row.created
    return GameSummary(
        table_id=table.row.id,
        title=table.title.name,
        edition=edition,
        options=tuple(sorted(name for name, on in table.row.options.items() if on)),
        players=len(table.seats),
        people=sum(row.kind == "human" for row in table.seats),
        kind=kind,
        public=table.row.public,
        began=max(began, table.row.created),
        ended=ended,
        plies=table.game.ply,
        seats=tuple(_seat_results(table, outcome.scores, places, fair=kind == "game")),
    )


def places_of(places: tuple[int, ...], gave_up: set[int]) -> tuple[int, ...]:
    """The places of all seats, where those that gave up share the last one."""
    stayed = {seat: place for seat, place in enumerate(places) if seat not in gave_up}
    return tuple(
        1 + sum(other < stayed[seat] for other in stayed.values()) if seat in stayed else len(stayed) + 1
        for seat in range(len(places))
    )


def _seat_results(table: Table, scores: tuple[int, ...], places: tuple[int, ...], fair: bool) -> list[SeatResult]:
    seats, first = table.seats, first_seat(table.game.at(table.game.first_ply))
    shown: set[str] = set()
    found = []
    for seat, row in enumerate(seats):
        several = len(table.seats_of_same_owner(seat)) > 1
        away = row.kind == "human" and bool(row.bot)
        beaten = [other.bot for n, other in enumerate(seats) if other.kind == "bot" and places[seat] < places[n]]
        alone = fair and row.kind == "human" and bool(row.owner) and not away and not several
        found.append(
            SeatResult(
                seat=seat,
                player_id=row.owner if row.owner not in shown else "",
                bot=row.bot if row.kind == "bot" else "",
                turn=(seat - first) % len(seats),
                place=places[seat],
                score=scores[seat],
                lead=scores[seat] - max((one for n, one in enumerate(scores) if n != seat), default=0),
                away=away,
                gave_up=seat in table.gave_up,
                beat=strongest(beaten) if alone else "",
            )
        )
        shown.add(row.owner)
    return found


def strongest(found: list[str]) -> str:
    """The strongest of these bots that is a rung of the ladder; empty without one."""
    ladder = [bot.name for bot in bots.LADDER]
    return max((bot for bot in found if bot in ladder), key=ladder.index, default="")


def first_seat(start: Position) -> int:
    """The seat that begins; the first one, if several decide at once."""
    waiting: tuple[int, ...] = tuple(start.waiting)
    return waiting[0] if len(waiting) == 1 else 0
